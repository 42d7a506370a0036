"""A run whose guide is withdrawn: what it keeps, and that it can be resumed."""

from pathlib import Path
from typing import Any

import pytest

from gaitsmith.experiment import Experiment
from gaitsmith.jobs import resume
from gaitsmith.runs.advance import Advance
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.search_job import Run
from gaitsmith.workflows import load_solution, optimize

GUIDE = {"stiffness": 1000.0, "damping": 100.0, "strength": 0.8}


@pytest.fixture(scope="session")
def guided(make_experiment) -> Experiment:
    """Nearly every candidate meets the task, so the guide goes step by step."""
    return make_experiment(
        setting={"duration": 0.5, "rate": 1200.0, "guide": GUIDE},
        optimizer={"max_generations": 5, "population": 4, "sigma": 0.1},
        withdrawal={"met": 1e6, "factor": 0.5, "least": 0.2},
    )


@pytest.fixture(scope="session")
def run(guided: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return optimize(guided, tmp_path_factory.mktemp("guided") / "run", workers=1)


def test_strength_and_effort_of_every_generation_are_kept(run: Run):
    rows = run.folder.read_progress()
    strengths = [row.guide_strength for row in rows]
    assert strengths == pytest.approx([0.8, 0.4, 0.2, 0.0, 0.0])
    assert all(row.guide_effort > 0.0 for row in rows[:3])
    assert [row.guide_effort for row in rows[3:]] == [0.0, 0.0]


def test_the_result_is_an_ordinary_solution_without_guide(run: Run):
    solution = load_solution(run.folder.path)
    assert solution.problem.setting.guide.strength == 0.0
    assert solution.as_experiment().search.withdrawal is None
    rollout = solution.problem.roll_out(solution.values)
    assert rollout.measures.metered["guide"]["effort"] == 0.0
    score = solution.problem.score(rollout)
    assert score.total == pytest.approx(run.best.score["total"])


@pytest.mark.parametrize("number", [1, 3, 4])
def test_it_is_resumed_exactly(
    number: int, guided: Experiment, run: Run, results, tmp_path: Path
):
    def interrupt(advance: Advance) -> None:
        if advance.done == number and not advance.is_replayed:
            raise KeyboardInterrupt

    stopped = optimize(guided, tmp_path / "run", watch=interrupt)
    strength = stopped.best.problem.setting.guide.strength
    assert strength == run.folder.read_progress()[number - 1].guide_strength
    resume(tmp_path / "run")
    assert results(tmp_path / "run") == results(run.folder.path)


def test_a_table_of_progress_without_the_guides_columns_is_read(
    run: Run, tmp_path: Path
):
    folder = RunFolder(tmp_path)
    lines = run.folder.progress_file.read_text().splitlines()
    folder.progress_file.write_text(
        "".join(line.rsplit(",", 2)[0] + "\n" for line in lines)
    )
    rows = folder.read_progress()
    assert [row.guide_strength for row in rows] == [0.0] * 5
    assert [row.best for row in rows] == [r.best for r in run.folder.read_progress()]


def test_the_experiment_says_how_the_guide_goes(guided: Experiment):
    stored: dict[str, Any] = guided.as_dict()["withdrawal"]
    how = {"met": 1e6, "share": 0.5, "factor": 0.5, "least": 0.2}
    assert stored == {"key": "setting.guide.strength", **how}
