"""Walking and running on muscles (Wang, Hamner, Delp & Koltun 2012).

Walks and runs of the gallery, measured against people as the paper measures its own:
mean distance of joint angles from people's mean, in people's standard deviations. Our
people are other people than theirs, so figures are comparable, not identical.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from gaitsmith.assessment import Assessment, assess
from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.gait.human import metabolic_cost, walking_moments
from gaitsmith.reproduction.comparison import Cell, Comparison, Exhibit, Line, Plot
from gaitsmith.reproduction.walks import LONG, yes_or_no
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.simulation import Rollout
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate, undisturbed, with_setting

PAPER = "wang2012/"
JOINTS = ("hip", "knee", "ankle")
# Table 1: hip, knee, ankle, average; the average of fwalk is printed as 1.28.
TABLE_1 = {
    "swalk": (0.41, 1.28, 1.41, 1.04),
    "nwalk": (0.43, 1.79, 1.34, 1.19),
    "fwalk": (0.79, 2.53, 1.28, 1.53),
    "vfwalk": (1.31, 3.19, 1.69, 2.06),
    "min_torque": (1.35, 1.79, 4.32, 2.49),
    "min_activation": (1.51, 3.20, 3.74, 2.82),
}
MID_STANCE = slice(10, 45)  # % of the cycle: one leg carries, before the heel lifts


@dataclass(frozen=True)
class Measured:
    """A gait of the gallery, measured."""

    name: str
    solution: Solution
    assessment: Assessment
    long: Rollout
    """Of 100 s, at 2400 Hz."""

    @property
    def speed(self) -> float:
        """m/s."""
        return self.assessment.analysis.summary.speed

    def score(self, joint: str) -> float:
        """Standard score of a joint's angle, or "average"."""
        return self.assessment.score.angles[joint].standard_score

    def angle(self, joint: str) -> np.ndarray:
        """(101,) degrees over the cycle."""
        return self.assessment.analysis.angles[joint].both.mean

    def moment(self, joint: str) -> np.ndarray:
        """(101,) N m/kg over the cycle."""
        return self.assessment.analysis.moments[joint].both.mean


def _measured(names: tuple[str, ...], console: Console) -> dict[str, Measured]:
    """Those of the names that are in the gallery."""
    found: dict[str, Measured] = {}
    for name in names:
        if PAPER + name not in gallery():
            console.print(f"{name}: not in the gallery", markup=False)
            continue
        solution = undisturbed(load_solution(PAPER + name))
        long = simulate(with_setting(solution, duration=LONG, rate=2400.0)).rollout
        console.print(f"{name}: {long.sentence}", markup=False)
        found[name] = Measured(name, solution, assess(solution), long)
    if not found:
        raise InputError(f"none of {', '.join(names)} is in the gallery.")
    return found


def _scores(title: str, names: tuple[str, ...], console: Console) -> Comparison:
    gaits = _measured(names, console)
    rows: list[tuple[Cell, ...]] = []
    reached = 0
    for name in names:
        paper = TABLE_1[name]
        if name not in gaits:
            rows.append((name, *[None] * 7, paper[3], "no"))
            continue
        one = gaits[name]
        measures = one.assessment.rollout.measures
        is_reached = one.score("average") <= paper[3]
        reached += is_reached
        rows.append(
            (
                name,
                one.speed,
                *(one.score(joint) for joint in (*JOINTS, "average")),
                measures.metabolic_power,
                yes_or_no(one.long.outcome is Outcome.COMPLETED),
                paper[3],
                yes_or_no(is_reached),
            )
        )
    return Comparison(
        title,
        (
            "gait",
            "m/s",
            "hip",
            "knee",
            "ankle",
            "average",
            "W/kg",
            "walks 100 s",
            "paper's average",
            "reached",
        ),
        tuple(rows),
        f"{reached} of {len(names)} are at or below the paper's average score. A person"
        " among others scores 0.8 to 0.95.",
        exhibits=_exhibits(gaits),
        plots=tuple(_angle_plot(joint, gaits) for joint in JOINTS),
    )


def table1(console: Console, _workers: int | None = None) -> Comparison:
    """Table 1: standard scores of joint angles at four speeds."""
    names = ("swalk", "nwalk", "fwalk", "vfwalk")
    return _scores("Table 1: standard scores at four speeds", names, console)


def objectives(console: Console, _workers: int | None = None) -> Comparison:
    """Least energy, least squared torque, least squared activation at 1.25 m/s."""
    names = ("nwalk", "min_torque", "min_activation")
    return _scores("Table 1: other measures of effort, 1.25 m/s", names, console)


def moments(console: Console, _workers: int | None = None) -> Comparison:
    """Figure 6b: moments of the walks at hip, knee and ankle, over people's."""
    gaits = _measured(("swalk", "nwalk", "fwalk"), console)
    rows: list[tuple[Cell, ...]] = []
    for name, one in gaits.items():
        people = walking_moments(one.speed)
        for joint in JOINTS:
            score = one.assessment.score.moments[joint]
            rows.append(
                (
                    name,
                    joint,
                    float(np.max(one.moment(joint))),
                    float(np.max(people[joint].mean)),
                    score.standard_score,
                    score.correlation,
                )
            )
    return Comparison(
        "Figure 6b: joint moments, N m/kg",
        ("gait", "joint", "peak", "people's peak", "standard score", "correlation"),
        tuple(rows),
        "The paper shows curves without figures.",
        exhibits=_exhibits(gaits),
        plots=tuple(_moment_plot(joint, gaits) for joint in JOINTS),
    )


def _weakness(
    name: str, title: str, claim: str, shows: Callable[[Measured, Measured], bool]
) -> Callable[[Console, int | None], Comparison]:
    def table(console: Console, _workers: int | None = None) -> Comparison:
        gaits = _measured(("nwalk", name), console)
        if len(gaits) < 2:
            raise InputError(f"{PAPER}nwalk and {PAPER}{name} must be in the gallery.")
        rows: list[tuple[Cell, ...]] = []
        for one in gaits.values():
            knee, ankle = one.angle("knee"), one.moment("ankle")
            measures = one.assessment.rollout.measures
            rows.append(
                (
                    one.name,
                    one.speed,
                    float(np.min(knee)),
                    float(np.mean(knee[MID_STANCE])),
                    float(np.max(one.moment("knee"))),
                    float(np.max(ankle)),
                    measures.metabolic_power,
                    yes_or_no(one.long.outcome is Outcome.COMPLETED),
                )
            )
        is_shown = shows(gaits["nwalk"], gaits[name])
        return Comparison(
            title,
            (
                "gait",
                "m/s",
                "least knee flexion deg",
                "knee in mid stance deg",
                "knee moment N m/kg",
                "ankle moment N m/kg",
                "W/kg",
                "walks 100 s",
            ),
            tuple(rows),
            f"The paper: {claim}. Here: {yes_or_no(is_shown)}.",
            exhibits=_exhibits(gaits),
            plots=tuple(_angle_plot(joint, gaits) for joint in JOINTS),
        )

    table.__doc__ = f"{title}."
    return table


def _crouches(normal: Measured, weak: Measured) -> bool:
    return bool(
        np.mean(weak.angle("knee")[MID_STANCE])
        > np.mean(normal.angle("knee")[MID_STANCE])
    )


def _straightens(normal: Measured, weak: Measured) -> bool:
    return bool(np.min(weak.angle("knee")) < np.min(normal.angle("knee")))


def _avoids(normal: Measured, weak: Measured) -> bool:
    return bool(np.max(weak.moment("knee")) < np.max(normal.moment("knee")))


weak_plantarflexors = _weakness(
    "weak_plantarflexors",
    "Weak plantarflexors (SOL, GAS x 0.25)",
    "a mild crouch, with more knee flexion in stance",
    _crouches,
)
weak_hamstrings = _weakness(
    "weak_hamstrings",
    "Weak hamstrings (HAM x 0.25)",
    "the knee straightens further, to 2 degrees instead of 9",
    _straightens,
)
weak_vasti = _weakness(
    "weak_vasti",
    "Weak vasti (VAS x 0.1)",
    "quadriceps avoidance: less extension moment at the knee",
    _avoids,
)


def energy(console: Console, _workers: int | None = None) -> Comparison:
    """Metabolic power and cost of transport of the walks, beside people's."""
    gaits = _measured(("swalk", "nwalk", "fwalk", "vfwalk"), console)
    rows: list[tuple[Cell, ...]] = []
    for name, one in gaits.items():
        measures = one.assessment.rollout.measures
        people = metabolic_cost("walk", one.speed)
        rows.append(
            (
                name,
                one.speed,
                measures.metabolic_power,
                measures.cost_of_transport,
                *(cost.power for cost in people.values()),
            )
        )
    formulas = tuple(f"people W/kg ({name})" for name in metabolic_cost("walk", 1.25))
    return Comparison(
        "Metabolic energy over speed",
        ("gait", "m/s", "W/kg", "J/kg/m", *formulas),
        tuple(rows),
        "The sixteen muscles of the legs and the body at rest; people's from published"
        " formulas.",
        exhibits=_exhibits(gaits),
    )


def _exhibits(gaits: Mapping[str, Measured]) -> tuple[Exhibit, ...]:
    return tuple(Exhibit(name, one.solution) for name, one in gaits.items())


def _angle_plot(joint: str, gaits: Mapping[str, Measured]) -> Plot:
    lines = tuple(Line(name, one.angle(joint)) for name, one in gaits.items())
    return _plot(f"{joint.capitalize()} angle", "degrees", joint, lines, gaits)


def _moment_plot(joint: str, gaits: Mapping[str, Measured]) -> Plot:
    lines = tuple(Line(name, one.moment(joint)) for name, one in gaits.items())
    return _plot(f"{joint.capitalize()} moment", "N m/kg", joint, lines, gaits)


def _plot(
    title: str,
    unit: str,
    joint: str,
    lines: tuple[Line, ...],
    gaits: Mapping[str, Measured],
) -> Plot:
    """Curves over the band of people at the speed of the first gait."""
    reference = next(iter(gaits.values())).assessment.score.reference
    bands = reference.angles if unit == "degrees" else reference.moments
    band = bands.get(joint)
    return Plot(
        title,
        "% of the cycle",
        unit,
        np.linspace(0.0, 100.0, NUM_POINTS),
        lines,
        None if band is None else (band.mean, band.sd),
    )
