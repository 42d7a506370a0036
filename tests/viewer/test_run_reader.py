import os
import shutil
import time

import pytest

from gaitsmith.adaptation.chain import adapt, plan_chain
from gaitsmith.errors import InputError
from gaitsmith.runs.folder import RunFolder
from gaitsmith.viewer.run_reader import RunReader
from gaitsmith.workflows import initial_solution, optimize


def cut(run: RunFolder, generations: int) -> None:
    lines = run.progress_file.read_text().splitlines(keepends=True)
    run.progress_file.write_text("".join(lines[: generations + 1]))


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(InputError, match="this is no run folder"):
        RunReader(tmp_path)
    with pytest.raises(InputError, match="there is no such run folder"):
        RunReader(tmp_path / "nothing")


def test_before_the_first_generation_it_waits(run):
    run.best_file.unlink()
    run.progress_file.unlink()
    run.terms_file.unlink()
    state = RunReader(run.path).read()
    assert state.phase == "Waiting for the first generation."
    assert (state.rows, state.best, state.terms) == ((), None, ())


def test_a_finished_run_says_why(run):
    state = RunReader(run.path).read()
    assert state.name == "tiny"
    assert state.phase == "Finished. All generations were used."
    assert [row.generation for row in state.rows] == [1, 2, 3]
    assert state.best is not None
    assert set(state.terms[0].contributions) == {"fail", "user", "power"}


def test_a_run_under_way_says_how_far_it_is(run):
    cut(run, 2)
    assert RunReader(run.path).read().phase == "Running: generation 2 of 3."


def test_a_run_whose_guide_goes_says_how_much_is_left(make_experiment, tmp_path):
    guide = {"stiffness": 1000.0, "damping": 100.0, "strength": 0.8}
    experiment = make_experiment(
        setting={"guide": guide},
        optimizer={"max_generations": 3, "stall_generations": 2, "target": 1e6},
        withdrawal={"met": 1e6, "factor": 0.5, "least": 0.4},
    )
    run = optimize(experiment, tmp_path / "run").folder
    reader = RunReader(run.path)
    assert reader.read().phase == "Finished. The target was reached."
    cut(run, 2)
    assert reader.read().phase == (
        "Running: generation 2 of 3, guided with a strength of 0.4."
    )


def test_a_long_silence_is_told_with_a_remedy(run):
    cut(run, 2)
    long_ago = time.time() - 600.0
    os.utime(run.progress_file, (long_ago, long_ago))
    assert RunReader(run.path).read().phase == (
        "No news for 10 minutes: converged or stopped. Resume it with: gaitsmith resume"
        f" {run.path}"
    )


def test_a_better_one_is_read_with_its_terms(run, improve):
    reader = RunReader(run.path)
    first = reader.read()
    assert reader.read().best is first.best  # nothing new, nothing read
    improve(0.5, evaluations=8)
    improve(0.25, evaluations=12)
    state = reader.read()
    assert state.best.score["total"] == 0.25
    assert len(state.terms) == len(first.terms) + 2
    assert state.terms[-1].contributions["power"] == 0.25


def test_reading_leaves_the_folder_as_it_is_even_while_it_is_locked(run):
    def files() -> dict[str, tuple[int, bytes]]:
        return {
            file.name: (file.stat().st_mtime_ns, file.read_bytes())
            for file in run.path.iterdir()
        }

    with run.lock():
        before = files()
        RunReader(run.path).read()
        assert files() == before


def test_of_a_chain_the_last_stage_is_read(make_experiment, tmp_path):
    solution = initial_solution(make_experiment(optimizer={"max_generations": 1}))
    spec = plan_chain(
        solution, "setting.friction", 0.9, 0.05, start=1.0, enough=900.0, generations=1
    )
    folder = tmp_path / "chain"
    chain = adapt(solution, spec, folder)
    state = RunReader(folder).read()
    last = chain.stages[-1]
    assert state.name == f"stage-{last.number:02d}: setting.friction = {last.value:g}"
    assert state.best is not None
    for stage in folder.glob("stage-*"):
        shutil.rmtree(stage)
    assert RunReader(folder).read().phase == "Waiting for the first stage."
