"""How a rollout ended: an outcome is data, each with a sentence."""

from enum import IntEnum


class Outcome(IntEnum):
    """The codes that compiled code returns."""

    RUNNING = 0
    COMPLETED = 1
    FELL = 2
    DIVERGED = 3

    @property
    def word(self) -> str:
        """The outcome as scripts read it: "completed", "fell", "diverged"."""
        return self.name.lower()

    def sentence(self, seconds: float, duration: float) -> str:
        """One sentence for people."""
        match self:
            case Outcome.COMPLETED:
                return f"Stayed on its feet for all {duration:g} s."
            case Outcome.FELL:
                return f"Fell after {seconds:.2f} s of {duration:g} s."
            case Outcome.DIVERGED:
                return (
                    f"The simulation diverged after {seconds:.2f} s: the state was no"
                    " longer finite, or something moved impossibly fast."
                )
            case Outcome.RUNNING:
                return f"Has been running for {seconds:.2f} s of {duration:g} s."
