"""What every controller offers: its parameters, and how values become a law."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats
from gaitsmith.parameters import ParameterSpace


class Drive(NamedTuple):
    """One controller with its values filled in, ready to run."""

    law: Any  # a named tuple of `control.law.LAWS`
    memory: np.ndarray  # (1,) record of what the law remembers; has a field `state`
    num_states: int
    qpos: Floats  # (nq,) where the character starts
    qvel: Floats  # (nv,)


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

    angles: dict[str, float]  # rad, by joint name
    rates: dict[str, float]  # rad/s, by joint name
    pitch: float = 0.0  # rad, of the pelvis
    pitch_rate: float = 0.0  # rad/s
    speed: float = 0.0  # m/s, forward
    climb: float = 0.0  # m/s, upward
    sink: float = 0.0  # m, the lowest point below the ground


def start_state(character: Character, pose: StartPose) -> tuple[Floats, Floats]:
    """Qpos and qvel of a pose on level ground at x = 0."""
    import mujoco

    model = character.model
    data = mujoco.MjData(model)
    hinges = {hinge.name: hinge for hinge in character.roles.hinges}
    for name, angle in pose.angles.items():
        data.qpos[hinges[name].position] = angle
    for name, rate in pose.rates.items():
        data.qvel[hinges[name].axis] = rate
    if character.is_planar:
        data.qpos[2] = pose.pitch
        data.qvel[0:3] = (pose.speed, pose.climb, pose.pitch_rate)
        height = 1
    else:
        data.qpos[3:7] = (np.cos(pose.pitch / 2), 0.0, np.sin(pose.pitch / 2), 0.0)
        data.qvel[0:3] = (pose.speed, 0.0, pose.climb)
        data.qvel[4] = pose.pitch_rate
        height = 2
    mujoco.mj_kinematics(model, data)
    points = character.points
    lowest = min(
        data.xpos[body][2] + data.xmat[body].reshape(3, 3)[2] @ offset - radius
        for body, offset, radius in zip(
            points.body, points.offset, points.radius, strict=True
        )
    )
    data.qpos[height] -= lowest + pose.sink
    return np.array(data.qpos), np.array(data.qvel)
