"""Where muscles are drawn on a character.

The muscles have moment arms, no paths (docs/muscles.md), so their lines are for the
eye: straight from point to point along the surface of the limbs, and at joints before
or behind them by the moment arm at least.
"""

import math
from typing import NamedTuple

import mujoco
import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, SIDES, SPECIFIC_TENSION
from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Leg
from gaitsmith.kernels.records import ANKLE, HIP, KNEE, Flags, Floats, Muscles
from gaitsmith.scene.pictured_body import rotation_of
from gaitsmith.scene.scene import MuscleLine, Shape
from gaitsmith.scene.solids import shape_hits

FRONT, BACK = 1.0, -1.0
PELVIS, THIGH, SHANK, FOOT = range(4)
# Of the radius of the muscle's cross-section; whole muscles would hide the legs.
THICKNESS = 0.28
NEAR = 0.15  # of a thigh or shank; this near to a joint, the moment arm is kept
AHEAD = np.array([1.0, 0.0, 0.0])
UP = np.array([0.0, 0.0, 1.0])


class Via(NamedTuple):
    """A point that a muscle passes; lengths in shares of the thigh or the shank."""

    part: int
    down: float
    """From the upper joint of the part; of the pelvis, from the hip, in thighs."""
    side: float
    """FRONT, BACK; of the foot, how far ahead of the ankle, in shanks."""
    outward: float = 0.0


# Neighbours go beside each other, so that none hides the other.
VIAS: dict[str, tuple[Via, ...]] = {
    "SOL": (
        Via(SHANK, 0.25, BACK, -0.05),
        Via(SHANK, 0.55, BACK, -0.05),
        Via(FOOT, 0.08, -0.12),
    ),
    "TA": (Via(SHANK, 0.2, FRONT), Via(SHANK, 0.85, FRONT), Via(FOOT, 0.03, 0.15)),
    "GAS": (
        Via(THIGH, 0.88, BACK, 0.06),
        Via(SHANK, 0.1, BACK, 0.05),
        Via(SHANK, 0.45, BACK, 0.05),
        Via(FOOT, 0.08, -0.12),
    ),
    "VAS": (
        Via(THIGH, 0.35, FRONT, 0.07),
        Via(THIGH, 0.97, FRONT, 0.03),
        Via(SHANK, 0.1, FRONT),
    ),
    "HAM": (
        Via(PELVIS, 0.0, BACK, -0.05),
        Via(THIGH, 0.4, BACK, -0.05),
        Via(THIGH, 0.92, BACK, -0.06),
        Via(SHANK, 0.14, BACK, -0.05),
    ),
    "RF": (
        Via(PELVIS, -0.12, FRONT, -0.02),
        Via(THIGH, 0.2, FRONT, -0.02),
        Via(THIGH, 0.97, FRONT, -0.03),
        Via(SHANK, 0.1, FRONT),
    ),
    "GLU": (
        Via(PELVIS, -0.22, BACK, 0.0),
        Via(PELVIS, 0.0, BACK, 0.06),
        Via(THIGH, 0.22, BACK, 0.08),
    ),
    "HFL": (
        Via(PELVIS, -0.26, FRONT, -0.1),
        Via(PELVIS, 0.0, FRONT, -0.08),
        Via(THIGH, 0.16, FRONT, -0.08),
    ),
}


class _StandingLeg(NamedTuple):
    """A leg in the standing pose, world."""

    bodies: tuple[int, int, int, int]
    """Pelvis, thigh, shank, foot."""
    joints: Floats
    """(3, 3) m, hip, knee, ankle."""
    position: Floats
    """(bodies, 3) m, of all bodies."""
    orientation: Floats
    """(bodies, 3, 3)"""
    shapes: tuple[Shape, ...]
    """Of pelvis, thigh and shank."""
    outward: float
    """Of y: +1 of the left leg, -1 of the right."""


def muscle_lines(
    character: Character, muscles: Muscles, shapes: tuple[Shape, ...]
) -> tuple[MuscleLine, ...]:
    """The lines of both legs' muscles that can pull, left leg first.

    Args:
        character: who has them.
        muscles: how strong they are, and their moment arms.
        shapes: the character's visible solids.
    """
    found = []
    for side, word in enumerate(SIDES):
        leg = _standing(character, character.roles.legs[side], shapes, 1.0 - 2.0 * side)
        for muscle, name in enumerate(MUSCLE_NAMES):
            if not has_force(muscles)[side, muscle]:
                continue
            area = muscles.max_force[side, muscle] / SPECIFIC_TENSION
            arms = np.abs(muscles.arm[side, muscle])
            radius = THICKNESS * math.sqrt(area / math.pi)
            points = tuple(_point(leg, via, arms, radius) for via in VIAS[name])
            found.append(MuscleLine(f"{word}_{name}", radius, points))
    return tuple(found)


def has_force(muscles: Muscles) -> Flags:
    """(2, muscles) which of them can pull; a model may lack some of the table."""
    return muscles.max_force > 0.0


def _standing(
    character: Character, leg: Leg, shapes: tuple[Shape, ...], outward: float
) -> _StandingLeg:
    assert leg.knee is not None, "muscles need one"
    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    thigh, shank, foot = leg.hip[0].body, leg.knee.body, leg.ankle[0].body
    joints = [leg.hip[0].joint, leg.knee.joint, leg.ankle[0].joint]
    bodies = character.roles.pelvis, thigh, shank, foot
    return _StandingLeg(
        bodies=bodies,
        joints=np.array(data.xanchor[joints]),
        position=np.array(data.xpos),
        orientation=character.standing_orientation,
        shapes=tuple(shape for shape in shapes if shape.body in bodies[:FOOT]),
        outward=outward,
    )


def _point(
    leg: _StandingLeg, via: Via, arms: Floats, radius: float
) -> tuple[int, tuple[float, float, float]]:
    """The body that a point is fixed to, and where in its frame [m]."""
    hip, knee, ankle = leg.joints
    thigh, shank = hip[2] - knee[2], knee[2] - ankle[2]
    upper, length = ((hip, thigh), (hip, thigh), (knee, shank), (ankle, shank))[
        via.part
    ]
    place = upper - via.down * length * UP
    place = place + np.array([0.0, leg.outward * via.outward * length, 0.0])
    if via.part == FOOT:
        place = place + via.side * shank * AHEAD
    else:
        outside = _surface(leg, place, via.side * AHEAD) + 0.5 * radius
        place = place + via.side * max(outside, _arm_near(via, arms)) * AHEAD
    body = leg.bodies[via.part]
    x, y, z = leg.orientation[body].T @ (place - leg.position[body])
    return body, (float(x), float(y), float(z))


def _arm_near(via: Via, arms: Floats) -> float:
    """The muscle's arm [m] at the joint beside a point; 0 away from joints."""
    upper, lower = {PELVIS: (HIP, HIP), THIGH: (HIP, KNEE), SHANK: (KNEE, ANKLE)}[
        via.part
    ]
    if abs(via.down) <= NEAR:
        return float(arms[upper])
    return float(arms[lower]) if abs(via.down - 1.0) <= NEAR else 0.0


def _surface(leg: _StandingLeg, place: Floats, direction: Floats) -> float:
    """How far [m] the leg's solids reach from a place; 0 if they do not."""
    farthest = 0.0
    for shape in leg.shapes:
        body = leg.orientation[shape.body]
        center = leg.position[shape.body] + body @ shape.position
        to_shape = (body @ rotation_of(shape.orientation)).T
        hits = shape_hits(
            shape, (to_shape @ (place - center))[None], to_shape @ direction
        )
        farthest = max(farthest, float(hits.distances[0]))
    return farthest
