"""How many rollouts go together: enough to fill lanes, and for about half a second."""

import math
from itertools import pairwise
from typing import TypeVar

from gaitsmith.kernels.lanes import WIDTH

Thing = TypeVar("Thing")
SECONDS = 0.5  # of a batch, beside which a few ms of travel are little
# Rollouts of one by itself, so that lanes whose rollout ended early are filled again.
LEAST = 2 * WIDTH
NEWEST = 0.3  # weight of the last batch in the mean
HICCUP = 4.0  # times slower than before; a compilation, or a busy machine


class Pace:
    """Seconds that a rollout takes, in the company of others."""

    def __init__(self) -> None:
        """Nobody knows yet."""
        self.seconds = 0.0

    def note(self, seconds: float, count: int) -> None:
        """A batch of so many has taken so long; the first may have compiled."""
        each = seconds / count
        if not self.seconds or each < self.seconds / HICCUP:
            self.seconds = each
        elif each < HICCUP * self.seconds:
            self.seconds += NEWEST * (each - self.seconds)

    def size(self) -> int:
        """Rollouts of about half a second, in full lanes."""
        if not self.seconds:
            return LEAST
        return max(LEAST, WIDTH * round(SECONDS / (WIDTH * self.seconds)))


def portions(things: list[Thing], workers: int, pace: Pace) -> list[list[Thing]]:
    """Batches of what is wanted.

    If it is little, everybody has an equal part, but none is smaller than the lanes: a
    lane that is left empty saves nothing.
    """
    if not things:
        return []
    number = len(things)
    parts = min(math.ceil(number / WIDTH), workers)
    if number / parts > 1.5 * pace.size():
        parts = math.ceil(number / pace.size())
    ends = [round(number * part / parts) for part in range(parts + 1)]
    return [things[start:end] for start, end in pairwise(ends)]
