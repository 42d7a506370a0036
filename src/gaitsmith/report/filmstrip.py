"""Still and moving pictures of a scene: a strip of moments, and a looping GIF."""

import io
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gaitsmith.report.picture import Eye, draw_poses, figure_bounds, figure_size
from gaitsmith.report.scene import GroundSegment, Scene

if TYPE_CHECKING:
    from PIL import Image
    from PIL.ImageDraw import ImageDraw

_INK = (125, 134, 144)
"""Grey that is legible on white and on black, since a PNG cannot know its page."""

_GIF_BACKGROUND = (246, 247, 248)
_GIF_COLORS = 128
"""Enough for smooth shading; more makes the file larger without being seen."""
_GIF_LAST_FRAME = 900
"""How long the end is shown before the loop starts again [ms]."""

_STRIP_ELEVATION = np.radians(9)
_GIF_ELEVATION = np.radians(13)
_OVERSAMPLING = 2
"""Drawn this many times larger, then reduced: smooth edges."""

# Distances below are fractions of the figure's size.
_LEAST_CELL_WIDTH = 0.8
_GROUND_HALF_WIDTH = 0.34
_GROUND_THICKNESS = 0.06
# Steps between neighbouring moments for which one continuous picture looks right:
# closer, the figures hide each other; farther, they become too small.
_CONTINUOUS = (0.55, 1.6)


class _Cell(NamedTuple):
    """A part of the strip with its own piece of the world."""

    x_from: float
    """[m]"""
    x_to: float
    """[m]"""
    frames: list[int]


def filmstrip_png(
    scene: Scene,
    *,
    moments: int = 8,
    seconds: float | None = None,
    width: int = 1600,
    azimuth: float = 0.0,
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
        azimuth: Turns the view towards the character's front [degrees].
    """
    from PIL import Image, ImageDraw

    if moments < 1:
        raise ValueError(f"a filmstrip needs at least one moment, got {moments}.")
    last = _last_frame(scene, seconds)
    frames = [round(frame) for frame in np.linspace(0, last, moments)]
    size = figure_size(scene, 0)
    cells = _cells(scene, frames, size)
    gap = 0.0 if len(cells) == 1 else 0.06 * size
    total = sum(cell.x_to - cell.x_from for cell in cells) + gap * (len(cells) - 1)
    scale = width / total  # pixels per metre
    text_size = max(round(width / 80), 9)

    low, high = _height_range(scene, cells, frames, size)
    # Looking down a little, the strip of ground rises and falls on the picture.
    strip = np.sin(_STRIP_ELEVATION) * _GROUND_HALF_WIDTH * size
    body_height = round(
        ((high - low) * np.cos(_STRIP_ELEVATION) + 2 * strip + 0.04 * size) * scale
    )
    picture = Image.new("RGBA", (width, body_height + 4 * text_size), (*_INK, 0))
    pen = ImageDraw.Draw(picture)
    left = 0.0
    for cell in cells:
        middle = (cell.x_from + cell.x_to) / 2
        eye = Eye(
            np.radians(azimuth),
            _STRIP_ELEVATION,
            np.array([middle, scene.com[cell.frames, 1].mean(), (low + high) / 2]),
            scale,
            round((cell.x_to - cell.x_from) * scale),
            body_height,
        )
        drawing = _draw(scene, cell.frames, eye, low)
        place = (round(left), 2 * text_size)
        picture.paste(_faded_at_sides(drawing), place)
        _label_times(pen, scene, cell, eye, place, text_size)
        _label_distances(pen, scene, cell, eye, place, text_size, low)
        left += (cell.x_to - cell.x_from + gap) * scale
    return _encoded(picture, format="PNG", optimize=True)


def animation_gif(
    scene: Scene,
    *,
    seconds: float,
    frame_rate: float = 20,
    width: int = 640,
    azimuth: float = 28.0,
) -> bytes:
    """The scene as a looping GIF that follows the character.

    Args:
        scene: What to draw.
        seconds: How much from the beginning [s]; shorter scenes are shown whole.
        frame_rate: Pictures per second [Hz]; the format rounds their duration to 10 ms.
        width: Of the picture [pixels]; the height is 9/16 of it.
        azimuth: 0 looks at the right side, 90 at the front [degrees].
    """
    from PIL import Image, ImageDraw

    last = _last_frame(scene, seconds)
    count = max(round(last / scene.frame_rate * frame_rate), 0) + 1
    shown = [min(round(i * scene.frame_rate / frame_rate), last) for i in range(count)]
    size = figure_size(scene, 0)
    height = round(width * 9 / 16)
    path = _smoothed(scene.com, round(0.45 * scene.frame_rate))
    low, _ = _height_range(scene, [], shown, size)
    pictures = []
    for frame in shown:
        eye = Eye(
            np.radians(azimuth),
            _GIF_ELEVATION,
            path[frame] - [0, 0, 0.03 * size],
            height / (1.34 * size),
            width,
            height,
        )
        paper = Image.new("RGBA", (width, height), (*_GIF_BACKGROUND, 255))
        paper.alpha_composite(_draw(scene, [frame], eye, low))
        text = f"{frame / scene.frame_rate:.1f} s"
        corner = (width * 0.03, height * 0.04)
        pen = ImageDraw.Draw(paper)
        pen.text(corner, text, fill=_INK, font=_font(round(width / 36)))
        pictures.append(paper.convert("RGB"))
    return _looping_gif(pictures, round(1000 / frame_rate))


def _last_frame(scene: Scene, seconds: float | None) -> int:
    last = len(scene.positions) - 1
    if seconds is None:
        return last
    if seconds < 0:
        raise ValueError(f"seconds must not be negative, got {seconds}.")
    return min(last, round(seconds * scene.frame_rate))


def _cells(scene: Scene, frames: list[int], size: float) -> list[_Cell]:
    """How the moments share the strip: all in one cell, or each in its own."""
    forward = np.array([[1.0, 0.0, 0.0]])
    bounds = [figure_bounds(scene, frame, forward) for frame in frames]
    rears = np.array([float(low[0]) for low, _ in bounds])
    fronts = np.array([float(high[0]) for _, high in bounds])
    widest = max((fronts - rears).max(), _LEAST_CELL_WIDTH * size)
    half = widest / 2 + 0.06 * size
    steps = np.diff(scene.com[frames, 0]) / size
    if len(steps) and _CONTINUOUS[0] < steps.min() and steps.max() < _CONTINUOUS[1]:
        return [_Cell(rears[0] - 0.4 * size, fronts[-1] + 0.4 * size, frames)]
    return [
        _Cell(middle - half, middle + half, [frame])
        for middle, frame in zip((rears + fronts) / 2, frames, strict=True)
    ]


def _ground(scene: Scene, x_from: float, x_to: float) -> list[GroundSegment]:
    return scene.ground.segments(x_from, x_to)


def _height_range(
    scene: Scene, cells: list[_Cell], frames: list[int], size: float
) -> tuple[float, float]:
    """Lowest ground less its thickness, and highest point of the character [m]."""
    x_from = min([cell.x_from for cell in cells], default=scene.com[frames, 0].min())
    x_to = max([cell.x_to for cell in cells], default=scene.com[frames, 0].max())
    pieces = _ground(scene, x_from - 2 * size, x_to + 2 * size)
    heights = [h for piece in pieces for h in (piece.start_height, piece.end_height)]
    up = np.array([[0.0, 0.0, 1.0]])
    bounds = [figure_bounds(scene, frame, up) for frame in frames]
    low = min(heights, default=min(float(b[0][0]) for b in bounds))
    return low - _GROUND_THICKNESS * size, max(float(b[1][0]) for b in bounds)


def _draw(scene: Scene, frames: list[int], eye: Eye, floor: float) -> "Image.Image":
    """The drawing alone, with smooth edges, as an image with opacity."""
    from PIL import Image

    size = figure_size(scene, 0)
    large = Eye(
        eye.azimuth,
        eye.elevation,
        eye.center,
        eye.pixels_per_metre * _OVERSAMPLING,
        eye.width * _OVERSAMPLING,
        eye.height * _OVERSAMPLING,
    )
    # Ground that may be seen: the picture's width, and more when it is turned.
    reach = eye.width / eye.pixels_per_metre * (0.5 + 0.6 * abs(np.tan(eye.azimuth)))
    pixels = draw_poses(
        scene,
        frames,
        large,
        _ground(scene, eye.center[0] - reach, eye.center[0] + reach),
        ground_floor=floor,
        ground_half_width=_GROUND_HALF_WIDTH * size,
        tile=0.5 if size > 0.8 else 0.1,
    )
    return Image.fromarray((_reduced(pixels) * 255 + 0.5).astype(np.uint8))


def _reduced(pixels: np.ndarray) -> np.ndarray:
    """The picture at its final size; transparent pixels lend no colour."""
    pixels[..., :3] *= pixels[..., 3:]
    # Faster than one mean over two axes by an order of magnitude.
    starts = [(i, j) for i in range(_OVERSAMPLING) for j in range(_OVERSAMPLING)]
    mean = sum(pixels[i::_OVERSAMPLING, j::_OVERSAMPLING] for i, j in starts)
    mean = np.asarray(mean) / len(starts)
    mean[..., :3] /= np.maximum(mean[..., 3:], 1e-6)
    return mean


def _faded_at_sides(drawing: "Image.Image") -> "Image.Image":
    """The ground ends softly: it goes on beyond the picture."""
    from PIL import Image

    pixels = np.asarray(drawing).astype(float)
    width = pixels.shape[1]
    margin = max(min(width // 12, 60), 1)
    distance = np.minimum(np.arange(width), np.arange(width)[::-1]) + 1
    pixels[..., 3] *= np.clip(distance / margin, 0, 1)
    return Image.fromarray((pixels + 0.5).astype(np.uint8))


def _font(size: int):
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _label_times(pen: "ImageDraw", scene, cell, eye: Eye, place, text_size) -> None:
    for frame in cell.frames:
        column, _ = eye.pixels(scene.com[frame])
        text = f"{frame / scene.frame_rate:.1f} s"
        spot = (place[0] + column, text_size * 0.4)
        pen.text(spot, text, fill=_INK, font=_font(text_size), anchor="mt")


def _label_distances(
    pen: "ImageDraw", scene, cell, eye: Eye, place, text_size, floor
) -> None:
    size = figure_size(scene, 0)
    front = scene.com[cell.frames, 1].mean() - _GROUND_HALF_WIDTH * size
    for x in range(int(np.ceil(cell.x_from + 0.2)), int(cell.x_to - 0.2) + 1):
        column, row = eye.pixels(np.array([x, front, floor])) + place
        pen.line([(column, row + 3), (column, row + 3 + text_size * 0.5)], _INK, 2)
        spot = (column, row + text_size * 0.9)
        pen.text(spot, f"{x} m", fill=_INK, font=_font(text_size), anchor="mt")


def _smoothed(path: np.ndarray, half_window: int) -> np.ndarray:
    """Mean over a window that shrinks at both ends."""
    sums = np.vstack([np.zeros(3), np.cumsum(path, axis=0)])
    frames = np.arange(len(path))
    reach = np.minimum(np.minimum(frames, frames[::-1]), half_window)
    return (sums[frames + reach + 1] - sums[frames - reach]) / (2 * reach + 1)[:, None]


def _looping_gif(pictures: "list[Image.Image]", duration: int) -> bytes:
    from PIL import Image

    # One palette for all, from a few of them: colours must not flicker.
    sample = pictures[:: max(len(pictures) // 6, 1)]
    sheet = Image.new("RGB", (sample[0].width, sample[0].height * len(sample)))
    for number, picture in enumerate(sample):
        sheet.paste(picture, (0, number * picture.height))
    palette = sheet.quantize(_GIF_COLORS, method=Image.Quantize.MEDIANCUT)
    reduced = [p.quantize(palette=palette, dither=Image.Dither.NONE) for p in pictures]
    durations = [duration] * (len(reduced) - 1) + [_GIF_LAST_FRAME]
    return _encoded(
        reduced[0],
        format="GIF",
        save_all=True,
        append_images=reduced[1:],
        duration=durations,
        loop=0,
        optimize=False,
    )


def _encoded(picture: "Image.Image", **options) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, **options)
    return buffer.getvalue()
