"""Weak muscles: a crouch, straighter knees, quadriceps avoidance."""

from collections.abc import Callable

import numpy as np
from rich.console import Console

from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    angle_plots,
    claimed,
    exhibits,
    measured,
    moment_plots,
    not_there,
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
) -> Callable[[Console, int | None], Comparison]:
    def table(console: Console, _workers: int | None = None) -> Comparison:
        names = (NORMAL, name)
        gaits = measured(names, console)
        shown = claimed(NORMAL, name, gaits, shows)
        return Comparison(
            title,
            (
                "gait",
                "m/s",
                "least knee flexion deg",
                "paper's least deg",
                "knee in mid stance deg",
                "knee moment in mid stance N m/kg",
                "ankle moment N m/kg",
                "W/kg",
                "walks 100 s",
                "as in the paper",
            ),
            (
                _row(NORMAL, gaits.get(NORMAL), None),
                _row(name, gaits.get(name), shown),
            ),
            f"The paper: {claim}. Reached here: {shown}.{not_there(names, gaits)}",
            exhibits=exhibits(gaits),
            plots=(
                *angle_plots(gaits, people_as=NORMAL),
                *moment_plots(gaits, ("knee", "ankle"), people_as=NORMAL),
            ),
        )

    table.__doc__ = f"{title}."
    return table


def _row(name: str, one: Measured | None, shown: str | None) -> tuple[Cell, ...]:
    paper = PAPER_LEAST_KNEE.get(name)
    if one is None:
        return (name, None, None, paper, *[None] * 5, shown)
    return (
        name,
        one.speed,
        _least_knee(one),
        paper,
        one.knee_in_mid_stance,
        one.knee_moment_in_mid_stance,
        float(np.max(one.moment("ankle"))),
        one.metabolic_power,
        yes_or_no(one.goes_on),
        shown,
    )


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
