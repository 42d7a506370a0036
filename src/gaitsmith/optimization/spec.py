"""What an experiment may say about the search."""

from typing import Annotated, Literal

from pydantic import Field

from gaitsmith.declarations import Declaration


class OptimizerSpec(Declaration):
    """Settings of CMA-ES; the stop rules are those of Wang et al. 2009."""

    method: Literal["cma"] = "cma"
    sigma: Annotated[float, Field(gt=0)] = 1.0
    """First step size, in units of the parameters' scales."""
    population: Annotated[int, Field(ge=4, le=10_000)] | None = None
    """Candidates per generation; left out: 4 + floor(3 ln n)."""
    max_generations: Annotated[int, Field(ge=1)] = 3000
    stall_generations: Annotated[int, Field(ge=1)] = 300
    """Stop after so many generations without a better value."""
    target: float | None = None
    """Stop as soon as the objective is at most this."""
    diagonal: bool = False
    """Learn a scale per parameter only: faster at first in many dimensions."""
