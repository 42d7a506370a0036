"""What helps is withdrawn during a search, on functions whose minimum is known."""

from collections.abc import Sequence

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.optimization.cma_adapter import CmaSpec
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.optimization.optimizers import declare_optimizer
from gaitsmith.optimization.search import Generation, search
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.optimization.withdrawal import Withdrawal, WithdrawalSpec, lowered

SPEC = WithdrawalSpec(met=1.0, share=0.5, factor=0.5, least=0.2)
GUIDE = {"stiffness": 1000.0, "damping": 100.0}


def levels_after(*generations: Sequence[float]) -> list[float]:
    withdrawal, found = Withdrawal(SPEC), []
    for costs in generations:
        withdrawal = withdrawal.updated(costs)
        found.append(withdrawal.level)
    return found


def test_the_guide_is_lowered_when_enough_candidates_meet_the_task():
    assert levels_after([0.5, 1.0, 2.0, 2.0]) == [0.5]
    assert levels_after([0.5, 2.0, 2.0, 2.0]) == [1.0]


def test_it_ends_at_exactly_zero_and_stays_there():
    met = [0.0, 0.0]
    assert levels_after(met, met, met, met) == [0.5, 0.25, 0.0, 0.0]


def test_shares_are_counted_as_they_are_written():
    seven_of_a_hundred = [0.0] * 7 + [2.0] * 93
    for share in (0.07, 0.071):
        withdrawal = Withdrawal(WithdrawalSpec(met=1.0, share=share, factor=0.5))
        after = withdrawal.updated(seven_of_a_hundred)
        assert after.level == (0.5 if share == 0.07 else 1.0)
    withdrawal = Withdrawal(WithdrawalSpec(met=1.0, factor=0.7, least=0.49))
    shares = [(withdrawal := withdrawal.updated([0.0])).level for _ in range(3)]
    assert shares == pytest.approx([0.7, 0.49, 0.0])


def test_without_a_specification_it_stays_as_it_is():
    assert Withdrawal().updated([0.0]) == Withdrawal()
    assert Withdrawal().is_over


def helped(vectors: Sequence[np.ndarray], share: float) -> list[float]:
    """A bowl whose minimum is where the search starts as long as it is helped."""
    target = 2.0 * (1.0 - share)
    return [float(np.sum((vector - target) ** 2)) for vector in vectors]


def run(
    space, method: str = "cma", recorded: Sequence[Sequence[float]] = (), **options
) -> list[Generation]:
    spec = declare_optimizer(
        {"method": method, "sigma": 0.3, "target": 0.01, **options}
    )
    return list(search(space, spec, 1, helped, recorded, Withdrawal(SPEC)))


@pytest.mark.parametrize("method", ["cma", "descent"])
def test_the_target_is_reached_on_its_own(method: str, make_space):
    generations = run(make_space(3), method)
    shares = [generation.level for generation in generations]
    assert list(dict.fromkeys(shares)) == [1.0, 0.5, 0.25, 0.0]
    assert generations[-1].stop_reason is StopReason.TARGET_REACHED
    assert helped([generations[-1].best_vector], 0.0)[0] <= 0.01


@pytest.mark.parametrize("method", ["cma", "descent"])
def test_what_was_found_with_more_help_does_not_count(method: str, make_space):
    for generation in run(make_space(3), method):
        (cost,) = helped([generation.best_vector], generation.level)
        assert generation.best == pytest.approx(cost)


@pytest.mark.parametrize("method", ["cma", "descent"])
def test_a_replayed_search_withdraws_at_the_same_generations(method: str, make_space):
    whole = run(make_space(3), method)
    recorded = [generation.costs for generation in whole[: len(whole) // 2]]
    again = run(make_space(3), method, recorded)
    for one, other in zip(whole, again, strict=True):
        assert (one.costs, one.level) == (other.costs, other.level)
        assert (one.best, one.stop_reason) == (other.best, other.stop_reason)


def test_a_task_that_is_never_met_keeps_its_guide(make_space):
    spec = CmaSpec(max_generations=5)
    withdrawal = Withdrawal(SPEC.model_copy(update={"met": -1.0}))
    last = list(search(make_space(3), spec, 1, helped, withdrawal=withdrawal))[-1]
    assert (last.level, last.stop_reason) == (1.0, StopReason.BUDGET_USED)


def test_a_guide_that_is_lowered_is_progress(make_space):
    # The second generation finds nothing better, but meets the task.
    costs = iter([[2.0, 2.0, 2.0, 0.5], [1.0] * 4, [2.0] * 4, [2.0] * 4])
    spec = CmaSpec(population=4, stall_generations=1)
    withdrawal = Withdrawal(SPEC)
    found = list(
        search(make_space(3), spec, 1, lambda *_: next(costs), withdrawal=withdrawal)
    )
    assert [one.level for one in found] == [1.0, 1.0, 0.5, 0.5]
    assert found[-1].stop_reason is StopReason.NO_PROGRESS


def test_candidates_are_judged_with_their_share_of_the_guide(make_experiment):
    setting = {"duration": 1.5, "rate": 1200.0}
    guided = make_experiment(setting=setting | {"guide": GUIDE}).problem
    half = make_experiment(setting=setting | {"guide": GUIDE | {"strength": 0.5}})
    alone = make_experiment(setting=setting).problem
    vectors = [np.full(guided.space.dimension, 0.2)]
    evaluate = Evaluator(guided, 1, WithdrawalSpec(met=1.0))
    found = [evaluate(vectors, share) for share in (1.0, 0.5, 0.0, 1.0)]
    for problem, costs in zip((guided, half.problem, alone), found, strict=False):
        evaluate = Evaluator(problem, 1)
        assert evaluate(vectors) == costs
    assert len({costs[0] for costs in found[:3]}) == 3
    assert found[3] == found[0]


def test_there_must_be_a_guide(make_experiment):
    with pytest.raises(InputError, match="there is no guide that could be withdrawn"):
        make_experiment(withdrawal={"met": 1.0})
    off = {"guide": GUIDE | {"strength": 0.0}}
    with pytest.raises(InputError, match="a damping, and a strength above 0"):
        make_experiment(setting=off, withdrawal={"met": 1.0})


def test_any_number_of_the_problem_can_be_withdrawn(make_experiment):
    problem = make_experiment(
        setting={"motor_noise": 0.4},
        objective={"power": {"weight": 8.0}},
        withdrawal={"met": 1.0, "key": "setting.motor_noise"},
    ).problem
    for key, found in (
        ("setting.motor_noise", lambda one: one.setting.motor_noise / 0.4),
        (
            "objective.power.weight",
            lambda one: one.objective.options["power"].weight / 8,
        ),
    ):
        spec = WithdrawalSpec(met=1.0, key=key)
        assert found(lowered(problem, spec, 0.25)) == pytest.approx(0.25)
        assert lowered(problem, spec, 0.25).character is problem.character


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("setting.guid.strength", "no key is called 'setting.guid.strength'"),
        ("setting.pushes", r"setting.pushes is \(\); only a number above 0"),
        ("setting.motor_noise", "setting.motor_noise is 0.0; only a number above 0"),
        ("seed", "seed is 1; only a number above 0"),
    ],
)
def test_what_is_no_positive_number_cannot_be_withdrawn(key, words, make_experiment):
    with pytest.raises(InputError, match=f"^tiny.toml: withdrawal.key: {words}"):
        make_experiment(withdrawal={"met": 1.0, "key": key})
