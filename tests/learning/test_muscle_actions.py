"""Learners act on muscles, and bodies with muscles can be driven by motors instead."""

import numpy as np
import pytest

from gaitsmith.learning.servos import excitations


@pytest.fixture
def muscled(make):
    env = make("adult_muscles", control="muscles", start_noise=0.0)
    env.reset(seed=1)
    return env


def quiet(env):
    """At rest: no muscle is excited, the other joints are held as they stand."""
    action = np.zeros(env.action_space.shape)
    action[:16] = -1.0
    return action


def test_an_action_is_a_number_for_each_muscle_and_each_joint_without(muscled):
    names = muscled.joint_names
    assert names[:2] == ("left_soleus", "left_tibialis_anterior")
    assert names[15] == "right_hip_flexors"
    assert len(names) == muscled.action_space.shape[0] == 16 + 24
    moved = {f"{s}_{j}_y" for s in ("left", "right") for j in ("hip", "knee", "ankle")}
    assert not moved & set(names)
    assert "left_hip_x" in names


def test_an_action_from_minus_one_to_one_excites_from_rest_to_full():
    found = excitations(np.array([-1.0, 0.0, 1.0]))
    assert found == pytest.approx([0.01, 0.505, 1.0])


@pytest.mark.parametrize(
    ("muscle", "sign"), [("soleus", 1.0), ("tibialis_anterior", -1)]
)
def test_a_muscle_that_is_excited_turns_its_joint(make, muscle, sign):
    ankles = []
    for excited in (False, True):
        env = make("adult_muscles", control="muscles", start_noise=0.0)
        env.reset(seed=1)
        action = quiet(env)
        if excited:
            action[env.joint_names.index(f"left_{muscle}")] = 1.0
        for _ in range(5):
            seen = env.step(action)[0]
        names = env.observation_names
        ankles.append(seen[names.index("angle.left_ankle_y")])
    assert sign * (ankles[1] - ankles[0]) > 0.01  # plantarflexion +


def test_what_muscles_do_is_sensed(muscled):
    action = quiet(muscled)
    action[muscled.joint_names.index("right_vasti")] = 1.0
    seen = dict(zip(muscled.observation_names, muscled.step(action)[0], strict=True))
    assert seen["activation.right_vasti"] > 0.5
    assert seen["activation.left_vasti"] == pytest.approx(0.01)
    assert seen["force.right_vasti"] > 5 * seen["force.left_vasti"]
    assert 0.3 < seen["fiber.left_vasti"] < 1.5


def test_effort_counts_excited_muscles(muscled):
    tired = quiet(muscled)
    tired[:16] = 1.0
    costs = []
    for action in (quiet(muscled), tired):
        muscled.reset(seed=1)
        costs.append(muscled.step(action)[4]["reward_torque"])
    assert costs[1] < costs[0] - 0.01


def test_without_muscle_actions_the_same_body_has_motors(make):
    env = make("adult_muscles", control="targets", start_noise=0.0)
    twin = make("adult", control="targets", start_noise=0.0)
    assert env.joint_names == twin.joint_names
    assert env.observation_names == twin.observation_names
    for each in (env, twin):
        each.reset(seed=1)
    action = np.linspace(-0.3, 0.3, env.action_space.shape[0])
    assert np.array_equal(env.step(action)[0], twin.step(action)[0])


def test_a_joint_without_muscles_follows_its_target(muscled):
    action = quiet(muscled)
    action[muscled.joint_names.index("left_shoulder_y")] = -1.0
    for _ in range(10):
        seen = muscled.step(action)[0]
    names = muscled.observation_names
    assert seen[names.index("angle.left_shoulder_y")] < -0.1
