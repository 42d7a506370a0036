"""A model of others, written anew with only what is simulated and drawn."""

from collections.abc import Collection
from typing import Any

import mujoco
import numpy as np

from gaitsmith.characters.unsupported import FREE, HINGE, SLIDE, moving_roots

MjsBody = Any  # bodies of an MjSpec; the engine has no types for them
DRAWN = {
    int(kind)
    for kind in (
        mujoco.mjtGeom.mjGEOM_SPHERE,
        mujoco.mjtGeom.mjGEOM_CAPSULE,
        mujoco.mjtGeom.mjGEOM_ELLIPSOID,
        mujoco.mjtGeom.mjGEOM_CYLINDER,
        mujoco.mjtGeom.mjGEOM_BOX,
    )
}
MESH = int(mujoco.mjtGeom.mjGEOM_MESH)
DEFAULT_COLOR = (0.5, 0.5, 0.5, 1.0)  # of a shape that its file gives none


def rebuilt(model: mujoco.MjModel, turned: Collection[int]) -> mujoco.MjSpec:
    """Bodies, joints and shapes of one tree; angles are zero in the model's pose.

    Args:
        model: compiled, with one root.
        turned: joints whose axes are to point the other way.
    """
    spec = mujoco.MjSpec()
    spec.modelname = model.names[: model.names.index(b"\0")].decode()
    spec.compiler.degree = False
    spec.compiler.balanceinertia = True  # what rounding of thin bodies asks for
    (root,) = moving_roots(model)
    made: dict[int, MjsBody] = {0: spec.worldbody}
    for body in range(1, model.nbody):
        if int(model.body_rootid[body]) != root:
            continue  # scenery
        made[body] = made[int(model.body_parentid[body])].add_body(
            name=model.body(body).name,
            pos=model.body_pos[body],
            quat=model.body_quat[body],
        )
        _add_inertia(made[body], model, body)
        for joint in _joints(model, body):
            _add_joint(made[body], model, joint, -1.0 if joint in turned else 1.0)
    for geom in range(model.ngeom):
        if int(model.geom_bodyid[geom]) in made and model.geom_bodyid[geom] > 0:
            _add_shape(made[int(model.geom_bodyid[geom])], model, geom)
    return spec


def _joints(model: mujoco.MjModel, body: int) -> list[int]:
    """Of a body; the two slides of a planar root may come in either order."""
    first = int(model.body_jntadr[body])
    joints = list(range(first, first + int(model.body_jntnum[body])))
    slides = [joint for joint in joints if model.jnt_type[joint] == SLIDE]
    if (
        len(slides) == 2
        and joints[:2] == slides
        and abs(model.jnt_axis[joints[0], 2]) > 0.5
    ):
        joints[:2] = reversed(joints[:2])
    return joints


def _add_inertia(made: MjsBody, model: mujoco.MjModel, body: int) -> None:
    if model.body_mass[body] > 0.0:
        made.explicitinertial = True
        made.mass = float(model.body_mass[body])
        made.ipos, made.iquat = model.body_ipos[body], model.body_iquat[body]
        made.inertia = model.body_inertia[body]


def _add_joint(made: MjsBody, model: mujoco.MjModel, joint: int, sign: float) -> None:
    kind, name = int(model.jnt_type[joint]), model.joint(joint).name
    axis = int(model.jnt_dofadr[joint])
    if kind == FREE:
        found = made.add_freejoint(name=name)
        found.damping[0] = model.dof_damping[axis]
        return
    zero = float(model.qpos0[model.jnt_qposadr[joint]])
    rest = float(model.qpos_spring[model.jnt_qposadr[joint]])
    found = made.add_joint(
        name=name,
        type=mujoco.mjtJoint(kind),
        axis=sign * model.jnt_axis[joint] + 0.0,  # no -0
        pos=model.jnt_pos[joint],
        armature=float(model.dof_armature[axis]),
        springref=sign * (rest - zero) + 0.0,
    )
    found.damping[0] = model.dof_damping[axis]
    found.stiffness[0] = model.jnt_stiffness[joint]
    if model.jnt_limited[joint]:
        found.range = np.sort(sign * (model.jnt_range[joint] - zero)) + 0.0
        found.limited = mujoco.mjtLimited.mjLIMITED_TRUE
    assert kind in (HINGE, SLIDE), "others are refused before"


def _add_shape(made: MjsBody, model: mujoco.MjModel, geom: int) -> None:
    kind = int(model.geom_type[geom])
    place, size = model.geom_pos[geom], model.geom_size[geom]
    if kind == MESH:  # its bounding box stands for it
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, model.geom_quat[geom])
        middle, size = np.split(model.geom_aabb[geom], 2)
        place, kind = place + turn.reshape(3, 3) @ middle, mujoco.mjtGeom.mjGEOM_BOX
    if int(kind) not in DRAWN:
        return
    made.add_geom(
        name=model.geom(geom).name,
        type=mujoco.mjtGeom(int(kind)),
        pos=place,
        quat=model.geom_quat[geom],
        size=size,
        mass=0.0,  # it is in the body's inertia
        contype=int(is_solid(model, geom)),
        rgba=_color(model, geom),
    )


def is_solid(model: mujoco.MjModel, geom: int) -> bool:
    """Whether it touches the model's own ground; without any, what has a contype."""
    ground = np.flatnonzero(model.geom_bodyid == 0)
    if not len(ground):
        return bool(model.geom_contype[geom] != 0)
    meets = (model.geom_contype[geom] & model.geom_conaffinity[ground]) | (
        model.geom_conaffinity[geom] & model.geom_contype[ground]
    )
    return bool(np.any(meets))


def _color(model: mujoco.MjModel, geom: int) -> list[float]:
    material = int(model.geom_matid[geom])
    given = model.geom_rgba[geom]
    if material >= 0 and np.allclose(given, DEFAULT_COLOR):
        given = model.mat_rgba[material]
    return [float(part) for part in given]
