"""Keyframes on any number of legs: mirrored legs, and feedback of balance."""

from typing import Any

import numpy as np
import pytest

from gaitsmith.characters.character import Character, load_character
from gaitsmith.control.leg_balance import LOADED
from gaitsmith.control.mirror import is_on, opposite
from gaitsmith.declarations import declare
from gaitsmith.papers.vandepanne1995.keyframe_controller import (
    KeyframeController,
    controller_of_gait,
)
from gaitsmith.papers.vandepanne1995.keyframe_spec import KeyframeSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

STILL: dict[str, Any] = {
    "period": 1.0,
    "samples": 1,
    "gains": {"hip": [200.0, 10.0], "knee": [200.0, 8.0], "ankle": [100.0, 4.0]}
    | {"neck": [60.0, 4.0]},
    "targets": {},
}
STEPS, SERVO = ("offset", "velocity"), ("kp", "kd")
SIDE_PUSH = {"start": 0.5, "duration": 0.2, "force": [0.0, 60.0, 0.0]}
BALANCE = {"roll": [300.0, 30.0], "pitch": [300.0, 30.0]}


@pytest.fixture(scope="module")
def quadruped() -> Character:
    return load_character("quadruped")


def standing(character: Character, **table: Any) -> KeyframeController:
    spec = declare(KeyframeSpec, {**STILL, **table}, "still.toml")
    return KeyframeController(character, spec)


def started(
    controller: KeyframeController, setting: dict[str, Any], **values: float
) -> Simulation:
    world = declare(Setting, setting, "test")
    simulation = Simulation(controller.character, world)
    filled = controller.space.initial_values() | values
    simulation.start(controller.drive(filled))
    return simulation


def test_a_role_has_its_opposite_wherever_the_side_is_named():
    assert opposite("front_left_hip_y") == "front_right_hip_y"
    assert opposite("right_knee_y") == "left_knee_y"
    assert opposite("neck_y") == "neck_y"
    assert is_on("left", "hind_left_ankle_y")
    assert not is_on("right", "upright_y")


def test_each_right_leg_repeats_its_left_one_half_a_period_later(quadruped):
    controller = controller_of_gait(quadruped, "quadruped_walk")
    names = [hinge.role for hinge in quadruped.roles.hinges]
    assert not any("right" in name for name in controller.space.initial_values())
    angles = controller.targets(controller.space.initial_values())
    for end in ("front", "hind"):
        for joint in ("hip_y", "knee_y", "ankle_y"):
            left = angles[:, names.index(f"{end}_left_{joint}")]
            right = angles[:, names.index(f"{end}_right_{joint}")]
            assert np.array_equal(right, np.roll(left, 4)), (end, joint)
            assert np.any(left != 0.0)


def test_feedback_has_named_gains_that_are_searched_for(quadruped):
    space = standing(quadruped, balance={"turn": 0.5}).space
    free = {p.name for p in space.parameters if p.is_free}
    assert free == {
        *(f"balance.{way}.{kind}" for way in ("ahead", "left") for kind in STEPS),
        *(f"balance.{way}.{kind}" for way in ("pitch", "roll") for kind in SERVO),
        "balance.turn",
    }
    assert space.initial_values()["balance.turn"] == 0.5
    names = standing(quadruped).space.initial_values()
    assert not any(name.startswith("balance") for name in names)


def test_without_gains_feedback_changes_nothing(quadruped):
    ends = []
    for table in ({}, {"balance": {}}):
        simulation = started(standing(quadruped, **table), {"duration": 0.5})
        simulation.advance()
        ends.append(simulation.moment().qpos)
    assert np.array_equal(*ends)


def test_legs_that_stand_keep_the_body_upright(quadruped):
    setting = {"duration": 2.0, "pushes": [SIDE_PUSH]}
    tilts = []
    for table in ({}, {"balance": BALANCE}):
        simulation = started(standing(quadruped, **table), setting)
        most = 0.0
        while simulation.advance(0.02) is Outcome.RUNNING:
            most = max(most, float(abs(simulation.moment().quaternion[1][1])))
        tilts.append(most)
    without, with_feedback = tilts
    assert with_feedback < 0.9 * without


@pytest.mark.parametrize(
    ("gain", "speed", "role"),
    [
        ("balance.ahead.velocity", (0.5, 0.0), "front_left_hip_y"),
        ("balance.left.velocity", (0.0, 0.5), "hind_right_hip_x"),
    ],
)
def test_legs_in_the_air_swing_to_where_the_body_goes(quadruped, gain, speed, role):
    """Forward is a negative pitch of the hip, to the left a positive roll."""
    controller = standing(quadruped, balance={})
    values = controller.space.initial_values() | {gain: 0.4}
    drive = controller.drive(values)
    qpos, qvel = drive.qpos.copy(), drive.qvel.copy()
    qpos[2] += 1.0  # it falls through the air
    qvel[0:2] = speed
    simulation = Simulation(quadruped, Setting(duration=1.0))
    simulation.start(drive._replace(qpos=qpos, qvel=qvel))
    simulation.advance(0.3)
    hinge = next(h for h in quadruped.roles.hinges if h.role == role)
    angle = float(simulation.moment().qpos[hinge.position])
    assert angle == pytest.approx(-0.2 if speed[0] else 0.2, abs=0.05)


@pytest.mark.parametrize("gain", [-0.5, 0.5])
def test_front_legs_step_to_the_side_that_it_is_to_turn_to(quadruped, gain):
    controller = standing(quadruped, balance={})
    drive = controller.drive(controller.space.initial_values() | {"balance.turn": gain})
    qpos = drive.qpos.copy()
    qpos[2] += 1.0
    setting = {"duration": 1.0, "heading": [{"time": 0.0, "heading": 20.0}]}
    simulation = Simulation(quadruped, declare(Setting, setting, "test"))
    simulation.start(drive._replace(qpos=qpos))
    simulation.advance(0.3)
    angles = {
        h.role: float(simulation.moment().qpos[h.position])
        for h in quadruped.roles.hinges
    }
    assert angles["front_left_hip_x"] * gain > 0.01
    assert angles["hind_left_hip_x"] * gain < -0.01


def test_a_leg_stands_with_a_hundredth_of_the_weight(quadruped):
    controller = standing(quadruped, balance={})
    law = controller.drive(controller.space.initial_values()).law
    assert law.balance.loaded == pytest.approx(LOADED * quadruped.weight)
    assert law.balance.lever.tolist() == [1.0, 1.0, -1.0, -1.0]
