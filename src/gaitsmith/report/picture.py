"""Draws one or more poses over the ground as a shaded picture, without a GPU.

Lines of sight are parallel (an orthographic view), so that lengths can be compared
anywhere in the picture.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from gaitsmith.report.scene import GroundSegment, Scene, Shape
from gaitsmith.report.solids import Hits, convex_hits, half_extents, shape_hits

LIGHT = np.array([-0.45, -0.62, 1.0]) / np.linalg.norm([-0.45, -0.62, 1.0])
"""Unit vector to the light, world: from behind, the right, and above."""

# Linear mixing weights of the shading, chosen by eye.
_AMBIENT, _SKY, _SUN = 0.60, 0.16, 0.52
_FAR_SIDE_SHADE = 0.26  # how much darker the far side of the body is
_SHADOW = 0.30  # how much darker a shadow is
_SHADOW_SOFTNESS = 0.012  # [fraction of the figure's size]
_SHADOW_BIAS = 0.02  # what is this near casts no shadow [fraction of the size]
_SHADOW_RESOLUTION = 200  # pixels per size of the figure

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
            np.zeros((*size, 3), dtype=np.float32),
            np.zeros((*size, 3), dtype=np.float32),
            np.zeros(size, dtype=bool),
        )

    def paint(
        self,
        rows: slice,
        columns: slice,
        hits: Hits,
        color: np.ndarray,
        *,
        figure: bool,
    ) -> None:
        """Keep the hits that are nearer than what is there; normals in the world."""
        window = (rows, columns)
        depth = hits.distances.reshape(self.depth[window].shape)
        nearer = depth > self.depth[window]
        self.depth[window][nearer] = depth[nearer]
        self.normal[window][nearer] = hits.normals.reshape(*nearer.shape, 3)[nearer]
        self.color[window][nearer] = color
        self.is_figure[window][nearer] = figure

    def points(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """(pixels, 3) what the given pixels show, world [m]."""
        eye = self.eye
        across = (columns + 0.5 - eye.width / 2) / eye.pixels_per_metre
        up = (eye.height / 2 - rows - 0.5) / eye.pixels_per_metre
        depth = self.depth[rows, columns]
        axes = np.stack([eye.right, eye.up, eye.toward])
        return eye.center + np.stack([across, up, depth], axis=-1) @ axes


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
        ground_half_width: How far the strip reaches to both sides of the picture's
            centre [m].
        tile: Edge of the ground's squares [m].

    Returns:
        (height, width, 4) red, green, blue, opacity; 0 to 1, not premultiplied.
    """
    canvas = _Canvas.empty(eye)
    _paint_figure(canvas, scene, frames)
    sides = (eye.center[1] - ground_half_width, eye.center[1] + ground_half_width)
    _paint_ground(canvas, ground, ground_floor, sides)
    picture = np.zeros((eye.height, eye.width, 4), dtype=np.float32)
    covered = np.nonzero(np.isfinite(canvas.depth))
    picture[covered] = _shaded(canvas, covered, scene, frames, tile)
    return picture


def _shaded(
    canvas: _Canvas,
    covered: tuple[np.ndarray, ...],
    scene: Scene,
    frames: list[int],
    tile: float,
) -> np.ndarray:
    """(pixels, 4) colours of the covered pixels, given as rows and columns."""
    points = canvas.points(covered[0], covered[1])
    normal, color = canvas.normal[covered], canvas.color[covered]
    is_figure = canvas.is_figure[covered]
    is_top = ~is_figure & (normal[:, 2] > 0.5)
    squares = np.floor(points[is_top, :2] / tile + 1e-9).sum(axis=1)
    color[is_top] = _TILES[(squares % 2).astype(int)]

    shadow = _shadow(scene, frames, points, canvas.eye.pixels_per_metre)
    sunlight = np.maximum(normal @ LIGHT, 0) * (1 - shadow)
    on_figure = _AMBIENT + _SKY * normal[:, 2] + _SUN * sunlight
    # The ground keeps its own colours, whatever its slope; only shadows darken it.
    brightness = np.where(is_figure, on_figure, 1 - _SHADOW * shadow)
    color = np.clip(color * brightness[:, None], 0, 1)
    return np.column_stack([color, np.ones(len(color))])


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


def _rotation(quaternion: Iterable[float]) -> np.ndarray:
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _placed(scene: Scene, frame: int) -> Iterator[tuple[Shape, np.ndarray, np.ndarray]]:
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
    segment: GroundSegment, floor: float, sides: tuple[float, float]
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
            sides[1],
            -sides[0],
        ]
    )
    return normals, offsets


def _paint_ground(
    canvas: _Canvas,
    ground: list[GroundSegment],
    floor: float,
    sides: tuple[float, float],
) -> None:
    eye = canvas.eye
    for segment in ground:
        corners = np.array(
            [
                [x, y, z]
                for x, top in (
                    (segment.start, segment.start_height),
                    (segment.end, segment.end_height),
                )
                for y in sides
                for z in (floor, top)
            ]
        )
        pixels = eye.pixels(corners)
        middle = (pixels.max(axis=0) + pixels.min(axis=0)) / 2
        reach = (pixels.max(axis=0) - pixels.min(axis=0)) / 2 + 1
        columns = _clipped(middle[0], reach[0], eye.width)
        rows = _clipped(middle[1], reach[1], eye.height)
        if columns.start >= columns.stop or rows.start >= rows.stop:
            continue
        normals, offsets = _ground_faces(segment, floor, sides)
        hits = convex_hits(normals, offsets, eye.origins(rows, columns), eye.toward)
        canvas.paint(rows, columns, hits, _EARTH, figure=False)


def _far_side_shade(to_the_left: float, size: float, eye: Eye) -> float:
    """Brightness of a solid, less on the side of the body turned away: legs differ.

    Args:
        to_the_left: How far left of the body's middle the solid is [m].
        size: Of the character [m].
        eye: The viewer.
    """
    beyond = -np.sign(eye.toward[1]) * to_the_left
    return 1 - _FAR_SIDE_SHADE * float(np.clip(beyond / (0.06 * size), 0, 1))


def _shadow(
    scene: Scene, frames: list[int], points: np.ndarray, pixels_per_metre: float
) -> np.ndarray:
    """(pixels,) how much of the light the character takes from points, 0 to 1."""
    size = figure_size(scene, 0)
    bounds = [figure_bounds(scene, frame, np.eye(3)) for frame in frames]
    low = np.min([b[0] for b in bounds], axis=0)
    high = np.max([b[1] for b in bounds], axis=0)
    center = (low + high) / 2
    span = float(np.linalg.norm(high - low)) * 1.05
    resolution = min(pixels_per_metre, _SHADOW_RESOLUTION / size)
    side = int(span * resolution) + 1
    azimuth = float(np.arctan2(LIGHT[0], -LIGHT[1]))
    elevation = float(np.arcsin(LIGHT[2]))
    light = _Canvas.empty(Eye(azimuth, elevation, center, resolution, side, side))
    _paint_figure(light, scene, frames)

    # A point is in the shadow where the light sees something nearer to it.
    distances = (points - center) @ light.eye.toward + _SHADOW_BIAS * size
    pixels = light.eye.pixels(points)
    step = max(_SHADOW_SOFTNESS * size * resolution, 1.0)
    blocked = np.zeros(len(points))
    offsets = [(i * step, j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    for offset in offsets:
        column, row = (pixels + offset).astype(int).clip(0, side - 1).T
        blocked += light.depth[row, column] > distances
    return blocked / len(offsets)
