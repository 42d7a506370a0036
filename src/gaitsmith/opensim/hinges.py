"""Joints as hinges, and how far bodies are then from where OpenSim has them.

A joint whose rotations are lines of coordinates of their own is exactly that many
hinges. One that moves by a single coordinate along any curve becomes the hinge that
comes nearest over the range of gait. What follows another joint, such as a patella, is
held at its mean place.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats
from gaitsmith.opensim.gait_range import gait_range
from gaitsmith.opensim.kinematics import Transform, across, full_pose, turn
from gaitsmith.opensim.model import Joint, Model

SAMPLES = 41  # over the range of gait
ROUNDING = 1e-6  # m, rad
EXACT = 5e-5  # m: less is not told


class ModelHinge(NamedTuple):
    """An axis of a body, in the body's frame, in the pose where coordinates are 0."""

    coordinate: str
    direction: Floats  # (3,)
    anchor: Floats  # (3,) m
    slope: float  # rad of the hinge per rad of the coordinate


class ModelLink(NamedTuple):
    """A body in its parent, where the coordinates are 0."""

    body: str
    parent: str
    rotation: Floats  # (3, 3)
    place: Floats  # (3,) m
    hinges: tuple[ModelHinge, ...]
    worst: float  # m, of places that hang from it, over the range of gait
    worst_turn: float  # rad
    how: str  # what was done to the joint; empty: nothing


def link_of(model: Model, joint: Joint) -> ModelLink:
    """One joint reduced to hinges.

    Raises:
        InputError: a coordinate slides; said without the place of the file.
    """
    own = [c for c in joint.coordinates if model.leader(c) == c]
    samples = _samples(model, joint)
    if not own:
        return _held(model, joint, samples)
    turned = {axis.coordinate for axis in joint.rotations}
    for name in own:
        if name not in turned:
            raise InputError(f"joint '{joint.name}': coordinate '{name}' slides")
    if len(own) == 1 and not _is_pin(joint):
        return _nearest(model, joint, own[0], samples)
    return _turned(model, joint, own, samples)


def _is_pin(joint: Joint) -> bool:
    """Whether one rotation is a line, and nothing else moves."""
    moving = [axis for axis in joint.axes if axis.coordinate]
    return len(moving) == 1 and moving[0].is_linear


def _samples(model: Model, joint: Joint) -> dict[str, Floats]:
    """All coordinates, over the range of gait of those that move the joint."""
    names = model.leaders(joint)
    spread = {n: np.linspace(*gait_range(model.coordinates[n]), SAMPLES) for n in names}
    return full_pose(model, spread, SAMPLES)


def _weights(model: Model, body: str) -> Floats:
    """(k, 3) places that matter: the mass centre, and where other bodies hang."""
    hanging = [j.parent.place for j in model.joints if j.parent.body == body]
    return np.array([model.bodies[body].center, *hanging])


def _errors(model: Model, body: str, one: Transform, two: Transform) -> Floats:
    """(2,) worst distance [m] of the places that matter, and worst turn [rad]."""
    places = _weights(model, body)
    apart = np.einsum("nij,kj->nki", one[0] - two[0], places)
    apart = apart + (one[1] - two[1])[:, None, :]
    trace = np.einsum("nij,nij->n", one[0], two[0])
    turns = np.arccos(np.clip(0.5 * (trace - 1.0), -1.0, 1.0))
    return np.array([np.max(np.linalg.norm(apart, axis=2)), np.max(turns)])


def _held(model: Model, joint: Joint, samples: dict[str, Floats]) -> ModelLink:
    """A body that has no coordinate of its own, at its mean place."""
    rotations, places = across(joint, samples)
    u, _, v = np.linalg.svd(np.mean(rotations, axis=0))
    rotation, place = u @ v, np.mean(places, axis=0)
    mean = (
        np.broadcast_to(rotation, rotations.shape),
        np.broadcast_to(place, places.shape),
    )
    worst, turned = _errors(model, joint.child.body, (rotations, places), mean)
    followed = [c for c in joint.coordinates if model.leader(c)]
    how = (
        f"follows {model.leader(followed[0])}: held at its mean place"
        if followed
        else ""
    )
    if joint.coordinates and not followed:
        how = f"locked ({', '.join(joint.coordinates)})"
    return ModelLink(
        joint.child.body, joint.parent.body, rotation, place, (), worst, turned, how
    )


def _turned(
    model: Model, joint: Joint, own: list[str], samples: dict[str, Floats]
) -> ModelLink:
    """As many hinges as coordinates; everything else at its mean."""
    body, given = joint.child.body, across(joint, samples)
    values = {n: np.zeros(1) for n in samples}
    back = joint.child.rotation.T
    rotations, owners = [], []
    for axis in joint.rotations:
        is_owner = axis.coordinate in own and axis.is_linear
        is_owner = is_owner and axis.coordinate not in owners
        at = values if is_owner else samples
        angle = axis.function(at[axis.coordinate] if axis.coordinate else np.zeros(1))
        rotations.append(turn(axis.direction, np.mean(angle, keepdims=True))[0])
        owners.append(axis.coordinate if is_owner else "")
    if {*own} - {*owners}:
        raise InputError(
            f"joint '{joint.name}': its coordinates {', '.join(own)} are no hinges"
        )
    hinges, after = [], back
    for index in reversed(range(len(rotations))):
        axis = joint.rotations[index]
        if owners[index]:
            ends = axis.function(np.array([0.0, 1.0]))
            direction = after.T @ axis.direction
            slope = float(ends[1] - ends[0])
            hinges.insert(
                0, ModelHinge(owners[index], direction, joint.child.place, slope)
            )
        after = rotations[index] @ after
    rotation = joint.parent.rotation @ after
    shift = np.zeros(3)
    for axis in joint.translations:
        at = samples[axis.coordinate] if axis.coordinate else np.zeros(1)
        shift = shift + float(np.mean(axis.function(at))) * axis.direction
    place = joint.parent.place + joint.parent.rotation @ shift
    link = ModelLink(
        body,
        joint.parent.body,
        rotation,
        place - rotation @ joint.child.place,
        tuple(hinges),
        0.0,
        0.0,
        "",
    )
    return _judged(model, link, given, samples, "what is coupled is at its mean")


def _nearest(
    model: Model, joint: Joint, name: str, samples: dict[str, Floats]
) -> ModelLink:
    """The one hinge that comes nearest to a curve."""
    from scipy.optimize import least_squares
    from scipy.spatial.transform import Rotation

    given = across(joint, samples)
    at, body = samples[name], joint.child.body
    slopes = [
        float(np.diff(axis.function(np.array([0.0, 1.0])))[0])
        for axis in joint.rotations
        if axis.coordinate == name and axis.is_linear
    ]
    whole = Rotation.from_matrix(given[0][0].T @ given[0][-1]).as_rotvec()
    slope = slopes[0] if slopes else float(np.linalg.norm(whole) / (at[-1] - at[0]))
    start = whole / np.linalg.norm(whole) * np.sign(slope)

    def turns(x: Floats) -> Floats:
        axis = x[:3] / np.linalg.norm(x[:3])
        return Rotation.from_rotvec(x[3:]).as_matrix() @ turn(axis, slope * at)

    first = Rotation.from_matrix(given[0][0] @ turn(start, -slope * at[:1])[0])
    fitted = least_squares(
        lambda x: (turns(x) - given[0]).ravel(),
        np.concatenate([start, first.as_rotvec()]),
        xtol=1e-14,
        ftol=1e-14,
        gtol=1e-14,
    )
    direction = fitted.x[:3] / np.linalg.norm(fitted.x[:3])
    rotation = Rotation.from_rotvec(fitted.x[3:]).as_matrix()
    made = turns(fitted.x)
    # Of an anchor c in the body and its place P in the parent: P - R c + R d is where d
    # should be. Both follow from all d that matter by least squares.
    rows, right = [], []
    for d in _weights(model, body):
        rows.append(np.concatenate([np.tile(np.eye(3), (SAMPLES, 1, 1)), -made], 2))
        right.append(given[1] + (given[0] - made) @ d)
    found = np.linalg.lstsq(
        np.concatenate(rows).reshape(-1, 6), np.concatenate(right).ravel(), rcond=1e-9
    )[0]
    base, anchor = found[:3], found[3:]
    link = ModelLink(
        body,
        joint.parent.body,
        rotation,
        base - rotation @ anchor,
        (ModelHinge(name, direction, anchor, slope),),
        0.0,
        0.0,
        "",
    )
    return _judged(model, link, given, samples, "the hinge nearest to its curve")


def _judged(
    model: Model,
    link: ModelLink,
    given: Transform,
    samples: dict[str, Floats],
    how: str,
) -> ModelLink:
    """With its errors, and what was done if they are more than rounding."""
    worst, turned = _errors(model, link.body, given, placed(link, samples))
    is_exact = worst < EXACT and turned < EXACT
    return link._replace(worst=worst, worst_turn=turned, how="" if is_exact else how)


def placed(link: ModelLink, values: dict[str, Floats]) -> Transform:
    """From the body to its parent, as the hinges have it."""
    count = len(next(iter(values.values()), np.zeros(1)))
    rotation = np.broadcast_to(link.rotation, (count, 3, 3))
    anchor = link.hinges[0].anchor if link.hinges else np.zeros(3)
    for hinge in link.hinges:
        angle = hinge.slope * values[hinge.coordinate]
        rotation = rotation @ turn(hinge.direction, angle)
    base = link.place + link.rotation @ anchor
    return rotation, base - rotation @ anchor
