"""Withdrawal: a guide that is lowered during a search until it is off.

The guide of an experiment (`setting.guide`) helps at full strength first. Whenever
enough of a generation's candidates meet the task, it becomes weaker; at last it is off,
and what is found then needs none. It follows from the costs alone, so a search that is
replayed from its log withdraws the guide at the same generations.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from gaitsmith.declarations import Declaration

Share = Annotated[float, Field(gt=0, lt=1)]
ROUNDING = 1e-9  # of products: 0.07 * 100 is more than 7, 0.7 * 0.7 less than 0.49


class WithdrawalSpec(Declaration):
    """When the guide becomes weaker, and how much."""

    met: float
    """A candidate whose objective is at most this meets the task."""
    share: Annotated[float, Field(gt=0, le=1)] = 0.5
    """Of a generation's candidates, that must meet the task to go on."""
    factor: Share = 0.7
    """By which the guide becomes weaker."""
    least: Share = 0.05
    """Of its first strength; when less would be left, it is switched off."""


@dataclass(frozen=True)
class GuideSchedule:
    """How much of the guide is left; without a specification, all of it for ever."""

    spec: WithdrawalSpec | None = None
    share: float = 1.0
    """Of the strength that the setting gives to the guide; 0: off."""

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be withdrawn."""
        return self.spec is None or self.share == 0.0

    def told(self, costs: Sequence[float]) -> "GuideSchedule":
        """The schedule after a generation with these costs."""
        if self.spec is None or self.is_over:
            return self
        num_met = sum(cost <= self.spec.met for cost in costs)
        if num_met < self.spec.share * len(costs) - ROUNDING:
            return self
        weaker = self.share * self.spec.factor
        is_left = weaker >= self.spec.least - ROUNDING
        return replace(self, share=weaker if is_left else 0.0)
