"""Endless ground that fades into the distance, as seen by a viewer nearby.

The colours are those of the page's player.
"""

from dataclasses import dataclass

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.face_sight import NEAREST, SeenFace
from gaitsmith.scene.ground import Ground
from gaitsmith.scene.ground_faces import Face, breaks, surface

SKY = np.array([233, 237, 240], dtype=np.float32)
"""Red, green, blue of the background, 0 to 255."""

_TILES = np.array([[230, 234, 238], [208, 215, 222]], dtype=np.float32)
_STEP, _DEEP = 0.78, 0.28  # brightness of the face of a step, of the bottom of a hole

# Where the ground begins and ends to fade, beyond the middle [fraction of the size].
_FOG = (1.5, 9.0)
_EDGE = 0.02  # neighbours that differ more in brightness are drawn more finely
_FINENESS = 2  # how many times more finely, in both directions


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
    x, y = _ranges(eye, fog[1])
    faces = [
        *(Face("top", piece) for piece in surface(ground, x, y)),
        *breaks(ground, x, y, unit),
    ]
    row = _first_row(eye, faces, fog[1])
    across, upward = eye.plane(np.arange(row, eye.height), np.arange(eye.width))
    view = _View(eye, across[None, :], upward[:, None])
    for face in faces:
        view.add(face, row)
    colors = view.colors(fog, unit / 2)
    rows, columns = np.nonzero(_is_edge(view.brightness))
    if len(rows):
        finer = eye.enlarged(_FINENESS)
        steps = [(i, j) for i in range(_FINENESS) for j in range(_FINENESS)]
        across, upward = finer.plane(
            np.array([(rows + row) * _FINENESS + i for i, _ in steps]),
            np.array([columns * _FINENESS + j for _, j in steps]),
        )
        details = _View(finer, across, upward)
        for face in faces:
            details.add(face)
        colors[rows, columns] = details.colors(fog, unit / 2).mean(axis=0)
    return Landscape(eye, row, view.depth, colors)


class _View:
    """What is nearest along lines of sight through places of the picture plane."""

    def __init__(self, eye: Eye, across: np.ndarray, upward: np.ndarray) -> None:
        """Places as `Eye.plane` has them, of shapes that go together."""
        self._eye, self._across, self._upward = eye, across, upward
        shape = np.broadcast_shapes(across.shape, upward.shape)
        self.depth = np.full(shape, -np.inf, dtype=np.float32)
        self.slope = np.ones(shape, dtype=np.float32)
        self.brightness = np.ones(shape, dtype=np.float32)

    def add(self, face: Face, row: int | None = None) -> None:
        """Keep what is seen of a face.

        Args:
            face: of the ground.
            row: of the picture that the first places are in, if the places are whole
                rows; others are all looked at.
        """
        seen_face = SeenFace(self._eye, face.corners)
        if not seen_face.is_seen:
            return
        window, across, upward = (slice(None), slice(None)), self._across, self._upward
        if row is not None:
            rows, columns = self._eye.window_of(seen_face.corners)
            start = max(rows.start - row, 0)
            window = slice(start, max(rows.stop - row, start)), columns
            across, upward = across[:, columns], upward[window[0]]
        look = seen_face.look(across, upward)
        seen = look.seen & (look.depth > self.depth[window])
        np.copyto(self.depth[window], look.depth, where=seen)
        np.copyto(self.slope[window], look.slope, where=seen)
        np.copyto(
            self.brightness[window],
            self._brightness(face, upward, look.depth),
            "same_kind",
            where=seen,
        )

    def _brightness(
        self, face: Face, upward: np.ndarray, depth: np.ndarray
    ) -> np.ndarray | float:
        """1 on tiles, less elsewhere."""
        if face.kind == "top":
            return 1.0
        z = self._place(2, 0.0, upward, depth) + np.float32(self._eye.center[2])
        return _STEP + (_DEEP - _STEP) * face.shade(z)

    def _place(
        self,
        axis: int,
        across: np.ndarray | float,
        upward: np.ndarray,
        depth: np.ndarray,
    ) -> np.ndarray:
        """What is seen at a depth, along a world axis from the eye's centre [m]."""
        right, up, toward = self._eye.axes[:, axis].astype(np.float32)
        nearness = 1 - depth / np.float32(self._eye.distance)
        return (across * right + upward * up) * nearness + depth * toward

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
            place = self._place(axis, self._across, self._upward, depth)
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


def _ranges(eye: Eye, far: float) -> list[tuple[float, float]]:
    """Between which x and y ground can be seen [m]."""
    rows = np.array([0, 0, eye.height, eye.height])
    columns = np.array([0, eye.width, 0, eye.width])
    points = np.vstack(
        [
            eye.points(rows, columns, np.full(4, depth, dtype=np.float32))
            for depth in (-far, NEAREST * eye.distance)
        ]
    )
    return [(float(part.min()), float(part.max())) for part in points.T[:2]]


def _first_row(eye: Eye, faces: list[Face], far: float) -> int:
    """Lines of sight in the rows above end in fog before they meet the ground."""
    top = max((z for face in faces for _, _, z in face.corners), default=-np.inf)
    depth = np.full(eye.height, -far, dtype=np.float32)
    points = eye.points(np.arange(eye.height), np.zeros(eye.height), depth)
    return int((points[:, 2] > top).sum())


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
