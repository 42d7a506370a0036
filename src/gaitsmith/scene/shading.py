"""Light and shadow."""

from dataclasses import dataclass

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.pictured_body import Canvas, Solid, bounds_of, paint_figure

LIGHT = np.array([-0.45, -0.62, 1.0]) / np.linalg.norm([-0.45, -0.62, 1.0])
"""Unit vector to the light, world: from behind, the right, and above."""

SHADOW = 0.30
"""How much darker a shadow is."""

# Linear mixing weights of the shading, chosen by eye.
_AMBIENT, _SKY, _SUN = 0.60, 0.16, 0.52
_SHADOW_SOFTNESS = 0.012  # [fraction of the figure's size]
_SHADOW_BIAS = 0.02  # what is this near casts no shadow [fraction of the size]
_SHADOW_RESOLUTION = 200  # pixels per size of the figure


@dataclass(frozen=True)
class ShadowMap:
    """What the light sees of a character."""

    light: Canvas
    bias: float
    """What is this near casts no shadow [m]."""
    softness: float
    """Half the width of a shadow's edge [pixels of the light]."""

    @classmethod
    def of(cls, solids: list[Solid], size: float, most: float) -> "ShadowMap":
        """The shadow that solids cast.

        Args:
            solids: One character, or the same one several times.
            size: Of the character [m].
            most: Pixels per metre beyond which detail would not be seen.
        """
        low, high = bounds_of(solids, np.eye(3))
        resolution = min(most, _SHADOW_RESOLUTION / size)
        side = int(float(np.linalg.norm(high - low)) * 1.05 * resolution) + 1
        azimuth = float(np.arctan2(LIGHT[0], -LIGHT[1]))
        elevation = float(np.arcsin(LIGHT[2]))
        center = (low + high) / 2
        light = Canvas.empty(Eye(azimuth, elevation, center, resolution, side, side))
        paint_figure(light, solids, 0.0, size)
        softness = max(_SHADOW_SOFTNESS * size * resolution, 1.0)
        return cls(light, _SHADOW_BIAS * size, softness)

    def share(self, points: np.ndarray) -> np.ndarray:
        """(points,) how much of the light is taken from world points, 0 to 1."""
        eye = self.light.eye
        from_center = points - eye.center.astype(np.float32)
        across, upward, toward = eye.axes.astype(np.float32) @ from_center.T
        column = across * np.float32(eye.pixels_per_metre) + np.float32(eye.width / 2)
        row = np.float32(eye.height / 2) - upward * np.float32(eye.pixels_per_metre)
        reach = self.softness + 1
        near = np.flatnonzero(
            (np.abs(column - eye.width / 2) < eye.width / 2 + reach)
            & (np.abs(row - eye.height / 2) < eye.height / 2 + reach)
        )
        share = np.zeros(len(points), dtype=np.float32)
        share[near] = self._blocked(
            column[near], row[near], toward[near] + np.float32(self.bias)
        )
        return share

    def _blocked(
        self, column: np.ndarray, row: np.ndarray, depth: np.ndarray
    ) -> np.ndarray:
        """How often, around a pixel, the light sees something nearer to it."""
        side = self.light.eye.width
        seen = self.light.depth.ravel()
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


def lit_figure(normal: np.ndarray, shadow: np.ndarray) -> np.ndarray:
    """(pixels,) brightness of a character's surface.

    Args:
        normal: (3, pixels) outward unit vectors, world.
        shadow: (pixels,) how much of the light is taken, 0 to 1.
    """
    sunlight = np.maximum(LIGHT.astype(np.float32) @ normal, 0) * (1 - shadow)
    return _AMBIENT + _SKY * normal[2] + _SUN * sunlight
