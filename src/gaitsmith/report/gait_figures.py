"""The curves of one gait or of several, over the bands of people."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.assessment import Assessment, assess
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import Reference
from gaitsmith.report.drawing import (
    AXIS_COLOR,
    COLORS,
    STROKES,
    draw_band,
    fitting,
    looks,
    small_plot,
    style_axes,
)
from gaitsmith.report.gait_sections import muscle_title
from gaitsmith.report.sections import Key, Panel, Panels
from gaitsmith.workflows import AnySolution, as_solution

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Quantity:
    """What a panel shows."""

    name: str
    title: str
    unit: str
    scale: float = 1.0
    """From the analysis' unit to `unit`."""
    level: float = 0.0
    """Where a line is drawn if there are no people's."""
    y_range: tuple[float, float] | None = None
    """What the axis shows; None: what there is."""


_ANGLES = (
    Quantity("hip", "Hip, flexion +", "degrees"),
    Quantity("knee", "Knee, flexion +", "degrees"),
    Quantity("ankle", "Ankle, dorsiflexion +", "degrees"),
    Quantity("thigh", "Thigh, forward +", "degrees"),
    Quantity("foot", "Foot, toes up +", "degrees"),
)
_MOMENTS = (
    Quantity("hip", "Hip, extension +", "N m/kg"),
    Quantity("knee", "Knee, extension +", "N m/kg"),
    Quantity("ankle", "Ankle, plantarflexion +", "N m/kg"),
)
_POWERS = tuple(
    Quantity(name, f"{name.capitalize()}, generated +", "W/kg")
    for name in ("hip", "knee", "ankle")
)
_FORCES = (
    Quantity("vertical", "Vertical, up +", "body weights"),
    Quantity("fore_aft", "Fore-aft, forward +", "body weights"),
    Quantity("medio_lateral", "Sideways, toward the midline +", "body weights"),
)
_WHOLE_BODY = (
    Quantity("com_rise", "Centre of mass, up +", "cm", 100.0),
    Quantity("com_sideways", "Centre of mass, outward +", "cm", 100.0),
    Quantity("head_rise", "Head, up +", "cm", 100.0),
    Quantity("head_pitch", "Head, leaning forward +", "degrees"),
    Quantity("spin_pitch", "Spin, forward +", "%", 100.0),
    Quantity("spin_roll", "Spin, rolling inward +", "%", 100.0),
    Quantity("spin_yaw", "Spin, turning outward +", "%", 100.0),
)
_ACTIVATIONS = tuple(
    Quantity(name, muscle_title(name), "activation", y_range=(0.0, 1.0))
    for name in MUSCLE_NAMES
)
_MUSCLE_FORCES = tuple(
    Quantity(name, muscle_title(name), "force / F0") for name in MUSCLE_NAMES
)
_FIBER_LENGTHS = tuple(
    Quantity(name, muscle_title(name), "length / optimal", level=1.0)
    for name in MUSCLE_NAMES
)
_TOE_OFF = "▲ toe-off."
_ANGLE_NOTE = (
    f"{_TOE_OFF} Joints are zero in the standing pose; thigh and foot are measured"
    " against the vertical and the horizontal."
)
_SMOOTHED = f"{_TOE_OFF} Smoothed at 15 Hz."
_WORN = "What is worn on the joints, which is not in the joint moments above."
_FORCE_NOTE = (
    f"{_TOE_OFF} Force of the tendon, of the muscle's max isometric force, at its"
    " optimal length."
)
_LENGTH_NOTE = (
    f"{_TOE_OFF} The fibres', in the length at which they are strongest (the line)."
)
_SPIN_NOTE = (
    f"{_TOE_OFF} Outward is to the side of the striking foot. Spin is the angular"
    " momentum about the centre of mass, in per cent of mass · height · √(g · height),"
    " with the height of the centre of mass."
)


@dataclass(frozen=True)
class CurveSection:
    """Curves that are shown together."""

    title: str
    part: str
    """Field of the analysis and of the reference."""
    quantities: tuple[Quantity, ...]
    caption: str


SECTIONS = {
    section.part: section
    for section in (
        CurveSection("Joint angles", "angles", _ANGLES, _ANGLE_NOTE),
        CurveSection("Joint moments", "moments", _MOMENTS, _SMOOTHED),
        CurveSection(
            "Moments of devices", "device_moments", _MOMENTS, f"{_SMOOTHED} {_WORN}"
        ),
        CurveSection("Joint powers", "powers", _POWERS, _SMOOTHED),
        CurveSection("Ground forces", "forces", _FORCES, _SMOOTHED),
        CurveSection("The whole body", "whole_body", _WHOLE_BODY, _SPIN_NOTE),
        CurveSection("Muscle activations", "activations", _ACTIVATIONS, _TOE_OFF),
        CurveSection("Muscle forces", "muscle_forces", _MUSCLE_FORCES, _FORCE_NOTE),
        CurveSection("Muscle fibres", "fiber_lengths", _FIBER_LENGTHS, _LENGTH_NOTE),
    )
}


_CYCLE = "gait cycle [%]"
_LEGS = (Key("left", COLORS[0]), Key("right", COLORS[1], STROKES[1]))

Assessed = Mapping[str, Assessment]
"""By the name that is shown."""


@dataclass(frozen=True)
class _Strand:
    """A curve over the cycle, with its spread, as it is drawn."""

    curve: MeanCurve
    key: Key
    toe_off: float | None
    """Share of the cycle at which the foot lifts: a mark below the curve."""


@dataclass(frozen=True)
class _CyclePlot:
    """What is drawn of a quantity."""

    quantity: Quantity
    strands: tuple[_Strand, ...]
    band: Band | None
    """Of people."""

    def draw(self, axes: "Axes") -> None:
        """Curves over the band of people; without one, over a line."""
        quantity, percent = self.quantity, np.linspace(0.0, 100.0, NUM_POINTS)
        if self.band is not None:
            draw_band(axes, percent, self.band.mean, self.band.sd)
            axes.plot(percent, self.band.mean, color=AXIS_COLOR, linewidth=1.4)
        else:
            axes.axhline(quantity.level, color=AXIS_COLOR, linewidth=0.8, alpha=0.5)
        for strand in self.strands:
            mean, sd = (
                quantity.scale * part for part in (strand.curve.mean, strand.curve.sd)
            )
            look: dict[str, Any] = {"color": strand.key.color}
            axes.fill_between(
                percent, mean - sd, mean + sd, alpha=0.2, linewidth=0, **look
            )
            axes.plot(percent, mean, linestyle=strand.key.stroke, linewidth=2.0, **look)
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
        if quantity.y_range is not None:
            axes.set_ylim(*quantity.y_range)

    def panel(self) -> Panel:
        """It as a small drawing."""
        with small_plot(_CYCLE, self.quantity.unit) as plot:
            self.draw(plot.axes)
        return Panel(self.quantity.title, plot.svg)


def gait_panels(assessed: Assessed, reference: Reference) -> tuple[Panels, ...]:
    """All curves: of one gait, left and right; of several, both sides pooled.

    Args:
        assessed: by the name that the page shows.
        reference: the bands to draw behind them.
    """
    found = []
    for section in SECTIONS.values():
        plots = list(_plots(section, assessed, reference))
        keys = _keys(assessed)
        if _bands(reference, section):
            name = f"{reference.name}, mean ± 1 standard deviation"
            keys = (*keys, Key(name, AXIS_COLOR, "band"))
        if plots:
            panels = tuple(plot.panel() for plot in plots)
            found.append(Panels(section.title, panels, keys, section.caption))
    return tuple(found)


def plot(*solutions: AnySolution | Assessment, what: str = "angles") -> "Figure":
    """Curves over the gait cycle, over the band of the reference, in one picture.

    Args:
        solutions: one, whose legs are shown apart, or several to compare; or their
            names, as for `simulate`.
        what: "angles", "moments", "powers", "forces", "whole_body", "activations",
            "muscle_forces" or "fiber_lengths".

    Returns:
        A figure of matplotlib, which a notebook shows.
    """
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    if what not in SECTIONS:
        raise unknown_name("kind of curve", what, SECTIONS, "plot")
    if not solutions:
        raise InputError("plot: give at least one solution.")
    assessed = dict(
        (f"gait {number}", one)
        if isinstance(one, Assessment)
        else ((gait := as_solution(one)).name, assess(gait))
        for number, one in enumerate(solutions, start=1)
    )
    section = SECTIONS[what]
    reference = next(iter(assessed.values())).score.reference
    plots = list(_plots(section, assessed, reference))
    if not plots:
        raise InputError(f"plot: none of these gaits has {what.replace('_', ' ')}.")
    figure = Figure(figsize=(3.6 * len(plots), 3.0), layout="constrained")
    for axes, one in zip(
        figure.subplots(1, len(plots), squeeze=False)[0], plots, strict=True
    ):
        style_axes(axes, _CYCLE, one.quantity.unit)
        axes.margins(x=0)
        one.draw(axes)
        axes.set_title(one.quantity.title, fontsize=10)
    looks_of: list[dict[str, Any]] = [
        {"color": key.color, "linestyle": key.stroke, "label": key.name}
        for key in _keys(assessed)
    ]
    handles = [Line2D([], [], **look) for look in looks_of]
    legend = figure.legend(
        handles=handles, loc="outside lower center", ncols=4, frameon=False
    )
    for text in legend.get_texts():
        text.set(parse_math=False, text=fitting(text.get_text()))
    has_bands = bool(_bands(reference, section))
    title = ", ".join(assessed) + (f" over {reference.name}" if has_bands else "")
    figure.suptitle(fitting(title), fontsize=10, parse_math=False)
    return figure


def _bands(reference: Reference, section: CurveSection) -> Mapping[str, Band]:
    return getattr(reference, section.part, {})


def _plots(
    section: CurveSection, assessed: Assessed, reference: Reference
) -> Iterator[_CyclePlot]:
    """The quantities of a section that there are, each with its curves."""
    for quantity in section.quantities:
        strands = tuple(_strands(section.part, quantity.name, assessed))
        if strands:
            band = _bands(reference, section).get(quantity.name)
            yield _CyclePlot(quantity, strands, band)


def _keys(assessed: Assessed) -> tuple[Key, ...]:
    if len(assessed) == 1:
        return _LEGS
    return tuple(Key(name, *look) for name, look in looks(assessed).items())


def _strands(part: str, name: str, assessed: Assessed) -> Iterator[_Strand]:
    """Of one gait, left and right; of several, both sides pooled."""
    for key, one in zip(_keys(assessed), assessed.values(), strict=False):
        curve = getattr(one.analysis, part).get(name)
        if curve is None:
            continue
        summary = one.analysis.summary
        if len(assessed) > 1:
            yield _Strand(curve.both, key, summary.duty_factor)
            continue
        sides = (curve.left, curve.right)
        for leg, side, lift in zip(_LEGS, sides, summary.stance_shares, strict=True):
            if side is not None:
                yield _Strand(side, leg, lift)
