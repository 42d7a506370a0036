"""What an experiment may say about any optimiser."""

from typing import Annotated

from pydantic import Field

from gaitsmith.declarations import Declaration


class OptimizerSpec(Declaration):
    """What every optimiser knows: its name, and the stop rules of Wang et al. 2009."""

    method: str
    """Name of the optimiser, see `gaitsmith list optimizers`."""
    max_generations: Annotated[int, Field(ge=1)] = 3000
    stall_generations: Annotated[int, Field(ge=1)] = 300
    """Stop after so many generations without a better value."""
    target: float | None = None
    """Stop as soon as the objective is at most this."""

    def num_candidates(self, dimension: int) -> int:
        """Candidates per generation, of a search in `dimension` dimensions."""
        del dimension
        return 1
