"""The faces of a terrain, and where lines of sight meet them."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground import Crevasse, Ground, GroundSegment
from gaitsmith.scene.ground_pieces import Rim, rims

# Brightness of what is not a tile: where ground breaks off, the face of a step, and
# below the rim of a gap or a crevasse down to its depth.
_WALL, _RIM, _DEEP = 0.78, 0.55, 0.28
_GAP_DEPTH = 0.8  # where a gap is darkest [fraction of two tiles]
_EDGE = 0.02  # width of the band where ground breaks off [fraction of two tiles]


class Sight(NamedTuple):
    """Lines of sight, component by component: x, y, z, of shapes that go together."""

    origins: list[np.ndarray]
    """Where they pass the picture plane, from the eye's centre [m]."""
    directions: list[np.ndarray]
    """To the viewer; see `Eye`."""

    @classmethod
    def of(cls, eye: Eye, across: np.ndarray, upward: np.ndarray) -> "Sight":
        """Lines through places of the picture plane, see `Eye.plane`."""
        right, up, toward = eye.axes.astype(np.float32)
        origins = [
            # Nothing to the right is higher: a row has one height.
            upward * up[axis] + (across * right[axis] if right[axis] else 0)
            for axis in range(3)
        ]
        return cls(
            origins,
            [
                toward[axis] - origins[axis] / np.float32(eye.distance)
                for axis in range(3)
            ],
        )


class Look(NamedTuple):
    """What lines of sight meet of one face."""

    seen: np.ndarray
    depth: np.ndarray
    """[m]; anything where the face is not seen, and so below."""
    slope: np.ndarray
    """How steeply the line of sight meets the face."""
    brightness: np.ndarray | float
    """1 on tiles, less elsewhere."""


@dataclass(frozen=True)
class Top:
    """Ground that can be stood on, or the bottom of a gap."""

    segment: GroundSegment
    breaks_off: tuple[bool, bool] = (False, False)
    """Whether the ground does not go on at its height, at the rear and the front."""
    brightness: float = 1.0
    band: float = 0.0
    """How wide the edge is marked where the ground breaks off [m]."""
    crevasses: tuple[Crevasse, ...] = ()
    """What is cut out of it."""

    @property
    def outline(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Both ends as x and z [m]."""
        start, start_height, end, end_height = self.segment
        return (start, start_height), (end, end_height)

    def look(self, sight: Sight, center: np.ndarray) -> Look:
        """Where lines of sight, given from a centre, meet it."""
        (x, _, z), (dx, _, dz) = sight
        (start, height), (end, end_height) = self.outline
        grade = np.float32((end_height - height) / (end - start))
        height += grade * (center[0] - start) - center[2]
        slope, room = dz, np.float32(height) - z
        if grade:  # level ground has one depth all along a row
            slope, room = dz - grade * dx, room + grade * x
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = room / slope
            place = x + depth * dx
        rear, front = np.float32(start - center[0]), np.float32(end - center[0])
        seen = (place >= rear) & (place < front) & (slope > 0)
        brightness = self.brightness
        if any(self.breaks_off):
            rear += np.float32(self.band) if self.breaks_off[0] else 0
            front -= np.float32(self.band) if self.breaks_off[1] else 0
            is_inside = (place >= rear) & (place < front)
            brightness = np.where(is_inside, self.brightness, _WALL)
        for crevasse in self.crevasses:
            reach = _reach(crevasse, sight, center, depth)
            seen &= reach > 0
            brightness = np.where(reach < self.band, _WALL, brightness)
        return Look(seen, depth, slope, brightness)


@dataclass(frozen=True)
class Wall:
    """An upright face at a step or a gap."""

    x: float
    """[m]"""
    rim: float
    """z of its upper edge [m]."""
    bottom: float
    """z of its lower edge [m]."""
    facing: int
    """1: to the front, -1: to the rear."""
    is_at_gap: bool
    crevasses: tuple[Crevasse, ...] = ()
    """What is cut out of it."""

    @property
    def outline(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Both edges as x and z [m]."""
        return (self.x, self.bottom), (self.x, self.rim)

    def look(self, sight: Sight, center: np.ndarray) -> Look:
        """Where lines of sight, given from a centre, meet it."""
        (x, _, z), (dx, _, dz) = sight
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (np.float32(self.x - center[0]) - x) / dx
            below = np.float32(self.rim - center[2]) - (z + depth * dz)
        fall = below / np.float32(self.rim - self.bottom)
        seen = (fall >= 0) & (fall <= 1) & (self.facing * dx > 0)
        brightness = _RIM + (_DEEP - _RIM) * fall if self.is_at_gap else _WALL
        for crevasse in self.crevasses:
            seen &= _reach(crevasse, sight, center, depth) > 0
        return Look(seen, depth, dx, brightness)


@dataclass(frozen=True)
class CrevasseWall:
    """An upright face below a straight edge of a crevasse."""

    rim: Rim
    bottom: float
    """z of its lower edge [m]."""

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """Its corners as x and z [m]."""
        return tuple((x, height) for x, _, z in self.rim for height in (z, self.bottom))

    def look(self, sight: Sight, center: np.ndarray) -> Look:
        """Where lines of sight, given from a centre, meet it."""
        (x, y, z), (dx, dy, dz) = sight
        start, end = (np.array(point) - center for point in self.rim)
        way = end - start
        length = np.float32(np.hypot(way[0], way[1]))
        cosine, sine = (np.float32(part) / length for part in way[:2])
        facing = cosine * dy - sine * dx  # the crevasse is on the left of its rim
        from_start = cosine * (y - np.float32(start[1]))
        from_start -= sine * (x - np.float32(start[0]))
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = -from_start / facing
            along = cosine * (x + depth * dx - np.float32(start[0]))
            along += sine * (y + depth * dy - np.float32(start[1]))
            rim = np.float32(start[2]) + np.float32(way[2]) / length * along
            height = z + depth * dz
            fall = (rim - height) / (rim - np.float32(self.bottom - center[2]))
        seen = (facing > 0) & (along >= 0) & (along <= length)
        seen &= (fall >= 0) & (fall <= 1)
        return Look(seen, depth, facing, _RIM + (_DEEP - _RIM) * fall)


@dataclass(frozen=True)
class CrevasseBottom:
    """As deep as a crevasse is drawn."""

    crevasse: Crevasse
    z: float
    """[m]"""

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """Its corners as x and z [m]."""
        return tuple((x, self.z) for x, _ in self.crevasse.corners)

    def look(self, sight: Sight, center: np.ndarray) -> Look:
        """Where lines of sight, given from a centre, meet it."""
        (_, _, z), (_, _, dz) = sight
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = (np.float32(self.z - center[2]) - z) / dz
        reach = _reach(self.crevasse, sight, center, depth)
        return Look((reach <= 0) & (dz > 0), depth, dz, _DEEP)


Face = Top | Wall | CrevasseWall | CrevasseBottom


def _reach(
    crevasse: Crevasse, sight: Sight, center: np.ndarray, depth: np.ndarray
) -> np.ndarray:
    """How far points of lines of sight are outside a crevasse [m]; negative inside."""
    (x, y, _), (dx, dy, _) = sight
    dx = x + depth * dx + np.float32(center[0] - crevasse.center[0])
    dy = y + depth * dy + np.float32(center[1] - crevasse.center[1])
    cosine = np.float32(np.cos(crevasse.heading))
    sine = np.float32(np.sin(crevasse.heading))
    along = np.abs(cosine * dx + sine * dy) - np.float32(crevasse.width / 2)
    across = np.abs(cosine * dy - sine * dx) - np.float32(crevasse.length / 2)
    return np.maximum(along, across)


def faces_of(ground: Ground, x_from: float, x_to: float, unit: float) -> list[Face]:
    """The faces of the ground between two places [m]; two tiles span a unit [m]."""
    segments = ground.segments(x_from, x_to)
    holes = ground.crevasses
    tops = [Top(segment, band=_EDGE * unit, crevasses=holes) for segment in segments]
    others: list[Face] = _crevasse_faces(ground, x_from, x_to, unit)
    for i, (rear, front) in enumerate(pairwise(segments)):
        heights = (rear.end_height, front.start_height)
        is_gap = front.start - rear.end > 1e-6
        if not is_gap and abs(heights[1] - heights[0]) < 1e-6:
            continue
        low = min(heights) - (_GAP_DEPTH * unit if is_gap else 0)
        if heights[0] > low:
            others.append(Wall(rear.end, heights[0], low, 1, is_gap, holes))
        if heights[1] > low:
            others.append(Wall(front.start, heights[1], low, -1, is_gap, holes))
        if is_gap:
            bottom = GroundSegment(rear.end, low, front.start, low)
            others.append(Top(bottom, brightness=_DEEP))
        tops[i] = replace(tops[i], breaks_off=(tops[i].breaks_off[0], True))
        tops[i + 1] = replace(tops[i + 1], breaks_off=(True, False))
    return [*tops, *others]


def _crevasse_faces(
    ground: Ground, x_from: float, x_to: float, unit: float
) -> list[Face]:
    faces: list[Face] = []
    for crevasse, edges in zip(
        ground.crevasses, rims(ground, x_from, x_to), strict=True
    ):
        if edges:
            bottom = min(z for rim in edges for _, _, z in rim) - _GAP_DEPTH * unit
            faces += [CrevasseWall(rim, bottom) for rim in edges]
            faces.append(CrevasseBottom(crevasse, bottom))
    return faces
