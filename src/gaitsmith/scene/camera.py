"""Where to look, and from where, while a character moves."""

import math

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.scene import Scene

_CALM = 0.45
"""Half of the time over which the path is averaged [s]; the player's is the same."""

# From the right, a little ahead and above: the stride and both legs are visible.
_AZIMUTH, _ELEVATION = math.radians(20), math.radians(12.5)
_FIELD_OF_VIEW = math.radians(28)  # from top to bottom; narrow: proportions stay true
_HEIGHT = 1.44  # of what is seen around the character [fraction of its size]
_AIM = 0.08  # how far below the place is looked [fraction of its size]


def companion(place: np.ndarray, size: float, width: int, height: int) -> Eye:
    """A viewer who goes along with a character.

    Args:
        place: (3,) where it is, about the centre of mass [m].
        size: how large it is [m].
        width: of the pictures [pixels].
        height: of the pictures [pixels].
    """
    seen = _HEIGHT * size
    return Eye(
        _AZIMUTH,
        _ELEVATION,
        place - np.array([0.0, 0.0, _AIM * size]),
        height / seen,
        width,
        height,
        distance=seen / 2 / math.tan(_FIELD_OF_VIEW / 2),
    )


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
