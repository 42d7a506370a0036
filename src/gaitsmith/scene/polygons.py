"""Flat convex polygons in space: cut, joined, and as triangles."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from gaitsmith.kernels.records import Floats, Integers

Point = tuple[float, float, float]
Polygon = list[Point]
"""Corners [m], counter-clockwise as seen from its front."""
Hole = tuple[tuple[float, float], ...]
"""Corners [m] of a convex hole, x and y, counter-clockwise as seen from above."""

Corner = TypeVar("Corner")

SLIVER = 1e-6  # m; what is narrower is left out


def sides(corners: Iterable[Corner]) -> Iterable[tuple[Corner, Corner]]:
    """Each corner and the next one, all around."""
    around = list(corners)
    return pairwise([*around, around[0]])


def clipped(polygon: Polygon, distances: Sequence[float]) -> Polygon:
    """The part of a polygon where a distance [m], given at its corners, is positive."""
    distances = [d if abs(d) > SLIVER else 0.0 for d in distances]
    if max(distances) <= 0:
        return []
    kept: Polygon = []
    for (start, before), (end, after) in sides(
        list(zip(polygon, distances, strict=True))
    ):
        if before >= 0:
            kept.append(start)
        if before * after < 0:
            share = before / (before - after)
            x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
            kept.append((x, y, z))
    return kept


def without(polygon: Polygon, holes: Iterable[Hole]) -> list[Polygon]:
    """What is left of a polygon beside all holes, as polygons."""
    pieces = [polygon]
    for hole in holes:
        pieces = [part for piece in pieces for part in _beside(piece, hole)]
    return pieces


def _beside(polygon: Polygon, hole: Hole) -> list[Polygon]:
    """The parts outside each edge in turn, of what is inside the edges before."""
    for axis in range(2):  # much sooner said than cut
        places, reach = [p[axis] for p in polygon], [p[axis] for p in hole]
        if max(places) < min(reach) or min(places) > max(reach):
            return [polygon]
    pieces, inside = [], polygon
    for start, end in sides(hole):
        left = [left_of(start, end, x, y) for x, y, _ in inside]
        pieces.append(clipped(inside, [-distance for distance in left]))
        inside = clipped(inside, left)
        if not inside:
            return [polygon]
    return [piece for piece in pieces if piece]


def left_of(
    start: tuple[float, float], end: tuple[float, float], x: float, y: float
) -> float:
    """How far a place is to the left of a line from start to end [m]."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    away = dx * (y - start[1]) - dy * (x - start[0])
    return away / (dx * dx + dy * dy) ** 0.5


def is_inside(hole: Hole, x: float, y: float) -> bool:
    """Whether a place [m] is in a hole."""
    return all(left_of(start, end, x, y) >= 0 for start, end in sides(hole))


def joined(pieces: list[Polygon]) -> list[Polygon]:
    """The same pieces as triangles, with their neighbours' corners on their edges.

    Drawn by a graphics card, pieces that do not share all corners have fine cracks.
    """
    corners = {corner for piece in pieces for corner in piece}
    triangles: list[Polygon] = []
    for piece in pieces:
        around = [
            corner
            for start, end in sides(piece)
            for corner in (start, *_between(start, end, corners))
        ]
        # Around the middle, since several corners may be on one line.
        x, y, z = (sum(axis) / len(around) for axis in zip(*around, strict=True))
        triangles += [[(x, y, z), start, end] for start, end in sides(around)]
    return triangles


def _between(start: Point, end: Point, corners: set[Point]) -> list[Point]:
    """Corners on the way from one to another, in their order."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    found = []
    for corner in corners:
        along = (dx * (corner[0] - start[0]) + dy * (corner[1] - start[1])) / length
        aside = left_of(start[:2], end[:2], *corner[:2])
        if SLIVER < along < length - SLIVER and abs(aside) < SLIVER:
            found.append((along, corner))
    return [corner for _, corner in sorted(found)]


def fans(polygons: Iterable[Polygon]) -> tuple[Floats, Integers]:
    """Points (n, 3) [m] of polygons, and the corners (m, 3) of their triangles."""
    points: Polygon = []
    corners: list[tuple[int, int, int]] = []
    for polygon in polygons:
        first = len(points)
        points += polygon
        corners += [
            (first, first + i, first + i + 1) for i in range(1, len(polygon) - 1)
        ]
    return np.array(points).reshape(-1, 3), np.array(corners, dtype=int).reshape(-1, 3)
