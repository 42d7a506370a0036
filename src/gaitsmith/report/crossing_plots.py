"""Plots of a crossing: errors, uncertainty, time to plan; and it seen from above."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.crossing import Crossing
from gaitsmith.report.drawing import (
    AXIS_COLOR,
    COLORS,
    STROKES,
    Plot,
    new_drawing,
    small_plot,
    style_axes,
    svg_text,
)
from gaitsmith.report.sections import Figure, Key, Panel, Panels
from gaitsmith.scene.crossing_scene import is_missed
from gaitsmith.scene.footprint import MISSED_COLOR, REAL_COLOR, Footprint
from gaitsmith.scene.polygons import Hole
from gaitsmith.scene.scene import Scene

if TYPE_CHECKING:
    from matplotlib.patches import Polygon

_NEXT, _LATER = COLORS[0], COLORS[1]
# Of the map.
_WIDTH, _LEAST, _MOST = 7.4, 2.4, 7.4  # inch
_MARGIN = 0.6  # m, around the footprints


def crossing_panels(crossing: Crossing, has_stones: bool) -> tuple[Panels, ...]:
    """One panel per quantity; nothing of a crossing without plans."""
    if not crossing.planned:
        return ()
    where = "its stone" if has_stones else "where it is clear of all gaps"
    return (
        Panels(
            "Step by step",
            (
                Panel("Placement error [cm]", _errors(crossing, has_stones)),
                Panel("Uncertainty of the plan", _uncertainty(crossing)),
                Panel("Planning time [ms]", _planning(crossing)),
            ),
            keys=(
                Key("the next step", _NEXT),
                Key("the step after it", _LATER, STROKES[1]),
                Key("missed", MISSED_COLOR, "band"),
                Key("median", AXIS_COLOR, STROKES[1]),
                Key("99 %", AXIS_COLOR, STROKES[3]),
            ),
            caption=(
                f"Error: how far a planned step landed from {where}. Steps without a"
                " mark are of the base gait, which needs no plan."
            ),
        ),
    )


def _numbered(crossing: Crossing) -> list[int]:
    """Numbers of the planned steps, from 1 on."""
    return [
        n for n, step in enumerate(crossing.steps, start=1) if step.plan is not None
    ]


@contextmanager
def _over_steps(crossing: Crossing, last: int) -> Generator[Plot]:
    """A plot over the numbers of steps, as far as `last` beyond those taken."""
    from matplotlib.ticker import MaxNLocator

    with small_plot("step") as plot:
        plot.axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        yield plot
        plot.axes.set_xlim(0.5, len(crossing.steps) + last + 0.5)


def _errors(crossing: Crossing, has_stones: bool) -> str:
    colors = [
        MISSED_COLOR if is_missed(step, has_stones) else REAL_COLOR
        for step in crossing.planned
    ]
    errors = [100 * error for error in crossing.errors]
    with _over_steps(crossing, 0) as plot:
        plot.axes.bar(_numbered(crossing), errors, color=colors, width=0.7)
        plot.axes.set_ylim(0, 1.08 * max(*errors, 1.0))
    return plot.svg


def _uncertainty(crossing: Crossing) -> str:
    plans = [step.plan for step in crossing.planned if step.plan is not None]
    numbers = np.array(_numbered(crossing))
    with _over_steps(crossing, 1) as plot:
        first = [plan.uncertainty[0] for plan in plans]
        plot.axes.plot(numbers, first, "o-", color=_NEXT, ms=3.5)
        if all(len(plan.uncertainty) > 1 for plan in plans):
            later = [plan.uncertainty[1] for plan in plans]
            look: dict[str, Any] = {"ls": STROKES[1], "color": _LATER}
            plot.axes.plot(numbers + 1, later, "o", lw=1.2, ms=3, **look)
        plot.axes.set_ylim(bottom=0)
    return plot.svg


def _planning(crossing: Crossing) -> str:
    times = [step.planning_ms for step in crossing.planned]
    with _over_steps(crossing, 0) as plot:
        plot.axes.bar(_numbered(crossing), times, color=_NEXT, width=0.7)
        for share, stroke in ((0.5, STROKES[1]), (0.99, STROKES[3])):
            level = crossing.planning_ms(share)
            plot.axes.axhline(level, color=AXIS_COLOR, linestyle=stroke, lw=1.5)
    return plot.svg


def crossing_map(
    scene: Scene, waypoints: tuple[tuple[float, float], ...]
) -> tuple[Figure, ...]:
    """Crevasses, waypoints and feet; nothing without waypoints, or without steps."""
    prints = [one for one in scene.footprints if one.kind != "expected"]
    if not waypoints or not prints:
        return ()
    spots = [one.place[:2] for one in prints]
    (left, right), (low, high) = (
        (min(axis) - _MARGIN, max(axis) + _MARGIN) for axis in zip(*spots, strict=True)
    )
    height = 0.6 + (_WIDTH - 0.6) * (high - low) / (right - left)
    with new_drawing(_WIDTH, min(max(height, _LEAST), _MOST)) as drawing:
        axes = drawing.subplots()
        style_axes(axes, "x [m]", "y [m]")
        for hole in scene.ground.holes:
            axes.add_patch(_filled(hole, AXIS_COLOR, 0.45))
        axes.plot(*zip(*waypoints, strict=True), "+", color=AXIS_COLOR, ms=6)
        for one in prints:
            axes.add_patch(_sole(one))
        axes.set(xlim=(left, right), ylim=(low, high), aspect="equal")
        svg = svg_text(drawing)
    return (
        Figure(
            "Seen from above",
            svg,
            caption=(
                "Filled: real footfalls, red where missed; outlines: planned ones, by"
                " their uncertainty; grey: crevasses; +: waypoints."
            ),
        ),
    )


def _filled(corners: Floats | Hole, color: str, opacity: float) -> "Polygon":
    from matplotlib.patches import Polygon

    return Polygon(corners, facecolor=color, alpha=opacity, linewidth=0)


def _sole(one: Footprint) -> "Polygon":
    sole = _filled(one.outline, one.color, 0.85)
    if one.kind == "planned":
        sole.set(facecolor="none", edgecolor=one.color, linewidth=1.2, alpha=1.0)
    return sole
