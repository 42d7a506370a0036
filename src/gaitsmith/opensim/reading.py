"""From the document to a model; what cannot be taken over is told at once."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from xml.etree.ElementTree import Element

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.opensim.document import (
    is_true,
    last_name,
    name_of,
    number,
    numbers,
    parts,
    read_document,
    text_of,
    vector,
)
from gaitsmith.opensim.functions import constant, is_linear, polynomial, read_function
from gaitsmith.opensim.kinematics import turn_xyz
from gaitsmith.opensim.model import (
    GROUND,
    Body,
    Coordinate,
    Coupling,
    Frame,
    Joint,
    JointAxis,
    Model,
    Muscle,
)
from gaitsmith.opensim.reading_muscles import Frames, is_muscle, read_muscle

Found = TypeVar("Found")
X, Y, Z = np.eye(3)
# Rotations and translations of joints that need not say so: None is fixed.
PLAIN_JOINTS: dict[str, tuple[str, str]] = {
    "WeldJoint": ("", ""),
    "PinJoint": ("z", ""),
    "SliderJoint": ("", "x"),
    "UniversalJoint": ("xy", ""),
    "GimbalJoint": ("xyz", ""),
    "BallJoint": ("xyz", ""),
    "PlanarJoint": ("z", "xy"),
    "FreeJoint": ("xyz", "xyz"),
}
DIRECTIONS = {"x": X, "y": Y, "z": Z}
NESTED_FRAMES = 8  # frames that are fixed to frames
MOST_BODIES = 500
MOST_MUSCLES = 1000


class _Problems(list[str]):
    """What cannot be taken over; told all together."""

    def try_to(self, read: Callable[..., Found], *given: object) -> Found | None:
        """What `read` gives, or nothing and one problem more."""
        try:
            return read(*given)
        except InputError as error:
            self.append(str(error).rstrip("."))
            return None


def read_model(path: Path) -> Model:
    """The model of an .osim file.

    Raises:
        InputError: one sentence with all that cannot be taken over.
    """
    document = read_document(path)
    problems = _Problems()
    bodies = _bodies(document, problems)
    frames = _Frames(document)
    coordinates = {
        coordinate.name: coordinate
        for joint in parts(document, "JointSet")
        for element in joint.findall("coordinates/*")
        if (coordinate := problems.try_to(_coordinate, element))
    }
    joints = [
        joint
        for element in parts(document, "JointSet")
        if (joint := problems.try_to(_joint, element, frames, coordinates))
    ]
    couplings = {
        name: coupling
        for element in parts(document, "ConstraintSet")
        if is_true(element, "isEnforced", default=True)
        and (found := problems.try_to(_coupling, element, coordinates))
        for name, coupling in (found,)
    }
    forces = parts(document, "ForceSet")
    muscles = [
        muscle
        for element in forces
        if is_muscle(element)
        and (muscle := problems.try_to(read_muscle, element, frames, set(coordinates)))
    ]
    ordered: tuple[Joint, ...] = ()
    if not problems:
        ordered = _in_order(joints, bodies, problems)
        problems.extend(_couplings_astray(couplings))
    if problems:
        listed = "; ".join(dict.fromkeys(problems))
        raise InputError(f"{path}: the model has what cannot be taken over: {listed}.")
    others = Counter(e.tag for e in forces if not is_muscle(e))
    others.update(e.tag for e in parts(document, "ContactGeometrySet"))
    return Model(
        name=document.get("name") or path.stem,
        bodies=bodies,
        joints=ordered,
        coordinates=coordinates,
        couplings=couplings,
        muscles=tuple(_unique(muscles)),
        passed_over=tuple(f"{count} {kind}" for kind, count in others.items()),
    )


def _unique(muscles: list[Muscle]) -> Iterator[Muscle]:
    taken: set[str] = set()
    for muscle in muscles:
        if muscle.name not in taken:
            yield muscle
        taken.add(muscle.name)


def _bodies(document: Element, problems: _Problems) -> dict[str, Body]:
    elements = parts(document, "BodySet")
    if not elements:
        problems.append("it has no bodies")
    if len(elements) > MOST_BODIES:
        problems.append(f"{len(elements)} bodies; {MOST_BODIES} are the most")
        return {}
    found = [body for e in elements if (body := problems.try_to(_body, e))]
    return {body.name: body for body in found}


def _body(element: Element) -> Body:
    name, mass = name_of(element), number(element, "mass", 0.0)
    values = numbers(element, "inertia", 6)
    if mass <= 0.0:
        raise InputError(f"body '{name}' has mass {mass:g}; it must be above 0")
    if values is None:
        raise InputError(f"body '{name}' has no inertia")
    xx, yy, zz, xy, xz, yz = values
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if np.any(np.linalg.eigvalsh(inertia) <= 0.0):
        raise InputError(f"body '{name}': its inertia is not that of a solid body")
    return Body(name, mass, vector(element, "mass_center"), inertia)


class _Frames(Frames):
    """Frames by the paths that sockets name."""

    def __init__(self, document: Element) -> None:
        self.bodies = {GROUND, *(name_of(e) for e in parts(document, "BodySet"))}
        self.offsets = {name_of(e): e for e in document.iter("PhysicalOffsetFrame")}
        self.solids = {
            name_of(solid): (name_of(body), solid)
            for body in (*parts(document, "BodySet"), *document.findall("Ground"))
            for solid in parts(body, "WrapObjectSet")
        }

    def of(self, path: str, own: Element | None = None, depth: int = 0) -> Frame:
        name = last_name(path)
        if name in self.bodies:
            return Frame(name, np.eye(3), np.zeros(3))
        beside = () if own is None else own.findall("frames/PhysicalOffsetFrame")
        element = next((e for e in beside if name_of(e) == name), None)
        element = element if element is not None else self.offsets.get(name)
        if element is None or depth > NESTED_FRAMES:
            raise InputError(f"'{path}': there is no such body")
        base = self.of(text_of(element, "socket_parent"), own, depth + 1)
        turned = turn_xyz(vector(element, "orientation"))
        place = base.place + base.rotation @ vector(element, "translation")
        return Frame(base.body, base.rotation @ turned, place)


def _coordinate(element: Element) -> Coordinate:
    found = numbers(element, "range", 2)
    lower, upper = (-np.pi, np.pi) if found is None else found
    return Coordinate(
        name_of(element),
        number(element, "default_value", 0.0),
        (float(lower), float(upper)),
        is_true(element, "locked"),
    )


def _joint(
    element: Element, frames: _Frames, coordinates: dict[str, Coordinate]
) -> Joint:
    name = name_of(element)
    try:
        parent, child = (
            frames.of(text_of(element, f"socket_{kind}_frame"), element)
            for kind in ("parent", "child")
        )
        rotations, translations = _axes(element)
        for axis in (*rotations, *translations):
            if axis.coordinate and axis.coordinate not in coordinates:
                raise InputError(f"there is no coordinate '{axis.coordinate}'")
    except InputError as error:
        raise InputError(f"joint '{name}': {error}") from None
    if child.body == GROUND:
        raise InputError(f"joint '{name}': the ground hangs from a body")
    return Joint(name, parent, child, rotations, translations)


def _axes(element: Element) -> tuple[tuple[JointAxis, ...], tuple[JointAxis, ...]]:
    """Rotations and translations, each of them at most three."""
    if element.tag in PLAIN_JOINTS:
        names = iter([name_of(e) for e in element.findall("coordinates/*")])
        line = polynomial(np.array([1.0, 0.0]))
        rotations, translations = (
            tuple(JointAxis(DIRECTIONS[w], line, next(names, "?")) for w in words)
            for words in PLAIN_JOINTS[element.tag]
        )
        return rotations, translations
    if element.tag != "CustomJoint":
        raise InputError(f"a {element.tag} is not known")
    found = {
        name_of(e): _axis(e) for e in element.findall("SpatialTransform/TransformAxis")
    }
    return (
        tuple(found[f"rotation{i}"] for i in (1, 2, 3) if f"rotation{i}" in found),
        tuple(
            found[f"translation{i}"] for i in (1, 2, 3) if f"translation{i}" in found
        ),
    )


def _axis(element: Element) -> JointAxis:
    direction = vector(element, "axis")
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise InputError(f"{name_of(element)} has no direction")
    names = text_of(element, "coordinates").split()
    if len(names) > 1:
        raise InputError(f"{name_of(element)} depends on several coordinates")
    given = [e for e in element if e.get("name") == "function"]
    given = given or element.findall("function/*")
    if not given:
        return JointAxis(direction / length, constant(0.0))
    function = read_function(given[0])
    return JointAxis(
        direction / length, function, names[0] if names else "", is_linear(given[0])
    )


def _coupling(
    element: Element, coordinates: dict[str, Coordinate]
) -> tuple[str, Coupling]:
    name = name_of(element)
    if element.tag != "CoordinateCouplerConstraint":
        raise InputError(f"constraint '{name}': a {element.tag} is not known")
    leaders = text_of(element, "independent_coordinate_names").split()
    follower = text_of(element, "dependent_coordinate_name")
    given = element.find("coupled_coordinates_function/*")
    if len(leaders) != 1 or given is None or {*leaders, follower} - {*coordinates}:
        raise InputError(
            f"constraint '{name}' must couple one coordinate to one other by a function"
        )
    function, factor = read_function(given), number(element, "scale_factor", 1.0)
    return follower, Coupling(leaders[0], lambda x: factor * function(x))


def _couplings_astray(couplings: dict[str, Coupling]) -> Iterator[str]:
    for name, coupling in couplings.items():
        seen, at = {name}, coupling.leader
        while at in couplings and at not in seen:
            seen.add(at)
            at = couplings[at].leader
        if at in seen:
            yield f"coordinate '{name}' follows itself"


def _in_order(
    joints: list[Joint], bodies: dict[str, Body], problems: _Problems
) -> tuple[Joint, ...]:
    """Joints from the ground outward; every body must hang from one of them."""
    found: list[Joint] = []
    reached, waiting = {GROUND}, list(joints)
    while ready := [joint for joint in waiting if joint.parent.body in reached]:
        for joint in ready:
            waiting.remove(joint)
            if joint.child.body in reached:
                problems.append(
                    f"body '{joint.child.body}' hangs from several joints; joint"
                    f" '{joint.name}' closes a loop"
                )
                continue
            reached.add(joint.child.body)
            found.append(joint)
    for name in sorted({*bodies} - reached):
        problems.append(f"body '{name}' hangs from no joint, or from itself")
    if sum(joint.parent.body == GROUND for joint in found) != 1:
        problems.append("exactly one body must hang from the ground")
    return tuple(found)
