"""Weak muscles: a crouch, straighter knees, quadriceps avoidance."""

from collections.abc import Callable

import numpy as np
from rich.console import Console

from gaitsmith.errors import InputError
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    JOINTS,
    MID_STANCE,
    PAPER,
    Measured,
    angle_plot,
    exhibits,
    measured,
)


def _weakness(
    name: str, title: str, claim: str, shows: Callable[[Measured, Measured], bool]
) -> Callable[[Console, int | None], Comparison]:
    def table(console: Console, _workers: int | None = None) -> Comparison:
        gaits = measured(("nwalk", name), console)
        if len(gaits) < 2:
            raise InputError(f"{PAPER}nwalk and {PAPER}{name} must be in the gallery.")
        rows: list[tuple[Cell, ...]] = []
        for one in gaits.values():
            knee, ankle = one.angle("knee"), one.moment("ankle")
            measures = one.assessment.rollout.measures
            rows.append(
                (
                    one.name,
                    one.speed,
                    float(np.min(knee)),
                    float(np.mean(knee[MID_STANCE])),
                    float(np.max(one.moment("knee"))),
                    float(np.max(ankle)),
                    measures.metabolic_power,
                    yes_or_no(one.goes_on),
                )
            )
        is_shown = shows(gaits["nwalk"], gaits[name])
        return Comparison(
            title,
            (
                "gait",
                "m/s",
                "least knee flexion deg",
                "knee in mid stance deg",
                "knee moment N m/kg",
                "ankle moment N m/kg",
                "W/kg",
                "walks 100 s",
            ),
            tuple(rows),
            f"The paper: {claim}. Here: {yes_or_no(is_shown)}.",
            exhibits=exhibits(gaits),
            plots=tuple(angle_plot(joint, gaits) for joint in JOINTS),
        )

    table.__doc__ = f"{title}."
    return table


def _crouches(normal: Measured, weak: Measured) -> bool:
    return bool(
        np.mean(weak.angle("knee")[MID_STANCE])
        > np.mean(normal.angle("knee")[MID_STANCE])
    )


def _straightens(normal: Measured, weak: Measured) -> bool:
    return bool(np.min(weak.angle("knee")) < np.min(normal.angle("knee")))


def _avoids(normal: Measured, weak: Measured) -> bool:
    return bool(np.max(weak.moment("knee")) < np.max(normal.moment("knee")))


weak_plantarflexors = _weakness(
    "weak_plantarflexors",
    "Weak plantarflexors (SOL, GAS x 0.25)",
    "a mild crouch, with more knee flexion in stance",
    _crouches,
)
weak_hamstrings = _weakness(
    "weak_hamstrings",
    "Weak hamstrings (HAM x 0.25)",
    "the knee straightens further, to 2 degrees instead of 9",
    _straightens,
)
weak_vasti = _weakness(
    "weak_vasti",
    "Weak vasti (VAS x 0.1)",
    "quadriceps avoidance: less extension moment at the knee",
    _avoids,
)
