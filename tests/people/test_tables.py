"""Where the fibres of people work, and what the tables are made of."""

from types import SimpleNamespace

import numpy as np
import pytest

from gaitsmith.assessment import assess
from gaitsmith.gait.activity import bursts
from gaitsmith.people.found import held_starts, without_hip_offset
from gaitsmith.people.muscles import (
    PEOPLES_FIBERS,
    emg_row,
    fiber_ranges,
    is_on,
)
from gaitsmith.workflows import load_solution

TOLERANCE = 0.05  # optimal lengths; laboratories differ by more


@pytest.fixture(scope="module")
def walk():
    return assess(load_solution("people/natural_125"))


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


def test_a_muscle_that_is_on_over_the_strike_is_one_burst():
    assert bursts(is_on(88, 15)) == [(88, 15)]
    assert bursts(is_on(3, 52) | is_on(60, 72)) == [(3, 52), (60, 72)]
    assert bursts(is_on(3, 100)) == [(3, 100)]
    assert bursts(is_on(0, 100)) == [(0, 100)]
    assert bursts(np.zeros(100, dtype=bool)) == []


def test_emg_agrees_where_both_are_on_or_off():
    late = emg_row("SOL", np.where(is_on(13, 52), 0.3, 0.01))
    assert late["on"] == "13-52"
    assert late["people on"] == "3-52"
    assert late["agree [% of the cycle]"] == 90
    assert emg_row("SOL", np.full(100, 0.01))["on"] == "never"


def test_starts_are_summed_over_the_seeds():
    seeds = [SimpleNamespace(held_starts=held) for held in ((3, 4), (1, 4))]
    assert held_starts(seeds) == "4 of 8"
