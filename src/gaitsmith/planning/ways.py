"""Crevasses as a walker meets them: gaps along a line."""

import math
from collections.abc import Sequence

from gaitsmith.simulation.terrain import Crevasse

Interval = tuple[float, float]


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
