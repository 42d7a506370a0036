"""Ground without end: what is made ahead, and what never changes."""

from itertools import pairwise

import pytest

from gaitsmith.viewer.endless import AHEAD, BEHIND, UNCHANGED, EndlessGaps

FOOT = 0.2


def gaps_before(endless: EndlessGaps, end: float) -> list[tuple[float, float]]:
    return [gap for gap in endless.gaps if gap[0] < end]


@pytest.fixture
def endless() -> EndlessGaps:
    return EndlessGaps(0.3, FOOT, seed=2)


def test_gaps_have_the_width_and_room_for_feet_between(endless):
    assert all(end - start == pytest.approx(0.3) for start, end in endless.gaps)
    between = [after[0] - before[1] for before, after in pairwise(endless.gaps)]
    assert min(between) > FOOT
    assert len({round(length, 6) for length in between}) == len(between)


def test_the_same_seed_is_the_same_ground():
    first, again, other = (EndlessGaps(0.3, FOOT, seed) for seed in (5, 5, 6))
    assert first.gaps == again.gaps
    assert first.gaps != other.gaps


def test_ground_is_made_ahead_and_dropped_behind(endless):
    first = endless.gaps
    for centimetres in range(0, 10_000, 7):
        place = centimetres / 100.0
        before = endless.gaps
        has_changed = endless.follow(place)
        assert has_changed == (endless.gaps != before)
        assert endless.gaps[-1][1] > place + AHEAD - 3.0
        near = [gap for gap in before if gap[1] > place - BEHIND]
        assert [gap for gap in endless.gaps if gap in near] == near
    assert len(endless.gaps) < 3 * len(first)
    assert endless.gaps[0][1] > 50.0


@pytest.mark.parametrize("place", [0.0, 2.2, 4.7, 11.9])
@pytest.mark.parametrize("width", [0.1, 0.7])
def test_another_width_changes_only_what_is_far_enough_ahead(endless, place, width):
    fixed = place + UNCHANGED
    before = gaps_before(endless, fixed)
    assert endless.set_width(width, place)
    assert gaps_before(endless, fixed) == before
    changed = endless.gaps[len(before) :]
    assert changed
    assert all(end - start == pytest.approx(width) for start, end in changed)
    assert all(a[1] + FOOT < b[0] for a, b in pairwise(endless.gaps))
    assert endless.gaps[-1][1] > place + AHEAD
    assert not endless.set_width(width, place)
