"""Gaits of the gallery, measured: what the tables are made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.reproduction.comparison import Exhibit, Line, Plot
from gaitsmith.reproduction.walks import LONG, yes_or_no
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

    def activation(self, *muscles: str) -> float:
        """Mean over the cycle and over the muscles, such as "SOL"."""
        curves = self.assessment.analysis.activations
        return float(np.mean([curves[muscle].both.mean for muscle in muscles]))

    @property
    def knee_in_mid_stance(self) -> float:
        """Mean flexion in degrees."""
        return float(np.mean(self.angle("knee")[MID_STANCE]))

    @property
    def knee_moment_in_mid_stance(self) -> float:
        """N m/kg, the greatest: + extends, what the quadriceps do."""
        return float(np.max(self.moment("knee")[MID_STANCE]))

    @property
    def metabolic_power(self) -> float | None:
        """W/kg."""
        return self.assessment.rollout.measures.metabolic_power

    @property
    def cost_of_transport(self) -> float | None:
        """J/kg/m."""
        return self.assessment.rollout.measures.cost_of_transport

    @property
    def goes_on(self) -> bool:
        """Whether it is on its feet after 100 s."""
        return self.long.outcome is Outcome.COMPLETED


def measured(names: tuple[str, ...], console: Console) -> dict[str, Measured]:
    """Those of the names that are in the gallery; see `not_there` for the others."""
    found: dict[str, Measured] = {}
    for name in names:
        if PAPER + name not in gallery():
            console.print(f"{name}: not in the gallery yet", markup=False)
            continue
        solution = undisturbed(load_solution(PAPER + name))
        long = simulate(with_setting(solution, duration=LONG, rate=2400.0)).rollout
        console.print(f"{name}: {long.sentence}", markup=False)
        found[name] = Measured(name, solution, assess(solution), long)
    return found


def not_there(names: tuple[str, ...], gaits: Mapping[str, Measured]) -> str:
    """A sentence, with a space before it, on those that could not be measured."""
    missing = [name for name in names if name not in gaits]
    return f" Not in the gallery yet: {', '.join(missing)}." if missing else ""


def claimed(
    normal: str,
    other: str,
    gaits: Mapping[str, Measured],
    shows: Callable[[Measured, Measured], bool],
) -> str:
    """Whether the second gait differs from the first as the paper says, in words."""
    if normal in gaits and other in gaits:
        return yes_or_no(shows(gaits[normal], gaits[other]))
    return "no"


def exhibits(gaits: Mapping[str, Measured]) -> tuple[Exhibit, ...]:
    """All of them for the page."""
    return tuple(Exhibit(name, one.solution) for name, one in gaits.items())


def angle_plots(
    gaits: Mapping[str, Measured], joints: tuple[str, ...] = JOINTS, people_as: str = ""
) -> tuple[Plot, ...]:
    """Joint angles [degrees] over the cycle; none without gaits.

    Args:
        gaits: whose.
        joints: which.
        people_as: whose speed the people have; left out or not there: the first's.
    """
    return tuple(
        _plot("angle", "degrees", joint, Measured.angle, gaits, people_as)
        for joint in (joints if gaits else ())
    )


def moment_plots(
    gaits: Mapping[str, Measured], joints: tuple[str, ...] = JOINTS, people_as: str = ""
) -> tuple[Plot, ...]:
    """Joint moments [N m/kg] over the cycle; as `angle_plots`."""
    return tuple(
        _plot("moment", "N m/kg", joint, Measured.moment, gaits, people_as)
        for joint in (joints if gaits else ())
    )


def _plot(
    what: str,
    unit: str,
    joint: str,
    curve: Callable[[Measured, str], np.ndarray],
    gaits: Mapping[str, Measured],
    people_as: str,
) -> Plot:
    """Curves over the band of people at the speed of one of the gaits."""
    like = gaits.get(people_as, next(iter(gaits.values())))
    score = like.assessment.score
    bands = score.reference.angles if what == "angle" else score.reference.moments
    band = bands.get(joint)
    lines = tuple(Line(name, curve(one, joint)) for name, one in gaits.items())
    return Plot(
        f"{joint.capitalize()} {what}, people at {score.speed:.2f} m/s",
        "% of the cycle",
        unit,
        np.linspace(0.0, 100.0, NUM_POINTS),
        lines,
        None if band is None else (band.mean, band.sd),
    )
