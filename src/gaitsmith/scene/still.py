"""A single drawing of a scene as a Pillow image, and lettering to go with it."""

from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.face_sight import SeenFace
from gaitsmith.scene.ground_faces import Face, slab
from gaitsmith.scene.pictured_body import (
    Canvas,
    figure_bounds,
    figure_size,
    paint_figure,
    solids_of,
)
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.shading import SHADOW, ShadowMap, lit_figure
from gaitsmith.scene.solids import Hits

if TYPE_CHECKING:
    from PIL import Image, ImageFont
    from PIL.ImageDraw import ImageDraw

INK = (125, 134, 144)
"""Grey that is legible on white and on black, since a PNG cannot know its page."""

GROUND_HALF_WIDTH = 0.34
"""How far the ground reaches to both sides [fraction of the figure's size]."""

_GROUND_THICKNESS = 0.06
"""How far the ground reaches below its lowest point [fraction of the figure's size]."""

OVERSAMPLING = 2
"""Drawn this many times larger, then reduced: smooth edges."""

_TILES = np.array([[0.80, 0.83, 0.86], [0.66, 0.70, 0.74]], dtype=np.float32)
_EARTH = np.array([0.55, 0.59, 0.64])


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

    size = figure_size(scene, 0)
    (x, y, _), reach = eye.center, eye.width / eye.pixels_per_metre / 2
    half_strip = GROUND_HALF_WIDTH * size
    eye = eye.enlarged(OVERSAMPLING)
    canvas = Canvas.empty(eye)
    poses = [solids_of(scene, frame) for frame in frames]
    for frame, solids in zip(frames, poses, strict=True):
        paint_figure(canvas, solids, scene.com[frame, 1], figure_size(scene, frames[0]))
    earth = canvas.add_material(_EARTH)
    strip = (y - half_strip, y + half_strip)
    for face in slab(scene.ground, (x - reach, x + reach), strip, floor):
        _paint_face(canvas, face, earth)
    shadows = ShadowMap.of(
        [solid for solids in poses for solid in solids], size, eye.pixels_per_metre
    )
    pixels = canvas.covered()
    colors = _shaded(canvas, pixels, shadows, earth, ground_unit(size) / 2)
    return Image.fromarray(canvas.picture(pixels, colors)).reduce(OVERSAMPLING)


def _paint_face(canvas: Canvas, face: Face, material: int) -> None:
    eye = canvas.eye
    seen = SeenFace(eye, face.corners)
    if not seen.is_seen:
        return
    rows, columns = eye.window_of(seen.corners)
    across, upward = eye.plane(
        np.arange(rows.start, rows.stop), np.arange(columns.start, columns.stop)
    )
    look = seen.look(across[None, :], upward[:, None])
    depth = np.where(look.seen, look.depth, np.float32(-np.inf)).ravel()
    normals = np.broadcast_to(seen.normal.astype(np.float32), (len(depth), 3))
    canvas.paint((rows, columns), Hits(depth, normals), material)


def _shaded(
    canvas: Canvas, pixels: np.ndarray, shadows: ShadowMap, earth: int, tile: float
) -> np.ndarray:
    """(pixels, 3) colours of the canvas's pixels, 0 to 1."""
    points = canvas.points(pixels)
    normal = canvas.normals(pixels)
    material = canvas.material.ravel()[pixels]
    color = np.array(canvas.colors, dtype=np.float32)[material]
    is_ground = material == earth
    is_top = is_ground & (normal[2] > 0.5)
    x, y, _ = np.floor(points[is_top].T / tile + 1e-5)
    color[is_top] = _TILES[((x + y) % 2).astype(int)]

    shadow = shadows.share(points)
    # The ground keeps its own colours, whatever its slope; only shadows darken it.
    brightness = np.where(is_ground, 1 - SHADOW * shadow, lit_figure(normal, shadow))
    return color * brightness[:, None]


def height_range(
    scene: Scene, frames: list[int], x_from: float, x_to: float
) -> tuple[float, float]:
    """Where drawings of these frames begin and end in height [m].

    That is the lowest ground between two places [m], less the thickness it is drawn
    with, and the highest point of the character.
    """
    up = np.array([[0.0, 0.0, 1.0]])
    bounds = [figure_bounds(scene, frame, up) for frame in frames]
    lowest = min(float(low[0]) for low, _ in bounds)
    if ground := scene.ground.height_range(x_from, x_to):
        lowest = ground[0]
    thickness = _GROUND_THICKNESS * figure_size(scene, 0)
    return lowest - thickness, max(float(high[0]) for _, high in bounds)


def write_text(
    pen: "ImageDraw", spot: tuple[float, float], text: str, size: int, anchor: str
) -> None:
    """Write a few words at a place, in pixels; the anchor is one of Pillow's."""
    pen.text(spot, text, fill=INK, font=_font(size), anchor=anchor)


def _font(size: int) -> "ImageFont.FreeTypeFont | ImageFont.ImageFont":
    from PIL import ImageFont

    return ImageFont.load_default(size)
