"""Pictures of a moving character, seen by a camera that follows it.

They are drawn by the processor alone: no display and no graphics card are needed.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.export.video_overlays import Arrows, draw_ruler, write_caption
from gaitsmith.scene.camera import calm_path, companion
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.pictured_body import figure_size, solids_of
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene

if TYPE_CHECKING:
    from PIL import Image


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
        eye = companion(self._path[frame], size, *self._shape)
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
