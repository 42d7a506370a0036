"""Planners on a model whose truth is known: a step is 0.5 m plus the first number."""

from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.footholds import Targets, footholds_between
from gaitsmith.planning.plan import PUBLISHED, PlannerSettings, Situation
from gaitsmith.planning.planners import PLANNERS, plan
from gaitsmith.planning.prediction import Prediction
from gaitsmith.planning.step_model import PredictedSteps
from gaitsmith.planning.strike import Strike
from gaitsmith.planning.walker import STATE_NAMES

STATE = np.zeros(len(STATE_NAMES))
PREDICTING = [name for name in PLANNERS if name != "rehearsed"]


def planned(model, footholds, behind=-0.5, **changes):
    settings = PlannerSettings(**changes)
    here = Situation(model, Strike(STATE, 0.0, behind), 0, footholds, preferred=0.5)
    return plan(here, settings)


@pytest.mark.parametrize("horizon", [1, 2, 3])
def test_stones_are_hit(known_model, horizon):
    stones = Targets(np.array([0.4, 1.0, 1.4]))
    found = planned(known_model, stones, planner="regular", horizon=horizon, grid=15)
    assert found.is_found
    assert len(found.heels) == horizon == len(found.uncertainty)
    assert found.heels == pytest.approx(stones.heels[:horizon], abs=0.06)


@pytest.mark.parametrize("planner", PREDICTING)
def test_no_foot_lands_in_a_gap(known_model, planner):
    gaps = [(0.55, 0.85)]
    ground = footholds_between(gaps, 0.2, 0.02)
    found = planned(known_model, ground, planner=planner)
    assert found.is_found
    for heel in found.heels:
        assert heel + 0.2 <= 0.53 or heel >= 0.87


def test_a_far_stone_is_missed_and_the_plan_says_so(known_model):
    stones = Targets(np.array([3.0, 3.5]))
    found = planned(known_model, stones, planner="regular")
    assert not found.is_found
    assert found.heels[0] > 0.75  # the least bad: as far as it can
    assert found.error > 2.0


def test_what_is_acceptable_goes_before_what_is_nearer():
    one = np.zeros((1, 2, 1))
    steps = PredictedSteps(one, *[one[:, :, 0]] * 4, one)
    cost, is_fine = np.array([[0.1, 0.3]]), np.array([[False, True]])
    seen = Prediction(steps, cost, cost, is_fine, one, one, 2)
    assert seen.best(takes_first=False) == [1]
    assert replace(seen, is_fine=np.zeros((1, 2), bool)).best(takes_first=False) == [0]


def test_the_paper_aims_at_the_nearer_edge_and_minds_no_room_beside_it(known_model):
    """Steps of 0.5 m: the second is moved to the edge; ours stays away from it."""
    ground = footholds_between([(0.9, 1.2)], 0.2, 0.0)
    found = planned(known_model, ground, **{**PUBLISHED, "planner": "hybrid"})
    assert found.is_found
    assert found.heels == pytest.approx([0.5, 1.2], abs=0.06)
    evenly = planned(
        known_model, footholds_between([(0.9, 1.2)], 0.2, 0.0, 0.12), planner="hybrid"
    )
    assert evenly.heels[1] > 1.26


@pytest.mark.parametrize("planner", PREDICTING)
def test_a_plan_is_a_pure_function(known_model, planner):
    ground = footholds_between([(0.6, 0.9)], 0.2, 0.02)
    first = planned(known_model, ground, planner=planner, seed=4)
    again = planned(known_model, ground, planner=planner, seed=4)
    assert again.heels == first.heels
    assert again.action.tolist() == first.action.tolist()


def test_other_seeds_draw_other_samples(known_model):
    ground = footholds_between([(0.6, 0.9)], 0.2, 0.02)
    heels = {
        planned(known_model, ground, planner="random", seed=seed).heels
        for seed in range(4)
    }
    assert len(heels) == 4


def test_the_hybrid_planner_prefers_its_own_step_length(known_model):
    ground = footholds_between([(5.0, 5.5)], 0.2, 0.02)
    found = planned(known_model, ground, planner="hybrid")
    assert found.heels == pytest.approx((0.5, 1.0), abs=0.06)


@pytest.mark.parametrize("planner", ["regular", "hybrid"])
def test_a_foot_is_lifted_over_the_gap_behind(known_model, planner):
    """Its clearance is 0.05 m + 0.4 x the second number of the action."""
    behind = footholds_between([(-0.3, -0.1)], 0.2, 0.02)
    changes = {"planner": planner, "least_clearance": 0.07, "safe_clearance": 0.08}
    lifted = planned(known_model, behind, **changes)
    assert lifted.is_found
    assert 0.05 + 0.4 * lifted.action[1] > 0.065
    changes["least_clearance"] = 0.2  # higher than any
    assert not planned(known_model, behind, **changes).is_found
    far = footholds_between([(-1.5, -1.0)], 0.2, 0.02)
    assert planned(known_model, far, **changes).is_found


@pytest.mark.parametrize("planner", PREDICTING)
def test_a_foot_that_lands_flat_does_so_behind_the_gap(known_model, planner):
    """Its skid is 0.02 m + 0.2 x the second number of the action."""
    ground = footholds_between([(0.3, 0.65)], 0.2, 0.02)
    found = planned(known_model, ground, planner=planner, horizon=1)
    assert found.is_found
    assert found.heels[0] - (0.02 + 0.2 * found.action[1]) > 0.67 - 0.005


def test_steps_are_as_long_as_examples_are(known_model):
    """Ground is only where no example step leads to."""
    shortest, _ = known_model.known.step_lengths
    ground = footholds_between([(shortest + 0.15, 9.0)], 0.2, 0.0)
    assert not planned(known_model, ground, planner="regular", horizon=1).is_found


def test_a_gap_that_the_second_step_steps_back_from_counts(known_model):
    """The foot that is in front of the gap now has to be lifted over it next."""
    ground = footholds_between([(0.25, 0.45)], 0.2, 0.02)
    found = planned(known_model, ground, planner="regular", least_clearance=0.2)
    assert not found.is_found
    assert planned(known_model, ground, planner="regular").is_found


def test_looking_ahead_changes_the_first_step(known_model):
    """The second stone is out of reach unless the first is overstepped."""
    stones = Targets(np.array([0.5, 1.43]), tolerance=0.2)
    near = planned(known_model, stones, planner="regular", horizon=1, grid=21)
    far = planned(known_model, stones, planner="regular", horizon=2, grid=21)
    assert abs(near.heels[0] - 0.5) < 0.05
    assert far.heels[0] > near.heels[0]


def test_what_is_too_uncertain_is_rejected(known_model):
    stones = Targets(np.array([0.5, 1.0]))
    found = planned(known_model, stones, planner="regular", most_uncertain=1e-9)
    assert not found.is_found


def test_an_unknown_planner_is_refused(known_model):
    with pytest.raises(InputError, match="no planner is called 'astar'"):
        planned(known_model, Targets(np.zeros(1)), planner="astar")
