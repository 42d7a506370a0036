"""Windows of steps that land where they must."""

from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.planning.walker import Footfall
from gaitsmith.planning.window import GAMMA, WindowProblem, WindowSearch


def problem_of(walker, lengths):
    here = walker.footfall()
    return WindowProblem(walker.snapshot(), here, here.ahead + np.cumsum(lengths))


def test_the_cost_is_that_of_the_paper(walker, space):
    """Squared distances plus gamma (A - A_base)' W (A - A_base)."""
    problem = problem_of(walker, [0.4, 0.4])
    search = WindowSearch(walker)
    actions = np.tile(space.base, (2, 1))
    actions[0, 4] += 0.1  # ankle: weight 0.05
    actions[1, 5] += 0.02  # dwell: weight 4
    walker.restore(problem.start)
    falls = [walker.step(action) for action in actions]
    missed = sum(
        (fall.ahead - target) ** 2
        for fall, target in zip(falls, problem.targets, strict=True)
    )
    expected = missed + GAMMA * (0.05 * 0.1**2 + 4.0 * 0.02**2)
    assert search._cost(problem, actions, falls) == pytest.approx(expected)


@pytest.mark.parametrize("method", ["gauss_newton", "gradient"])
def test_steps_come_nearer_to_their_places(walker, space, method):
    problem = problem_of(walker, [0.5, 0.25, 0.45])
    search = WindowSearch(walker, method)
    start = np.tile(space.base, (3, 1))
    found = search.improve(problem, start)
    errors = [
        abs(fall.ahead - target)
        for fall, target in zip(found.footfalls, problem.targets, strict=True)
    ]
    before = search._try(problem, start)
    assert found.cost < 0.5 * before.cost
    assert max(errors) < 0.06


def test_what_is_found_can_be_walked_again(walker, space):
    problem = problem_of(walker, [0.45, 0.3])
    found = WindowSearch(walker).improve(problem, np.tile(space.base, (2, 1)))
    walker.restore(problem.start)
    assert [walker.step(action) for action in found.actions] == found.footfalls


def test_differences_of_a_later_step_leave_the_earlier_ones_alone(walker, space):
    problem = problem_of(walker, [0.4, 0.4])
    search = WindowSearch(walker)
    here = search._try(problem, np.tile(space.base, (2, 1)))
    slopes = search._slopes(problem, here)
    parts = len(space.base)
    assert np.all(slopes[0, parts:] == 0.0)
    assert np.any(np.abs(slopes[0, :parts]) > 0.1)
    assert np.any(np.abs(slopes[1, parts:]) > 0.1)


def test_a_fall_costs_more_than_any_misplaced_step(walker, space):
    problem = problem_of(walker, [0.4, 0.4, 0.4])
    search = WindowSearch(walker)
    falling = np.tile(space.base, (3, 1))
    falling[:, :2] = 1.5
    assert search._try(problem, falling).cost > 10.0


def test_feet_that_swing_too_low_cost_as_much_as_misplaced_ones(walker, space):
    flat = problem_of(walker, [0.4, 0.4])
    high = replace(flat, lift=0.5)
    search = WindowSearch(walker)
    actions = np.tile(space.base, (2, 1))
    found = search._try(high, actions)
    low = sum((0.5 - height) ** 2 for fall in found.footfalls for height in fall.lifts)
    assert found.cost == pytest.approx(search._try(flat, actions).cost + low)


def test_crossed_feet_are_not_as_good_as_feet_apart():
    """A left foot that lands 0.15 m to the right of a right one is 0.3 m off."""
    right, apart, crossed = (
        Footfall(0.0, side, (0.0, left, 0.0), 0.0)
        for side, left in ((RIGHT, 0.0), (LEFT, 0.15), (LEFT, -0.15))
    )
    problem = WindowProblem(start=None, before=right, targets=np.zeros(1), spacing=0.15)
    for landed, wrong in ((apart, 0.0), (crossed, -0.3)):
        placed = WindowSearch._placement(problem, [landed])
        assert placed == pytest.approx([0.0, wrong])
