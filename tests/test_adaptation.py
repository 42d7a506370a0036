"""Chains of searches: half a second of planar walking, so a stage takes moments."""

from pathlib import Path

import pytest

from gaitsmith import adaptation
from gaitsmith.adaptation import adapt, plan_chain, resume_chain
from gaitsmith.errors import InputError
from gaitsmith.runs.solution import Solution
from gaitsmith.workflows import initial_solution, load_solution


@pytest.fixture
def solution(make_experiment) -> Solution:
    return initial_solution(make_experiment())


def test_each_stage_starts_where_the_last_ended(solution: Solution, tmp_path: Path):
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1e6)
    chain = adapt(solution, spec, tmp_path / "chain")
    assert [stage.value for stage in chain.stages] == [1.0, 2.0]
    assert chain.schedule.reached == 2.0
    first, second = (stage.solution for stage in chain.stages)
    slopes = [s.experiment.spec.setting.terrain.slope for s in (first, second)]
    assert slopes == [1.0, 2.0]
    # Two solutions are known by then, so it starts at one of two guesses.
    start = second.experiment.problem.space.initial_values()
    line = {name: 2 * v - solution.values[name] for name, v in first.values.items()}
    assert start in (pytest.approx(first.values), pytest.approx(line))
    assert first.values != solution.values
    assert load_solution(tmp_path / "chain").values == second.values
    assert second.evaluations > first.evaluations


def test_a_chain_that_cannot_reach_its_goal_says_how_far_it_came(
    solution: Solution, tmp_path: Path
):
    spec = plan_chain(
        solution, "setting.terrain.slope", 30.0, 30.0, enough=1e-6, generations=1
    )
    chain = adapt(solution, spec, tmp_path / "chain")
    assert chain.schedule.reached == 0.0
    assert [stage.is_solved for stage in chain.stages] == [False] * 4
    assert chain.best is solution


def test_a_chain_that_was_stopped_goes_on_to_the_same_end(
    solution: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1e6)
    whole = adapt(solution, spec, tmp_path / "whole")
    stopped = tmp_path / "stopped"
    optimize = adaptation.workflows.optimize
    calls = []

    def stop_at_the_second(*arguments, **options):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return optimize(*arguments, **options)

    monkeypatch.setattr(adaptation.workflows, "optimize", stop_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        adapt(solution, spec, stopped)
    monkeypatch.undo()
    again = resume_chain(stopped)
    assert again.best.to_text() == whole.best.to_text()


def test_a_body_grows_with_its_values(tmp_path: Path):
    solution = load_solution("simbicon/walk")
    spec = plan_chain(solution, "character.mass", 77.0, 7.0, enough=1e9, generations=1)
    chain = adapt(solution, spec, tmp_path / "chain")
    assert chain.best.experiment.problem.character.mass == pytest.approx(77.0)


def test_a_key_without_a_number_needs_a_start(solution: Solution):
    with pytest.raises(InputError, match="no number there to start from"):
        plan_chain(solution, "setting.slop", 1.0, 1.0)


def test_a_speed_goal_takes_the_start_along(make_experiment, tmp_path: Path):
    experiment = make_experiment(
        objective={"fail": {}, "user": {"speed": 1.0}, "vel": {}}
    )
    spec = plan_chain(
        initial_solution(experiment), "objective.user.speed", 1.1, 0.1, enough=1e9
    )
    chain = adapt(initial_solution(experiment), spec, tmp_path / "chain")
    objective = chain.best.experiment.spec.objective
    assert objective["user"]["speed"] == objective["vel"]["speed"] == 1.1


def test_a_folder_in_use_is_refused(solution: Solution, tmp_path: Path):
    (tmp_path / "x").write_text("mine")
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1e6)
    with pytest.raises(InputError, match="not empty"):
        adapt(solution, spec, tmp_path)
