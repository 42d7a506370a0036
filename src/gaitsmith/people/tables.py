"""How human the gaits are: scores, energy, and what they hold."""

from collections.abc import Callable
from statistics import fmean

import numpy as np

from gaitsmith.gait.metabolism import FORMULA_WORDS
from gaitsmith.gait.summary import GaitSummary
from gaitsmith.kernels.records import Floats
from gaitsmith.people.found import (
    RELAXED,
    STURDY,
    MeasuredWalk,
    by_name,
    exhibits,
    found,
    held_starts,
    sample,
)
from gaitsmith.reproduction.comparison import Comparison, CurvePlot, Line, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.push_file import push_file, read_pushes
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import gallery

# Average standard score of the angles at a speed [m/s] that is asked for; and that of
# moments and of ground forces at all.
ASKED = {0.75: 1.1, 1.0: 0.9, 1.25: 0.9, 1.5: 1.0, 1.75: 1.1, 2.0: 1.1}
ASKED_FORCES = 1.3
SCORES = (
    "hip",
    "knee",
    "ankle",
    "angles",
    "without the hip's offset",
    "moments",
    "forces",
)
NOISE = (
    0.15  # a search's best candidates of a few generations differ by SD 0.03 to 0.06
)


@reproduces("people/walking")
def walking(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Standard scores of the walks: angles, moments, forces, by speed."""
    all_of = list(found(tell))
    return Comparison.of(
        "Walks beside people's (standard scores)",
        [_walking_row(group) for group in by_name(all_of).values()],
        f"A person among others scores 0.8 to 0.95; differences below {NOISE:g} mean"
        f" little. Moments and ground forces are asked to be at most {ASKED_FORCES:g}."
        " Hips carry an offset between laboratories, which one column leaves out."
        " Mean ± standard deviation between seeds (number of seeds).",
        exhibits=exhibits(all_of),
        plots=tuple(
            _angle_plot(joint, group[0].asked_speed, group)
            for group in by_name(all_of).values()
            for joint in ("hip", "knee", "ankle")
        ),
        judged=("angles reached", "forces reached"),
    )


def _walking_row(group: list[MeasuredWalk]) -> Row:
    scores = {key: sample(group, lambda one: one.scores[key]) for key in SCORES}  # noqa: B023
    asked = ASKED.get(group[0].asked_speed)
    angles, forces = scores["angles"].mean, scores["forces"].mean
    assert angles is not None, "a walk without steps is left out"
    assert forces is not None, "people's forces are known"
    return {
        "walk": group[0].name,
        "m/s": str(sample(group, lambda one: one.speed)),
        "steps/min": str(sample(group, lambda one: _summary(one).cadence)),
        **{key: str(one) for key, one in scores.items()},
        "asked": asked,
        "angles reached": asked and bool(angles <= asked),
        "forces reached": bool(forces <= ASKED_FORCES),
    }


def _summary(one: MeasuredWalk) -> GaitSummary:
    return one.measured.analysis.summary


@reproduces("people/energy")
def energy(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Power and cost of transport of the walks over speed, beside people's."""
    all_of = list(found(tell, RELAXED))
    groups = list(by_name(all_of).values())
    return Comparison.of(
        "Cost of transport over speed",
        [_energy_row(group) for group in groups] or [{"walk": "none"}],
        _least(groups) + " People's is least at 1.43 m/s, gross.",
        exhibits=exhibits(all_of),
        plots=(_cost_plot(groups),) if groups else (),
    )


def _energy_row(group: list[MeasuredWalk]) -> Row:
    spent = group[0].spent
    return {
        "walk": group[0].name,
        "m/s": str(sample(group, lambda one: one.speed)),
        "W/kg": str(sample(group, lambda one: one.spent.power)),
        "J/kg/m": str(sample(group, lambda one: one.spent.per_distance)),
        **{
            f"people, {FORMULA_WORDS[name]} [J/kg/m]": round(cost.per_distance, 2)
            for name, cost in spent.people.items()
        },
    }


def _means(
    groups: list[list[MeasuredWalk]], value: Callable[[MeasuredWalk], float]
) -> Floats:
    return np.array([fmean(value(one) for one in group) for group in groups])


def _least(groups: list[list[MeasuredWalk]]) -> str:
    """The least of the means, and where a parabola through its neighbours has it."""
    if not groups:
        return "There are no walks."
    groups = sorted(groups, key=lambda group: group[0].asked_speed)
    speed = _means(groups, lambda one: one.speed)
    cost = _means(groups, lambda one: one.spent.per_distance)
    least = int(np.argmin(cost))
    words = f"Least: {cost[least]:.2f} J/kg/m at {speed[least]:.2f} m/s"
    if not 0 < least < len(cost) - 1:
        return words + "."
    around = slice(least - 1, least + 2)
    curve = np.polyfit(speed[around], cost[around], 2)
    return f"{words}; by the parabola through its neighbours, at {_bottom(curve):.2f}."


def _bottom(parabola: Floats) -> float:
    return float(-parabola[1] / (2.0 * parabola[0]))


def _cost_plot(groups: list[list[MeasuredWalk]]) -> CurvePlot:
    groups = sorted(groups, key=lambda group: group[0].asked_speed)
    names = list(groups[0][0].spent.people)

    def people(name: str) -> Line:
        y = _means(groups, lambda one: one.spent.people[name].per_distance)
        return Line(FORMULA_WORDS[name], y, is_reference=True)

    return CurvePlot(
        "Cost of transport",
        "m/s",
        "J/kg/m",
        _means(groups, lambda one: one.speed),
        (
            Line("walks", _means(groups, lambda one: one.spent.per_distance)),
            *(people(name) for name in names),
        ),
    )


@reproduces("people/sturdiness")
def sturdiness(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """What the walks hold: time steps, starts a little off, pushes; and the price."""
    all_of = list(found(tell, STURDY))
    rows = [_sturdy_row(group) for group in by_name(all_of).values()]
    return Comparison.of(
        "What the walks hold",
        rows or [{"walk": "none"}],
        "100 s each. A walk that is asked to be sturdy holds at 1200, 2400 and 4800 Hz"
        " and from starts up to 2 degrees off. Pushes last 0.4 s and are those of the"
        " weakest and the strongest of eight directions, of the gallery's own seed.",
        exhibits=exhibits(all_of),
        plots=_trade_off(rows),
        judged=("holds all",),
    )


def _sturdy_row(group: list[MeasuredWalk]) -> Row:
    one = next(each for each in group if each.name and _pushes(each))
    forces = _pushes(one)
    rates = sample(group, lambda each: each.holds_rates)
    return {
        "walk": one.name,
        "holds at all rates": str(rates),
        "starts": held_starts(group),
        "holds all": all(each.holds for each in group),
        "weakest push [N]": min(forces),
        "strongest push [N]": max(forces),
        "angles": round(one.scores["angles"], 2),
        "J/kg/m": round(one.spent.per_distance, 2),
    }


def _pushes(one: MeasuredWalk) -> list[float]:
    """N, from all directions; of another seed than the gallery's own, none."""
    path = gallery()[f"people/{one.name}"]
    table = read_pushes(push_file(path), one.solution)
    return list(table.forces.values()) if table else []


def _trade_off(rows: list[Row]) -> tuple[CurvePlot, ...]:
    """Likeness to people over what is survived."""
    if not rows:
        return ()
    push = np.array([float(row["weakest push [N]"] or 0.0) for row in rows])
    angles = np.array([float(row["angles"] or np.nan) for row in rows])
    order = np.argsort(push)
    line = Line("walks", angles[order])
    return (
        CurvePlot(
            "Price of sturdiness", "weakest push, N", "score", push[order], (line,)
        ),
    )


def _angle_plot(joint: str, speed: float, group: list[MeasuredWalk]) -> CurvePlot:
    """Curves of all seeds over people's at the speed of the first."""
    band = group[0].measured.score.reference.angles[joint]
    return CurvePlot(
        f"{joint.capitalize()} angle, {speed:.2f} m/s",
        "% of the cycle",
        "degrees",
        np.linspace(0.0, 100.0, len(band.mean)),
        tuple(
            Line(
                f"{one.name}, {one.seed}", one.measured.analysis.angles[joint].both.mean
            )
            for one in group
        ),
        (band.mean, band.sd),
    )
