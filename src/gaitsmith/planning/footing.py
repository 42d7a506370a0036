"""Where a foot may land: places along the way, as a planner sees them."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gaitsmith.kernels.records import Floats

STONE_TOLERANCE = 0.06  # m (Coros et al. 2008, section 5)


class Footing(Protocol):
    """Tells how far a heel is from where it may land."""

    @property
    def tolerance(self) -> float:
        """m; a step that lands further off is rejected."""
        ...

    def error(self, number: int, heel: Floats) -> Floats:
        """Distance [m] of heels from the nearest place for step `number`, from 0 on."""
        ...


@dataclass(frozen=True)
class Stones:
    """One place for every step."""

    heels: Floats  # (steps,) m along the way
    tolerance: float = STONE_TOLERANCE

    def error(self, number: int, heel: Floats) -> Floats:
        """Distance from the step's own stone; after the last, any place will do."""
        if number >= len(self.heels):
            return np.zeros_like(heel)
        return np.abs(heel - self.heels[number])


@dataclass(frozen=True)
class Islands:
    """Stretches of ground, on which any place will do."""

    lower: Floats  # (islands,) m, of the heel; from -inf on
    upper: Floats  # (islands,) to inf
    tolerance: float = 0.0

    def error(self, number: int, heel: Floats) -> Floats:  # noqa: ARG002 - any step
        """Distance from the nearest stretch."""
        below = self.lower - heel[..., None]
        beyond = heel[..., None] - self.upper
        return np.maximum(np.maximum(below, beyond), 0.0).min(axis=-1)

    def nearest(self, heel: float) -> float:
        """The place on an island [m] that is nearest to a heel."""
        clipped = np.clip(heel, self.lower, self.upper)
        return float(clipped[np.argmin(np.abs(clipped - heel))])


def islands_between(
    gaps: list[tuple[float, float]], foot: float, margin: float
) -> Islands:
    """Places of the heel at which a foot of length `foot` [m] is clear of all gaps.

    It stays `margin` [m] away from the edges where there is room; on a stretch that is
    too short for that, it aims at the middle.
    """
    ordered = sorted(gaps)
    starts = [-np.inf, *(end for _, end in ordered)]
    ends = [*(start for start, _ in ordered), np.inf]
    lower, upper = [], []
    for start, end in zip(starts, ends, strict=True):
        first, last = start + margin, end - foot - margin
        if first > last:
            first = last = 0.5 * (start + end - foot)
        lower.append(first)
        upper.append(last)
    return Islands(np.array(lower), np.array(upper))


def share_on_ground(heel: float, foot: float, gaps: list[tuple[float, float]]) -> float:
    """Part of a foot from `heel` on, `foot` [m] long, that is over no gap."""
    over = sum(
        max(0.0, min(heel + foot, end) - max(heel, start)) for start, end in gaps
    )
    return 1.0 - over / foot
