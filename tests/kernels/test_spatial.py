"""Wrenches and impedances against dense matrices and the engine's Jacobians."""

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.kernels.records import Loads
from gaitsmith.kernels.spatial import (
    add_damper,
    add_force,
    point_velocity,
    project_onto_joints,
    update_body_velocity,
)

ARM, NORMAL = (0.3, -0.2, -0.9), (0.6, 0.0, 0.8)


def empty_loads(num_bodies):
    return Loads(
        np.zeros(num_bodies, bool),
        np.zeros(num_bodies, bool),
        np.zeros((num_bodies, 6)),
        np.zeros((num_bodies, 6, 6)),
    )


def cross_matrix(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def test_damper_impedance_is_its_congruence_transform(version):
    loads = empty_loads(1)
    version(add_damper)(loads, 0, ARM, NORMAL, 50.0, 20.0)
    n = np.array(NORMAL)
    damping = 20.0 * (np.eye(3) - np.outer(n, n)) + 50.0 * np.outer(n, n)
    to_point = np.hstack([-cross_matrix(ARM), np.eye(3)])
    expected = np.tril(to_point.T @ damping @ to_point)
    assert np.allclose(np.tril(loads.impedance[0]), expected)


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


def point_jacobian(model, data, body, place):
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, jacobian, None, place, body)
    return jacobian


@pytest.mark.parametrize("name", ["left_toes", "right_foot", "head", "pelvis"])
def test_point_velocity_is_the_jacobians(posed, version, name):
    character, data = posed
    body = character.body_index(name)
    place = data.xpos[body] + [0.1, 0.05, -0.07]
    arm = tuple(place - data.subtree_com[1])
    velocity = version(point_velocity)(np.array(data.cvel), body, arm)
    expected = point_jacobian(character.model, data, body, place) @ data.qvel
    assert velocity == pytest.approx(expected)
    updated = np.zeros((character.model.nbody, 6))
    version(update_body_velocity)(
        character.tree, np.array(data.cdof), np.array(data.qvel), body, updated
    )
    assert updated[body] == pytest.approx(data.cvel[body])


def test_projection_equals_jacobian_transposes(posed, version):
    """Forces J'f and impedances dt J'CJ of several points on both legs and the head."""
    character, data = posed
    model, tree = character.model, character.tree
    loads = empty_loads(model.nbody)
    force_expected = np.zeros(model.nv)
    matrix_expected = np.zeros((model.nv, model.nv))
    rng = np.random.default_rng(2)
    for name in ("left_toes", "left_foot", "right_toes", "head", "left_toes"):
        body = character.body_index(name)
        place = data.xpos[body] + rng.normal(scale=0.1, size=3)
        force = rng.normal(scale=100.0, size=3)
        arm = tuple(place - data.subtree_com[1])
        jacobian = point_jacobian(model, data, body, place)
        add_force(loads, body, arm, tuple(force))
        force_expected += jacobian.T @ force
        if name != "head":
            add_damper(loads, body, arm, NORMAL, 300.0, 100.0)
            n = np.array(NORMAL)
            damping = 100.0 * np.eye(3) + 200.0 * np.outer(n, n)
            matrix_expected += 0.001 * jacobian.T @ damping @ jacobian
    force = np.zeros(model.nv)
    inertia = np.zeros(len(data.M))
    version(project_onto_joints)(
        tree, np.array(data.cdof), 0.001, loads, force, inertia
    )
    assert force == pytest.approx(force_expected)
    dense = np.zeros((model.nv, model.nv))
    for axis in range(model.nv):
        start = tree.row_start[axis]
        for entry in range(start, start + tree.row_length[axis]):
            dense[axis, tree.row_axis[entry]] = inertia[entry]
    assert np.allclose(dense, np.tril(matrix_expected), atol=1e-9)


def test_projection_leaves_no_load_behind(posed):
    character, data = posed
    loads = empty_loads(character.model.nbody)
    add_force(loads, character.body_index("left_foot"), ARM, (1.0, 2.0, 3.0))
    add_damper(loads, character.body_index("left_toes"), ARM, NORMAL, 3.0, 1.0)
    loads.is_loaded[character.body_index("left_toes")] = True
    project_onto_joints(
        character.tree,
        np.array(data.cdof),
        0.001,
        loads,
        np.zeros(character.model.nv),
        np.zeros(len(data.M)),
    )
    assert not any(np.any(array) for array in loads)
