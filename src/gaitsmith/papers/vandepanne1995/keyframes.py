"""Keyframes: desired joint angles that follow the clock.

A period T is cut into n samples of T/n; each gives every joint a desired angle, which
is held until the next sample (piecewise constant) or approaches it (piecewise linear).
Van de Panne & Lamouret 1995, "Guided optimization for balanced locomotion", 3.1, 3.3.
Feedback of balance, which the paper has none of, can be added at the hips.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.control.law import controls
from gaitsmith.control.leg_balance import NO_BALANCE, LegBalance, balance_legs
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.records import Floats, Integers

MEMORY = np.dtype([("state", np.int64)])  # which sample of the cycle it is
ROUNDING = 1e-9  # samples; a time that is a sample's start but for rounding is in it


class KeyframeLaw(NamedTuple):
    """All numbers of the law."""

    position: Integers  # (joints,) qpos addresses
    axis: Integers  # (joints,) qvel addresses
    stiffness: Floats  # (joints,) N m/rad
    damping: Floats  # (joints,) N m s/rad
    targets: Floats  # (samples, joints) rad; one cycle, or several written out
    sample_time: float  # s
    cycle: int  # samples of a cycle; the last cycle repeats for ever
    is_linear: bool
    balance: LegBalance = NO_BALANCE


@compiled
def written_sample(sample, written, cycle):
    """The row of the targets for the sample of that number, counted from the start."""
    if sample < written:
        return sample
    return written - cycle + (sample - written) % cycle


@controls(KeyframeLaw)
@compiled
def follow_keyframes(law, memory, senses, actuation_out):
    """tau = kp (target(t) - angle) - kd velocity, at every joint."""
    progress = senses.time / law.sample_time
    sample = int(progress + ROUNDING)
    written = law.targets.shape[0]
    present = written_sample(sample, written, law.cycle)
    coming = written_sample(sample + 1, written, law.cycle)
    share = max(progress - sample, 0.0) if law.is_linear else 0.0
    memory.state = sample % law.cycle
    for joint in range(law.axis.shape[0]):
        axis = law.axis[joint]
        before, after = law.targets[present, joint], law.targets[coming, joint]
        target = before + share * (after - before)
        error = target - senses.body.qpos[law.position[joint]]
        actuation_out.torque[axis] = law.stiffness[joint] * error
        actuation_out.damping[axis] = law.damping[joint]
    balance_legs(law.balance, senses, law.stiffness, actuation_out)
