"""Pushes while it learns: a walk that takes 100 N, a run that takes 50 N."""

from collections.abc import Callable

import numpy as np
from rich.console import Console

from gaitsmith.pushes import DIRECTIONS, push_table
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    angle_plots,
    exhibits,
    measured,
    not_there,
)


def _pushed(
    plain: str, robust: str, force: float, title: str, claim: str
) -> Callable[[Console, int | None], Comparison]:
    def table(console: Console, workers: int | None = None) -> Comparison:
        names = (plain, robust)
        gaits = measured(names, console)
        found: dict[str, dict[str, float]] = {}
        for name, one in gaits.items():
            problem, values = one.solution.problem, one.solution.values
            found[name] = push_table(problem, values, workers=workers).forces
            forces = ", ".join(f"{newtons:g}" for newtons in found[name].values())
            console.print(f"{name}: {forces} N", markup=False)
        # A diagonal push is told by its components, and is larger than each of them.
        taken = [
            newtons * DIRECTIONS[direction].length >= force
            for direction, newtons in found.get(robust, {}).items()
        ]
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
            tuple(_row(name, gaits.get(name), found.get(name)) for name in names),
            f"The paper: {claim}. Here {robust} takes {force:g} N, repeated every 4 s"
            f" for 40 s, from {sum(taken)} of {len(DIRECTIONS)} directions (reached:"
            f" {yes_or_no(sum(taken) == len(DIRECTIONS))}).{not_there(names, gaits)}",
            exhibits=exhibits(gaits),
            plots=angle_plots(gaits, people_as=plain),
            pushes=found,
        )

    table.__doc__ = f"{title}."
    return table


def _row(
    name: str, one: Measured | None, forces: dict[str, float] | None
) -> tuple[Cell, ...]:
    if one is None or forces is None:
        return (name, *[None] * (5 + len(DIRECTIONS)))
    return (
        name,
        one.speed,
        one.knee_in_mid_stance,
        float(np.min(one.angle("ankle"))),
        one.metabolic_power,
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
    "it takes 50 N at 4 m/s",
)
