"""Term `likeness`: people's curves, counted while a motion is simulated."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment, experiment_from_values
from gaitsmith.gait.human import angles
from gaitsmith.papers.vandepanne1995.likeness import LikenessMeter, LikenessOptions
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

RATE = 600.0  # Hz
HELD = {"stiffness": 3000.0, "damping": 300.0}
STEPS: dict[str, Any] = {
    "period": 0.9,
    "samples": 2,
    "gains": {"hip": [400.0, 40.0], "knee": [300.0, 30.0], "ankle": [200.0, 20.0]},
}
ONE = {"hip_y": [-0.6, 0.0], "knee_y": [1.0, 0.05], "ankle_y": [0.1, -0.2]}
OTHER = {"hip_y": [0.0, -0.4], "knee_y": [0.1, 0.6], "ankle_y": [0.2, 0.0]}


def human(options: dict[str, Any], period: float = 1.2, **setting: Any) -> Experiment:
    """The human that steps in place."""
    values = {
        "name": "human",
        "character": "human16",
        "controller": {"law": "keyframes", "gait": "human_walk"},
        "parameters": {"period": period},
        "setting": {"duration": 1.5, "rate": RATE, **setting},
        "objective": {"fail": {}, "likeness": options},
    }
    return experiment_from_values(values, "human.toml", Path())


def likeness_of(experiment: Experiment) -> float:
    problem = experiment.problem
    score = problem.judge(problem.space.initial_values()).score
    return score.as_dict()["likeness"]["value"]


@pytest.mark.parametrize("guide", [HELD, {}], ids=["held", "falls"])
@pytest.mark.parametrize("period", [1.2, 0.7])
def test_it_is_the_mean_of_the_weighted_squared_differences(
    guide: dict[str, float], period: float
):
    weights = {"hip": 2.0, "knee": 0.5, "ankle": 1.0}
    options = {"speed": 1.1, "start": 0.63, **weights}
    experiment = human(options, period, duration=4.0, guide=guide)
    problem = experiment.problem
    rollout = problem.roll_out(problem.space.initial_values(), frame_rate=RATE)
    assert rollout.outcome is (Outcome.COMPLETED if guide else Outcome.FELL)
    assert rollout.recording is not None
    steps = round(rollout.seconds * RATE)
    assert steps > 300
    time, qpos = rollout.recording.time[:steps], rollout.recording.qpos[:steps]
    people = angles("walk", 1.1)
    hinges = {hinge.role: hinge for hinge in problem.character.roles.hinges}
    expected = 0.0
    for side, later in (("left", 0.0), ("right", 0.5)):
        share = (time / period + 0.63 + later) % 1.0
        for joint, sign in (("hip", -1.0), ("knee", 1.0), ("ankle", -1.0)):
            curve = sign * np.radians(people[joint].mean)
            wanted = np.interp(share, np.linspace(0.0, 1.0, 101), curve)
            angle = qpos[:, hinges[f"{side}_{joint}_y"].position]
            expected += weights[joint] * np.mean((angle - wanted) ** 2)
    assert expected > 0.1
    assert rollout.measures.metered["likeness"]["difference"] == pytest.approx(
        expected, rel=1e-9
    )
    assert likeness_of(experiment) == rollout.measures.metered["likeness"]["difference"]


def test_nothing_is_counted_without_the_term():
    values = human({}).as_dict()
    del values["objective"]["likeness"]
    problem = experiment_from_values(values, "human.toml", Path()).problem
    rollout = problem.roll_out(problem.space.initial_values())
    assert rollout.measures.metered["likeness"]["difference"] == 0.0


def test_angles_have_the_signs_of_the_simulation():
    character = load_character("human16")
    pattern = LikenessMeter.start_of(character, LikenessOptions(), 1.0)
    hinges = {hinge.role: hinge.position for hinge in character.roles.hinges}
    curves = dict(zip(pattern.position.tolist(), pattern.angle, strict=True))
    for side in ("left", "right"):
        hip, knee, ankle = (
            curves[hinges[f"{side}_{joint}_y"]] for joint in ("hip", "knee", "ankle")
        )
        assert hip[0] < -0.2  # the leg is in front when its foot strikes, leg forward -
        assert hip[50] > 0.2  # and behind at the end of the stance
        assert knee[73] > 1.0  # bent in swing, knee flexion +
        assert ankle[63] > 0.2  # toe-off, plantarflexion +
        assert ankle[40] < -0.1


def biped(left: dict[str, Any], right: dict[str, Any], start: float) -> Experiment:
    """Two legs in a plane, each with keyframes of its own."""
    targets = {f"left_{joint}": angles for joint, angles in left.items()}
    targets |= {f"right_{joint}": angles for joint, angles in right.items()}
    keyframes = {**STEPS, "targets": targets}
    values = {
        "name": "biped",
        "character": "planar_biped",
        "controller": {"law": "keyframes", "gait": "own", "keyframes": keyframes},
        "setting": {"duration": 1.0, "rate": 1200.0, "guide": HELD},
        "objective": {"fail": {}, "likeness": {"start": start}},
    }
    return experiment_from_values(values, "biped.toml", Path())


def test_the_right_leg_is_half_a_cycle_later():
    found = likeness_of(biped(ONE, OTHER, start=0.2))
    assert likeness_of(biped(OTHER, ONE, start=0.7)) == pytest.approx(found)
    assert likeness_of(biped(OTHER, ONE, start=0.2)) != pytest.approx(found, rel=0.05)


@pytest.mark.parametrize(
    ("character", "joints"), [("human16", 6), ("planar_biped", 6), ("simpleton", 4)]
)
def test_joints_that_a_body_lacks_are_left_out(character: str, joints: int):
    body = load_character(character)
    pattern = LikenessMeter.start_of(body, LikenessOptions(), 1.0)
    assert len(pattern.position) == joints


@pytest.mark.parametrize(
    ("gait", "speed", "nearest"), [("walk", 0.1, 0.75), ("run", 9.0, 5.0)]
)
def test_where_people_were_not_measured_the_nearest_speed_counts(
    gait: Any, speed: float, nearest: float
):
    character = load_character("human16")
    found, expected = (
        LikenessMeter.start_of(
            character, LikenessOptions(gait=gait, speed=one), 1.0
        ).angle
        for one in (speed, nearest)
    )
    assert found.tolist() == expected.tolist()


def test_an_experiment_with_it_survives_being_stored():
    experiment = human({"start": 0.6, "knee": 3.0})
    again = experiment_from_values(experiment.as_dict(), "again", Path())
    assert again.as_dict() == experiment.as_dict()
    assert likeness_of(again) == likeness_of(experiment)


def test_a_law_without_a_period_is_refused(
    tiny_file: Path, run_cli: Callable[..., Any]
):
    finished = run_cli("show", tiny_file, "--set", "objective.likeness={}")
    assert finished.code == 2
    assert finished.err.replace("\n", " ").strip() == (
        f"gaitsmith: {tiny_file}: objective.likeness: the law has no period that"
        " people's cycle could be stretched to; use law 'keyframes'."
    )
    character = load_character("planar_biped")
    stand = PostureController(character, "stand")
    terms = {"likeness": LikenessOptions()}
    simulation = Simulation(character, Setting(duration=0.1), terms)
    with pytest.raises(InputError, match=r"^the law has no period that people's"):
        simulation.roll_out(stand.drive(stand.space.initial_values()))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {"hip": 0.0, "knee": 0.0, "ankle": 0.0},
            "human.toml: objective.likeness: hip, knee, ankle: the weights of all"
            " joints that character 'human16' has of these (hip, knee, ankle) are 0;"
            " give one a weight.",
        ),
        (
            {"gait": "jog"},
            'human.toml: objective.likeness: gait: "jog" given; it must be "walk" or'
            ' "run".',
        ),
        (
            {"start": 1.5},
            "human.toml: objective.likeness: start: 1.5 given; it must be at most 1.",
        ),
        (
            {"speed": 0.0},
            "human.toml: objective.likeness: speed: 0.0 given; it must be more than 0.",
        ),
    ],
)
def test_a_wrong_option_is_refused(options: dict[str, Any], expected: str):
    with pytest.raises(InputError) as raised:
        human(options)
    assert str(raised.value) == expected
