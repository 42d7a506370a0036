"""The last bests of a search are compared; a fragile one loses to a sturdy second."""

from pathlib import Path

import pytest

from gaitsmith.jobs import resume
from gaitsmith.optimization.optimizers import Search
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.optimization.strategy import OptimizerSpec
from gaitsmith.optimization.sturdiness import (
    STARTS_SEED,
    Sturdiness,
    SturdinessSpec,
    SturdyTrial,
)
from gaitsmith.runs import final_check
from gaitsmith.runs.advance import Advance
from gaitsmith.runs.final_check import STURDINESS_FILE, finalists
from gaitsmith.workflows import (
    load_solution,
    optimize,
    with_changes,
    with_setting,
)

FILES = ("best.json", "costs.csv", "sturdiness.json")


@pytest.fixture(scope="module")
def experiment(make_experiment):
    """Its bests walk half a second, and are checked for one."""
    return make_experiment(
        optimizer={"max_generations": 6},
        seed=2,
        sturdiness={"finalists": 3, "seconds": 1.0, "starts": 2},
    )


class Stub:
    """Lets only some of the candidates hold, in the order of the calls."""

    def __init__(self, *holding: bool) -> None:
        self.holding, self.calls = holding, 0

    def __call__(self, problem, values, spec, workers=None, tell=None):
        outcome = "completed" if self.holding[self.calls] else "fell"
        self.calls += 1
        return Sturdiness(
            spec.seconds, 5.0, 2.0, STARTS_SEED, (SturdyTrial(1.0, 0, 1.0, outcome),)
        )


@pytest.fixture
def only_holds(monkeypatch):
    def use(*holding: bool) -> Stub:
        stub = Stub(*holding)
        monkeypatch.setattr(final_check, "check_sturdiness", stub)
        return stub

    return use


def test_a_fragile_best_loses_to_a_sturdy_second(experiment, only_holds, tmp_path):
    only_holds(False, True, True)
    run = optimize(experiment, tmp_path / "run", workers=1)
    first, second = run.finalists
    assert first.total < second.total == run.best.score["total"]
    assert not first.sturdiness.holds
    assert run.best.sturdiness == second.sturdiness
    assert load_solution(tmp_path / "run").score["total"] == second.total
    assert "A lower objective was passed over" in str(run)
    assert [one["holds"] for one in run.as_dict()["finalists"]] == [False, True]


def test_a_best_that_holds_is_the_only_one_looked_at(experiment, only_holds, tmp_path):
    stub = only_holds(True)
    run = optimize(experiment, tmp_path / "run", workers=1)
    assert stub.calls == len(run.finalists) == 1
    assert run.as_dict()["sturdiness"]["holds"]


def test_a_check_that_is_switched_off_looks_at_nothing(
    make_experiment, only_holds, tmp_path
):
    stub = only_holds()
    run = optimize(make_experiment(), tmp_path / "run", workers=1)
    assert stub.calls == 0
    assert run.best.sturdiness is None
    assert run.as_dict()["sturdiness"] is None


@pytest.fixture(scope="module")
def checked(experiment, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "checked"
    return optimize(experiment, folder, workers=1)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_run_that_was_stopped_while_it_was_checked_ends_in_the_same_bytes(
    experiment, checked, at, tmp_path
):
    def stop(advance: Advance) -> None:
        if advance.what == "time step" and advance.done == at:
            raise KeyboardInterrupt

    folder = tmp_path / "stopped"
    stopped = optimize(experiment, folder, workers=2, watch=stop)
    assert stopped.stop_reason is StopReason.INTERRUPTED
    assert not (folder / STURDINESS_FILE).exists()
    resumed = resume(folder)
    assert resumed.finalists == checked.finalists
    assert bytes_of(folder) == bytes_of(checked.folder.path)


def test_what_was_checked_before_a_stop_is_not_checked_again(
    experiment, only_holds, tmp_path
):
    stub = only_holds(False, True)
    folder = tmp_path / "stopped"

    def stop_after_the_first(advance: Advance) -> None:
        if advance.what == "time step" and stub.calls == 1:
            raise KeyboardInterrupt

    optimize(experiment, folder, workers=1, watch=stop_after_the_first)
    assert stub.calls == 1
    run = resume(folder)
    assert stub.calls == 2
    assert [one.sturdiness.holds for one in run.finalists] == [False, True]
    resume(folder)
    assert stub.calls == 2


def test_what_was_found_is_forgotten_when_the_problem_changes(checked):
    best = checked.best
    assert best.sturdiness is not None
    assert with_setting(best).sturdiness == best.sturdiness
    assert with_setting(best, friction=0.2).sturdiness is None
    assert with_changes(best, ["setting.friction=0.2"]).sturdiness is None
    assert load_solution(checked.folder.path).sturdiness == best.sturdiness


class Best:
    def __init__(self, number: int, best: float, level: float = 1.0) -> None:
        self.number, self.best, self.level = number, best, level


def search(target: float | None = None, most: int = 5) -> Search:
    spec = OptimizerSpec(method="cma", target=target)
    return Search(spec, sturdiness=SturdinessSpec(finalists=most))


def numbers(passed: list[Best], how: Search) -> list[int]:
    return [one.number for one in finalists(passed, how)]  # type: ignore[arg-type]


def test_finalists_are_the_last_bests_that_differ():
    passed = [Best(1, 9.0), Best(2, 5.0), Best(3, 4.01), Best(4, 4.0), Best(5, 3.0)]
    assert numbers(passed, search()) == [5, 4, 2, 1]
    assert numbers(passed, search(most=2)) == [5, 4]


def test_finalists_reach_the_target_if_the_best_does():
    passed = [Best(1, 9.0), Best(2, 5.0), Best(3, 3.0)]
    assert numbers(passed, search(target=5.0)) == [3, 2]
    assert numbers(passed, search(target=1.0)) == [3, 2, 1]


def test_finalists_solve_the_same_problem_as_the_last():
    passed = [Best(1, 1.0), Best(2, 5.0, level=0.5), Best(3, 3.0, level=0.5)]
    assert numbers(passed, search()) == [3, 2]
