import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.objectives.score_card import ScoreCard, TermScore
from gaitsmith.optimization.robustness import DIRECTIONS, RobustnessSpec, trials
from gaitsmith.optimization.sturdiness import STARTS_SEED
from gaitsmith.simulation.setting import Setting

SETTING = Setting(duration=10.0)


def directions_of(found) -> list[tuple[float, float]]:
    pushes = [push for trial in found for push in trial.setting.pushes]
    return [(push.force[0] / 100.0, push.force[1] / 100.0) for push in pushes]


def test_nothing_is_disturbed_unless_asked():
    (only,) = trials(RobustnessSpec(), SETTING, seed=3)
    assert only.setting == SETTING
    assert only.seed == 3


def test_the_first_trial_is_quiet():
    quiet, *disturbed = trials(RobustnessSpec(trials=3), SETTING, seed=1)
    assert quiet.setting == SETTING
    assert len(disturbed) == 3
    for trial in disturbed:
        assert trial.setting.pushes
        assert trial.setting.motor_noise == 0.05


def test_all_eight_directions_come_up_before_one_comes_twice():
    found = trials(RobustnessSpec(trials=20), SETTING, seed=1)
    seen = directions_of(found)
    for start in range(0, len(seen) - 7, 8):
        assert set(seen[start : start + 8]) == set(DIRECTIONS)


def test_pushes_are_within_the_rollout_and_spaced():
    for trial in trials(RobustnessSpec(trials=20), SETTING, seed=5)[1:]:
        times = [push.start for push in trial.setting.pushes]
        assert times[0] >= 1.0
        assert times[-1] + 0.4 < SETTING.duration
        for earlier, later in itertools.pairwise(times):
            assert math.isclose(later - earlier, 4.0)


@pytest.mark.parametrize(
    ("equal_size", "sizes"), [(True, {1.0}), (False, {1.0, 1.414})]
)
def test_diagonal_pushes_are_larger_unless_all_are_to_be_of_one_size(equal_size, sizes):
    spec = RobustnessSpec(trials=8, equal_size=equal_size)
    found = {round(math.hypot(*d), 3) for d in directions_of(trials(spec, SETTING, 1))}
    assert found == sizes


def test_the_seed_decides():
    spec = RobustnessSpec(trials=4)
    assert trials(spec, SETTING, 1) == trials(spec, SETTING, 1)
    assert trials(spec, SETTING, 1) != trials(spec, SETTING, 2)


def test_a_planar_body_is_pushed_in_its_plane():
    found = trials(RobustnessSpec(trials=10), SETTING, seed=1, is_planar=True)
    assert {left for _, left in directions_of(found)} == {0.0}


def test_the_settings_own_pushes_stay():
    own = {"start": 1.0, "force": (5.0, 0.0, 0.0)}
    setting = Setting(pushes=(own,), motor_noise=0.2)  # pyright: ignore[reportArgumentType]
    disturbed = trials(RobustnessSpec(trials=1), setting, seed=1)[1].setting
    assert disturbed.pushes[0].force == (5.0, 0.0, 0.0)
    assert disturbed.motor_noise == 0.2


@pytest.mark.parametrize("combine", ["mean", "worst"])
def test_a_candidate_is_judged_by_all_trials(make_experiment, combine: str):
    robustness = {"trials": 2, "combine": combine, "push": 30.0, "push_every": 0.3}
    problem = make_experiment(
        setting={"duration": 2.0, "rate": 1200.0}, robustness=robustness
    ).problem
    found = problem.judge(problem.space.initial_values())
    totals = [problem.score(rollout).total for rollout in found.rollouts]
    assert len(set(totals)) == 3
    expected = max(totals) if combine == "worst" else sum(totals) / 3
    assert found.score.total == pytest.approx(expected)
    assert found.first_to_end.seconds == min(r.seconds for r in found.rollouts)


def test_disturbed_trials_may_be_judged_by_some_terms_only(make_experiment):
    robustness = {"trials": 2, "push": 30.0, "push_every": 0.3, "terms": ["power"]}
    problem = make_experiment(
        setting={"duration": 2.0, "rate": 1200.0},
        robustness=robustness,
        objective={"power": {}, "pace": {}},
    ).problem
    found = problem.judge(problem.space.initial_values())
    powers, paces = (
        [problem.score(r).as_dict()[name]["value"] for r in found.rollouts]
        for name in ("power", "pace")
    )
    assert len(set(powers)) == len(set(paces)) == 3
    got = found.score.as_dict()
    assert got["power"]["value"] == pytest.approx(sum(powers) / 3)
    assert got["pace"]["value"] == pytest.approx(paces[0])


def test_disturbed_trials_are_judged_by_terms_of_the_objective(make_experiment):
    with pytest.raises(InputError, match=r"robustness.terms: 'fall' is no term"):
        make_experiment(robustness={"trials": 1, "push": 0.0, "terms": ["fall"]})


def test_disturbed_trials_may_start_a_little_off(make_experiment):
    robustness = {"trials": 3, "push": 0.0, "start_degrees": 2.0}
    problem = make_experiment(robustness=robustness).problem
    values = problem.space.initial_values()
    quiet, *off = [task.drive for task in problem.tasks(0, values)]
    assert (quiet.qpos == problem.drive(values).qpos).all()
    joints = np.array([drive.qpos - quiet.qpos for drive in off])[:, 3:]
    assert 0.0 < np.abs(joints).min()
    assert np.degrees(np.abs(joints).max()) <= 2.0
    assert len({drive.qpos.tobytes() for drive in off}) == 3
    for drive in off:
        assert (drive.qvel == quiet.qvel).all()


def test_starts_that_a_search_learns_from_are_not_those_of_the_check():
    spec = RobustnessSpec(trials=40, push=0.0, start_degrees=2.0)
    draws = {trial.off.draw for trial in trials(spec, SETTING, 0)[1:] if trial.off}
    assert len(draws) == 40
    assert STARTS_SEED not in {first for first, _ in draws}


def test_a_trial_is_explained_from_where_it_began(make_experiment):
    robustness = {"trials": 1, "push": 0.0, "start_degrees": 2.0}
    problem = make_experiment(robustness=robustness).problem
    values = problem.space.initial_values()
    trial = problem.trials[1]
    alone = replace(problem, off=trial.off, robustness=RobustnessSpec())
    assert (alone.drive(values).qpos == problem.tasks(0, values)[1].drive.qpos).all()


def test_nothing_is_worse_than_a_trial_without_a_number(
    make_experiment, monkeypatch: pytest.MonkeyPatch
):
    robustness = {"trials": 2, "combine": "worst", "push": 0.0}
    problem = make_experiment(robustness=robustness).problem
    totals = iter([1.0, math.nan, 2.0])
    cards = lambda *_: ScoreCard((TermScore("x", next(totals), "", 1.0),))  # noqa: E731
    monkeypatch.setattr(type(problem), "score", cards)
    found = problem.judge(problem.space.initial_values())
    assert math.isnan(found.score.total)


def test_a_robust_search_is_the_same_twice(make_experiment):
    make = {"setting": {"duration": 2.0}, "robustness": {"trials": 2, "push": 30.0}}
    totals = []
    for _ in range(2):
        problem = make_experiment(**make).problem
        batch, values = problem.batch(), problem.space.initial_values()
        for _ in range(2):  # the first one leaves no trace
            found = dict(batch.roll_out(problem.tasks(0, values)))
        rollouts = [found[0, trial] for trial in range(len(problem.trials))]
        totals.append(problem.judgement(rollouts).score.total)
    assert totals[0] == totals[1]


def test_every_trial_of_a_short_rollout_is_pushed():
    short = Setting(duration=2.0)
    for seed in range(5):
        for trial in trials(RobustnessSpec(trials=4), short, seed)[1:]:
            assert len(trial.setting.pushes) == 1


def test_a_rollout_that_is_too_short_for_a_push_is_refused():
    with pytest.raises(InputError, match="too short for a push"):
        trials(RobustnessSpec(trials=1), Setting(duration=1.4), seed=1)
    assert (
        len(trials(RobustnessSpec(trials=1, push=0.0), Setting(duration=1.0), 1)) == 2
    )
