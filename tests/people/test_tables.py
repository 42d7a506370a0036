"""Where the fibres of people work, and what the tables are made of."""

import pytest

from gaitsmith.assessment import assess
from gaitsmith.people.tables import PEOPLES_FIBERS, fiber_ranges, without_hip_offset
from gaitsmith.workflows import load_solution

TOLERANCE = 0.05  # optimal lengths; laboratories differ by more


@pytest.fixture(scope="module")
def walk():
    return assess(load_solution("people/walk_125"))


def test_the_active_soleus_works_where_peoples_does(walk):
    shortest, longest = fiber_ranges(walk)["SOL"]
    least, most = PEOPLES_FIBERS["SOL", "walk"]
    assert least - TOLERANCE <= shortest < longest <= most + TOLERANCE
    # On the paper's tendons it never comes near the length of greatest force.
    paper = fiber_ranges(assess(load_solution("wang2012/nwalk")))
    assert paper["SOL"][1] < most - TOLERANCE


def test_muscles_that_are_never_active_have_no_range(walk):
    ranges = fiber_ranges(walk)
    assert "RF" not in ranges
    assert {"SOL", "GAS", "TA", "VAS"} <= set(ranges)


def test_the_hips_offset_costs_what_is_told(walk):
    scored = walk.score.angles["average"].standard_score
    assert 0.0 < without_hip_offset(walk) < scored
