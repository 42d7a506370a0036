"""Pictures of a moving character, seen by a camera that follows it.

They are drawn by the processor alone: no display and no graphics card are needed.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.export.video_overlays import Arrows, draw_ruler, write_caption
from gaitsmith.scene.camera import calm_path
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.pictured_body import figure_size, solids_of
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene

if TYPE_CHECKING:
    from PIL import Image

# From the right, a little ahead and above: the stride and both legs are visible.
_AZIMUTH, _ELEVATION = math.radians(20), math.radians(12.5)
_FIELD_OF_VIEW = math.radians(28)  # from top to bottom; narrow: proportions stay true
_HEIGHT = 1.44  # of what is seen around the character [fraction of its size]


class Camera:
    """Takes pictures of a scene."""

    def __init__(self, scene: Scene, width: int, height: int) -> None:
        """Find out where to look.

        Args:
            scene: What to look at; its label is written into the picture.
            width: Of the pictures [pixels].
            height: Of the pictures [pixels].
        """
        self._scene = scene
        self._shape = (width, height)
        self._size = figure_size(scene)
        self._path = calm_path(scene)
        self._arrows = Arrows(scene, self._size)
        steps = np.diff(self._path[:, :2], axis=0, prepend=self._path[:1, :2])
        steps[:1] = steps[1:2]  # the first frame has no step that led to it
        self._speed = np.linalg.norm(steps, axis=1) * scene.frame_rate

    def picture(self, frame: int) -> "Image.Image":
        """One frame of the scene."""
        from PIL import Image

        scene, size, unit = self._scene, self._size, ground_unit(self._size)
        eye = self._eye(frame)
        subject = landscape(scene.ground, solids_of(scene, frame), eye, size, unit)
        pixels, depth = draw(subject, eye)
        image = Image.fromarray(pixels).convert("RGB")
        draw_ruler(image, scene.ground, eye, depth, size, unit)
        self._arrows.draw(image, eye, frame)
        pushes = self._arrows.active_pushes(frame)
        forces = [f"{math.hypot(*push.force):.0f} N" for push in pushes]
        write_caption(
            image,
            scene.label,
            (f"{frame / scene.frame_rate:.1f} s", f"{self._speed[frame]:.2f} m/s"),
            f"push {', '.join(forces)}" if forces else "",
        )
        return image

    def _eye(self, frame: int) -> Eye:
        seen = _HEIGHT * self._size
        return Eye(
            _AZIMUTH,
            _ELEVATION,
            self._path[frame] - [0, 0, 0.08 * self._size],
            self._shape[1] / seen,
            *self._shape,
            distance=seen / 2 / math.tan(_FIELD_OF_VIEW / 2),
        )
