"""What all plots of a page share: colours, axes, and how they become SVG text."""

import io
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from gaitsmith.errors import printable
from gaitsmith.kernels.records import Floats

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

# All but the ink must be legible on white and on black: the page may be either.
AXIS_COLOR = "#7d8690"
COLORS = ("#1f8fbf", "#d07a2d", "#4f9d5d", "#b5609b", "#8a7fd6", "#a88a2f")
STROKES = ("-", "--", "-.", ":")  # so that lines differ in print
INK = "#1b2026"
LONGEST_NAME, LONGEST_TICK = 90, 40  # letters, of a legend's line and beside an axis
_PAGE_INK = f"var(--ink, {INK})"


@contextmanager
def new_drawing(
    width: float, height: float, font_size: float = 10.5
) -> Generator["Figure"]:
    """An empty drawing of `width` by `height` [inch] that keeps its text as text.

    Draw it and turn it into text before the context ends.
    """
    # Not at the top: the command line must start without loading a plotting library.
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    options: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "gaitsmith",
        "font.size": font_size,
    }
    with matplotlib.rc_context(options):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure


def svg_text(figure: "Figure") -> str:
    """The drawing as an SVG document; the same drawing gives the same text.

    It has no background. What is drawn in `INK` takes the ink of the page around it,
    dark on light or light on dark.
    """
    buffer = io.StringIO()
    figure.savefig(
        buffer,
        format="svg",
        transparent=True,
        # Left out, since they would differ from run to run.
        metadata={"Date": None, "Creator": None},
    )
    return buffer.getvalue().replace(f"stroke: {INK}", f"stroke: {_PAGE_INK}")


def fitting(text: str, most: int = LONGEST_NAME) -> str:
    """A name from anywhere as a label: in one line that leaves room for the drawing."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 3] + "..."


def name_ticks(axis: "Axis", names: Iterable[str]) -> None:
    """Names at 0, 1, 2, ... of an axis; they are text, and dollars are no formula."""
    labels = [fitting(name, LONGEST_TICK) for name in names]
    axis.set_ticks(range(len(labels)), labels)
    for label in axis.get_ticklabels():
        label.set(parse_math=False)


def style_axes(axes: "Axes", x_label: str = "", y_label: str = "") -> None:
    """Quiet axes: a line below, hairlines across, labels that are plain text."""
    for label, text in ((axes.xaxis.label, x_label), (axes.yaxis.label, y_label)):
        label.set(parse_math=False, text=fitting(text), color=AXIS_COLOR)
    axes.tick_params(which="both", colors=AXIS_COLOR, length=3)
    axes.grid(visible=True, axis="y", color=AXIS_COLOR, alpha=0.22, linewidth=0.8)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(AXIS_COLOR)


@dataclass
class Plot:
    """One pair of axes, and the SVG document that they become when they are drawn."""

    axes: "Axes"
    svg: str = ""


@contextmanager
def small_plot(x_label: str, y_label: str = "") -> Generator[Plot]:
    """A plot so small that little is scaled down on a phone; drawn in the context."""
    with new_drawing(3.6, 2.5) as drawing:
        plot = Plot(drawing.subplots())
        style_axes(plot.axes, x_label, y_label)
        plot.axes.margins(x=0)
        yield plot
        plot.svg = svg_text(drawing)


def draw_band(axes: "Axes", x: Floats, mean: Floats, sd: Floats) -> "Artist":
    """A grey area, one standard deviation to both sides of a mean."""
    low, high = mean - sd, mean + sd
    return axes.fill_between(x, low, high, color=AXIS_COLOR, alpha=0.28, linewidth=0)


def looks(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Colour and stroke of each of several, the same in all of their plots."""
    pairs = zip(cycle(COLORS), cycle(STROKES), strict=False)
    return dict(zip(names, pairs, strict=False))


def plain_legend(
    figure: "Figure",
    keys: Iterable["Artist"],
    names: Iterable[str],
    is_centered: bool = False,
) -> None:
    """A legend below the axes, of names that are `fitting`.

    Names are text: dollars are no formula, and a leading underscore hides none.
    """
    keys, names = list(keys), list(names)
    legend = figure.legend(
        keys,
        ["-"] * len(keys),
        loc="outside lower center" if is_centered else "outside lower left",
        frameon=False,
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set(parse_math=False, text=name, color=AXIS_COLOR)
