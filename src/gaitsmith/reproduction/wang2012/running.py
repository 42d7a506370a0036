"""Figure 7: running from 3 to 5 m/s, beside people."""

from rich.console import Console

from gaitsmith.gait.human import gait_parameters, metabolic_cost
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    JOINTS,
    Measured,
    angle_plots,
    exhibits,
    measured,
    moment_plots,
    not_there,
)

# Wanted m/s. The paper shows 3.0 to 5.0, without figures; its Figure 7 is 4.0.
RUNS = {"run_3": 3.0, "run_35": 3.5, "run_4": 4.0, "run_45": 4.5, "run_5": 5.0}
FIGURE_7 = "run_4"
TOLERANCE = 0.1  # m/s from what is wanted


def running(console: Console, _workers: int | None = None) -> Comparison:
    """Figure 7: runs at 3 to 5 m/s, their flight, energy and likeness to people."""
    gaits = measured(tuple(RUNS), console)
    rows = [_row(wanted, gaits.get(name)) for name, wanted in RUNS.items()]
    reached = sum(row[-1] == "yes" for row in rows)
    fastest = max((one.speed for one in gaits.values()), default=None)
    said = "" if fastest is None else f"; the fastest is {fastest:.2f} m/s"
    return Comparison(
        "Figure 7: running at 3 to 5 m/s",
        (
            "wanted m/s",
            "m/s",
            "in the air %",
            "step m",
            "people's step m",
            "steps/min",
            "hip",
            "knee",
            "ankle",
            "average",
            "W/kg",
            "people's W/kg",
            "runs 100 s",
            "reached",
        ),
        tuple(rows),
        f"{reached} of {len(RUNS)} speeds are run with flight within {TOLERANCE:g} m/s"
        f"{said}. The paper shows all, without figures.{not_there(tuple(RUNS), gaits)}",
        exhibits=exhibits(gaits),
        plots=(
            *angle_plots(gaits, people_as=FIGURE_7),
            *moment_plots(gaits, people_as=FIGURE_7),
        ),
    )


def _row(wanted: float, one: Measured | None) -> tuple[Cell, ...]:
    people_step = gait_parameters("run", wanted)["step_length"].mean
    people_power = next(iter(metabolic_cost("run", wanted).values())).power
    if one is None:
        nothing = (None,) * 6
        return (
            *(wanted, None, None, None, people_step, *nothing),
            *(people_power, None, "no"),
        )
    analysis = one.assessment.analysis
    summary = analysis.summary
    is_reached = abs(summary.speed - wanted) <= TOLERANCE and analysis.gait == "run"
    return (
        wanted,
        summary.speed,
        100.0 * summary.flight_share,
        summary.step_length,
        people_step,
        summary.cadence,
        *(one.score(joint) for joint in (*JOINTS, "average")),
        one.metabolic_power,
        people_power,
        yes_or_no(one.goes_on),
        yes_or_no(is_reached),
    )
