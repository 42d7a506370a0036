"""What an experiment may say about the search."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from gaitsmith.declarations import Declaration

Method = Literal["cma", "descent"]
LEAST_POPULATION = 4  # candidates per generation of CMA-ES


class OptimizerSpec(Declaration):
    """Settings of the search; the stop rules are those of Wang et al. 2009."""

    method: Method = "cma"
    """CMA-ES, or one parameter at a time (van de Panne & Lamouret 1995)."""
    sigma: Annotated[float, Field(gt=0)] = 1.0
    """First step size, in units of the parameters' scales."""
    population: Annotated[int, Field(ge=LEAST_POPULATION, le=10_000)] | None = None
    """Candidates per generation; left out: 4 + floor(3 ln n). A descent has one."""
    max_generations: Annotated[int, Field(ge=1)] = 3000
    stall_generations: Annotated[int, Field(ge=1)] = 300
    """Stop after so many generations without a better value."""
    target: float | None = None
    """Stop as soon as the objective is at most this."""
    diagonal: bool = False
    """CMA-ES: learn a scale per parameter only, faster at first in many dimensions."""

    @model_validator(mode="after")
    def _has_its_own_settings(self) -> "OptimizerSpec":
        if self.method == "descent" and (self.population or self.diagonal):
            raise ValueError(
                "population and diagonal are settings of the method cma; a descent"
                " tries one candidate at a time."
            )
        return self
