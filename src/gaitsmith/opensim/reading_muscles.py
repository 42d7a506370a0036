"""Muscles of the document: their paths, what they wrap over, and their strength."""

from typing import Protocol
from xml.etree.ElementTree import Element

from gaitsmith.errors import InputError
from gaitsmith.opensim.document import (
    is_true,
    last_name,
    name_of,
    number,
    numbers,
    parts,
    text_of,
    vector,
)
from gaitsmith.opensim.functions import read_function
from gaitsmith.opensim.kinematics import turn_xyz
from gaitsmith.opensim.model import (
    Condition,
    Cylinder,
    Frame,
    Muscle,
    PathPoint,
    Wrap,
)

MAX_VELOCITY = 10.0  # optimal lengths per second, where nothing is said
HALVES = {
    f"{sign}{letter}": (axis, -1.0 if sign == "-" else 1.0)
    for axis, letter in enumerate("xy")
    for sign in ("", "+", "-")
}
ALL_AROUND = ("", "all", "+z", "z", "-z")


class Frames(Protocol):
    """Frames by the paths that sockets name."""

    solids: dict[str, tuple[str, Element]]  # by name: body, and what it is like

    def of(self, path: str, own: Element | None = None, depth: int = 0) -> Frame:
        """The frame of a body, or one that is fixed to it."""
        ...


def is_muscle(element: Element) -> bool:
    """Whether a force is one that pulls along a path by itself."""
    has_path = element.find("GeometryPath") is not None
    is_on = is_true(element, "appliesForce", default=True)
    return has_path and element.find("max_isometric_force") is not None and is_on


def read_muscle(element: Element, frames: Frames, coordinates: set[str]) -> Muscle:
    """One muscle, whatever its model: all of them have the same five numbers."""
    name = name_of(element)
    try:
        points = tuple(
            _point(e, frames, coordinates)
            for e in parts(element.find("GeometryPath"), "PathPointSet")
        )
        if sum(point.condition is None for point in points) < 2:
            raise InputError("its path has fewer than two points that are always there")
        wraps = tuple(
            wrap
            for e in parts(element.find("GeometryPath"), "PathWrapSet")
            if (wrap := _wrap(e, frames, len(points)))
        )
        return Muscle(
            name,
            points,
            wraps,
            _positive(element, "max_isometric_force"),
            _positive(element, "optimal_fiber_length"),
            _positive(element, "tendon_slack_length"),
            number(element, "pennation_angle_at_optimal", 0.0),
            number(element, "max_contraction_velocity", MAX_VELOCITY),
            _tendon_strain(element),
        )
    except InputError as error:
        raise InputError(f"muscle '{name}': {error}") from None


def _positive(element: Element, key: str) -> float:
    found = number(element, key, 0.0)
    if found <= 0.0:
        raise InputError(f"{key} is {found:g}; it must be above 0")
    return found


def _tendon_strain(element: Element) -> float:
    """At the greatest force; a rigid tendon has the least that is simulated, 1 %."""
    if is_true(element, "ignore_tendon_compliance"):
        return 0.01
    inner = element.find("TendonForceLengthCurve")
    if inner is not None:
        return number(inner, "strain_at_one_norm_force", 0.0)
    return number(element, "FmaxTendonStrain", 0.0)


def _point(element: Element, frames: Frames, coordinates: set[str]) -> PathPoint:
    frame = frames.of(text_of(element, "socket_parent_frame"))
    place = vector(element, "location")

    def coordinate(key: str) -> str:
        name = last_name(text_of(element, key))
        if name not in coordinates:
            raise InputError(f"'{name_of(element)}': no coordinate '{name}'")
        return name

    match element.tag:
        case "PathPoint":
            return PathPoint(frame, place)
        case "ConditionalPathPoint":
            given = numbers(element, "range", 2)
            lower, upper = (0.0, 0.0) if given is None else sorted(given)
            condition = Condition(
                coordinate("socket_coordinate"), float(lower), float(upper)
            )
            return PathPoint(frame, place, condition)
        case "MovingPathPoint":
            moves = []
            for letter in "xyz":
                given = element.find(f"{letter}_location/*")
                if given is None:
                    raise InputError(f"'{name_of(element)}': no {letter}_location")
                name = coordinate(f"socket_{letter}_coordinate")
                moves.append((name, read_function(given)))
            return PathPoint(frame, place, moves=tuple(moves))
        case kind:
            raise InputError(f"a {kind} is not known")


def _wrap(element: Element, frames: Frames, num_points: int) -> Wrap | None:
    name = text_of(element, "wrap_object")
    if name not in frames.solids:
        raise InputError(f"there is no solid '{name}' to wrap over")
    body, solid = frames.solids[name]
    if not is_true(solid, "active", default=True):
        return None
    if solid.tag != "WrapCylinder":
        raise InputError(f"it wraps over '{name}', and a {solid.tag} is not known")
    base = frames.of(body)
    turned = turn_xyz(vector(solid, "xyz_body_rotation"))
    frame = Frame(base.body, turned, vector(solid, "translation"))
    half = text_of(solid, "quadrant").lower()
    if half not in HALVES and half not in ALL_AROUND:
        raise InputError(f"'{name}': quadrant '{half}' is not known")
    axis, sign = HALVES.get(half, (-1, 0.0))
    cylinder = Cylinder(
        name, frame, _positive(solid, "radius"), _positive(solid, "length"), axis, sign
    )
    given = numbers(element, "range", 2)
    first, last = (-1.0, -1.0) if given is None else given
    return Wrap(
        cylinder,
        0 if first < 1 else min(int(first), num_points) - 1,
        num_points - 1 if last < 1 else min(int(last), num_points) - 1,
    )
