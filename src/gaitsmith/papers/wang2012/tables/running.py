"""Running (Figure 7), what gaits cost over speed, and pushes while they are learned."""

from collections.abc import Mapping

import numpy as np

from gaitsmith.gait.human import gait_parameters, metabolic_cost
from gaitsmith.gait.metabolism import FORMULA_WORDS
from gaitsmith.papers.wang2012.tables.gaits import (
    Measured,
    angle_plots,
    gait_rows,
    gait_table,
    measured,
    moment_plots,
)
from gaitsmith.papers.wang2012.tables.walking import WALKS
from gaitsmith.pushes import DIRECTIONS, push_table
from gaitsmith.reproduction.comparison import (
    Comparison,
    Line,
    Plot,
    Row,
    TableMaker,
    Tell,
    count_true,
    yes_or_no,
)
from gaitsmith.reproduction.tables import reproduces

# Wanted m/s. The paper shows 3.0 to 5.0, without figures; its Figure 7 is 4.0.
RUNS = {"run_3": 3.0, "run_35": 3.5, "run_4": 4.0, "run_45": 4.5, "run_5": 5.0}
FIGURE_7 = "run_4"
TOLERANCE = 0.1  # m/s from what is wanted


@reproduces("wang2012/running")
def running(tell: Tell, _workers: int | None = None) -> Comparison:
    """Figure 7: runs at 3 to 5 m/s, their flight, energy and likeness to people."""
    gaits = measured(tuple(RUNS), tell)
    rows = [_run_row(wanted, gaits.get(name)) for name, wanted in RUNS.items()]
    reached = count_true(rows, "reached")
    fastest = max((one.speed for one in gaits.values()), default=None)
    said = "" if fastest is None else f"; the fastest is {fastest:.2f} m/s"
    return gait_table(
        "Figure 7: running at 3 to 5 m/s",
        RUNS,
        gaits,
        rows,
        f"{reached} of {len(RUNS)} speeds are run with flight within {TOLERANCE:g} m/s"
        f"{said}. The paper shows all, without figures.",
        plots=(
            *angle_plots(gaits, people_as=FIGURE_7),
            *moment_plots(gaits, people_as=FIGURE_7),
        ),
    )


def _run_row(wanted: float, one: Measured | None) -> Row:
    people_step = gait_parameters("run", wanted)["step_length"].mean
    people_power = next(iter(metabolic_cost("run", wanted).values())).power
    if one is None:
        return {
            "wanted m/s": wanted,
            "people's step m": people_step,
            "people's W/kg": people_power,
            "reached": False,
        }
    analysis = one.assessment.analysis
    summary = analysis.summary
    is_near = abs(summary.speed - wanted) <= TOLERANCE
    return {
        "wanted m/s": wanted,
        "m/s": summary.speed,
        "in the air %": 100.0 * summary.flight_share,
        "step m": summary.step_length,
        "people's step m": people_step,
        "steps/min": summary.cadence,
        **one.scores,
        "W/kg": one.metabolic_power,
        "people's W/kg": people_power,
        "runs 100 s": one.goes_on,
        "reached": is_near and analysis.gait == "run",
    }


# m/s, over which people's curves are drawn; no further than their formulas go.
SPEEDS = {"walk": np.linspace(0.5, 2.0, 31), "run": np.linspace(2.0, 5.0, 31)}


@reproduces("wang2012/energy")
def energy(tell: Tell, _workers: int | None = None) -> Comparison:
    """Metabolic power and cost of transport of walks and runs, beside people's."""
    names = (*WALKS, *RUNS)
    gaits = measured(names, tell)
    return gait_table(
        "Metabolic cost over speed",
        names,
        gaits,
        gait_rows(names, gaits, _cost_row),
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


def _cost_row(one: Measured) -> Row:
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
            gait_rows(names, gaits, lambda one: _pushed_row(one, found[one.name])),
            f"The paper: {claim}. Here {robust} takes {force:g} N, repeated every 4 s"
            f" for 40 s, from {sum(taken)} of {len(DIRECTIONS)} directions (reached:"
            f" {yes_or_no(sum(taken) == len(DIRECTIONS))}).",
            plots=angle_plots(gaits, people_as=plain),
            pushes=found,
        )

    table.__doc__ = f"{title}."
    return table


def _pushed_row(one: Measured, forces: dict[str, float]) -> Row:
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
reproduces("wang2012/robust-walk")(robust_walk)
robust_run = _pushed(
    "run_4",
    "robust_run",
    50.0,
    "A run at 4 m/s that was pushed with 50 N for 0.4 s while it learned",
    "it takes 50 N at 4 m/s",
)
reproduces("wang2012/robust-run")(robust_run)
