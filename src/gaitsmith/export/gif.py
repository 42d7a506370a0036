"""Pictures as a GIF that starts again when it ends."""

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image


def shared_palette(samples: "list[Image.Image]", colors: int) -> "Image.Image":
    """A palette for all pictures, from a few of them: colours must not flicker.

    Args:
        samples: Pictures of equal size.
        colors: How many; at most 256. More make a larger file.
    """
    from PIL import Image

    sheet = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for number, picture in enumerate(samples):
        sheet.paste(picture, (0, number * picture.height))
    return sheet.quantize(colors, method=Image.Quantize.MEDIANCUT)


def with_palette(picture: "Image.Image", palette: "Image.Image") -> "Image.Image":
    """The picture in the colours of a palette, without grain."""
    from PIL import Image

    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def looping_gif(pictures: "list[Image.Image]", durations: list[int]) -> bytes:
    """Pictures of one palette as a GIF, each shown for a duration [ms]."""
    buffer = io.BytesIO()
    pictures[0].save(
        buffer,
        format="GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=durations,
        loop=0,
        optimize=False,
    )
    return buffer.getvalue()
