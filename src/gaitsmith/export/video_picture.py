"""Pictures of a moving character, seen by a camera that follows it.

They are drawn by the processor alone: no display and no graphics card are needed.
"""

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.export.video_overlays import Arrows, draw_ruler, write_caption
from gaitsmith.scene.camera import calm_path
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.landscape import SKY, Landscape, draw_landscape
from gaitsmith.scene.pictured_body import (
    Canvas,
    Solid,
    bounds_of,
    figure_size,
    paint_figure,
    solids_of,
)
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.shading import LIGHT, SHADOW, ShadowMap, lit_figure
from gaitsmith.scene.still import OVERSAMPLING

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
        self._shape = (height, width)
        self._size = figure_size(scene, 0)
        self._unit = ground_unit(self._size)
        self._path = calm_path(scene)
        self._arrows = Arrows(scene, self._size)
        steps = np.diff(self._path[:, :2], axis=0, prepend=self._path[:1, :2])
        steps[:1] = steps[1:2]  # the first frame has no step that led to it
        self._speed = np.linalg.norm(steps, axis=1) * scene.frame_rate

    def picture(self, frame: int) -> "Image.Image":
        """One frame of the scene."""
        from PIL import Image

        scene = self._scene
        eye = self._eye(frame)
        solids = solids_of(scene, frame)
        shadows = ShadowMap.of(solids, self._size, eye.pixels_per_metre)
        land = draw_landscape(scene.ground, eye, self._size, self._unit)
        _darken(land, solids, shadows, scene)
        paper = np.empty((*self._shape, 3), dtype=np.uint8)
        paper[: land.row] = SKY
        paper[land.row :] = land.colors
        image = Image.fromarray(paper)
        draw_ruler(image, scene.ground, land, self._size, self._unit)
        self._add_figure(image, eye, frame, solids, shadows)
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
        height, width = self._shape
        seen = _HEIGHT * self._size
        return Eye(
            _AZIMUTH,
            _ELEVATION,
            self._path[frame] - [0, 0, 0.08 * self._size],
            height / seen,
            width,
            height,
            distance=seen / 2 / math.tan(_FIELD_OF_VIEW / 2),
        )

    def _add_figure(
        self,
        image: "Image.Image",
        eye: Eye,
        frame: int,
        solids: list[Solid],
        shadows: ShadowMap,
    ) -> None:
        """Draw the character larger, only where it is, and reduce it: smooth edges."""
        from PIL import Image

        low, high = bounds_of(solids, eye.axes)
        window = eye.window((low + high) / 2 @ eye.axes, (high - low) / 2)
        rows, columns = (
            slice(part.start * OVERSAMPLING, part.stop * OVERSAMPLING)
            for part in window
        )
        canvas = Canvas.empty(eye.enlarged(OVERSAMPLING), rows, columns)
        paint_figure(canvas, solids, self._scene.com[frame, 1], self._size)
        pixels = canvas.covered()
        if len(pixels) == 0:
            return
        normal = canvas.normals(pixels)
        shadow = np.zeros(len(pixels), dtype=np.float32)
        is_lit = np.flatnonzero(LIGHT.astype(np.float32) @ normal > 0)
        shadow[is_lit] = shadows.share(canvas.points(pixels[is_lit]))
        material = canvas.material.ravel()[pixels]
        colors = np.array(canvas.colors, dtype=np.float32)[material]
        colors *= lit_figure(normal, shadow)[:, None]
        drawn = Image.fromarray(canvas.picture(pixels, colors)).reduce(OVERSAMPLING)
        image.paste(drawn, (window[1].start, window[0].start), drawn)


def _darken(
    land: Landscape, solids: list[Solid], shadows: ShadowMap, scene: Scene
) -> None:
    """Let the shadow of solids fall on the ground."""
    low, high = bounds_of(solids, np.eye(3))
    reach = float((high - low).max())
    heights = scene.ground.height_range(low[0] - reach, high[0] + reach)
    if heights is None:
        return
    corners = np.array(list(itertools.product(*zip(low, high, strict=True))))
    falls = [np.maximum(corners[:, 2:] - height, 0) / LIGHT[2] for height in heights]
    rows, columns = land.eye.window_of(
        np.vstack([corners - fall * LIGHT for fall in falls])
    )
    start = max(rows.start - land.row, 0)
    depth = land.depth[start : max(rows.stop - land.row, start), columns]
    row, column = np.nonzero(depth > -np.inf)
    row, column, depth = row + start, column + columns.start, depth[row, column]
    share = shadows.share(land.eye.points(row + land.row, column, depth))
    dark = np.flatnonzero(share)
    land.colors[row[dark], column[dark]] *= 1 - SHADOW * share[dark, None]
