"""What the learner senses: a flat row of numbers, each with a name and bounds.

Directions are those of the heading frame: ahead is where the pelvis points, made
horizontal; left is to its left; up is against gravity. The place on the ground is left
out, so a policy does the same everywhere.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaitsmith.actuators.muscle_table import MUSCLE_LABELS
from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import BodyState, Floats, Terrain
from gaitsmith.learning.task import FASTEST, summed
from gaitsmith.simulation.running import Moving

Observation = NDArray[np.float32]

# What is beyond is clipped; only joints that are thrown by full torques get there.
HEIGHT = 100.0  # m
VELOCITY = 100.0  # m/s
RATE = 100.0  # rad/s
ANGLE = 10.0  # rad
LOAD = 5.0  # body weights
MUSCLE = 5.0  # of the max isometric force, and optimal lengths
SHORTEST = 1e-12  # of what is horizontal of a unit vector; shorter has no heading


@dataclass(frozen=True)
class Sense:
    """One number of the observation."""

    name: str
    bound: float  # it is within +-bound
    is_planar: bool = True  # whether a body in the sagittal plane has it, too


ROOT = (
    Sense("height", HEIGHT),  # m, of the pelvis' origin above the ground below it
    Sense("up.ahead", 1.0),  # the pelvis' own up axis; upright: (0, 0, 1)
    Sense("up.left", 1.0, is_planar=False),
    Sense("up.up", 1.0),
    Sense("heading.cos", 1.0, is_planar=False),  # of the angle from +x to ahead
    Sense("heading.sin", 1.0, is_planar=False),
    Sense("velocity.ahead", VELOCITY),  # m/s, of the pelvis' origin
    Sense("velocity.left", VELOCITY, is_planar=False),
    Sense("velocity.up", VELOCITY),
    Sense("spin.ahead", RATE, is_planar=False),  # rad/s, of the pelvis, about the axis
    Sense("spin.left", RATE),
    Sense("spin.up", RATE, is_planar=False),
)


class Sensors:
    """The observation of one character."""

    def __init__(self, character: Character) -> None:
        """Lay out the row."""
        self.character = character
        hinges = character.roles.hinges
        is_planar = character.is_planar
        self._is_kept = np.array([s.is_planar or not is_planar for s in ROOT])
        self._position = [hinge.position for hinge in hinges]
        self._axis = [hinge.axis for hinge in hinges]
        pelvis = character.roles.root
        legs = character.roles.legs
        side = character.points.side
        self._under = [np.flatnonzero(side == leg) for leg in range(len(legs))]
        self._pelvis_up = np.array(character.standing_up(pelvis))
        self._pelvis_ahead = np.array(character.standing_forward(pelvis))
        row = [
            *(s for s, kept in zip(ROOT, self._is_kept, strict=True) if kept),
            *(Sense(f"angle.{hinge.role}", ANGLE) for hinge in hinges),  # rad
            *(Sense(f"rate.{hinge.role}", RATE) for hinge in hinges),  # rad/s
            # body weights, upward force of the ground
            *(Sense(f"load.{leg.name}", LOAD) for leg in legs),
            # of muscles: 0.01 to 1; of the max isometric force; optimal lengths
            *(
                Sense(f"{kind}.{muscle}", MUSCLE)
                for kind in ("activation", "force", "fiber")
                for muscle in (MUSCLE_LABELS if character.spec.muscles else ())
            ),
            Sense("speed", FASTEST),  # m/s, asked for
        ]
        self.names = tuple(sense.name for sense in row)
        self.bound = np.array([sense.bound for sense in row], dtype=np.float32)

    def observe(self, moving: Moving, terrain: Terrain, speed: Any) -> Observation:
        """The row as things stand; a row for each lane of a wide record.

        Args:
            moving: its bodies where `qpos` puts them, its numbers finite.
            terrain: the ground, for the height above it.
            speed: asked for [m/s].
        """
        body, muscles = moving.body, moving.state.muscles
        lanes = body.qpos.shape[1:]
        upward = moving.state.contact.force[:, 2] / self.character.weight
        rows = np.concatenate(
            (
                self._root(body, terrain)[self._is_kept],
                body.qpos[self._position],
                body.qvel[self._axis],
                [summed(upward[points]) for points in self._under],
                muscles.activation.reshape((-1, *lanes)),
                _per_muscle(muscles.force, np.maximum(muscles.max_force, 1e-9)),
                _per_muscle(muscles.fiber_length, muscles.optimal_length),
                np.reshape(speed, (1, *lanes)),
            )
        )
        return np.clip(rows.T.astype(np.float32), -self.bound, self.bound)

    def _root(self, body: BodyState, terrain: Terrain) -> Floats:
        pelvis = self.character.roles.root
        rotation = body.orientation[pelvis]
        ahead_x, ahead_y, _ = _turned(rotation, self._pelvis_ahead)
        length = np.sqrt(ahead_x * ahead_x + ahead_y * ahead_y)
        length = np.maximum(length, SHORTEST)
        cos, sin = ahead_x / length, ahead_y / length

        def in_heading_frame(x: Any, y: Any, z: Any) -> tuple[Any, Any, Any]:
            return cos * x + sin * y, cos * y - sin * x, z

        velocity, spin = self._root_motion(body, rotation)
        x, _, z = body.position[pelvis]
        return np.stack(
            (
                z - _height(terrain, x),
                *in_heading_frame(*_turned(rotation, self._pelvis_up)),
                cos,
                sin,
                *in_heading_frame(*velocity),
                *in_heading_frame(*spin),
            )
        )

    def _root_motion(self, body: BodyState, rotation: Floats) -> tuple[Any, Any]:
        """Velocity [m/s] and angular velocity [rad/s] of the pelvis in the world."""
        qvel = body.qvel
        if self.character.is_planar:
            zero = np.zeros_like(qvel[0])
            return (qvel[0], zero, qvel[1]), (zero, qvel[2], zero)
        # A free joint spins in its own frame.
        return qvel[0:3], _turned(rotation, qvel[3:6])


def _height(terrain: Terrain, x: Any) -> Any:
    """Of the ground of all tasks, one plane [m], for many places at once."""
    return terrain.heights[0] + terrain.grades[0] * (x - terrain.origins[0])


def _turned(rotation: Floats, vector: Any) -> tuple[Any, Any, Any]:
    """A vector turned by a rotation of nine numbers, row by row."""
    a, b, c = (
        rotation[row] * vector[0]
        + rotation[row + 1] * vector[1]
        + rotation[row + 2] * vector[2]
        for row in (0, 3, 6)
    )
    return a, b, c


def _per_muscle(value: Floats, unit: Floats) -> Floats:
    """(legs x muscles,) numbers in the unit of each muscle."""
    found = (value.T / unit.T).T
    return found.reshape((-1, *found.shape[2:]))
