"""A filmstrip of a crossing with its footfalls below: planned ones and real ones."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.planning.crossing import CourseRunner, Crossing
from gaitsmith.scene.colors import rgb, uncertainty_color
from gaitsmith.scene.crossing_scene import crossing_scene
from gaitsmith.scene.filmstrip import Strip, StripCell, draw_cells
from gaitsmith.scene.footprint import MISSED_COLOR, REAL_COLOR, STONE_COLOR, Footprint
from gaitsmith.scene.pictured_body import figure_size
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.still import GROUND_HALF_WIDTH, INK, encoded, write_text

if TYPE_CHECKING:
    from PIL import Image

_WIDTH, _TEXT_SIZE = 1600, 20  # pixels
# Fractions of the figure's size.
_SPACING = 0.75  # from figure to figure
_MARGIN = 0.5  # before the first and after the last of a row
_LEAST_ROW = 4.0  # that a row shows; less would make giants
_PER_ROW = 8  # figures
_MOST_ROWS = 8
# Lines of text, below the distances.
_ROOM = 3.6
_LANES = {
    "gap": (0.1, 2.3),
    "stone": (0.1, 2.3),
    "planned": (0.3, 1.1),
    "unfound": (0.3, 1.1),
    "real": (1.3, 2.1),
    "missed": (1.3, 2.1),
}
_LEGEND = 2.2
_FINER = 4  # times finer than the picture are the bars drawn: smooth edges


def crossing_strip_png(
    runner: CourseRunner, crossing: Crossing, scene: Scene | None = None
) -> bytes:
    """Figures on the terrain and their footfalls below, in as many rows as needed.

    Args:
        runner: who has crossed, recorded.
        crossing: what came of it.
        scene: of this crossing; left out: it is made.

    Returns:
        A PNG without background.
    """
    from PIL import Image

    scene = scene or crossing_scene("crossing", runner, crossing)
    marks = _Marks(runner, crossing, scene)
    rows: list[Image.Image] = []
    for cells in _rows(scene, is_straight=not runner.course.waypoints):
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
    size = figure_size(scene)
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
    frames = np.minimum(np.searchsorted(way, places - 1e-9), len(way) - 1)
    frames[-1] = len(way) - 1
    parts = np.split(frames, num_rows)
    if not is_straight:
        half = (_SPACING * size) / 2
        return [
            [StripCell(x - half, x + half, [f]) for f, x in _placed(scene, part)]
            for part in parts
        ]
    # All rows are equally long, so that they have the same scale.
    spans = [scene.com[part, 0] for part in parts]
    needed = max(span.max() - span.min() for span in spans) + 2 * _MARGIN * size
    half = max(needed, _LEAST_ROW * size) / 2
    middles = [(span.max() + span.min()) / 2 for span in spans]
    return [
        [StripCell(float(middle - half), float(middle + half), part.tolist())]
        for middle, part in zip(middles, parts, strict=True)
    ]


def _placed(scene: Scene, frames: np.ndarray) -> Iterator[tuple[int, float]]:
    """Frames, and where the centre of mass is in them [m]."""
    return zip(frames.tolist(), scene.com[frames, 0].tolist(), strict=True)


class _Marks:
    """Bars below the figures, as long as feet."""

    def __init__(self, runner: CourseRunner, crossing: Crossing, scene: Scene) -> None:
        self._scene = scene
        self._gaps = runner.course.gaps
        self._limit = runner.settings.most_uncertain
        plans = [step.plan for step in crossing.steps] + [runner.unfinished]
        planned = [one for one in scene.footprints if one.kind == "planned"]
        found = zip(planned, filter(None, plans), strict=True)
        self._unfound = {one for one, plan in found if not plan.is_found}
        self._half_width = GROUND_HALF_WIDTH * figure_size(scene)

    def draw(self, strip: Strip, cells: list[StripCell]) -> None:
        """Draw them into the room below a strip."""
        layer = _Layer(round(_ROOM * strip.text_size))
        for cell, origin in zip(cells, strip.origins, strict=True):
            bars = [
                ((max(start, cell.x_from), min(end, cell.x_to)), "gap", "")
                for start, end in self._gaps
                if start < cell.x_to and end > cell.x_from
            ]
            bars += [
                (one.ends, self._kind(one), one.color)
                for one in self._scene.footprints
                if one.kind in _LANES and self._is_in(one, cell)
            ]
            for ends, kind, color in bars:
                left, right = (origin + x * strip.scale for x in ends)
                top, bottom = (part * strip.text_size for part in _LANES[kind])
                layer.mark((left, top, right, bottom), kind, color)
        strip.picture.alpha_composite(layer.reduced(), (0, strip.bottom))

    def _kind(self, one: Footprint) -> str:
        return "unfound" if one in self._unfound else one.kind

    def _is_in(self, one: Footprint, cell: StripCell) -> bool:
        first, last = one.ends
        aside = one.place[1] - self._scene.com[cell.frames, 1].mean()
        return (
            cell.x_from <= first and last <= cell.x_to and abs(aside) < self._half_width
        )

    def legend(self, text_size: int) -> "Image.Image":
        """What the bars mean, in one line."""
        from PIL import ImageDraw

        levels = (0.0, self._limit / 4, self._limit)
        shades = [uncertainty_color(level, self._limit) for level in levels]
        numbers = ", ".join(f"{level:.2g}" for level in levels)
        kinds = {self._kind(one) for one in self._scene.footprints} | {"real"}
        kinds |= {"planned"} if "unfound" in kinds else set()
        layer = _Layer(round(_LEGEND * text_size))
        texts: list[tuple[float, str]] = []
        column, row = 3.0 * text_size, 0.5 * _LEGEND * text_size
        wide, half = 1.6 * text_size, 0.4 * text_size
        for kind, text, colors in (
            ("stone", "stone", [STONE_COLOR]),
            ("planned", f"planned, uncertainty {numbers}", shades),
            ("unfound", "no acceptable plan", shades[:1]),
            ("real", "real footfall", [REAL_COLOR]),
            ("missed", "missed", [MISSED_COLOR]),
        ):
            if kind not in kinds:
                continue
            for color in colors:
                layer.mark((column, row - half, column + wide, row + half), kind, color)
                column += wide + 0.4 * text_size
            texts.append((column, text))
            column += layer.pen.textlength(text, font_size=text_size) + 1.6 * text_size
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

    def mark(
        self, edges: tuple[float, float, float, float], kind: str, color: str
    ) -> None:
        """Draw a bar between left, top, right and bottom [pixels]."""
        left, top, right, bottom = (_FINER * edge for edge in edges)
        box, radius = (left, top, right, bottom), (bottom - top) / 2.2
        match kind:
            case "gap":
                self.pen.rectangle(box, fill=(*INK, 70))
            case "stone":
                self.pen.rounded_rectangle(box, 4 * _FINER, fill=(*rgb(color), 90))
            case "real" | "missed":
                fill = (*rgb(color), 190)
                self.pen.rounded_rectangle(box, radius, fill, color, 2 * _FINER)
            case _:
                self.pen.rounded_rectangle(box, radius, None, color, 3 * _FINER)
        if kind == "unfound":  # a cross in its middle, a little higher than it
            column, row, half = (
                (left + right) / 2,
                (top + bottom) / 2,
                0.6 * (bottom - top),
            )
            for up in (-half, half):
                ends = [(column - half, row - up), (column + half, row + up)]
                self.pen.line(ends, fill=MISSED_COLOR, width=3 * _FINER)

    def reduced(self) -> "Image.Image":
        # Weighted by opacity, so that no edge takes the colour of what is not there.
        return self._picture.convert("RGBa").reduce(_FINER).convert("RGBA")
