"""The ground around a walker as triangles: tiles of one metre, and where it breaks off.

Tiles are one metre long and wide, light and dark in turn, so that progress is seen.
"""

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.terrain import GAP_HEIGHT
from gaitsmith.scene.ground import Ground, GroundSegment
from gaitsmith.scene.ground_pieces import (
    Polygon,
    rims,
    without_crevasses,
)

TILE = 1.0  # m
WALL_DEPTH = 1.5  # m of the walls of a gap or a crevasse that are drawn


class GroundMesh(NamedTuple):
    """Triangles by colour, each (vertices (n, 3) [m], faces (m, 3))."""

    light: tuple[np.ndarray, np.ndarray]
    dark: tuple[np.ndarray, np.ndarray]
    walls: tuple[np.ndarray, np.ndarray]


def ground_mesh(ground: Ground, x: float, y: float, reach: float) -> GroundMesh:
    """The ground within `reach` [m] of a place, in both directions.

    Args:
        ground: what is walked on.
        x: m.
        y: m.
        reach: m.
    """
    pieces = ground.segments(x - reach, x + reach)
    rows = np.arange(math.floor((y - reach) / TILE), math.ceil((y + reach) / TILE))
    tiles: tuple[list[Polygon], list[Polygon]] = ([], [])
    for strip in (strip for piece in pieces for strip in _strips(piece)):
        column = math.floor((strip.start + strip.end) / 2 / TILE)
        for row in rows.tolist():
            right, left = row * TILE, (row + 1) * TILE
            tile = [
                (strip.start, right, strip.start_height),
                (strip.end, right, strip.end_height),
                (strip.end, left, strip.end_height),
                (strip.start, left, strip.start_height),
            ]
            tiles[(column + row) % 2].extend(without_crevasses(tile, ground.crevasses))
    light, dark = tiles
    return GroundMesh(
        _triangles(light),
        _triangles(dark),
        _triangles(
            [*_walls(pieces, y - reach, y + reach), *_crevasse_walls(ground, x, reach)]
        ),
    )


def height_at(ground: Ground, x: float) -> float:
    """Height [m] of the ground at x [m]; over a gap, of its near edge."""
    index = sum(start <= x for start in ground.starts) - 1
    while index > 0 and ground.heights[index] <= GAP_HEIGHT:
        x = ground.starts[index]
        index -= 1
    start = ground.starts[index]
    anchor = start if math.isfinite(start) else 0.0
    return ground.heights[index] + ground.grades[index] * (x - anchor)


def _strips(piece: GroundSegment) -> Iterable[GroundSegment]:
    """A piece of ground, cut at every tile's edge."""
    first = math.floor(piece.start / TILE) + 1
    cuts = [n * TILE for n in range(first, math.ceil(piece.end / TILE))]
    places = [piece.start, *cuts, piece.end]
    grade = (piece.end_height - piece.start_height) / (piece.end - piece.start)
    for start, end in pairwise(places):
        yield GroundSegment(
            start,
            piece.start_height + grade * (start - piece.start),
            end,
            piece.start_height + grade * (end - piece.start),
        )


def _walls(pieces: list[GroundSegment], right: float, left: float) -> Iterable[Polygon]:
    """Upright faces: the risers of steps, the sides of gaps."""
    for before, after in pairwise(pieces):
        if before.end == after.start:
            faces = [(before.end, before.end_height, after.start_height)]
        else:
            faces = [
                (before.end, before.end_height, before.end_height - WALL_DEPTH),
                (after.start, after.start_height - WALL_DEPTH, after.start_height),
            ]
        for x, z, other in faces:
            if z != other:
                yield [(x, left, z), (x, right, z), (x, right, other), (x, left, other)]


def _crevasse_walls(ground: Ground, x: float, reach: float) -> Iterable[Polygon]:
    """The sides of the crevasses, however far to the left or the right."""
    for edges in rims(ground, x - reach, x + reach):
        for (start_x, start_y, start_z), (end_x, end_y, end_z) in edges:
            yield [
                (start_x, start_y, start_z),
                (end_x, end_y, end_z),
                (end_x, end_y, end_z - WALL_DEPTH),
                (start_x, start_y, start_z - WALL_DEPTH),
            ]


def _triangles(polygons: Iterable[Polygon]) -> tuple[np.ndarray, np.ndarray]:
    corners: Polygon = []
    faces: list[tuple[int, int, int]] = []
    for polygon in polygons:
        first = len(corners)
        corners += polygon
        faces += [(first, first + i, first + i + 1) for i in range(1, len(polygon) - 1)]
    return np.array(corners).reshape(-1, 3), np.array(faces, dtype=int).reshape(-1, 3)
