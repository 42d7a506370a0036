"""What walks and runs on muscles cost over speed, beside people."""

from collections.abc import Mapping

import numpy as np

from gaitsmith.gait.human import metabolic_cost
from gaitsmith.gait.metabolism import FORMULA_WORDS
from gaitsmith.reproduction.comparison import Comparison, Line, Plot, Row, Tell
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    gait_rows,
    gait_table,
    measured,
)
from gaitsmith.reproduction.wang2012.running import RUNS
from gaitsmith.reproduction.wang2012.scores import WALKS

# m/s, over which people's curves are drawn; no further than their formulas go.
SPEEDS = {"walk": np.linspace(0.5, 2.0, 31), "run": np.linspace(2.0, 5.0, 31)}


def energy(tell: Tell, _workers: int | None = None) -> Comparison:
    """Metabolic power and cost of transport of walks and runs, beside people's."""
    names = (*WALKS, *RUNS)
    gaits = measured(names, tell)
    return gait_table(
        "Metabolic cost over speed",
        names,
        gaits,
        gait_rows(names, gaits, _row),
        "The sixteen muscles of the legs and the body at rest; people's from published"
        " formulas.",
        plots=tuple(
            cost_plot(gait, mine)
            for gait in SPEEDS
            if (mine := {n: g for n, g in gaits.items() if _gait(g) == gait})
        ),
    )


def _gait(one: Measured) -> str:
    return one.assessment.analysis.gait


def _row(one: Measured) -> Row:
    formula, people = next(iter(metabolic_cost(_gait(one), one.speed).items()))
    return {
        "m/s": one.speed,
        "W/kg": one.metabolic_power,
        "people's W/kg": people.power,
        "J/kg/m": one.cost_of_transport,
        "people's J/kg/m": people.per_distance,
        "by the formula of": FORMULA_WORDS[formula],
    }


def cost_plot(gait: str, gaits: Mapping[str, Measured]) -> Plot:
    """Cost of transport [J/kg/m] over speed: a point for each gait, people's curves.

    Args:
        gait: "walk" or "run".
        gaits: what was measured.
    """
    speeds = SPEEDS[gait]
    costs = [metabolic_cost(gait, speed) for speed in speeds]
    people = tuple(
        Line(
            f"people ({FORMULA_WORDS[formula]})",
            np.array([cost[formula].per_distance for cost in costs]),
            is_reference=number == 0,
        )
        for number, formula in enumerate(costs[0])
    )
    points = tuple(
        Line(name, np.array([one.cost_of_transport]), x=np.array([one.speed]))
        for name, one in gaits.items()
    )
    title = {"walk": "Cost of walking", "run": "Cost of running"}[gait]
    return Plot(title, "speed [m/s]", "J/kg/m", speeds, (*people, *points))
