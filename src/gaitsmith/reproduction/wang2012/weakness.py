"""Weak muscles: a crouch, straighter knees, quadriceps avoidance."""

from collections.abc import Callable

import numpy as np

from gaitsmith.reproduction.comparison import (
    Comparison,
    Row,
    TableMaker,
    Tell,
    yes_or_no,
)
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    angle_plots,
    claimed,
    gait_table,
    measured,
    moment_plots,
)

NORMAL = "nwalk"
# Degrees, least knee flexion in the cycle that the paper prints (section 6.2).
PAPER_LEAST_KNEE = {NORMAL: 9.0, "weak_hamstrings": 2.0}
# Degrees that make a crouch: less is within the error of gait laboratories.
CROUCH = 5.0
# Of the normal walk's extension moment at the knee; below, the quadriceps are avoided.
AVOIDED = 0.5


def _weakness(
    name: str, title: str, claim: str, shows: Callable[[Measured, Measured], bool]
) -> TableMaker:
    def table(tell: Tell, _workers: int | None = None) -> Comparison:
        names = (NORMAL, name)
        gaits = measured(names, tell)
        shown = claimed(NORMAL, name, gaits, shows)
        return gait_table(
            title,
            names,
            gaits,
            [
                {"gait": NORMAL, **_row(NORMAL, gaits.get(NORMAL))},
                {
                    "gait": name,
                    **_row(name, gaits.get(name)),
                    "as in the paper": shown,
                },
            ],
            f"The paper: {claim}. Reached here: {yes_or_no(shown)}.",
            plots=(
                *angle_plots(gaits, people_as=NORMAL),
                *moment_plots(gaits, ("knee", "ankle"), people_as=NORMAL),
            ),
        )

    table.__doc__ = f"{title}."
    return table


def _row(name: str, one: Measured | None) -> Row:
    paper = PAPER_LEAST_KNEE.get(name)
    if one is None:
        return {"paper's least deg": paper}
    return {
        "m/s": one.speed,
        "least knee flexion deg": _least_knee(one),
        "paper's least deg": paper,
        "knee in mid stance deg": one.knee_in_mid_stance,
        "knee moment in mid stance N m/kg": one.knee_moment_in_mid_stance,
        "ankle moment N m/kg": float(np.max(one.moment("ankle"))),
        "W/kg": one.metabolic_power,
        "walks 100 s": one.goes_on,
    }


def _least_knee(one: Measured) -> float:
    """Degrees of flexion."""
    return float(np.min(one.angle("knee")))


def crouches(normal: Measured, weak: Measured) -> bool:
    """The knee is bent more in mid stance."""
    return weak.knee_in_mid_stance >= normal.knee_in_mid_stance + CROUCH


def straightens(normal: Measured, weak: Measured) -> bool:
    """The knee comes nearer to straight, or beyond."""
    return _least_knee(weak) < _least_knee(normal)


def avoids(normal: Measured, weak: Measured) -> bool:
    """The knee of the leg that carries is hardly extended, or even flexed."""
    usual = max(normal.knee_moment_in_mid_stance, 0.0)
    return weak.knee_moment_in_mid_stance <= AVOIDED * usual


weak_plantarflexors = _weakness(
    "weak_plantarflexors",
    "Weak plantarflexors (SOL, GAS x 0.25)",
    f"a mild crouch (counted here from {CROUCH:g} degrees more knee flexion in mid"
    " stance on)",
    crouches,
)
weak_hamstrings = _weakness(
    "weak_hamstrings",
    "Weak hamstrings (HAM x 0.25)",
    "mild hyperextension, the knee straightens to 2 degrees instead of 9 (counted here:"
    " straighter than without weakness)",
    straightens,
)
weak_vasti = _weakness(
    "weak_vasti",
    "Weak vasti (VAS x 0.1)",
    "quadriceps avoidance (counted here: at most half the normal extension moment at"
    " the knee in mid stance)",
    avoids,
)
