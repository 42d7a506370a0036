"""The page says whether a solution holds, and nothing if nobody has looked."""

from dataclasses import replace

import pytest

from gaitsmith.optimization.sturdiness import Sturdiness, SturdyTrial
from gaitsmith.report.sturdiness_section import sturdiness_section, sturdiness_table
from gaitsmith.runs.solution import Solution
from gaitsmith.workflows import initial_solution


@pytest.fixture
def unknown(make_experiment) -> Solution:
    return initial_solution(make_experiment())


@pytest.fixture
def fragile(unknown: Solution) -> Solution:
    trials = (
        SturdyTrial(1200.0, 0, 100.0, "completed"),
        SturdyTrial(1200.0, 1, 1.25, "fell"),
        SturdyTrial(4800.0, 0, 1.25, "fell"),
    )
    return replace(unknown, sturdiness=Sturdiness(100.0, 5.0, 2.0, 1, trials))


def test_the_page_shows_every_rollout_and_says_what_does_not_hold(fragile):
    [table] = sturdiness_section(fragile)
    html = table.body("a")
    assert html.count("<tr>") == 4
    assert "falls after 1.2 s at 4800 Hz" in html
    assert "1, a little off" in html


def test_nothing_is_said_of_what_nobody_checked(unknown):
    assert sturdiness_section(unknown) == ()
    assert sturdiness_table({"a": unknown}) == ()


def test_several_are_told_side_by_side(fragile, unknown):
    [table] = sturdiness_table({"a": fragile, "b": unknown})
    html = table.body("a")
    assert "Does not hold 100 s" in html
    assert "Not checked." in html
