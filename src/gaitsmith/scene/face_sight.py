"""Where lines of sight meet a face."""

from typing import NamedTuple

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.polygons import Polygon, clipped, sides

NEAREST = 0.9  # what is nearer to the viewer is not drawn [fraction of the distance]
_TOUCHING = 1e-5  # m in the picture plane: neighbours leave no crack between them


class Look(NamedTuple):
    """What lines of sight meet of a face."""

    seen: np.ndarray
    depth: np.ndarray
    """[m]; anything where the face is not seen, and so below."""
    slope: np.ndarray
    """How steeply the line of sight meets the face."""


class SeenFace:
    """A face as an eye sees it, if it sees any of it."""

    def __init__(self, eye: Eye, corners: Polygon) -> None:
        """Find out where it is in the picture."""
        seen = (np.array(corners) - eye.center) @ eye.axes.T
        if np.isfinite(eye.distance):
            room = NEAREST * eye.distance - seen[:, 2]
            seen = np.array(clipped([(*p,) for p in seen], room.tolist()))
        self.is_seen = len(seen) > 0
        if not self.is_seen:
            return
        self._eye, self.corners = eye, eye.center + seen @ eye.axes
        self._outline = seen[:, :2] / (1 - seen[:, 2:] / eye.distance)
        x, y = self._outline.T
        self.is_seen = bool(x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0)
        ways = seen[1:] - seen[0]
        normal = np.cross(ways[:-1], ways[1:]).sum(axis=0)
        self._normal = normal / max(float(np.linalg.norm(normal)), 1e-12)
        self._room = float(self._normal @ seen[0])

    @property
    def normal(self) -> np.ndarray:
        """Unit vector to the side that is seen, world."""
        return self._normal @ self._eye.axes

    def look(self, across: np.ndarray, upward: np.ndarray) -> Look:
        """Where lines through places of the picture plane meet it; see `Eye.plane`."""
        right, up, toward = self._normal.astype(np.float32)
        along = upward * up
        if right:  # nothing to the right is higher: level ground has one depth a row
            along = along + across * right
        slope = toward - along / np.float32(self._eye.distance)
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (np.float32(self._room) - along) / slope
        return Look(self._inside(across, upward), depth, slope)

    def _inside(self, across: np.ndarray, upward: np.ndarray) -> np.ndarray:
        """Whether places are to the left of all sides."""
        shape = np.broadcast_shapes(across.shape, upward.shape)
        inside = np.ones(shape, dtype=bool)
        if not inside.size:
            return inside
        reach = [(float(part.min()), float(part.max())) for part in (across, upward)]
        for start, end in sides(self._outline):
            way = end - start
            length = float(np.hypot(*way))
            if length < _TOUCHING:
                continue
            a, b = -way[1] / length, way[0] / length
            least = a * start[0] + b * start[1] - _TOUCHING
            lowest = sum(
                min(part * low, part * high)
                for part, (low, high) in zip((a, b), reach, strict=True)
            )
            if lowest < least:  # otherwise all places are
                left = np.float32(a) * across + np.float32(b) * upward
                inside &= left >= np.float32(least)
        return inside
