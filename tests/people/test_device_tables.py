"""What the table of devices asks of costs, on made-up ones."""

import pytest

from gaitsmith.people.devices import (
    NO_LOAD,
    SHARE,
    costs_by,
    load_findings,
    spring_findings,
    support_findings,
)
from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import Cell


def verdicts(findings):
    return [one.reached_by_ours for one in findings]


def means(findings):
    return [one.ours.mean for one in findings]


def test_an_optimum_between_the_ends_is_told_from_one_at_an_end():
    inside = {1: {0.0: 2.0, 100.0: 1.86, 200.0: 1.9}}
    found = spring_findings(inside)
    assert means(found) == [1.0, 100.0, pytest.approx(7.0)]
    assert verdicts(found) == [True, None, True]
    for own in ({0.0: 2.0, 100.0: 1.9, 200.0: 1.8}, {0.0: 2.0, 100.0: 2.1, 200.0: 2.2}):
        assert verdicts(spring_findings({1: own}))[0] is False


def test_a_seed_that_fell_reaches_nothing():
    fell = {1: {0.0: 2.0, 100.0: 1.8, 200.0: 1.9}, 2: {0.0: None, 100.0: 1.8, 200.0: 2}}
    assert verdicts(spring_findings(fell)) == [False, None, False]


def test_loads_are_compared_per_kilogram():
    costs = {1: {NO_LOAD: 2.0, "2 kg on each foot": 2.6, "4 kg at the waist": 2.1}}
    found = load_findings(costs)
    assert means(found) == [1.0, pytest.approx(1.25), pytest.approx(7.5)]
    assert verdicts(found) == [True, True, True]
    costs[1]["2 kg on each foot"] = 2.05
    assert verdicts(load_findings(costs))[0] is False


def test_support_saves_less_than_its_share():
    costs = {1: {0.0: 2.0, 0.25: 1.86, 0.5: 1.7, 0.75: 1.5}}
    assert verdicts(support_findings(costs))[0] is True
    assert means(support_findings(costs))[1:] == pytest.approx([7.0, 15.0, 25.0])
    for cost in (0.4, 2.1):  # more than in proportion; dearer
        assert verdicts(support_findings({1: costs[1] | {0.75: cost}}))[0] is False


def test_costs_are_per_metre_and_none_of_what_fell():
    numbers = {"net_power": 2.5, "speed": 1.25}
    rows = [
        Found(Cell(1, {"seed": 1, SHARE: 0.0}), True, "", numbers),
        Found(Cell(2, {"seed": 1, SHARE: 0.5}), False, "It fell.", numbers),
    ]
    assert costs_by(rows, SHARE) == {1: {0.0: 2.0, 0.5: None}}
