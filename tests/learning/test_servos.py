"""What an action means to the joints."""

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.learning.servos import servos_of


def torques(env):
    """Of all joints, now [N m]."""
    return env._simulation.moment().torque[env._agent.law.axis]


@pytest.mark.parametrize("character", ["planar_biped", "stocky"])
@pytest.mark.parametrize("control", ["targets", "torques"])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("joint", ["left_hip_y", "right_ankle_y"])
def test_a_positive_action_turns_the_joint_positively(
    make, character, control, sign, joint
):
    """P-convention: leg backward +, plantarflexion +."""
    env = make(character, control=control, start_noise=0.0)
    env.reset(seed=1)
    action = np.zeros(env.action_space.shape)
    action[env.joint_names.index(joint)] = 0.3 * sign
    for _ in range(4):
        observation = env.step(action)[0]
    angle = observation[env.observation_names.index(f"angle.{joint}")]
    assert sign * angle > 0.01


def test_targets_reach_from_end_to_end_of_the_range_around_standing():
    character = load_character("stocky")
    motors = servos_of(character)
    names = [hinge.role for hinge in character.roles.hinges]
    ends = {
        name: [
            motors.targets(np.full(len(names), share))[names.index(name)]
            for share in (-1.0, -0.5, 0.0, 0.5, 1.0)
        ]
        for name in ("left_hip_y", "left_knee_y")
    }
    assert ends["left_hip_y"] == pytest.approx([-2.0, -1.0, 0.0, 0.4, 0.8])
    # Straight at its stop: a little beyond, to press against it.
    assert ends["left_knee_y"] == pytest.approx([-0.1, -0.05, 0.0, 1.25, 2.5])


def test_a_joint_without_stops_reaches_one_radian():
    character = load_character("planar_biped")
    ankle = [h.role for h in character.roles.hinges].index("left_ankle_y")
    motors = servos_of(character)
    assert (motors.lowest[ankle], motors.highest[ankle]) == (-1.0, 1.0)


def test_gains_and_limits_grow_with_mass(tmp_path):
    light, heavy = (
        servos_of(
            character_from_values({"height": 1.7, "mass": mass}, "b", "b", tmp_path)
        )
        for mass in (35.0, 70.0)
    )
    for name in ("stiffness", "damping", "limit"):
        assert getattr(heavy, name) == pytest.approx(2.0 * getattr(light, name))
    assert heavy.lowest == pytest.approx(light.lowest)


@pytest.mark.parametrize("control", ["targets", "torques"])
def test_no_joint_gives_more_than_its_limit(make, control):
    env = make("stocky", control=control)
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    highest = 0.0
    for _ in range(10):
        env.step(generator.choice([-5.0, 5.0], env.action_space.shape))
        effort = torques(env) / env._agent.servos.limit
        highest = max(highest, np.abs(effort).max())
    # A servo near its limit damps with the velocity at the end of the time step.
    assert 0.9 < highest < 1.1


def test_a_full_torque_is_the_limit(make):
    env = make(control="torques")
    env.reset(seed=1)
    env.step(np.ones(6))
    assert torques(env) == pytest.approx(env._agent.servos.limit)
