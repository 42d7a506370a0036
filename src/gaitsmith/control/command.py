"""What the character is asked to do while it walks; not searched for, but commanded."""

import math
from typing import NamedTuple

import numpy as np

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import select


class HeadingChange(Declaration):
    """From `time` on, walk towards `heading`."""

    time: float
    """s."""
    heading: float
    """degrees, left positive."""


class Command(NamedTuple):
    """Commanded heading over time, as compiled code wants it."""

    times: LaneFloats  # (changes,) s, rising; infinity: never
    headings: LaneFloats  # (changes,) rad; the first holds from the start on


def command_record(changes: tuple[HeadingChange, ...], room: int = 1) -> Command:
    """Straight ahead, then each change from its time on; room for at least `room`."""
    ordered = sorted(changes, key=lambda change: change.time)
    times = [0.0, *(change.time for change in ordered)]
    headings = [0.0, *(math.radians(change.heading) for change in ordered)]
    empty = max(0, room - len(times))
    return Command(
        np.array(times + [math.inf] * empty), np.array(headings + [0.0] * empty)
    )


@compiled
def heading_at(command, time):
    """Commanded heading [rad] at `time` [s]."""
    heading = command.headings[0]
    for index in range(1, command.times.shape[0]):
        has_come = command.times[index] <= time
        heading = select(has_come, command.headings[index], heading)
    return heading
