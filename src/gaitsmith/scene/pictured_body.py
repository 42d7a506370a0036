"""The character in a picture: where its solids are, and which pixels show them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.colors import muscle_color, rgb
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.scene import Scene, Shape
from gaitsmith.scene.solids import Hits, half_extents, shape_hits

_FAR_SIDE_SHADE = 0.26  # how much darker the far side of the body is
_NOTHING = -1
_IDENTITY = np.eye(3)
_UNPLACED = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)  # where it is, its `Solid` says


class Solid(NamedTuple):
    """A shape, and where it is."""

    shape: Shape
    center: np.ndarray
    """World [m]."""
    rotation: np.ndarray
    """(3, 3) from the shape to the world."""


@dataclass(frozen=True)
class Canvas:
    """What is nearest to the viewer at each pixel of a part of a picture."""

    eye: Eye
    rows: slice
    """Which rows of the eye's picture the arrays cover."""
    columns: slice
    depth: np.ndarray
    """(height, width) distance towards the viewer from the picture plane [m]."""
    normal: np.ndarray
    """(3, height, width) world."""
    material: np.ndarray
    """(height, width) index into `colors`, negative where nothing is."""
    colors: list[np.ndarray] = field(default_factory=list)
    """Red, green, blue of each material, 0 to 1."""

    @classmethod
    def empty(
        cls, eye: Eye, rows: slice | None = None, columns: slice | None = None
    ) -> "Canvas":
        """A canvas for some rows and columns of the eye's picture, or for all of it."""
        rows, columns = rows or slice(0, eye.height), columns or slice(0, eye.width)
        size = (rows.stop - rows.start, columns.stop - columns.start)
        return cls(
            eye,
            rows,
            columns,
            np.full(size, -np.inf, dtype=np.float32),
            np.zeros((3, *size), dtype=np.float32),
            np.full(size, _NOTHING, dtype=np.int16),
        )

    def add_material(self, color: np.ndarray) -> int:
        """Make a colour known; returns its index."""
        self.colors.append(color)
        return len(self.colors) - 1

    def paint(
        self,
        window: tuple[slice, slice],
        hits: Hits,
        material: int,
        rotation: np.ndarray = _IDENTITY,
    ) -> None:
        """Keep the hits that are nearer than what is there.

        Args:
            window: Rows and columns of the eye's picture, inside this canvas.
            hits: One per pixel, row by row.
            material: What is hit.
            rotation: (3, 3) from the frame of the normals to the world.
        """
        inside = (
            slice(window[0].start - self.rows.start, window[0].stop - self.rows.start),
            slice(
                window[1].start - self.columns.start,
                window[1].stop - self.columns.start,
            ),
        )
        depth = hits.distances.reshape(self.depth[inside].shape)
        nearer = depth > self.depth[inside]
        self.depth[inside][nearer] = depth[nearer]
        self.material[inside][nearer] = material
        normals = rotation.astype(np.float32) @ hits.normals.T[:, nearer.ravel()]
        for axis in range(3):
            self.normal[axis][inside][nearer] = normals[axis]

    def covered(self) -> np.ndarray:
        """The pixels that show something, counted row by row in this canvas."""
        return np.flatnonzero(self.material != _NOTHING)

    def points(self, pixels: np.ndarray) -> np.ndarray:
        """(pixels, 3) what pixels of this canvas show, world [m]."""
        rows, columns = np.divmod(pixels, self.depth.shape[1])
        depth = self.depth.ravel()[pixels]
        return self.eye.points(
            rows + self.rows.start, columns + self.columns.start, depth
        )

    def normals(self, pixels: np.ndarray) -> np.ndarray:
        """(3, pixels) how the surfaces that they show are turned, world."""
        return np.stack([part.ravel()[pixels] for part in self.normal])

    def picture(self, pixels: np.ndarray, colors: np.ndarray) -> np.ndarray:
        """Some pixels in given colours; nothing elsewhere.

        Args:
            pixels: See `covered`.
            colors: (pixels, 3) red, green, blue; 0 to 1, or brighter than white.

        Returns:
            (height, width, 4) red, green, blue, opacity; 0 to 255.
        """
        picture = np.zeros((self.depth.size, 4), dtype=np.uint8)
        opaque = np.full((len(pixels), 4), 255, dtype=np.uint8)
        opaque[:, :3] = np.minimum(colors * 255 + 0.5, 255)
        # Whole pixels are moved as one number each.
        picture.view(np.uint32)[pixels] = opaque.view(np.uint32)
        return picture.reshape(*self.depth.shape, 4)


def solids_of(scene: Scene, frame: int) -> list[Solid]:
    """The character's solids in one frame."""
    solids = []
    for shape in scene.shapes:
        body = _rotation(scene.orientations[frame, shape.body])
        center = scene.positions[frame, shape.body] + body @ shape.position
        solids.append(Solid(shape, center, body @ _rotation(shape.orientation)))
    return solids + muscle_solids(scene, frame)


def muscle_solids(scene: Scene, frame: int) -> list[Solid]:
    """The character's muscles in one frame, a capsule for each straight piece."""
    if scene.activations is None:
        return []
    solids = []
    for line, activation in zip(scene.muscles, scene.activations[frame], strict=True):
        color = muscle_color(float(activation))
        places = [
            scene.positions[frame, body]
            + _rotation(scene.orientations[frame, body]) @ np.array(place)
            for body, place in line.points
        ]
        for start, end in pairwise(places):
            length = max(float(np.linalg.norm(end - start)), 1e-6)
            size = (line.radius, length / 2)
            shape = Shape(line.points[0][0], "capsule", size, *_UNPLACED, color)
            rotation = _rotation_onto((end - start) / length)
            solids.append(Solid(shape, (start + end) / 2, rotation))
    return solids


def _rotation_onto(direction: np.ndarray) -> np.ndarray:
    """(3, 3) a rotation that turns z to a unit vector."""
    aside = np.eye(3)[np.argmin(np.abs(direction))]
    first = np.cross(aside, direction)
    first /= max(float(np.linalg.norm(first)), 1e-9)
    return np.column_stack([first, np.cross(direction, first), direction])


def _rotation(quaternion: Iterable[float]) -> np.ndarray:
    w, x, y, z = map(float, quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def figure_size(scene: Scene, frame: int) -> float:
    """Largest extent of the character along a world axis [m]."""
    low, high = figure_bounds(scene, frame, np.eye(3))
    return float((high - low).max())


def figure_bounds(
    scene: Scene, frame: int, directions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How far the character reaches along directions (n, 3): lowest, highest [m]."""
    return bounds_of(solids_of(scene, frame), directions)


def bounds_of(
    solids: Iterable[Solid], directions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How far solids reach along world directions (n, 3): lowest, highest [m]."""
    lows, highs = [], []
    for shape, center, rotation in solids:
        middle = directions @ center
        reach = half_extents(shape, rotation, directions)
        lows.append(middle - reach)
        highs.append(middle + reach)
    return np.min(lows, axis=0), np.max(highs, axis=0)


def paint_figure(
    canvas: Canvas, solids: Iterable[Solid], middle: float, size: float
) -> None:
    """Paint a character.

    Args:
        canvas: Where; what lies outside of it is left out.
        solids: Of the character.
        middle: y of its middle, world [m]; beyond it, the body is darker.
        size: Of the character [m].
    """
    eye = canvas.eye
    for shape, center, rotation in solids:
        window = eye.window(center, half_extents(shape, rotation, eye.axes))
        rows, columns = (
            _common(*pair)
            for pair in zip(window, (canvas.rows, canvas.columns), strict=True)
        )
        if rows.start >= rows.stop or columns.start >= columns.stop:
            continue
        rays = eye.rays(rows, columns, center, rotation)
        shade = _far_side_shade(center[1] - middle, size, eye)
        canvas.paint(
            (rows, columns),
            shape_hits(shape, rays.origins, rays.directions),
            canvas.add_material(np.array(rgb(shape.color)) / 255 * shade),
            rotation,
        )


def _common(one: slice, other: slice) -> slice:
    return slice(max(one.start, other.start), min(one.stop, other.stop))


def _far_side_shade(to_the_left: float, size: float, eye: Eye) -> float:
    """Brightness of a solid, less on the side of the body turned away: legs differ.

    Args:
        to_the_left: How far left of the body's middle the solid is [m].
        size: Of the character [m].
        eye: The viewer.
    """
    beyond = -np.sign(eye.toward[1]) * to_the_left
    return 1 - _FAR_SIDE_SHADE * float(np.clip(beyond / (0.06 * size), 0, 1))
