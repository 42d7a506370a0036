"""A skill on a course, as the options of `skill cross` and `export` ask for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gaitsmith.cli.setting_options import parse_push
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.planning.crossing import CourseRunner
    from gaitsmith.skills.skill import Skill


@dataclass(frozen=True)
class CrossingOptions:
    """How a course is crossed; None stands for the default."""

    planner: str | None = None
    model: str | None = None
    as_published: bool = False
    horizon: int | None = None
    push: Sequence[str] | None = None
    seed: int | None = None
    changes: Sequence[str] | None = None

    @property
    def resolved(self) -> dict[str, str | int]:
        """What decides how steps are chosen, with the defaults put in."""
        return {
            "planner": self.planner or ("hybrid" if self.as_published else "rehearsed"),
            "model": self.model or ("nearest" if self.as_published else "kernel"),
            "horizon": 2 if self.horizon is None else self.horizon,
            "seed": 1 if self.seed is None else self.seed,
        }


def ready_to_cross(
    name: str, terrain: str, options: CrossingOptions
) -> "tuple[Skill, CourseRunner]":
    """A skill at the start of a course; everything that is wrong is refused here.

    Args:
        name: of a trained skill, or its folder.
        terrain: see `read_course`.
        options: how to cross it.
    """
    from gaitsmith.declarations import declare
    from gaitsmith.planning.course import read_course
    from gaitsmith.planning.plan import PUBLISHED, PlannerSettings
    from gaitsmith.planning.planners import require_planner
    from gaitsmith.simulation.disturbances import PushSpec
    from gaitsmith.skills.skill import SkillGround, load_skill

    values = options.resolved
    model = str(values.pop("model"))
    require_planner(str(values["planner"]))
    if options.as_published and values["planner"] == "rehearsed":
        raise InputError(
            "--as-published: the paper does not rehearse steps; give --planner hybrid,"
            " regular or random."
        )
    published = PUBLISHED if options.as_published else {}
    settings = declare(PlannerSettings, {**published, **values}, "skill cross")
    course = read_course(terrain)
    if options.as_published:
        course = course.without_walls()
    skill = load_skill(name).with_model(model).changed(options.changes or ())
    pushes = tuple(
        declare(PushSpec, parse_push(text), "--push") for text in options.push or ()
    )
    ground = SkillGround(course, pushes, course.longest_seconds)
    return skill, skill.runner(ground, settings)
