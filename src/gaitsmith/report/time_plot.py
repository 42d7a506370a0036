"""One small plot of a quantity over time, of one gait or of several."""

from dataclasses import dataclass

from gaitsmith.kernels.records import Floats
from gaitsmith.report.drawing import new_drawing, style_axes, svg_text

_WIDTH, _HEIGHT = 3.6, 2.5  # inch; small, so that little is scaled down on a phone


@dataclass(frozen=True)
class TimeLine:
    """A quantity over time, as it is drawn."""

    time: Floats  # (frames,) s
    values: Floats  # (frames,)
    color: str
    stroke: str = "-"


def time_svg(y_label: str, lines: tuple[TimeLine, ...]) -> str:
    """Quantities that are never negative over time [s], as an SVG document."""
    with new_drawing(_WIDTH, _HEIGHT) as drawing:
        axes = drawing.subplots()
        style_axes(axes, "time [s]", y_label)
        axes.margins(x=0)
        for line in lines:
            axes.plot(
                line.time,
                line.values,
                color=line.color,
                linestyle=line.stroke,
                linewidth=1.6,
            )
        axes.set_ylim(bottom=0.0)
        return svg_text(drawing)
