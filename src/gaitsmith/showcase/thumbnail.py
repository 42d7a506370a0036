"""A gait as a small moving picture without end."""

import io
from dataclasses import replace

import numpy as np

from gaitsmith.scene.camera import calm_path, companion
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.pictured_body import figure_size, solids_of
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene
from gaitsmith.simulation.measures import Strikes

SIZE = 220  # pixels, square
PICTURE_RATE = 20.0  # Hz
MOST_PICTURES = 40
MARGIN = 0.5  # s at the end, where the path is calmed by less
LAST_SECONDS = 1.2  # s, shown of what takes no strides
QUALITY = 70  # of WebP, of 100


def stride_frames(scene: Scene, strikes: Strikes) -> np.ndarray:
    """Frames of the last whole stride, evenly spaced in time.

    After the last comes the first again. Of feet that scuff another one tells the
    stride. What has no stride shows its end.
    """
    end = max(scene.duration - MARGIN, 0.0)
    feet = (
        strikes.time[(strikes.side == side) & (strikes.time < end)]
        for side in np.unique(strikes.side)
    )
    strides = [times[-2:] for times in feet if len(times) > 1]
    start, stop = max(scene.duration - LAST_SECONDS, 0.0), scene.duration
    if strides:
        start, stop = max(strides, key=lambda ends: ends[1] - ends[0])
    number = int(np.clip(round((stop - start) * PICTURE_RATE), 1, MOST_PICTURES))
    shown = start + (stop - start) * np.arange(number) / number
    last = len(scene.positions) - 1
    return np.minimum(np.round(shown * scene.frame_rate).astype(int), last)


def thumbnail(scene: Scene, strikes: Strikes) -> bytes:
    """The last stride as an animated WebP that goes on for ever."""
    from PIL import Image

    size, path = figure_size(scene), calm_path(scene)
    unit = ground_unit(size)
    frames = stride_frames(scene, strikes)
    pictures = []
    for frame in frames:
        eye = companion(path[frame], size, SIZE, SIZE)
        subject = landscape(scene.ground, solids_of(scene, frame), eye, size, unit)
        pictures.append(Image.fromarray(draw(subject, eye).pixels).convert("RGB"))
    span = (frames[-1] - frames[0]) / scene.frame_rate
    pause = 1000.0 * span / max(len(frames) - 1, 1)  # ms
    buffer = io.BytesIO()
    pictures[0].save(
        buffer,
        format="WEBP",
        save_all=True,
        append_images=pictures[1:],
        duration=max(round(pause), 20),
        loop=0,
        quality=QUALITY,
        method=4,
    )
    return buffer.getvalue()


def shortened(scene: Scene, seconds: float) -> Scene:
    """The end of a scene, at most so many seconds of it."""
    first = max(len(scene.positions) - 1 - round(seconds * scene.frame_rate), 0)
    arrays = ("contact_positions", "contact_forces", "activations")
    return replace(
        scene,
        positions=scene.positions[first:],
        orientations=scene.orientations[first:],
        com=scene.com[first:],
        pushes=(),  # of what has passed
        **{
            name: None if (array := getattr(scene, name)) is None else array[first:]
            for name in arrays
        },
    )
