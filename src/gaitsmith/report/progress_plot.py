"""How a search went, as a figure for the page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.report.drawing import COLORS, new_drawing, style_axes, svg_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COST_COLOR, _SURVIVAL_COLOR = COLORS[:2]

_DECADES_FOR_LOG = 1.5
"""A cost that falls by more than this many powers of ten is drawn on a log axis."""


def progress_svg(
    generations: Sequence[float] | np.ndarray,
    best: Sequence[float] | np.ndarray,
    survival_seconds: Sequence[float] | np.ndarray | None = None,
    *,
    x_label: str = "generation",
) -> str:
    """The best cost over the search, and above it how long that candidate stayed up.

    Args:
        generations: Where on the horizontal axis: generations or evaluations.
        best: Best cost so far at each; the axis is logarithmic when it spans decades.
        survival_seconds: How long the best candidate stayed up at each [s].
        x_label: What `generations` counts.

    Returns:
        An SVG document without background, with text kept as text; the same input
        always gives the same document.
    """
    # Not at the top: the command line must start without loading a plotting library.
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    generations, best = np.asarray(generations, float), np.asarray(best, float)
    if len(generations) == 0 or generations.shape != best.shape:
        raise ValueError(
            f"progress needs one cost per generation, at least one; got "
            f"{len(generations)} generations and {len(best)} costs."
        )
    rows = 1 if survival_seconds is None else 2
    with new_drawing(8.4, 2.7 + 1.5 * (rows - 1)) as figure:
        panels = figure.subplots(
            rows, 1, sharex=True, squeeze=False, height_ratios=[1, 1.7][-rows:]
        )[:, 0]
        cost = panels[-1]
        style_axes(cost, x_label, "best cost")
        cost.xaxis.set_major_locator(MaxNLocator(integer=True))
        if _spans_decades(best):
            cost.set_yscale("log")
            # 1000 rather than a small raised 3, which is hard to read on a phone.
            cost.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        _line(cost, generations, best, _COST_COLOR)
        if survival_seconds is not None:
            survival = np.asarray(survival_seconds, float)
            style_axes(panels[0], y_label="stays up [s]")
            _line(panels[0], generations, survival, _SURVIVAL_COLOR)
            highest = survival[np.isfinite(survival)].max(initial=0.0)
            panels[0].set_ylim(0, 1.12 * highest or 1)
        figure.align_ylabels()
        return svg_text(figure)


def _spans_decades(costs: np.ndarray) -> bool:
    finite = costs[np.isfinite(costs)]
    if len(finite) == 0 or finite.min() <= 0:
        return False
    return bool(np.log10(finite.max() / finite.min()) > _DECADES_FOR_LOG)


def _line(axes: "Axes", x: np.ndarray, y: np.ndarray, color: str) -> None:
    # A step that holds until the next value: that is what "best so far" means.
    axes.step(x, y, where="post", color=color, linewidth=1.8)
    axes.plot(x[-1:], y[-1:], "o", color=color, markersize=5)
