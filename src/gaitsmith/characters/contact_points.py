"""The points of the feet that may touch the ground, taken from the feet's shapes."""

import itertools

import mujoco
import numpy as np

from gaitsmith.characters.roles import Roles
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import ContactPoints

HEEL_BEHIND_ANKLE = 0.0  # m; points behind the ankle belong to the heel


def _shape_points(model: mujoco.MjModel, geom: int) -> list[tuple[np.ndarray, float]]:
    """Points (in the geom's frame) and radii that stand for one shape."""
    size = model.geom_size[geom]
    match model.geom_type[geom]:
        case mujoco.mjtGeom.mjGEOM_BOX:
            signs = itertools.product((-1.0, 1.0), repeat=3)
            return [(np.array(sign) * size, 0.0) for sign in signs]
        case mujoco.mjtGeom.mjGEOM_SPHERE:
            return [(np.zeros(3), float(size[0]))]
        case mujoco.mjtGeom.mjGEOM_CAPSULE:
            ends = ((0.0, 0.0, size[1]), (0.0, 0.0, -size[1]))
            return [(np.array(end), float(size[0])) for end in ends]
        case _:
            return []


def contact_points(model: mujoco.MjModel, roles: Roles, source: str) -> ContactPoints:
    """Corners of boxes, ends of capsules and centres of spheres of both feet and toes.

    Shapes that are switched off for contact in the model (contype 0) do not count.
    """
    bodies, offsets, radii, sides, heels = [], [], [], [], []
    for side, leg in enumerate(roles.legs):
        foot_bodies = {leg.foot} | ({leg.toe.body} if leg.toe else set())
        found = 0
        for geom in range(model.ngeom):
            body = int(model.geom_bodyid[geom])
            if body not in foot_bodies or model.geom_contype[geom] == 0:
                continue
            rotation = np.zeros(9)
            mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
            for point, radius in _shape_points(model, geom):
                offset = model.geom_pos[geom] + rotation.reshape(3, 3) @ point
                bodies.append(body)
                offsets.append(offset)
                radii.append(radius)
                sides.append(side)
                heels.append(body == leg.foot and offset[0] < HEEL_BEHIND_ANKLE)
                found += 1
        if found == 0:
            name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, leg.foot)
            raise InputError(
                f"{source}: the foot body '{name}' has no box, sphere or capsule to"
                " stand on; give it one with contype 1."
            )
    order = np.argsort(bodies, kind="stable")  # one body's points stand together
    return ContactPoints(
        body=np.array(bodies, dtype=np.int64)[order],
        offset=np.ascontiguousarray(np.array(offsets)[order]),
        radius=np.array(radii)[order],
        side=np.array(sides, dtype=np.int64)[order],
        is_heel=np.array(heels, dtype=np.bool_)[order],
    )
