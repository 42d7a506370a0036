"""A polar plot of the largest pushes that walks take."""

import io
import math
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaitsmith.errors import InputError
from gaitsmith.pushes import DIRECTIONS, Direction
from gaitsmith.report.drawing import (
    AXIS_COLOR,
    COLORS,
    fitting,
    new_drawing,
    plain_legend,
    svg_text,
)
from gaitsmith.report.sections import Figure
from gaitsmith.runs.files import require_place, write_atomically

if TYPE_CHECKING:
    from matplotlib.projections.polar import PolarAxes

SUFFIXES = (".svg", ".png")
_SPOKES = ("forward", "", "left", "", "backward", "", "right", "")
_TITLE = "largest push, by where it goes [N]"
_DOTS_PER_INCH = 160


def require_plot_place(path: Path) -> None:
    """Refuse a file that cannot become a plot, before the long work is done."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"--plot {path}: the file's name must end in .svg or .png.")
    require_place(path)


def write_push_plot(path: Path, tables: Mapping[str, Mapping[str, float]]) -> None:
    """Write `push_plot` to a file whose suffix says what it is; all of it, or none."""
    require_plot_place(path)
    write_atomically(path, push_plot(tables, path.suffix.lower()))


def push_figures(tables: Mapping[str, Mapping[str, float]]) -> tuple[Figure, ...]:
    """`push_plot` as a section of a page; nothing without a table."""
    if not tables:
        return ()
    caption = (
        "The largest push on the torso, 0.4 s every 4 s, with which it still walks"
        " after 40 s; seen from above."
    )
    return (Figure("Pushes", push_plot(tables).decode(), caption),)


def push_plot(tables: Mapping[str, Mapping[str, float]], suffix: str = ".svg") -> bytes:
    """The largest pushes seen from above: forward is up, left is left.

    The distance from the centre is the size of the whole push, so that 65 N forward
    and 65 N to the left is a point 92 N away, at 65 N on either axis.

    Args:
        tables: forces [N per component] by direction, see `PushTable`, of each name.
        suffix: ".svg" or ".png".

    Returns:
        A drawing without background; the same input always gives the same drawing.
    """
    if not tables or not all(tables.values()):
        raise ValueError("a push plot needs at least one table with a direction.")
    with new_drawing(5.4, 5.4 + 0.3 * len(tables)) as figure:
        axes: Any = figure.add_subplot(projection="polar")
        _style(axes)
        for forces, color in zip(tables.values(), cycle(COLORS), strict=False):
            _outline(axes, forces, color)
        axes.set_ylim(0, 1.08 * _farthest(tables) or 1)
        figure.suptitle(_TITLE, color=AXIS_COLOR, fontsize=11)
        plain_legend(figure, axes.lines, map(fitting, tables), is_centered=True)
        if suffix == ".svg":
            return svg_text(figure).encode()
        buffer = io.BytesIO()
        figure.savefig(
            buffer,
            format="png",
            transparent=True,
            dpi=_DOTS_PER_INCH,
            metadata={"Software": None},  # it would differ from run to run
        )
    return buffer.getvalue()


def _farthest(tables: Mapping[str, Mapping[str, float]]) -> float:
    """The largest push of all [N]."""
    return max(
        force * DIRECTIONS[key].length
        for forces in tables.values()
        for key, force in forces.items()
    )


def _outline(axes: "PolarAxes", forces: Mapping[str, float], color: str) -> None:
    ways = [(DIRECTIONS[key], force) for key, force in forces.items()]
    angles = [_angle(way) for way, _ in ways]
    sizes = [force * way.length for way, force in ways]
    if len(ways) == len(DIRECTIONS):
        axes.fill(angles, sizes, color=color, alpha=0.12, linewidth=0)
        angles, sizes = [*angles, angles[0]], [*sizes, sizes[0]]
    axes.plot(angles, sizes, "o-", color=color, linewidth=1.8, markersize=5)


def _angle(way: Direction) -> float:
    """Counter-clockwise from forward, 0 to 2 pi [rad]: the plot has no others."""
    return math.atan2(way.y, way.x) % math.tau


def _style(axes: "PolarAxes") -> None:
    axes.set_theta_zero_location("N")
    axes.set_xlim(0, math.tau)
    axes.set_xticks([_angle(way) for way in DIRECTIONS.values()], _SPOKES)
    axes.set_rlabel_position(22.5)
    axes.tick_params(which="both", colors=AXIS_COLOR)
    axes.grid(visible=True, color=AXIS_COLOR, alpha=0.3, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines["polar"].set_visible(False)
