"""How a search went, as a figure for the page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.report.drawing import COLORS, new_drawing, style_axes, svg_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COST_COLOR, _SURVIVAL_COLOR, _GUIDE_COLOR = COLORS[:3]

Series = Sequence[float] | np.ndarray

_DECADES_FOR_LOG = 1.5
"""A cost that falls by more than this many powers of ten is drawn on a log axis."""


def progress_svg(
    generations: Series,
    best: Series,
    survival_seconds: Series | None = None,
    *,
    x_label: str = "generation",
    guide_strength: Series | None = None,
    guide_effort: Series | None = None,
) -> str:
    """The best cost over the search, and above it what else is known of it.

    Args:
        generations: Where on the horizontal axis: generations or evaluations.
        best: Best cost so far at each; the axis is logarithmic when it spans decades.
        survival_seconds: How long the best candidate stayed up at each [s].
        x_label: What `generations` counts.
        guide_strength: Factor of the guide's torque at each; 0: off.
        guide_effort: Of the guide, for the best candidate at each [N2 m2 s].

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
    above = [
        (label, np.asarray(series, float), color)
        for label, series, color in (
            ("stays up [s]", survival_seconds, _SURVIVAL_COLOR),
            ("guide's strength", guide_strength, _GUIDE_COLOR),
            ("effort [N² m² s]", guide_effort, _GUIDE_COLOR),
        )
        if series is not None
    ]
    with new_drawing(8.4, 2.7 + 1.5 * len(above)) as figure:
        panels = figure.subplots(
            1 + len(above),
            1,
            sharex=True,
            squeeze=False,
            height_ratios=[*(1.0 for _ in above), 1.7],
        )[:, 0]
        cost = panels[-1]
        style_axes(cost, x_label, "best cost")
        cost.xaxis.set_major_locator(MaxNLocator(integer=True))
        if _spans_decades(best):
            cost.set_yscale("log")
            # 1000 rather than a small raised 3, which is hard to read on a phone.
            cost.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        _line(cost, generations, best, _COST_COLOR)
        for panel, (label, series, color) in zip(panels, above, strict=False):
            style_axes(panel, y_label=label)
            _line(panel, generations, series, color)
            highest = series[np.isfinite(series)].max(initial=0.0)
            panel.set_ylim(0, 1.12 * highest or 1)
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
