from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from gaitsmith.optimization.cma_adapter import (
    CmaSearch,
    CmaSpec,
    default_population,
    least_population,
)
from gaitsmith.optimization.search import WORST_COST, Generation, search
from gaitsmith.optimization.stopping import StopReason, stop_reason
from gaitsmith.parameters import ParameterSpace

EvaluateAll = Callable[[Sequence[np.ndarray]], list[float]]


def run(
    space: ParameterSpace,
    evaluate: EvaluateAll,
    seed: int = 1,
    recorded: Sequence[Sequence[float]] = (),
    **spec,
) -> list[Generation]:
    def evaluate_all(vectors: Sequence[np.ndarray], _level: float) -> list[float]:
        return evaluate(vectors)

    return list(search(space, CmaSpec(**spec), seed, evaluate_all, recorded))


def costs_of(generations: Sequence[Generation]) -> list[tuple[float, ...]]:
    return [generation.costs for generation in generations]


def flat(vectors: Sequence[np.ndarray]) -> list[float]:
    return [1.0] * len(vectors)


@pytest.mark.parametrize("dimension", [1, 4])
def test_quadratics_reach_the_target(dimension: int, quadratic, make_space):
    last = run(make_space(dimension), quadratic, target=1e-8)[-1]
    assert last.stop_reason is StopReason.TARGET_REACHED
    assert last.best <= 1e-8
    assert last.best_vector == pytest.approx(np.full(dimension, 2.0), abs=1e-3)


def test_a_search_with_a_scale_per_parameter_reaches_the_target(quadratic, make_space):
    last = run(make_space(), quadratic, target=1e-8, diagonal=True)[-1]
    assert last.stop_reason is StopReason.TARGET_REACHED


def test_the_first_step_has_the_asked_size(quadratic, make_space):
    asked = []

    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        asked.extend(vectors)
        return quadratic(vectors)

    run(make_space(50), evaluate, sigma=0.01, population=20, max_generations=1)
    assert np.std(np.array(asked)) == pytest.approx(0.01, rel=0.1)


@pytest.mark.parametrize("bounds", [{}, {"upper": 0.0}, {"lower": -1.0, "upper": 3.0}])
def test_the_first_candidate_is_the_start_itself(make_space, bounds: dict[str, float]):
    strategy = CmaSearch(make_space(5, **bounds), CmaSpec(sigma=0.3), 1)
    first, second = strategy.ask(), strategy.tell([1.0] * 8) or strategy.ask()
    assert first[0].tolist() == [0.0] * 5
    assert all(np.any(vector != 0.0) for vector in [*first[1:], *second])


def test_a_step_with_less_damping_follows_sooner(quadratic, make_space):
    def sigma(**spec: float) -> float:
        far = run(make_space(20), quadratic, sigma=1e-3, max_generations=15, **spec)
        return far[-1].sigma

    assert sigma(step_damping=0.25) > 1.5 * sigma()


def test_no_search_ends_worse_than_it_began(quadratic, make_space):
    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        return quadratic([vector + 2.0 for vector in vectors])  # least at the start

    assert run(make_space(), evaluate, max_generations=3)[-1].best == 0.0
    without = run(make_space(), evaluate, max_generations=3, include_start=False)
    assert without[-1].best > 0.0


def test_the_same_seed_gives_the_same_costs(quadratic, make_space):
    first = run(make_space(), quadratic, seed=3, max_generations=20)
    second = run(make_space(), quadratic, seed=3, max_generations=20)
    assert costs_of(first) == costs_of(second)


def test_another_seed_gives_other_costs(quadratic, make_space):
    first = run(make_space(), quadratic, seed=3, max_generations=2)
    second = run(make_space(), quadratic, seed=4, max_generations=2)
    assert costs_of(first) != costs_of(second)


def test_numpys_global_generator_neither_matters_nor_changes(quadratic, make_space):
    np.random.seed(11)  # noqa: NPY002
    before = np.random.get_state()  # noqa: NPY002
    first = run(make_space(), quadratic, max_generations=5)
    after = np.random.get_state()  # noqa: NPY002
    assert before[0] == after[0]
    assert before[1].tolist() == after[1].tolist()  # type: ignore[union-attr]
    assert before[2:] == after[2:]
    np.random.seed(12)  # noqa: NPY002
    assert costs_of(run(make_space(), quadratic, max_generations=5)) == costs_of(first)


def test_what_the_evaluation_draws_does_not_matter(quadratic, make_space):
    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        np.random.random(7)  # noqa: NPY002
        return quadratic(vectors)

    calm = run(make_space(), quadratic, max_generations=5)
    assert costs_of(run(make_space(), evaluate, max_generations=5)) == costs_of(calm)


def test_a_replayed_search_goes_on_as_if_nothing_had_happened(quadratic, make_space):
    whole = run(make_space(), quadratic, max_generations=12)
    resumed = run(
        make_space(), quadratic, recorded=costs_of(whole[:7]), max_generations=12
    )
    assert [generation.is_replayed for generation in resumed] == [True] * 7 + [
        False
    ] * 5
    assert costs_of(resumed) == costs_of(whole)
    assert resumed[-1].best_vector.tobytes() == whole[-1].best_vector.tobytes()
    assert resumed[-1].sigma == whole[-1].sigma


def test_nothing_is_evaluated_while_replaying(quadratic, make_space):
    whole = run(make_space(), quadratic, max_generations=4)

    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        raise AssertionError("evaluated")

    resumed = run(make_space(), evaluate, recorded=costs_of(whole), max_generations=4)
    assert resumed[-1].best == whole[-1].best


def test_bounds_are_respected(quadratic, make_space):
    asked: list[np.ndarray] = []

    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        asked.extend(vectors)
        return quadratic(vectors)

    # The minimum at 2 is out of reach: the search ends at the nearest corner.
    space = make_space(lower=-0.5, upper=1.0)
    last = run(space, evaluate, max_generations=400)[-1]
    everything = np.array(asked)
    assert everything.min() >= -0.5
    assert everything.max() <= 1.0
    assert last.best_vector == pytest.approx(np.ones(4), abs=1e-3)


def test_one_sided_bounds_are_respected(quadratic, make_space):
    asked: list[np.ndarray] = []

    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        asked.extend(vectors)
        return quadratic(vectors)

    run(make_space(upper=1.0), evaluate, max_generations=40)
    assert np.array(asked).max() <= 1.0


def test_a_generation_counts_candidates_and_remembers_the_best(quadratic, make_space):
    generations = run(make_space(), quadratic, population=5, max_generations=10)
    assert [generation.number for generation in generations] == list(range(1, 11))
    assert [generation.evaluations for generation in generations] == list(
        range(5, 55, 5)
    )
    lowest = np.inf
    for generation in generations:
        assert generation.is_better == (min(generation.costs) < lowest)
        lowest = min(lowest, *generation.costs)
        assert generation.best == lowest
        assert quadratic([generation.best_vector]) == [lowest]


def test_a_cost_that_cannot_be_ranked_counts_as_the_worst(make_space):
    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        return [np.nan, np.inf, *(float(np.sum(v**2)) for v in vectors[2:])]

    first, *_ = run(make_space(), evaluate, population=6, max_generations=1)
    assert first.costs[:2] == (WORST_COST, WORST_COST)
    assert first.best == min(first.costs[2:])


def test_a_search_in_which_everything_fails_still_has_a_best(make_space):
    def evaluate(vectors: Sequence[np.ndarray]) -> list[float]:
        return [np.nan] * len(vectors)

    last = run(make_space(), evaluate, max_generations=2)[-1]
    assert last.best == WORST_COST
    assert last.best_generation == 1


def test_the_default_population_is_that_of_hansen_in_full_lanes(make_space):
    sizes = (1, 2, 10, 184)
    assert [least_population(n) for n in sizes] == [4, 6, 10, 19]
    assert [default_population(n) for n in sizes] == [8, 8, 16, 24]
    assert len(CmaSearch(make_space(10), CmaSpec(), 1).ask()) == 16
    assert len(CmaSearch(make_space(10), CmaSpec(population=7), 1).ask()) == 7


def test_the_search_stops_when_the_budget_is_used(quadratic, make_space):
    last = run(make_space(), quadratic, max_generations=3)[-1]
    assert (last.number, last.stop_reason) == (3, StopReason.BUDGET_USED)


def test_the_search_stops_without_progress(make_space):
    last = run(make_space(), flat, stall_generations=4)[-1]
    assert (last.number, last.stop_reason) == (5, StopReason.NO_PROGRESS)


def test_the_search_stops_when_its_steps_have_become_too_small(quadratic, make_space):
    last = run(make_space(1), quadratic, sigma=1e-11)[-1]
    assert last.stop_reason is StopReason.COLLAPSED


def test_only_the_last_generation_has_a_stop_reason(quadratic, make_space):
    generations = run(make_space(), quadratic, max_generations=4)
    assert [generation.stop_reason for generation in generations[:-1]] == [None] * 3


@pytest.mark.parametrize(
    ("generation", "best_generation", "best", "spread", "expected"),
    [
        (9, 9, 1.0, 1.0, None),
        (9, 9, 0.5, 1.0, StopReason.TARGET_REACHED),
        (10, 10, 1.0, 1.0, StopReason.BUDGET_USED),
        (10, 10, 0.4, 1.0, StopReason.TARGET_REACHED),
        (9, 5, 1.0, 1.0, StopReason.NO_PROGRESS),
        (9, 6, 1.0, 1.0, None),
        (9, 9, 1.0, 1e-13, StopReason.COLLAPSED),
    ],
)
def test_each_stop_rule(
    generation: int,
    best_generation: int,
    best: float,
    spread: float,
    expected: StopReason | None,
):
    spec = CmaSpec(target=0.5, max_generations=10, stall_generations=4)
    assert stop_reason(spec, generation, best_generation, best, spread) is expected


def test_every_stop_reason_has_a_word_and_a_sentence():
    for reason in StopReason:
        assert reason.word == reason.word.lower()
        assert reason.value.endswith(".")


def test_matrices_are_computed_on_one_thread(monkeypatch, make_space):
    """With more of them, sums would have another order, and other bits."""
    search = CmaSearch(make_space(), CmaSpec(), seed=1)
    threads: list[int] = []

    def watched(do: Callable[..., Any]) -> Callable[..., Any]:
        def see(*arguments: Any) -> Any:
            pools = [one for one in threadpool_info() if one["user_api"] == "blas"]
            threads.extend(one["num_threads"] for one in pools)
            return do(*arguments)

        return see

    for name in ("ask", "tell"):
        do = getattr(search._strategy, name)
        monkeypatch.setattr(search._strategy, name, watched(do))
    with threadpool_limits(3, user_api="blas"):
        search.tell(flat(search.ask()))
    assert threads
    assert set(threads) == {1}
