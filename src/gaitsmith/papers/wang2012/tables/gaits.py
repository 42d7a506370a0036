"""Gaits of the gallery, measured: what the tables are made of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Line, Plot, Row, Tell
from gaitsmith.reproduction.walks import LONG
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate, undisturbed, with_setting

PAPER = "wang2012/"
JOINTS = ("hip", "knee", "ankle")
SCORED = (*JOINTS, "average")
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

    @property
    def scores(self) -> dict[str, float]:
        """Standard scores of joint angles: hip, knee, ankle, average."""
        angles = self.assessment.score.angles
        return {name: angles[name].standard_score for name in SCORED}

    @property
    def score(self) -> float:
        """Average standard score of the joint angles."""
        return self.scores["average"]

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


def measured(names: tuple[str, ...], tell: Tell) -> dict[str, Measured]:
    """Those of the names that are in the gallery; `gait_table` says which are not."""
    found: dict[str, Measured] = {}
    for name in names:
        if PAPER + name not in gallery():
            tell(f"{name}: not in the gallery yet")
            continue
        solution = undisturbed(load_solution(PAPER + name))
        long = simulate(with_setting(solution, duration=LONG, rate=2400.0)).rollout
        tell(f"{name}: {long.sentence}")
        found[name] = Measured(name, solution, assess(solution), long)
    return found


def gait_table(
    title: str,
    names: Iterable[str],
    gaits: Mapping[str, Measured],
    rows: Sequence[Row],
    verdict: str,
    **shown: Any,
) -> Comparison:
    """A table of gaits, of which some could not be measured.

    Args:
        title: of the table.
        names: of the gaits.
        gaits: those that were measured; the page shows them.
        rows: by column.
        verdict: in words.
        shown: plots, pushes.
    """
    missing = [name for name in names if name not in gaits]
    if missing:
        verdict += f" Not in the gallery yet: {', '.join(missing)}."
    exhibits = tuple(Exhibit(name, one.solution) for name, one in gaits.items())
    return Comparison.of(title, rows, verdict, exhibits=exhibits, **shown)


def gait_rows(
    names: Iterable[str],
    gaits: Mapping[str, Measured],
    row: Callable[[Measured], Row],
) -> list[Row]:
    """A row by name; of those that could not be measured, the name alone."""
    return [{"gait": n, **(row(gaits[n]) if n in gaits else {})} for n in names]


def claimed(
    normal: str,
    other: str,
    gaits: Mapping[str, Measured],
    shows: Callable[[Measured, Measured], bool],
) -> bool:
    """Whether both are there, and the second differs as the paper says."""
    return normal in gaits and other in gaits and shows(gaits[normal], gaits[other])


def angle_plots(
    gaits: Mapping[str, Measured], joints: tuple[str, ...] = JOINTS, people_as: str = ""
) -> tuple[Plot, ...]:
    """Joint angles [degrees] over the cycle; none without gaits.

    Args:
        gaits: whose.
        joints: which.
        people_as: whose speed the people have; left out or not there: the first's.
    """
    some = joints if gaits else ()
    return tuple(_plot("angle", "degrees", joint, gaits, people_as) for joint in some)


def moment_plots(
    gaits: Mapping[str, Measured], joints: tuple[str, ...] = JOINTS, people_as: str = ""
) -> tuple[Plot, ...]:
    """Joint moments [N m/kg] over the cycle; as `angle_plots`."""
    some = joints if gaits else ()
    return tuple(_plot("moment", "N m/kg", joint, gaits, people_as) for joint in some)


def _plot(
    what: str,
    unit: str,
    joint: str,
    gaits: Mapping[str, Measured],
    people_as: str,
) -> Plot:
    """Curves over the band of people at the speed of one of the gaits."""
    like = gaits.get(people_as, next(iter(gaits.values())))
    score = like.assessment.score
    band = getattr(score.reference, f"{what}s").get(joint)
    lines = tuple(Line(name, getattr(one, what)(joint)) for name, one in gaits.items())
    return Plot(
        f"{joint.capitalize()} {what}, people at {score.speed:.2f} m/s",
        "% of the cycle",
        unit,
        np.linspace(0.0, 100.0, NUM_POINTS),
        lines,
        None if band is None else (band.mean, band.sd),
    )
