"""What every controller offers: its parameters, and how values become a law."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_places
from gaitsmith.kernels.records import Floats, Muscles
from gaitsmith.kernels.tally import Phases
from gaitsmith.parameters import ParameterSpace


class Drive(NamedTuple):
    """One controller with its values filled in, ready to run."""

    law: Any  # a named tuple of `control.law.LAWS`
    memory: np.ndarray  # (1,) record of what the law remembers; has a field `state`
    phases: Phases
    qpos: Floats  # (nq,) where the character starts
    qvel: Floats  # (nv,)
    muscle_axes: tuple[int, ...] = ()  # qvel addresses of joints that muscles move
    muscles: Muscles | None = None  # of both legs, of a law that has some


class Controller(Protocol):
    """A control law on one character, with named parameters."""

    @property
    def space(self) -> ParameterSpace:
        """Its parameters."""
        ...

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given values."""
        ...


@dataclass(frozen=True)
class StartPose:
    """Joint angles and root motion at the start, in the P-convention.

    The root's height is found by putting the lowest contact point on the ground.
    """

    angles: dict[str, float]  # rad, by role; roles that a body lacks are left out
    rates: dict[str, float]  # rad/s, by role
    pitch: float = 0.0  # rad, of the pelvis
    pitch_rate: float = 0.0  # rad/s
    speed: float = 0.0  # m/s, forward
    climb: float = 0.0  # m/s, upward
    sink: float = 0.0  # m, the lowest point below the ground


def start_state(character: Character, pose: StartPose) -> tuple[Floats, Floats]:
    """Qpos and qvel of a pose on level ground at x = 0."""
    model = character.model
    data = mujoco.MjData(model)
    for hinge in character.roles.hinges:
        data.qpos[hinge.position] = pose.angles.get(hinge.role, 0.0)
        data.qvel[hinge.axis] = pose.rates.get(hinge.role, 0.0)
    if character.is_planar:
        data.qpos[2] = pose.pitch
        data.qvel[0:3] = (pose.speed, pose.climb, pose.pitch_rate)
        height = 1
    else:
        pitch = np.array([np.cos(pose.pitch / 2), 0.0, np.sin(pose.pitch / 2), 0.0])
        mujoco.mju_mulQuat(data.qpos[3:7], pitch, model.qpos0[3:7])
        data.qvel[0:3] = (pose.speed, 0.0, pose.climb)
        # Angular velocity counts in the root's own frame.
        left = character.standing_orientation[character.roles.pelvis, 1]
        data.qvel[3:6] = pose.pitch_rate * left
        height = 2
    mujoco.mj_kinematics(model, data)
    lowest = float(np.min(point_places(character.points, data)[:, 2]))
    data.qpos[height] -= lowest + pose.sink
    return np.array(data.qpos), np.array(data.qvel)
