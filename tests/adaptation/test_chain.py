"""Chains of searches: half a second of planar walking, so a stage takes moments."""

from pathlib import Path

import pytest

from gaitsmith.adaptation.chain import ChainJob, ChainSpec, adapt, plan_chain
from gaitsmith.errors import InputError
from gaitsmith.runs.search_job import SearchJob
from gaitsmith.runs.solution import Solution
from gaitsmith.workflows import initial_solution, load_solution, with_changes


@pytest.fixture
def solution(make_experiment) -> Solution:
    return initial_solution(make_experiment())


@pytest.fixture
def wandering(make_experiment) -> Solution:
    """Its searches do not try their start, which would do at once."""
    return initial_solution(make_experiment(optimizer={"include_start": False}))


def test_each_stage_starts_where_the_last_ended(wandering: Solution, tmp_path: Path):
    solution = wandering
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    chain = adapt(solution, spec, tmp_path / "chain")
    assert [stage.value for stage in chain.stages] == [1.0, 2.0]
    assert chain.schedule.reached == 2.0
    first, second = (stage.solution for stage in chain.stages)
    slopes = [s.problem.setting.terrain.slope for s in (first, second)]
    assert slopes == [1.0, 2.0]
    # Two solutions are known by then, so it starts at one of two guesses.
    start = second.problem.space.initial_values()
    line = {name: 2 * v - solution.values[name] for name, v in first.values.items()}
    assert start in (pytest.approx(first.values), pytest.approx(line))
    assert first.values != solution.values
    assert load_solution(tmp_path / "chain").values == second.values
    assert second.provenance.evaluations > first.provenance.evaluations


def test_every_stage_draws_by_a_seed_of_its_own(wandering: Solution, tmp_path: Path):
    spec = plan_chain(wandering, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    for own_draws, expected in ((True, [1001, 2001]), (False, [1, 1])):
        asked = spec.model_copy(update={"own_draws": own_draws})
        chain = adapt(wandering, asked, tmp_path / f"chain-{own_draws}")
        folders = [stage.run.folder for stage in chain.stages]
        assert [folder.experiment().search.seed for folder in folders] == expected
        assert {folder.experiment().problem.seed for folder in folders} == {1}


def test_stages_of_before_draw_by_one_seed(solution: Solution):
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    values = spec.model_dump()
    del values["own_draws"]
    assert not ChainSpec(**values).own_draws


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
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    whole = adapt(solution, spec, tmp_path / "whole")
    stopped = tmp_path / "stopped"
    begin = SearchJob.begin
    calls = []

    def stop_at_the_second(*arguments, **options):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return begin(*arguments, **options)

    monkeypatch.setattr(SearchJob, "begin", stop_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        adapt(solution, spec, stopped)
    monkeypatch.undo()
    again = ChainJob.resume(stopped)
    assert again.best.to_text() == whole.best.to_text()


def test_a_chain_is_checked_at_its_end_and_only_there(
    solution: Solution, tmp_path: Path
):
    checked = with_changes(
        solution, ["sturdiness.finalists=1", "sturdiness.seconds=0.8"]
    )
    spec = plan_chain(checked, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    chain = adapt(checked, spec, tmp_path / "chain")
    assert [stage.solution.sturdiness for stage in chain.stages] == [None, None]
    found = chain.best.sturdiness
    assert found is not None
    assert {trial.rate for trial in found.trials} == {1200.0, 2400.0, 4800.0}
    assert load_solution(tmp_path / "chain").sturdiness == found
    assert chain.as_dict()["sturdiness"] == found.as_dict()
    assert found.sentence in str(chain)
    before = (tmp_path / "chain" / "best.json").read_bytes()
    assert ChainJob.resume(tmp_path / "chain").best.sturdiness == found
    assert (tmp_path / "chain" / "best.json").read_bytes() == before
    # What is searched on from there is checked in its turn.
    again = chain.best.as_experiment().search.sturdiness
    assert (again.finalists, again.seconds) == (1, 0.8)


def test_a_body_grows_with_its_values(tmp_path: Path):
    walk = load_solution("simbicon/walk")
    solution = with_changes(walk, ["sturdiness.finalists=0"])
    spec = plan_chain(
        solution, "character.mass", 77.0, 7.0, enough=1000.0, generations=1
    )
    chain = adapt(solution, spec, tmp_path / "chain")
    assert chain.best.problem.character.mass == pytest.approx(77.0)
    # Gains are not searched for here; they grow with the mass all the same.
    gain = "gains.hip.kp"
    assert chain.best.values[gain] == pytest.approx(1.1 * solution.values[gain])


def test_a_key_without_a_number_needs_a_start(solution: Solution):
    with pytest.raises(InputError, match="no number there to start from"):
        plan_chain(solution, "setting.slop", 1.0, 1.0)


def test_a_speed_goal_takes_the_start_along(make_experiment, tmp_path: Path):
    experiment = make_experiment(
        objective={"fail": {}, "user": {"speed": 1.0}, "vel": {}}
    )
    spec = plan_chain(
        initial_solution(experiment), "objective.user.speed", 1.1, 0.1, enough=1000.0
    )
    chain = adapt(initial_solution(experiment), spec, tmp_path / "chain")
    objective = chain.best.problem.objective.as_dict()
    assert objective["user"]["speed"] == objective["vel"]["speed"] == 1.1


def test_a_folder_in_use_is_refused(solution: Solution, tmp_path: Path):
    (tmp_path / "x").write_text("mine")
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    with pytest.raises(InputError, match="not empty"):
        adapt(solution, spec, tmp_path)


@pytest.mark.parametrize(
    "key", ["name", "seed", "optimizer.target", "optimizer.max_generations"]
)
def test_what_a_chain_decides_itself_cannot_be_adapted(solution: Solution, key: str):
    with pytest.raises(InputError, match="not part of the problem"):
        plan_chain(solution, key, 5.0, 1.0, start=0.0)


@pytest.mark.parametrize(
    ("key", "goal", "said"),
    [
        ("setting", 1.0, "this is a table"),
        ("setting.duration", -4.0, "more than 0"),
        ("setting.friction", -0.5, "at least 0"),
        ("robustness.trials", 3.0, "a whole number"),
        ("setting.terrain.slope", float("nan"), "finite"),
    ],
)
def test_a_goal_that_cannot_be_is_refused_before_anything_is_written(
    solution: Solution, key: str, goal: float, said: str
):
    with pytest.raises(InputError, match=said):
        plan_chain(solution, key, goal, 1.0, start=0.4, enough=10.0)


def test_enough_must_be_less_than_a_fall_costs(solution: Solution):
    with pytest.raises(InputError, match="a candidate that falls late costs 1200"):
        plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1e6)


def test_where_another_term_counts_falls_any_value_is_enough(make_experiment):
    experiment = make_experiment(objective={"fail": {"weight": 0.0}, "gait": {}})
    spec = plan_chain(
        initial_solution(experiment), "setting.terrain.slope", 2.0, 1.0, enough=1e5
    )
    assert spec.enough == 1e5


def test_a_start_that_falls_is_refused(make_experiment):
    falls = make_experiment(setting={"duration": 5.0}, parameters={"start.speed": -3.0})
    with pytest.raises(InputError, match="A chain needs a start that does not fall"):
        plan_chain(initial_solution(falls), "setting.terrain.slope", 2.0, 1.0)


def test_a_chain_that_was_changed_is_not_resumed(solution: Solution, tmp_path: Path):
    spec = plan_chain(solution, "setting.terrain.slope", 1.0, 1.0, enough=1000.0)
    adapt(solution, spec, tmp_path / "chain")
    file = tmp_path / "chain" / "chain.toml"
    file.write_text(file.read_text().replace("goal = 1.0", "goal = 0.5"))
    with pytest.raises(InputError, match="the chain was changed"):
        ChainJob.resume(tmp_path / "chain")


def test_resuming_never_takes_the_best_back(
    solution: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    spec = plan_chain(solution, "setting.terrain.slope", 2.0, 1.0, enough=1000.0)
    adapt(solution, spec, tmp_path / "chain")
    best = (tmp_path / "chain" / "best.json").read_bytes()
    seen = []
    ChainJob.resume(
        tmp_path / "chain",
        watch=lambda _: seen.append((tmp_path / "chain" / "best.json").read_bytes()),
    )
    assert set(seen) == {best}


def test_a_kill_before_the_chain_began_is_no_obstacle(
    solution: Solution, tmp_path: Path
):
    (tmp_path / "start.json").write_text("{")
    spec = plan_chain(solution, "setting.terrain.slope", 1.0, 1.0, enough=1000.0)
    assert adapt(solution, spec, tmp_path).schedule.reached == 1.0


def test_changes_reach_the_values(solution: Solution):
    changed = with_changes(
        solution,
        [
            "parameters.state0.dwell=0.25",
            "parameters.state1.torso_pitch={ initial = -0.7, upper = -0.5 }",
        ],
        seed=5,
    )
    assert changed.values["state0.dwell"] == 0.25
    assert changed.values["state1.torso_pitch"] == -0.5
    assert changed.provenance.seed == changed.problem.seed == 5
