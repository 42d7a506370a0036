"""Where lines of sight meet simple solids.

A ray is `origin + distance * direction`, with `direction` pointing *towards the
viewer*, so that the visible point is the one with the largest distance. Everything here
is in the solid's own frame, where capsules and cylinders stand along z. Arrays over
rays are quickest when each component is contiguous; single precision stays single.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.scene import Shape

_Size = tuple[float, ...]


class Hits(NamedTuple):
    """Where rays meet a solid."""

    distances: np.ndarray
    """(rays,) in lengths of the ray's direction; minus infinity: it passes by."""
    normals: np.ndarray
    """(rays, 3) outward unit vectors; anything where the ray passes by."""


def shape_hits(shape: Shape, origins: np.ndarray, direction: np.ndarray) -> Hits:
    """Visible points of a shape, in its own frame.

    Args:
        shape: The solid; only its kind and size matter here.
        origins: (rays, 3) [m] where the rays start.
        direction: (3,) to the viewer, or (rays, 3) if each ray has its own.
    """
    return _HITS[shape.kind](shape.size, origins, direction)


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


def _outer_root(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Larger root of a t^2 + 2 b t + c, minus infinity where there is none."""
    discriminant = b * b - a * c
    root = (np.sqrt(np.maximum(discriminant, 0)) - b) / a
    root[discriminant < 0] = -np.inf
    return root


def _points(
    origins: np.ndarray, distances: np.ndarray, direction: np.ndarray
) -> np.ndarray:
    """(3, rays) points; where a ray passes by, its origin, to stay finite."""
    reached = np.where(distances > -np.inf, distances, 0)
    points = np.empty_like(origins.T)
    for axis, (o, d) in enumerate(_components(origins, direction)):
        np.multiply(reached, d, out=points[axis])
        points[axis] += o
    return points


def _components(
    origins: np.ndarray, direction: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Axis by axis: sums over the short axis of an array are slow."""
    return zip(origins.T, direction.T, strict=True)


def _ellipsoid(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    # Squeezed to a unit ball, along whose rays distances stay the same.
    squeezed = [
        (o / axis, d / axis)
        for (o, d), axis in zip(_components(origins, direction), size, strict=True)
    ]
    distances = _outer_root(
        _sum(d * d for _, d in squeezed),
        _sum(o * d for o, d in squeezed),
        _sum(o * o for o, _ in squeezed) - 1,
    )
    normals = _points(origins, distances, direction)
    for axis in range(3):
        normals[axis] /= size[axis] ** 2
    normals /= np.maximum(np.sqrt(_sum(n * n for n in normals)), 1e-12)
    return Hits(distances, normals.T)


def _sum(parts: Iterable[np.ndarray]) -> np.ndarray:
    return reduce(np.add, parts)


def _sphere(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    return _ellipsoid((size[0],) * 3, origins, direction)


def _mantle(size: _Size, origins: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """(rays,) distances of the curved side of an upright cylinder without ends."""
    across = list(_components(origins, direction))[:2]
    # Seen along its axis, the side is only an edge: it is met far away.
    slope = np.maximum(_sum(d * d for _, d in across), 1e-12)
    return _outer_root(
        slope,
        _sum(o * d for o, d in across),
        _sum(o * o for o, _ in across) - size[0] ** 2,
    )


def _capsule(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    radius, half = size
    distances = _mantle(size, origins, direction)
    height = _points(origins, distances, direction)[2]
    # What comes in above or below the straight part can only meet the ball there.
    above = np.flatnonzero((np.abs(height) > half) & (distances > -np.inf))
    middle = np.zeros((len(above), 3), dtype=origins.dtype)
    middle[:, 2] = np.copysign(half, height[above])
    directions = direction if direction.ndim == 1 else direction[above]
    ball = _sphere((radius,), origins[above] - middle, directions)
    distances[above] = ball.distances
    normals = _points(origins, distances, direction)
    normals[2] -= np.clip(normals[2], -half, half)
    normals /= radius
    return Hits(distances, normals.T)


def _cylinder(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    radius, half = size
    distances = _mantle(size, origins, direction)
    normals = _points(origins, distances, direction)
    distances[np.abs(normals[2]) > half] = -np.inf
    normals /= radius
    normals[2] = 0
    upward = _not_zero(direction.T[2])
    side = np.sign(upward)  # only the end that faces the viewer is seen
    to_end = (side * half - origins.T[2]) / upward
    x, y, _ = _points(origins, to_end, direction)
    is_end = (x * x + y * y <= radius**2) & (to_end > distances)
    distances = np.where(is_end, to_end, distances)
    for normal, end in zip(normals, (0, 0, side), strict=True):
        np.copyto(normal, end, where=is_end)
    return Hits(distances, normals.T)


def _box(size: _Size, origins: np.ndarray, direction: np.ndarray) -> Hits:
    last, first, face = np.inf, -np.inf, 0
    for axis, (o, d) in enumerate(_components(origins, _not_zero(direction))):
        middle, reach = -o / d, size[axis] / np.abs(d)
        face = np.where(middle + reach < last, axis, face)
        last = np.minimum(last, middle + reach)
        first = np.maximum(first, middle - reach)
    normals = np.zeros((3, len(origins)), dtype=origins.dtype)
    for axis, (normal, d) in enumerate(zip(normals, direction.T, strict=True)):
        normal[:] = np.where(face == axis, np.sign(d), 0)
    return Hits(np.where(last >= first, last, -np.inf), normals.T)


def _not_zero(slopes: np.ndarray) -> np.ndarray:
    """What can be divided by; a ray along a face meets it far away."""
    return np.where(np.abs(slopes) < 1e-12, slopes.dtype.type(1e-12), slopes)


_HITS: dict[str, Callable[[_Size, np.ndarray, np.ndarray], Hits]] = {
    "sphere": _sphere,
    "ellipsoid": _ellipsoid,
    "capsule": _capsule,
    "cylinder": _cylinder,
    "box": _box,
}
