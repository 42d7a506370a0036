"""Pushes while it learns: a walk that takes 100 N, a run that takes 50 N."""

import numpy as np

from gaitsmith.pushes import DIRECTIONS, push_table
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
    gait_rows,
    gait_table,
    measured,
)


def _pushed(
    plain: str, robust: str, force: float, title: str, claim: str
) -> TableMaker:
    def table(tell: Tell, workers: int | None = None) -> Comparison:
        names = (plain, robust)
        gaits = measured(names, tell)
        found: dict[str, dict[str, float]] = {}
        for name, one in gaits.items():
            problem, values = one.solution.problem, one.solution.values
            found[name] = push_table(problem, values, workers=workers).forces
            forces = ", ".join(f"{newtons:g}" for newtons in found[name].values())
            tell(f"{name}: {forces} N")
        # A diagonal push is told by its components, and is larger than each of them.
        taken = [
            newtons * DIRECTIONS[direction].length >= force
            for direction, newtons in found.get(robust, {}).items()
        ]
        return gait_table(
            title,
            names,
            gaits,
            gait_rows(names, gaits, lambda one: _row(one, found[one.name])),
            f"The paper: {claim}. Here {robust} takes {force:g} N, repeated every 4 s"
            f" for 40 s, from {sum(taken)} of {len(DIRECTIONS)} directions (reached:"
            f" {yes_or_no(sum(taken) == len(DIRECTIONS))}).",
            plots=angle_plots(gaits, people_as=plain),
            pushes=found,
        )

    table.__doc__ = f"{title}."
    return table


def _row(one: Measured, forces: dict[str, float]) -> Row:
    return {
        "m/s": one.speed,
        "knee in mid stance deg": one.knee_in_mid_stance,
        "least ankle angle deg": float(np.min(one.angle("ankle"))),
        "W/kg": one.metabolic_power,
        **{f"N {way.words}": forces[name] for name, way in DIRECTIONS.items()},
        "goes on 100 s": one.goes_on,
    }


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
