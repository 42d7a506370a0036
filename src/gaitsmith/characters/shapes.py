"""A model in its own pose, and how high and how low its shapes reach."""

import math

import mujoco
import numpy as np

from gaitsmith.kernels.records import Floats


def posed(model: mujoco.MjModel) -> mujoco.MjData:
    """The engine's data of a model in its own pose."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return data


def half_height(model: mujoco.MjModel, geom: int, up: Floats) -> float:
    """How far [m] a shape reaches above its middle; `up` (3,) in the shape's frame."""
    size = model.geom_size[geom]
    match model.geom_type[geom]:
        case mujoco.mjtGeom.mjGEOM_SPHERE:
            return float(size[0])
        case mujoco.mjtGeom.mjGEOM_CAPSULE:
            return float(size[0] + abs(up[2]) * size[1])
        case mujoco.mjtGeom.mjGEOM_ELLIPSOID:
            return float(np.linalg.norm(up * size))
        case mujoco.mjtGeom.mjGEOM_CYLINDER:
            across = math.sqrt(max(0.0, 1.0 - up[2] ** 2))
            return float(across * size[0] + abs(up[2]) * size[1])
        case mujoco.mjtGeom.mjGEOM_BOX:
            return float(np.abs(up) @ size)
        case _:
            return float(np.abs(up) @ model.geom_aabb[geom, 3:])


def height_spans(model: mujoco.MjModel, data: mujoco.MjData) -> Floats:
    """(shapes, 2) lowest and highest place [m] of every shape, in `data`'s pose."""
    spans = np.zeros((model.ngeom, 2))
    for geom in range(model.ngeom):
        rotation = data.geom_xmat[geom].reshape(3, 3)
        middle = data.geom_xpos[geom, 2]
        if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
            middle += rotation[2] @ model.geom_aabb[geom, :3]
        half = half_height(model, geom, rotation[2])
        spans[geom] = middle - half, middle + half
    return spans
