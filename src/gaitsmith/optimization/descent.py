"""Greedy descent: one parameter at a time, forward or back, as long as it helps.

Van de Panne & Lamouret 1995 call their optimiser a greedy gradient descent and say no
more. This is a reading of it that fits their 50 to 200 trials: try a step forward, then
one back; after a success go on in the same direction with a longer step; after a pass
over all parameters without success halve the step.
"""

from collections.abc import Generator, Sequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from gaitsmith.optimization.strategy import OptimizerSpec, optimizer
from gaitsmith.parameters import ParameterSpace

GROWTH = 1.3  # of the step after a success
SHRINK = 0.5  # of the step after a pass without success
LEAST_STEP = 0.1  # of the first step; below, the descent has converged

Vector = NDArray[np.float64]


class DescentSpec(OptimizerSpec):
    """Settings of the greedy descent, which tries one candidate at a time."""

    method: str = "descent"
    sigma: Annotated[float, Field(gt=0)] = 1.0
    """First step, in units of the parameters' scales."""


@optimizer("descent", DescentSpec)
class DescentSearch:
    """Greedy descent: one parameter at a time (van de Panne & Lamouret 1995)."""

    def __init__(self, space: ParameterSpace, spec: DescentSpec, seed: int) -> None:
        """Start at the zero vector with steps of `spec.sigma`."""
        self._lower, self._upper = space.bounds()
        self._first_step = spec.sigma
        self._step = spec.sigma
        self._random = np.random.default_rng(seed)
        self._best = np.zeros(space.dimension)
        self._moves = self._descend()
        self._asked = next(self._moves)

    def ask(self) -> list[Vector]:
        """The next search vector to try."""
        return [self._asked]

    def tell(self, costs: Sequence[float]) -> None:
        """The cost of the vector of the last `ask`."""
        (cost,) = costs
        try:
            self._asked = self._moves.send(cost)
        except StopIteration:
            self._step = 0.0

    def forget(self) -> None:
        """Begin again from the best, with the first step."""
        self._step = self._first_step
        self._moves = self._descend()
        self._asked = next(self._moves)

    @property
    def sigma(self) -> float:
        """Present step, in units of the parameters' scales; 0 when it has ended."""
        return self._step

    @property
    def spread(self) -> float:
        """The step: below a limit, nothing more is tried."""
        return self._step

    def _descend(self) -> Generator[Vector, float, None]:
        lowest = yield self._best
        while self._step >= LEAST_STEP * self._first_step:
            is_better = False
            for index in self._random.permutation(len(self._best)):
                for sign in (1.0, -1.0):
                    cost = yield from self._go_on(lowest, index, sign)
                    if cost < lowest:
                        lowest = cost
                        is_better = True
                        break
            if not is_better:
                self._step *= SHRINK

    def _go_on(
        self, lowest: float, index: int, sign: float
    ) -> Generator[Vector, float, float]:
        """Steps along one parameter until one does not help; the lowest cost."""
        step = self._step
        while True:
            moved = self._best.copy()
            moved[index] = np.clip(
                moved[index] + sign * step, self._lower[index], self._upper[index]
            )
            if moved[index] == self._best[index]:  # at its bound
                return lowest
            cost = yield moved
            if not cost < lowest:
                return lowest
            self._best, lowest = moved, cost
            step *= GROWTH
