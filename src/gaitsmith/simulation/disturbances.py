"""Pushes, motor noise, and the guide: declared outside influences on a character.

Outside of these, only gravity and the ground act on it.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.characters.devices import supports_of
from gaitsmith.declarations import Declaration, ZeroToInfinity
from gaitsmith.kernels.lane_records import LaneFloats, LaneIntegers
from gaitsmith.kernels.records import Guide

NonNegative = Annotated[float, Field(ge=0)]
ENDLESS = 1e9  # s
Angle = Annotated[float, Field(ge=-60, le=60)]  # degrees


class PushSpec(Declaration):
    """A force on a body for a while."""

    start: NonNegative
    """s."""
    duration: Annotated[float, Field(gt=0)] = 0.4
    """s."""
    force: tuple[float, float, float]
    """N, in the world: forward, left, up."""
    body: str = ""
    """Name of the body it acts on, at its centre of mass; left out: the trunk."""
    every: NonNegative = 0.0
    """s; repeat with this period. 0: once."""


class GuideSpec(Declaration):
    """A torque that helps a body to stay upright (van de Panne & Lamouret 1995).

    torque = strength (stiffness (b x u) - damping w), with b the body's own up axis, u
    the vertical, w its angular velocity. No force: the legs carry all the weight. Off
    by default.
    """

    stiffness: NonNegative = 0.0
    """N m."""
    damping: NonNegative = 0.0
    """N m s."""
    strength: NonNegative = 1.0
    """Factor of both; 0: the guide is off, whatever the other values are."""
    body: str = ""
    """Left out: the trunk."""
    lean: tuple[Angle, Angle] = (0.0, 0.0)
    """degrees forward and to the left: how the body is held instead of upright."""
    sway: Annotated[float, Field(ge=0, le=45)] = 0.0
    """degrees to either side; u swings like a pendulum, first to the left."""
    sway_period: Annotated[float, Field(gt=0)] = 1.0
    """s."""
    start: NonNegative = 0.0
    """s; it acts from here on."""
    end: ZeroToInfinity = math.inf
    """s; it acts until here."""

    @property
    def is_on(self) -> bool:
        """Whether it can do anything."""
        return self.strength > 0.0 and (self.stiffness > 0.0 or self.damping > 0.0)

    @property
    def acting_strength(self) -> float:
        """Factor of its gains; 0 if it cannot do anything."""
        return self.strength if self.is_on else 0.0


class Pushes(NamedTuple):
    """Pushes as compiled code wants them, one row each."""

    body: LaneIntegers  # (pushes,)
    start: LaneFloats  # (pushes,) s; infinity: never
    duration: LaneFloats  # (pushes,) s
    every: LaneFloats  # (pushes,) s; infinity: once
    force: LaneFloats  # (pushes, 3) N


def push_record(
    specs: tuple[PushSpec, ...],
    character: Character,
    where: str = "",
    room: int = 0,
) -> Pushes:
    """Resolve body names once; make room for at least `room` pushes.

    What holds the body up from above is a push that never ends.
    """
    bodies = [
        character.body_index(spec.body, where) if spec.body else character.roles.trunk
        for spec in specs
    ]
    count = len(specs)
    supports = supports_of(character)
    rows = max(room, count) + len(supports)
    record = Pushes(
        body=np.zeros(rows, dtype=np.int64),
        start=np.full(rows, np.inf),
        duration=np.zeros(rows),
        every=np.full(rows, np.inf),
        force=np.zeros((rows, 3)),
    )
    record.body[:count] = bodies
    record.start[:count] = [spec.start for spec in specs]
    record.duration[:count] = [spec.duration for spec in specs]
    record.every[:count] = [spec.every or np.inf for spec in specs]
    record.force[:count] = np.reshape([spec.force for spec in specs], (-1, 3))
    for row, (body, force) in enumerate(supports, start=rows - len(supports)):
        record.body[row], record.start[row], record.duration[row] = body, 0.0, ENDLESS
        record.force[row] = 0.0, 0.0, force
    return record


def guide_record(spec: GuideSpec, character: Character, where: str = "") -> Guide:
    """Resolve the guided body; its up axis is the world's in the standing pose."""
    body = (
        character.body_index(spec.body, where) if spec.body else character.roles.trunk
    )
    forward, left = np.radians(spec.lean)
    # What must be vertical for the body to lean: the vertical, leaned the other way.
    vertical = np.array([-np.sin(forward), -np.sin(left), np.cos(forward)])
    vertical[2] *= np.cos(left)
    own = character.standing_orientation[body].T @ (vertical / np.linalg.norm(vertical))
    return Guide(
        body=body,
        stiffness=spec.strength * spec.stiffness,
        damping=spec.strength * spec.damping,
        up=(float(own[0]), float(own[1]), float(own[2])),
        sway=float(np.radians(spec.sway)),
        sway_rate=float(2.0 * np.pi / spec.sway_period),
        start=spec.start,
        end=spec.end,
    )
