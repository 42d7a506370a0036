"""What an optimiser is, and the registry that each adds itself to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.kernels.compilation import expect_arguments
from gaitsmith.parameters import ParameterSpace
from gaitsmith.plugins import Registry, takes_name


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


class Strategy(Protocol):
    """Proposes search vectors, and learns from what they cost."""

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


@dataclass(frozen=True)
class Optimizer:
    """One entry of the table: what may be said about it, and how it is made."""

    spec: type[OptimizerSpec]
    build: Callable[[ParameterSpace, Any, int], Strategy]

    @property
    def description(self) -> str:
        """The first line of its docstring."""
        return (self.build.__doc__ or "").partition("\n")[0]


OPTIMIZERS: Registry[Optimizer] = Registry("optimiser")
Built = TypeVar("Built", bound=Callable[[ParameterSpace, Any, int], Strategy])


@takes_name
def optimizer(name: str, spec: type[OptimizerSpec]) -> Callable[[Built], Built]:
    """Register a strategy, made as `strategy(space, spec, seed)`.

    Args:
        name: `method` of an experiment's [optimizer] table.
        spec: what else that table may say; the stop rules are common to all.
    """

    def add(build: Built) -> Built:
        is_class = isinstance(build, type)
        if is_class and hasattr(build.__init__, "__code__"):
            expect_arguments(build.__init__, "self, space, spec, seed")
        for method in ("ask", "tell", "forget") if is_class else ():
            if not hasattr(build, method):
                raise TypeError(f"{build.__name__} has no method '{method}'.")
        OPTIMIZERS.add(name, Optimizer(spec, build), build)
        return build

    return add
