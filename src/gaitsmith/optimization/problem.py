"""A problem: what a candidate's values lead to."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller
from gaitsmith.objectives.score_card import Objective, ScoreCard, mean_card
from gaitsmith.optimization.robustness import RobustnessSpec, Trial, trials
from gaitsmith.parameters import ParameterSpace
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Rollout, Simulation

QUIET = RobustnessSpec()


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
            "terms": self.score.as_dict(),
        }


@dataclass(frozen=True)
class Problem:
    """Everything that is needed to judge a candidate. Shared by all threads."""

    character: Character
    controller: Controller
    space: ParameterSpace
    setting: Setting
    objective: Objective
    seed: int
    robustness: RobustnessSpec = QUIET

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """What a candidate is put through: quiet, then disturbed if asked for."""
        return trials(
            self.robustness, self.setting, self.seed, self.character.is_planar
        )

    def guided(self, share: float) -> "Problem":
        """The same with a share of the guide's strength; 0: without guide."""
        return replace(self, setting=self.setting.guided(share))

    def simulations(self) -> tuple[Simulation, ...]:
        """One for each trial; every thread needs its own."""
        return tuple(
            Simulation(self.character, trial.setting, self.objective.options)
            for trial in self.trials
        )

    def needs_compiling(self) -> bool:
        """Whether the first rollout takes a while because its loop is compiled."""
        simulation = self.simulations()[0]
        simulation.start(self.controller.drive(self.space.initial_values()))
        return simulation.needs_compiling()

    def judge(
        self, values: dict[str, float], simulations: Sequence[Simulation] = ()
    ) -> Judgement:
        """Simulate one set of values in all trials, and score it."""
        drive = self.controller.drive(values)
        rollouts = tuple(
            simulation.roll_out(drive, trial.seed, self.objective.recording_rate)
            for simulation, trial in zip(
                simulations or self.simulations(), self.trials, strict=True
            )
        )
        cards = [self.score(rollout) for rollout in rollouts]
        if self.robustness.combine == "worst":
            # What diverged may have no number; nothing is worse.
            score = max(cards, key=lambda c: (math.isnan(c.total), c.total))
        else:
            score = mean_card(cards)
        return Judgement(score, rollouts)

    def roll_out(self, values: dict[str, float], frame_rate: float = 0.0) -> Rollout:
        """Simulate one set of values in the quiet trial.

        Args:
            values: of all parameters.
            frame_rate: Hz of the recording; 0 for none.
        """
        simulation = Simulation(self.character, self.setting, self.objective.options)
        return simulation.roll_out(self.controller.drive(values), self.seed, frame_rate)

    def score(self, rollout: Rollout) -> ScoreCard:
        """Judge a rollout."""
        return self.objective.score(rollout.measures, rollout.recording)
