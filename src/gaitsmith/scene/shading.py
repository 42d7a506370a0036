"""Shadows: what the light sees of a character."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.pictured_body import Solid, bounds_of
from gaitsmith.scene.sight import LIGHT, Sight

# Fractions of the figure's size.
_SOFTNESS = 0.012
_BIAS = 0.02  # what is this near casts no shadow
_RESOLUTION = 200  # pixels per size of the figure


@dataclass(frozen=True)
class ShadowMap:
    """What the light sees of a character."""

    eye: Eye
    """That of the light; its lines are parallel."""
    depth: np.ndarray
    """(height, width) of what it sees [m]."""
    bias: float
    """What is this near casts no shadow [m]."""
    softness: float
    """Half the width of a shadow's edge [pixels of the light]."""

    @classmethod
    def of(cls, solids: Iterable[Solid], size: float, most: float) -> "ShadowMap":
        """The shadow that solids cast.

        Args:
            solids: One character, or the same one several times.
            size: Of the character [m].
            most: Pixels per metre beyond which detail would not be seen.
        """
        solids = list(solids)
        low, high = bounds_of(solids, np.eye(3))
        resolution = min(most, _RESOLUTION / size)
        side = int(float(np.linalg.norm(high - low)) * 1.05 * resolution) + 1
        azimuth = float(np.arctan2(LIGHT[0], -LIGHT[1]))
        elevation = float(np.arcsin(LIGHT[2]))
        eye = Eye(azimuth, elevation, (low + high) / 2, resolution, side, side)
        seen = Sight(eye, *eye.places())
        for solid in solids:
            seen.add_solid(solid, 0)
        softness = max(_SOFTNESS * size * resolution, 1.0)
        return cls(eye, seen.depth, _BIAS * size, softness)

    def share(self, points: np.ndarray) -> np.ndarray:
        """(points,) how much of the light is taken from (3, points) [m], 0 to 1."""
        half = np.float32(self.eye.width / 2)
        near, found = np.arange(points.shape[1]), points
        for axis in range(2):
            place = np.abs(self._along(axis, found))
            inside = np.flatnonzero(place < half + np.float32(self.softness + 1))
            near, found = near[inside], found[:, inside]
        column, row, depth = (self._along(axis, found) for axis in range(3))
        depth = depth / np.float32(self.eye.pixels_per_metre) + np.float32(self.bias)
        share = np.zeros(points.shape[1], dtype=np.float32)
        share[near] = self._blocked(column + half, half - row, depth)
        return share

    def _along(self, axis: int, points: np.ndarray) -> np.ndarray:
        """(points,) how far they are from the middle along an axis [pixels]."""
        eye = self.eye
        a, b, c = (eye.axes[axis] * eye.pixels_per_metre).astype(np.float32)
        middle = np.float32(eye.axes[axis] @ eye.center * eye.pixels_per_metre)
        return a * points[0] + b * points[1] + c * points[2] - middle

    def _blocked(
        self, column: np.ndarray, row: np.ndarray, depth: np.ndarray
    ) -> np.ndarray:
        """How often, around a pixel, the light sees something nearer to it."""
        side, seen = self.eye.width, self.depth.ravel()
        offsets = (-self.softness, 0.0, self.softness)
        columns = [_index(column + offset, side) for offset in offsets]
        rows = [_index(row + offset, side) * side for offset in offsets]
        blocked = np.zeros(len(column), dtype=np.float32)
        for c in columns:
            for r in rows:
                blocked += seen[r + c] > depth
        return blocked / len(offsets) ** 2


def _index(place: np.ndarray, end: int) -> np.ndarray:
    return place.astype(np.int32).clip(0, end - 1)
