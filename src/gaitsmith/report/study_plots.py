"""Plots of a study: curves or a heat map over its keys, learning curves, a trade-off.

A point or field whose gait can be watched is a group called scene-N, which the page
makes a button.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gaitsmith.gait.human import metabolic_cost
from gaitsmith.gait.metabolism import FORMULA_WORDS
from gaitsmith.report.drawing import (
    AXIS_COLOR,
    COLORS,
    INK,
    fitting,
    looks,
    name_ticks,
    new_drawing,
    plain_legend,
    style_axes,
    svg_text,
)
from gaitsmith.runs.folder import Progress
from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import short_key, text_of, words_of
from gaitsmith.studies.summary import Summary
from gaitsmith.studies.views import SPEED_GOAL, Look

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Scenes = Mapping[int, int]
"""By a cell's number, the scene that shows its gait."""

COST = "cost_of_transport"
PEOPLES_SPEEDS = np.linspace(0.5, 2.0, 7)  # m/s, of the table
WALKING_SPEEDS = np.linspace(0.5, 2.0, 151)  # m/s
PEOPLE = ("looney2019_gross", "ralston1958_gross")
UNITS = {
    COST: "cost of transport [J/(kg m)]",
    "speed": "speed [m/s]",
    "seconds_up": "stays up [s]",
    "e_power": "mean squared torque [N² m²]",
    "metabolic_power": "metabolic power [W/kg]",
    "push_mean": "largest push, mean of all directions [N]",
    "push_least": "largest push, weakest direction [N]",
    "angles_from_people": "joint angles from people's [standard deviations]",
    "moments_from_people": "joint moments from people's [standard deviations]",
    "step_length": "step length [m]",
    "cadence": "cadence [steps/min]",
    "evaluations": "candidates",
    "evaluations_to_best": "candidates until the best",
    "evaluations_to_goal": "candidates until the goal",
}
_WIDTH, _HEIGHT, _PER_NAME = 6.4, 3.3, 0.24  # inch
_SMALL_SPREAD = 30.0  # a cost that varies by less than this factor has a plain axis


def column_words(column: str) -> str:
    """A column with its unit."""
    return UNITS.get(column, column.replace("_", " "))


def curves_svg(
    column: str, groups: Sequence[Summary], look: Look, scenes: Scenes
) -> str:
    """A column over the key with numbers; cells are points, medians a line."""
    assert look.x is not None, "there is a key with numbers"
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        style_axes(axes, look.x.key, column_words(column))
        if look.x.key == SPEED_GOAL:
            axes.set_xlabel("speed [m/s]")
        people = _draw_people(axes) if _is_cost_over_speed(column, look) else {}
        series: dict[tuple[Any, ...], list[Summary]] = {}
        for group in groups:
            series.setdefault(look.series(group.found[0]), []).append(group)
        names = [_series_words(look, one, column) for one in series]
        style = looks(names)
        keys: list[Artist] = []
        for name, members in zip(names, series.values(), strict=True):
            color, stroke = style[name]
            middle = [
                (np.median([look.place(one) for one in group.found]), found.median)
                for group in members
                if (found := group.spread(column)) is not None
            ]
            x, y = np.asarray(sorted(middle), float).reshape(-1, 2).T
            (line,) = axes.plot(x, y, stroke, color=color, linewidth=1.8)
            keys.append(line)
            for group in members:
                for one in group.found:
                    _point(axes, look.place(one), column, one, color, scenes)
        _legend(drawing, [*people.values(), *keys], [*people, *names])
        return svg_text(drawing)


def strip_svg(column: str, groups: Sequence[Summary], scenes: Scenes) -> str:
    """A column of every cell, a row a group; the median and the middle half behind."""
    with new_drawing(_WIDTH, 1.1 + 0.5 * len(groups)) as drawing:
        axes = drawing.subplots()
        style_axes(axes, column_words(column))
        axes.grid(visible=True, axis="x", color=AXIS_COLOR, alpha=0.22, linewidth=0.8)
        axes.grid(visible=False, axis="y")
        numbers = [number for group in groups for number in group.numbers(column)]
        if _spans_decades(numbers):
            axes.set_xscale("log")
        for row, group in enumerate(groups):
            color = COLORS[row % len(COLORS)]
            found = group.spread(column)
            if found is not None and found.count > 1:
                axes.plot(
                    [found.lower_quartile, found.upper_quartile],
                    [row, row],
                    color=color,
                    alpha=0.3,
                    linewidth=9,
                    solid_capstyle="butt",
                )
                axes.plot(found.median, row, "|", color=color, markersize=18)
            for number, one in enumerate(group.found):
                value = one.numbers.get(column)
                if value is not None:
                    beside = 0.24 * ((number * 0.618 + 0.5) % 1.0 - 0.5)  # all show
                    _dot(axes, float(value), row + beside, one, color, scenes)
        axes.set_ylim(len(groups) - 0.5, -0.5)
        name_ticks(axes.yaxis, [group.words or "all" for group in groups])
        return svg_text(drawing)


def heat_map_svg(
    values: Mapping[tuple[Any, Any], float | None],
    look: Look,
    scenes: Mapping[tuple[Any, Any], int],
    is_share: bool = False,
) -> str:
    """A number by two keys, each field with its number.

    Args:
        values: by the values of both keys.
        look: which keys.
        scenes: that show a field's gait.
        is_share: whether they are from 0 to 1, and written in %.
    """
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    assert look.x is not None, "a heat map has two keys"
    assert look.y is not None, "a heat map has two keys"
    columns, rows = look.x.values, look.y.values
    known = [value for value in values.values() if value is not None]
    low, high = (0.0, 1.0) if is_share else (min(known), max(known))
    size = (1.0 + 0.7 * len(columns), 0.8 + 0.45 * len(rows))
    with new_drawing(*size) as drawing:
        axes = drawing.subplots()
        style_axes(axes, short_key(look.x.key), short_key(look.y.key))
        axes.grid(visible=False)
        for (x, y), value in values.items():
            if value is None:
                continue
            share = (value - low) / (high - low) if high > low else 0.5
            color = colormaps["viridis"](0.1 + 0.85 * share)
            column, row = columns.index(x), rows.index(y)
            field = Rectangle((column - 0.48, row - 0.46), 0.96, 0.92, color=color)
            axes.add_patch(field)
            _name(field, scenes.get((x, y)))
            axes.text(
                column,
                row,
                f"{value:.0%}" if is_share else f"{value:.4g}",
                ha="center",
                va="center",
                color="white" if share < 0.6 else "black",
                fontsize=10,
            )
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(-0.5, len(rows) - 0.5)
        name_ticks(axes.xaxis, [text_of(one) for one in columns])
        name_ticks(axes.yaxis, [text_of(one) for one in rows])
        return svg_text(drawing)


def learning_svg(runs: Mapping[str, Sequence[Sequence[Progress]]]) -> str:
    """Best objective so far over the candidates: every search, and the median of each.

    Args:
        runs: the progress of every search, by the name of its group.
    """
    with new_drawing(8.4, _HEIGHT) as drawing:
        axes = drawing.subplots()
        style_axes(axes, "candidates", "best objective so far")
        style, keys = looks(runs), []
        every = [row.best for one in runs.values() for rows in one for row in rows]
        if _spans_decades(every):
            from matplotlib.ticker import FuncFormatter

            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
            axes.tick_params(axis="y", which="minor", length=0)
        for name, searches in runs.items():
            color, stroke = style[name]
            for rows in searches:
                x = [row.evaluations for row in rows]
                y = [row.best for row in rows]
                axes.step(x, y, where="post", color=color, alpha=0.35, linewidth=0.9)
            x, y = _median_curve(searches)
            (line,) = axes.step(x, y, stroke, where="post", color=color, linewidth=2.4)
            keys.append(line)
        axes.margins(x=0)
        _legend(drawing, keys, list(runs))
        return svg_text(drawing)


def _median_curve(
    searches: Sequence[Sequence[Progress]],
) -> tuple[list[int], list[float]]:
    """Median of the bests so far; a search that has ended keeps its last."""
    moments = sorted({row.evaluations for rows in searches for row in rows})
    bests: list[Any] = []
    for rows in searches:
        known = np.searchsorted([row.evaluations for row in rows], moments, "right")
        bests.append(np.array([rows[0].best, *(row.best for row in rows)])[known])
    return moments, list(np.median(bests, axis=0))


def front_svg(
    found: Iterable[Found],
    best: Sequence[Found],
    columns: Sequence[str],
    scenes: Scenes,
) -> str:
    """Cells by two columns, a third by size; those that nobody beats in colour."""
    with new_drawing(_WIDTH, _HEIGHT + 0.6) as drawing:
        axes = drawing.subplots()
        x, y, *rest = columns
        style_axes(axes, column_words(x), column_words(y))
        axes.grid(visible=True, color=AXIS_COLOR, alpha=0.22, linewidth=0.8)
        numbers = {one.cell.number for one in best}
        sizes = _sizes(best, rest[0] if rest else None)
        if not rest:  # with a third column it is a surface, not a line
            edge = sorted(
                (float(one.numbers[x] or 0), float(one.numbers[y] or 0)) for one in best
            )
            axes.plot(*np.asarray(edge).reshape(-1, 2).T, color=COLORS[0], alpha=0.4)
        for one in found:
            across, up = one.numbers.get(x), one.numbers.get(y)
            if across is None or up is None:
                continue
            is_best = one.cell.number in numbers
            color = COLORS[0] if is_best else AXIS_COLOR
            size = sizes.get(one.cell.number, 6.0)
            _dot(axes, float(across), float(up), one, color, scenes, size)
        return svg_text(drawing)


def _sizes(found: Sequence[Found], column: str | None) -> dict[int, float]:
    """Diameter of the points by a column, the largest number the largest."""
    if column is None:
        return {one.cell.number: 9.0 for one in found}
    values = {one.cell.number: float(one.numbers[column] or 0) for one in found}
    low, high = min(values.values()), max(values.values())
    span = (high - low) or 1.0
    return {number: 7.0 + 9.0 * (one - low) / span for number, one in values.items()}


def _point(
    axes: "Axes", x: float, column: str, one: Found, color: str, scenes: Scenes
) -> None:
    value = one.numbers.get(column)
    if value is not None:
        _dot(axes, x, float(value), one, color, scenes)


def _dot(
    axes: "Axes",
    x: float,
    y: float,
    one: Found,
    color: str,
    scenes: Scenes,
    size: float = 7.0,
) -> None:
    """A cell: full if it is a success, a cross if it is none."""
    mark = "o" if one.is_success else "x"
    (dot,) = axes.plot(x, y, mark, color=color, markersize=size, alpha=0.85, zorder=4)
    _name(dot, scenes.get(one.cell.number))


def _name(artist: "Artist", scene: int | None) -> None:
    if scene is not None:
        artist.set_gid(f"scene-{scene}")


def _is_cost_over_speed(column: str, look: Look) -> bool:
    return column == COST and look.x is not None and look.x.key == SPEED_GOAL


def _draw_people(axes: "Axes") -> "dict[str, Artist]":
    """What walking costs people, with the speed at which it is least.

    Power is a smooth curve through the table's: straight lines would put the least cost
    at one of its speeds.
    """
    from scipy.interpolate import CubicSpline

    found: dict[str, Artist] = {}
    for model, stroke in zip(PEOPLE, ("-", ":"), strict=True):
        powers = [metabolic_cost("walk", v)[model].power for v in PEOPLES_SPEEDS]
        costs = CubicSpline(PEOPLES_SPEEDS, powers)(WALKING_SPEEDS) / WALKING_SPEEDS
        lowest = int(np.argmin(costs))
        (line,) = axes.plot(WALKING_SPEEDS, costs, stroke, color=INK, linewidth=1.6)
        axes.plot(WALKING_SPEEDS[lowest], costs[lowest], "v", color=INK, markersize=7)
        words = f"people, {FORMULA_WORDS[model]}"
        found[f"{words}, least at {WALKING_SPEEDS[lowest]:.2f} m/s"] = line
    return found


def _series_words(look: Look, series: tuple[Any, ...], column: str) -> str:
    words = words_of(dict(zip(look.others, series, strict=True)))
    return words or f"median {column.replace('_', ' ')}"


def _legend(drawing: "Figure", keys: "list[Artist]", names: list[str]) -> None:
    width, height = drawing.get_size_inches()
    drawing.set_size_inches(width, height + _PER_NAME * len(names))
    plain_legend(drawing, keys, map(fitting, names))


def _spans_decades(numbers: Sequence[float]) -> bool:
    positive = [number for number in numbers if 0 < number < np.inf]
    if not positive or len(positive) < len(numbers):
        return False
    return max(positive) > _SMALL_SPREAD * min(positive)
