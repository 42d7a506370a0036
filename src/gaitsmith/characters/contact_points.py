"""The points of the feet that may touch the ground, taken from the feet's shapes."""

import itertools
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from gaitsmith.characters.roles import Leg, Roles
from gaitsmith.characters.shapes import posed
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import ContactPoints, Floats

ROUNDING = 1e-9  # m
FOOT_SHARE = 0.25  # of a leg's length, from below, that can be its foot


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
        case mujoco.mjtGeom.mjGEOM_CYLINDER:
            rim = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
            ends = itertools.product(size[0] * np.array(rim), (size[1], -size[1]))
            return [(np.append(place, end), 0.0) for place, end in ends]
        case _:
            return []


def contact_points(model: mujoco.MjModel, roles: Roles, source: str) -> ContactPoints:
    """Corners of boxes, ends of capsules and centres of spheres of all feet and toes.

    And four points on each rim of cylinders. Of a leg that has no ankle, those count
    that are near the ground.

    Shapes that are switched off for contact in the model (contype 0) do not count. The
    heel is what lies behind the ankle in the standing pose, or the rear-most point.
    """
    data = posed(model)
    found: list[_Point] = []
    for side, leg in enumerate(roles.legs):
        feet = {leg.foot} | ({leg.toe.body} if leg.toe else set())
        # What is welded to a foot is a part of it.
        mine = [
            point
            for geom in range(model.ngeom)
            if int(model.body_weldid[model.geom_bodyid[geom]]) in feet
            and model.geom_contype[geom] != 0
            for point in _points_of_shape(model, data, geom, side, leg, source)
        ]
        if not mine:
            name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, leg.foot)
            raise InputError(
                f"{source}: the foot body '{name}' has no box, sphere or capsule to"
                " stand on; give it one with contype 1."
            )
        if not leg.ankle:
            mine = _near_ground(mine, float(data.xanchor[leg.hip[0].joint][2]))
        rear = min(point.ahead for point in mine)
        heel_ends = max(0.0, rear)
        found += [
            replace(point, is_heel=not point.is_toe and point.ahead <= heel_ends)
            for point in mine
        ]
    found.sort(key=lambda point: point.body)  # one body's points stand together
    return ContactPoints(
        body=np.array([point.body for point in found], dtype=np.int64),
        offset=np.array([point.offset for point in found]),
        radius=np.array([point.radius for point in found]),
        side=np.array([point.side for point in found], dtype=np.int64),
        is_heel=np.array([point.is_heel for point in found], dtype=np.bool_),
        is_toe=np.array([point.is_toe for point in found], dtype=np.bool_),
        is_toe_top=np.array([point.is_toe_top for point in found], dtype=np.bool_),
    )


def untouched_parts(model: mujoco.MjModel, points: ContactPoints) -> list[str]:
    """Names of bodies that have shapes to touch with, but pass through the ground."""
    standing = {int(body) for body in points.body}
    solid = {int(b) for b in model.geom_bodyid[model.geom_contype != 0]}
    passing = [b for b in sorted(solid) if int(model.body_weldid[b]) not in standing]
    return [model.body(body).name for body in passing]


def point_centers(points: ContactPoints, data: mujoco.MjData) -> Floats:
    """(points, 3) where the contact points are [m], for the pose in `data`."""
    rotations = data.xmat[points.body].reshape(-1, 3, 3)
    return data.xpos[points.body] + np.einsum("pij,pj->pi", rotations, points.offset)


def point_places(points: ContactPoints, data: mujoco.MjData) -> Floats:
    """(points, 3) lowest places [m] of the contact points, for the pose in `data`."""
    places = point_centers(points, data)
    places[:, 2] -= points.radius
    return places


@dataclass(frozen=True)
class _Point:
    """One contact point of a foot."""

    body: int
    offset: tuple[float, float, float]  # m, in the body's frame
    radius: float  # m
    height: float  # m, of its lowest place in the standing pose
    side: int
    ahead: float  # m, of the ankle in the standing pose
    is_toe: bool
    is_toe_top: bool
    is_heel: bool = False


def _near_ground(points: list[_Point], hip_height: float) -> list[_Point]:
    """Those at the lower end of a leg; of a shank, not the knee's."""
    lowest = min(point.height for point in points)
    limit = lowest + FOOT_SHARE * (hip_height - lowest)
    return [point for point in points if point.height <= limit]


def _points_of_shape(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    geom: int,
    side: int,
    leg: Leg,
    source: str,
) -> list[_Point]:
    points = _shape_points(model, geom)
    if not points:
        kind = mujoco.mjtGeom(int(model.geom_type[geom])).name
        kind = kind.removeprefix("mjGEOM_").lower()
        body = model.body(int(model.geom_bodyid[geom])).name
        raise InputError(
            f"{source}: the foot body '{body}' has a {kind}; feet stand on boxes,"
            " spheres, capsules and cylinders only. Give the shape contype 0 to draw it"
            " only."
        )
    body = int(model.geom_bodyid[geom])
    shape = np.zeros(9)
    mujoco.mju_quat2Mat(shape, model.geom_quat[geom])
    standing = data.xmat[body].reshape(3, 3)
    moving = int(model.body_weldid[body])  # the body that it is welded to, or its own
    last = leg.ankle[0] if leg.ankle else leg.hinges_to_foot[-1]
    found = []
    for point, radius in points:
        local = shape.reshape(3, 3) @ point
        offset = model.geom_pos[geom] + local
        place = data.xpos[body] + standing @ offset
        if moving != body:
            turn = data.xmat[moving].reshape(3, 3)
            offset = turn.T @ (place - data.xpos[moving])
        x, y, z = (float(part) for part in offset)
        found.append(
            _Point(
                body=moving,
                offset=(x, y, z),
                radius=radius,
                height=float(place[2]) - radius,
                side=side,
                ahead=float(place[0] - data.xanchor[last.joint][0]),
                is_toe=moving != leg.foot,
                is_toe_top=moving != leg.foot
                and float((standing @ local)[2]) > ROUNDING,
            )
        )
    return found
