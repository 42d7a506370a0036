"""Where lines of sight meet simple solids, and how far these reach.

A solid stands at the origin of its own frame; capsules and cylinders stand along z.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.sight import BOX, CAPSULE, CYLINDER, ELLIPSOID, meet_all
from gaitsmith.scene.scene import Shape

KIND_NUMBERS = {
    "sphere": ELLIPSOID,
    "ellipsoid": ELLIPSOID,
    "capsule": CAPSULE,
    "cylinder": CYLINDER,
    "box": BOX,
}


class Hits(NamedTuple):
    """Where rays meet a solid."""

    distances: np.ndarray
    """(rays,) in lengths of the ray's direction; minus infinity: it passes by."""
    normals: np.ndarray
    """(rays, 3) outward unit vectors; anything where the ray passes by."""


def three_sizes(shape: Shape) -> tuple[float, float, float]:
    """Three half extents; of upright round solids radius and half length [m]."""
    a, b, c = (*shape.size, *shape.size, *shape.size)[:3]
    return a, b, c


def shape_hits(shape: Shape, origins: np.ndarray, direction: np.ndarray) -> Hits:
    """Visible points of a shape, in its own frame.

    Args:
        shape: The solid; only its kind and size matter here.
        origins: (rays, 3) [m] where the rays start.
        direction: (3,) to the viewer, or (rays, 3) if each ray has its own.
    """
    found = Hits(np.empty(len(origins)), np.empty((len(origins), 3)))
    starts = np.array(origins, dtype=float)
    ways = np.array(np.broadcast_to(direction, starts.shape), dtype=float)
    size = np.array(three_sizes(shape))
    meet_all(KIND_NUMBERS[shape.kind], size, starts, ways, *found)
    return found


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
