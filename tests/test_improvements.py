"""The bests of a run on its way are what they were when they were found."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gaitsmith import improvements
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.improvements import Improvement, nearest, replay_run
from gaitsmith.optimization.problem import Problem
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.row_log import read_terms
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.solution_file import CHAIN_FILE
from gaitsmith.workflows import optimize, simulate

GENERATIONS = 6
COMMAND = "gaitsmith optimize tiny.toml --seed 2"


@pytest.fixture(scope="module")
def make(make_experiment) -> Any:
    """The tiny search, stopped after some of its generations."""

    def make(generations: int) -> Experiment:
        return make_experiment(optimizer={"max_generations": generations}, seed=2)

    return make


@pytest.fixture(scope="module")
def run(make, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("runs") / "my run"
    return optimize(make(GENERATIONS), folder, workers=1, command=COMMAND)


def test_a_replay_simulates_nothing_and_finds_what_the_run_had_found(run, monkeypatch):
    monkeypatch.setattr(Problem, "judge", lambda *_: pytest.fail("simulated"))
    with run.folder.lock():  # as if the run went on
        replayed = replay_run(run.folder.path)
    numbers = [one.number for one in replayed.improved]
    assert replayed.num_generations == GENERATIONS
    assert len(numbers) > 1
    assert numbers == [row.generation for row in read_terms(run.folder.terms_file)]


def test_improvements_lead_to_the_best(run):
    told: list[tuple[int, int]] = []
    found = replay_run(run.folder.path).improvements(lambda *n: told.append(n))
    totals = [one.solution.score["total"] for one in found]
    assert totals == sorted(totals, reverse=True)
    assert found[-1].solution.values == run.best.values
    assert found[-1].solution.score == run.best.score
    assert told == [(number, len(found)) for number in range(1, len(found) + 1)]
    for one in found:
        rollout = simulate(one.solution).rollout
        assert one.speed == rollout.measures.speed
        assert one.seconds == rollout.seconds
        assert one.solution.provenance.evaluations == 4 * one.generation


@pytest.mark.parametrize("generations", range(1, GENERATIONS))
def test_the_best_as_of_a_generation_is_that_of_a_shorter_run(
    generations: int, run, make, tmp_path
):
    shorter = optimize(make(generations), tmp_path / "run", workers=1).best
    found = replay_run(run.folder.path).as_of(generations)
    assert found.solution.values == shorter.values
    assert found.solution.score == shorter.score
    assert found.generation <= generations


def test_a_generation_that_has_not_been_is_refused(run):
    with pytest.raises(InputError, match=r"there is no generation 7; this run has 6\."):
        replay_run(run.folder.path).as_of(GENERATIONS + 1)


def test_the_command_makes_the_run_and_picks_from_it(run):
    solution = replay_run(run.folder.path).as_of(1).solution
    assert solution.provenance.command == (
        f"{COMMAND} --run 'my run' && gaitsmith pick 'my run' --generation 1"
    )
    assert shlex.split(solution.provenance.command)  # quoted as a shell wants it


def test_the_command_of_a_run_in_a_series_makes_the_series(run, tmp_path):
    series = tmp_path / "chain"
    stage = series / "stage-01"
    stage.mkdir(parents=True)
    (series / CHAIN_FILE).touch()
    for file in run.folder.path.iterdir():
        (stage / file.name).write_bytes(file.read_bytes())
    assert (
        replay_run(stage)
        .as_of(1)
        .solution.provenance.command.endswith(
            " --run chain && gaitsmith pick chain/stage-01 --generation 1"
        )
    )
    with pytest.raises(
        InputError, match=r"several runs; give one of them, such as .*1"
    ):
        replay_run(series)


def test_the_description_says_when_and_how_fast(run):
    first = replay_run(run.folder.path).as_of(1)
    described = first.solution.description
    assert described == f"generation 1: {first.speed:.2f} m/s"
    longer = improvements._described(first.solution, "slow")
    assert longer.description == f"{described}; slow"


def an_improvement(run: Run, **changes: Any) -> Improvement:
    fields = {"generation": 1, "speed": 1.0, "seconds": 4.0, "is_up": True}
    return Improvement(solution=run.best, **(fields | changes))


def test_the_nearest_of_those_that_stay_up(run):
    slow, fast = (an_improvement(run, speed=speed) for speed in (0.4, 2.0))
    falls = an_improvement(run, speed=1.0, is_up=False)
    assert nearest([slow, falls, fast], 1.0) is slow
    assert nearest([slow, falls, fast], 1.3) is fast
    assert nearest([slow, falls, fast], -5.0) is slow


def test_the_better_of_two_that_are_as_near(run):
    slow, fast = (an_improvement(run, speed=speed) for speed in (0.5, 1.5))
    cheap = replace(run.best, score={"total": -1e9})
    assert nearest([slow, replace(fast, solution=cheap)], 1.0).speed == 1.5
    assert nearest([replace(slow, solution=cheap), fast], 1.0).speed == 0.5


def test_what_never_stays_up_is_told(run):
    falls = {"is_up": False}
    found = [
        an_improvement(run, generation=3, seconds=0.5, **falls),
        an_improvement(run, generation=8, seconds=2.25, **falls),
    ]
    with pytest.raises(InputError, match=r"8 does for 2\.25 s\. .* --generation 8\.$"):
        nearest(found, 1.0)


def test_what_is_no_run_is_refused(run, make, tmp_path):
    with pytest.raises(InputError, match="there is no such run folder"):
        replay_run(tmp_path / "none")
    with pytest.raises(InputError, match="this is no run folder"):
        replay_run(run.folder.best_file)
    files = SearchJob(make(1)).files()
    RunFolder(tmp_path / "new").begin(files, COMMAND).unlock()
    with pytest.raises(InputError, match="has not finished its first generation"):
        replay_run(tmp_path / "new")


def test_a_run_of_another_version_is_refused(run, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    for file in run.folder.path.iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    text = (other / "experiment.toml").read_text("utf-8")
    changed = text.replace("duration = ", "duration = 2")
    assert changed != text
    (other / "experiment.toml").write_text(changed, encoding="utf-8")
    with pytest.raises(InputError, match="made with other settings or another version"):
        replay_run(Path(other)).as_of(1)
