"""Loads on bodies against dense matrices and the engine's Jacobians."""

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.kernels.dynamics import accelerate, move_bodies, sense_body
from gaitsmith.kernels.spatial import (
    add_damper,
    add_force,
    add_moment,
    point_velocity,
)
from gaitsmith.simulation.physics import articulation, body_state

ARM, NORMAL = (0.3, -0.2, -0.9), (0.6, 0.0, 0.8)
DT = 0.001


def cross_matrix(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def damping_matrix(along, across):
    n = np.array(NORMAL)
    return across * (np.eye(3) - np.outer(n, n)) + along * np.outer(n, n)


@pytest.fixture(scope="module")
def posed():
    """A character in a random pose, and the engine's state of it."""
    character = load_character("stocky")
    model = character.model
    data = mujoco.MjData(model)
    rng = np.random.default_rng(1)
    data.qpos[7:] = rng.normal(scale=0.4, size=model.nq - 7)
    data.qpos[3:7] = rng.normal(size=4)
    data.qpos[3:7] /= np.linalg.norm(data.qpos[3:7])
    data.qvel[:] = rng.normal(size=model.nv)
    mujoco.mj_fwdPosition(model, data)
    mujoco.mj_fwdVelocity(model, data)
    return character, data


@pytest.fixture
def sensed(posed, version):
    """The same state, and our own bodies and work space of it."""
    character, data = posed
    body, parts = body_state(character.model), articulation(character.model)
    body.qpos[:], body.qvel[:] = data.qpos, data.qvel
    version(sense_body)(character.tree, body, parts)
    return character, data, body, parts


def point_jacobian(model, data, body, place):
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, jacobian, None, place, body)
    return jacobian


def test_damper_impedance_is_its_congruence_transform(posed, version):
    parts = articulation(posed[0].model)
    version(add_damper)(parts, 1, ARM, NORMAL, 50.0, 20.0)
    to_point = np.hstack([-cross_matrix(ARM), np.eye(3)])
    expected = to_point.T @ damping_matrix(50.0, 20.0) @ to_point
    assert np.allclose(parts.inertia[1], expected[np.tril_indices(6)])
    assert not np.any(parts.inertia[2:])


def test_a_force_is_a_wrench_with_its_moment(posed, version):
    parts = articulation(posed[0].model)
    version(add_force)(parts, 2, ARM, (1.0, 2.0, 3.0))
    version(add_moment)(parts, 2, (10.0, 20.0, 30.0))
    moment = np.cross(ARM, (1.0, 2.0, 3.0)) + np.array((10.0, 20.0, 30.0))
    assert parts.wrench[2] == pytest.approx([*-moment, -1.0, -2.0, -3.0])
    assert not np.any(parts.wrench[[0, 1, 3]])


@pytest.mark.parametrize("name", ["left_toes", "right_foot", "head", "pelvis"])
def test_point_velocity_is_the_jacobians(sensed, version, name):
    character, data, own, _ = sensed
    body = character.body_index(name)
    place = data.xpos[body] + [0.1, 0.05, -0.07]
    arm = tuple(place - data.subtree_com[1])
    expected = point_jacobian(character.model, data, body, place) @ data.qvel
    for velocity in (np.array(data.cvel), own.velocity):
        found = version(point_velocity)(velocity, body, arm)
        assert found == pytest.approx(expected)


def test_joint_accelerations_are_those_of_the_dense_matrices(sensed, version):
    """(M + dt D + dt J'CJ) dv/dt = forces, by the engine's M and Jacobians.

    With forces, moments and dampers at several points of both legs and the head, and
    torques and dampings in the joints.
    """
    character, data, own, parts = sensed
    model = character.model
    rng = np.random.default_rng(2)
    matrix = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, matrix)
    parts.force[:] = rng.normal(scale=20.0, size=model.nv)
    parts.damping[6:] = rng.uniform(0.0, 100.0, size=model.nv - 6)
    matrix += DT * np.diag(parts.damping)
    force = parts.force - data.qfrc_bias
    arms = {}
    for name in ("left_toes", "left_foot", "right_toes", "head", "left_toes"):
        body = character.body_index(name)
        place = data.xpos[body] + rng.normal(scale=0.1, size=3)
        push = rng.normal(scale=100.0, size=3)
        arms[body] = arm = tuple(place - data.subtree_com[1])
        jacobian = point_jacobian(model, data, body, place)
        add_force(parts, body, arm, tuple(push))
        force += jacobian.T @ push
        if name != "head":
            add_damper(parts, body, arm, NORMAL, DT * 300.0, DT * 100.0)
            matrix += DT * jacobian.T @ damping_matrix(300.0, 100.0) @ jacobian
    turning = np.zeros((3, model.nv))
    head, moment = character.body_index("head"), rng.normal(scale=30.0, size=3)
    mujoco.mj_jac(model, data, None, turning, np.zeros(3), head)
    add_moment(parts, head, tuple(moment))
    force += turning.T @ moment
    version(accelerate)(character.tree, own, parts, DT)
    expected = np.linalg.solve(matrix, force)
    scale = np.abs(expected).max()
    assert np.allclose(parts.joint_acceleration, expected, rtol=0, atol=1e-10 * scale)
    # What the ground's forces at the end of the step are made of.
    for body, arm in arms.items():
        place = data.subtree_com[1] + arm
        change = point_jacobian(model, data, body, place) @ expected
        found = point_velocity(parts.acceleration, body, arm)
        assert np.allclose(found, change, rtol=0, atol=1e-9 * scale)


def test_moving_the_bodies_anew_takes_their_loads_off(sensed, version):
    character, _, own, parts = sensed
    version(accelerate)(character.tree, own, parts, DT)
    unloaded = parts.joint_acceleration.copy()
    version(move_bodies)(character.tree, own, parts)
    add_force(parts, character.body_index("left_foot"), ARM, (1.0, 2.0, 3.0))
    add_damper(parts, character.body_index("left_toes"), ARM, NORMAL, 3.0, 1.0)
    version(accelerate)(character.tree, own, parts, DT)
    assert not np.array_equal(parts.joint_acceleration, unloaded)
    version(move_bodies)(character.tree, own, parts)
    version(accelerate)(character.tree, own, parts, DT)
    assert np.array_equal(parts.joint_acceleration, unloaded)
