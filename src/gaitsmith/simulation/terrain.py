"""What the ground is like: level, sloped, stepped, with gaps."""

import math
from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.records import Terrain
from gaitsmith.kernels.terrain import GAP_HEIGHT

STEEPEST = 60.0  # degrees; beyond this, no foot of ours stands


class Segment(Declaration):
    """Ground from x onward, until the next segment starts."""

    x: float
    """m, where it starts."""
    height: float = 0.0
    """m, where it starts."""
    slope: Annotated[float, Field(ge=-STEEPEST, le=STEEPEST)] = 0.0
    """degrees, uphill positive."""


class TerrainSpec(Declaration):
    """The ground along x; it is constant in y. Left out: level."""

    slope: Annotated[float, Field(ge=-STEEPEST, le=STEEPEST)] = 0.0
    """degrees, uphill positive, of the ground before the first segment."""
    segments: tuple[Segment, ...] = ()
    """Steps and ramps, in order of x."""
    gaps: tuple[tuple[float, float], ...] = ()
    """Holes without bottom, each (from x, to x) in m."""

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
    return Terrain(starts, origins, heights, grades)
