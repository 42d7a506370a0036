"""One small plot of a quantity over the gait cycle, over the band of people."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve
from gaitsmith.gait.human import Band
from gaitsmith.report.drawing import AXIS_COLOR, small_plot, style_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Strand:
    """A curve over the cycle, with its spread, as it is drawn."""

    curve: MeanCurve
    color: str
    stroke: str = "-"
    toe_off: float | None = None
    """Share of the cycle at which the foot lifts: a mark below the curve."""


def cycle_svg(
    y_label: str,
    strands: tuple[Strand, ...],
    band: Band | None,
    level: float = 0.0,
    y_range: tuple[float, float] | None = None,
) -> str:
    """Curves over 0 to 100 % of the cycle, as an SVG document.

    Args:
        y_label: what they are, or their unit.
        strands: the curves.
        band: of people, behind them; None: a line at `level` instead.
        level: where nothing happens.
        y_range: what the axis shows; left out: what there is.
    """
    return small_plot(
        "gait cycle [%]",
        y_label,
        lambda axes: draw_cycle(axes, y_label, strands, band, level, y_range),
    )


def draw_cycle(
    axes: "Axes",
    y_label: str,
    strands: tuple[Strand, ...],
    band: Band | None,
    level: float = 0.0,
    y_range: tuple[float, float] | None = None,
) -> None:
    """The same on axes of one's own; see `cycle_svg`."""
    percent = range(NUM_POINTS)
    style_axes(axes, "gait cycle [%]", y_label)
    axes.margins(x=0)
    if band is not None:
        axes.fill_between(
            percent,
            band.mean - band.sd,
            band.mean + band.sd,
            color=AXIS_COLOR,
            alpha=0.28,
            linewidth=0,
        )
        axes.plot(percent, band.mean, color=AXIS_COLOR, linewidth=1.4)
    else:
        axes.axhline(level, color=AXIS_COLOR, linewidth=0.8, alpha=0.5)
    for strand in strands:
        _draw(axes, strand)
    if y_range is not None:
        axes.set_ylim(*y_range)


def _draw(axes: "Axes", strand: Strand) -> None:
    percent, mean, sd = range(NUM_POINTS), strand.curve.mean, strand.curve.sd
    look: dict[str, Any] = {"color": strand.color}
    axes.fill_between(percent, mean - sd, mean + sd, alpha=0.2, linewidth=0, **look)
    axes.plot(percent, mean, linestyle=strand.stroke, linewidth=2.0, **look)
    if strand.toe_off is not None:
        axes.plot(
            [100.0 * strand.toe_off],
            [0.0],
            marker="^",
            markersize=6,
            transform=axes.get_xaxis_transform(),
            clip_on=False,
            **look,
        )
