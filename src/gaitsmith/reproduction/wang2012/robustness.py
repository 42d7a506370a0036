"""Pushes while it learns: a walk that takes 100 N, a run that takes 50 N."""

from collections.abc import Callable

import numpy as np
from rich.console import Console

from gaitsmith.errors import InputError
from gaitsmith.gait.pushes import DIRECTIONS, push_table
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


def _pushed(
    plain: str, robust: str, force: float, title: str, claim: str
) -> Callable[[Console, int | None], Comparison]:
    def table(console: Console, workers: int | None = None) -> Comparison:
        gaits = measured((plain, robust), console)
        if len(gaits) < 2:
            raise InputError(
                f"{PAPER}{plain} and {PAPER}{robust} must be in the gallery."
            )
        found: dict[str, dict[str, float]] = {}
        for name, one in gaits.items():
            problem, values = one.solution.experiment.problem, one.solution.values
            found[name] = push_table(problem, values, workers=workers).forces
            forces = ", ".join(f"{newtons:g}" for newtons in found[name].values())
            console.print(f"{name}: {forces} N", markup=False)
        taken = [newtons >= force for newtons in found[robust].values()]
        return Comparison(
            title,
            (
                "gait",
                "m/s",
                "knee in mid stance deg",
                "least ankle angle deg",
                "W/kg",
                *(f"N {way.words}" for way in DIRECTIONS.values()),
                "goes on 100 s",
            ),
            tuple(_row(one, found[name]) for name, one in gaits.items()),
            f"The paper: {claim}. Here {robust} takes {force:g} N, repeated every 4 s"
            f" for 40 s, from {sum(taken)} of {len(taken)} directions (reached:"
            f" {yes_or_no(all(taken))}).",
            exhibits=exhibits(gaits),
            plots=tuple(angle_plot(joint, gaits) for joint in JOINTS),
            pushes=found,
        )

    table.__doc__ = f"{title}."
    return table


def _row(one: Measured, forces: dict[str, float]) -> tuple[Cell, ...]:
    return (
        one.name,
        one.speed,
        float(np.mean(one.angle("knee")[MID_STANCE])),
        float(np.min(one.angle("ankle"))),
        one.assessment.rollout.measures.metabolic_power,
        *(forces[direction] for direction in DIRECTIONS),
        yes_or_no(one.goes_on),
    )


robust_walk = _pushed(
    "nwalk",
    "robust_walk",
    100.0,
    "A walk that was pushed with 100 N for 0.4 s while it learned",
    "it takes 100 N, in a stiff crouch with ankles that stay dorsiflexed",
)
robust_run = _pushed(
    "run_4",
    "robust_run",
    50.0,
    "A run at 4 m/s that was pushed with 50 N for 0.4 s while it learned",
    "it takes 50 N",
)
