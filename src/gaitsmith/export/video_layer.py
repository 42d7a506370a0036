"""Drawings with smooth edges on top of a picture."""

from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.scene.still import font_of

if TYPE_CHECKING:
    from PIL import Image

TEXT_HEIGHT = 1 / 30
"""Size of lettering [fraction of the picture's height]."""

_THIN = 1 / 270  # width of a line [fraction of the picture's height]
_FINENESS = 2  # drawn this many times larger, then reduced: smooth edges

_NOTHING = (128, 128, 128, 0)

_Color = tuple[int, int, int]


class Layer:
    """A drawing with smooth edges; put on the paper when the block ends."""

    def __init__(self, paper: "Image.Image") -> None:
        self._paper = paper

    def __enter__(self) -> "Layer":
        from PIL import Image, ImageDraw

        width, height = (_FINENESS * part for part in self._paper.size)
        self._image = Image.new("RGBA", (width, height), _NOTHING)
        self._pen = ImageDraw.Draw(self._image)
        return self

    def __exit__(self, *_: object) -> None:
        box = self._image.getbbox()
        if box is None:
            return
        left, top = box[0] // _FINENESS, box[1] // _FINENESS
        # From the corner of a whole pixel on.
        drawn = self._image.crop((_FINENESS * left, _FINENESS * top, *box[2:]))
        drawn = drawn.reduce(_FINENESS)
        self._paper.paste(drawn, (left, top), drawn)

    def line(self, start: np.ndarray, end: np.ndarray, color: _Color) -> None:
        """Draw a thin line between pixels of the paper."""
        ends = [tuple(_FINENESS * start), tuple(_FINENESS * end)]
        self._pen.line(ends, color, max(round(_THIN * self._image.height), 1))

    def text(self, spot: np.ndarray, text: str, color: _Color) -> None:
        """Write small below a pixel of the paper."""
        height = TEXT_HEIGHT * self._image.height
        column, row = _FINENESS * spot
        font = font_of(round(0.8 * height))
        self._pen.text((column, row + 0.3 * height), text, color, font, "mt")

    def arrow(
        self,
        start: np.ndarray,
        end: np.ndarray,
        thickness: float,
        color: _Color,
    ) -> None:
        """Draw an arrow between pixels of the paper."""
        start, end = _FINENESS * start, _FINENESS * end
        length = float(np.linalg.norm(end - start))
        if length < 1:
            return
        along = (end - start) / length
        across = np.array([-along[1], along[0]])
        # A short arrow is a small one.
        half = min(_FINENESS * thickness / 2, length / 7.5)
        neck = end - 5 * half * along
        outline = [
            start + half * across,
            neck + half * across,
            neck + 2.6 * half * across,
            end,
            neck - 2.6 * half * across,
            neck - half * across,
            start - half * across,
        ]
        self._pen.polygon([tuple(corner) for corner in outline], color)
