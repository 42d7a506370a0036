"""The surface of the ground as flat pieces, with its crevasses cut out.

Crevasses are cut out exactly: what is drawn as ground is what carries.
"""

from collections.abc import Iterable
from itertools import pairwise

from gaitsmith.scene.ground import Crevasse, Ground, GroundSegment

Point = tuple[float, float, float]
Polygon = list[Point]
"""Corners of a flat convex piece [m], counter-clockwise as seen from above."""
Rim = tuple[Point, Point]
"""Two ends of a straight edge of a hole [m], the hole on its left."""

_SLIVER = 1e-6  # m; what is narrower is left out


def surface_pieces(
    ground: Ground, x: tuple[float, float], y: tuple[float, float]
) -> list[Polygon]:
    """The surface between two places along x and along y [m]."""
    (right, left), pieces = y, []
    for segment in ground.segments(*x):
        start, start_height, end, end_height = segment
        whole = [
            (start, right, start_height),
            (end, right, end_height),
            (end, left, end_height),
            (start, left, start_height),
        ]
        pieces += without_crevasses(whole, ground.crevasses)
    return pieces


def joined(pieces: list[Polygon]) -> list[Polygon]:
    """The same pieces, each with its neighbours' corners on its edges.

    Drawn by a graphics card, pieces that do not share all corners have fine cracks.
    """
    corners = {corner for piece in pieces for corner in piece}
    return [
        [
            corner
            for start, end in pairwise([*piece, piece[0]])
            for corner in (start, *_between(start, end, corners))
        ]
        for piece in pieces
    ]


def _between(start: Point, end: Point, corners: set[Point]) -> list[Point]:
    """Corners on the way from one to another, in their order."""
    x, y, _ = start
    dx, dy = end[0] - x, end[1] - y
    length = (dx * dx + dy * dy) ** 0.5
    found = []
    for corner in corners:
        along = (dx * (corner[0] - x) + dy * (corner[1] - y)) / length
        aside = (dx * (corner[1] - y) - dy * (corner[0] - x)) / length
        if _SLIVER < along < length - _SLIVER and abs(aside) < _SLIVER:
            found.append((along, corner))
    return [corner for _, corner in sorted(found)]


def without_crevasses(polygon: Polygon, crevasses: Iterable[Crevasse]) -> list[Polygon]:
    """What is left of a piece of ground."""
    pieces = [polygon]
    for crevasse in crevasses:
        pieces = [part for piece in pieces for part in _without(piece, crevasse)]
    return pieces


def rims(ground: Ground, x_from: float, x_to: float) -> list[list[Rim]]:
    """The edges of each crevasse between two places [m], where there is ground."""
    segments = ground.segments(x_from, x_to)
    return [
        [
            rim
            for start, end in _edges(crevasse)
            for segment in segments
            for rim in _over(segment, start, end)
        ]
        for crevasse in ground.crevasses
    ]


def _edges(crevasse: Crevasse) -> Iterable[tuple[tuple[float, float], ...]]:
    corners = crevasse.corners
    return pairwise([*corners, corners[0]])


def _without(polygon: Polygon, crevasse: Crevasse) -> list[Polygon]:
    """The parts outside each edge in turn, of what is inside the edges before."""
    if _is_far(polygon, crevasse):
        return [polygon]
    pieces, inside = [], polygon
    for (x, y), (end_x, end_y) in _edges(crevasse):
        dx, dy = end_x - x, end_y - y
        length = (dx * dx + dy * dy) ** 0.5
        # How far each corner is to the left of the edge, which is inside.
        left = [(dx * (b - y) - dy * (a - x)) / length for a, b, _ in inside]
        pieces.append(_clipped(inside, [-distance for distance in left]))
        inside = _clipped(inside, left)
        if not inside:
            return [polygon]
    return [piece for piece in pieces if piece]


def _is_far(polygon: Polygon, crevasse: Crevasse) -> bool:
    """Whether a crevasse surely is beside a polygon; much sooner said than cut."""
    reach = (crevasse.width + crevasse.length) / 2
    for axis, middle in enumerate(crevasse.center):
        places = [corner[axis] for corner in polygon]
        if middle + reach < min(places) or middle - reach > max(places):
            return True
    return False


def _clipped(polygon: Polygon, distances: list[float]) -> Polygon:
    """The part of a polygon where a distance [m], given at its corners, is positive."""
    distances = [d if abs(d) > _SLIVER else 0.0 for d in distances]
    if max(distances) <= 0:
        return []
    kept: Polygon = []
    corners = list(zip(polygon, distances, strict=True))
    for (start, before), (end, after) in pairwise([*corners, corners[0]]):
        if before >= 0:
            kept.append(start)
        if before * after < 0:
            share = before / (before - after)
            x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
            kept.append((x, y, z))
    return kept


def _over(
    segment: GroundSegment, start: tuple[float, ...], end: tuple[float, ...]
) -> list[Rim]:
    """The part of an edge that lies on a segment of the ground; none or one."""
    (x, y), (end_x, end_y) = start, end
    run = end_x - x
    if abs(run) > _SLIVER:
        cuts = sorted([(segment.start - x) / run, (segment.end - x) / run])
        first, last = max(cuts[0], 0.0), min(cuts[1], 1.0)
    else:
        is_on = segment.start <= x < segment.end
        first, last = 0.0, 1.0 if is_on else 0.0
    if first >= last:
        return []
    grade = (segment.end_height - segment.start_height) / (segment.end - segment.start)
    ends = [
        (
            x + share * run,
            y + share * (end_y - y),
            segment.start_height + grade * (x + share * run - segment.start),
        )
        for share in (first, last)
    ]
    return [(ends[0], ends[1])]
