"""Pictures of faces and solids in colour: tiles, light, shadows, haze, smooth edges."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.colors import rgb
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_faces import Face
from gaitsmith.scene.pictured_body import Solid, bounds_of
from gaitsmith.scene.sight import LIGHT, NOTHING, Sight

# Materials; of tiles, what is between light and dark; of solids, that of the first.
_TOP, _LIGHT, _DARK, _SIDE, _SOLIDS = range(5)
_FAR_SIDE_SHADE = 0.26  # how much darker the far side of the body is
_EDGE = 0.06  # neighbours that differ more in brightness are drawn more finely
_FINENESS = 2  # how many times more finely, in both directions


class Tones(NamedTuple):
    """Colours of the ground, written #rrggbb."""

    light: str
    dark: str
    side: str
    """Of what is not walked on."""


class Haze(NamedTuple):
    """What the distance fades into."""

    near: float
    """Where it begins, beyond the middle of the picture [m]."""
    far: float
    """Where nothing else is left [m]."""
    color: str
    """Written #rrggbb."""


@dataclass(frozen=True)
class Subject:
    """All that is in a picture, at one moment."""

    faces: list[Face]
    tones: Tones
    tile: float
    """Edge of the ground's squares [m]."""
    solids: list[Solid]
    size: float
    """Of the character [m]."""
    haze: Haze | None = None
    """None: there is no background."""


class Drawing(NamedTuple):
    """A picture, and how far away what it shows is."""

    pixels: np.ndarray
    """(height, width, 4) red, green, blue, opacity; 0 to 255."""
    depth: np.ndarray
    """(height, width) towards the viewer [m]; minus infinity where nothing is."""


def draw(subject: Subject, eye: Eye) -> Drawing:
    """The picture that an eye sees, with smooth edges."""
    painter = _Painter(subject, eye)
    across, upward = eye.places()
    sight = painter.look(across, upward)
    paper = painter.paper(sight)
    rows, columns = np.nonzero(_edges(sight))
    if len(rows):
        step = np.float32(1 / (_FINENESS * eye.pixels_per_metre))
        shift = (np.arange(_FINENESS) - (_FINENESS - 1) / 2).astype(np.float32) * step
        aside, up = (part.reshape(-1, 1) for part in np.meshgrid(shift, shift))
        finer = painter.look(
            (across[0, columns] + aside).ravel(), (upward[rows, 0] + up).ravel()
        )
        mean = painter.paper(finer).reshape(4, len(aside), -1).mean(axis=1)
        # In the mean, colours count as much as they are opaque.
        mean[:3] /= np.maximum(mean[3], np.float32(1e-6))
        paper[:, rows, columns] = mean
    pixels = np.minimum(paper * 255 + np.float32(0.5), 255).astype(np.uint8)
    return Drawing(np.ascontiguousarray(np.moveaxis(pixels, 0, -1)), sight.depth)


def _edges(sight: Sight) -> np.ndarray:
    """Where another thing or another brightness begins, on both sides."""
    is_edge = np.zeros(sight.depth.shape, dtype=bool)
    brightness = sight.ambient + sight.sunlight
    for axis in range(2):
        jumps = np.diff(sight.material, axis=axis) != 0
        jumps |= np.abs(np.diff(brightness, axis=axis)) > _EDGE
        before, after = [slice(None)] * 2, [slice(None)] * 2
        before[axis], after[axis] = slice(None, -1), slice(1, None)
        is_edge[tuple(before)] |= jumps
        is_edge[tuple(after)] |= jumps
    return is_edge


class _Painter:
    """Knows what there is, and its colours."""

    def __init__(self, subject: Subject, eye: Eye) -> None:
        self._subject, self._eye = subject, eye
        self._shadows = None
        if subject.solids:
            most = eye.pixels_per_metre
            self._shadows = ShadowMap.of(subject.solids, subject.size, most)
        light, dark, side = (_color(tone) for tone in subject.tones)
        colors = [(light + dark) / 2, light, dark, side]
        colors += [
            _color(one.shape.color) * self._far_side_shade(one.aside)
            for one in subject.solids
        ]
        self._colors = np.array(colors, dtype=np.float32)

    def _far_side_shade(self, aside: float) -> float:
        """Less on the side of the body that is turned away: legs differ."""
        beyond = -np.sign(self._eye.toward[1]) * aside
        share = np.clip(beyond / (0.06 * self._subject.size), 0, 1)
        return 1 - _FAR_SIDE_SHADE * float(share)

    def look(self, across: np.ndarray, upward: np.ndarray) -> Sight:
        """What is seen at places; see `Sight`."""
        sight = Sight(self._eye, across, upward)
        for face in self._subject.faces:
            sight.add_face(face, _TOP if face.kind == "top" else _SIDE)
        for number, solid in enumerate(self._subject.solids, start=_SOLIDS):
            sight.add_solid(solid, number)
        return sight

    def paper(self, sight: Sight) -> np.ndarray:
        """(4, ...) red, green, blue, opacity; 0 to 1."""
        shape, haze = sight.depth.shape, self._subject.haze
        paper = np.zeros((4, sight.depth.size), dtype=np.float32)
        if haze is not None:
            paper[:] = np.append(_color(haze.color), 1)[:, None]
        seen = np.flatnonzero(sight.material != NOTHING)
        across, upward = (
            np.broadcast_to(part, shape).ravel()[seen]
            for part in (sight.across, sight.upward)
        )
        depth, material = sight.depth.ravel()[seen], sight.material.ravel()[seen]
        points = self._eye.points(across, upward, depth)
        brightness = sight.sunlight.ravel()[seen]
        if self._shadows is not None:
            brightness *= 1 - self._shadows.share(points)
        brightness += sight.ambient.ravel()[seen]
        contrast = self._checker(points[:2], across, upward, depth)
        contrast *= (material == _TOP) / np.float32(2)
        share = np.float32(1)
        if haze is not None:
            clear = (depth + np.float32(haze.far)) / np.float32(haze.far - haze.near)
            share = np.clip(clear, 0, 1)
        # Channel by channel: sums over a short axis of an array are slow.
        for channel, tones in zip(paper, self._colors.T, strict=False):
            color = tones[material] + contrast * (tones[_LIGHT] - tones[_DARK])
            channel[seen] += (color * brightness - channel[seen]) * share
        paper[3, seen] = 1
        return paper.reshape(4, *shape)

    def _checker(
        self,
        places: np.ndarray,
        across: np.ndarray,
        upward: np.ndarray,
        depth: np.ndarray,
    ) -> np.ndarray:
        """1 on light tiles, -1 on dark ones, smooth between them at a pixel's scale."""
        eye, tile = self._eye, self._subject.tile
        right, up, toward = eye.axes.astype(np.float32)
        distance = np.float32(eye.distance)
        # A pixel's length on the ground: across, and along the line of sight.
        width = (1 - depth / distance) / np.float32(eye.pixels_per_metre * tile)
        slope = toward[2] - (across * right[2] + upward * up[2]) / distance
        length = width / np.maximum(slope, np.float32(1e-3))
        value = np.ones_like(depth)
        for axis in range(2):
            blur = width * abs(right[axis]) + length * abs(toward[axis])
            value *= _soft_square_wave(places[axis] / np.float32(tile), blur)
        return value


def _soft_square_wave(place: np.ndarray, width: np.ndarray) -> np.ndarray:
    """A wave that jumps between -1 and 1 at whole numbers, averaged over a width."""
    edge = np.round(place)
    ramp = np.clip((place - edge) / width, np.float32(-0.5), np.float32(0.5))
    rising = 2 - 4 * (edge.astype(np.int32) & 1).astype(np.float32)
    return rising * ramp


def _color(text: str) -> np.ndarray:
    return np.array(rgb(text), dtype=np.float32) / np.float32(255)


# Fractions of the figure's size.
_SOFTNESS = 0.012
_BIAS = 0.02  # what is this near casts no shadow
_RESOLUTION = 200  # pixels per size of the figure


@dataclass(frozen=True)
class ShadowMap:
    """What the light sees of a character."""

    eye: Eye
    """That of the light; its lines are parallel."""
    depth: np.ndarray
    """(height, width) of what it sees [m]."""
    bias: float
    """What is this near casts no shadow [m]."""
    softness: float
    """Half the width of a shadow's edge [pixels of the light]."""

    @classmethod
    def of(cls, solids: Iterable[Solid], size: float, most: float) -> "ShadowMap":
        """The shadow that solids cast.

        Args:
            solids: One character, or the same one several times.
            size: Of the character [m].
            most: Pixels per metre beyond which detail would not be seen.
        """
        solids = list(solids)
        low, high = bounds_of(solids, np.eye(3))
        resolution = min(most, _RESOLUTION / size)
        side = int(float(np.linalg.norm(high - low)) * 1.05 * resolution) + 1
        azimuth = float(np.arctan2(LIGHT[0], -LIGHT[1]))
        elevation = float(np.arcsin(LIGHT[2]))
        eye = Eye(azimuth, elevation, (low + high) / 2, resolution, side, side)
        seen = Sight(eye, *eye.places())
        for solid in solids:
            seen.add_solid(solid, 0)
        softness = max(_SOFTNESS * size * resolution, 1.0)
        return cls(eye, seen.depth, _BIAS * size, softness)

    def share(self, points: np.ndarray) -> np.ndarray:
        """(points,) how much of the light is taken from (3, points) [m], 0 to 1."""
        half = np.float32(self.eye.width / 2)
        near, found = np.arange(points.shape[1]), points
        for axis in range(2):
            place = np.abs(self._along(axis, found))
            inside = np.flatnonzero(place < half + np.float32(self.softness + 1))
            near, found = near[inside], found[:, inside]
        column, row, depth = (self._along(axis, found) for axis in range(3))
        depth = depth / np.float32(self.eye.pixels_per_metre) + np.float32(self.bias)
        share = np.zeros(points.shape[1], dtype=np.float32)
        share[near] = self._blocked(column + half, half - row, depth)
        return share

    def _along(self, axis: int, points: np.ndarray) -> np.ndarray:
        """(points,) how far they are from the middle along an axis [pixels]."""
        eye = self.eye
        a, b, c = (eye.axes[axis] * eye.pixels_per_metre).astype(np.float32)
        middle = np.float32(eye.axes[axis] @ eye.center * eye.pixels_per_metre)
        return a * points[0] + b * points[1] + c * points[2] - middle

    def _blocked(
        self, column: np.ndarray, row: np.ndarray, depth: np.ndarray
    ) -> np.ndarray:
        """How often, around a pixel, the light sees something nearer to it."""
        side, seen = self.eye.width, self.depth.ravel()
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
