"""What walks and runs on muscles cost over speed, beside people."""

from collections.abc import Mapping

import numpy as np
from rich.console import Console

from gaitsmith.gait.human import metabolic_cost
from gaitsmith.gait.metabolism import FORMULA_WORDS
from gaitsmith.reproduction.comparison import Cell, Comparison, Line, Plot
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    exhibits,
    measured,
    not_there,
)
from gaitsmith.reproduction.wang2012.running import RUNS
from gaitsmith.reproduction.wang2012.scores import WALKS

# m/s, over which people's curves are drawn; no further than their formulas go.
SPEEDS = {"walk": np.linspace(0.5, 2.0, 31), "run": np.linspace(2.0, 5.0, 31)}


def energy(console: Console, _workers: int | None = None) -> Comparison:
    """Metabolic power and cost of transport of walks and runs, beside people's."""
    names = (*WALKS, *RUNS)
    gaits = measured(names, console)
    return Comparison(
        "Metabolic cost over speed",
        (
            "gait",
            "m/s",
            "W/kg",
            "people's W/kg",
            "J/kg/m",
            "people's J/kg/m",
            "by the formula of",
        ),
        tuple(_row(name, gaits.get(name)) for name in names),
        "The sixteen muscles of the legs and the body at rest; people's from published"
        f" formulas.{not_there(names, gaits)}",
        exhibits=exhibits(gaits),
        plots=tuple(
            cost_plot(gait, mine)
            for gait in SPEEDS
            if (mine := {n: g for n, g in gaits.items() if _gait(g) == gait})
        ),
    )


def _gait(one: Measured) -> str:
    return one.assessment.analysis.gait


def _row(name: str, one: Measured | None) -> tuple[Cell, ...]:
    if one is None:
        return (name, *[None] * 6)
    formula, people = next(iter(metabolic_cost(_gait(one), one.speed).items()))
    return (
        name,
        one.speed,
        one.metabolic_power,
        people.power,
        one.cost_of_transport,
        people.per_distance,
        FORMULA_WORDS[formula],
    )


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
