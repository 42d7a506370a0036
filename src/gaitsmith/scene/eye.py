"""Where a picture is seen from: a viewer with parallel or meeting lines of sight."""

import math
from dataclasses import dataclass, field

import numpy as np

_NEAREST = 0.05
"""What is nearer to the viewer than this is not seen [fraction of the distance]."""


@dataclass(frozen=True)
class Eye:
    """A viewer, and the picture it sees.

    The picture plane goes through `center`; places in it are told by how far they are
    to its right and up. Depth is the distance of a point from that plane towards the
    viewer, whatever the line of sight.
    """

    azimuth: float
    """How far ahead of the character's right side the viewer stands [rad]."""
    elevation: float
    """How far above the horizon [rad]."""
    center: np.ndarray
    """World point in the middle of the picture [m]."""
    pixels_per_metre: float
    """In the picture plane."""
    width: int
    """[pixels]"""
    height: int
    """[pixels]"""
    distance: float = math.inf
    """From the viewer to the centre [m]; infinite: lengths can be compared anywhere."""
    axes: np.ndarray = field(init=False)
    """(3, 3) rows: unit vectors to the right of the picture, to its top, and from the
    centre to the viewer; world."""

    def __post_init__(self) -> None:
        """Derive the three axes."""
        sin_a, cos_a = np.sin(self.azimuth), np.cos(self.azimuth)
        sin_e, cos_e = np.sin(self.elevation), np.cos(self.elevation)
        right = np.array([cos_a, sin_a, 0.0])
        toward = np.array([sin_a * cos_e, -cos_a * cos_e, sin_e])
        axes = np.array([right, np.cross(toward, right), toward])
        object.__setattr__(self, "axes", axes)

    @property
    def toward(self) -> np.ndarray:
        """Unit vector from the centre to the viewer, world."""
        return self.axes[2]

    def places(self) -> tuple[np.ndarray, np.ndarray]:
        """Of the pixels' middles in the picture plane [m].

        Returns:
            (1, width) to the right, (height, 1) up.
        """
        columns = np.arange(self.width) + 0.5 - self.width / 2
        rows = self.height / 2 - 0.5 - np.arange(self.height)
        across, upward = columns[None, :], rows[:, None]
        size = np.float32(1 / self.pixels_per_metre)
        return across.astype(np.float32) * size, upward.astype(np.float32) * size

    def seen(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) places in the picture plane [m] that show world points (..., 3)."""
        found = (points - self.center) @ self.axes.T
        return found[..., :2] / np.maximum(1 - found[..., 2:] / self.distance, _NEAREST)

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) columns and rows of world points (..., 3), as fractions."""
        flipped = self.seen(points) * (1, -1)
        return flipped * self.pixels_per_metre + (self.width / 2, self.height / 2)

    def points(
        self, across: np.ndarray, upward: np.ndarray, depth: np.ndarray | np.floating
    ) -> np.ndarray:
        """(3, ...) world points [m] that places show at a depth [m]."""
        nearness = 1 - depth / np.float32(self.distance)
        right, up, toward = self.axes.astype(np.float32)
        parts = zip(right, up, toward, self.center.astype(np.float32), strict=True)
        return np.stack(
            [
                (across * r + upward * u) * nearness + depth * t + c
                for r, u, t, c in parts
            ]
        )

    def rays(
        self,
        across: np.ndarray,
        upward: np.ndarray,
        origin: np.ndarray,
        rotation: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Lines of sight, `origin + depth * direction`, in single precision.

        Args:
            across: places that they pass the picture plane at.
            upward: of a shape that goes together with it.
            origin: world point that the rays are given relative to [m].
            rotation: (3, 3) from the frame that they are given in to the world.

        Returns:
            (rays, 3) places in the picture plane [m], and (3,) or (rays, 3) ways to the
            viewer, of unit length across the picture plane.
        """
        right, up, toward = (self.axes @ rotation).astype(np.float32)
        start = ((self.center - origin) @ rotation).astype(np.float32)
        # Component by component, each one contiguous: several times faster.
        parts = zip(right, up, strict=True)
        offsets = np.stack([(across * r + upward * u).ravel() for r, u in parts])
        origins = (offsets + start[:, None]).T
        if math.isinf(self.distance):
            return origins, toward
        return origins, (toward[:, None] - offsets / np.float32(self.distance)).T
