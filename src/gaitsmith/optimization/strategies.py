"""The one table of search strategies."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gaitsmith.optimization.cma_adapter import CmaSearch, default_population
from gaitsmith.optimization.descent import DescentSearch
from gaitsmith.optimization.spec import OptimizerSpec
from gaitsmith.parameters import ParameterSpace


class Strategy(Protocol):
    """Proposes search vectors, and learns from what they cost."""

    @property
    def population(self) -> int:
        """Candidates per generation."""
        ...

    def ask(self) -> list[NDArray[np.float64]]:
        """The next generation's search vectors."""
        ...

    def tell(self, costs: Sequence[float]) -> None:
        """Costs of the vectors of the last `ask`, in order; all finite."""
        ...

    def forget(self) -> None:
        """What was told no longer counts: from now on, costs mean something else."""
        ...

    @property
    def sigma(self) -> float:
        """Present step size, in units of the parameters' scales."""
        ...

    @property
    def spread(self) -> float:
        """How far from each other candidates may be; 0: the search has ended."""
        ...


STRATEGIES: dict[str, Callable[[ParameterSpace, OptimizerSpec, int], Strategy]] = {
    "cma": CmaSearch,
    "descent": DescentSearch,
}


def build_strategy(space: ParameterSpace, spec: OptimizerSpec, seed: int) -> Strategy:
    """The strategy that an experiment asks for."""
    return STRATEGIES[spec.method](space, spec, seed)


def population_of(spec: OptimizerSpec, dimension: int) -> int:
    """Candidates per generation, without building the strategy."""
    if spec.method == "descent":
        return DescentSearch.population
    return spec.population or default_population(dimension)
