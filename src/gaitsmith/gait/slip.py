"""Slips: a foot that carries slides, with friction at its limit.

People do not notice slides below 3 cm (micro-slips); beyond 10 cm, or faster than 0.5
m/s, they fall more often than not (Strandberg & Lanshammar 1981; Redfern et al. 2001).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.gait.footing import Footing
from gaitsmith.kernels.records import Flags, Floats

MICRO_SLIP = 0.03  # m; less is no slip
LONG_SLIP = 0.10  # m; beyond this people fall
LOADED_SHARE = 0.05  # of the weight, that a sliding foot carries at least
LIMIT_SHARE = 0.8  # of the friction that there is; the foot's points slide as one
STILL = 0.03  # m/s; slower is no slide
PAUSE = 0.03  # s; a slide that pauses for less goes on


@dataclass(frozen=True)
class Slip:
    """One slide of one foot."""

    foot: int
    start: float
    """s."""
    end: float
    """s."""
    distance: float
    """m, from where it began to where it ended."""
    speed: float
    """m/s, the largest."""


def slips_of(footing: Footing, friction: float, slope: Floats) -> tuple[Slip, ...]:
    """All slips, in the order of time.

    Args:
        footing: what the feet do.
        friction: Coulomb's coefficient.
        slope: (frames, legs) rad, of the ground below each foot, uphill positive.
    """
    found = [
        slip
        for foot in range(footing.num_legs)
        for slip in _slides(footing, foot, friction, slope[:, foot])
        if slip.distance >= MICRO_SLIP
    ]
    return tuple(sorted(found, key=lambda slip: slip.start))


def _slides(
    footing: Footing, foot: int, friction: float, slope: Floats
) -> Iterator[Slip]:
    force, way, time = footing.force[:, foot], footing.way[:, foot], footing.time
    if len(time) < 2 or math.isinf(friction):
        return
    step = float(time[1] - time[0])
    along = force[:, 0] * np.cos(slope) + force[:, 2] * np.sin(slope)
    normal = force[:, 2] * np.cos(slope) - force[:, 0] * np.sin(slope)
    held = np.hypot(along, force[:, 1])
    speed = np.linalg.norm(way, axis=1) / step
    is_sliding = (
        (normal >= LOADED_SHARE * footing.weight)
        & (held >= LIMIT_SHARE * friction * normal)
        & (speed > STILL)
    )
    for first, last in _runs(is_sliding, round(PAUSE / step)):
        moved = np.linalg.norm(way[first : last + 1].sum(axis=0))
        fastest = float(np.max(speed[first : last + 1]))
        yield Slip(foot, float(time[first]), float(time[last]), float(moved), fastest)


def _runs(flags: Flags, longest_pause: int) -> list[tuple[int, int]]:
    """(first, last) frames of runs of True, pauses of a few frames included."""
    on = np.flatnonzero(flags)
    if not len(on):
        return []
    breaks = [i for i, (a, b) in enumerate(pairwise(on)) if b - a - 1 > longest_pause]
    firsts = [0, *(i + 1 for i in breaks)]
    lasts = [*breaks, len(on) - 1]
    return [(int(on[a]), int(on[b])) for a, b in zip(firsts, lasts, strict=True)]
