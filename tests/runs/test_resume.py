"""However a run was interrupted: resumed, it ends in the same bytes."""

import errno
import os
from pathlib import Path

import pytest

from gaitsmith.errors import WorkFailedError
from gaitsmith.experiment import Experiment
from gaitsmith.jobs import resume
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.runs.advance import Advance
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.job import InterruptedJobError
from gaitsmith.runs.search_job import Run
from gaitsmith.runs.solution import Solution
from gaitsmith.workflows import load_solution, optimize


def interrupt_at(number: int):
    """A watcher that presses Ctrl-C after a generation."""

    def watch(advance: Advance) -> None:
        if advance.done == number and not advance.is_replayed:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_an_interrupted_run_ends_in_the_same_bytes(
    number: int, experiment: Experiment, finished: Run, results, tmp_path: Path
):
    folder = tmp_path / "stopped"
    stopped = optimize(experiment, folder, watch=interrupt_at(number))
    assert stopped.stop_reason is StopReason.INTERRUPTED
    assert stopped.generations == number
    resumed = resume(folder)
    assert resumed.stop_reason is finished.stop_reason
    assert resumed.evaluations == finished.evaluations
    assert results(folder) == results(finished.folder.path)


def test_a_run_can_be_interrupted_again_and_again(
    experiment: Experiment, finished: Run, results, tmp_path: Path
):
    folder = tmp_path / "stopped"
    optimize(experiment, folder, watch=interrupt_at(1))
    for number in (2, 3, 4):
        assert resume(folder, watch=interrupt_at(number)).generations == number
    resume(folder)
    assert results(folder) == results(finished.folder.path)
    assert [row.generation for row in RunFolder(folder).read_progress()] == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_an_interrupt_before_the_first_generation_says_how_to_go_on(
    experiment: Experiment,
    finished: Run,
    results,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    def interrupt(*_given: object) -> list[float]:
        raise KeyboardInterrupt

    folder = tmp_path / "stopped"
    with monkeypatch.context() as patched:
        patched.setattr(Evaluator, "__call__", interrupt)
        with pytest.raises(InterruptedJobError) as raised:
            optimize(experiment, folder)
    assert raised.value.folder == folder
    resume(folder)
    assert results(folder) == results(finished.folder.path)


@pytest.mark.parametrize(
    "cut",
    ["in the header", "in a number", "before a newline", "after a line", "all but one"],
)
def test_a_log_that_was_cut_anywhere_ends_in_the_same_bytes(
    cut: str, finished: Run, results
):
    path = finished.folder.path
    before = results(path)
    log = before["costs.csv"]
    third = log.index(b"\n3,1,")
    kept = {
        "in the header": 7,
        "in a number": third + 8,
        "before a newline": third,
        "after a line": third + 1,
        "all but one": len(log) - 1,
    }[cut]
    finished.folder.costs_file.write_bytes(log[:kept])
    finished.folder.best_file.unlink()
    resume(path)
    assert results(path) == before
    assert len(finished.folder.read_progress()) == 5


def test_a_kill_between_costs_and_progress_loses_no_row(finished: Run):
    folder = finished.folder
    lines = folder.progress_file.read_text(encoding="utf-8").splitlines(keepends=True)
    folder.progress_file.write_text("".join(lines[:-1]), encoding="utf-8")
    before = folder.read_progress()
    resume(folder.path)
    after = folder.read_progress()
    assert after[:-1] == before
    assert [row.generation for row in after] == [1, 2, 3, 4, 5]
    assert after[-1].best == pytest.approx(finished.best.score["total"], rel=1e-7)


def test_a_kill_between_costs_and_best_is_made_good(
    experiment: Experiment,
    finished: Run,
    results,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    def die(_solution: Solution, _path: Path) -> None:
        raise SystemExit

    folder = tmp_path / "stopped"
    with monkeypatch.context() as patched, pytest.raises(SystemExit):
        patched.setattr(Solution, "save", die)
        optimize(experiment, folder)
    assert not (folder / "best.json").exists()
    resume(folder)
    assert results(folder) == results(finished.folder.path)


@pytest.mark.parametrize("call", [1, 3, 4, 7, 10])
def test_a_full_disk_stops_the_run_and_space_lets_it_go_on(
    call: int,
    experiment: Experiment,
    finished: Run,
    results,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    calls = []

    def fail(_descriptor: int) -> None:
        calls.append(1)
        if len(calls) >= call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    folder = tmp_path / "stopped"
    with (
        monkeypatch.context() as patched,
        pytest.raises(WorkFailedError, match="cannot be written: No space left on dev"),
    ):
        patched.setattr(os, "fsync", fail)
        optimize(experiment, folder)
    if (folder / "experiment.toml").exists():
        resume(folder)
    else:
        optimize(experiment, folder)
    assert results(folder) == results(finished.folder.path)


def test_a_finished_run_stays_as_it_is(finished: Run, results):
    path = finished.folder.path
    before = results(path)
    watched: list[int] = []
    again = resume(path, watch=lambda advance: watched.append(advance.done))
    assert again.stop_reason is StopReason.BUDGET_USED
    assert again.evaluations == finished.evaluations
    assert again.best.values == finished.best.values
    assert watched == [5]
    assert results(path) == before


def test_the_number_of_workers_does_not_change_a_byte(
    experiment: Experiment, finished: Run, results, tmp_path: Path
):
    optimize(experiment, tmp_path / "two", workers=2)
    assert results(tmp_path / "two") == results(finished.folder.path)


def test_a_run_with_motor_noise_and_an_own_body_ends_in_the_same_bytes(
    make_experiment, own_model, results, tmp_path: Path
):
    experiment = make_experiment(
        character={
            "model_xml": own_model.xml.replace("-0.45", "-0.451234567890123"),
            "roles": own_model.roles,
            "ground": {"friction": float("inf")},
        },
        controller={"law": "posture", "gait": "stand"},
        setting={"motor_noise": 0.1},
        seed=4,
    )
    optimize(experiment, tmp_path / "whole")
    optimize(experiment, tmp_path / "stopped", watch=interrupt_at(1))
    resume(tmp_path / "stopped")
    assert results(tmp_path / "stopped") == results(tmp_path / "whole")


def test_progress_shows_the_last_replayed_generation_and_then_the_new_ones(
    experiment: Experiment, tmp_path: Path
):
    folder = tmp_path / "stopped"
    optimize(experiment, folder, watch=interrupt_at(3))
    watched: list[tuple[int, bool]] = []

    def watch(advance: Advance) -> None:
        watched.append((advance.done, advance.is_replayed))

    resume(folder, watch=watch)
    assert watched == [(3, True), (4, False), (5, False)]


def test_wall_time_goes_on_where_it_stopped(experiment: Experiment, tmp_path: Path):
    folder = tmp_path / "stopped"
    optimize(experiment, folder, watch=interrupt_at(3))
    kept = RunFolder(folder)
    rows = [row.__dict__ | {"seconds": 1000.0} for row in kept.read_progress()]
    kept.progress_file.unlink()
    for row in rows:
        kept.append_progress(Progress(**row))
    run = resume(folder)
    assert run.seconds > 1000.0
    assert all(row.seconds >= 1000.0 for row in kept.read_progress())


def test_a_smaller_budget_ends_a_run_that_is_beyond_it(finished: Run):
    file = finished.folder.experiment_file
    text = file.read_text(encoding="utf-8")
    assert "max_generations = 5" in text
    file.write_text(text.replace("max_generations = 5", "max_generations = 2"))
    run = resume(finished.folder.path)
    assert run.stop_reason is StopReason.BUDGET_USED
    assert run.generations == 2


def test_a_larger_budget_lets_a_finished_run_go_on(finished: Run):
    file = finished.folder.experiment_file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("max_generations = 5", "max_generations = 7"))
    before = finished.folder.costs_file.read_bytes()
    run = resume(finished.folder.path)
    assert run.generations == 7
    assert finished.folder.costs_file.read_bytes().startswith(before)


def test_every_start_is_noted(experiment: Experiment, tmp_path: Path):
    folder = tmp_path / "stopped"
    command = "gaitsmith optimize tiny.toml"
    optimize(experiment, folder, watch=interrupt_at(2), command=command)
    resume(folder)
    starts = RunFolder(folder)._starts()
    assert [start["command"] for start in starts] == [
        command,
        "gaitsmith resume stopped",
    ]
    assert load_solution(folder).provenance.command == command


def test_a_run_from_before_the_start_was_tried_first_goes_on_without_it(
    experiment: Experiment, tmp_path: Path
):
    table = {**experiment.as_dict()["optimizer"], "include_start": False}
    without = experiment.changed({"optimizer": table}, "test")
    whole = optimize(without, tmp_path / "whole")
    stopped = optimize(without, tmp_path / "stopped", watch=interrupt_at(2))
    file = stopped.folder.experiment_file
    text = file.read_text("utf-8")
    file.write_text(text.replace("include_start = false\n", ""), "utf-8")
    assert file.read_text("utf-8") != text
    resume(stopped.folder.path)
    for name in ("costs.csv", "best.json"):
        ended = [(run.folder.path / name).read_bytes() for run in (whole, stopped)]
        assert ended[0] == ended[1]
