"""What is drawn of devices: a disc on the joint, a box for a load.

Springs are orange, dampers violet, motors green; a force from above is drawn as a push.
"""

from collections.abc import Iterator

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.devices import DENSITY, OnJoint, loads_of
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.scene import Shape

COLORS = {
    "spring": "#e8871e",
    "clutched_spring": "#e8871e",
    "damper": "#8d5fd3",
    "torque_profile": "#2aa876",
    "mass": "#39424e",
}
# Of the height of the standing centre of mass: radius and half the thickness of a disc,
# and how far beside its joint it is.
RADIUS, THICKNESS, BESIDE = 0.042, 0.012, 0.05
DRAWN_DENSITY = DENSITY / 4.0  # of a load with its straps, kg/m3


def device_shapes(character: Character) -> Iterator[Shape]:
    """The devices that a character wears and the loads that it carries."""
    for one in character.on_joints:
        yield _disc(character, one)
    for load in loads_of(character.devices, character):
        half = 0.5 * (load.mass / DRAWN_DENSITY) ** (1.0 / 3.0)
        if half > 0.0:
            place = _center_without(character, load.body) + load.place
            size = (half, half, half)
            yield Shape(
                load.body, "box", size, _triple(place), (1, 0, 0, 0), COLORS["mass"]
            )


def _disc(character: Character, one: OnJoint) -> Shape:
    """On the outer side of a joint, in the frame of the body that the joint moves."""
    model, size = character.model, float(character.standing_com[2])
    axis = np.array(model.jnt_axis[one.hinge.joint])
    outward = -1.0 if "right" in one.hinge.role.split("_") else 1.0
    left = character.standing_orientation[one.hinge.body, 1]
    place = model.jnt_pos[one.hinge.joint] + outward * BESIDE * size * left
    turn = np.zeros(4)
    mujoco.mju_quatZ2Vec(turn, axis)
    w, x, y, z = (float(part) for part in turn)
    return Shape(
        one.hinge.body,
        "cylinder",
        (RADIUS * size, THICKNESS * size),
        _triple(place),
        (w, x, y, z),
        COLORS[one.spec.kind],
    )


def _center_without(character: Character, body: int) -> Floats:
    """The body's centre of mass [m] in its frame, without what is fixed to it."""
    model = character.model
    center = np.array(model.body_ipos[body]) * model.body_mass[body]
    loads = [one for one in loads_of(character.devices, character) if one.body == body]
    # m c = own c0 + sum of m_i (c0 + place_i), and the masses add up to m.
    return (center - sum(one.mass * one.place for one in loads)) / model.body_mass[body]


def _triple(vector: Floats) -> tuple[float, float, float]:
    x, y, z = (float(part) for part in vector)
    return x, y, z
