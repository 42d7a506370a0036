"""Figures of a gait that scenarios speak of, by name, such as `left.knee.swing_peak`.

Angles are in degrees with the signs of `gait.human`. Parts of the cycle are those of
usual walking: stance 0 to 60 %, mid stance 20 to 40 %, swing 60 to 100 %.
"""

from collections.abc import Callable

import numpy as np

from gaitsmith.assessment import Assessment
from gaitsmith.errors import unknown_name
from gaitsmith.kernels.records import Floats

Figure = Callable[[Assessment], float]
STANCE, MID_STANCE, SWING = slice(0, 60), slice(20, 41), slice(62, 101)
SIDES = ("left", "right", "both")


def _curve(part: str, name: str, side: str) -> Callable[[Assessment], Floats]:
    def of(measured: Assessment) -> Floats:
        found = getattr(getattr(measured.analysis, part)[name], side)
        return np.full(101, np.nan) if found is None else found.mean

    return of


def _asymmetry(left: float | None, right: float | None) -> float:
    """Left less right, per cent of their mean."""
    if left is None or right is None:
        return float("nan")
    return 200.0 * (left - right) / (left + right)


_SUMMARY: dict[str, Figure] = {
    "speed": lambda m: m.analysis.summary.speed,
    "cadence": lambda m: m.analysis.summary.cadence,
    "step_length": lambda m: m.analysis.summary.step_length,
    "step_width": lambda m: m.analysis.summary.step_width,
    "stance_share": lambda m: 100.0 * m.analysis.summary.duty_factor,
    "double_support": lambda m: 100.0 * m.analysis.summary.double_support_share,
    "cost_of_transport": lambda m: (
        m.metabolism.per_distance if m.metabolism else np.nan
    ),
    "step_asymmetry": lambda m: _asymmetry(*m.analysis.summary.step_lengths),
    "stance_asymmetry": lambda m: _asymmetry(*m.analysis.summary.stance_shares),
}
_OF_CURVES: dict[str, tuple[str, str, Callable[[Floats], float]]] = {
    "hip.swing_peak": ("angles", "hip", lambda c: float(np.max(c[SWING]))),
    "knee.swing_peak": ("angles", "knee", lambda c: float(np.max(c[SWING]))),
    "knee.mid_stance": ("angles", "knee", lambda c: float(np.mean(c[MID_STANCE]))),
    "ankle.stance_peak": ("angles", "ankle", lambda c: float(np.max(c[STANCE]))),
    "ankle.swing_mean": ("angles", "ankle", lambda c: float(np.mean(c[SWING]))),
    "ankle.at_strike": ("angles", "ankle", lambda c: float(c[0])),
    "ankle.push_off_power": ("powers", "ankle", lambda c: float(np.max(c))),
    "hip.power_peak": ("powers", "hip", lambda c: float(np.max(c))),
    "vertical_peak": ("forces", "vertical", lambda c: float(np.max(c))),
}
_UNITS = {
    "speed": "m/s",
    "cadence": "steps/min",
    "step_length": "m",
    "step_width": "m",
    "cost_of_transport": "J/kg/m",
    "power": "W/kg",
    "vertical_peak": "body weights",
    "share": "%",
    "support": "%",
    "asymmetry": "%",
}


def figure(name: str) -> Figure:
    """What measures a figure; complains of a name that there is not."""
    if name in _SUMMARY:
        return _SUMMARY[name]
    side, _, rest = name.partition(".")
    if side in SIDES and rest in _OF_CURVES:
        part, curve, of = _OF_CURVES[rest]
        at = _curve(part, curve, side)
        return lambda measured: of(at(measured))
    known = [*_SUMMARY, *(f"{side}.{rest}" for side in SIDES for rest in _OF_CURVES)]
    raise unknown_name("figure", name, known)


def unit_of(name: str) -> str:
    """Of a figure; degrees if it is an angle."""
    for word, unit in _UNITS.items():
        if word in name:
            return unit
    return "degrees"
