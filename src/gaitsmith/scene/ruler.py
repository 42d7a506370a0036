"""Where distances are written on the ground, and what its tiles span."""

import math
from typing import NamedTuple

from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.polygons import is_inside

_SMALL = 0.8  # m; characters smaller than this walk on ground marked in decimetres
_ROOM = 0.2  # units; a mark is at least this far from where the ground breaks off
_STEPS = (1, 2, 5, 10, 20, 50, 100)  # units from mark to mark


class Mark(NamedTuple):
    """A place on the ground where its distance is written."""

    x: float
    """[m]"""
    z: float
    """[m]"""
    grade: float
    """Rise over run."""

    @property
    def text(self) -> str:
        """What is written."""
        return f"{round(self.x, 1):g} m"


def ground_unit(size: float) -> float:
    """What two tiles span [m], to suit a character of a size [m]."""
    return 1.0 if size > _SMALL else 0.1


def ruler_step(span: float, unit: float, most: int) -> float:
    """From mark to mark [m], for at most so many of them over a span [m]."""
    fits = (step * unit for step in _STEPS if span / (step * unit) < most)
    return next(fits, 1000.0 * unit)


def ruler_marks(
    ground: GroundShape, x: tuple[float, float], y: float, unit: float, most: int
) -> list[Mark]:
    """Marks along a line beside the way, none of them in a gap or a hole.

    Args:
        ground: what they are on.
        x: from where to where [m].
        y: of the line [m].
        unit: see `ground_unit`.
        most: how many marks there may be.
    """
    step, room = ruler_step(x[1] - x[0], unit, most), _ROOM * unit
    marks = []
    for segment in ground.segments(*x):
        first = math.ceil((segment.start + room) / step)
        last = math.floor((segment.end - room) / step)
        for place in (number * step for number in range(first, last + 1)):
            spots = (place - room, place, place + room)
            if any(is_inside(hole, spot, y) for hole in ground.holes for spot in spots):
                continue
            marks.append(Mark(place, segment.height_at(place), segment.grade))
    return marks
