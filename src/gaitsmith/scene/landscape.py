"""Endless ground that fades into the distance, as seen by a viewer nearby.

The colours are those of the page's player.
"""

from dataclasses import dataclass

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground import Ground
from gaitsmith.scene.ground_faces import Face, Look, Sight, faces_of

SKY = np.array([233, 237, 240], dtype=np.float32)
"""Red, green, blue of the background, 0 to 255."""

_TILES = np.array([[230, 234, 238], [208, 215, 222]], dtype=np.float32)

# Where the ground begins and ends to fade, beyond the middle [fraction of the size].
_FOG = (1.5, 9.0)
_NEAR = 0.9  # what is nearer to the viewer is not drawn [fraction of the distance]
_EDGE = 0.02  # neighbours that differ more in brightness are drawn more finely
_FINENESS = 2  # how many times more finely, in both directions
_EVERYWHERE = (slice(None), slice(None))


@dataclass(frozen=True)
class Landscape:
    """The ground in one picture."""

    eye: Eye
    row: int
    """First row of the picture that may show ground; those above show the sky."""
    depth: np.ndarray
    """(rows from the first, width) distance of the ground from the picture plane [m],
    minus infinity where there is none."""
    colors: np.ndarray
    """(rows from the first, width, 3) red, green, blue; 0 to 255."""


def draw_landscape(ground: Ground, eye: Eye, size: float, unit: float) -> Landscape:
    """The ground without what is on it.

    Args:
        ground: What to draw.
        eye: From where; at a finite distance.
        size: Of the character, which sets how far one sees [m].
        unit: What two tiles of the ground span [m].
    """
    fog = (_FOG[0] * size, _FOG[1] * size)
    faces = faces_of(ground, *_range_of_x(eye, fog[1]), unit)
    row = _first_row(eye, faces, fog[1])
    across, upward = eye.plane(np.arange(row, eye.height), np.arange(eye.width))
    view = _View(eye, Sight.of(eye, across[None, :], upward[:, None]))
    for face in faces:
        view.add(face, _window(eye, face, row, fog[1]))
    colors = view.colors(fog, unit / 2)
    rows, columns = np.nonzero(_is_edge(view.brightness))
    if len(rows):
        finer = eye.enlarged(_FINENESS)
        steps = [(i, j) for i in range(_FINENESS) for j in range(_FINENESS)]
        across, upward = finer.plane(
            np.array([(rows + row) * _FINENESS + i for i, _ in steps]),
            np.array([columns * _FINENESS + j for _, j in steps]),
        )
        details = _View(finer, Sight.of(finer, across, upward))
        for face in faces:
            details.add(face)
        colors[rows, columns] = details.colors(fog, unit / 2).mean(axis=0)
    return Landscape(eye, row, view.depth, colors)


class _View:
    """What is nearest along each line of sight."""

    def __init__(self, eye: Eye, sight: Sight) -> None:
        self._eye = eye
        self._sight = sight
        shape = np.broadcast_shapes(*(part.shape for part in sight.origins))
        self.depth = np.full(shape, -np.inf, dtype=np.float32)
        self.slope = np.ones(shape, dtype=np.float32)
        self.brightness = np.ones(shape, dtype=np.float32)

    def add(self, face: Face, window: tuple[slice, slice] = _EVERYWHERE) -> None:
        """Keep what is seen of a face, but not what is too near."""
        parts = (
            [
                part[window[0], window[1] if part.shape[1] > 1 else slice(None)]
                for part in v
            ]
            for v in self._sight
        )
        look: Look = face.look(Sight(*parts), self._eye.center)
        seen = look.seen & (look.depth < _NEAR * self._eye.distance)
        seen &= look.depth > self.depth[window]
        np.copyto(self.depth[window], look.depth, where=seen)
        np.copyto(self.slope[window], look.slope, where=seen)
        np.copyto(self.brightness[window], look.brightness, "same_kind", where=seen)

    def colors(self, fog: tuple[float, float], tile: float) -> np.ndarray:
        """(..., 3) red, green, blue; 0 to 255.

        Args:
            fog: Where the ground begins and ends to fade, beyond the middle [m].
            tile: Edge of the ground's squares [m].
        """
        near, far = map(np.float32, fog)
        opacity = np.clip((self.depth + far) / (far - near), 0, 1)
        brightness = opacity * self.brightness
        checker = self._checker(tile)
        checker *= brightness
        picture = np.empty((*opacity.shape, 3), dtype=np.float32)
        for channel, (sky, light, dark) in enumerate(zip(SKY, *_TILES, strict=True)):
            part = brightness * ((light + dark) / 2)
            part += checker * ((light - dark) / 2)
            opacity_of_sky = 1 - opacity
            opacity_of_sky *= sky
            np.add(part, opacity_of_sky, out=picture[..., channel])
        return picture

    def _checker(self, tile: float) -> np.ndarray:
        """1 on light tiles, -1 on dark ones, smooth between them at a pixel's scale."""
        eye = self._eye
        depth = np.maximum(self.depth, np.float32(-1e3 * eye.distance))
        # A pixel's length on the ground: across, and along the line of sight.
        across = 1 - depth / np.float32(eye.distance)
        across /= np.float32(eye.pixels_per_metre * tile)
        along = across / np.maximum(self.slope, np.float32(1e-3))
        value = (self.brightness == 1).astype(np.float32)
        for axis in range(2):
            place = self._sight.origins[axis] + depth * self._sight.directions[axis]
            place += np.float32(eye.center[axis] % (2 * tile))
            place /= np.float32(tile)
            width = across * np.float32(abs(eye.right[axis]))
            width += along * np.float32(abs(eye.toward[axis]))
            value *= _soft_square_wave(place, width)
        return value


def _soft_square_wave(place: np.ndarray, width: np.ndarray) -> np.ndarray:
    """A wave that jumps between -1 and 1 at whole numbers, averaged over a width."""
    edge = np.round(place)
    ramp = place - edge
    ramp /= width
    np.clip(ramp, -0.5, 0.5, out=ramp)
    edge *= 0.5
    edge -= np.floor(edge)  # 0 at an even number, 0.5 at an odd one: rising, falling
    edge *= -8
    edge += 2
    ramp *= edge
    return ramp


def _range_of_x(eye: Eye, far: float) -> tuple[float, float]:
    """Between which places ground can be seen [m]."""
    rows = np.array([0, 0, eye.height, eye.height])
    columns = np.array([0, eye.width, 0, eye.width])
    x = [
        eye.points(rows, columns, np.full(4, depth, dtype=np.float32))[:, 0]
        for depth in (-far, _NEAR * eye.distance)
    ]
    return float(np.min(x)), float(np.max(x))


def _first_row(eye: Eye, faces: list[Face], far: float) -> int:
    """Lines of sight in the rows above end in fog before they meet the ground."""
    top = max((z for face in faces for _, z in face.outline), default=-np.inf)
    depth = np.full(eye.height, -far, dtype=np.float32)
    points = eye.points(np.arange(eye.height), np.zeros(eye.height), depth)
    return int((points[:, 2] > top).sum())


def _window(eye: Eye, face: Face, row: int, far: float) -> tuple[slice, slice]:
    """Which rows, counted from the first, and columns may show a face."""
    points = []
    for x, z in face.outline:
        for depth in (-far, _NEAR * eye.distance):
            ahead = (x - eye.center[0]) * eye.toward[0]
            above = (z - eye.center[2]) * eye.toward[2]
            y = eye.center[1] + (depth - ahead - above) / eye.toward[1]
            points.append([x, y, z])
    rows, columns = eye.window_of(np.array(points))
    start = max(rows.start - row, 0)
    return slice(start, max(rows.stop - row, start)), columns


def _is_edge(brightness: np.ndarray) -> np.ndarray:
    """Where brightness jumps, on both sides."""
    is_edge = np.zeros(brightness.shape, dtype=bool)
    down = np.abs(np.diff(brightness, axis=0)) > _EDGE
    across = np.abs(np.diff(brightness, axis=1)) > _EDGE
    is_edge[1:] |= down
    is_edge[:-1] |= down
    is_edge[:, 1:] |= across
    is_edge[:, :-1] |= across
    return is_edge
