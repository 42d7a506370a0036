"""A single drawing of a scene as a Pillow image, and lettering to go with it."""

import io
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_faces import slab
from gaitsmith.scene.painting import Painted, Tones, draw
from gaitsmith.scene.pictured_body import bounds_of, figure_size, solids_of
from gaitsmith.scene.ruler import ground_unit
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

_TONES = Tones("#ccd4db", "#a8b2bd", side="#8c96a3")


def draw_still(
    scene: Scene, frames: list[int], eye: Eye, floor: float
) -> "Image.Image":
    """Poses over a strip of ground, with smooth edges and without background.

    Args:
        scene: Whose poses.
        frames: Which of its frames, all in one picture.
        eye: From the character's right, and how large; its lines are parallel.
        floor: Down to which height the ground is solid [m].
    """
    from PIL import Image

    size = figure_size(scene)
    (x, y, _), reach = eye.center, eye.width / eye.pixels_per_metre / 2
    half = GROUND_HALF_WIDTH * size
    faces = slab(scene.ground, (x - reach, x + reach), (y - half, y + half), floor)
    solids = [solid for frame in frames for solid in solids_of(scene, frame)]
    subject = Painted(faces, _TONES, ground_unit(size) / 2, solids, size)
    return Image.fromarray(draw(subject, eye).pixels)


def height_range(
    scene: Scene, frames: list[int], x_from: float, x_to: float
) -> tuple[float, float]:
    """Where drawings of these frames begin and end in height [m].

    That is the lowest ground between two places [m], less the thickness it is drawn
    with, and the highest point of the character.
    """
    up = np.array([[0.0, 0.0, 1.0]])
    bounds = [bounds_of(solids_of(scene, frame), up) for frame in frames]
    lowest = min(float(low[0]) for low, _ in bounds)
    if ground := scene.ground.height_range(x_from, x_to):
        lowest = ground[0]
    thickness = _GROUND_THICKNESS * figure_size(scene)
    return lowest - thickness, max(float(high[0]) for _, high in bounds)


def write_text(
    pen: "ImageDraw", spot: tuple[float, float], text: str, size: int, anchor: str
) -> None:
    """Write a few words at a place, in pixels; the anchor is one of Pillow's."""
    pen.text(spot, text, fill=INK, font=font_of(size), anchor=anchor)


@cache
def font_of(size: int) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    """The lettering of a size [pixels]."""
    from PIL import ImageFont

    return ImageFont.load_default(size)


def encoded(picture: "Image.Image", **options: Any) -> bytes:
    """The picture as a file's bytes."""
    buffer = io.BytesIO()
    picture.save(buffer, **options)
    return buffer.getvalue()
