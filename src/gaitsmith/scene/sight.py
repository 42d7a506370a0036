"""What is met first along lines of sight: faces of the ground and solids, in light."""

import itertools

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_faces import Face
from gaitsmith.scene.pictured_body import Solid
from gaitsmith.scene.polygons import clipped, sides
from gaitsmith.scene.solids import half_extents, shape_hits

LIGHT = np.array([-0.45, -0.62, 1.0]) / np.linalg.norm([-0.45, -0.62, 1.0])
"""Unit vector to the light, world: from behind, the right, and above."""

NOTHING = -1  # in place of a material

# Linear mixing weights of the light on solids, chosen by eye.
_AMBIENT, _SKY, _SUN = 0.60, 0.16, 0.52
# The ground keeps its own colours, whatever its slope; only shadows darken it.
_SHADOW = 0.30
_BOTTOM = 0.36  # brightness of the bottom of a hole

NEAREST = 0.9  # ground nearer to the viewer is not drawn [fraction of the distance]
_TOUCHING = 1e-5  # m in the picture plane: neighbours leave no crack between them
_BOX = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))  # corners

Window = tuple[slice, slice] | np.ndarray
"""Which places: rows and columns, or numbers."""


class Sight:
    """The nearest surfaces; arrays have the shape of the places."""

    def __init__(self, eye: Eye, across: np.ndarray, upward: np.ndarray) -> None:
        """Nothing is seen yet.

        Args:
            eye: whose lines of sight.
            across: (1, columns) of a whole picture, see `Eye.places`, or (places,).
            upward: (rows, 1), or (places,).
        """
        self.eye, self.across, self.upward = eye, across, upward
        shape = np.broadcast_shapes(across.shape, upward.shape)
        self.depth = np.full(shape, -np.inf, dtype=np.float32)
        """m, towards the viewer."""
        self.material = np.full(shape, NOTHING, dtype=np.int16)
        self.ambient = np.zeros(shape, dtype=np.float32)
        """Brightness in the shadow."""
        self.sunlight = np.zeros(shape, dtype=np.float32)
        """How much brighter it is outside of it."""

    def add_face(self, face: Face, material: int) -> None:
        """Keep what is seen of a face, if its front is turned to the viewer."""
        eye = self.eye
        corners = (np.array(face.corners) - eye.center) @ eye.axes.T
        if np.isfinite(eye.distance):
            room = NEAREST * eye.distance - corners[:, 2]
            corners = np.array(clipped([(*p,) for p in corners], room.tolist()))
        if len(corners) == 0:
            return
        outline = corners[:, :2] / (1 - corners[:, 2:] / eye.distance)
        x, y = outline.T
        if x @ np.roll(y, -1) <= y @ np.roll(x, -1):
            return
        window = self._window(outline)
        across, upward = self._places(window)
        ways = corners[1:] - corners[0]
        normal = np.cross(ways[:-1], ways[1:]).sum(axis=0)
        right, up, toward = normal.astype(np.float32)
        along = across * right + upward * up
        slope = toward - along / np.float32(eye.distance)
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (np.float32(normal @ corners[0]) - along) / slope
        depth = np.where(_inside(outline, across, upward), depth, np.float32(-np.inf))
        brightness = np.float32(1.0)
        if face.fall is not None:
            z = eye.points(across, upward, np.maximum(depth, np.float32(-1e6)))[2]
            brightness = 1 + np.float32(_BOTTOM - 1) * face.shade(z)
        self._keep(
            window,
            depth,
            material,
            brightness * np.float32(1 - _SHADOW),
            brightness * np.float32(_SHADOW),
        )

    def add_solid(self, solid: Solid, material: int) -> None:
        """Keep what is seen of a solid."""
        shape, center, rotation = solid.shape, solid.center, solid.rotation
        eye = self.eye
        reach = half_extents(shape, rotation, eye.axes)
        window = self._window(eye.seen(center + (_BOX * reach) @ eye.axes))
        across, upward = self._places(window)
        size = np.broadcast_shapes(across.shape, upward.shape)
        if 0 in size:
            return
        hits = shape_hits(shape, *eye.rays(across, upward, center, rotation))
        up, toward_light = (
            (axis @ rotation).astype(np.float32) @ hits.normals.T
            for axis in (np.array([0.0, 0.0, 1.0]), LIGHT)
        )
        self._keep(
            window,
            hits.distances.reshape(size),
            material,
            np.float32(_AMBIENT) + np.float32(_SKY) * up.reshape(size),
            np.float32(_SUN) * np.maximum(toward_light, 0).reshape(size),
        )

    def _window(self, outline: np.ndarray) -> Window:
        """The places around what has corners (n, 2) in the picture plane [m]."""
        margin = 1 / self.eye.pixels_per_metre
        (left, bottom), (right, top) = (
            outline.min(axis=0) - margin,
            outline.max(axis=0) + margin,
        )
        columns = (self.across >= left) & (self.across <= right)
        rows = (self.upward >= bottom) & (self.upward <= top)
        if self.depth.ndim == 1:
            return np.flatnonzero(columns & rows)
        return _span(rows), _span(columns)

    def _places(self, window: Window) -> tuple[np.ndarray, np.ndarray]:
        if isinstance(window, tuple):
            rows, columns = window
            return self.across[:, columns], self.upward[rows]
        return self.across[window], self.upward[window]

    def _keep(
        self, window: Window, depth: np.ndarray, *looks: np.ndarray | np.floating | int
    ) -> None:
        """What is nearer than what is there: its material, and its light."""
        nearer = depth > self.depth[window]
        found = (depth, *looks)
        arrays = (self.depth, self.material, self.ambient, self.sunlight)
        for array, new in zip(arrays, found, strict=True):
            array[window] = np.where(nearer, new, array[window])


def _span(is_in: np.ndarray) -> slice:
    found = np.flatnonzero(is_in)
    return slice(found[0], found[-1] + 1) if len(found) else slice(0, 0)


def _inside(outline: np.ndarray, across: np.ndarray, upward: np.ndarray) -> np.ndarray:
    """Whether places are to the left of all sides of an outline."""
    inside = np.ones(np.broadcast_shapes(across.shape, upward.shape), dtype=bool)
    for start, end in sides(outline):
        dx, dy = end - start
        length = float(np.hypot(dx, dy))
        if length < _TOUCHING:
            continue
        a, b = -dy / length, dx / length
        least = np.float32(a * start[0] + b * start[1] - _TOUCHING)
        inside &= np.float32(a) * across + np.float32(b) * upward >= least
    return inside
