"""A problem: who moves, how, where, and what is good. The public object.

    character = gaitsmith.load_character("planar_biped")
    problem = gaitsmith.Problem(
        character=character,
        controller=gaitsmith.make_controller(character, "simbicon", gait="walk"),
        setting=gaitsmith.Setting(duration=5.0),
        objective=gaitsmith.make_objective(fail={}, user={"speed": 1.2}),
    )

It is data, and knows no file. `dataclasses.replace(problem, setting=...)` is the same
problem elsewhere; what does not change is shared, and nothing is built anew.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller, Drive
from gaitsmith.errors import InputError
from gaitsmith.objectives.score_card import Objective, ScoreCard, mean_card
from gaitsmith.optimization.robustness import RobustnessSpec, Trial, trials
from gaitsmith.optimization.starts import StartOff
from gaitsmith.parameters import ParameterSpace
from gaitsmith.simulation.batch import Batch, Recipe
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.tasks import Task

QUIET = RobustnessSpec()
OF_CONTROLLER = ParameterSpace(())


@dataclass(frozen=True)
class Judgement:
    """A candidate's score, and the rollouts it comes from."""

    score: ScoreCard
    rollouts: tuple[Rollout, ...]
    """The quiet one first."""

    @property
    def first_to_end(self) -> Rollout:
        """The rollout that was over first: the fall, if there was one."""
        return min(self.rollouts, key=lambda rollout: rollout.seconds)

    def as_dict(self) -> dict[str, Any]:
        """As a solution keeps it."""
        return {
            "total": self.score.total,
            "outcome": self.first_to_end.outcome.word,
            "simulated_seconds": self.first_to_end.seconds,
            "speed": self.rollouts[0].measures.speed,
            "terms": self.score.as_dict(),
            **({"human_data": list(told)} if (told := self.score.human_data) else {}),
        }


@dataclass(frozen=True)
class Problem:
    """Everything that is needed to judge a candidate. Shared by all threads."""

    character: Character
    controller: Controller
    setting: Setting
    objective: Objective
    space: ParameterSpace = OF_CONTROLLER
    """The parameters, with their bounds; left out: as the controller declares them."""
    robustness: RobustnessSpec = QUIET
    seed: int = 1
    """Of motor noise and disturbed trials."""
    off: StartOff | None = None
    """How far its start is off; None: it is where the controller says."""

    def __post_init__(self) -> None:
        """The controller's own space by default; another one must fit to it."""
        own = self.controller.space
        if self.space is OF_CONTROLLER:
            object.__setattr__(self, "space", own)
        elif [p.name for p in self.space.parameters] != [
            p.name for p in own.parameters
        ]:
            raise InputError(
                "space: these are not the parameters of the controller; derive them"
                " from its own: controller.space.changed(...)."
            )

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """What a candidate is put through: quiet, then disturbed if asked for."""
        return trials(
            self.robustness, self.setting, self.seed, self.character.is_planar
        )

    def check(self, where: str = "") -> None:
        """Refuse parts that do not fit together, before anything is simulated.

        Args:
            where: who asks for it, for the error message.
        """
        place = f"{where}: " if where else ""
        for name in self.robustness.terms:
            if name not in self.objective.options:
                known = ", ".join(self.objective.options)
                raise InputError(
                    f"{place}robustness.terms: {name!r} is no term of the objective;"
                    f" it has {known}."
                )
        try:
            self.trials  # noqa: B018 - can be made, or complains
        except InputError as error:
            raise InputError(f"{place}{error}") from None
        try:
            self.batch()  # resolves body names of pushes and guide, or complains
        except InputError as error:
            raise InputError(f"{place}setting.{error}") from None
        drive = self.controller.drive(self.space.initial_values())
        self.objective.check(self.character, drive, f"{place}objective")

    def recipe(self, frame_rate: float = 0.0) -> Recipe:
        """What this problem's `tasks` are rolled out by.

        Args:
            frame_rate: Hz of recordings; at least what the objective asks for.
        """
        rate = max(frame_rate, self.objective.recording_rate)
        return self.recipe_in([trial.setting for trial in self.trials], rate)

    def recipe_in(self, settings: Sequence[Setting], frame_rate: float = 0.0) -> Recipe:
        """What this problem's character and meters are rolled out by in other settings.

        Args:
            settings: may differ in pushes, motor noise and headings only.
            frame_rate: Hz of recordings; 0 for none.
        """
        options = self.objective.options
        return Recipe(self.character, tuple(settings), options, frame_rate)

    def batch(self, frame_rate: float = 0.0) -> Batch:
        """One batch by its recipe."""
        return self.recipe(frame_rate).batch()

    def batch_in(self, settings: Sequence[Setting], frame_rate: float = 0.0) -> Batch:
        """One batch by its recipe in other settings."""
        return self.recipe_in(settings, frame_rate).batch()

    def drive(self, values: dict[str, float]) -> Drive:
        """The law and the start; whole numbers are numbers like others."""
        drive = self.controller.drive({k: float(v) for k, v in values.items()})
        return self.off.of(self.character, drive) if self.off else drive

    def tasks(self, candidate: int, values: dict[str, float]) -> list[Task]:
        """One rollout a trial; their keys are pairs (candidate, trial)."""
        drive, character = self.drive(values), self.character
        return [
            Task(
                (candidate, index),
                trial.off.of(character, drive) if trial.off else drive,
                trial.setting,
                trial.seed,
            )
            for index, trial in enumerate(self.trials)
        ]

    @property
    def words(self) -> str:
        """Body, law and size of the problem in a few words."""
        return (
            f"body {self.character.name!r}, law {self.controller.declaration().law!r},"
            f" {self.space.dimension} free parameters"
        )

    def __repr__(self) -> str:
        """In a line."""
        terms = ", ".join(self.objective.options)
        return f"Problem: {self.words}, {self.setting.duration:g} s, terms {terms}"

    def needs_compiling(self) -> bool:
        """Whether the first rollout takes a while because its loop is compiled."""
        task = self.tasks(0, self.space.initial_values())[0]
        return self.batch().needs_compiling(task)

    def judge(self, values: dict[str, float]) -> Judgement:
        """Simulate one set of values in all trials, and score it."""
        found = dict(self.batch().roll_out(self.tasks(0, values)))
        return self.judgement([found[0, index] for index in range(len(self.trials))])

    def judgement(self, rollouts: Sequence[Rollout]) -> Judgement:
        """Score a candidate by its rollouts in all trials, in order."""
        cards = [self.score(rollout) for rollout in rollouts]
        if counted := self.robustness.terms:
            cards = [cards[0].with_terms_of(card, counted) for card in cards]
        if self.robustness.combine == "worst":
            # What diverged may have no number; nothing is worse.
            score = max(cards, key=lambda c: (math.isnan(c.total), c.total))
        else:
            score = mean_card(cards)
        return Judgement(score, tuple(rollouts))

    def roll_out(self, values: dict[str, float], frame_rate: float = 0.0) -> Rollout:
        """Simulate one set of values in the quiet trial.

        Args:
            values: of all parameters.
            frame_rate: Hz of the recording, at least what the objective asks for; 0
                for none if it asks for none.
        """
        task = Task(None, self.drive(values), self.setting, self.seed)
        rate = max(frame_rate, self.objective.recording_rate)
        [(_, rollout)] = self.batch_in([self.setting], rate).roll_out([task])
        return rollout

    def score(self, rollout: Rollout) -> ScoreCard:
        """Judge a rollout."""
        measures, recording = rollout.measures, rollout.recording
        return self.objective.score(measures, recording, self.character)
