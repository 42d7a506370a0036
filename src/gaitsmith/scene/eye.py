"""Where a picture is seen from: a viewer with parallel or meeting lines of sight."""

import itertools
import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

_NEAREST = 0.05
"""What is nearer to the viewer than this is not seen [fraction of the distance]."""

_CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
"""Of a box, from its middle."""


class Rays(NamedTuple):
    """Lines of sight, `origin + depth * direction`; see `solids`."""

    origins: np.ndarray
    """(rays, 3) where they pass the picture plane [m]."""
    directions: np.ndarray
    """(3,) or (rays, 3) to the viewer, of unit length across the picture plane."""


@dataclass(frozen=True)
class Eye:
    """A viewer, and the picture it sees.

    The picture plane goes through `center`. Depth is the distance of a point from that
    plane towards the viewer, whatever the line of sight.
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
    def right(self) -> np.ndarray:
        """Unit vector to the right of the picture, world."""
        return self.axes[0]

    @property
    def toward(self) -> np.ndarray:
        """Unit vector from the centre to the viewer, world."""
        return self.axes[2]

    def enlarged(self, factor: int) -> "Eye":
        """The same view with more pixels."""
        return replace(
            self,
            pixels_per_metre=self.pixels_per_metre * factor,
            width=self.width * factor,
            height=self.height * factor,
        )

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) columns and rows of world points (..., 3), as fractions."""
        seen = (points - self.center) @ self.axes.T
        nearness = np.maximum(1 - seen[..., 2] / self.distance, _NEAREST)
        scale = self.pixels_per_metre / nearness
        pixels = np.empty((*seen.shape[:-1], 2))
        pixels[..., 0] = self.width / 2 + seen[..., 0] * scale
        pixels[..., 1] = self.height / 2 - seen[..., 1] * scale
        return pixels

    def plane(self, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, ...]:
        """How far right and up of the centre pixels are, in the picture plane [m]."""
        across = (columns + np.float32(0.5 - self.width / 2)) / self.pixels_per_metre
        upward = (np.float32(self.height / 2 - 0.5) - rows) / self.pixels_per_metre
        return across.astype(np.float32), upward.astype(np.float32)

    def rays(
        self, rows: slice, columns: slice, origin: np.ndarray, rotation: np.ndarray
    ) -> Rays:
        """The lines of sight through the pixels' centres, in single precision.

        Args:
            rows: Of the picture.
            columns: Of the picture.
            origin: World point that the rays are given relative to [m].
            rotation: (3, 3) from the frame that the rays are given in to the world.
        """
        across, upward = self.plane(
            np.arange(rows.start, rows.stop), np.arange(columns.start, columns.stop)
        )
        right, up, toward = (self.axes @ rotation).astype(np.float32)
        start = ((self.center - origin) @ rotation).astype(np.float32)
        # Component by component, each one contiguous: several times faster.
        origins = np.empty((3, len(upward), len(across)), dtype=np.float32)
        for axis in range(3):
            np.add.outer(upward * up[axis], across * right[axis], out=origins[axis])
        if math.isinf(self.distance):
            directions = toward
        else:
            bent = origins * np.float32(-1 / self.distance)
            bent += toward[:, None, None]
            directions = bent.reshape(3, -1).T
        origins += start[:, None, None]
        return Rays(origins.reshape(3, -1).T, directions)

    def points(
        self, rows: np.ndarray, columns: np.ndarray, depth: np.ndarray
    ) -> np.ndarray:
        """(pixels, 3) world points that pixels show at a depth [m]."""
        across, upward = self.plane(rows, columns)
        nearness = 1 - depth / np.float32(self.distance)
        places = np.empty((3, len(depth)), dtype=np.float32)
        right, up, toward = self.axes.astype(np.float32)
        for axis in range(3):
            places[axis] = (across * right[axis] + upward * up[axis]) * nearness
            places[axis] += depth * toward[axis] + np.float32(self.center[axis])
        return places.T

    def window(self, center: np.ndarray, reach: np.ndarray) -> tuple[slice, slice]:
        """Rows and columns of the picture that show a box along the eye's axes.

        Args:
            center: Of the box, world [m].
            reach: (3,) half its extent to the right, up, and towards the viewer [m].
        """
        return self.window_of(center + (_CORNERS * reach) @ self.axes)

    def window_of(self, points: np.ndarray) -> tuple[slice, slice]:
        """Rows and columns of the picture that show the hull of world points [m]."""
        pixels = self.pixels(points)
        (left, top), (right, bottom) = pixels.min(axis=0) - 1, pixels.max(axis=0) + 2
        return _clipped(top, bottom, self.height), _clipped(left, right, self.width)


def _clipped(first: float, end: float, size: int) -> slice:
    start = min(max(int(first), 0), size)
    return slice(start, max(min(int(end), size), start))
