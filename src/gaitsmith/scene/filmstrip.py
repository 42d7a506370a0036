"""Moments of a scene beside each other, as one picture."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.pictured_body import bounds_of, figure_size, solids_of
from gaitsmith.scene.ruler import ground_unit, ruler_step
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.still import (
    GROUND_HALF_WIDTH,
    INK,
    draw_still,
    encoded,
    height_range,
    write_text,
)

if TYPE_CHECKING:
    from PIL import Image
    from PIL.ImageDraw import ImageDraw

_STRIP_ELEVATION = np.radians(9)

# Fractions of the figure's size.
_LEAST_CELL_WIDTH = 0.8
_CELL_GAP = 0.06
# Steps between neighbouring moments for which one continuous picture looks right:
# closer, the figures hide each other; farther, they become too small.
_CONTINUOUS = (0.55, 1.6)
_MOST_MARKS = 20
# Moments that are less apart [s] are told with two decimals: with one, they would seem
# to be unevenly spaced.
_CLOSE_MOMENTS = 0.2


class StripCell(NamedTuple):
    """A part of the strip with its own piece of the world."""

    x_from: float
    """[m]"""
    x_to: float
    """[m]"""
    frames: list[int]


class Strip(NamedTuple):
    """A drawn strip, and where things are in it."""

    picture: "Image.Image"
    scale: float
    """Pixels per metre."""
    origins: tuple[float, ...]
    """Column of x = 0 of each cell [pixels]."""
    bottom: int
    """Row below which there is free room [pixels]."""
    text_size: int
    """[pixels]"""


def filmstrip_png(
    scene: Scene, *, moments: int = 8, seconds: float | None = None, width: int = 1600
) -> bytes:
    """A row of poses seen from the character's right, as a PNG without background.

    When the character travels about its own size between moments, they stand where they
    were, on one ground. Otherwise each moment has its own piece of ground, marked with
    the distance.

    Args:
        scene: What to draw.
        moments: How many poses, evenly spaced in time, first and last included.
        seconds: Only so much from the beginning [s]; None for the whole recording.
        width: Of the picture [pixels]; the height follows.
    """
    if moments < 1:
        raise ValueError(f"a filmstrip needs at least one moment, got {moments}.")
    last = _last_frame(scene, seconds)
    frames = [round(frame) for frame in np.linspace(0, last, moments)]
    cells = _cells(scene, frames, figure_size(scene))
    strip = draw_cells(scene, cells, width=width)
    return encoded(strip.picture, format="PNG", optimize=True)


def draw_cells(
    scene: Scene, cells: list[StripCell], *, width: int = 1600, room: float = 0.0
) -> Strip:
    """Poses in cells beside each other, with times above and distances below.

    Args:
        scene: What to draw.
        cells: From left to right.
        width: Of the picture [pixels]; the height follows.
        room: What is left free at the bottom [lines of text].
    """
    from PIL import Image, ImageDraw

    size = figure_size(scene)
    frames = [frame for cell in cells for frame in cell.frames]
    gap = _CELL_GAP * size
    total = sum(cell.x_to - cell.x_from + gap for cell in cells) - gap
    scale = width / total  # pixels per metre
    text_size = max(round(width / 80), 9)
    times = dict(zip(frames, time_labels(frames, scene.frame_rate), strict=True))

    low, high = height_range(
        scene,
        frames,
        min(cell.x_from for cell in cells),
        max(cell.x_to for cell in cells),
    )
    # Looking down a little, the ground's width adds to the height of the picture.
    ground = 2 * GROUND_HALF_WIDTH * size * np.sin(_STRIP_ELEVATION)
    tall = (high - low) * np.cos(_STRIP_ELEVATION) + ground + 0.04 * size
    height = round(tall * scale)
    whole = height + round((4 + room) * text_size)
    strip = Image.new("RGBA", (width, whole), (*INK, 0))
    pen = ImageDraw.Draw(strip)
    left, places = 0.0, []
    for cell in cells:
        middle = (cell.x_from + cell.x_to) / 2
        eye = Eye(
            0.0,
            _STRIP_ELEVATION,
            np.array([middle, scene.com[cell.frames, 1].mean(), (low + high) / 2]),
            scale,
            round((cell.x_to - cell.x_from) * scale),
            height,
        )
        corner = np.array([round(left), 2 * text_size])
        still = draw_still(scene, cell.frames, eye, low)
        strip.paste(_faded_at_sides(still), (int(corner[0]), int(corner[1])))
        com = eye.pixels(scene.com) + corner
        for frame in cell.frames:
            spot = (com[frame, 0], 0.4 * text_size)
            write_text(pen, spot, times[frame], text_size, "mt")
        front = eye.center[1] - GROUND_HALF_WIDTH * size
        for x in _marks(cell, ground_unit(size)):
            spot = eye.pixels(np.array([x, front, low])) + corner
            _label_distance(pen, spot, f"{x:g} m", text_size)
        places.append(left - cell.x_from * scale)
        left += (cell.x_to - cell.x_from + gap) * scale
    return Strip(strip, scale, tuple(places), height + 4 * text_size, text_size)


def time_labels(frames: list[int], frame_rate: float) -> list[str]:
    """What is written above the poses of a strip, such as "0.5 s".

    Args:
        frames: Of the poses, evenly spaced.
        frame_rate: Of the scene [Hz].
    """
    times = [frame / frame_rate for frame in frames]
    apart = (times[-1] - times[0]) / max(len(times) - 1, 1)
    decimals = 2 if 0.0 < apart < _CLOSE_MOMENTS else 1
    return [f"{time:.{decimals}f} s" for time in times]


def _last_frame(scene: Scene, seconds: float | None) -> int:
    last = len(scene.positions) - 1
    if seconds is None:
        return last
    if seconds < 0:
        raise ValueError(f"seconds must not be negative, got {seconds}.")
    return min(last, round(seconds * scene.frame_rate))


def _cells(scene: Scene, frames: list[int], size: float) -> list[StripCell]:
    """How the moments share the strip: all in one cell, or each in its own."""
    forward = np.array([[1.0, 0.0, 0.0]])
    bounds = [bounds_of(solids_of(scene, frame), forward) for frame in frames]
    rears = np.array([float(low[0]) for low, _ in bounds])
    fronts = np.array([float(high[0]) for _, high in bounds])
    steps = np.diff(scene.com[frames, 0]) / size
    if len(steps) and _CONTINUOUS[0] < steps.min() and steps.max() < _CONTINUOUS[1]:
        return [StripCell(rears[0] - 0.4 * size, fronts[-1] + 0.4 * size, frames)]
    widest = max((fronts - rears).max(), _LEAST_CELL_WIDTH * size)
    half = widest / 2 + _CELL_GAP * size
    return [
        StripCell(middle - half, middle + half, [frame])
        for middle, frame in zip((rears + fronts) / 2, frames, strict=True)
    ]


def _marks(cell: StripCell, unit: float) -> list[float]:
    """Which distances to write below a cell [m]: round ones, and not too many."""
    first, last = cell.x_from + 0.2 * unit, cell.x_to - 0.2 * unit
    step = ruler_step(last - first, unit, _MOST_MARKS)
    numbers = range(int(np.ceil(first / step)), int(np.floor(last / step)) + 1)
    return [round(number * step, 1) for number in numbers]


def _faded_at_sides(still: "Image.Image") -> "Image.Image":
    """The ground ends softly: it goes on beyond the picture."""
    from PIL import Image

    pixels = np.asarray(still).astype(float)
    width = pixels.shape[1]
    margin = max(min(width // 12, 60), 1)
    distance = np.minimum(np.arange(width), np.arange(width)[::-1]) + 1
    pixels[..., 3] *= np.clip(distance / margin, 0, 1)
    return Image.fromarray((pixels + 0.5).astype(np.uint8))


def _label_distance(
    pen: "ImageDraw", spot: np.ndarray, text: str, text_size: int
) -> None:
    """Draw a tick and a distance below a place on the ground, in pixels."""
    column, row = float(spot[0]), float(spot[1])
    pen.line([(column, row + 3), (column, row + 3 + text_size / 2)], INK, 2)
    write_text(pen, (column, row + 0.9 * text_size), text, text_size, "mt")
