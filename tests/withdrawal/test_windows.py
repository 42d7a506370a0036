"""Stage 3: windows, what is searched in them, and the guide withdrawn for real."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment
from gaitsmith.optimization.robustness import RobustnessSpec
from gaitsmith.withdrawal.window import (
    guided_gait,
    num_windows,
    window_at,
    window_experiment,
    without_guide,
    written_out,
)
from gaitsmith.withdrawal.windows import (
    WindowsJob,
    WindowsSpec,
)
from gaitsmith.workflows import initial_solution, load_solution, simulate

EASY = WindowsSpec(seconds=1.2, trials=30, slack=1.5, judge="effort", seed=1)


@pytest.fixture(scope="module")
def guided():
    return load_solution("vandepanne1995/simpleton_2")


@pytest.fixture(scope="module")
def withdrawn(guided, tmp_path_factory):
    folder = tmp_path_factory.mktemp("withdrawn") / "run"
    return WindowsJob(guided, EASY).begin(folder, command="as typed")


def test_windows_are_half_a_stride_and_are_judged_by_a_whole_one(guided):
    first, third = window_at(guided, 0), window_at(guided, 2)
    assert (list(first.samples), first.start, first.end) == ([0, 1], 0.45, 1.35)
    assert list(third.samples) == [4, 5]
    assert (third.start, third.end) == pytest.approx((1.35, 2.25))
    assert [num_windows(guided, s) for s in (0.45, 0.46, 4.5)] == [1, 2, 10]


def test_a_window_searches_its_own_samples_and_nothing_else(guided):
    written = written_out(guided, 4)
    window = window_at(guided, 1)
    problem = window_experiment(written, window, 100.0, 30, 7).problem
    assert set(problem.objective.as_dict()) == {"guide", "fail"}  # as in the paper
    names = {parameter.name for parameter in problem.space.free}
    assert len(names) == 12  # two samples of six joints
    assert all(name.startswith(("stride0.key2.", "stride0.key3.")) for name in names)
    assert problem.space.initial_values() == written.values
    assert problem.setting.guide.start == window.start
    assert problem.setting.duration == window.end


def test_a_window_can_ask_for_the_gait_that_it_had(guided):
    gait = guided_gait(guided)
    written, window = written_out(guided, 4), window_at(guided, 1)
    problem = window_experiment(written, window, 100.0, 30, 7, keep=gait).problem
    asked = problem.objective.as_dict()
    assert set(asked) == {"guide", "fail", "gait", "user", "heading"}
    assert asked["user"]["speed"] == gait.speed == pytest.approx(0.9, abs=0.2)
    assert asked["gait"]["longest_step"] == guided.values["period"]
    mean_step = gait.speed * guided.values["period"] / 2.0
    assert 0.0 < asked["gait"]["shortest_step"] < mean_step


def test_a_withdrawal_of_a_walk_is_reached_only_if_its_steps_take_turns(
    withdrawn, guided, tmp_path: Path
):
    assert withdrawn.spec.judge == "effort"
    hopping = EASY.model_copy(update={"judge": "gait", "budget": 60})
    found = WindowsJob(guided, hopping).begin(tmp_path / "run")
    # This gait leaps from both feet; that it stays up is not enough.
    assert any(not step.is_solved for step in found.steps)
    assert not found.is_reached
    assert found.failure
    assert found.evaluations < 60 + found.spec.trials  # no window beyond the budget


@pytest.mark.parametrize(
    ("trials", "population", "generations"), [(60, 11, 5), (7, 7, 1), (4, 4, 1)]
)
def test_cma_takes_no_more_rollouts_than_trials(
    guided, trials: int, population: int, generations: int
):
    written = written_out(guided, 4)
    window = window_at(guided, 1)
    one = window_experiment(written, window, 100.0, trials, 7, "cma")
    other = window_experiment(written, window, 100.0, trials, 7)
    optimizer = one.search.optimizer
    assert optimizer.method == "cma"
    assert optimizer.population == population  # 4 + floor(3 ln 12), if trials allow it
    assert optimizer.max_generations == generations
    assert optimizer.target == other.search.optimizer.target == 100.0
    assert other.search.optimizer.method == "descent"
    assert one.problem.space == other.problem.space


def test_cma_also_withdraws_the_guide(guided, tmp_path: Path):
    by_cma = EASY.model_copy(update={"method": "cma"})
    found = WindowsJob(guided, by_cma).begin(tmp_path / "run")
    assert found.is_reached
    assert simulate(found.best).rollout.measures.metered["guide"]["effort"] == 0.0
    assert WindowsJob.resume(tmp_path / "run").best.to_text() == found.best.to_text()


def test_a_withdrawal_from_before_there_were_methods_is_a_descent(
    withdrawn, tmp_path: Path
):
    folder = tmp_path / "copy"
    shutil.copytree(withdrawn.folder, folder)
    request = folder / "withdrawal.toml"
    lines = request.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith("method")]
    assert len(kept) == len(lines) - 1
    request.write_text("".join(kept), "utf-8")
    again = WindowsJob.resume(folder)
    assert again.spec == withdrawn.spec
    assert again.steps == withdrawn.steps


def test_the_effort_of_a_stride_is_a_part_of_the_whole(guided):
    whole = simulate(guided).rollout.measures.metered["guide"]["effort"]
    strides = 4.0 / 0.9
    assert 0.3 * whole / strides < guided_gait(guided).effort < 3.0 * whole / strides


def test_without_its_guide_nothing_helps(guided):
    free = without_guide(guided, 0.5)
    measures = simulate(free).rollout.measures
    assert (
        measures.metered["guide"]["effort"] == measures.metered["guide"]["work"] == 0.0
    )


def test_it_walks_as_long_as_asked_without_the_guide(withdrawn):
    assert withdrawn.is_reached
    assert withdrawn.free_seconds == EASY.seconds
    rollout = simulate(withdrawn.best).rollout
    assert rollout.seconds == pytest.approx(EASY.seconds)
    assert rollout.measures.metered["guide"]["effort"] == 0.0
    assert withdrawn.best.provenance.command == "as typed"
    assert withdrawn.evaluations == sum(
        len(path.read_text("utf-8").splitlines()) - 1
        for path in withdrawn.folder.glob("window-*/costs.csv")
    )


def test_before_it_fell_sooner(guided):
    fallen = simulate(without_guide(guided, EASY.seconds)).rollout
    assert fallen.seconds < EASY.seconds


def test_a_withdrawal_goes_on_where_it_stopped(withdrawn, tmp_path: Path):
    folder = tmp_path / "copy"
    shutil.copytree(withdrawn.folder, folder)
    (folder / "best.json").unlink()
    last = sorted(folder.glob("window-*"))[-1]
    lines = (last / "costs.csv").read_text("utf-8").splitlines(keepends=True)
    (last / "costs.csv").write_text("".join(lines[:2]), "utf-8")
    assert WindowsJob.is_in(folder)
    again = WindowsJob.resume(folder)
    assert again.steps == withdrawn.steps
    assert again.best.values == withdrawn.best.values
    assert again.best.to_text() == withdrawn.best.to_text()
    original = (withdrawn.folder / "best.json").read_bytes()
    assert (folder / "best.json").read_bytes() == original


def test_a_gait_that_needs_no_guide_for_so_long_is_kept(guided, tmp_path: Path):
    spec = EASY.model_copy(update={"seconds": 0.1})
    withdrawn = WindowsJob(guided, spec).begin(tmp_path / "run")
    assert (withdrawn.is_reached, withdrawn.evaluations) == (True, 0)
    assert load_solution(tmp_path / "run").values == withdrawn.best.values


def test_windows_are_quiet_and_have_their_own_way_with_the_guide(guided):
    disturbed = RobustnessSpec(trials=2, push_duration=2.0)
    problem = replace(guided.problem, robustness=disturbed)
    written = written_out(replace(guided, problem=problem), 4)
    window = window_experiment(written, window_at(guided, 0), 100.0, 30, 7)
    assert window.search.withdrawal is None
    for one in (window, without_guide(written, 1.0)):
        assert len(one.problem.trials) == 1


def test_a_window_that_fails_sends_it_back(guided, tmp_path: Path):
    hopeless = WindowsSpec(seconds=4.0, trials=1, judge="effort", seed=1)
    found = WindowsJob(guided, hopeless).begin(tmp_path / "run")
    failed = [step for step in found.steps if not step.is_solved]
    assert failed
    assert not found.is_reached
    assert max(step.tries for step in found.steps) > 1


def test_other_laws_and_gaits_without_guide_are_refused(guided, tmp_path: Path):
    with pytest.raises(InputError, match="law is 'simbicon'"):
        WindowsJob(initial_solution(load_experiment("simbicon/first_walk")), EASY)
    with pytest.raises(InputError, match="no guide that could be withdrawn"):
        WindowsJob(without_guide(guided, 1.0), EASY)
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "file").touch()
    with pytest.raises(InputError, match="not empty"):
        WindowsJob(guided, EASY).begin(tmp_path / "c")
