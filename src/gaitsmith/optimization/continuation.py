"""Continuation: reach a hard problem by a sequence of slightly harder ones.

Yin, Coros, Beaudoin & van de Panne 2008; Wang et al. 2009 reach steep slopes and low
friction so. One value of the experiment is walked to its goal; each solution starts the
next; the increment shrinks on failure and recovers on success.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gaitsmith.errors import InputError

SMALLEST_SHARE = 1 / 8  # of the first increment; when less would be needed, give up


@dataclass(frozen=True)
class Schedule:
    """Where a continuation stands, and which value it tries next."""

    reached: float
    """The hardest value that has been solved."""
    goal: float
    first_increment: float
    """Positive; the largest that is tried."""
    increment: float

    @property
    def is_finished(self) -> bool:
        """Whether the goal is reached, or the increment has become too small."""
        is_stuck = self.increment < SMALLEST_SHARE * self.first_increment
        return self.reached == self.goal or is_stuck

    @property
    def next_value(self) -> float:
        """One increment on, or the goal if that is nearer."""
        way = self.goal - self.reached
        if abs(way) <= self.increment * (1.0 + 1e-9):
            return self.goal
        return self.reached + (self.increment if way > 0.0 else -self.increment)

    def told(self, is_solved: bool) -> "Schedule":
        """The schedule after `next_value` was tried."""
        if not is_solved:
            tried = min(self.increment, abs(self.goal - self.reached))
            return replace(self, increment=0.5 * tried)
        larger = min(2.0 * self.increment, self.first_increment)
        return replace(self, reached=self.next_value, increment=larger)


def begin_schedule(start: float, goal: float, increment: float) -> Schedule:
    """A schedule from `start` to `goal`, by steps of at most `increment`."""
    if not increment > 0.0:
        raise InputError(f"--step {increment:g}: the increment must be more than 0.")
    if start == goal:
        raise InputError(f"the value is {goal:g} already; there is nothing to adapt.")
    increment = min(increment, abs(goal - start))
    return Schedule(start, goal, increment, increment)


def predicted(
    value: float,
    last: tuple[float, Mapping[str, float]],
    before: tuple[float, Mapping[str, float]],
) -> dict[str, float]:
    """Parameters for `value`, on the straight line through two solutions.

    Args:
        value: what is varied, at the new problem.
        last: value and parameters of the last solution.
        before: value and parameters of the one before it.
    """
    share = (value - last[0]) / (last[0] - before[0])
    return {
        name: found + share * (found - before[1][name])
        for name, found in last[1].items()
    }
