"""Draws one or more poses over the ground as a shaded picture, without a GPU.

Lines of sight are parallel (an orthographic view), so that lengths can be compared
anywhere in the picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gaitsmith.report.scene import GroundSegment, Scene, Shape
from gaitsmith.report.solids import Hits, convex_hits, half_extents, shape_hits

LIGHT = np.array([-0.45, -0.62, 1.0]) / np.linalg.norm([-0.45, -0.62, 1.0])
"""Unit vector to the light, world: from behind, the right, and above."""

# Linear mixing weights of the shading, chosen by eye.
_AMBIENT, _SKY, _SUN = 0.42, 0.22, 0.50
_FAR_SIDE_SHADE = 0.34  # how much darker the far side of the body is
_SHADOW = 0.30  # how much darker a shadow is
_SHADOW_SOFTNESS = 0.012  # [fraction of the figure's size]

_TILES = np.array([[0.80, 0.83, 0.86], [0.66, 0.70, 0.74]])
_EARTH = np.array([0.55, 0.59, 0.64])


@dataclass(frozen=True)
class Eye:
    """An orthographic viewer, and the picture it sees."""

    azimuth: float
    """How far ahead of the character's right side the viewer stands [rad]."""
    elevation: float
    """How far above the horizon [rad]."""
    center: np.ndarray
    """World point in the middle of the picture [m]."""
    pixels_per_metre: float
    width: int
    """[pixels]"""
    height: int
    """[pixels]"""
    right: np.ndarray = field(init=False)
    """Unit vector to the right of the picture, world."""
    up: np.ndarray = field(init=False)
    """Unit vector to the top of the picture, world."""
    toward: np.ndarray = field(init=False)
    """Unit vector to the viewer, world."""

    def __post_init__(self) -> None:
        """Derive the three axes."""
        sin_a, cos_a = np.sin(self.azimuth), np.cos(self.azimuth)
        sin_e, cos_e = np.sin(self.elevation), np.cos(self.elevation)
        right = np.array([cos_a, sin_a, 0.0])
        toward = np.array([sin_a * cos_e, -cos_a * cos_e, sin_e])
        object.__setattr__(self, "right", right)
        object.__setattr__(self, "toward", toward)
        object.__setattr__(self, "up", np.cross(toward, right))

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) columns and rows of world points (..., 3), as fractions."""
        from_center = points - self.center
        column = self.width / 2 + from_center @ self.right * self.pixels_per_metre
        row = self.height / 2 - from_center @ self.up * self.pixels_per_metre
        return np.stack([column, row], axis=-1)

    def origins(self, rows: slice, columns: slice) -> np.ndarray:
        """(rays, 3) world points on the picture plane, at the pixels' centres [m]."""
        across = np.arange(columns.start, columns.stop) + 0.5 - self.width / 2
        down = np.arange(rows.start, rows.stop) + 0.5 - self.height / 2
        plane = (
            across[None, :, None] * self.right - down[:, None, None] * self.up
        ) / self.pixels_per_metre
        return (self.center + plane).reshape(-1, 3)


@dataclass(frozen=True)
class _Canvas:
    """What is nearest to the viewer at each pixel."""

    eye: Eye
    depth: np.ndarray
    """(height, width) distance towards the viewer from the picture plane [m]."""
    normal: np.ndarray
    """(height, width, 3) world."""
    color: np.ndarray
    """(height, width, 3) 0 to 1."""
    is_figure: np.ndarray
    """(height, width) whether the pixel shows the character."""

    @classmethod
    def empty(cls, eye: Eye) -> "_Canvas":
        size = (eye.height, eye.width)
        return cls(
            eye,
            np.full(size, -np.inf),
            np.zeros((*size, 3)),
            np.zeros((*size, 3)),
            np.zeros(size, dtype=bool),
        )

    def paint(self, rows: slice, columns: slice, hits: Hits, color, *, figure) -> None:
        """Keep the hits that are nearer than what is there; normals in the world."""
        window = (rows, columns)
        depth = hits.distances.reshape(self.depth[window].shape)
        nearer = depth > self.depth[window]
        self.depth[window][nearer] = depth[nearer]
        self.normal[window][nearer] = hits.normals.reshape(*nearer.shape, 3)[nearer]
        self.color[window][nearer] = color
        self.is_figure[window][nearer] = figure

    def points(self) -> np.ndarray:
        """(height, width, 3) what each pixel shows, world [m]; zero depth if nothing."""
        everything = (slice(0, self.eye.height), slice(0, self.eye.width))
        reached = np.where(np.isfinite(self.depth), self.depth, 0)
        origins = self.eye.origins(*everything).reshape(*self.depth.shape, 3)
        return origins + reached[..., None] * self.eye.toward


def draw_poses(
    scene: Scene,
    frames: list[int],
    eye: Eye,
    ground: list[GroundSegment],
    *,
    ground_floor: float,
    ground_half_width: float,
    tile: float,
) -> np.ndarray:
    """Poses of a scene over a strip of ground.

    Args:
        scene: Whose poses.
        frames: Which of its frames, all in one picture.
        eye: From where, and how large.
        ground: The pieces of ground to draw.
        ground_floor: Down to which height the ground is solid [m].
        ground_half_width: How far the strip reaches to both sides [m].
        tile: Edge of the ground's squares [m].

    Returns:
        (height, width, 4) red, green, blue, opacity; 0 to 1, not premultiplied.
    """
    size = figure_size(scene, frames[0])
    canvas = _Canvas.empty(eye)
    _paint_figure(canvas, scene, frames)
    rows, columns = slice(0, eye.height), slice(0, eye.width)
    origins = eye.origins(rows, columns)
    for segment in ground:
        normals, offsets = _ground_faces(segment, ground_floor, ground_half_width)
        hits = convex_hits(normals, offsets, origins, eye.toward)
        canvas.paint(rows, columns, hits, _EARTH, figure=False)
    points = canvas.points()
    _lay_tiles(canvas, points, tile)
    brightness = _AMBIENT + _SKY * canvas.normal[..., 2]
    sunlight = np.maximum(canvas.normal @ LIGHT, 0)
    shadow = _shadow(scene, frames, canvas, points, size)
    brightness += _SUN * sunlight * (1 - shadow)
    # The ground keeps its own colours, whatever its slope; only shadows darken it.
    on_ground = 1 - _SHADOW * shadow
    brightness = np.where(canvas.is_figure, brightness, on_ground)
    opacity = np.isfinite(canvas.depth)
    color = np.clip(canvas.color * brightness[..., None], 0, 1)
    return np.concatenate([color, opacity[..., None]], axis=-1)


def figure_size(scene: Scene, frame: int) -> float:
    """Largest extent of the character along a world axis [m]."""
    low, high = figure_bounds(scene, frame, np.eye(3))
    return float((high - low).max())


def figure_bounds(
    scene: Scene, frame: int, directions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How far the character reaches along directions (n, 3): lowest, highest [m]."""
    lows, highs = [], []
    for shape, center, rotation in _placed(scene, frame):
        middle = directions @ center
        reach = half_extents(shape, rotation, directions)
        lows.append(middle - reach)
        highs.append(middle + reach)
    return np.min(lows, axis=0), np.max(highs, axis=0)


def _rotation(quaternion) -> np.ndarray:
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _placed(
    scene: Scene, frame: int
) -> Iterator[tuple[Shape, np.ndarray, np.ndarray]]:
    """Each shape with its centre [m] and its rotation, both world."""
    for shape in scene.shapes:
        body = _rotation(scene.orientations[frame, shape.body])
        center = scene.positions[frame, shape.body] + body @ shape.position
        yield shape, center, body @ _rotation(shape.orientation)


def _paint_figure(canvas: _Canvas, scene: Scene, frames: list[int]) -> None:
    eye = canvas.eye
    axes = np.stack([eye.right, eye.up])
    size = figure_size(scene, frames[0])
    for frame in frames:
        middle = scene.com[frame, 1]
        for shape, center, rotation in _placed(scene, frame):
            reach = half_extents(shape, rotation, axes) * eye.pixels_per_metre + 1
            column, row = eye.pixels(center)
            columns = _clipped(column, reach[0], eye.width)
            rows = _clipped(row, reach[1], eye.height)
            if columns.start >= columns.stop or rows.start >= rows.stop:
                continue
            origins = (eye.origins(rows, columns) - center) @ rotation
            hits = shape_hits(shape, origins, eye.toward @ rotation)
            in_world = Hits(hits.distances, hits.normals @ rotation.T)
            color = _rgb(shape.color) * _far_side_shade(center[1] - middle, size, eye)
            canvas.paint(rows, columns, in_world, color, figure=True)


def _clipped(middle: float, reach: float, end: int) -> slice:
    return slice(max(int(middle - reach), 0), min(int(middle + reach) + 1, end))


def _rgb(color: str) -> np.ndarray:
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def _ground_faces(
    segment: GroundSegment, floor: float, half_width: float
) -> tuple[np.ndarray, np.ndarray]:
    """The block under a ground segment, as faces for `convex_hits`."""
    run = segment.end - segment.start
    top = np.array([segment.start_height - segment.end_height, 0.0, run])
    top /= np.linalg.norm(top)
    normals = np.array(
        [top, [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], dtype=float
    )
    offsets = np.array(
        [
            top[0] * segment.start + top[2] * segment.start_height,
            -floor,
            segment.end,
            -segment.start,
            half_width,
            half_width,
        ]
    )
    return normals, offsets


def _lay_tiles(canvas: _Canvas, points: np.ndarray, tile: float) -> None:
    is_top = ~canvas.is_figure & (canvas.normal[..., 2] > 0.5)
    squares = np.floor(points[..., :2] / tile + 1e-9).sum(axis=-1)
    parity = (squares % 2).astype(int)
    canvas.color[is_top] = _TILES[parity[is_top]]


def _far_side_shade(to_the_left: float, size: float, eye: Eye) -> float:
    """Brightness of a solid, less on the side of the body turned away: legs differ.

    Args:
        to_the_left: How far left of the body's middle the solid is [m].
        size: Of the character [m].
        eye: The viewer.
    """
    beyond = -np.sign(eye.toward[1]) * to_the_left
    return 1 - _FAR_SIDE_SHADE * float(np.clip(beyond / (0.06 * size), 0, 1))


def _shadow(scene, frames, canvas: _Canvas, points, size: float) -> np.ndarray:
    """(height, width) how much of the light is blocked by the character, 0 to 1."""
    bounds = [figure_bounds(scene, frame, np.eye(3)) for frame in frames]
    low = np.min([b[0] for b in bounds], axis=0)
    high = np.max([b[1] for b in bounds], axis=0)
    center = (low + high) / 2
    span = float(np.linalg.norm(high - low)) * 1.05
    resolution = min(canvas.eye.pixels_per_metre, 260 / size)
    side = int(span * resolution)
    azimuth = float(np.arctan2(LIGHT[0], -LIGHT[1]))
    elevation = float(np.arcsin(LIGHT[2]))
    light = _Canvas.empty(Eye(azimuth, elevation, center, resolution, side, side))
    _paint_figure(light, scene, frames)

    distances = (points - center) @ light.eye.toward
    pixels = light.eye.pixels(points)
    step = max(_SHADOW_SOFTNESS * size * resolution, 1.0)
    blocked = np.zeros(distances.shape)
    offsets = [(i * step, j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    for offset in offsets:
        column, row = np.moveaxis((pixels + offset).astype(int), -1, 0)
        is_inside = (column >= 0) & (column < side) & (row >= 0) & (row < side)
        column, row = column.clip(0, side - 1), row.clip(0, side - 1)
        is_behind = light.depth[row, column] > distances + 0.02 * size
        blocked += is_inside & is_behind
    return blocked / len(offsets)
