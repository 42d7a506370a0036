"""The curves of one gait or of several, over the bands of people."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.assessment import Assessment, assess
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.gait.analysis import GaitAnalysis, SidedCurve
from gaitsmith.gait.cycles import MeanCurve
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import Reference
from gaitsmith.report.cycle_plot import Strand, cycle_svg, draw_cycle
from gaitsmith.report.drawing import AXIS_COLOR, COLORS, STROKES, looks
from gaitsmith.report.muscle_sections import muscle_title
from gaitsmith.report.sections import Key, Panel, Panels
from gaitsmith.runs.solution import Solution

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEFT_COLOR, RIGHT_COLOR = COLORS[:2]
RIGHT_STROKE = STROKES[1]


@dataclass(frozen=True)
class _Quantity:
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
    _Quantity("hip", "Hip, flexion +", "degrees"),
    _Quantity("knee", "Knee, flexion +", "degrees"),
    _Quantity("ankle", "Ankle, dorsiflexion +", "degrees"),
    _Quantity("thigh", "Thigh, forward +", "degrees"),
    _Quantity("foot", "Foot, toes up +", "degrees"),
)
_MOMENTS = (
    _Quantity("hip", "Hip, extension +", "N m/kg"),
    _Quantity("knee", "Knee, extension +", "N m/kg"),
    _Quantity("ankle", "Ankle, plantarflexion +", "N m/kg"),
)
_POWERS = tuple(
    _Quantity(name, f"{name.capitalize()}, generated +", "W/kg")
    for name in ("hip", "knee", "ankle")
)
_FORCES = (
    _Quantity("vertical", "Vertical, up +", "body weights"),
    _Quantity("fore_aft", "Fore-aft, forward +", "body weights"),
    _Quantity("medio_lateral", "Sideways, toward the midline +", "body weights"),
)
_WHOLE_BODY = (
    _Quantity("com_rise", "Centre of mass, up +", "cm", 100.0),
    _Quantity("com_sideways", "Centre of mass, outward +", "cm", 100.0),
    _Quantity("head_rise", "Head, up +", "cm", 100.0),
    _Quantity("head_pitch", "Head, leaning forward +", "degrees"),
    _Quantity("spin_pitch", "Spin, forward +", "%", 100.0),
    _Quantity("spin_roll", "Spin, rolling inward +", "%", 100.0),
    _Quantity("spin_yaw", "Spin, turning outward +", "%", 100.0),
)
_ACTIVATIONS = tuple(
    _Quantity(name, muscle_title(name), "activation", y_range=(0.0, 1.0))
    for name in MUSCLE_NAMES
)
_MUSCLE_FORCES = tuple(
    _Quantity(name, muscle_title(name), "force / F0") for name in MUSCLE_NAMES
)
_FIBER_LENGTHS = tuple(
    _Quantity(name, muscle_title(name), "length / optimal", level=1.0)
    for name in MUSCLE_NAMES
)
_TOE_OFF = "▲ toe-off."
_ANGLE_NOTE = (
    f"{_TOE_OFF} Joints are zero in the standing pose; thigh and foot are measured"
    " against the vertical and the horizontal."
)
_SMOOTHED = f"{_TOE_OFF} Smoothed at 15 Hz."
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
class _Section:
    """Curves that are shown together."""

    title: str
    part: str
    """Field of the analysis and of the reference."""
    quantities: tuple[_Quantity, ...]
    caption: str


SECTIONS = {
    section.part: section
    for section in (
        _Section("Joint angles", "angles", _ANGLES, _ANGLE_NOTE),
        _Section("Joint moments", "moments", _MOMENTS, _SMOOTHED),
        _Section("Joint powers", "powers", _POWERS, _SMOOTHED),
        _Section("Ground forces", "forces", _FORCES, _SMOOTHED),
        _Section("The whole body", "whole_body", _WHOLE_BODY, _SPIN_NOTE),
        _Section("Muscle activations", "activations", _ACTIVATIONS, _TOE_OFF),
        _Section("Muscle forces", "muscle_forces", _MUSCLE_FORCES, _FORCE_NOTE),
        _Section("Muscle fibres", "fiber_lengths", _FIBER_LENGTHS, _LENGTH_NOTE),
    )
}


def gait_panels(
    assessed: Mapping[str, Assessment], reference: Reference
) -> tuple[Panels, ...]:
    """All curves: of one gait, left and right; of several, both sides pooled.

    Args:
        assessed: by the name that the page shows.
        reference: the bands to draw behind them.
    """
    analyses = {name: one.analysis for name, one in assessed.items()}
    found = (
        _panels(section, analyses, _bands(reference, section.part), reference.name)
        for section in SECTIONS.values()
    )
    return tuple(section for section in found if section.panels)


def _bands(reference: Reference, part: str) -> Mapping[str, Band]:
    return getattr(reference, part, {})


def _shown(
    section: _Section, analyses: Mapping[str, GaitAnalysis]
) -> Iterator[tuple[_Quantity, tuple[Strand, ...]]]:
    """The quantities of a section that there are, each with its curves."""
    for quantity in section.quantities:
        curves = {
            name: getattr(analysis, section.part)[quantity.name]
            for name, analysis in analyses.items()
            if quantity.name in getattr(analysis, section.part)
        }
        if curves:
            yield quantity, _strands(curves, analyses, quantity.scale)


def _panels(
    section: _Section,
    analyses: Mapping[str, GaitAnalysis],
    bands: Mapping[str, Band],
    people: str,
) -> Panels:
    panels = [
        Panel(
            quantity.title,
            cycle_svg(
                quantity.unit,
                strands,
                bands.get(quantity.name),
                quantity.level,
                quantity.y_range,
            ),
        )
        for quantity, strands in _shown(section, analyses)
    ]
    band_key = Key(f"{people}, mean ± 1 standard deviation", AXIS_COLOR, "band")
    keys = (*_keys(analyses), *((band_key,) if bands else ()))
    return Panels(section.title, tuple(panels), keys, section.caption)


def plot(*solutions: Solution | Assessment, what: str = "angles") -> "Figure":
    """Curves over the gait cycle, over the band of the reference, in one picture.

    Args:
        solutions: one, whose legs are shown apart, or several to compare.
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
    assessed = {
        one.name if isinstance(one, Solution) else f"gait {number}": (
            assess(one) if isinstance(one, Solution) else one
        )
        for number, one in enumerate(solutions, start=1)
    }
    section = SECTIONS[what]
    reference = next(iter(assessed.values())).score.reference
    bands = _bands(reference, section.part)
    shown = list(_shown(section, {n: one.analysis for n, one in assessed.items()}))
    if not shown:
        raise InputError(f"plot: none of these gaits has {what.replace('_', ' ')}.")
    figure = Figure(figsize=(3.6 * len(shown), 3.0), layout="constrained")
    for axes, (quantity, strands) in zip(
        figure.subplots(1, len(shown), squeeze=False)[0], shown, strict=True
    ):
        band = bands.get(quantity.name)
        draw_cycle(axes, quantity.unit, strands, band, quantity.level, quantity.y_range)
        axes.set_title(quantity.title, fontsize=10)
    keys = _keys({name: one.analysis for name, one in assessed.items()})
    looks_of: list[dict[str, Any]] = [
        {"color": key.color, "linestyle": key.stroke, "label": key.name} for key in keys
    ]
    handles = [Line2D([], [], **look) for look in looks_of]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
    title = ", ".join(assessed) + (f" over {reference.name}" if bands else "")
    figure.suptitle(title, fontsize=10)
    return figure


def _keys(analyses: Mapping[str, GaitAnalysis]) -> tuple[Key, ...]:
    if len(analyses) == 1:
        left, right = Key("left", LEFT_COLOR), Key("right", RIGHT_COLOR, RIGHT_STROKE)
        return left, right
    look = looks(analyses)
    return tuple(Key(name, *look[name]) for name in analyses)


def _strands(
    curves: Mapping[str, SidedCurve],
    analyses: Mapping[str, GaitAnalysis],
    scale: float,
) -> tuple[Strand, ...]:
    if len(analyses) > 1:
        look = looks(analyses)
        return tuple(
            Strand(
                _scaled(curve.both, scale),
                *look[name],
                toe_off=analyses[name].summary.duty_factor,
            )
            for name, curve in curves.items()
        )
    ((name, curve),) = curves.items()
    lifts = analyses[name].summary.stance_shares
    sides = (
        (curve.left, LEFT_COLOR, STROKES[0], lifts[0]),
        (curve.right, RIGHT_COLOR, RIGHT_STROKE, lifts[1]),
    )
    return tuple(
        Strand(_scaled(one, scale), color, stroke, toe_off=lift)
        for one, color, stroke, lift in sides
        if one is not None
    )


def _scaled(curve: MeanCurve, scale: float) -> MeanCurve:
    return MeanCurve(scale * curve.mean, scale * curve.sd, curve.num_cycles)
