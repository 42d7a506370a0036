"""Each term on a rollout whose answer is known (Wang et al. 2009, section 4)."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.objectives.term import TERMS, deadzone
from gaitsmith.simulation.measures import Strikes

WEIGHTS = {
    "fail": 120_000.0,
    "land": 1.2,
    "ang": 10.0,
    "user": 100.0,
    "vel": 100.0,
    "sym": 100.0,
    "head": 100.0,
    "power": 1e-5,
    "knee": 10.0,  # ours
    "pace": 1.0,  # ours; the paper prints none
    "ratio": 1.0,
    "duty": 1000.0,  # ours
    "effort": 0.004,  # Wang et al. 2012; divided by the mass in the term
    "posture": 100.0,  # ours, as are the next ones
    "gait": 120_000.0,
    "distance": 1.0,
    "guide": 1e-4,
    "likeness": 1.0,
    "heading": 100.0,
    "follow": 10.0,
}
ASK_FOR_MORE = {"pace", "distance", "follow"}  # than a perfect walk, or its recording


def value(name: str, measures: Any, **options: Any) -> float:
    return TERMS[name].function(measures, TERMS[name].options(**options))


def test_weights_are_the_published_ones():
    assert {name: term.weight for name, term in TERMS.items()} == WEIGHTS


def test_every_term_says_what_it_means():
    for term in TERMS.values():
        assert len(term.description) > 10


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0.0, 0.0), (0.1, 0.0), (-0.1, 0.0), (0.2, 0.04), (-0.2, 0.04)],
)
def test_a_difference_counts_squared_beyond_its_tolerance(
    difference: float, expected: float
):
    assert deadzone(difference, 0.1) == pytest.approx(expected)


@pytest.mark.parametrize("name", sorted(set(TERMS) - ASK_FOR_MORE))
def test_a_perfect_walk_costs_nothing(name: str, make_measures):
    assert value(name, make_measures()) == 0.0


def test_feet_that_land_too_far_apart_miss_the_goal(make_measures):
    # It walks to the left of the world, so that its left is backward; the last foot
    # that scuffs is no step.
    made = Strikes(
        time=np.arange(5.0),
        side=np.array([LEFT, RIGHT, LEFT, RIGHT, RIGHT]),
        place=np.column_stack(
            [(-0.1, 0.2, -0.1, 0.2, 0.2), (0.0, 0.4, 0.8, 1.1, 1.2), np.zeros(5)]
        ),
        heading=np.full(5, math.pi / 2),
        knee=np.zeros(5),
    )
    measures = make_measures(strikes=made)
    assert value("user", measures, step_width=0.15) == pytest.approx(0.15**2)
    assert value("user", measures, step_width=0.29) == 0.0  # within 0.025 m
    crossed = replace(made, side=1 - made.side)
    measures = make_measures(strikes=crossed)
    assert value("user", measures, step_width=0.15) == pytest.approx(0.45**2)
    nobody = make_measures(strikes=made.since(10.0))
    assert value("user", nobody, step_width=0.15) == pytest.approx(0.15**2)


def test_a_fall_counts_for_all_that_was_left_of_the_time(make_measures):
    assert value("fail", make_measures(survived=0.2)) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 0.0),
        ({"speed": 1.2}, 0.0),
        ({"speed": 1.22}, 0.0),  # within 0.025 m/s
        ({"speed": 1.5}, 0.09),
        ({"step_length": 0.5}, 0.01),
        ({"step_length": 0.62}, 0.0),  # within 0.025 m
        ({"speed": 1.0, "step_length": 0.5}, 0.05),
        ({"speed": "any", "step_length": "any"}, 0.0),
    ],
)
def test_missed_goals_count_squared(
    options: dict[str, Any], expected: float, make_measures
):
    assert value("user", make_measures(), **options) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("duty_factor", "expected"),
    [(0.4, 0.0), (0.415, 0.0), (0.5, 0.01), (0.3, 0.01)],  # 0.02 is no fault
)
def test_feet_must_be_on_the_ground_as_long_as_asked(
    duty_factor: float, expected: float, make_measures
):
    measures = make_measures(duty_factor=duty_factor)
    assert value("duty", measures, goal=0.4) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"velocity": (1.2, 0.02, 0.0)}, 0.0),
        ({"velocity": (1.2, -0.1, 0.0)}, 0.01),
        ({"velocity": (1.2, 0.0, 0.04)}, 0.0),
        ({"velocity": (1.2, 0.0, -0.1)}, 0.01 * 0.01),
        ({"start_speed": 1.0}, 0.01 * 0.04),
        ({"velocity": (1.0, 0.1, 0.1)}, 0.01 + 0.01 * (0.04 + 0.01)),
    ],
)
def test_drift_counts_sideways_in_full_and_otherwise_a_hundredth(
    changes: dict[str, Any], expected: float, make_measures
):
    assert value("vel", make_measures(**changes)) == pytest.approx(expected)


def test_the_start_is_compared_with_the_goal_where_there_is_one(make_measures):
    measures = make_measures(velocity=(1.0, 0.0, 0.0), start_speed=1.2)
    assert value("vel", measures) == pytest.approx(0.01 * 0.04)
    assert value("vel", measures, speed=1.5) == pytest.approx(0.01 * 0.09)


@pytest.mark.parametrize(
    ("durations", "expected"),
    [
        ((0.3, 0.2, 0.32, 0.2), 0.0),  # within 25 ms
        ((0.3, 0.2, 0.4, 0.2), 0.01),
        ((0.3, 0.2, 0.4, 0.5), 0.01 + 0.09),
        ((0.3, 0.2, None, 0.2), 0.09),  # never completed
        ((None,) * 4, 0.0),
        ((0.3, 0.4), 0.01),  # one state a step
        ((0.3,), 0.0),  # a law without sides
    ],
)
def test_limping_is_the_difference_of_left_and_right(
    durations: tuple[float | None, ...], expected: float, make_measures
):
    measures = make_measures(state_durations=durations)
    assert value("sym", measures) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"velocity_std": 0.09}, 0.0),
        ({"velocity_std": 0.25}, 0.25),
        ({"tilted": 0.5}, 0.006),
        ({"velocity_std": 0.2, "tilted": 1.0}, 0.212),
    ],
)
def test_an_unsteady_or_tilted_head_counts(
    changes: dict[str, float], expected: float, make_measures
):
    measures = make_measures(metered={"head": changes})
    assert value("head", measures) == pytest.approx(expected)


def test_a_runs_head_may_be_told_to_vary_more(make_measures):
    measures = make_measures(metered={"head": {"velocity_std": 0.16}})
    assert value("head", measures) == pytest.approx(0.16)
    assert value("head", measures, variation=0.2) == 0.0


def test_a_bad_landing_counts_for_its_share_of_the_time(make_measures):
    assert value("land", make_measures(metered={"land": {"share": 0.3}})) == 0.3


@pytest.mark.parametrize(("rate", "expected"), [(0.04, 0.0), (0.06, 0.06), (2.0, 2.0)])
def test_spin_counts_beyond_its_tolerance(rate: float, expected: float, make_measures):
    measures = make_measures(metered={"ang": {"rate_squared": rate}})
    assert value("ang", measures) == pytest.approx(expected)


def test_effort_is_the_squared_torque_of_a_body_of_70_kg(make_measures):
    assert value("power", make_measures(torque_squared=12_059.0)) == 12_059.0
    heavy = make_measures(torque_squared=12_059.0, mass=140.0)
    assert value("power", heavy) == pytest.approx(12_059.0 / 2.0)


@pytest.mark.parametrize(
    ("speed", "expected"),
    [(2.0, 500.0), (1.0, 1000.0), (0.1, 5000.0), (-1.0, 5000.0)],
)
def test_effort_per_distance_is_counted_at_least_at_the_slowest_speed(
    speed: float, expected: float, make_measures
):
    measures = make_measures(torque_squared=1000.0, speed=speed)
    found = value("power", measures, per_distance=True)
    assert found == pytest.approx(expected)


def test_torque_shares_are_compared_with_those_of_people(make_measures):
    shares = (0.43 + 0.3, 0.04, 0.53 - 0.4)
    assert value("ratio", make_measures(torque_shares=shares)) == pytest.approx(0.5)


def test_pace_is_the_time_for_a_metre(make_measures):
    assert value("pace", make_measures(speed=2.0)) == 0.5
    assert value("pace", make_measures(speed=0.0)) == 5.0
    assert value("pace", make_measures(speed=-1.0)) == 5.0


def test_a_knee_bent_at_the_strike_counts_beyond_a_quarter_radian(make_measures):
    assert value("knee", make_measures(knee_at_strike=0.25)) == 0.0
    assert value("knee", make_measures(knee_at_strike=0.5)) == 0.25


def test_distance_counts_the_time_after_a_fall(make_measures):
    assert value("distance", make_measures(speed=1.5)) == -1.5
    assert value("distance", make_measures(speed=1.5, survived=0.5)) == -0.75


def test_guide_is_the_integral_of_its_squared_torque(make_measures):
    measures = make_measures(metered={"guide": {"effort": 12.5, "work": 3.0}})
    assert value("guide", measures) == 12.5


def test_likeness_is_the_mean_difference_from_people(make_measures):
    counted = {"likeness": {"difference": 0.3}}
    assert value("likeness", make_measures(metered=counted)) == 0.3
    assert value("likeness", make_measures(metered=counted, survived=0.5)) == 0.3
