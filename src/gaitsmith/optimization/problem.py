"""A problem: what a candidate's values lead to."""

from dataclasses import dataclass

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller
from gaitsmith.objectives.score_card import Objective, ScoreCard
from gaitsmith.parameters import ParameterSpace
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Rollout, Simulation


@dataclass(frozen=True)
class Problem:
    """Everything that is needed to judge a candidate. Shared by all threads."""

    character: Character
    controller: Controller
    space: ParameterSpace
    setting: Setting
    objective: Objective
    seed: int

    def simulation(self) -> Simulation:
        """A simulation of this problem; every thread needs one of its own."""
        return Simulation(self.character, self.setting)

    def roll_out(
        self,
        values: dict[str, float],
        simulation: Simulation | None = None,
        frame_rate: float = 0.0,
    ) -> Rollout:
        """Simulate one set of values."""
        simulation = simulation or self.simulation()
        return simulation.roll_out(self.controller.drive(values), self.seed, frame_rate)

    def score(self, rollout: Rollout) -> ScoreCard:
        """Judge a rollout."""
        return self.objective.score(rollout.measures)
