"""Walks up and down, and under a load: how fast, what they hold, and what they cost."""

from gaitsmith.people.found import (
    SECONDS,
    MeasuredWalk,
    by_name,
    exhibits,
    found,
    held_starts,
    sample,
)
from gaitsmith.reproduction.comparison import Comparison, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.workers import AnyWorkers

LEVEL = "people/relaxed_125"  # from which they come
SLOPES = (LEVEL, "people/uphill_", "people/downhill_")
LOADS = (LEVEL, "people/loaded_")
SPEED_REACHED = 0.1  # m/s from what is asked


@reproduces("people/slopes")
def slopes(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Walks at 1.25 m/s on slopes of -8 to 8 degrees, and what they cost."""
    all_of = sorted(found(tell, SLOPES), key=slope_of)
    rows = [
        {"walk": group[0].name, "degrees": slope_of(group[0]), **_row(group)}
        for group in by_name(all_of).values()
    ]
    return Comparison.of(
        "Walks on slopes",
        rows or [{"walk": "none"}],
        f"Over {SECONDS:g} s. Cost without the body at rest. People's is half as much"
        " at -5.7 degrees as on level ground (0.81, 1.64 J/kg/m; Minetti et al. 2002)."
        " Holds: 100 s at three rates, and from starts a little off.",
        exhibits=exhibits(all_of),
        judged=("speed reached", "holds at all rates"),
    )


@reproduces("people/load")
def load(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """The walk at 1.25 m/s with a fifth of the body's mass on its back."""
    all_of = list(found(tell, LOADS))
    rows = [
        {"walk": group[0].name, **_row(group)} for group in by_name(all_of).values()
    ]
    return Comparison.of(
        "A walk under a load of 20 %",
        rows or [{"walk": "none"}],
        "Scores beside people who carry nothing. Costs are per kg of the body without"
        " its load, and without the body at rest.",
        exhibits=exhibits(all_of),
        judged=("speed reached", "holds at all rates"),
    )


def slope_of(one: MeasuredWalk) -> float:
    """Degrees, uphill +."""
    return one.solution.problem.setting.terrain.slope


def _row(group: list[MeasuredWalk]) -> Row:
    one = group[0]
    return {
        "m/s": str(sample(group, lambda each: each.speed)),
        "speed reached": abs(one.speed - one.asked_speed) <= SPEED_REACHED,
        "steps/min": str(sample(group, lambda e: e.measured.analysis.summary.cadence)),
        "angles": str(sample(group, lambda each: each.scores["angles"])),
        "W/kg": str(sample(group, lambda each: each.net_power)),
        "J/kg/m": str(sample(group, lambda each: each.net_power / each.speed)),
        "holds at all rates": str(sample(group, lambda each: each.holds_rates)),
        "starts": held_starts(group),
    }
