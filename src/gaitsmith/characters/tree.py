"""The bodies and joints of an engine's model, as compiled code wants them."""

import mujoco
import numpy as np

from gaitsmith.kernels.records import (
    BALL,
    FREE,
    HINGE,
    HINGE_X,
    HINGE_Y,
    HINGE_Z,
    SLIDE,
    Floats,
    Tree,
)

NO_TURN = (1.0, 0.0, 0.0, 0.0)
OWN_AXES = {(1, 0, 0): HINGE_X, (0, 1, 0): HINGE_Y, (0, 0, 1): HINGE_Z}
KINDS = {
    mujoco.mjtJoint.mjJNT_FREE: FREE,
    mujoco.mjtJoint.mjJNT_BALL: BALL,
    mujoco.mjtJoint.mjJNT_SLIDE: SLIDE,
}


def tree_of(model: mujoco.MjModel) -> Tree:
    """All that `kernels.dynamics` needs to know of a model; nothing is shared."""
    kinds = [_kind(model, joint) for joint in range(model.njnt)]
    return Tree(
        parent=model.body_parentid.astype(np.int64),
        offset=model.body_pos.copy(),
        turn=_rotations(model.body_quat),
        is_turned=np.any(model.body_quat != NO_TURN, axis=1),
        mass=model.body_mass.copy(),
        total_mass=float(np.sum(model.body_mass)),
        mass_offset=model.body_ipos.copy(),
        inertia=model.body_inertia.copy(),
        inertia_turn=_rotations(model.body_iquat),
        is_inertia_turned=np.any(model.body_iquat != NO_TURN, axis=1),
        is_floating=np.array([_is_floating(model, b) for b in range(model.nbody)]),
        first_joint=model.body_jntadr.astype(np.int64),
        num_joints=model.body_jntnum.astype(np.int64),
        first_axis=model.body_dofadr.astype(np.int64),
        num_axes=model.body_dofnum.astype(np.int64),
        joint_kind=np.array(kinds, dtype=np.int64),
        joint_position=model.jnt_qposadr.astype(np.int64),
        joint_axis=model.jnt_dofadr.astype(np.int64),
        joint_direction=model.jnt_axis.copy(),
        joint_anchor=model.jnt_pos.copy(),
        has_anchor=np.any(model.jnt_pos != 0.0, axis=1),
        joint_rest=model.qpos0[model.jnt_qposadr].copy(),
        armature=model.dof_armature.copy(),
    )


def _rotations(quaternions: Floats) -> Floats:
    """(n, 9) rotations of (n, 4) quaternions."""
    found = np.zeros((len(quaternions), 9))
    for row, quaternion in zip(found, quaternions, strict=True):
        mujoco.mju_quat2Mat(row, quaternion)
    return found


def _kind(model: mujoco.MjModel, joint: int) -> int:
    kind = mujoco.mjtJoint(model.jnt_type[joint])
    if kind in KINDS:
        return KINDS[kind]
    return OWN_AXES.get(tuple(model.jnt_axis[joint]), HINGE)


def _is_floating(model: mujoco.MjModel, body: int) -> bool:
    """Whether nothing resists the body's free joint, which then needs no axes."""
    if model.body_jntnum[body] != 1:
        return False
    joint, first = model.body_jntadr[body], model.body_dofadr[body]
    axes = slice(first, first + 6)
    return bool(
        model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE
        and model.body_parentid[body] == 0
        and not np.any(model.dof_armature[axes])
        and not np.any(model.dof_damping[axes])
    )
