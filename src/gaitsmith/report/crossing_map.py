"""A crossing seen from above, for ways that are not straight."""

from typing import TYPE_CHECKING

from gaitsmith.kernels.records import Floats
from gaitsmith.report.drawing import AXIS_COLOR, new_drawing, style_axes, svg_text
from gaitsmith.report.sections import Figure
from gaitsmith.scene.footprint import Footprint
from gaitsmith.scene.polygons import Hole
from gaitsmith.scene.scene import Scene

if TYPE_CHECKING:
    from matplotlib.patches import Polygon

_WIDTH, _LEAST, _MOST = 7.4, 2.4, 7.4  # inch
_MARGIN = 0.6  # m, around the footprints


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
