"""Plots of a crossing, step by step: errors, uncertainty, time to plan."""

from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.planning.crossing import Crossing
from gaitsmith.report.drawing import (
    AXIS_COLOR,
    COLORS,
    STROKES,
    new_drawing,
    style_axes,
    svg_text,
)
from gaitsmith.report.sections import Key, Panel, Panels
from gaitsmith.scene.footprints import MISSED_COLOR, REAL_COLOR, is_missed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _HEIGHT = 3.6, 2.5  # inch; small, so that little is scaled down on a phone
_NEXT, _LATER = COLORS[0], COLORS[1]


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


def _style(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator

    style_axes(axes, "step")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _errors(crossing: Crossing, has_stones: bool) -> str:
    colors = [
        MISSED_COLOR if is_missed(step, has_stones) else REAL_COLOR
        for step in crossing.planned
    ]
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        _style(axes)
        errors = [100 * error for error in crossing.errors]
        axes.bar(_numbered(crossing), errors, color=colors, width=0.7)
        axes.set_xlim(0.5, len(crossing.steps) + 0.5)
        axes.set_ylim(0, 1.08 * max(*errors, 1.0))
        return svg_text(drawing)


def _uncertainty(crossing: Crossing) -> str:
    plans = [step.plan for step in crossing.planned if step.plan is not None]
    numbers = np.array(_numbered(crossing))
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        _style(axes)
        axes.plot(
            numbers, [plan.uncertainty[0] for plan in plans], "o-", color=_NEXT, ms=3.5
        )
        if all(len(plan.uncertainty) > 1 for plan in plans):
            later = [plan.uncertainty[1] for plan in plans]
            axes.plot(
                numbers + 1, later, "o", ls=STROKES[1], lw=1.2, color=_LATER, ms=3
            )
        axes.set_xlim(0.5, len(crossing.steps) + 1.5)
        axes.set_ylim(bottom=0)
        return svg_text(drawing)


def _planning(crossing: Crossing) -> str:
    times = [step.planning_ms for step in crossing.planned]
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        _style(axes)
        axes.bar(_numbered(crossing), times, color=_NEXT, width=0.7)
        for share, stroke in ((0.5, STROKES[1]), (0.99, STROKES[3])):
            axes.axhline(
                crossing.planning_ms(share), color=AXIS_COLOR, linestyle=stroke, lw=1.5
            )
        axes.set_xlim(0.5, len(crossing.steps) + 0.5)
        return svg_text(drawing)
