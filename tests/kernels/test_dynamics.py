"""Motion of trees of bodies against the engine, and one lane against eight."""

import copy

import mujoco
import numpy as np
import pytest
from numba import njit

from gaitsmith.characters.character import catalogue, load_character
from gaitsmith.characters.tree import tree_of
from gaitsmith.kernels.compilation import OPTIONS, compiled
from gaitsmith.kernels.dynamics import accelerate, sense_body, step_position
from gaitsmith.kernels.lane_records import in_lanes
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.lane_records import Columns
from gaitsmith.simulation.physics import articulation, body_state

DT, STEPS = 1.0 / 2400.0, 24
TOLERANCE = 1e-9
# Ball, slide, skew hinge, anchors, armature, rests, turned bodies and inertias.
EVERY_JOINT = """
<mujoco>
  <worldbody>
    <body pos="0 0 1" quat=".9 .1 .2 .1">
      <freejoint/>
      <geom type="box" size=".1 .2 .1"/>
      <body pos=".1 .2 .3">
        <joint type="ball" pos=".1 0 .02"/>
        <geom type="box" size=".1 .1 .3" pos=".1 .1 .1" euler="10 20 30"/>
        <body pos="0 .1 .1" quat=".8 .1 .3 .2">
          <joint type="slide" axis="1 1 0" ref=".1"/>
          <joint axis=".3 .4 1" pos="0 .1 0" armature=".01" ref=".2"/>
          <geom type="capsule" size=".1 .05" pos=".3 0 0"/>
        </body>
      </body>
      <body pos="-.1 0 0">
        <joint axis="1 0 0" armature=".02"/>
        <joint axis="0 1 0" pos=".02 0 0"/>
        <joint axis="0 0 1"/>
        <geom size=".1" pos="0 0 -.2"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
# Two trees in the world, the first of them on a ball; its root is not free.
HELD = """
<mujoco>
  <option gravity="1 2 -9"/>
  <worldbody>
    <body pos="0 1 2">
      <joint type="ball" armature=".03"/>
      <geom type="box" size=".1 .2 .3" pos=".1 .1 .1"/>
      <body pos=".2 0 .1">
        <joint type="slide" axis="0 0 1"/>
        <geom size=".1" pos=".1 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
OWN = {"every joint": EVERY_JOINT, "held by a ball": HELD}
NOT_OURS = (
    mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    | mujoco.mjtDisableBit.mjDSBL_CONTACT
    | mujoco.mjtDisableBit.mjDSBL_AUTORESET
    | mujoco.mjtDisableBit.mjDSBL_SPRING
    | mujoco.mjtDisableBit.mjDSBL_DAMPER
)


@compiled
def step(tree, body, parts, dt):
    """A time step without any loads but those in the joints."""
    sense_body(tree, body, parts)
    accelerate(tree, body, parts, dt)
    for axis in range(body.qvel.shape[0]):
        body.qvel[axis] += dt * parts.joint_acceleration[axis]
    step_position(tree, body, dt)


@njit(**OPTIONS)
def step_one(tree, body, parts, dt, num_steps):
    for _ in range(num_steps):
        step(tree, body, parts, dt)


@njit(**OPTIONS)
def step_eight(tree, body, parts, dt, num_steps):
    bodies, all_parts = in_lanes(body), in_lanes(parts)
    for _ in range(num_steps):
        step(tree, bodies, all_parts, dt)


@pytest.fixture(scope="module", params=[*sorted(catalogue()), *OWN])
def model(request):
    """A body of the catalogue or of our own, in free flight."""
    if request.param in OWN:
        model = mujoco.MjModel.from_xml_string(OWN[request.param])
    else:
        model = copy.copy(load_character(request.param).model)
    model.opt.timestep = DT
    model.opt.disableflags |= int(NOT_OURS)
    return model


def unit_quaternion(rng):
    quaternion = rng.normal(size=4)
    return quaternion / np.linalg.norm(quaternion)


def random_state(model, rng):
    """Positions, velocities and torques."""
    qpos = np.array(model.qpos0)
    for kind, address in zip(model.jnt_type, model.jnt_qposadr, strict=True):
        if kind == mujoco.mjtJoint.mjJNT_FREE:
            qpos[address : address + 3] += rng.normal(size=3)
            qpos[address + 3 : address + 7] = unit_quaternion(rng)
        elif kind == mujoco.mjtJoint.mjJNT_BALL:
            qpos[address : address + 4] = unit_quaternion(rng)
        else:
            qpos[address] += rng.uniform(-1.0, 1.0)
    return qpos, rng.normal(scale=2.0, size=model.nv), rng.normal(size=model.nv)


def ours(model, state, num_steps):
    """Our body and work space after some steps from a state."""
    body, parts = body_state(model), articulation(model)
    body.qpos[:], body.qvel[:], parts.force[:] = state
    step_one(tree_of(model), body, parts, DT, num_steps)
    return body, parts


def engines(model, state):
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = state
    return data


def close(found, expected):
    scale = max(1.0, np.abs(expected).max())
    return np.allclose(found, expected, rtol=0.0, atol=TOLERANCE * scale)


def test_joint_accelerations_are_the_engines(model):
    rng = np.random.default_rng(0)
    for _ in range(4):
        state = random_state(model, rng)
        data = engines(model, state)
        mujoco.mj_forward(model, data)
        _, parts = ours(model, state, 1)
        assert close(parts.joint_acceleration, data.qacc)


def test_bodies_are_and_move_where_the_engine_says(model):
    state = random_state(model, np.random.default_rng(1))
    data = engines(model, state)
    mujoco.mj_forward(model, data)
    mujoco.mj_subtreeVel(model, data)
    body, _ = ours(model, state, 1)
    # Sensed before the step: what they were at its start.
    assert close(body.position[1:], data.xpos[1:])
    assert close(body.orientation[1:], data.xmat[1:])
    assert close(body.mass_center[1:], data.xipos[1:])
    assert close(body.com, data.subtree_com[1])
    assert close(body.velocity[1:], data.cvel[1:])
    assert close(body.com_velocity, data.subtree_linvel[1])
    assert close(body.momentum[:3], data.subtree_angmom[1])
    assert close(body.momentum[3:], np.sum(model.body_mass) * data.subtree_linvel[1])


def test_a_flight_is_the_engines(model):
    rng = np.random.default_rng(2)
    for _ in range(2):
        state = random_state(model, rng)
        data = engines(model, state)
        for _ in range(STEPS):
            mujoco.mj_step(model, data)
        body, _ = ours(model, state, STEPS)
        assert close(body.qpos, data.qpos)
        assert close(body.qvel, data.qvel)


def test_one_lane_has_the_bits_of_eight(model):
    rng = np.random.default_rng(3)
    states = [random_state(model, rng) for _ in range(WIDTH)]
    records = Columns((body_state(model), articulation(model)))
    for lane, state in enumerate(states):
        body, parts = records.fresh()
        body.qpos[:], body.qvel[:], parts.force[:] = state
        records.write(lane)
    step_eight(tree_of(model), *records.wide, DT, STEPS)
    for lane, state in enumerate(states):
        one, _ = ours(model, state, STEPS)
        body, _ = records.read(lane)
        for name, array in one._asdict().items():
            assert array.tobytes() == getattr(body, name).tobytes(), name
