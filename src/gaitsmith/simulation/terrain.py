"""What the ground is like: level, sloped, stepped, with gaps and crevasses."""

import math
from collections.abc import Mapping
from itertools import combinations
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.records import Crevasses, Terrain
from gaitsmith.kernels.terrain import GAP_HEIGHT

STEEPEST = 60.0  # degrees; beyond this, no foot of ours stands
# Each of them is checked with each.
MOST = {"segments": 10_000, "gaps": 2_000, "crevasses": 1_000}
TOUCHING = 1e-9  # m; crevasses that overlap by less only touch


class Segment(Declaration):
    """Ground from x onward, until the next segment starts."""

    x: float
    """m, where it starts."""
    height: float = 0.0
    """m, where it starts."""
    slope: Annotated[float, Field(ge=-STEEPEST, le=STEEPEST)] = 0.0
    """degrees, uphill positive."""


class Crevasse(Declaration):
    """A rectangular hole without bottom, anywhere on the ground."""

    center: tuple[float, float]
    """m, (x, y)."""
    heading: float = 0.0
    """degrees, the direction in which one crosses it, left positive."""
    width: Annotated[float, Field(gt=0)]
    """m, along the heading."""
    length: Annotated[float, Field(gt=0)]
    """m, across it."""

    @property
    def direction(self) -> tuple[float, float]:
        """Unit vector of the heading, (x, y)."""
        angle = math.radians(self.heading)
        return math.cos(angle), math.sin(angle)

    def overlaps(self, other: "Crevasse") -> bool:
        """Whether some place is inside both; they may touch.

        Two rectangles are apart if they are so along an axis of one of them.
        """
        way = [b - a for a, b in zip(self.center, other.center, strict=True)]
        axes = [
            axis
            for x, y in (self.direction, other.direction)
            for axis in ((x, y), (-y, x))
        ]
        return all(
            abs(x * way[0] + y * way[1])
            < self._reach(x, y) + other._reach(x, y) - TOUCHING
            for x, y in axes
        )

    def _reach(self, x: float, y: float) -> float:
        """How far it reaches from its centre along the unit vector (x, y) [m]."""
        cosine, sine = self.direction
        along, across = abs(cosine * x + sine * y), abs(cosine * y - sine * x)
        return (self.width * along + self.length * across) / 2


class TerrainSpec(Declaration):
    """The ground along x, the same for every y but for crevasses. Left out: level."""

    slope: Annotated[float, Field(ge=-STEEPEST, le=STEEPEST)] = 0.0
    """degrees, uphill positive, of the ground before the first segment."""
    segments: tuple[Segment, ...] = ()
    """Steps and ramps, in order of x."""
    gaps: tuple[tuple[float, float], ...] = ()
    """Holes without bottom, each (from x, to x) in m."""
    crevasses: tuple[Crevasse, ...] = ()
    """Holes without bottom of finite size, at any place and in any direction."""
    walls: bool = True
    """Risers and the walls of gaps stop a foot; false: the ground only pushes up, as in
    the program of Yin et al. 2007, and lifts a foot that comes from below an edge."""

    @model_validator(mode="before")
    @classmethod
    def _is_not_endless(cls, values: Any) -> Any:
        for name, most in MOST.items() if isinstance(values, Mapping) else ():
            count = len(values[name]) if isinstance(values.get(name), tuple) else 0
            if count > most:
                raise ValueError(f"{name}: {count} given; at most {most} can be.")
        return values

    @model_validator(mode="after")
    def _is_in_order(self) -> "TerrainSpec":
        starts = [segment.x for segment in self.segments]
        if starts != sorted(set(starts)):
            raise ValueError(
                f"segments start at {starts}; each must start further on than the last."
            )
        edge = -math.inf
        for start, end in sorted(self.gaps):
            if not start < end:
                raise ValueError(
                    f"the gap from {start} to {end} m must end after it starts."
                )
            if start <= edge:
                raise ValueError(
                    f"the gap from {start} to {end} m overlaps the one that ends at"
                    f" {edge} m."
                )
            edge = end
        return self

    @model_validator(mode="after")
    def _has_crevasses_apart(self) -> "TerrainSpec":
        numbered = enumerate(self.crevasses, start=1)
        for (i, first), (j, second) in combinations(numbered, 2):
            if first.overlaps(second):
                raise ValueError(
                    f"crevasse {i} at {list(first.center)} m and crevasse {j} at"
                    f" {list(second.center)} m overlap; move them apart or make them"
                    " one."
                )
        return self


def terrain_record(spec: TerrainSpec) -> Terrain:
    """The terrain as compiled code wants it: segments in order, gaps cut out."""
    pieces = [(-math.inf, 0.0, 0.0, math.tan(math.radians(spec.slope)))]
    for segment in spec.segments:
        grade = math.tan(math.radians(segment.slope))
        pieces.append((segment.x, segment.x, segment.height, grade))
    for start, end in sorted(spec.gaps):
        beyond = [piece for piece in pieces if piece[0] <= end][-1]
        kept = [piece for piece in pieces if not start <= piece[0] <= end]
        hole = (start, start, GAP_HEIGHT, 0.0)
        pieces = sorted([*kept, hole, (end, *beyond[1:])])
    starts, origins, heights, grades = (
        np.array(column) for column in zip(*pieces, strict=True)
    )
    crevasses = _crevasse_record(spec.crevasses)
    return Terrain(starts, origins, heights, grades, crevasses, spec.walls)


def _crevasse_record(crevasses: tuple[Crevasse, ...]) -> Crevasses:
    sizes = [(crevasse.width / 2, crevasse.length / 2) for crevasse in crevasses]
    return Crevasses(
        center=np.array([c.center for c in crevasses], dtype=float).reshape(-1, 2),
        heading=np.array([c.direction for c in crevasses]).reshape(-1, 2),
        half_size=np.array(sizes).reshape(-1, 2),
    )
