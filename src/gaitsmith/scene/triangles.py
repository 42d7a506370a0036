"""Solids as triangles with smooth normals, in the solid's own frame.

Round solids stand along z: they are a profile turned about that axis.
"""

import math
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.scene.scene import Shape

AROUND = 24  # points on a circle
UP = 6  # steps from the equator to a pole
NO_AREA = 1e-9  # of the largest triangle; what is smaller is a line


class Triangles(NamedTuple):
    """A surface; corners run counter-clockwise as seen from outside."""

    points: Floats  # (points, 3) m
    normals: Floats  # (points, 3) unit vectors, outward
    corners: Integers  # (triangles, 3) numbers of points


def solid_triangles(shape: Shape) -> Triangles:
    """The surface of a shape; only its kind and size matter here."""
    match shape.kind, shape.size:
        case "box", (x, y, z):
            return _box(np.array([x, y, z]))
        case "sphere", (radius,):
            return _ellipsoid(np.full(3, radius))
        case "ellipsoid", (x, y, z):
            return _ellipsoid(np.array([x, y, z]))
        case "capsule", (radius, half_length):
            arc = _arc() * (radius, radius, 1.0, 1.0)
            shift = np.array([0.0, half_length, 0.0, 0.0])
            return _turned(np.vstack([arc[: UP + 1] - shift, arc[UP:] + shift]))
        case "cylinder", (radius, half_length):
            r, h = radius, half_length
            bottom = [(0.0, -h, 0.0, -1.0), (r, -h, 0.0, -1.0)]
            side = [(r, -h, 1.0, 0.0), (r, h, 1.0, 0.0)]
            top = [(r, h, 0.0, 1.0), (0.0, h, 0.0, 1.0)]
            return _turned(np.array([*bottom, *side, *top]))
        case _:
            raise ValueError(f"no triangles for a {shape.kind} of size {shape.size}")


def _arc() -> Floats:
    """Profile of a sphere of radius one, from pole to pole."""
    latitude = np.linspace(-math.pi / 2.0, math.pi / 2.0, 2 * UP + 1)
    arc = np.stack([np.cos(latitude), np.sin(latitude)], axis=1)
    return np.hstack([arc, arc])


def _ellipsoid(half_extents: Floats) -> Triangles:
    points, normals, corners = _turned(_arc())
    normals = normals / half_extents
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Triangles(points * half_extents, normals, corners)


def _turned(profile: Floats) -> Triangles:
    """A profile, rising, turned about z.

    Args:
        profile: (rows, 4) radius and height, and the same parts of the normal.
    """
    angle = np.arange(AROUND) * math.tau / AROUND
    circle = np.stack([np.cos(angle), np.sin(angle), np.ones(AROUND)], axis=1)
    points = (profile[:, None, [0, 0, 1]] * circle).reshape(-1, 3)
    normals = (profile[:, None, [2, 2, 3]] * circle).reshape(-1, 3)
    number = np.arange(len(points)).reshape(len(profile), AROUND)
    here, next_to_it = number, np.roll(number, -1, axis=1)
    lower = np.stack([here[:-1], next_to_it[:-1], next_to_it[1:]], axis=-1)
    upper = np.stack([here[:-1], next_to_it[1:], here[1:]], axis=-1)
    corners = np.concatenate([lower, upper]).reshape(-1, 3)
    a, b, c = np.moveaxis(points[corners], 1, 0)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return Triangles(points, normals, corners[area > NO_AREA * np.max(area)])


def _box(half_extents: Floats) -> Triangles:
    points, normals, corners = [], [], []
    for axis in range(3):
        for side in (-1.0, 1.0):
            # Counter-clockwise from outside: the second axis follows the first.
            for u, v in ((-side, -1.0), (side, -1.0), (side, 1.0), (-side, 1.0)):
                points.append(np.roll([side, u, v], axis) * half_extents)
                normals.append(np.roll([side, 0.0, 0.0], axis))
            first = len(points) - 4
            corners += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    return Triangles(np.array(points), np.array(normals), np.array(corners))
