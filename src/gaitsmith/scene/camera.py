"""Where to look while a character moves."""

import numpy as np

from gaitsmith.scene.scene import Scene

_CALM = 0.45
"""Half of the time over which the path is averaged [s]; the player's is the same."""


def calm_path(scene: Scene) -> np.ndarray:
    """(frames, 3) path of the centre of mass [m] without the bob of each step.

    It is averaged over a window that shrinks at both ends: it starts and ends in place.
    """
    path = scene.com
    sums = np.vstack([np.zeros(3), np.cumsum(path, axis=0)])
    frames = np.arange(len(path))
    half_window = round(_CALM * scene.frame_rate)
    reach = np.minimum(np.minimum(frames, frames[::-1]), half_window)
    return (sums[frames + reach + 1] - sums[frames - reach]) / (2 * reach + 1)[:, None]
