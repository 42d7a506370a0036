"""Gaits of the gallery, measured: what the tables are made of."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from gaitsmith.assessment import Assessment, assess
from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.reproduction.comparison import Exhibit, Line, Plot
from gaitsmith.reproduction.walks import LONG
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.simulation import Rollout
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate, undisturbed, with_setting

PAPER = "wang2012/"
JOINTS = ("hip", "knee", "ankle")
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

    @property
    def goes_on(self) -> bool:
        """Whether it is on its feet after 100 s."""
        return self.long.outcome is Outcome.COMPLETED


def measured(names: tuple[str, ...], console: Console) -> dict[str, Measured]:
    """Those of the names that are in the gallery; at least one must be."""
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


def exhibits(gaits: Mapping[str, Measured]) -> tuple[Exhibit, ...]:
    """All of them for the page."""
    return tuple(Exhibit(name, one.solution) for name, one in gaits.items())


def angle_plot(joint: str, gaits: Mapping[str, Measured]) -> Plot:
    """A joint's angle [degrees] over the cycle."""
    lines = tuple(Line(name, one.angle(joint)) for name, one in gaits.items())
    return _plot(f"{joint.capitalize()} angle", "degrees", joint, lines, gaits)


def moment_plot(joint: str, gaits: Mapping[str, Measured]) -> Plot:
    """A joint's moment [N m/kg] over the cycle."""
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
