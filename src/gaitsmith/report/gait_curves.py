"""Which curves of a gait are drawn, by sections of a page."""

from dataclasses import dataclass

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.report.muscle_sections import muscle_title


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
        CurveSection("Joint powers", "powers", _POWERS, _SMOOTHED),
        CurveSection("Ground forces", "forces", _FORCES, _SMOOTHED),
        CurveSection("The whole body", "whole_body", _WHOLE_BODY, _SPIN_NOTE),
        CurveSection("Muscle activations", "activations", _ACTIVATIONS, _TOE_OFF),
        CurveSection("Muscle forces", "muscle_forces", _MUSCLE_FORCES, _FORCE_NOTE),
        CurveSection("Muscle fibres", "fiber_lengths", _FIBER_LENGTHS, _LENGTH_NOTE),
    )
}
