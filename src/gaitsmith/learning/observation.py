"""What the learner senses: a flat row of numbers, each with a name and bounds.

Directions are those of the heading frame: ahead is where the pelvis points, made
horizontal; left is to its left; up is against gravity. The place on the ground is left
out, so a policy does the same everywhere.
"""

import math
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from gaitsmith.actuators.muscle_table import MUSCLE_LABELS
from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats, Terrain
from gaitsmith.kernels.terrain import walking_height
from gaitsmith.learning.task import FASTEST
from gaitsmith.simulation.moment import Moment

Observation = NDArray[np.float32]

# What is beyond is clipped; only joints that are thrown by full torques get there.
HEIGHT = 100.0  # m
VELOCITY = 100.0  # m/s
RATE = 100.0  # rad/s
ANGLE = 10.0  # rad
LOAD = 5.0  # body weights
MUSCLE = 5.0  # of the max isometric force, and optimal lengths


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


class Senses:
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
        is_under = character.points.side == np.arange(len(legs))[:, None]
        self._foot_share = is_under / character.weight  # (feet, points) 1/N
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

    def observe(self, moment: Moment, terrain: Terrain, speed: float) -> Observation:
        """The row for one moment.

        Args:
            moment: how things stand; its numbers must be finite.
            terrain: the ground, for the height above it.
            speed: asked for [m/s].
        """
        row = np.concatenate(
            (
                self._root(moment, terrain)[self._is_kept],
                moment.qpos[self._position],
                moment.qvel[self._axis],
                self._foot_share @ moment.contact_force[:, 2],
                moment.activation.ravel(),
                moment.muscle_force.ravel(),
                moment.fiber_length.ravel(),
                (speed,),
            )
        )
        return np.clip(row.astype(np.float32), -self.bound, self.bound)

    def _root(self, moment: Moment, terrain: Terrain) -> Floats:
        pelvis = self.character.roles.root
        rotation = np.empty(9)
        mujoco.mju_quat2Mat(rotation, moment.quaternion[pelvis])
        rotation = rotation.reshape(3, 3)
        ahead = rotation @ self._pelvis_ahead
        heading = math.atan2(ahead[1], ahead[0])
        cos, sin = math.cos(heading), math.sin(heading)
        in_heading_frame = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0, 0, 1.0]])
        velocity, spin = self._root_motion(moment, rotation)
        x, _, z = moment.position[pelvis]
        return np.concatenate(
            (
                (z - walking_height(terrain, x),),
                in_heading_frame @ (rotation @ self._pelvis_up),
                (cos, sin),
                in_heading_frame @ velocity,
                in_heading_frame @ spin,
            )
        )

    def _root_motion(self, moment: Moment, rotation: Floats) -> tuple[Floats, Floats]:
        """Velocity [m/s] and angular velocity [rad/s] of the pelvis in the world."""
        qvel = moment.qvel
        if self.character.is_planar:
            return np.array([qvel[0], 0.0, qvel[1]]), np.array([0.0, qvel[2], 0.0])
        return qvel[0:3], rotation @ qvel[3:6]  # a free joint spins in its own frame
