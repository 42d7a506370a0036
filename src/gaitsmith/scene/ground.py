"""The ground of a scene: straight segments along x, and holes in them."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from gaitsmith.kernels.terrain import GAP_HEIGHT
from gaitsmith.scene.polygons import Hole
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record


class GroundSegment(NamedTuple):
    """A finite straight piece of ground."""

    start: float
    """x of the rear end [m]."""
    start_height: float
    """z of the rear end [m]."""
    end: float
    """x of the front end [m]."""
    end_height: float
    """z of the front end [m]."""

    @property
    def grade(self) -> float:
        """Rise over run."""
        return (self.end_height - self.start_height) / (self.end - self.start)

    def height_at(self, x: float) -> float:
        """Z at a place [m]."""
        return self.start_height + self.grade * (x - self.start)


@dataclass(frozen=True)
class GroundShape:
    """Piecewise linear ground along x, the same for every y but for holes."""

    starts: tuple[float, ...]
    """Where each segment begins [m]; rising, the first is minus infinity."""
    heights: tuple[float, ...]
    """Height [m] at each segment's start, for the first segment at x = 0."""
    grades: tuple[float, ...]
    """Rise over run of each segment."""
    holes: tuple[Hole, ...] = ()
    """Crevasses, cut out of the segments; none overlaps another."""

    @classmethod
    def flat(cls) -> "GroundShape":
        """Level ground at height zero."""
        return cls(starts=(-math.inf,), heights=(0.0,), grades=(0.0,))

    @classmethod
    def of(cls, terrain: TerrainSpec) -> "GroundShape":
        """The ground that a terrain makes."""
        record = terrain_record(terrain)
        return cls(
            starts=tuple(float(x) for x in record.starts),
            heights=tuple(
                float(
                    height + grade * (start - origin) if start > -math.inf else height
                )
                for start, origin, height, grade in zip(
                    record.starts,
                    record.origins,
                    record.heights,
                    record.grades,
                    strict=True,
                )
            ),
            grades=tuple(float(grade) for grade in record.grades),
            holes=tuple(
                rectangle(c.center, math.radians(c.heading), c.width, c.length)
                for c in terrain.crevasses
            ),
        )

    def segments(self, x_from: float, x_to: float) -> list[GroundSegment]:
        """The solid pieces between two places [m], cut there; gaps are left out.

        Holes are not cut out of them; see `ground_faces`.
        """
        pieces = []
        ends = (*self.starts[1:], math.inf)
        for start, end, height, grade in zip(
            self.starts, ends, self.heights, self.grades, strict=True
        ):
            left, right = max(start, x_from), min(end, x_to)
            if left >= right or height <= GAP_HEIGHT:
                continue
            anchor = start if math.isfinite(start) else 0.0
            pieces.append(
                GroundSegment(
                    left,
                    height + grade * (left - anchor),
                    right,
                    height + grade * (right - anchor),
                )
            )
        return pieces

    def height_at(self, x: float) -> float:
        """Z of the ground at a place [m]; over a gap, of its near edge."""
        index = sum(start <= x for start in self.starts) - 1
        while index > 0 and self.heights[index] <= GAP_HEIGHT:
            x = self.starts[index]
            index -= 1
        start = self.starts[index]
        anchor = start if math.isfinite(start) else 0.0
        return self.heights[index] + self.grades[index] * (x - anchor)

    def height_range(self, x_from: float, x_to: float) -> tuple[float, float] | None:
        """Lowest and highest ground [m] between two places [m]; None in a gap."""
        pieces = self.segments(x_from, x_to)
        heights = [
            z for piece in pieces for z in (piece.start_height, piece.end_height)
        ]
        return (min(heights), max(heights)) if heights else None


def rectangle(
    center: tuple[float, float], heading: float, width: float, length: float
) -> Hole:
    """A rectangular hole.

    Args:
        center: x and y [m].
        heading: in which direction one crosses it [rad], left positive.
        width: along the heading [m].
        length: across it [m].
    """
    x, y = center
    cosine, sine = math.cos(heading), math.sin(heading)
    return tuple(
        (
            x + (along * width * cosine - across * length * sine) / 2,
            y + (along * width * sine + across * length * cosine) / 2,
        )
        for along, across in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
