"""What the character is asked to do while it walks; not searched for, but commanded."""

import math
from typing import NamedTuple

import numpy as np

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.records import Floats


class HeadingChange(Declaration):
    """From `time` on, walk towards `heading`."""

    time: float
    """s."""
    heading: float
    """degrees, left positive."""


class Command(NamedTuple):
    """Commanded heading over time, as compiled code wants it."""

    times: Floats  # (changes,) s; the first is 0
    headings: Floats  # (changes,) rad


def command_record(changes: tuple[HeadingChange, ...]) -> Command:
    """Straight ahead, then each change from its time on."""
    ordered = sorted(changes, key=lambda change: change.time)
    times = [0.0, *(change.time for change in ordered)]
    headings = [0.0, *(math.radians(change.heading) for change in ordered)]
    return Command(np.array(times), np.array(headings))


@compiled
def heading_at(command, time):
    """Commanded heading [rad] at `time` [s]."""
    index = command.times.shape[0] - 1
    while index > 0 and command.times[index] > time:
        index -= 1
    return command.headings[index]
