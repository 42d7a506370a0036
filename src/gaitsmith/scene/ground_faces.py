"""The ground as flat faces: the one geometry that every picture of it is made of.

Crevasses are cut out exactly: what is drawn as ground is what carries.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.ground import GroundSegment, GroundShape
from gaitsmith.scene.polygons import SLIVER, Point, Polygon, sides, without

Range = tuple[float, float]
"""From where to where [m]."""

# In units of the ground, see `breaks`.
DEPTH = 0.8  # how far down the walls of a gap or a crevasse are drawn
BAND = 0.02  # width of the marks where ground breaks off
_ABOVE = 0.002  # that marks lie above the ground, which would hide them otherwise
_RIM_SHADE = 0.5  # darker from the rim on: a narrow gap shows little more than that


class Face(NamedTuple):
    """A flat convex piece of what is seen of the ground."""

    kind: str
    """top: what one walks on; band: a mark where it breaks off; wall: what is upright
    at a step, a gap or a crevasse, and their bottom."""
    corners: Polygon
    fall: Range | None = None
    """Heights from which down to which the inside of a hole becomes darker [m]."""

    def shade(self, z: np.ndarray | float) -> np.ndarray | float:
        """How dark it is at a height [m]: 0 a step, 1 the bottom of a hole."""
        if self.fall is None:
            return 0.0
        rim, bottom = self.fall
        return 1.0 - (1.0 - _RIM_SHADE) * (z - bottom) / (rim - bottom)


def surface(ground: GroundShape, x: Range, y: Range) -> list[Polygon]:
    """What one walks on between two places along x and along y."""
    return [
        piece
        for segment in ground.segments(*x)
        for piece in without(_across(segment, y), ground.holes)
    ]


def tiles(
    ground: GroundShape, x: Range, y: Range, tile: float
) -> tuple[list[Polygon], list[Polygon]]:
    """The surface cut into light and dark squares of an edge [m].

    Sideways it ends with a whole square.
    """
    found: tuple[list[Polygon], list[Polygon]] = ([], [])
    columns, rows = (
        range(math.floor(a / tile), math.ceil(b / tile)) for a, b in (x, y)
    )
    for column in columns:
        ends = max(column * tile, x[0]), min((column + 1) * tile, x[1])
        for segment in ground.segments(*ends):
            for row in rows:
                square = _across(segment, (row * tile, (row + 1) * tile))
                found[(column + row) % 2].extend(without(square, ground.holes))
    return found


def slab(ground: GroundShape, x: Range, y: Range, floor: float) -> list[Face]:
    """A strip of ground that is cut out, and solid down to a height [m]."""
    faces = []
    for piece in surface(ground, x, y):
        faces.append(Face("top", piece))
        faces += [
            Face("wall", _upright(end, start, floor)) for start, end in sides(piece)
        ]
    return faces


def breaks(ground: GroundShape, x: Range, y: Range, unit: float) -> list[Face]:
    """Where the surface does not go on: walls, bottoms of holes, and bands beside them.

    Args:
        ground: what breaks.
        x: along the way.
        y: across it.
        unit: what two tiles span [m]; sets depth of holes and width of bands.
    """
    segments = ground.segments(*x)
    faces = [
        face._replace(corners=piece)
        for rear, front in pairwise(segments)
        for face in _breaks_between(rear, front, y, unit)
        for piece in without(face.corners, ground.holes)
    ]
    for hole in ground.holes:
        rims = [
            rim
            for start, end in sides(hole)
            for segment in segments
            for rim in _over(segment, start, end)
        ]
        if not rims:
            continue
        heights = [z for rim in rims for _, _, z in rim]
        fall = max(heights), min(heights) - DEPTH * unit
        faces += [Face("wall", _upright(*rim, fall[1]), fall) for rim in rims]
        faces.append(Face("wall", [(*place, fall[1]) for place in hole], fall))
        faces += [Face("band", _beside(*rim, unit)) for rim in rims]
    return faces


def _breaks_between(
    rear: GroundSegment, front: GroundSegment, y: Range, unit: float
) -> Iterator[Face]:
    """What is seen between two neighbours that may have a gap between them."""
    is_gap = front.start - rear.end > SLIVER
    edges = rear.end_height, front.start_height
    if not is_gap and abs(edges[1] - edges[0]) < SLIVER:
        return
    low = min(edges) - (DEPTH * unit if is_gap else 0.0)
    fall = (max(edges), low) if is_gap else None
    right, left = y
    if edges[0] > low:
        top = (rear.end, left, edges[0]), (rear.end, right, edges[0])
        yield Face("wall", _upright(*top, low), fall)
    if edges[1] > low:
        top = (front.start, right, edges[1]), (front.start, left, edges[1])
        yield Face("wall", _upright(*top, low), fall)
    if is_gap:
        bottom = GroundSegment(rear.end, low, front.start, low)
        yield Face("wall", _across(bottom, y), fall)
    width, above = BAND * unit, _ABOVE * unit
    for segment, start, end in (
        (rear, max(rear.end - width, rear.start), rear.end),
        (front, front.start, min(front.start + width, front.end)),
    ):
        heights = [segment.height_at(place) + above for place in (start, end)]
        band = GroundSegment(start, heights[0], end, heights[1])
        yield Face("band", _across(band, y))


def _across(segment: GroundSegment, y: Range) -> Polygon:
    """A segment between two places across the way."""
    start, start_height, end, end_height = segment
    right, left = y
    return [
        (start, right, start_height),
        (end, right, end_height),
        (end, left, end_height),
        (start, left, start_height),
    ]


def _upright(start: Point, end: Point, low: float) -> Polygon:
    """The wall below an edge, seen from the left of it."""
    return [start, end, (*end[:2], low), (*start[:2], low)]


def _beside(start: Point, end: Point, unit: float) -> Polygon:
    """The band to the right of an edge."""
    (x, y, z), (end_x, end_y, end_z) = start, end
    share = BAND * unit / math.hypot(end_x - x, end_y - y)
    dx, dy, above = (end_y - y) * share, (x - end_x) * share, _ABOVE * unit
    return [
        (x + dx, y + dy, z + above),
        (end_x + dx, end_y + dy, end_z + above),
        (end_x, end_y, end_z + above),
        (x, y, z + above),
    ]


def _over(
    segment: GroundSegment, start: tuple[float, float], end: tuple[float, float]
) -> list[tuple[Point, Point]]:
    """The part of a line that lies on a segment of the ground; none or one."""
    (x, y), (end_x, end_y) = start, end
    run = end_x - x
    if abs(run) > SLIVER:
        cuts = sorted([(segment.start - x) / run, (segment.end - x) / run])
        first, last = max(cuts[0], 0.0), min(cuts[1], 1.0)
    else:
        first, last = 0.0, float(segment.start <= x < segment.end)
    if first >= last:
        return []
    a, b = (
        (place, y + share * (end_y - y), segment.height_at(place))
        for share in (first, last)
        for place in (x + share * run,)
    )
    return [(a, b)]
