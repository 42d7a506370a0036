"""Endless ground that fades into the distance, as seen by a viewer nearby.

The colours are those of the page's player.
"""

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.ground_faces import Face, breaks, surface
from gaitsmith.scene.painting import Haze, Painted, Tones
from gaitsmith.scene.pictured_body import Solid
from gaitsmith.scene.sight import NEAREST

SKY = "#e9edf0"
_TONES = Tones("#e6eaee", "#d0d7de", side="#abb0b3")
# Where the ground begins and ends to fade, beyond the middle [fraction of the size].
_HAZE = (1.5, 9.0)


def landscape(
    ground: GroundShape, solids: list[Solid], eye: Eye, size: float, unit: float
) -> Painted:
    """A character on its ground, as far as an eye sees it.

    Args:
        ground: What it is on.
        solids: Of the character; none: only the ground is drawn.
        eye: From where; at a finite distance.
        size: Of the character, which sets how far one sees [m].
        unit: What two tiles of the ground span [m].
    """
    near, far = (share * size for share in _HAZE)
    x, y = _ranges(eye, far)
    tops = [Face("top", piece) for piece in surface(ground, x, y)]
    faces = [*tops, *breaks(ground, x, y, unit)]
    haze = Haze(near, far, SKY)
    return Painted(faces, _TONES, unit / 2, solids, size, haze)


def _ranges(eye: Eye, far: float) -> list[tuple[float, float]]:
    """Between which x and y ground can be seen [m]."""
    across, upward = (part.ravel()[[0, -1]] for part in eye.places())
    points = np.hstack(
        [
            eye.points(across[:, None], upward[None, :], depth).reshape(3, -1)
            for depth in (np.float32(-far), np.float32(NEAREST * eye.distance))
        ]
    )
    return [(float(part.min()), float(part.max())) for part in points[:2]]
