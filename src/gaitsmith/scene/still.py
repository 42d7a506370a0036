"""A single drawing of a scene as a Pillow image, and lettering to go with it."""

from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_pieces import surface_pieces
from gaitsmith.scene.picture import draw_poses
from gaitsmith.scene.pictured_body import figure_bounds, figure_size
from gaitsmith.scene.scene import Scene

if TYPE_CHECKING:
    from PIL import Image, ImageFont
    from PIL.ImageDraw import ImageDraw

INK = (125, 134, 144)
"""Grey that is legible on white and on black, since a PNG cannot know its page."""

GROUND_HALF_WIDTH = 0.34
"""How far the ground reaches to both sides [fraction of the figure's size]."""

_GROUND_THICKNESS = 0.06
"""How far the ground reaches below its lowest point [fraction of the figure's size]."""

_SMALL = 0.8
"""Characters smaller than this [m] walk on ground that is marked in decimetres."""

OVERSAMPLING = 2
"""Drawn this many times larger, then reduced: smooth edges."""


def draw_still(
    scene: Scene, frames: list[int], eye: Eye, floor: float
) -> "Image.Image":
    """Poses over the ground, with smooth edges and without background.

    Args:
        scene: Whose poses.
        frames: Which of its frames, all in one picture.
        eye: From where, and how large.
        floor: Down to which height the ground is solid [m].
    """
    from PIL import Image

    size = figure_size(scene, 0)
    # Ground that may be seen: the picture's width, and more when it is turned.
    half_width = eye.width / eye.pixels_per_metre / 2
    half_strip = GROUND_HALF_WIDTH * size
    turned = half_strip * abs(np.tan(eye.azimuth))
    reach = half_width / abs(np.cos(eye.azimuth)) + turned
    pixels = draw_poses(
        scene,
        frames,
        eye.enlarged(OVERSAMPLING),
        surface_pieces(
            scene.ground,
            (eye.center[0] - reach, eye.center[0] + reach),
            (eye.center[1] - half_strip, eye.center[1] + half_strip),
        ),
        ground_floor=floor,
        tile=ground_unit(scene) / 2,
    )
    return Image.fromarray(pixels).reduce(OVERSAMPLING)


def ground_unit(scene: Scene) -> float:
    """What two tiles of the ground span [m]: less for a small character."""
    return 1.0 if figure_size(scene, 0) > _SMALL else 0.1


def height_range(
    scene: Scene, frames: list[int], x_from: float, x_to: float
) -> tuple[float, float]:
    """Where drawings of these frames begin and end in height [m].

    That is the lowest ground between two places [m], less the thickness it is drawn
    with, and the highest point of the character.
    """
    size = figure_size(scene, 0)
    up = np.array([[0.0, 0.0, 1.0]])
    bounds = [figure_bounds(scene, frame, up) for frame in frames]
    pieces = scene.ground.segments(x_from, x_to)
    heights = [h for piece in pieces for h in (piece.start_height, piece.end_height)]
    lowest = min(heights, default=min(float(low[0]) for low, _ in bounds))
    return (
        lowest - _GROUND_THICKNESS * size,
        max(float(high[0]) for _, high in bounds),
    )


def write_text(
    pen: "ImageDraw", spot: tuple[float, float], text: str, size: int, anchor: str
) -> None:
    """Write a few words at a place, in pixels; the anchor is one of Pillow's."""
    pen.text(spot, text, fill=INK, font=_font(size), anchor=anchor)


def _font(size: int) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    from PIL import ImageFont

    return ImageFont.load_default(size)
