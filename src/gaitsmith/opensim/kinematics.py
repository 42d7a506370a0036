"""Where bodies are in many poses at once; all arrays have the poses as first axis."""

from collections.abc import Iterable, Mapping

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.opensim.model import GROUND, Frame, Joint, JointAxis, Model

Transform = tuple[Floats, Floats]  # (n, 3, 3) to the ground, (n, 3) m
Pose = Mapping[str, Floats]  # coordinates that are not at their default, (n,) each


def turn(direction: Floats, angle: Floats) -> Floats:
    """(n, 3, 3) rotations about a unit vector (Rodrigues)."""
    x, y, z = direction
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    sine, cosine = np.sin(angle), np.cos(angle)
    return (
        np.eye(3)
        + sine[:, None, None] * cross
        + (1.0 - cosine)[:, None, None] * (cross @ cross)
    )


def turn_xyz(angles: Floats) -> Floats:
    """(3, 3) rotation about the body's own x, then y, then z [rad]."""
    x, y, z = (
        turn(axis, angle[None])[0]
        for axis, angle in zip(np.eye(3), angles, strict=True)
    )
    return x @ y @ z


def full_pose(model: Model, pose: Pose, count: int) -> dict[str, Floats]:
    """All coordinates, (count,) each; those that follow others do so."""
    found: dict[str, Floats] = {}

    def value(name: str) -> Floats:
        if name not in found:
            if name in model.couplings:
                coupling = model.couplings[name]
                found[name] = coupling.function(value(coupling.leader))
            else:
                default = np.full(count, model.coordinates[name].default)
                found[name] = np.asarray(pose.get(name, default))
        return found[name]

    for name in model.coordinates:
        value(name)
    return found


def across(joint: Joint, values: Mapping[str, Floats]) -> Transform:
    """From the child's body to the parent's body."""
    count = len(next(iter(values.values()), np.zeros(1)))
    rotation = np.broadcast_to(np.eye(3), (count, 3, 3))
    place = np.zeros((count, 3))
    for axis in joint.rotations:
        rotation = rotation @ turn(axis.direction, _value(axis, values, count))
    for axis in joint.translations:
        place = place + _value(axis, values, count)[:, None] * axis.direction
    back = joint.child.rotation.T
    rotation = joint.parent.rotation @ rotation @ back
    place = joint.parent.place + place @ joint.parent.rotation.T
    return rotation, place - rotation @ joint.child.place


def _value(axis: JointAxis, values: Mapping[str, Floats], count: int) -> Floats:
    at = values[axis.coordinate] if axis.coordinate else np.zeros(count)
    return axis.function(at)


def transforms(
    model: Model, pose: Pose, count: int, bodies: Iterable[str]
) -> dict[str, Transform]:
    """Of some bodies, and of those between them and the ground."""
    values = full_pose(model, pose, count)
    values = values or {"": np.zeros(count)}
    still = np.broadcast_to(np.eye(3), (count, 3, 3))
    found: dict[str, Transform] = {GROUND: (still, np.zeros((count, 3)))}
    for body in bodies:
        for joint in model.way(body):
            if joint.child.body not in found:
                found[joint.child.body] = joined(
                    found[joint.parent.body], across(joint, values)
                )
    return found


def joined(outer: Transform, inner: Transform) -> Transform:
    """One transform after the other."""
    return outer[0] @ inner[0], outer[1] + _turned(outer[0], inner[1])


def seen_from(transform: Transform, places: Floats) -> Floats:
    """(n, 3) places of the ground in a body's frame."""
    return _turned(np.swapaxes(transform[0], 1, 2), places - transform[1])


def put(transform: Transform, places: Floats) -> Floats:
    """(n, 3) places [m] in the ground of places in a body: (3,) or (n, 3)."""
    return transform[1] + _turned(transform[0], places)


def put_frame(transform: Transform, frame: Frame) -> Transform:
    """A frame that is fixed to a body, in the ground."""
    count = len(transform[1])
    still = np.broadcast_to(frame.rotation, (count, 3, 3))
    return joined(transform, (still, np.broadcast_to(frame.place, (count, 3))))


def _turned(rotation: Floats, places: Floats) -> Floats:
    return np.einsum(
        "nij,nj->ni", rotation, np.broadcast_to(places, (len(rotation), 3))
    )
