"""The body of a model as MJCF: x ahead, y left, z up; legs turn as the house wants it.

Shapes are for the eye, but for the points of the feet: models of OpenSim carry meshes
that are not at hand, and no points to stand on.
"""

import math
import xml.etree.ElementTree as Xml
from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats
from gaitsmith.opensim.hinges import ModelHinge, ModelLink
from gaitsmith.opensim.kinematics import across, full_pose
from gaitsmith.opensim.model import GROUND, Body, Model

TO_HOUSE = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
LETTERS = "xyz"
DENSITY = 1000.0  # kg/m3, of shapes that are drawn
THINNEST = 0.02  # m, radius of a limb
# Of the height of a trunk's mass centre: hips' end, shoulders' end and head; radii.
TRUNK = (0.3, 1.05, 1.95)
TRUNK_RADIUS, HEAD_RADIUS = 0.4, 0.33
SOLE = 0.015  # m, radius of the points of a foot, below and around its origin
COLOR = "0.85 0.8 0.75 1"


class FootPoint(NamedTuple):
    """A ball that may touch the ground."""

    body: str
    place: Floats  # (3,) m, in the body's frame of OpenSim
    radius: float  # m


class Standing(NamedTuple):
    """Bodies and hinges where all coordinates are 0, in the frame of the ground."""

    rotation: Mapping[str, Floats]  # (3, 3)
    place: Mapping[str, Floats]  # (3,) m


def standing(links: Mapping[str, ModelLink]) -> Standing:
    """Where everything is before anything turns."""
    rotation, place = {GROUND: np.eye(3)}, {GROUND: np.zeros(3)}
    for link in links.values():
        rotation[link.body] = rotation[link.parent] @ link.rotation
        place[link.body] = place[link.parent] + rotation[link.parent] @ link.place
    return Standing(rotation, place)


def house(vector: Floats) -> Floats:
    """A vector of OpenSim's axes in ours."""
    return TO_HOUSE @ vector


def letter(hinge: ModelHinge, body: str, pose: Standing) -> tuple[str, float]:
    """The house's axis that a hinge is nearest to, and on which side of it."""
    direction = house(pose.rotation[body] @ hinge.direction)
    index = int(np.argmax(np.abs(direction)))
    return LETTERS[index], math.copysign(1.0, direction[index])


def root_link(model: Model) -> tuple[ModelLink, bool]:
    """The body that floats where its coordinates are 0, and whether in the plane.

    Raises:
        InputError: it moves otherwise.
    """
    joint = model.joints[0]
    turns = [a for a in joint.rotations if model.leaders(joint) and a.coordinate]
    slides = [a for a in joint.translations if a.coordinate]
    moving = model.leaders(joint)
    turns = [a for a in turns if a.coordinate in moving]
    slides = [a for a in slides if a.coordinate in moving]
    is_planar = (len(turns), len(slides)) == (1, 2)
    if is_planar:
        along = np.array([*(a.direction for a in slides), turns[0].direction])
        is_planar = bool(np.allclose(np.abs(along), np.eye(3)))
    if not is_planar and (len(turns), len(slides)) != (3, 3):
        raise InputError(
            f"joint '{joint.name}': the root must have three rotations and three"
            " translations, or, in the plane, one about z and two along x and y"
        )
    values = full_pose(model, {n: np.zeros(1) for n in moving}, 1)
    rotation, place = across(joint, values)
    link = ModelLink(joint.child.body, GROUND, rotation[0], place[0], (), 0.0, 0.0, "")
    return link, is_planar


def mjcf(
    model: Model,
    links: Mapping[str, ModelLink],
    is_planar: bool,
    feet: tuple[FootPoint, ...],
) -> str:
    """The text of the model."""
    pose = standing(links)
    root = Xml.Element("mujoco", model=model.name)
    Xml.SubElement(root, "compiler", angle="radian", balanceinertia="true")
    made: dict[str, Element] = {GROUND: Xml.SubElement(root, "worldbody")}
    for name, link in links.items():
        element = Xml.SubElement(
            made[link.parent],
            "body",
            name=name,
            pos=_text(house(link.place)),
            quat=_text(_quaternion(TO_HOUSE @ link.rotation @ TO_HOUSE.T)),
        )
        made[name] = element
        body = model.bodies[name]
        inertia = TO_HOUSE @ body.inertia @ TO_HOUSE.T
        parts = inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        Xml.SubElement(
            element,
            "inertial",
            pos=_text(house(body.center)),
            mass=_text([body.mass]),
            fullinertia=_text(parts),
        )
        if link.parent == GROUND:
            _float(element, is_planar, pose.rotation[name])
        for hinge in link.hinges:
            _hinge(element, model, hinge, letter(hinge, name, pose)[1])
        for shape in _shapes(model, body, links, feet):
            Xml.SubElement(element, "geom", {**shape, "rgba": COLOR, "contype": "0"})
    for index, point in enumerate(feet):
        Xml.SubElement(
            made[point.body],
            "geom",
            name=f"sole{index}",
            type="sphere",
            size=_text([point.radius]),
            pos=_text(house(point.place)),
            mass="0",
            rgba=COLOR,
        )
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode")


def _float(element: Element, is_planar: bool, rotation: Floats) -> None:
    if not is_planar:
        Xml.SubElement(element, "freejoint", name="root")
        return
    back = (TO_HOUSE @ rotation @ TO_HOUSE.T).T
    for name, kind, index in (("x", "slide", 0), ("z", "slide", 2), ("y", "hinge", 1)):
        axis = back @ np.eye(3)[index]
        Xml.SubElement(
            element, "joint", name=f"root_{name}", type=kind, axis=_text(axis)
        )


def _hinge(element: Element, model: Model, hinge: ModelHinge, sign: float) -> None:
    given = model.coordinates[hinge.coordinate].range
    ends = sorted(sign * hinge.slope * end for end in given)
    is_open = ends[1] - ends[0] >= 2.0 * math.pi
    Xml.SubElement(
        element,
        "joint",
        name=hinge.coordinate,
        axis=_text(sign * house(hinge.direction)),
        pos=_text(house(hinge.anchor)),
        limited="false" if is_open else "true",
        range=_text([0.0, 0.0] if is_open else ends),
    )


def _shapes(
    model: Model,
    body: Body,
    links: Mapping[str, ModelLink],
    feet: tuple[FootPoint, ...],
) -> list[dict[str, str]]:
    """Limbs from joint to joint; a trunk and a head; what else ends a chain."""
    below = [link.place for link in links.values() if link.parent == body.name]
    far = [place for place in below if np.linalg.norm(place) > 2.0 * THINNEST]
    heaviest = max(model.bodies.values(), key=lambda other: other.mass)
    tips = [point.place for point in feet if point.body == body.name]
    if body is heaviest and body.center[1] > 0.1 and links[body.name].parent != GROUND:
        return _trunk(body)
    if tips and not far:
        middle = np.mean(tips, axis=0)
        return [_limb(middle, SOLE)] if np.linalg.norm(middle) > SOLE else []
    if links[body.name].parent == GROUND or not far:
        return [_ellipsoid(body)]
    found = []
    for place in far:
        length = float(np.linalg.norm(place))
        radius = math.sqrt(body.mass / len(far) / (DENSITY * math.pi * length))
        found.append(_limb(place, min(max(radius, THINNEST), 0.3 * length)))
    return found


def _limb(end: Floats, radius: float, start: Floats | None = None) -> dict[str, str]:
    first = np.zeros(3) if start is None else start
    ends = np.concatenate([house(first), house(end)])
    return {
        "type": "capsule",
        "fromto": _text(ends),
        "size": _text([radius]),
        "mass": "0",
    }


def _trunk(body: Body) -> list[dict[str, str]]:
    """Up to the shoulders, and a head: models of gait have both in one body."""
    x, height, z = body.center
    low, high, head = (np.array([x, part * height, z]) for part in TRUNK)
    return [
        _limb(high, TRUNK_RADIUS * height, low),
        _limb(head, HEAD_RADIUS * height, head - [0.0, 0.02, 0.0]),
    ]


def _ellipsoid(body: Body) -> dict[str, str]:
    """The solid of such moments of inertia, as large as the mass is in water."""
    moments, axes = np.linalg.eigh(TO_HOUSE @ body.inertia @ TO_HOUSE.T)
    squares = 2.5 * (np.sum(moments) - 2.0 * moments) / body.mass
    size = np.sqrt(np.maximum(squares, 0.01**2))
    volume = 4.0 / 3.0 * math.pi * float(np.prod(size))
    size = size * (body.mass / DENSITY / volume) ** (1.0 / 3.0)
    return {
        "type": "ellipsoid",
        "pos": _text(house(body.center)),
        "quat": _text(_quaternion(axes * np.sign(np.linalg.det(axes)))),
        "size": _text(size),
        "mass": "0",
    }


def _quaternion(rotation: Floats) -> Floats:
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(rotation).as_quat(canonical=True)[[3, 0, 1, 2]]


def _text(values: Floats | list[float]) -> str:
    return " ".join(f"{value:.12g}" for value in np.asarray(values) + 0.0)
