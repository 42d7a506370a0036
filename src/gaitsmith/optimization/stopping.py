"""Why a search stopped, each reason with a sentence."""

from enum import Enum

from gaitsmith.optimization.strategy import OptimizerSpec


class StopReason(Enum):
    """The sentence is the value."""

    TARGET_REACHED = "The target was reached."
    NO_PROGRESS = "No better value was found for many generations."
    BUDGET_USED = "All generations were used."
    COLLAPSED = "The search has converged: its steps have become too small to matter."
    INTERRUPTED = "It was interrupted."

    @property
    def word(self) -> str:
        """The reason as scripts read it."""
        return self.name.lower()


def stop_reason(
    spec: OptimizerSpec,
    generation: int,
    best_generation: int,
    best: float,
    spread: float,
    is_on_its_own: bool = True,
) -> StopReason | None:
    """The rule that ends the search after `generation`, or None to go on.

    A target that was reached with help that is yet to be withdrawn is not reached.
    """
    if is_on_its_own and spec.target is not None and best <= spec.target:
        return StopReason.TARGET_REACHED
    if generation >= spec.max_generations:
        return StopReason.BUDGET_USED
    if generation - best_generation >= spec.stall_generations:
        return StopReason.NO_PROGRESS
    if spread < 1e-12:
        return StopReason.COLLAPSED
    return None
