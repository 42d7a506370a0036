"""A motion as a video that any player, browser or slide program opens."""

import tempfile
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.export.film import Film, Watcher
from gaitsmith.export.motion import Motion
from gaitsmith.runs.files import require_place, write_atomically
from gaitsmith.scene.still import encoded

if TYPE_CHECKING:
    from av import VideoCodecContext, VideoFrame
    from PIL import Image


class _Codec(NamedTuple):
    """How a video is compressed."""

    name: str
    options: dict[str, str]
    container: dict[str, str]
    has_alpha: bool = False


SIZE, GIF_SIZE = (960, 540), (480, 270)  # pixels, width and height
_H264 = _Codec(
    "libx264",
    # No flaw is seen in a still; slower presets give smaller files, in twice the time.
    {"crf": "21", "preset": "superfast"},
    {"movflags": "+faststart"},
)
_VP9 = _Codec(
    "libvpx-vp9",
    {"crf": "26", "b": "0", "deadline": "realtime", "cpu-used": "6", "row-mt": "1"},
    {},
    has_alpha=True,
)
_CODECS = {".mp4": _H264, ".webm": _VP9}
_BT709 = 1  # the number of these colours in the format
_GIF_PAUSE = 40  # ms from picture to picture; the format knows steps of 10 ms
_GIF_COLORS = 256  # with fewer, the shades of grey leave too few for the character
_GIF_SAMPLES = 6  # pictures that the palette is made from


def write_video(motion: Motion, path: Path, watch: Watcher | None = None) -> None:
    """Write a motion as a video in real time: MP4 (H.264), WebM (VP9) or a looping GIF.

    Pictures are drawn without display and graphics card. The file appears when it is
    complete, or not at all.

    Args:
        motion: What to show, and how it is filmed. An MP4 or WebM has the frames and
            the frame rate of its recording; 30 Hz is usual. A GIF has 25 pictures per
            second, whatever the recording. Only a WebM can be transparent.
        path: Where to; its suffix, .mp4, .webm or .gif, says what.
        watch: Called after each picture with how many are done, and how many there are.
    """
    suffix = path.suffix.lower()
    if suffix not in (*_CODECS, ".gif"):
        raise InputError(
            f"{path}: a video needs the suffix .mp4, .webm or .gif, not '{suffix}'."
        )
    require_place(path)
    if len(motion.recording.time) == 0:
        raise InputError(f"{path}: the motion has no frame to show.")
    if suffix == ".gif":
        content = _gif(Film(motion, GIF_SIZE, 1000 / _GIF_PAUSE), watch)
    else:
        content = _video(Film(motion, SIZE), path, _CODECS[suffix], watch)
    write_atomically(path, content)


def _video(film: Film, target: Path, codec: _Codec, watch: Watcher | None) -> bytes:
    """The film as a file that plays while it loads.

    It is encoded in the temporary folder; `target` is only named when that fails.
    """
    import av
    from av.error import FFmpegError

    rate = Fraction(film.scene.frame_rate).limit_denominator(1000)
    is_clear = film.filming.is_transparent and codec.has_alpha
    try:
        # A file, because moving the index to the front needs one to read and write.
        with tempfile.TemporaryDirectory(prefix="gaitsmith-") as folder:
            file = Path(folder) / f"video{target.suffix.lower()}"
            with av.open(str(file), "w", options=codec.container) as video:
                stream = video.add_stream(codec.name, rate=rate, options=codec.options)
                assert isinstance(stream, av.VideoStream)
                stream.width, stream.height = film.shape
                # The one that everything can show.
                stream.pix_fmt = "yuva420p" if is_clear else "yuv420p"
                _declare_colors(stream.codec_context)
                for number, picture in enumerate(film.pictures(watch)):
                    frame = _video_frame(picture, stream.pix_fmt)
                    frame.pts, frame.time_base = number, 1 / rate
                    video.mux(stream.encode(frame))
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


def _video_frame(picture: "Image.Image", pixel_format: str) -> "VideoFrame":
    from av import VideoFrame

    kind = "rgba" if picture.mode == "RGBA" else "rgb24"
    return VideoFrame.from_ndarray(np.asarray(picture), format=kind).reformat(
        format=pixel_format, dst_colorspace="ITU709", dst_color_range="MPEG"
    )


def _gif(film: Film, watch: Watcher | None) -> bytes:
    """The film as a GIF without pause between end and start."""
    from PIL import Image

    last = len(film) - 1
    samples = sorted({i * last // (_GIF_SAMPLES - 1) for i in range(_GIF_SAMPLES)})
    palette = _palette(list(film.pictures(None, samples)))
    pictures = [
        picture.quantize(palette=palette, dither=Image.Dither.NONE)
        for picture in film.pictures(watch)
    ]
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
