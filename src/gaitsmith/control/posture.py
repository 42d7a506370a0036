"""Holding a pose: every joint is a spring and a damper, or nothing at all.

The simplest law there is. It stands, sways and collapses like a puppet; with zero gains
it is a rag doll. Useful to look at a new character, and as the example to copy when
writing a law of one's own.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import (
    STANDING,
    STATE_ONLY,
    Drive,
    NamedGait,
    StartPose,
    start_state,
)
from gaitsmith.control.controllers import law
from gaitsmith.control.law import controls
from gaitsmith.errors import unknown_name
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.parameters import Parameter, ParameterSpace

POSTURES = {"stand": "upright on both feet", "limp": "a rag doll"}


class PostureLaw(NamedTuple):
    """All numbers of the law."""

    position: Integers  # (joints,) qpos addresses
    axis: Integers  # (joints,) qvel addresses
    target: Floats  # (joints,) rad
    stiffness: float  # N m/rad
    damping: float  # N m s/rad


@controls(PostureLaw)
@compiled
def hold_posture(law, memory, senses, actuation_out):
    """tau = kp (target - angle) - kd velocity, at every joint."""
    for joint in range(law.axis.shape[0]):
        axis = law.axis[joint]
        error = law.target[joint] - senses.body.qpos[law.position[joint]]
        actuation_out.torque[axis] = law.stiffness * error
        actuation_out.damping[axis] = law.damping


@law("posture", gaits=POSTURES)
@dataclass(frozen=True)
class PostureController(NamedGait):
    """Holds a pose with springs at the joints, or none."""

    law_name = "posture"
    character: Character
    gait_name: str

    def __post_init__(self) -> None:
        """Refuse a posture that does not exist."""
        if self.gait_name not in POSTURES:
            raise unknown_name("gait of controller 'posture'", self.gait_name, POSTURES)

    @property
    def space(self) -> ParameterSpace:
        """Stiffness and damping of all joints; start height and speed."""
        is_stiff = self.gait_name == "stand"
        gain = self.character.gain_scale
        return ParameterSpace(
            (
                Parameter(
                    "stiffness",
                    "N m/rad",
                    1000.0 * gain if is_stiff else 0.0,
                    100.0 * gain,
                    "of every joint",
                    lower=0.0,
                ),
                Parameter(
                    "damping",
                    "N m s/rad",
                    100.0 * gain if is_stiff else 0.0,
                    10.0 * gain,
                    "of every joint",
                    lower=0.0,
                ),
                Parameter("start.height", "m", 0.0, 0.0, "of the soles", lower=0.0),
                Parameter("start.speed", "m/s", 0.0, 0.0, "forward, at the start"),
            )
        )

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start state for the given parameter values."""
        hinges = self.character.roles.hinges
        pose = StartPose(
            angles={},
            rates={},
            speed=values["start.speed"],
            sink=-values["start.height"],
        )
        qpos, qvel = start_state(self.character, pose)
        numbers = PostureLaw(
            position=np.array([hinge.position for hinge in hinges], dtype=np.int64),
            axis=np.array([hinge.axis for hinge in hinges], dtype=np.int64),
            target=np.zeros(len(hinges)),
            stiffness=values["stiffness"],
            damping=values["damping"],
        )
        return Drive(numbers, np.zeros(1, dtype=STATE_ONLY), STANDING, qpos, qvel)
