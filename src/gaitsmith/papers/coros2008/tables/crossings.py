"""Many crossings, counted: what the tables of coros2008 are made of."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gaitsmith.planning.course import Course, read_course
from gaitsmith.planning.crossing import Crossing, cross
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.reproduction.comparison import Cell
from gaitsmith.reproduction.walks import in_threads
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.skills.skill import Skill, SkillGround, load_skill, trained_skills

WALK = "coros2008/walk"
BINS = (0.03, 0.06, 0.09, 0.12)  # m, ends of the error histograms' bins
BIN_NAMES = ("0-3 cm", "3-6 cm", "6-9 cm", "9-12 cm", "> 12 cm")


def trained(name: str) -> Skill | None:
    """A skill of the gallery; None if it is not there."""
    return load_skill(name) if name in trained_skills() else None


@dataclass(frozen=True)
class Walks:
    """Crossings of several courses."""

    courses: tuple[Course, ...]
    crossings: tuple[Crossing, ...]

    @property
    def completed(self) -> int:
        """Courses that were walked to their end."""
        return sum(crossing.is_completed for crossing in self.crossings)

    @property
    def to_the_end(self) -> str:
        """How many of them, in words."""
        return f"{self.completed} of {len(self.courses)}"

    @property
    def pace(self) -> dict[str, Cell]:
        """What the tables say of the time that planning takes."""
        simulated = sum(crossing.simulated_seconds for crossing in self.crossings)
        wall = sum(crossing.wall_seconds for crossing in self.crossings)
        return {
            "plan, median [ms]": self.planning_ms(0.5),
            "plan, 99 % [ms]": self.planning_ms(0.99),
            "x real time": simulated / wall,
        }

    @property
    def errors(self) -> np.ndarray:
        """m, of all planned steps."""
        return np.array([e for crossing in self.crossings for e in crossing.errors])

    @property
    def planned(self) -> int:
        """Steps that were to be taken on stones."""
        return sum(len(course.stones) for course in self.courses)

    @property
    def gaps_crossed(self) -> float:
        """Share of the gaps behind which a walker arrived, feet on the ground."""
        good = sum(
            _gaps_behind(course, crossing)
            for course, crossing in zip(self.courses, self.crossings, strict=True)
        )
        return good / sum(len(c.gaps) + len(c.crevasses) for c in self.courses)

    def planning_ms(self, share: float) -> float:
        """Quantile of the time of a plan."""
        times = [s.planning_ms for crossing in self.crossings for s in crossing.planned]
        return float(np.quantile(times, share)) if times else 0.0

    def histogram(self) -> tuple[float, ...]:
        """Shares of errors in `BINS`; steps that a fall left out are in the last."""
        errors = self.errors
        missing = max(0, self.planned - len(errors))
        counts, _ = np.histogram(errors, bins=[0.0, *BINS, np.inf])
        counts = counts.astype(float)
        counts[-1] += missing
        return tuple(float(count) for count in counts / max(1.0, counts.sum()))


def _gaps_behind(course: Course, crossing: Crossing) -> int:
    """Gaps that were stepped over, each foot at least half on the ground."""
    if not course.gaps:
        return len(course.crevasses) if crossing.is_completed else 0
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
    return count


def walks_over(
    skill: Skill,
    texts: Sequence[str],
    settings: PlannerSettings,
    workers: int | None,
    pushes: Sequence[tuple[PushSpec, ...]] = (),
) -> Walks:
    """Cross every course once, over threads; pushes, if any, by course."""
    courses = tuple(read_course(text) for text in texts)
    skill.prepare()  # once, for all threads

    def one(number: int) -> Crossing:
        course = courses[number]
        acting = pushes[number] if pushes else ()
        ground = SkillGround(course, acting, course.longest_seconds)
        return cross(skill.runner(ground, settings))

    return Walks(courses, tuple(in_threads(one, range(len(courses)), workers)))


def not_trained(*names: str) -> str:
    """A sentence for those that are not there."""
    gone = ", ".join(name for name in names if name not in trained_skills())
    told = f" Not in the gallery yet: {gone}; train it with gaitsmith skill train."
    return told if gone else ""
