"""A gait in a few numbers: how fast, how often, how long, how wide."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.gait.cycles import Cycle, Strides
from gaitsmith.gait.events import GaitEvents
from gaitsmith.gait.kinematics import Kinematics, ahead, leftward, mean_heading
from gaitsmith.kernels.records import LEFT, RIGHT, Floats


@dataclass(frozen=True)
class GaitSummary:
    """Means over the complete gait cycles after the settling time."""

    num_cycles: int
    speed: float
    """m/s, of the centre of mass, where the pelvis points; backward negative."""
    stride_time: float
    """s, from a foot's strike to its next one."""
    cadence: float
    """steps/min."""
    step_length: float
    """m, from the ankle at one foot's strike to the ankle at the other's, along the
    heading; 0 without steps of alternating feet."""
    step_width: float
    """m, the same to the side; negative for feet that cross, 0 in the plane."""
    stance_shares: tuple[float | None, float | None]
    """Of left and right, share of the cycle in which the foot stands; None of a foot
    without a complete cycle."""
    duty_factor: float
    """Mean of the two; above 0.5 in walking, below in running."""
    double_support_share: float
    """Share of the time in which both feet stand."""
    flight_share: float
    """Share of the time in which no foot stands."""
    step_lengths: tuple[float | None, float | None] = (None, None)
    """m, of the steps that the left foot ends, and of those that the right one does;
    None without any."""


def summary_of(strides: Strides) -> GaitSummary:
    """The numbers of a gait, from its settling on."""
    kinematics, events, cycles = strides.kinematics, strides.events, strides.cycles
    time = events.time
    durations = [float(time[cycle.end] - time[cycle.start]) for cycle in cycles]
    stride_time = float(np.mean(durations))
    left, right = (_stance_share(events, cycles, side) for side in (LEFT, RIGHT))
    measured = [share for share in (left, right) if share is not None]
    window = slice(min(c.start for c in cycles), max(c.end for c in cycles))
    standing = np.stack([foot.is_standing[window] for foot in events.feet])
    steps = _steps(kinematics, events, window)
    com = strides.recording.com
    ways = [_headway(kinematics, com, cycle) for cycle in cycles]
    return GaitSummary(
        num_cycles=len(cycles),
        speed=sum(ways) / sum(durations),
        stride_time=stride_time,
        cadence=120.0 / stride_time,
        step_length=float(np.mean([step[0] for step in steps])) if steps else 0.0,
        step_width=float(np.mean([step[1] for step in steps])) if steps else 0.0,
        stance_shares=(left, right),
        duty_factor=float(np.mean(measured)),
        double_support_share=float(np.mean(standing.all(axis=0))),
        flight_share=float(np.mean(~standing.any(axis=0))),
        step_lengths=(_mean_step(steps, LEFT), _mean_step(steps, RIGHT)),
    )


def _mean_step(steps: list[tuple[float, float, int]], side: int) -> float | None:
    lengths = [length for length, _, foot in steps if foot == side]
    return float(np.mean(lengths)) if lengths else None


def _stance_share(
    events: GaitEvents, cycles: tuple[Cycle, ...], side: int
) -> float | None:
    is_standing = events.feet[side].is_standing
    shares = [
        np.mean(is_standing[cycle.start : cycle.end])
        for cycle in cycles
        if cycle.side == side
    ]
    return float(np.mean(shares)) if shares else None


def _steps(
    kinematics: Kinematics, events: GaitEvents, window: slice
) -> list[tuple[float, float, int]]:
    """Length and width [m] of every step from one foot to the other, and which."""
    found: list[tuple[float, float, int]] = []
    strikes = [
        strike
        for strike in events.ordered_strikes()
        if window.start <= strike[0] <= window.stop
    ]
    for (before, other), (now, side) in pairwise(strikes):
        if side == other:
            continue
        way = kinematics.ankles[now, side] - kinematics.ankles[before, other]
        heading = mean_heading(kinematics.heading[before : now + 1])
        outward = 1.0 if side == LEFT else -1.0
        found.append(
            (
                float(ahead(way, heading)),
                outward * float(leftward(way, heading)),
                side,
            )
        )
    return found


def _headway(kinematics: Kinematics, com: Floats, cycle: Cycle) -> float:
    """Way [m] of the centre of mass in a cycle, where the pelvis points on average."""
    heading = mean_heading(kinematics.heading[cycle.start : cycle.end + 1])
    return float(ahead(com[cycle.end] - com[cycle.start], heading))
