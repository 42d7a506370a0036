"""Doing what it is told: targets, torques and excitations, written between steps.

The law of a learner or of a program that steps a body by hand. Its arrays are views,
and a running simulation reads them anew at every time step: write into them in place
between two calls of `Simulation.advance`, and the next piece follows.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.actuators.muscle_model import actuators_of, muscle_state
from gaitsmith.characters.character import Character
from gaitsmith.control.controller import STANDING, STATE_ONLY, Drive
from gaitsmith.control.law import controls
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.servo import limit_torque


class CommandedLaw(NamedTuple):
    """What is asked of each joint, in the order of `Roles.hinges`."""

    position: Integers  # (joints,) qpos addresses
    axis: Integers  # (joints,) qvel addresses
    torque: LaneFloats  # (joints,) N m, besides the servo's
    target: LaneFloats  # (joints,) rad
    stiffness: LaneFloats  # (joints,) N m/rad
    damping: LaneFloats  # (joints,) N m s/rad
    limit: LaneFloats  # (joints,) N m, of the sum; infinity for none
    excitation: LaneFloats  # (legs, muscles) of a body that has some


@controls(CommandedLaw, lanes=True)
@compiled
def follow_command(law, memory, senses, actuation_out):
    """tau = torque + kp (target - angle) - kd velocity, within +-limit."""
    for joint in range(law.axis.shape[0]):
        axis = law.axis[joint]
        error = law.target[joint] - senses.body.qpos[law.position[joint]]
        actuation_out.torque[axis], actuation_out.damping[axis] = limit_torque(
            law.torque[joint] + law.stiffness[joint] * error,
            law.damping[joint],
            senses.body.qvel[axis],
            law.limit[joint],
        )
    for leg in range(law.excitation.shape[0]):
        for muscle in range(law.excitation.shape[1]):
            actuation_out.excitation[leg, muscle] = law.excitation[leg, muscle]


def commanded_law(character: Character) -> CommandedLaw:
    """A law that asks for nothing yet: a rag doll until its arrays are written."""
    hinges = character.roles.hinges
    count = len(hinges)
    return CommandedLaw(
        position=np.array([hinge.position for hinge in hinges], dtype=np.int64),
        axis=np.array([hinge.axis for hinge in hinges], dtype=np.int64),
        torque=np.zeros(count),
        target=np.zeros(count),
        stiffness=np.zeros(count),
        damping=np.zeros(count),
        limit=np.full(count, np.inf),
        excitation=np.zeros(muscle_state(actuators_of(character)).excitation.shape),
    )


def commanded_drive(law: CommandedLaw, qpos: Floats, qvel: Floats) -> Drive:
    """The law, and where the character starts."""
    return Drive(law, np.zeros(1, dtype=STATE_ONLY), STANDING, qpos, qvel)
