"""How well the last action served: three parts, each of which is in `info`."""

from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.learning.task import WalkTask

SLOWEST_SCALE = 0.5  # m/s; a slower speed is not asked for more exactly than this


class Reward(NamedTuple):
    """The parts, with their weights and signs: the reward is their sum."""

    speed: float
    alive: float
    torque: float


NOTHING = Reward(0.0, 0.0, 0.0)  # where the simulation diverged, nothing is known


def tracking(speed: float, wanted: float) -> float:
    """1 at the speed that was asked for, 0 at a standstill, linear between, from -1."""
    scale = max(abs(wanted), SLOWEST_SCALE)
    return max(-1.0, 1.0 - abs(speed - wanted) / scale)


def reward_of(
    task: WalkTask, speed: float, wanted: float, is_fallen: bool, effort: Floats
) -> Reward:
    """The reward for one action.

    Args:
        task: its weights.
        speed: of the centre of mass along +x [m/s].
        wanted: speed that was asked for [m/s].
        is_fallen: whether the character has fallen.
        effort: (joints,) torque of each joint as a share of its limit.
    """
    return Reward(
        speed=task.speed_weight * tracking(speed, wanted),
        alive=0.0 if is_fallen else task.alive_weight,
        torque=-task.torque_weight * float(np.mean(effort**2)),
    )
