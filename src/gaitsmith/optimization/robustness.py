"""Robust optimisation: a candidate is judged by several disturbed rollouts.

Every candidate of a search meets the same pushes and the same motor noise, drawn once
from the experiment's seed, so that candidates are compared on equal terms and a search
can be repeated to the last bit (Wang, Fleet & Hertzmann 2010 average over such draws).
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError
from gaitsmith.optimization.starts import StartOff
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.setting import Setting

NonNegative = Annotated[float, Field(ge=0)]
# Force components forward and left: those of the push table of Wang et al. 2009.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
LEARNED = 2  # draws other starts than the check at the end of a search
FIRST_PUSH = 1.0  # s; earlier ones would test the start, not the gait


class RobustnessSpec(Declaration):
    """Disturbed rollouts beside the quiet one; none unless asked for."""

    trials: Annotated[int, Field(ge=0, le=100)] = 0
    """Disturbed rollouts per candidate; 0 switches it off."""
    combine: Literal["mean", "worst"] = "mean"
    """How the rollouts' objectives, the quiet one's among them, become one."""
    terms: tuple[str, ...] = ()
    """Of the objective, by which disturbed rollouts are judged; none: by all. The
    others are those of the quiet rollout."""
    push: NonNegative = 100.0
    """N, force component of each push: a diagonal push has it in both directions."""
    equal_size: bool = False
    """Whether `push` is the size of every push, also of diagonal ones."""
    push_duration: Annotated[float, Field(gt=0)] = 0.4
    """s."""
    push_every: Annotated[float, Field(ge=0.1)] = 4.0
    """s, from one push to the next, each in another of eight directions."""
    motor_noise: Annotated[float, Field(ge=0, le=1)] = 0.05
    """Standard deviation of the torque noise, as a share of each torque."""
    start_degrees: Annotated[float, Field(ge=0, le=30)] = 0.0
    """By which the start is off at most, in every joint and in how the root leans."""
    start_millimeters: Annotated[float, Field(ge=0, le=100)] = 0.0
    """By which the start is off at most, in height and along any slide."""

    def off(self, seed: int) -> StartOff | None:
        """Where the trial of a seed begins; None: where the quiet one does."""
        if not self.start_millimeters and not self.start_degrees:
            return None
        draw = (LEARNED, seed)
        return StartOff(self.start_millimeters, self.start_degrees, draw)


class Trial(NamedTuple):
    """One rollout of several."""

    setting: Setting
    seed: int
    off: StartOff | None = None
    """How far its start is off; None: it is the problem's."""


def trials(
    spec: RobustnessSpec, setting: Setting, seed: int, is_planar: bool = False
) -> tuple[Trial, ...]:
    """The quiet rollout, and the disturbed ones.

    The directions are dealt like cards: all eight come up before one comes twice, over
    all trials together.
    """
    latest = setting.duration - FIRST_PUSH - spec.push_duration
    if spec.trials and spec.push and latest <= 0.0:
        raise InputError(
            f"robustness.push: a rollout of {setting.duration:g} s is too short for a"
            f" push of {spec.push_duration:g} s after {FIRST_PUSH:g} s."
        )
    random = np.random.default_rng(seed)
    directions = [d for d in DIRECTIONS if not is_planar or d[1] == 0]
    pack: list[tuple[int, int]] = []
    found = [Trial(setting, seed)]
    for number in range(1, spec.trials + 1):
        pushes = []
        wait = max(0.0, min(spec.push_every, latest))
        time = FIRST_PUSH + float(random.uniform(0.0, wait))
        while spec.push and time + spec.push_duration < setting.duration:
            if not pack:
                pack = [directions[i] for i in random.permutation(len(directions))]
            forward, left = pack.pop()
            size = math.hypot(forward, left) if spec.equal_size else 1.0
            part = spec.push / size
            force = (part * forward, part * left, 0.0)
            pushes.append(
                PushSpec(start=time, duration=spec.push_duration, force=force)
            )
            time += spec.push_every
        changes = {
            "pushes": (*setting.pushes, *pushes),
            "motor_noise": max(setting.motor_noise, spec.motor_noise),
        }
        disturbed = setting.model_copy(update=changes)
        found.append(Trial(disturbed, seed + number, spec.off(seed + number)))
    return tuple(found)
