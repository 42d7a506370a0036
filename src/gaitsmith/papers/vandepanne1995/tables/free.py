"""Stage 3: who walks for 5 s without the guide, and after how many rollouts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gaitsmith.experiment import load_experiment
from gaitsmith.papers.vandepanne1995.tables.gaits import GAITS, StagedGait
from gaitsmith.papers.vandepanne1995.tables.motion import (
    DUTY,
    FLIGHT,
    TURNED,
    RecordedMotion,
    motion_of,
)
from gaitsmith.papers.vandepanne1995.tables.searches import UNCHECKED, SearchWay, kept
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Tell
from gaitsmith.reproduction.findings import PaperFigure, Sample, compare, every_seed
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.withdrawal.windows import WindowsSpec
from gaitsmith.workflows import with_setting

FREE_SECONDS, FREE_TRIALS = 5.0, 500  # of stage 3 (section 4.1)
RATE = 1200.0  # Hz, of the searches; twice as many time steps must do as well
BY_EFFORT = WindowsSpec(seconds=FREE_SECONDS, budget=FREE_TRIALS, judge="effort")
BY_GAIT = WindowsSpec(
    seconds=FREE_SECONDS, budget=FREE_TRIALS, judge="gait", method="cma", trials=44
)
LONGER = BY_GAIT.model_copy(update={"budget": 2500, "trials": 165})
JUDGED = (
    "windows are searched by CMA-ES and also judged by alternating feet, speed and"
    " heading"
)
FEEDBACK = (
    "SIMBICON's balance feedback instead of keyframes by the clock; one search by"
    " CMA-ES, in which the guide becomes weaker as it learns, instead of windows"
)
WALK = (
    f"A walk: strikes L R L R from the first on, at most {FLIGHT:.0%} of the time in"
    f" the air, each foot down for {DUTY:.0%} of it or more, pelvis within"
    f" {TURNED:g} degrees of straight ahead at the end."
)


@dataclass(frozen=True)
class Freed:
    """What came of one seed, without its guide."""

    solution: Solution
    seconds: float
    """S that it stays up, of 5."""
    rollouts: int
    """Of stage 3."""

    @property
    def is_up(self) -> bool:
        """For all of the time."""
        return self.seconds >= FREE_SECONDS - 0.01

    def at(self, rate: float) -> RecordedMotion:
        """The same with other time steps."""
        again = with_setting(self.solution, duration=FREE_SECONDS, rate=rate)
        return motion_of(again, f"{self.solution.name} at {rate:g} Hz")

    def walks(self, rate: float = RATE) -> bool:
        """Whether it is a walk straight ahead."""
        return self.at(rate).is_straight_walk


def freed(
    way: SearchWay, spec: WindowsSpec, gait: StagedGait, tell: Tell, workers: AnyWorkers
) -> dict[int, Freed]:
    """Stages 1 to 3, by seed."""
    found: dict[int, Freed] = {}
    for seed in gait.seeds:
        came = way.freed(seed, workers, spec)
        found[seed] = Freed(came.best, came.free_seconds, came.evaluations)
        walks = "a walk" if found[seed].walks() else "no walk"
        tell(
            f"{way.experiments}, judged by {spec.judge}, seed {seed}:"
            f" {came.free_seconds:.2f} s in {came.evaluations} rollouts, {walks}"
        )
    return found


def sample(
    found: Mapping[int, Freed], value: Callable[[Freed], float | bool | None]
) -> Sample:
    """A figure by seed."""
    return Sample({seed: value(one) for seed, one in found.items()})


@reproduces("vandepanne1995/trials")
def trials(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Simpleton's stage 3: 5 s of free walking within 500 rollouts."""
    gait = GAITS["simpleton"]

    theirs = freed(gait.published, BY_EFFORT, gait, tell, workers)
    ours = freed(gait.ours, BY_GAIT, gait, tell, workers)
    longer = freed(gait.ours, LONGER, gait, tell, workers)
    balanced = {seed: _balanced(seed, tell, workers) for seed in gait.seeds}
    differences = f"stages 1 and 2 with {gait.differences}; {JUDGED}"
    walks = f"{FREE_SECONDS:g} s of free walking within {FREE_TRIALS} rollouts"
    findings = [
        PaperFigure(
            f"up for {FREE_SECONDS:g} s, within {FREE_TRIALS} rollouts",
            "yes",
            every_seed(),
            sample(theirs, lambda one: one.is_up),
            sample(ours, lambda one: one.is_up),
            differences,
        ),
        PaperFigure(
            walks,
            "about 500",
            every_seed(),
            sample(theirs, lambda one: one.walks()),
            sample(ours, lambda one: one.walks()),
            differences,
        ),
        PaperFigure(
            f"{FREE_SECONDS:g} s of free walking",
            "about 500",
            every_seed(),
            sample(theirs, lambda one: one.walks()),
            sample(longer, lambda one: one.walks()),
            f"{differences}; {LONGER.budget} rollouts, {LONGER.trials} a window",
        ),
        PaperFigure(
            f"{FREE_SECONDS:g} s of free walking, with feedback",
            "–",
            every_seed(),
            sample(theirs, lambda one: one.walks()),
            sample(balanced, lambda one: one.walks()),
            FEEDBACK,
        ),
        PaperFigure(
            f"one solution walks {FREE_SECONDS:g} s at {RATE:g} and at {2 * RATE:g} Hz",
            "–",
            every_seed(),
            sample(theirs, _walks_at_both),
            sample(balanced, _walks_at_both),
            FEEDBACK,
        ),
        PaperFigure(
            "rollouts of stage 3",
            "about 500",
            None,
            sample(theirs, lambda one: float(one.rollouts)),
            sample(balanced, lambda one: float(one.rollouts)),
            FEEDBACK,
        ),
    ]
    shown = {"windows, effort": theirs, "windows, gait": longer, "feedback": balanced}
    return compare(
        "vandepanne1995: Simpleton without its guide",
        findings,
        WALK,
        exhibits=tuple(
            Exhibit(label, _best(found).solution) for label, found in shown.items()
        ),
    )


def _best(found: Mapping[int, Freed]) -> Freed:
    """The first that walks, or the one that is up longest."""
    return max(found.values(), key=lambda one: (one.walks(), one.seconds))


def _walks_at_both(one: Freed) -> bool:
    return one.walks(RATE) and one.walks(2.0 * RATE)


def _balanced(seed: int, tell: Tell, workers: AnyWorkers) -> Freed:
    """Simpleton with feedback, whose guide goes within one search."""
    name = "simpleton_free"
    experiment = load_experiment(f"vandepanne1995/{name}", (f"seed={seed}", UNCHECKED))
    best = kept(experiment, f"{name}-{seed}", workers).best
    tell(f"{name}, seed {seed}: {best.score['outcome']}")
    is_held = best.problem.setting.guide.acting_strength > 0.0
    rollout = motion_of(with_setting(best, duration=FREE_SECONDS)).rollout
    seconds = 0.0 if is_held else rollout.seconds
    return Freed(best, seconds, best.provenance.evaluations)


@reproduces("vandepanne1995/robo-bird-free")
def robo_bird_free(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Robo-bird's stage 3, which found no free gait in the paper."""
    gait = GAITS["robo-bird"]
    theirs = freed(gait.published, BY_EFFORT, gait, tell, workers)
    ours = freed(gait.ours, BY_GAIT, gait, tell, workers)
    differences = f"stages 1 and 2 with {gait.differences}; {JUDGED}"
    what = f"up for {FREE_SECONDS:g} s, within {FREE_TRIALS} rollouts"
    findings = [
        PaperFigure(
            f"{what}{more}",
            "no",
            None,
            sample(theirs, value),
            sample(ours, value),
            differences,
        )
        for more, value in (
            ("", lambda one: one.is_up),
            (", walking", lambda one: one.walks()),
        )
    ]
    findings.append(
        PaperFigure(
            "s without the guide",
            "–",
            None,
            sample(theirs, lambda one: one.seconds),
            sample(ours, lambda one: one.seconds),
            differences,
        )
    )
    return compare(
        "vandepanne1995: Robo-bird without its guide",
        findings,
        "The paper's stage 3 cannot find a gait that is free of the guide, so there is"
        f" nothing to reach. {WALK}",
        exhibits=(Exhibit("ours", ours[gait.seeds[0]].solution),),
    )
