"""Where a foot may land: places along the way, as a planner sees them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.terrain import Crevasse

STONE_TOLERANCE = 0.06  # m (Coros et al. 2008, section 5)
NARROW = 0.06  # m that a heel has on narrow ground; nobody hits less (ours)
STEEPLY = np.zeros(())  # m, skid of who comes down where it lands

Interval = tuple[float, float]  # m along the way


class Footholds:
    """Tells how far a heel is from where it may land; here, anywhere will do."""

    tolerance: float = 0.0
    """m; a step that lands further off is rejected."""

    def error(self, number: int, heel: Floats, skid: Floats = STEEPLY) -> Floats:
        """Distance [m] of heels from the nearest place for step `number`, from 0 on.

        Who lands with a `skid` [m] needs ground so far behind the heel, too.
        """
        return np.zeros_like(heel)

    def distance(self, number: int, ahead: float, left: float) -> float:
        """The same [m] of a heel that has landed, sideways, too, where that counts."""
        return float(self.error(number, np.array(ahead)))

    def rise(self, number: int) -> float:
        """How much higher [m] the ground is on the way of step `number`."""
        return 0.0

    def discomfort(self, heel: Floats) -> Floats:
        """How much nearer to an edge [m] than one would like; 0 where there is none."""
        return np.zeros_like(heel)

    def has_gap(self, behind: Floats, ahead: Floats) -> np.ndarray:
        """Whether there is a gap between two heels: the one behind must be lifted."""
        return np.zeros(np.shape(behind), dtype=bool)


ANYWHERE = Footholds()


@dataclass(frozen=True)
class Targets(Footholds):
    """One place for every step; a stone has no edges."""

    heels: Floats  # (steps,) m along the way
    tolerance: float = STONE_TOLERANCE
    ground: Footholds = ANYWHERE  # that all steps must be on
    lefts: Floats | None = None  # (steps,) m to the left of the way; None: anywhere
    rises: Floats | None = None  # (steps,) m up from where a foot stood; None: level

    def error(self, number: int, heel: Floats, skid: Floats = STEEPLY) -> Floats:
        """Distance from the step's own stone; after the last, any place will do.

        Off the ground, it is beyond the tolerance even beside the stone.
        """
        wrong = np.zeros_like(heel)
        if number < len(self.heels):
            wrong = np.abs(heel - self.heels[number])
        outside = self.ground.error(number, heel, skid)
        return wrong + np.where(outside > 0.0, self.tolerance + outside, 0.0)

    def distance(self, number: int, ahead: float, left: float) -> float:
        """Distance [m] of a heel from its stone, as seen from above."""
        wrong = super().distance(number, ahead, left)
        if self.lefts is None or number >= len(self.lefts):
            return wrong
        return math.hypot(wrong, left - float(self.lefts[number]))

    def rise(self, number: int) -> float:
        """How much higher [m] the ground is on the way to a stone."""
        if self.rises is None or number >= len(self.rises):
            return 0.0
        return float(self.rises[number])

    def has_gap(self, behind: Floats, ahead: Floats) -> np.ndarray:
        """That of the ground."""
        return self.ground.has_gap(behind, ahead)


@dataclass(frozen=True)
class Stretches(Footholds):
    """Stretches of ground, on which any place will do."""

    lower: Floats  # (stretches,) m, of the heel; from -inf on
    upper: Floats  # (stretches,) to inf
    safe_lower: Floats  # (stretches,) m, the same further from the edges
    safe_upper: Floats  # (stretches,)
    gaps: Floats  # (gaps, 2) m, from where to where there is no ground

    def error(self, number: int, heel: Floats, skid: Floats = STEEPLY) -> Floats:
        """Distance from the nearest stretch."""
        return _outside(heel, self.lower, self.upper, skid)

    def discomfort(self, heel: Floats) -> Floats:
        """Distance from the nearest place that is far enough from all edges."""
        return _outside(heel, self.safe_lower, self.safe_upper)

    def has_gap(self, behind: Floats, ahead: Floats) -> np.ndarray:
        """Whether one of the gaps is between the heels."""
        starts, ends = self.gaps[:, 0], self.gaps[:, 1]
        return np.any((ends > behind[..., None]) & (starts < ahead[..., None]), axis=-1)

    def nearest(self, heel: float, beyond: float) -> float:
        """The place nearest to a heel [m] that is further on than `beyond` [m]."""
        places = np.clip(heel, self.lower, self.upper)
        places = places[places > beyond]
        return float(places[np.argmin(np.abs(places - heel))])

    def aimed_at(self, heels: Floats) -> Targets:
        """The same with one place [m] for every step."""
        return Targets(heels, ground=self)


def _outside(
    heel: Floats, lower: Floats, upper: Floats, skid: Floats = STEEPLY
) -> Floats:
    """Distance [m] from the nearest of some stretches."""
    below = lower - (heel - skid)[..., None]
    beyond = heel[..., None] - upper
    return np.maximum(np.maximum(below, beyond), 0.0).min(axis=-1)


def footholds_between(
    gaps: list[tuple[float, float]], foot: float, margin: float, safe: float = 0.0
) -> Stretches:
    """Places of the heel at which a foot of length `foot` [m] is clear of all gaps.

    It stays `margin` [m] away from the edges, and would rather stay `safe` [m] away; on
    a stretch that is too short for that, it aims at the middle, and may miss that a
    little.
    """
    ordered = sorted(gaps)
    starts = np.array([-np.inf, *(end for _, end in ordered)])
    ends = np.array([*(start for start, _ in ordered), np.inf])
    return Stretches(
        *_ends(starts, ends, foot, margin, NARROW),
        *_ends(starts, ends, foot, max(margin, safe), 0.0),
        gaps=np.array(ordered, dtype=float).reshape(-1, 2),
    )


def _ends(
    starts: Floats, ends: Floats, foot: float, margin: float, least: float
) -> tuple[Floats, Floats]:
    """Ends of stretches; those that are shorter than `least` [m] become so long."""
    lower, upper = starts + margin, ends - foot - margin
    is_short = upper - lower < least
    middle = 0.5 * (starts[is_short] + ends[is_short] - foot)
    lower[is_short], upper[is_short] = middle - 0.5 * least, middle + 0.5 * least
    return lower, upper


def share_on_ground(heel: float, foot: float, gaps: list[tuple[float, float]]) -> float:
    """Part of a foot from `heel` on, `foot` [m] long, that is over no gap."""
    over = sum(
        max(0.0, min(heel + foot, end) - max(heel, start)) for start, end in gaps
    )
    return 1.0 - over / foot


def gaps_ahead(
    crevasses: Sequence[Crevasse], heading: float, lines: Sequence[float]
) -> list[Interval]:
    """Stretches along a heading [rad] that are over a crevasse, in order.

    Args:
        crevasses: holes in the ground.
        heading: rad; lengths count along it from the world's origin.
        lines: m to the left of the origin, where the feet walk; a stretch counts if it
            is over a crevasse on any of these lines.
    """
    found = [
        stretch
        for crevasse in crevasses
        for line in lines
        if (stretch := _stretch_over(crevasse, heading, line)) is not None
    ]
    merged: list[Interval] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _stretch_over(crevasse: Crevasse, heading: float, line: float) -> Interval | None:
    """Where the line s h + `line` n is inside of the rectangle; None if nowhere."""
    forward = math.cos(heading), math.sin(heading)
    origin = -line * forward[1], line * forward[0]
    across = math.radians(crevasse.heading)
    low, high = -math.inf, math.inf
    for direction, half in (
        ((math.cos(across), math.sin(across)), 0.5 * crevasse.width),
        ((-math.sin(across), math.cos(across)), 0.5 * crevasse.length),
    ):
        offset = sum(
            (o - c) * d
            for o, c, d in zip(origin, crevasse.center, direction, strict=True)
        )
        rate = forward[0] * direction[0] + forward[1] * direction[1]
        if abs(rate) < 1e-12:
            if abs(offset) > half:
                return None
            continue
        ends = sorted(((-half - offset) / rate, (half - offset) / rate))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None
