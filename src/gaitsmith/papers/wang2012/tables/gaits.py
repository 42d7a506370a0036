"""Gaits of the gallery and what other seeds found, measured: what tables are made of.

`ours` in these tables is what a search came to from every seed that is kept; the page
shows the gallery's own, the best of them. What ours differs in is said here, once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NUM_POINTS, NoStepsError
from gaitsmith.reproduction.comparison import Comparison, CurvePlot, Exhibit, Line, Tell
from gaitsmith.reproduction.findings import Criterion, PaperFigure, Sample, compare
from gaitsmith.reproduction.walks import LONG
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate, undisturbed, with_setting

PAPER = "wang2012/"
JOINTS = ("hip", "knee", "ankle")
SCORED = (*JOINTS, "average")
MID_STANCE = slice(10, 45)  # % of the cycle: one leg carries, before the heel lifts
RATES = (1200.0, 2400.0, 4800.0)  # Hz that a gait must hold at
# Told with every table: what the paper leaves to its supplement is ours in all columns.
MODEL = (
    "In all columns of ours: the parallel spring's force is multiplied by the"
    " force-velocity curve, as in Geyer's released model (the paper adds its F_PE); the"
    " trunk's lean is that of the torso alone, without head and arms (the paper: of the"
    " upper body); beta and gamma, by which bent elbows turn the shoulders, are -0.25"
    " and 0.25; toes have a damper of 0.1 N m s/rad (the paper: none); RF, fibre types,"
    " the lists of parameters and the task terms, with a rule of what is a step, stand"
    " in for a supplement that we have not seen; people are others than the paper's."
)
RECIPE = (
    "16 candidates a generation instead of 50, diagonal CMA-ES, 1200 Hz in the search"
)
WALKED = (
    "three searches (first steps and steady steps with a goal of 0.66 m for the step"
    f" length, then without), each {RECIPE}"
)


@dataclass(frozen=True)
class Measured:
    """One gait, measured."""

    name: str
    solution: Solution
    assessment: Assessment

    @property
    def speed(self) -> float:
        """m/s."""
        return self.assessment.analysis.summary.speed

    @cached_property
    def long(self) -> Rollout:
        """Of 100 s, at 2400 Hz."""
        return simulate(with_setting(self.solution, duration=LONG, rate=2400.0)).rollout

    @property
    def holds(self) -> bool:
        """Whether it stays up for 100 s at 1200, 2400 and 4800 Hz, by its check."""
        check = self.solution.sturdiness
        held = (
            {t.rate for t in check.trials if t.holds and not t.start} if check else ()
        )
        return set(RATES) <= set(held)

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
    def step_length(self) -> float:
        """m."""
        return self.assessment.analysis.summary.step_length

    @property
    def knee_in_mid_stance(self) -> float:
        """Mean flexion in degrees."""
        return float(np.mean(self.angle("knee")[MID_STANCE]))

    @property
    def least_knee(self) -> float:
        """Degrees of flexion, over the cycle."""
        return float(np.min(self.angle("knee")))

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


@dataclass(frozen=True)
class SearchedGait:
    """What one search came to, from every seed that is kept."""

    by_seed: Mapping[int, Measured | None]
    """None: it takes no complete gait cycle."""
    shown: Measured | None
    """The gallery's own."""
    solutions: Mapping[int, Solution]
    """Undisturbed; also of those that take no cycle."""

    def sample(self, measure: Callable[[Measured], float | bool | None]) -> Sample:
        """A figure of each seed."""
        return Sample(
            {seed: one and measure(one) for seed, one in self.by_seed.items()}
        )

    def upright(self) -> Sample:
        """For how many seconds of its search's rollout each seed stays up."""
        found = {s: simulate(a).rollout.measures for s, a in self.solutions.items()}
        return Sample({seed: a.survived * a.duration for seed, a in found.items()})

    def mean(self, measure: Callable[[Measured], float | None]) -> float:
        """Over seeds; of nothing, not a number, which fulfils no criterion."""
        mean = self.sample(measure).mean
        return np.nan if mean is None else mean


Gaits = Mapping[str, SearchedGait]


def measured(names: tuple[str, ...], tell: Tell) -> dict[str, SearchedGait]:
    """Those of the names that are in the gallery."""
    found: dict[str, SearchedGait] = {}
    for name in names:
        if PAPER + name not in gallery():
            tell(f"{name}: not in the gallery")
            continue
        solution = load_solution(PAPER + name)
        kept = read_seeds(gallery()[PAPER + name], solution)
        calm = {seed: undisturbed(one) for seed, one in kept.items()}
        by_seed = {seed: _measured(name, one) for seed, one in calm.items()}
        found[name] = SearchedGait(by_seed, by_seed[solution.provenance.seed], calm)
        tell(f"{name}: {found[name].sample(lambda one: one.speed)} m/s")
    return found


def _measured(name: str, solution: Solution) -> Measured | None:
    try:
        return Measured(name, solution, assess(solution))
    except NoStepsError:
        return None


def sample_of(
    gaits: Gaits, name: str, measure: Callable[[Measured], float | bool | None]
) -> Sample | None:
    """A figure of each seed of a gait, if it is there."""
    return gaits[name].sample(measure) if name in gaits else None


def finding(
    what: str,
    paper: float | str,
    asked: Criterion | None,
    ours: Sample | None,
    differences: str,
    published: Sample | None = None,
) -> PaperFigure:
    """A row; how ours differs is said only where there is one."""
    return PaperFigure(what, paper, asked, published, ours, differences if ours else "")


def gait_table(
    title: str,
    gaits: Gaits,
    findings: list[PaperFigure],
    remarks: str = "",
    **shown: Any,
) -> Comparison:
    """Findings, and the gallery's gaits moving on the page."""
    moving = {name: one.shown for name, one in gaits.items() if one.shown}
    exhibits = tuple(Exhibit(name, one.solution) for name, one in moving.items())
    made = compare(title, findings, exhibits=exhibits, **shown)
    return replace(made, notes=(*made.notes, *filter(None, [remarks]), MODEL))


def angle_plots(
    gaits: Gaits, joints: tuple[str, ...] = JOINTS, people_as: str = ""
) -> tuple[CurvePlot, ...]:
    """Joint angles [degrees] over the cycle; none without gaits.

    Args:
        gaits: whose.
        joints: which.
        people_as: whose speed the people have; left out or not there: the first's.
    """
    return _plots("angle", "degrees", joints, gaits, people_as)


def moment_plots(
    gaits: Gaits, joints: tuple[str, ...] = JOINTS, people_as: str = ""
) -> tuple[CurvePlot, ...]:
    """Joint moments [N m/kg] over the cycle; as `angle_plots`."""
    return _plots("moment", "N m/kg", joints, gaits, people_as)


def _plots(
    what: str, unit: str, joints: tuple[str, ...], gaits: Gaits, people_as: str
) -> tuple[CurvePlot, ...]:
    """Curves over the band of people at the speed of one of the gaits."""
    shown = {name: one.shown for name, one in gaits.items() if one.shown}
    if not shown:
        return ()
    score = shown.get(people_as, next(iter(shown.values()))).assessment.score
    bands = {joint: getattr(score.reference, f"{what}s").get(joint) for joint in joints}
    return tuple(
        CurvePlot(
            f"{joint.capitalize()} {what}, people at {score.speed:.2f} m/s",
            "% of the cycle",
            unit,
            np.linspace(0.0, 100.0, NUM_POINTS),
            tuple(Line(name, getattr(a, what)(joint)) for name, a in shown.items()),
            band and (band.mean, band.sd),
        )
        for joint, band in bands.items()
    )
