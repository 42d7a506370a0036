"""What a body can do: its gaits, how fast they walk on the ground, and its skill."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller, Drive
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.optimization.problem import Problem
from gaitsmith.planning.action import ActionSpace, StepController
from gaitsmith.planning.walker import Walker
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.skills.skill import Skill, load_skill, trained_skills
from gaitsmith.solution_file import STEP, gallery, read_outline
from gaitsmith.takes.take import Take
from gaitsmith.workflows import load_solution

TRIED = 12.0  # s that a gait is walked to see whether it holds
LEAST_RATE = 1000.0  # Hz
SETTLED = 4.0  # s of it that do not count for its speed
Told = Callable[[str], None]


@dataclass(frozen=True)
class Gait:
    """A way to walk."""

    name: str
    values: dict[str, float]
    speed: float
    """m/s, on the ground of the take."""


@dataclass(frozen=True)
class Repertoire:
    """The gaits of one body under one law, slow ones first."""

    character: Character
    controller: Controller
    setting: Setting
    """Rate and ground contact of the take; level or sloping, without pushes."""
    gaits: tuple[Gait, ...]
    dismissed: tuple[str, ...]
    """Why other gaits are not used, a sentence each."""
    skill: Skill | None = None

    @cached_property
    def can_change(self) -> bool:
        """Whether its law takes other numbers while it walks."""
        return isinstance(self.controller, StepController)

    def nearest(self, speed: float) -> Gait:
        """The gait whose speed [m/s] is nearest."""
        return min(self.gaits, key=lambda gait: abs(gait.speed - speed))

    def drive(self, gait: Gait) -> Drive:
        """Its law and its own start."""
        return self.controller.drive(gait.values)

    @cached_property
    def _laws(self) -> dict[str, object]:
        return {}

    def law(self, values: dict[str, float], name: str = "") -> object:
        """The law with such numbers; of a gait, by its name, it is made once."""
        controller = cast(StepController, self.controller)  # see `can_change`
        if not name:
            return controller.law(values)
        if name not in self._laws:
            self._laws[name] = controller.law(values)
        return self._laws[name]

    @cached_property
    def base(self) -> Gait | None:
        """What the skill changes step by step."""
        if self.skill is None:
            return None
        values = self.skill.plan.base.values
        known = [gait for gait in self.gaits if gait.values == values]
        speed = self.skill.plan.preferred_step
        return known[0] if known else Gait(self.skill.name, dict(values), speed)

    def walker(self, setting: Setting) -> Walker:
        """The body in a setting, with the actions of its skill if it has one."""
        controller = self.controller
        if self.skill is not None:
            actions = self.skill.plan.actions
        else:
            nothing, first = np.zeros(0), self.gaits[0].values if self.gaits else {}
            actions = ActionSpace(
                (), nothing, nothing, nothing, nothing, nothing, dict(first)
            )
        controller = cast(StepController, controller)  # a law that it has will do
        return Walker(self.character, controller, actions, setting)


def repertoire_of(
    take: Take, tell: Told, prepare: Callable[[Problem], None] | None = None
) -> Repertoire:
    """The gaits that a take may use, each walked once on its ground.

    Args:
        take: names the body or the gaits.
        tell: told what is being tried.
        prepare: given one of their problems before anything is simulated.
    """
    tell("Looking for gaits")
    solutions = _named(take.gaits) if take.gaits else _of_body(take.body)
    first = solutions[0].problem
    if prepare is not None:
        prepare(first)
    skill = _skill(take, first.character, solutions)
    rates = [one.problem.setting.rate for one in solutions]
    usual = max(max(rates, key=rates.count), LEAST_RATE)
    rate = take.rate or (skill.plan.spec.rate if skill else usual)
    frictions = [one.problem.setting.friction for one in solutions]
    friction = take.friction
    if friction is None:  # what most of them were found with
        friction = max(frictions, key=frictions.count)
    setting = first.setting.model_copy(
        update={
            "duration": TRIED,
            "rate": rate,
            "friction": friction,
            "terrain": TerrainSpec(slope=take.slope),
            "pushes": (),
            "motor_noise": 0.0,
            "heading": (),
        }
    )
    bare = Repertoire(first.character, first.controller, setting, (), (), None)
    found, dismissed = [], []
    for number, solution in enumerate(solutions, start=1):
        tell(f"Walking {solution.name} ({number} of {len(solutions)})")
        gait = Gait(solution.name, dict(solution.values), 0.0)
        walker = bare.walker(setting)
        walker.simulation.start(bare.drive(gait))
        walker.simulation.advance(SETTLED)
        before = walker.simulation.moment().com
        if walker.simulation.advance() is not Outcome.COMPLETED:
            sentence = walker.simulation.result().sentence
            dismissed.append(f"{solution.name}: {sentence[0].lower()}{sentence[1:]}")
            continue
        way = walker.simulation.moment().com - before
        found.append(Gait(gait.name, gait.values, float(way[0]) / (TRIED - SETTLED)))
    if not found:
        raise InputError(
            f"{take.name}: none of its gaits walks there: {'; '.join(dismissed)}"
        )
    found.sort(key=lambda gait: gait.speed)
    return Repertoire(
        first.character,
        first.controller,
        setting,
        tuple(found),
        tuple(dismissed),
        skill,
    )


def _named(names: Sequence[str]) -> list[Solution]:
    solutions = [load_solution(name) for name in names]
    first = solutions[0]
    for other in solutions[1:]:
        if not _can_share(first, other):
            raise InputError(
                f"gaits: {other.name} is of another body or law than {first.name}; all"
                " must be of one."
            )
    return _require_free(solutions)


def _of_body(body: str) -> list[Solution]:
    """All results of the gallery on a body, under the law that most of them have."""
    bodies: dict[str, list[str]] = {}
    for name, file in gallery().items():
        outline = read_outline(file)
        if outline.get("kind") != STEP:
            character = outline["experiment"]["character"]
            bodies.setdefault(character["name"], []).append(name)
    if body not in bodies:
        raise unknown_name("body with gaits in the gallery", body, bodies, "body")
    families: list[list[Solution]] = []
    for solution in map(load_solution, bodies[body]):
        for family in families:
            if _can_share(family[0], solution):
                family.append(solution)
                break
        else:
            families.append([solution])
    return _require_free(max(families, key=len))


def _can_share(one: Solution, other: Solution) -> bool:
    """Whether one simulation can walk both: the same body, law, and states of it."""
    bodies = [_body(solution.problem.character) for solution in (one, other)]
    laws = [solution.problem.controller.declaration().law for solution in (one, other)]
    names = [set(solution.values) for solution in (one, other)]
    return bodies[0] == bodies[1] and laws[0] == laws[1] and names[0] == names[1]


def _body(character: Character) -> dict[str, object]:
    return character.spec.model_dump(exclude={"description", "name"})


def _require_free(solutions: list[Solution]) -> list[Solution]:
    """Refuse gaits that a guide holds upright: only ground, gravity, pushes act."""
    for solution in solutions:
        if solution.problem.setting.guide.acting_strength > 0.0:
            raise InputError(
                f"gaits: {solution.name} is held by a guide; give gaits that balance by"
                " themselves."
            )
    return solutions


def _skill(take: Take, character: Character, gaits: list[Solution]) -> Skill | None:
    """The skill that a take with gaps needs, of the same body and law."""
    if not take.gaps:
        return None
    if take.skill:
        skill = load_skill(take.skill)
        if not _can_share(gaits[0], skill.plan.base):
            raise InputError(
                f"skill: {skill.name} is of another body or law than {gaits[0].name}."
            )
        return skill
    bodies: set[str] = set()
    for name in trained_skills():
        skill = load_skill(name)
        if _can_share(gaits[0], skill.plan.base):
            return skill
        bodies.add(skill.plan.character.name)
    raise InputError(
        f"{take.name}: gaps: no trained skill steps over gaps with body"
        f" '{character.name}'; bodies with one: {', '.join(sorted(bodies))}."
    )
