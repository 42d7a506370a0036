"""Figure 7: running from 3 to 5 m/s, beside people."""

from gaitsmith.gait.human import gait_parameters, metabolic_cost
from gaitsmith.reproduction.comparison import Comparison, Row, Tell, count_true
from gaitsmith.reproduction.wang2012.gaits import (
    Measured,
    angle_plots,
    gait_table,
    measured,
    moment_plots,
)

# Wanted m/s. The paper shows 3.0 to 5.0, without figures; its Figure 7 is 4.0.
RUNS = {"run_3": 3.0, "run_35": 3.5, "run_4": 4.0, "run_45": 4.5, "run_5": 5.0}
FIGURE_7 = "run_4"
TOLERANCE = 0.1  # m/s from what is wanted


def running(tell: Tell, _workers: int | None = None) -> Comparison:
    """Figure 7: runs at 3 to 5 m/s, their flight, energy and likeness to people."""
    gaits = measured(tuple(RUNS), tell)
    rows = [_row(wanted, gaits.get(name)) for name, wanted in RUNS.items()]
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


def _row(wanted: float, one: Measured | None) -> Row:
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
