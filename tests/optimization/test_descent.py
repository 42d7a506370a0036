"""Greedy descent: what it tries, and when it ends."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.optimization.descent import DescentSearch, DescentSpec
from gaitsmith.optimization.optimizers import declare_optimizer
from gaitsmith.optimization.search import search
from gaitsmith.optimization.stopping import StopReason


def tried(space, cost, count, sigma=0.1, seed=1):
    """The first vectors that a descent asks for."""
    strategy = DescentSearch(space, DescentSpec(sigma=sigma), seed)
    vectors = []
    for _ in range(count):
        (vector,) = strategy.ask()
        vectors.append(vector)
        strategy.tell([cost(vector)])
    return vectors


def evaluate_all(cost):
    return lambda vectors, _level: cost(vectors)


def test_success_is_followed_by_a_longer_step_in_the_same_direction(make_space):
    steps = np.diff([v[0] for v in tried(make_space(1), lambda v: -v[0], 5)])
    assert steps == pytest.approx([0.1, 0.13, 0.169, 0.2197])


def test_failure_is_followed_by_a_step_back_and_then_by_a_half_step(make_space):
    found = [float(v[0]) for v in tried(make_space(1), lambda v: abs(v[0]), 7)]
    assert found == pytest.approx([0.0, 0.1, -0.1, 0.05, -0.05, 0.025, -0.025])


def test_a_pass_tries_every_parameter(make_space):
    vectors = tried(make_space(4), lambda v: float(np.sum(np.abs(v))), 9)
    moved = [int(np.flatnonzero(v)[0]) for v in vectors[1:]]
    assert sorted(set(moved)) == [0, 1, 2, 3]
    assert moved[0::2] == moved[1::2]  # forward, then back


def test_nothing_is_tried_beyond_the_bounds(make_space):
    space = make_space(1, lower=-0.15, upper=0.15)
    found = [float(v[0]) for v in tried(space, lambda v: -v[0], 4)]
    assert found[:3] == pytest.approx([0.0, 0.1, 0.15])
    assert max(found) <= 0.15


def test_a_quadratic_is_found_and_the_search_ends(quadratic, make_space):
    spec = DescentSpec(sigma=0.5)
    last = list(search(make_space(3), spec, 1, evaluate_all(quadratic)))[-1]
    assert last.stop_reason is StopReason.COLLAPSED
    assert last.best_vector == pytest.approx(np.full(3, 2.0), abs=0.06)
    assert last.evaluations == last.number < 120


def test_a_replayed_descent_goes_on_as_before(quadratic, make_space):
    spec = DescentSpec(sigma=0.5, max_generations=40)
    whole = list(search(make_space(3), spec, 5, evaluate_all(quadratic)))
    recorded = [generation.costs for generation in whole[:17]]
    again = list(search(make_space(3), spec, 5, evaluate_all(quadratic), recorded))
    assert [g.costs for g in again] == [g.costs for g in whole]


def test_settings_of_the_other_method_are_refused():
    with pytest.raises(InputError) as raised:
        declare_optimizer({"method": "descent", "population": 8}, "a.toml")
    assert str(raised.value) == (
        "a.toml: optimizer.population: method 'descent' has no such key. Known here:"
        " max_generations, method, sigma, stall_generations, target."
    )


def test_files_of_before_say_of_a_descent_that_it_is_not_diagonal():
    spec = declare_optimizer({"method": "descent", "diagonal": False}, "a.toml")
    assert spec == DescentSpec()
    with pytest.raises(InputError, match=r"optimizer\.diagonal: method 'descent'"):
        declare_optimizer({"method": "descent", "diagonal": True}, "a.toml")
