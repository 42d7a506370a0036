"""Where to look, and from where, while a character moves."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.scene import Scene

_CALM = 0.45
"""Half of the time over which the path is averaged [s]; the player's is the same."""

_FIELD_OF_VIEW = math.radians(28)  # from top to bottom; narrow: proportions stay true
_HEIGHT = 1.44  # of what is seen around the character [fraction of its size]
_AIM = 0.08  # how far below the place is looked [fraction of its size]
_STEADY = 1.5  # s, half of the time over which the direction of walking is averaged
_STANDS = 0.1  # of the size, in that time: whoever goes less far has no direction
_ROUND = 12.0  # s, once around


class Viewpoint(NamedTuple):
    """From where a camera looks at a character."""

    words: str
    azimuth: float
    """How far ahead of the character's right side [degrees]."""
    elevation: float
    """Above the horizon [degrees]."""
    turns: bool = True
    """Whether it goes round with the character, when that turns."""
    rate: float = 0.0
    """degrees/s, at which it goes round by itself."""


VIEWPOINTS = {
    # The stride and both legs are visible.
    "companion": Viewpoint("goes along, a little ahead", 20, 12.5, turns=False),
    "side": Viewpoint("from the right side", 0, 6),
    "front": Viewpoint("from ahead", 90, 8),
    "three-quarter": Viewpoint("from ahead and the right", 45, 14),
    "follow": Viewpoint("from behind", -90, 18),
    "orbit": Viewpoint("once around in 12 s", 20, 14, turns=False, rate=360 / _ROUND),
}
COMPANION = "companion"


def companion(place: np.ndarray, size: float, width: int, height: int) -> Eye:
    """A viewer who goes along with a character.

    Args:
        place: (3,) where it is, about the centre of mass [m].
        size: how large it is [m].
        width: of the pictures [pixels].
        height: of the pictures [pixels].
    """
    point = VIEWPOINTS[COMPANION]
    azimuth, elevation = math.radians(point.azimuth), math.radians(point.elevation)
    return _eye(place, size, (width, height), azimuth, elevation)


def camera(
    scene: Scene, name: str, size: float, shape: tuple[int, int]
) -> Callable[[int], Eye]:
    """Where one of `VIEWPOINTS` looks from in each frame.

    Args:
        scene: what it looks at.
        name: of the viewpoint.
        size: of the character [m].
        shape: width and height of the pictures [pixels].
    """
    point, path = VIEWPOINTS[name], calm_path(scene)
    azimuths = np.full(len(path), math.radians(point.azimuth))
    azimuths += np.radians(point.rate) / scene.frame_rate * np.arange(len(path))
    if point.turns:
        azimuths += _directions(scene.com, scene.frame_rate, size)
    elevation = math.radians(point.elevation)
    return lambda frame: _eye(
        path[frame], size, shape, float(azimuths[frame]), elevation
    )


def _eye(
    place: np.ndarray,
    size: float,
    shape: tuple[int, int],
    azimuth: float,
    elevation: float,
) -> Eye:
    seen = _HEIGHT * size
    return Eye(
        azimuth,
        elevation,
        place - np.array([0.0, 0.0, _AIM * size]),
        shape[1] / seen,
        *shape,
        distance=seen / 2 / math.tan(_FIELD_OF_VIEW / 2),
    )


def _directions(com: np.ndarray, frame_rate: float, size: float) -> np.ndarray:
    """(frames,) in which direction it walks [rad], steadily; standing: as before."""
    frames, reach = np.arange(len(com)), round(_STEADY * frame_rate)
    after, before = (
        np.minimum(frames + reach, len(com) - 1),
        np.maximum(frames - reach, 0),
    )
    way = (com[after] - com[before])[:, :2]
    moves = np.flatnonzero(np.linalg.norm(way, axis=1) > _STANDS * size)
    if len(moves) == 0:
        return np.zeros(len(com))
    found = np.unwrap(np.arctan2(way[moves, 1], way[moves, 0]))
    return averaged_path(np.interp(frames, moves, found)[:, None], frame_rate)[:, 0]


def calm_path(scene: Scene) -> np.ndarray:
    """(frames, 3) path of the centre of mass [m] without the bob of each step.

    It is averaged over a window that shrinks at both ends: it starts and ends in place.
    """
    return averaged_path(scene.com, scene.frame_rate)


def averaged_path(path: np.ndarray, frame_rate: float) -> np.ndarray:
    """(frames, n) a path averaged over about a second; its ends stay where they are."""
    sums = np.vstack([0.0 * path[:1], np.cumsum(path, axis=0)])
    frames = np.arange(len(path))
    half_window = round(_CALM * frame_rate)
    reach = np.minimum(np.minimum(frames, frames[::-1]), half_window)
    return (sums[frames + reach + 1] - sums[frames - reach]) / (2 * reach + 1)[:, None]
