"""Many crossings, counted: what the tables of coros2008 are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gaitsmith.planning.course import Course, read_course
from gaitsmith.planning.crossing import Crossing, cross
from gaitsmith.planning.plan import PUBLISHED, PlannerSettings
from gaitsmith.reproduction.findings import Criterion, PaperFigure, Sample
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.workers import AnyWorkers, workers_of
from gaitsmith.skills.skill import Skill, SkillGround, load_skill

SEEDS = range(1, 21)  # of courses that are reported; nothing was chosen on them
WALK, BIPED = "coros2008/walk", "coros2008/biped"
AS_PUBLISHED = "coros2008/published"
EXAMPLES_OF_OURS = (
    "base gait optimised on edges of 3 cm with pushes; examples by Gauss-Newton, feet"
    " lifted by 8 cm; explored and practised steps beside them; smooth model (kernel"
    " ridge regression)"
)
REHEARSED = (
    f"{EXAMPLES_OF_OURS}; the next four steps are simulated ahead and corrected before"
    " one is taken (planner rehearsed); steps laid out evenly, away from edges; base"
    " gait while no gap is within 1.5 m"
)
Figure = Callable[[Course, Crossing], float | bool | None]


@dataclass(frozen=True)
class PlannedSkill:
    """A skill, and how its steps are planned."""

    skill: Skill
    settings: PlannerSettings


def published(planner: str, **changes: float) -> PlannedSkill:
    """The paper's method with the paper's settings."""
    settings = {**PUBLISHED, "planner": planner, **changes}
    skill = load_skill(AS_PUBLISHED).with_model("nearest")
    return PlannedSkill(skill, PlannerSettings.model_validate(settings))


def ours(name: str = WALK, planner: str = "rehearsed", **changes: int) -> PlannedSkill:
    """Our own; the default simulates ahead."""
    settings = {"planner": planner, **changes}
    return PlannedSkill(load_skill(name), PlannerSettings.model_validate(settings))


@dataclass(frozen=True)
class Walks:
    """A crossing of each of several courses, by seed."""

    courses: dict[int, Course]
    crossings: dict[int, Crossing]

    def sample(self, figure: Figure) -> Sample:
        """A figure of each walk."""
        return Sample(
            {
                seed: figure(self.courses[seed], one)
                for seed, one in self.crossings.items()
            }
        )

    def planning_ms(self, share: float) -> Sample:
        """Quantile of the time of all plans."""
        crossings = self.crossings.values()
        times = [step.planning_ms for one in crossings for step in one.planned]
        return Sample.fixed(float(np.quantile(times, share)))

    def times_real_time(self) -> Sample:
        """Simulated over real time, planning included."""
        crossings = self.crossings.values()
        simulated = sum(crossing.simulated_seconds for crossing in crossings)
        return Sample.fixed(simulated / sum(one.wall_seconds for one in crossings))


def walks_over(
    way: PlannedSkill,
    course: str,
    workers: AnyWorkers,
    seeds: Sequence[int] = SEEDS,
    pushes: Callable[[int], tuple[PushSpec, ...]] = lambda _seed: (),
    is_filled: bool = False,
    has_walls: bool | None = None,
) -> Walks:
    """Cross a course with each seed once, over threads.

    Args:
        way: who walks.
        course: what is walked, without its seed.
        workers: who works.
        seeds: of the courses.
        pushes: by seed.
        is_filled: there is ground where the gaps are; they are counted all the same.
        has_walls: whether edges stop a foot; left out: not by the paper's method.
    """
    courses = {seed: read_course(f"{course},seed={seed}") for seed in seeds}
    if has_walls is False or (has_walls is None and way.settings.by_the_paper):
        courses = {seed: one.without_walls() for seed, one in courses.items()}
    way.skill.prepare()  # once, for all threads

    def one(seed: int) -> Crossing:
        of_seed = courses[seed]
        ground = SkillGround(of_seed, pushes(seed), of_seed.longest_seconds)
        runner = way.skill.runner(ground, way.settings)
        if is_filled:
            runner.walker = runner.walker.undisturbed(is_filled=True)
        return cross(runner)

    found = workers_of(workers).map(one, list(seeds))
    return Walks(courses, dict(zip(seeds, found, strict=True)))


def finding(
    what: str,
    paper: float | str,
    figure: Figure,
    walks: Sequence[Walks | None],
    asked: Criterion | None = None,
    differences: str = REHEARSED,
) -> PaperFigure:
    """One figure of the `walks` of the paper's method and of ours."""
    theirs, own = walks
    return PaperFigure(
        what,
        paper,
        asked,
        published=theirs and theirs.sample(figure),
        ours=own and own.sample(figure),
        differences=differences if own else "",
    )


def mean_error(_course: Course, crossing: Crossing) -> float | None:
    """cm, from the stones; None of a walk that ended early."""
    return 100.0 * float(np.mean(crossing.errors)) if crossing.is_completed else None


def last_error(_course: Course, crossing: Crossing) -> float | None:
    """cm, of the last stone; None of a walk that ended early."""
    return 100.0 * crossing.errors[-1] if crossing.is_completed else None


def error_within(least: float, most: float) -> Figure:
    """Share of steps that land so far [m] from their stones.

    Those that a fall left out are further off than any.
    """

    def share(course: Course, crossing: Crossing) -> float:
        missing = len(course.stones) - len(crossing.errors)
        errors = np.array([*crossing.errors, *[np.inf] * missing])
        return float(np.mean((errors >= least) & ((errors < most) | (most == np.inf))))

    return share


def is_completed(_course: Course, crossing: Crossing) -> bool:
    """Whether it came to the end."""
    return crossing.is_completed


def gaps_crossed(course: Course, crossing: Crossing) -> float:
    """Share of gaps that were stepped over, each foot at least half on the ground."""
    count = 0
    for start, end in course.gaps:
        near = [
            step
            for step in crossing.steps
            if start - 1.0 < step.footfall.ahead < end + 1.0
        ]
        arrived = any(step.footfall.ahead >= end - 0.1 for step in near)
        left = crossing.is_completed or crossing.steps[-1] not in near[-1:]
        bad = any(
            not step.is_good
            for step in near
            if start - 0.2 < step.footfall.ahead < end + 0.2
        )
        count += arrived and left and not bad
    return count / len(course.gaps)
