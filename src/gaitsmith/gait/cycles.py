"""Gait cycles: from a foot's strike to its next one, as shares of 0 to 100 %."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.gait.events import GaitEvents, events_of
from gaitsmith.gait.kinematics import Kinematics, kinematics_of
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording

NUM_POINTS = 101  # 0, 1, ... 100 % of the cycle
SETTLING_TIME = 2.0  # s at the start that are left out: the gait is not steady yet
CURVES = ("thigh", "hip", "knee", "ankle", "foot")


class NoStepsError(InputError):
    """There is no complete gait cycle to measure."""


@dataclass(frozen=True)
class Cycle:
    """One stride of one foot; numbers are frames of the recording."""

    side: int  # LEFT, RIGHT
    start: int  # strike
    end: int  # next strike of the same foot


@dataclass(frozen=True)
class MeanCurve:
    """A quantity over the cycle, averaged."""

    mean: Floats  # (101,)
    sd: Floats  # (101,) sample standard deviation over the cycles; 0 for a single one
    num_cycles: int


def complete_cycles(
    events: GaitEvents, settling_time: float = SETTLING_TIME
) -> tuple[Cycle, ...]:
    """The cycles that begin after `settling_time` [s], left ones first.

    Raises:
        NoStepsError: there is none.
    """
    found = tuple(
        Cycle(side, int(start), int(end))
        for side, foot in enumerate(events.feet)
        for start, end in pairwise(foot.strikes)
        if events.time[start] >= settling_time
    )
    if not found:
        seconds = float(events.time[-1]) if len(events.time) else 0.0
        raise NoStepsError(
            f"The recording has no complete gait cycle: in {seconds:.3g} s, no foot"
            f" strikes twice after the first {settling_time:.3g} s. Record a longer"
            " walk, or one that does not fall."
        )
    return found


@dataclass(frozen=True)
class Strides:
    """A recorded gait: its angles, steps, and the cycles after it has settled."""

    character: Character
    recording: Recording
    kinematics: Kinematics
    events: GaitEvents
    cycles: tuple[Cycle, ...]  # at least one
    settling_time: float  # s at the start that are left out


def strides_of(
    character: Character, recording: Recording, settling_time: float = SETTLING_TIME
) -> Strides:
    """Cut a recording into gait cycles.

    Args:
        character: who was recorded.
        recording: at 100 Hz or more; less blurs the strikes.
        settling_time: s at the start that are left out.

    Raises:
        NoStepsError: the recording has no complete cycle.
    """
    events = events_of(character, recording)
    cycles = complete_cycles(events, settling_time)
    kinematics = kinematics_of(character, recording)
    return Strides(character, recording, kinematics, events, cycles, settling_time)


def averaged(curves: Sequence[Floats]) -> MeanCurve:
    """Mean and spread of (101,) curves, one per cycle; at least one."""
    values = np.array(curves)
    several = len(curves) > 1
    return MeanCurve(
        mean=values.mean(axis=0),
        sd=values.std(axis=0, ddof=1) if several else np.zeros(NUM_POINTS),
        num_cycles=len(curves),
    )


def mean_cycle(
    character: Character, recording: Recording, names: Sequence[str] = CURVES
) -> dict[str, MeanCurve]:
    """Mean angles [degrees] over the cycle, both sides pooled, by name.

    Args:
        character: who was recorded.
        recording: see `strides_of`.
        names: of `Kinematics.sides`; what a side lacks is left out.
    """
    strides = strides_of(character, recording)
    sides = strides.kinematics.sides
    return {
        name: averaged([stretched(sides[c.side][name], c) for c in strides.cycles])
        for name in names
        if all(name in side for side in sides)
    }


def stretched(curve: Floats, cycle: Cycle) -> Floats:
    """(101,) values of a (frames,) curve, evenly spaced over the cycle."""
    frames = np.arange(cycle.start, cycle.end + 1)
    wanted = np.linspace(cycle.start, cycle.end, NUM_POINTS)
    return np.interp(wanted, frames, curve[frames])
