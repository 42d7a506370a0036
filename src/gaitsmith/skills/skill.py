"""A skill: a base gait, what may change at every step, and example steps.

A skill's folder has

    skill.toml      the skill, with nothing left to defaults
    base.json       the solution whose gait is changed
    steps.csv       the example steps, one a row
    explored.csv    what other actions do from the same states
    provenance.json versions, commit, command, times

A folder in which a skill is trained has also the logs of its sequences, see `training`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from gaitsmith.changes import parse_change
from gaitsmith.characters.character import Character
from gaitsmith.declarations import declare, read_toml
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.planning.action import ActionSpace, StepController, action_space
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import LEAD_STEPS, CourseRunner, require_possible
from gaitsmith.planning.examples import ExampleSteps, read_examples
from gaitsmith.planning.kernel_model import MODELS
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.planners import require_planner
from gaitsmith.planning.skill_spec import SkillSpec
from gaitsmith.planning.step_model import StepModel
from gaitsmith.planning.synthesis import SETTLING_STEPS, FallingBaseError, settle
from gaitsmith.planning.walker import Walker, foot_length
from gaitsmith.resources import named_file, shipped_files, shipped_folder
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.solution_file import SKILL_FILE
from gaitsmith.workflows import solution_or_start, with_changes

BASE_FILE = "base.json"
STEPS_FILE = "steps.csv"
EXPLORED_FILE = "explored.csv"
LONGEST_CROSSING = 600.0  # s
PREFERRED_STEPS = 4  # whose mean length is the base gait's
# What a walk over a course has instead of the base gait's.
OF_THE_COURSE = tuple(
    f"setting.{key}"
    for key in ("duration", "rate", "pushes", "motor_noise", "heading", "terrain")
)


@dataclass(frozen=True)
class SkillGround:
    """Where a skill is trained or shown."""

    course: Course | None = None
    pushes: tuple[PushSpec, ...] = ()
    duration: float = LONGEST_CROSSING
    """s, at most."""


@dataclass(frozen=True)
class SkillPlan:
    """A skill that can be trained: no example steps yet."""

    spec: SkillSpec
    base: Solution

    @property
    def character(self) -> Character:
        """Who walks."""
        return self.base.problem.character

    @cached_property
    def actions(self) -> ActionSpace:
        """What may change at every step."""
        problem = self.base.problem
        where = f"{self.spec.name}: action"
        return action_space(self.spec.action, problem.space, self.base.values, where)

    def walker(self, ground: SkillGround | None = None) -> Walker:
        """The character on a ground, ready to be started; left out: level ground."""
        ground = ground or SkillGround()
        problem = self.base.problem
        controller = problem.controller
        if not isinstance(controller, StepController):
            law = controller.declaration().law
            raise InputError(
                f"{self.spec.name}: base: law '{law}' cannot be changed step by step;"
                " use a gait of 'simbicon' or 'pose_graph'."
            )
        changes: dict[str, Any] = {
            "duration": ground.duration,
            "rate": self.spec.rate,
            "pushes": ground.pushes,
            "motor_noise": 0.0,
            "heading": (),
            # Level, whatever ground the base gait has learned on.
            "terrain": ground.course.terrain if ground.course else TerrainSpec(),
        }
        setting = problem.setting.model_copy(update=changes)
        return Walker(problem.character, controller, self.actions, setting)

    @cached_property
    def preferred_step(self) -> float:
        """Length of the base gait's steps [m]."""
        walker = self.walker()
        try:
            settle(walker)
        except FallingBaseError:
            raise InputError(
                f"{self.spec.name}: base: the gait falls within {SETTLING_STEPS} steps;"
                " give one that walks."
            ) from None
        first = walker.footfall().ahead
        for _ in range(PREFERRED_STEPS):
            walker.step(self.actions.base)
        return (walker.footfall().ahead - first) / PREFERRED_STEPS

    @cached_property
    def where_stones_begin(self) -> float:
        """Heel [m] after the steps that the base gait takes before the first stone."""
        walker = self.walker()
        walker.start()
        for _ in range(LEAD_STEPS):
            walker.step(self.actions.base)
        return walker.footfall().ahead


@dataclass(frozen=True)
class Skill:
    """A trained skill."""

    plan: SkillPlan
    examples: ExampleSteps
    explored: ExampleSteps
    """What other actions do, from where the examples start."""
    source: Path
    model_name: str = "kernel"
    """A name of `MODELS`; "nearest" is the paper's."""

    @property
    def name(self) -> str:
        """Of the skill."""
        return self.plan.spec.name

    @cached_property
    def model(self) -> StepModel:
        """What a step does."""
        weight = self.plan.actions.weight
        return MODELS[self.model_name](self.examples, weight, self.explored)

    def prepare(self) -> None:
        """Make the model and look at the base gait now, not at first use."""
        assert len(self.model.known.reduced) == len(self.examples)
        assert self.plan.preferred_step > 0.0

    def with_examples(self, count: int) -> "Skill":
        """The same with fewer example steps."""
        fewer = self.examples.first(count)
        explored = self.explored.with_those_of(fewer)
        return replace(self, examples=fewer, explored=explored)

    def changed(self, changes: Sequence[str]) -> "Skill":
        """The same with another base gait, by "key=value" strings.

        Such as setting.friction=0.5 or character.mass=80; the examples stay.
        """
        for change in changes:
            key, _ = parse_change(change)
            if key.startswith(OF_THE_COURSE):
                raise InputError(
                    f"--set {change}: a crossing has its own {key}, from its course,"
                    " its pushes and the skill; leave it out."
                )
        base = with_changes(self.plan.base, changes)
        return replace(self, plan=replace(self.plan, base=base))

    def with_model(self, name: str) -> "Skill":
        """The same with another model."""
        if name not in MODELS:
            raise unknown_name("model", name, MODELS)
        return replace(self, model_name=name)

    def runner(self, ground: SkillGround, settings: PlannerSettings) -> CourseRunner:
        """The character before a course that it may be able to cross."""
        if ground.course is None:
            raise ValueError("a course runner needs a course")
        foot = foot_length(self.plan.character)
        require_possible(ground.course, self.model, foot)
        require_planner(settings.planner, self.model)
        if ground.course.aside and not self.examples.aside.any():
            raise InputError(
                f"{self.name}: stones to the side: its example steps do not tell where"
                " feet land sideways; take coros2008/narrow_biped, or train it again."
            )
        course = ground.course
        if course.heights:
            course = course.built(self.plan.where_stones_begin, foot)
        walker = self.plan.walker(replace(ground, course=course))
        return CourseRunner(
            walker, self.model, course, settings, self.plan.preferred_step
        )


def shipped_skills() -> dict[str, Path]:
    """Skills that can be trained, by name."""
    return shipped_files("skills", ".toml")


def trained_skills() -> dict[str, Path]:
    """Trained skills of the gallery, by name: their folders."""
    root = shipped_folder("gallery")
    return {
        file.parent.relative_to(root).as_posix(): file.parent
        for file in sorted(root.rglob(SKILL_FILE))
    }


def load_plan(name_or_file: str, changes: Sequence[str] = ()) -> SkillPlan:
    """A skill that ships with gaitsmith, or one from a TOML file.

    Args:
        name_or_file: of the skill.
        changes: "key=value" strings that replace values of the file.
    """
    name, path = named_file("skill", name_or_file, shipped_skills())
    values = {"name": name, **read_toml(path), **dict(map(parse_change, changes))}
    spec = declare(SkillSpec, values, str(path))
    beside = path.parent / spec.base
    base = solution_or_start(str(beside) if beside.is_file() else spec.base)
    plan = SkillPlan(spec, base)
    plan.actions  # noqa: B018 - fits the base's controller, or complains
    plan.walker()
    return plan


def read_plan(folder: Path) -> SkillPlan:
    """The skill of a folder, with or without steps."""
    spec = declare(SkillSpec, read_toml(folder / SKILL_FILE), str(folder / SKILL_FILE))
    return SkillPlan(spec, read_solution(folder / BASE_FILE))


def load_skill(name_or_folder: str) -> Skill:
    """A trained skill of the gallery, or of a folder."""
    known = trained_skills()
    folder = known.get(name_or_folder, Path(name_or_folder))
    if not (folder / SKILL_FILE).is_file():
        if name_or_folder in shipped_skills():
            raise InputError(
                f"{name_or_folder}: this skill has not been trained; train it with:"
                f" gaitsmith skill train {name_or_folder}"
            )
        raise unknown_name("trained skill or folder of one", name_or_folder, known)
    if not (folder / STEPS_FILE).is_file():
        raise InputError(
            f"{folder}: its training is not finished. Resume it with: gaitsmith resume"
            f" {folder}"
        )
    plan = read_plan(folder)
    names = plan.actions.names
    examples = read_examples(folder / STEPS_FILE, names)
    explored = read_examples(folder / EXPLORED_FILE, names, is_optional=True)
    return Skill(plan, examples, explored, folder)
