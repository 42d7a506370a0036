"""Plots of a crossing, step by step: errors, uncertainty, time to plan."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.planning.crossing import Crossing
from gaitsmith.report.drawing import AXIS_COLOR, COLORS, STROKES, small_plot
from gaitsmith.report.sections import Key, Panel, Panels
from gaitsmith.scene.footprint import MISSED_COLOR, REAL_COLOR
from gaitsmith.scene.footprints import is_missed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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


def _steps(draw_steps: Callable[["Axes"], None]) -> str:
    """A plot over the numbers of steps."""

    def draw(axes: "Axes") -> None:
        from matplotlib.ticker import MaxNLocator

        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        draw_steps(axes)

    return small_plot("step", "", draw)


def _errors(crossing: Crossing, has_stones: bool) -> str:
    colors = [
        MISSED_COLOR if is_missed(step, has_stones) else REAL_COLOR
        for step in crossing.planned
    ]
    errors = [100 * error for error in crossing.errors]

    def draw(axes: "Axes") -> None:
        axes.bar(_numbered(crossing), errors, color=colors, width=0.7)
        axes.set_xlim(0.5, len(crossing.steps) + 0.5)
        axes.set_ylim(0, 1.08 * max(*errors, 1.0))

    return _steps(draw)


def _uncertainty(crossing: Crossing) -> str:
    plans = [step.plan for step in crossing.planned if step.plan is not None]
    numbers = np.array(_numbered(crossing))

    def draw(axes: "Axes") -> None:
        first = [plan.uncertainty[0] for plan in plans]
        axes.plot(numbers, first, "o-", color=_NEXT, ms=3.5)
        if all(len(plan.uncertainty) > 1 for plan in plans):
            later = [plan.uncertainty[1] for plan in plans]
            axes.plot(
                numbers + 1, later, "o", ls=STROKES[1], lw=1.2, color=_LATER, ms=3
            )
        axes.set_xlim(0.5, len(crossing.steps) + 1.5)
        axes.set_ylim(bottom=0)

    return _steps(draw)


def _planning(crossing: Crossing) -> str:
    times = [step.planning_ms for step in crossing.planned]

    def draw(axes: "Axes") -> None:
        axes.bar(_numbered(crossing), times, color=_NEXT, width=0.7)
        for share, stroke in ((0.5, STROKES[1]), (0.99, STROKES[3])):
            axes.axhline(
                crossing.planning_ms(share), color=AXIS_COLOR, linestyle=stroke, lw=1.5
            )
        axes.set_xlim(0.5, len(crossing.steps) + 0.5)

    return _steps(draw)
