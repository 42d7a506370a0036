"""Motors: every joint has one, and the root has none.

A law writes torques for all joint axes. Those of the root would be forces from
nowhere, so they are taken away: outside of a declared guide or push, only gravity and
the ground act on a character, whatever its law does.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.actuators.actuator import actuates
from gaitsmith.characters.character import Character
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.records import Integers


class Motors(NamedTuple):
    """Which joint axes no motor turns."""

    without: Integers  # (axes,) qvel addresses: the root's


@actuates(Motors, lanes=True)
@compiled
def run_motors(actuator, senses, actuation_out):
    """What the law asks of the joints happens; what it asks of the root does not."""
    for index in range(actuator.without.shape[0]):
        axis = actuator.without[index]
        actuation_out.torque[axis] = 0.0
        actuation_out.damping[axis] = 0.0


def motors_of(character: Character) -> Motors:
    """The motors of a character's hinges."""
    driven = {hinge.axis for hinge in character.roles.hinges}
    others = [axis for axis in range(character.model.nv) if axis not in driven]
    return Motors(np.array(others, dtype=np.int64))
