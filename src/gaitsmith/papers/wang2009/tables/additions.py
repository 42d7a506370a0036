"""What each of our additions to the paper's search is needed for: one is left out."""

from collections.abc import Mapping

from gaitsmith.papers.wang2009.tables.measures import (
    Judged,
    arm_phase,
    judge,
    num_features,
    power_per_speed,
    seconds,
    speed,
    step,
    table,
)
from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import PaperFigure
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import measured_walks
from gaitsmith.simulation.workers import AnyWorkers

SHIPPED = "wang2009/first_steps"  # from Table 2, 150 generations, seed 1; so are these
LEFT_OUT: Mapping[str, tuple[str, str]] = {
    "nothing left out": (SHIPPED, "600 Hz, scales, goals, diagonal, `knee`"),
    "without `knee`": (f"{SHIPPED}_no_knee", "600 Hz, scales, goals, diagonal"),
    "without our scales": (f"{SHIPPED}_no_scales", "600 Hz, goals, diagonal, `knee`"),
    "without goals": (f"{SHIPPED}_no_goals", "600 Hz, scales, diagonal, `knee`"),
    "arms free, 950 generations": ("wang2009/preferred", "all but held arms"),
    "arms held, 1100 generations": ("wang2009/stocky", "all"),
}
JUDGED = (
    Judged("walks [s]", seconds),
    Judged("features shown, of 10", num_features),
    Judged("knee at strike [deg]", lambda walk: walk.feature("knee at strike")),
    Judged("arm's correlation with its leg", arm_phase),
    Judged("speed [m/s]", speed),
    Judged("step [m]", step),
    Judged("E_power per m/s [N2 m s]", power_per_speed),
)


@reproduces("wang2009/additions")
def additions(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Our additions to the paper's search, left out one at a time."""
    walks = measured_walks((name for name, _ in LEFT_OUT.values()), tell, workers)
    findings: list[PaperFigure] = []
    for what, (name, has) in LEFT_OUT.items():
        findings += judge(f"{what}: ", JUDGED, walks[name], f"{has}.")
    return table(
        "Our additions to the paper's search, left out one at a time",
        findings,
        walks,
        "Nothing is published of this. The first four took 150 generations from Table"
        " 2, seed 1.",
    )
