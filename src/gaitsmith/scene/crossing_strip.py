"""A filmstrip of a crossing with its footfalls below: planned ones and real ones."""

import math
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.planning.crossing import CourseRunner, Crossing
from gaitsmith.scene.colors import rgb, uncertainty_color
from gaitsmith.scene.crossing_scene import crossing_scene
from gaitsmith.scene.filmstrip import Strip, StripCell, draw_cells, encoded
from gaitsmith.scene.footprint import (
    MISSED_COLOR,
    REAL_COLOR,
    STONE_COLOR,
    Footprint,
)
from gaitsmith.scene.pictured_body import figure_size
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.still import GROUND_HALF_WIDTH, INK, write_text

if TYPE_CHECKING:
    from PIL import Image
    from PIL.ImageDraw import ImageDraw

_WIDTH, _TEXT_SIZE = 1600, 20  # pixels
# Fractions of the figure's size.
_SPACING = 0.75  # from figure to figure
_MARGIN = 0.5  # before the first and after the last of a row
_LEAST_ROW = 4.0  # that a row shows; less would make giants
_PER_ROW = 8  # figures
_MOST_ROWS = 8
# Lines of text, below the distances.
_ROOM = 3.6
_LANES = {"planned": (0.3, 1.1), "real": (1.3, 2.1)}
_STONE_LANE = (0.1, 2.3)
_LEGEND = 2.2
_FINER = 4  # times finer than the picture are the bars drawn: smooth edges


def crossing_strip_png(
    traveller: CourseRunner, crossing: Crossing, scene: Scene | None = None
) -> bytes:
    """Figures on the terrain and their footfalls below, in as many rows as needed.

    Args:
        traveller: who has crossed, recorded.
        crossing: what came of it.
        scene: of this crossing; left out: it is made.

    Returns:
        A PNG without background.
    """
    from PIL import Image

    scene = scene or crossing_scene("crossing", traveller, crossing)
    marks = _Marks(traveller, crossing, scene)
    rows: list[Image.Image] = []
    for cells in _rows(scene, is_straight=not traveller.course.waypoints):
        strip = draw_cells(scene, cells, width=_WIDTH, room=_ROOM)
        marks.draw(strip, cells)
        rows.append(strip.picture)
    rows.append(marks.legend(_TEXT_SIZE))
    whole = Image.new("RGBA", (_WIDTH, sum(row.height for row in rows)), (*INK, 0))
    top = 0
    for row in rows:
        whole.paste(row, (0, top))
        top += row.height
    return encoded(whole, format="PNG", optimize=True)


def _rows(scene: Scene, is_straight: bool) -> list[list[StripCell]]:
    """Cells of each row: one long one on a straight way, otherwise one per figure."""
    size = figure_size(scene, 0)
    # The way walked so far; along x where it is straight.
    legs = np.diff(scene.com[:, :2], axis=0)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*legs.T))])
    if is_straight:
        way = np.maximum.accumulate(scene.com[:, 0])
    start, length = float(way[0]), float(way[-1] - way[0])
    count = max(2, round(length / (_SPACING * size)) + 1)
    num_rows = min(math.ceil(count / _PER_ROW), _MOST_ROWS)
    count = math.ceil(count / num_rows) * num_rows
    places = start + length * np.linspace(0, 1, count)
    # The last figure is the end, which tells how it went.
    frames = [int(np.searchsorted(way, place - 1e-9)) for place in places]
    frames = [*(min(frame, len(way) - 1) for frame in frames[:-1]), len(way) - 1]
    each = count // num_rows
    parts = [frames[row * each : (row + 1) * each] for row in range(num_rows)]
    if not is_straight:
        half = (_SPACING * size) / 2
        return [
            [
                StripCell(x - half, x + half, [f])
                for f in part
                for x in (scene.com[f, 0],)
            ]
            for part in parts
        ]
    # All rows are equally long, so that they have the same scale.
    spans = [scene.com[part, 0] for part in parts]
    needed = max(span.max() - span.min() for span in spans) + 2 * _MARGIN * size
    half = max(needed, _LEAST_ROW * size) / 2
    middles = [(span.max() + span.min()) / 2 for span in spans]
    return [
        [StripCell(float(middle - half), float(middle + half), part)]
        for middle, part in zip(middles, parts, strict=True)
    ]


class _Marks:
    """Bars below the figures, as long as feet."""

    def __init__(
        self, traveller: CourseRunner, crossing: Crossing, scene: Scene
    ) -> None:
        self._scene = scene
        self._gaps = traveller.course.gaps
        self._limit = traveller.settings.most_uncertain
        plans = [step.plan for step in crossing.steps] + [traveller.unfinished]
        planned = [one for one in scene.footprints if one.kind == "planned"]
        self._is_found = {
            one: plan.is_found
            for one, plan in zip(planned, filter(None, plans), strict=True)
        }

    def draw(self, strip: Strip, cells: list[StripCell]) -> None:
        """Draw them into the room below a strip."""
        layer = _Layer(round(_ROOM * strip.text_size))
        pen = layer.pen
        for cell, origin in zip(cells, strip.origins, strict=True):
            for start, end in self._gaps:
                ends = (max(start, cell.x_from), min(end, cell.x_to))
                if ends[0] < ends[1]:
                    box = _box(strip, origin, ends, _STONE_LANE)
                    pen.rectangle(box, fill=(*INK, 70))
            for one in self._scene.footprints:
                if self._is_in(one, cell):
                    self._bar(pen, strip, origin, one)
        strip.picture.alpha_composite(layer.reduced(), (0, strip.bottom))

    def _is_in(self, one: Footprint, cell: StripCell) -> bool:
        first, last = _ends(one)
        aside = one.place[1] - self._scene.com[cell.frames, 1].mean()
        half_width = GROUND_HALF_WIDTH * figure_size(self._scene, 0)
        return cell.x_from <= first and last <= cell.x_to and abs(aside) < half_width

    def _bar(
        self, pen: "ImageDraw", strip: Strip, origin: float, one: Footprint
    ) -> None:
        if one.kind == "expected":
            return
        if one.kind == "stone":
            box = _box(strip, origin, _ends(one), _STONE_LANE)
            _field(pen, box, one.color)
            return
        is_planned = one.kind == "planned"
        lane = _LANES["planned" if is_planned else "real"]
        box = _box(strip, origin, _ends(one), lane)
        _sole(pen, box, one.color, is_planned)
        if is_planned and not self._is_found[one]:
            _cross(pen, box)

    def legend(self, text_size: int) -> "Image.Image":
        """What the bars mean, in one line."""
        from PIL import ImageDraw

        layer = _Layer(round(_LEGEND * text_size))
        texts: list[tuple[float, str]] = []
        kinds = {one.kind for one in self._scene.footprints}
        column, row = 3.0 * text_size, 0.5 * _LEGEND * text_size
        wide, half = 1.6 * text_size, 0.4 * text_size

        def entry(text: str, colors: list[str], kind: str) -> None:
            nonlocal column
            for color in colors:
                edges = (column, row - half, column + wide, row + half)
                left, top, right, bottom = (_FINER * edge for edge in edges)
                box = (left, top, right, bottom)
                if kind == "stone":
                    _field(layer.pen, box, color)
                else:
                    is_outline = kind in ("planned", "unfound")
                    _sole(layer.pen, box, color, is_outline)
                if kind == "unfound":
                    _cross(layer.pen, box)
                column += wide + 0.4 * text_size
            texts.append((column, text))
            wide_text = layer.pen.textlength(text, font_size=text_size)
            column += wide_text + 1.6 * text_size

        if "stone" in kinds:
            entry("stone", [STONE_COLOR], "stone")
        if "planned" in kinds:
            levels = (0.0, self._limit / 4, self._limit)
            shades = [uncertainty_color(level, self._limit) for level in levels]
            numbers = ", ".join(f"{level:.2g}" for level in levels)
            entry(f"planned, uncertainty {numbers}", shades, "planned")
        if not all(self._is_found.values()):
            entry("no acceptable plan", [uncertainty_color(0, self._limit)], "unfound")
        entry("real footfall", [REAL_COLOR], "real")
        if "missed" in kinds:
            entry("missed", [MISSED_COLOR], "missed")
        picture = layer.reduced()
        pen = ImageDraw.Draw(picture)
        for place, text in texts:
            write_text(pen, (place, row), text, text_size, "lm")
        return picture


class _Layer:
    """A transparent picture that is drawn finer than it is shown."""

    def __init__(self, height: int) -> None:
        from PIL import Image, ImageDraw

        self._picture = Image.new("RGBA", (_FINER * _WIDTH, _FINER * height), (*INK, 0))
        self.pen = ImageDraw.Draw(self._picture, "RGBA")

    def reduced(self) -> "Image.Image":
        # Weighted by opacity, so that no edge takes the colour of what is not there.
        return self._picture.convert("RGBa").reduce(_FINER).convert("RGBA")


def _ends(one: Footprint) -> tuple[float, float]:
    """From where to where a foot reaches along x [m]."""
    x = one.place[0]
    tip = x + one.length * math.cos(one.heading)
    return min(x, tip), max(x, tip)


Box = tuple[float, float, float, float]


def _box(
    strip: Strip, origin: float, ends: tuple[float, float], lane: tuple[float, float]
) -> Box:
    """Left, top, right, bottom [pixels of a layer]."""
    left, right = (_FINER * (origin + x * strip.scale) for x in ends)
    top, bottom = (_FINER * part * strip.text_size for part in lane)
    return left, top, right, bottom


def _sole(pen: "ImageDraw", box: Box, color: str, is_outline: bool) -> None:
    fill = None if is_outline else _faded(color, 190)
    stroke = 3 if is_outline else 2
    radius = (box[3] - box[1]) / 2.2
    pen.rounded_rectangle(box, radius, fill, color, stroke * _FINER)


def _cross(pen: "ImageDraw", box: Box) -> None:
    """In the middle of a bar, and a little higher than it."""
    column, row = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    half = 0.6 * (box[3] - box[1])
    for sign in (-1, 1):
        ends = [(column - half, row - sign * half), (column + half, row + sign * half)]
        pen.line(ends, fill=MISSED_COLOR, width=3 * _FINER)


def _field(pen: "ImageDraw", box: Box, color: str) -> None:
    pen.rounded_rectangle(box, 4 * _FINER, fill=_faded(color, 90))


def _faded(color: str, opacity: int) -> tuple[int, int, int, int]:
    return *rgb(color), opacity
