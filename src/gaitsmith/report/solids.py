"""Where parallel lines of sight meet simple solids.

All rays of a picture share one direction; they differ in where they pass. A ray is
`origin + distance * direction`, with `direction` pointing *towards the viewer*, so that
the visible point is the one with the largest distance. Everything here is in the
solid's own frame, where capsules and cylinders stand along z.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from gaitsmith.report.scene import Shape

_Size = tuple[float, ...]


class Hits(NamedTuple):
    """Where rays meet a solid."""

    distances: np.ndarray
    """(rays,) [m]; minus infinity where the ray passes by."""
    normals: np.ndarray
    """(rays, 3) outward unit vectors; anything where the ray passes by."""


def shape_hits(shape: Shape, origins: np.ndarray, direction: np.ndarray) -> Hits:
    """Visible points of a shape, in its own frame.

    Args:
        shape: The solid; only its kind and size matter here.
        origins: (rays, 3) [m] where the rays start.
        direction: (3,) unit vector to the viewer.
    """
    return _HITS[shape.kind](shape.size, origins, direction)


def convex_hits(
    normals: np.ndarray, offsets: np.ndarray, origins: np.ndarray, direction: np.ndarray
) -> Hits:
    """Visible points of the solid where `normals @ point <= offsets`.

    Args:
        normals: (faces, 3) outward unit vectors.
        offsets: (faces,) [m].
        origins: (rays, 3) [m].
        direction: (3,) unit vector to the viewer.
    """
    slopes = normals @ direction  # (faces,)
    room = offsets - origins @ normals.T  # (rays, faces)
    leaving = slopes > 1e-12
    entering = slopes < -1e-12
    exits = room[:, leaving] / slopes[leaving]
    last = exits.min(axis=1)
    first = (room[:, entering] / slopes[entering]).max(axis=1, initial=-np.inf)
    inside_parallels = (room[:, ~(leaving | entering)] >= 0).all(axis=1)
    is_hit = (last >= first) & inside_parallels
    return Hits(np.where(is_hit, last, -np.inf), normals[leaving][exits.argmin(axis=1)])


def half_extents(
    shape: Shape, rotation: np.ndarray, directions: np.ndarray
) -> np.ndarray:
    """How far a shape reaches from its centre along world directions.

    Args:
        shape: The solid.
        rotation: (3, 3) from the shape frame to the world.
        directions: (directions, 3) unit vectors, world.

    Returns:
        (directions,) [m].
    """
    local = directions @ rotation  # the directions seen from the shape
    size = np.asarray(shape.size)
    match shape.kind:
        case "sphere":
            return np.full(len(local), size[0])
        case "capsule":
            return size[0] + size[1] * np.abs(local[:, 2])
        case "cylinder":
            return size[0] * np.hypot(local[:, 0], local[:, 1]) + size[1] * np.abs(
                local[:, 2]
            )
        case "box":
            return np.abs(local) @ size
        case _:
            return np.linalg.norm(local * size, axis=1)


def _outer_root(a: float, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Larger root of a t^2 + 2 b t + c, minus infinity where there is none."""
    discriminant = b * b - a * c
    root = (-b + np.sqrt(np.maximum(discriminant, 0))) / a
    return np.where(discriminant >= 0, root, -np.inf)


def _points(
    origins: np.ndarray, distances: np.ndarray, direction: np.ndarray
) -> np.ndarray:
    """Points on the rays; where a ray passes by, its origin, to stay finite."""
    reached = np.where(np.isfinite(distances), distances, 0)
    return origins + reached[:, None] * direction


def _ellipsoid(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    axes = np.asarray(size)
    # Squeezed to a unit ball, along whose rays distances stay the same.
    squeezed, along = origins / axes, direction / axes
    distances = _outer_root(
        float(along @ along), squeezed @ along, (squeezed**2).sum(axis=1) - 1
    )
    normals = _points(origins, distances, direction) / axes**2
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return Hits(distances, normals / np.maximum(lengths, 1e-12))


def _sphere(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    return _ellipsoid((size[0],) * 3, origins, direction)


def _mantle(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    """The curved side of an upright cylinder, without its ends."""
    radius, half = size
    across = direction[:2]
    slope = float(across @ across)
    if slope < 1e-12:  # seen along its axis, the side is only an edge
        return Hits(np.full(len(origins), -np.inf), np.zeros_like(origins))
    distances = _outer_root(
        slope,
        origins[:, :2] @ across,
        (origins[:, :2] ** 2).sum(axis=1) - radius**2,
    )
    points = _points(origins, distances, direction)
    distances = np.where(np.abs(points[:, 2]) <= half, distances, -np.inf)
    return Hits(distances, points * [1 / radius, 1 / radius, 0])


def _capsule(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    radius, half = size
    end = np.array([0, 0, half])
    parts = (
        _mantle(size, origins, direction),
        _sphere((radius,), origins - end, direction),
        _sphere((radius,), origins + end, direction),
    )
    return _nearest(parts)


def _cylinder(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    radius, half = size
    parts = [_mantle(size, origins, direction)]
    if abs(direction[2]) > 1e-12:
        side = np.sign(direction[2])  # only the end that faces the viewer is seen
        distances = (side * half - origins[:, 2]) / direction[2]
        points = origins + distances[:, None] * direction
        is_hit = (points[:, :2] ** 2).sum(axis=1) <= radius**2
        normals = np.tile([0.0, 0.0, side], (len(origins), 1))
        parts.append(Hits(np.where(is_hit, distances, -np.inf), normals))
    return _nearest(parts)


def _box(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    faces = np.vstack([np.eye(3), -np.eye(3)])
    return convex_hits(faces, np.tile(size, 2), origins, direction)


def _nearest(parts: Sequence[Hits]) -> Hits:
    """Per ray, the part nearest to the viewer."""
    distances = np.stack([part.distances for part in parts])
    best = distances.argmax(axis=0)
    rays = np.arange(distances.shape[1])
    normals = np.stack([part.normals for part in parts])
    return Hits(distances[best, rays], normals[best, rays])


_HITS: dict[str, Callable[[_Size, np.ndarray, np.ndarray], Hits]] = {
    "sphere": _sphere,
    "ellipsoid": _ellipsoid,
    "capsule": _capsule,
    "cylinder": _cylinder,
    "box": _box,
}
