"""What an action means to the joints: servo gains, torque limits, reach of targets."""

from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Hinge
from gaitsmith.control.commanded import CommandedLaw
from gaitsmith.kernels.muscle import LEAST_EXCITATION
from gaitsmith.kernels.records import Floats


@dataclass(frozen=True)
class Motor:
    """The drive of one joint axis of a 70 kg body."""

    stiffness: float  # N m/rad
    damping: float  # N m s/rad
    limit: float  # N m


# By a word of the joint's role. Limits are about what strong people can do; a body of
# 70 kg stands on its ankles if both together have more than about 650 N m/rad.
MOTORS = {
    "hip": Motor(800.0, 80.0, 300.0),
    "knee": Motor(800.0, 80.0, 300.0),
    "ankle": Motor(800.0, 80.0, 250.0),
    "toe": Motor(400.0, 20.0, 80.0),
    "back": Motor(800.0, 80.0, 300.0),
    "neck": Motor(200.0, 20.0, 60.0),
    "shoulder": Motor(200.0, 20.0, 100.0),
    "elbow": Motor(100.0, 10.0, 60.0),
}
OTHER_MOTOR = Motor(200.0, 20.0, 100.0)  # of joints of own models with other names
FREE_REACH = 1.0  # rad to both sides, of joints without stops
# A straight knee stands at its stop. Targets a little beyond it let the servo press
# against the stop, so that this half of the action is not without effect.
LEAST_REACH = 0.1  # rad


@dataclass(frozen=True)
class Servos:
    """The drives of all joints, in the order of `Roles.hinges`."""

    stiffness: Floats  # (joints,) N m/rad
    damping: Floats  # (joints,) N m s/rad
    limit: Floats  # (joints,) N m
    lowest: Floats  # (joints,) rad, target of the action -1
    highest: Floats  # (joints,) rad, target of the action +1

    def targets(self, action: Floats) -> Floats:
        """Joint angles [rad] that an action asks for; 0 is the standing pose."""
        reach = np.where(action < 0.0, -self.lowest, self.highest)
        return action * reach

    def torques(self, action: Floats) -> Floats:
        """Joint torques [N m] that an action asks for."""
        return action * self.limit

    def prepare(self, law: CommandedLaw, has_servos: bool) -> None:
        """Set what stays the same, gains (none without servos) and limits; relax."""
        law.excitation[:] = LEAST_EXCITATION
        law.stiffness[:] = self.stiffness if has_servos else 0.0
        law.damping[:] = self.damping if has_servos else 0.0
        law.limit[:] = self.limit
        law.target[:] = 0.0
        law.torque[:] = 0.0


def excitations(action: Floats) -> Floats:
    """Excitations that an action asks for: -1 is 0.01, at rest; +1 is 1."""
    return LEAST_EXCITATION + (1.0 - LEAST_EXCITATION) * 0.5 * (action + 1.0)


def servos_of(character: Character) -> Servos:
    """The drives of a character; gains and limits grow with its mass."""
    hinges = character.roles.hinges
    motors = [_motor(hinge) for hinge in hinges]
    scale = character.gain_scale
    reaches = np.array([_reach(hinge) for hinge in hinges])
    return Servos(
        stiffness=scale * np.array([motor.stiffness for motor in motors]),
        damping=scale * np.array([motor.damping for motor in motors]),
        limit=scale * np.array([motor.limit for motor in motors]),
        lowest=reaches[:, 0],
        highest=reaches[:, 1],
    )


def _motor(hinge: Hinge) -> Motor:
    found = [motor for word, motor in MOTORS.items() if word in hinge.role.lower()]
    return found[0] if found else OTHER_MOTOR


def _reach(hinge: Hinge) -> tuple[float, float]:
    """Lowest and highest target [rad], on either side of the standing pose."""
    if not np.all(np.isfinite(hinge.range)):
        return -FREE_REACH, FREE_REACH
    lower, upper = hinge.range
    return min(lower, -LEAST_REACH), max(upper, LEAST_REACH)
