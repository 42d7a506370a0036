"""How a search went, read from its logs: too wide, too narrow, stopped early, stuck.

The share of candidates that are better than the start tells how wide the steps are.
Small steps are better as often as not, as any direction or its opposite is; steps that
are far too wide are hardly ever. Evolution strategies do best near one in five
(Rechenberg 1973).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.runs.folder import Progress

LEAST_GENERATIONS = 3  # of which something can be told
LEAST_TO_LEVEL = 12  # generations; of fewer nobody knows whether more would help
RECENT = 1.0 / 3.0  # of the generations
IMPROVES = 0.02  # of the best, in the recent third: it still finds better
IMPROVES_SHARE = 0.1  # of all that was gained: so it does, too, if falls rule the cost
LEVEL = 0.005  # of the best; a search that finds less has levelled off
LEVEL_SHARE = 0.02  # of all that was gained
TINY = 1e-9
RARELY = 0.1  # of the candidates; fewer that beat the start: too wide
FAR_WORSE = 0.05  # of the start's cost, by which the typical candidate is worse
HARDLY = 0.2  # of the start's cost; a search that gained less has found nothing
ALIKE = 0.001  # of the cost, within which a generation is one and the same
SHRUNK = 0.5  # of the first step size; a search that has converged has less


@dataclass(frozen=True)
class SearchCourse:
    """A search in numbers."""

    generations: int
    start: float
    """Objective of the values it began with."""
    best: float
    share_better: float
    """Of the recent candidates, better than the start."""
    typical: float
    """Median cost of the recent candidates."""
    recent_gain: float
    """Share by which the best became lower in the recent third."""
    recent_share: float
    """Of all that was gained since the start, in the recent third."""
    spread: float
    """Of the costs in the first generations, as a share of their median."""
    sigma_ratio: float
    """Step size now, by that of the first generation."""
    since_best: int
    """Generations since the last improvement."""

    @property
    def is_too_wide(self) -> bool:
        """Whether candidates are hardly ever as good as the start."""
        worse = self._is_far_worse(self.typical)
        little = self.start - self.best < HARDLY * abs(self.start)
        return self.share_better < RARELY and worse and little

    def beats_start(self, costs: Floats) -> bool:
        """Whether candidates are better than the start often enough, or alike."""
        share = float(np.mean(costs < self.start))
        return share >= RARELY or not self._is_far_worse(float(np.median(costs)))

    def _is_far_worse(self, typical: float) -> bool:
        return typical - self.start > FAR_WORSE * abs(self.start)

    @property
    def is_too_narrow(self) -> bool:
        """Whether all candidates cost the same, and the steps have not shrunk."""
        little = self.start - self.best < ALIKE * abs(self.start)
        return self.spread < ALIKE and self.sigma_ratio > SHRUNK and little

    @property
    def still_improves(self) -> bool:
        """Whether better values were found until lately."""
        return self.recent_gain > IMPROVES or self.recent_share > IMPROVES_SHARE

    @property
    def has_levelled_off(self) -> bool:
        """Whether hardly anything better was found lately."""
        is_told = self.generations >= LEAST_TO_LEVEL
        return is_told and self.recent_gain < LEVEL and self.recent_share < LEVEL_SHARE


def course_of(
    rows: Sequence[Progress], costs: Sequence[Sequence[float]], start: float
) -> SearchCourse | None:
    """The course of a search; None: it is too short to tell.

    After a withdrawal has lowered the problem, only what followed counts.

    Args:
        rows: of progress.csv.
        costs: of every candidate, by generation.
        start: objective of the values it began with.
    """
    since = next(
        (
            index
            for index in range(len(rows) - 1, 0, -1)
            if rows[index].guide_strength != rows[index - 1].guide_strength
        ),
        0,
    )
    rows, costs = rows[since:], costs[since : len(rows)]
    count = min(len(rows), len(costs))
    if count < LEAST_GENERATIONS:
        return None
    recent = max(1, round(RECENT * count))
    late = np.array(costs[count - recent : count])
    early = np.array(costs[:recent])
    best = [row.best for row in rows[:count]]
    changed = [i for i, (a, b) in enumerate(pairwise(best), start=1) if b < a]
    return SearchCourse(
        generations=count,
        start=start,
        best=best[-1],
        share_better=float(np.mean(late < start)),
        typical=float(np.median(late)),
        recent_gain=_gain(best[-1 - recent], best[-1]),
        recent_share=(best[-1 - recent] - best[-1]) / max(start - best[-1], TINY),
        spread=_spread(early),
        sigma_ratio=rows[count - 1].sigma / max(rows[0].sigma, 1e-300),
        since_best=count - 1 - (changed[-1] if changed else 0),
    )


def _gain(before: float, now: float) -> float:
    return (before - now) / max(abs(before), TINY)


def _spread(costs: Floats) -> float:
    """Mean over generations of (worst - best) / |median|."""
    middle = np.maximum(np.abs(np.median(costs, axis=1)), TINY)
    return float(np.mean((costs.max(axis=1) - costs.min(axis=1)) / middle))
