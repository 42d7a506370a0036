"""What is sensed, against what is true, and the same wherever it happens."""

import math

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.commanded import commanded_drive, commanded_law
from gaitsmith.control.controller import StartPose, start_state
from gaitsmith.learning.observation import Sensors
from gaitsmith.learning.servos import servos_of
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record

LEVEL = terrain_record(TerrainSpec())


def elsewhere(character, qpos, qvel, forward, left, turn):
    """The same state at another place, in 3D also with another heading [rad]."""
    qpos, qvel = qpos.copy(), qvel.copy()
    qpos[0] += forward
    if character.is_planar:
        return qpos, qvel
    qpos[1] += left
    yaw = np.array([math.cos(turn / 2), 0.0, 0.0, math.sin(turn / 2)])
    orientation = np.empty(4)
    mujoco.mju_mulQuat(orientation, yaw, qpos[3:7])
    qpos[3:7] = orientation
    velocity = qvel[0:3].copy()
    mujoco.mju_rotVecQuat(qvel[0:3], velocity, yaw)
    return qpos, qvel


def sensed_after(character, qpos, qvel, seconds):
    """What a body that holds its pose senses after a while."""
    law = commanded_law(character)
    servos_of(character).prepare(law, has_servos=True)
    law.target[:] = qpos[law.position]
    simulation = Simulation(character, Setting(duration=1.0, rate=1200.0))
    simulation.start(commanded_drive(law, qpos, qvel))
    if seconds:
        simulation.advance(seconds)
    return Sensors(character).observe(simulation.sensed(), LEVEL, 1.0)


@pytest.mark.parametrize("name", ["planar_biped", "stocky"])
def test_the_same_is_sensed_wherever_it_happens(name):
    character = load_character(name)
    pose = StartPose({"left_hip_y": -0.2}, {}, pitch=0.1, speed=0.8)
    state = start_state(character, pose)
    moved = elsewhere(character, *state, forward=30.0, left=-20.0, turn=0.0)
    here, there = (sensed_after(character, *each, 0.3) for each in (state, moved))
    assert there == pytest.approx(here, abs=1e-4)
    assert not np.array_equal(here, sensed_after(character, *state, 0.2))


def test_another_heading_changes_nothing_but_the_heading():
    character = load_character("stocky")
    pose = StartPose({"left_hip_y": -0.2}, {}, pitch=0.1, speed=0.8)
    state = start_state(character, pose)
    state[0][2] += 1e-6  # at 0, rounding would say whether a foot touches at once
    turned = elsewhere(character, *state, forward=0.0, left=0.0, turn=0.7)
    here, there = (sensed_after(character, *each, 0.3) for each in (state, turned))
    names = Sensors(character).names
    is_heading = np.array([name.startswith("heading") for name in names])
    assert there[~is_heading] == pytest.approx(here[~is_heading], abs=1e-4)
    cos, sin = here[is_heading]
    expected = (
        cos * math.cos(0.7) - sin * math.sin(0.7),
        sin * math.cos(0.7) + cos * math.sin(0.7),
    )
    assert there[is_heading] == pytest.approx(expected, abs=1e-4)


def test_the_row_of_a_3d_body_by_name():
    character = load_character("stocky")
    pose = StartPose(
        {"right_knee_y": 0.4}, {"right_knee_y": 0.5}, pitch=0.2, pitch_rate=0.3,
        speed=0.8, climb=0.1,
    )  # fmt: skip
    qpos, qvel = start_state(character, pose)
    row = sensed_after(character, qpos, qvel, 0.0)
    found = dict(zip(Sensors(character).names, row.tolist(), strict=True))
    expected = {
        "height": qpos[2],
        "up.ahead": math.sin(0.2),
        "up.left": 0.0,
        "up.up": math.cos(0.2),
        "heading.cos": 1.0,
        "heading.sin": 0.0,
        "velocity.ahead": 0.8,
        "velocity.left": 0.0,
        "velocity.up": 0.1,
        "spin.ahead": 0.0,
        "spin.left": 0.3,
        "spin.up": 0.0,
        "angle.right_knee_y": 0.4,
        "rate.right_knee_y": 0.5,
        "angle.left_knee_y": 0.0,
        "load.left": 0.0,
        "speed": 1.0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-6)
    assert len(row) == 12 + 2 * 30 + 3


def test_the_row_of_a_planar_body_by_name():
    character = load_character("planar_biped")
    pose = StartPose({}, {}, pitch=0.2, pitch_rate=0.3, speed=0.8, climb=0.1)
    row = sensed_after(character, *start_state(character, pose), 0.0)
    names = Sensors(character).names
    assert names[:6] == (
        "height", "up.ahead", "up.up", "velocity.ahead", "velocity.up", "spin.left",
    )  # fmt: skip
    expected = (math.sin(0.2), math.cos(0.2), 0.8, 0.1, 0.3)
    assert row[1:6] == pytest.approx(expected, abs=1e-6)
    assert len(names) == len(row) == 6 + 2 * 6 + 3


def test_standing_feet_carry_the_weight_and_a_lifted_one_does_not():
    character = load_character("stocky")
    standing = start_state(character, StartPose({}, {}))
    loads = sensed_after(character, *standing, 0.5)[-3:-1]
    assert loads == pytest.approx([0.5, 0.5], abs=0.05)
    one_knee_up = {"right_hip_y": -1.0, "right_knee_y": 1.5}
    lifted = start_state(character, StartPose(one_knee_up, {}))
    left, right = sensed_after(character, *lifted, 0.2)[-3:-1]
    assert right == 0.0
    assert left == pytest.approx(1.0, abs=0.2)


def test_height_is_above_the_ground_below(make):
    env = make("stocky", start_noise=0.0)
    level = env.reset(seed=1)[0][0]
    simulation = env._simulation
    env.reset(seed=1, options={"slope": 10.0})
    qpos = simulation.sensed().body.qpos
    qpos[0] += 2.0
    qpos[2] += 2.0 * math.tan(math.radians(10.0))
    env._look()
    lifted_by_its_toes = env._sight.observation[0] - level
    assert 0.0 < lifted_by_its_toes < 0.05
