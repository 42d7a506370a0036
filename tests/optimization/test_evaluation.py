import numpy as np
import pytest

from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.simulation.workers import available_workers


@pytest.fixture
def vectors(make_experiment) -> list[np.ndarray]:
    """Candidates that walk, and one that falls."""
    dimension = make_experiment().problem.space.dimension
    random = np.random.default_rng(5)
    return [*(0.3 * random.standard_normal((6, dimension))), np.full(dimension, 9.0)]


def test_the_number_of_workers_does_not_change_a_bit(make_experiment, vectors):
    problem = make_experiment(setting={"motor_noise": 0.05, "duration": 1.0}).problem
    evaluate = Evaluator(problem, 1)
    alone = evaluate(vectors)
    evaluate = Evaluator(problem, 2)
    together = evaluate(vectors)
    again = evaluate(vectors[::-1])[::-1]
    assert together == alone
    assert again == alone
    assert len(set(alone)) == len(alone)


def test_a_cost_is_the_total_of_the_score_card(make_experiment, vectors):
    problem = make_experiment().problem
    evaluate = Evaluator(problem, 1)
    (cost,) = evaluate(vectors[:1])
    rollout = problem.roll_out(problem.space.decode(vectors[0]))
    assert cost == problem.score(rollout).total


def test_the_best_is_judged_as_if_it_were_simulated_again(make_experiment, vectors):
    problem = make_experiment().problem
    evaluate = Evaluator(problem, 2)
    assert evaluate.best is None
    costs = evaluate(vectors)
    leader = int(np.argmin(costs))
    again = problem.judge(problem.space.decode(vectors[leader]))
    assert evaluate.best is not None
    assert evaluate.best.as_dict() == again.as_dict()
    evaluate([vectors[1 - leader]])  # of the last call, whatever came before
    assert evaluate.best.score.total == costs[1 - leader]


def test_an_error_in_a_rollout_reaches_the_caller(make_experiment):
    problem = make_experiment().problem
    evaluate = Evaluator(problem, 2)
    with pytest.raises(ValueError):
        evaluate([np.zeros(3)])


def test_there_is_at_least_one_worker():
    assert available_workers() >= 1
