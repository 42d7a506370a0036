"""A motion as a video that any player, browser or slide program opens."""

import math
import tempfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.export.motion import Motion
from gaitsmith.export.video_overlays import Arrows, draw_ruler, write_caption
from gaitsmith.runs.files import require_place, write_atomically
from gaitsmith.scene.camera import calm_path, companion
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.pictured_body import figure_size, solids_of
from gaitsmith.scene.replay import scene_of
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.still import encoded

if TYPE_CHECKING:
    from av import VideoCodecContext, VideoFrame
    from PIL import Image


Watcher = Callable[[int, int], None]

_SIZES = {".mp4": (960, 540), ".gif": (480, 270)}  # pixels, width and height
_ENCODER = "libx264"
# No flaw is seen in a still; slower presets give no smaller file with these pictures.
_QUALITY = {"crf": "19", "preset": "veryfast"}
_BT709 = 1  # the number of these colours in the format
_GIF_PAUSE = 40  # ms from picture to picture; the format knows steps of 10 ms
_GIF_COLORS = 256  # with fewer, the shades of grey leave too few for the character
_GIF_SAMPLES = 6  # pictures that the palette is made from


def write_video(motion: Motion, path: Path, watch: Watcher | None = None) -> None:
    """Write a motion as a video in real time: MP4 (H.264) or a looping GIF.

    The camera follows the character. Pictures are drawn without display and graphics
    card. The file appears when it is complete, or not at all.

    Args:
        motion: What to show. An MP4 has the frames and the frame rate of its recording;
            30 Hz is usual. A GIF has 25 pictures per second, whatever the recording.
        path: Where to; its suffix, .mp4 or .gif, says what.
        watch: Called after each picture with how many are done, and how many there are.
    """
    suffix = path.suffix.lower()
    if suffix not in _SIZES:
        raise InputError(
            f"{path}: a video needs the suffix {' or '.join(_SIZES)}, not '{suffix}'."
        )
    require_place(path)
    if len(motion.recording.time) == 0:
        raise InputError(f"{path}: the motion has no frame to show.")
    scene = scene_of(motion.name, motion.character, motion.setting, motion.rollout)
    encode = _mp4 if suffix == ".mp4" else _gif
    # The matrices are too small to share: more threads would only wait for each other.
    with threadpool_limits(1, user_api="blas"):
        content = encode(scene, path, watch or (lambda done, total: None))
    write_atomically(path, content)


def _mp4(scene: Scene, target: Path, watch: Watcher) -> bytes:
    """The scene as an MP4 whose index comes first: it plays while it loads.

    It is encoded in the temporary folder; `target` is only named when that fails.
    """
    import av
    from av.error import FFmpegError

    camera = Camera(scene, *_SIZES[".mp4"])
    rate = Fraction(scene.frame_rate).limit_denominator(1000)
    total = len(scene.positions)
    try:
        # A file, because moving the index to the front needs one to read and write.
        with tempfile.TemporaryDirectory(prefix="gaitsmith-") as folder:
            file = Path(folder) / "video.mp4"
            with av.open(str(file), "w", options={"movflags": "+faststart"}) as video:
                stream = video.add_stream(_ENCODER, rate=rate, options=_QUALITY)
                stream.width, stream.height = _SIZES[".mp4"]
                stream.pix_fmt = "yuv420p"  # the one that everything can show
                _declare_colors(stream.codec_context)
                for number in range(total):
                    picture = _video_frame(camera.picture(number), number, rate)
                    video.mux(stream.encode(picture))
                    watch(number + 1, total)
                video.mux(stream.encode())
            return file.read_bytes()
    except OSError as error:  # those of the encoder that concern files, too
        raise WorkFailedError(
            f"{target}: the video cannot be made, because the temporary folder is full"
            f" or cannot be written: {error.strerror or error}."
        ) from None
    except FFmpegError as error:
        raise WorkFailedError(
            f"{target}: the video cannot be encoded: {error.strerror}."
        ) from None


def _declare_colors(encoder: "VideoCodecContext") -> None:
    """Say which colours are meant; without, players guess by the size."""
    from av.video.reformatter import ColorRange, Colorspace

    encoder.color_primaries = _BT709
    encoder.color_trc = _BT709
    encoder.colorspace = Colorspace.ITU709
    encoder.color_range = ColorRange.MPEG


def _video_frame(picture: "Image.Image", number: int, rate: Fraction) -> "VideoFrame":
    from av import VideoFrame

    frame = VideoFrame.from_ndarray(np.asarray(picture), format="rgb24").reformat(
        format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG"
    )
    frame.pts, frame.time_base = number, 1 / rate
    return frame


def _gif(scene: Scene, _: Path, watch: Watcher) -> bytes:
    """The scene as a GIF without pause between end and start."""
    from PIL import Image

    duration = len(scene.positions) / scene.frame_rate
    total = max(round(duration * 1000 / _GIF_PAUSE), 1)
    camera = Camera(_resampled(scene, total, 1000 / _GIF_PAUSE), *_SIZES[".gif"])
    samples = sorted(
        {i * (total - 1) // (_GIF_SAMPLES - 1) for i in range(_GIF_SAMPLES)}
    )
    palette = _palette([camera.picture(number) for number in samples])
    pictures = []
    for number in range(total):
        picture = camera.picture(number)
        pictures.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
        watch(number + 1, total)
    options = {"duration": _GIF_PAUSE, "loop": 0, "optimize": False}
    return encoded(
        pictures[0], format="GIF", save_all=True, append_images=pictures[1:], **options
    )


def _palette(samples: "list[Image.Image]") -> "Image.Image":
    """One for all pictures, from a few of them: colours must not flicker."""
    from PIL import Image

    sheet = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for number, picture in enumerate(samples):
        sheet.paste(picture, (0, number * picture.height))
    return sheet.quantize(_GIF_COLORS, method=Image.Quantize.MEDIANCUT)


def _resampled(scene: Scene, total: int, frame_rate: float) -> Scene:
    """The scene with so many frames, between those that it has; the last one holds."""
    last = len(scene.positions) - 1
    places = np.minimum(np.arange(total) / frame_rate * scene.frame_rate, last)
    before = np.minimum(places.astype(int), max(last - 1, 0))
    after = np.minimum(before + 1, last)

    share = (places - before)[:, None, None]

    def between(array: np.ndarray) -> np.ndarray:
        return (1 - share) * array[before] + share * array[after]

    turns = scene.orientations
    # A quaternion and its negative are the same: take the one that is nearer.
    same = np.sign((turns[before] * turns[after]).sum(axis=-1, keepdims=True))
    orientations = (1 - share) * turns[before] + share * np.where(
        same < 0, -turns[after], turns[after]
    )
    orientations /= np.linalg.norm(orientations, axis=-1, keepdims=True)
    contacts, forces = scene.contact_positions, scene.contact_forces
    return replace(
        scene,
        frame_rate=frame_rate,
        positions=between(scene.positions),
        orientations=orientations,
        com=between(scene.com[:, None])[:, 0],
        contact_positions=None if contacts is None else between(contacts),
        contact_forces=None if forces is None else between(forces),
    )


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
