"""Effects of scenarios beside published ones: direction, size, and walks that fall."""

from dataclasses import dataclass

import pytest

from gaitsmith.people.scenarios import NOTHING, _row
from gaitsmith.subjects.scenario import (
    PublishedEffect,
    PublishedSize,
    load_scenario,
    shipped_scenarios,
)


@dataclass
class Walk:
    """One that was measured; None: it fell."""

    step_length: float | None

    def value(self, _name):
        return self.step_length


def row(effect, *pairs):
    found = {
        seed: {NOTHING: Walk(before), "old": Walk(after)}
        for seed, (before, after) in enumerate(pairs, start=1)
    }
    return _row("old", effect, found)


def effect(**given):
    return PublishedEffect(
        figure="step_length", change="less", source="Somebody 2000", **given
    )


@pytest.mark.parametrize(
    ("pairs", "is_right"),
    [
        ([(0.60, 0.55), (0.62, 0.58)], True),
        ([(0.60, 0.55), (0.62, 0.63)], False),  # of one seed only
        ([(0.60, 0.599), (0.62, 0.58)], False),  # no change to speak of
        ([(0.60, 0.55), (0.62, None)], False),  # it falls
    ],
)
def test_an_effect_is_right_if_it_is_with_every_seed(pairs, is_right):
    found = row(effect(least=0.003), *pairs)
    assert found["right"] is is_right
    assert found["stays up"] == f"{sum(b is not None for _, b in pairs)} of 2"


def test_the_change_is_told_with_its_spread():
    found = row(effect(), (0.60, 0.55), (0.62, 0.59))
    assert found["change"] == "-0.0400 ± 0.0141 (2)"
    assert found["source"] == "Somebody 2000 (not confirmed)"
    assert row(effect(read="abstract"), (0.6, 0.5))["source"] == "Somebody 2000"


@pytest.mark.parametrize(
    ("change", "is_as_large"),
    [(-0.01, False), (-0.02, True), (-0.1, True), (-0.25, False)],
)
def test_a_size_is_half_the_smallest_to_twice_the_largest(change, is_as_large):
    size = PublishedSize(low=4, high=10, unit="%")
    found = row(effect(published=size), (1.0, 1.0 + change))
    assert found["as large"] is is_as_large
    assert row(effect(), (1.0, 0.9))["as large"] is None


def test_what_could_not_be_read_again_is_marked_in_the_files():
    effects = [
        (name, one)
        for name in shipped_scenarios()
        for one in load_scenario(name).effects
    ]
    unread = {name for name, one in effects if not one.read}
    assert unread == {"equinus", "hemiparesis", "short_leg"}
    assert all(one.source for _, one in effects)
