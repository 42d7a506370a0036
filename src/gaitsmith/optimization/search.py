"""The search: ask, evaluate, tell; yields one generation after the other.

It opens no file and prints nothing, so a test can drive it with a plain quadratic. A
search is resumed by replaying it: ask, then tell the costs that were recorded. The
state is then exactly what it was.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gaitsmith.optimization.optimizers import build_strategy
from gaitsmith.optimization.stopping import StopReason, stop_reason
from gaitsmith.optimization.strategy import OptimizerSpec
from gaitsmith.optimization.withdrawal import Withdrawal
from gaitsmith.parameters import ParameterSpace

Vector = NDArray[np.float64]
EvaluateAll = Callable[[Sequence[Vector], float], list[float]]
"""Costs of search vectors, at a level of the withdrawal (1: nothing withdrawn)."""
WORST_COST = 1e100  # instead of infinity or NaN, which cannot be ranked
UNCHANGED = Withdrawal()


@dataclass(frozen=True)
class Generation:
    """Where the search stands after a generation."""

    number: int
    """1 for the first."""
    evaluations: int
    """Candidates so far."""
    costs: tuple[float, ...]
    """Of this generation, in the order asked; all finite."""
    level: float
    """Of the withdrawal in this generation; 1: the problem as it is."""
    best: float
    """Lowest cost so far, at this level."""
    best_vector: Vector
    """Search vector of it."""
    best_generation: int
    """When it was found."""
    sigma: float
    """Step size of the search."""
    is_replayed: bool
    """Its costs come from a log, not from a simulation."""
    stop_reason: StopReason | None
    """Set in the last generation."""

    @property
    def is_better(self) -> bool:
        """Whether this generation found the best so far."""
        return self.best_generation == self.number


def search(
    space: ParameterSpace,
    spec: OptimizerSpec,
    seed: int,
    evaluate: EvaluateAll,
    recorded: Sequence[Sequence[float]] = (),
    withdrawal: Withdrawal = UNCHANGED,
) -> Iterator[Generation]:
    """Minimise `evaluate` over `space`.

    Args:
        space: the parameters; its free ones are searched.
        spec: step size, population, stop rules.
        seed: fixes the whole search.
        evaluate: costs of a list of search vectors, in order.
        recorded: costs of generations that were evaluated before, to replay.
        withdrawal: how the problem changes on the way; what was found at a higher
            level counts no more at a lower one.
    """
    strategy = build_strategy(space, spec, seed)
    best, best_vector, best_generation = np.inf, np.zeros(space.dimension), 0
    evaluations = 0
    number = 0
    while True:
        number += 1
        vectors = strategy.ask()
        is_replayed = number <= len(recorded)
        level = withdrawal.level
        found = recorded[number - 1] if is_replayed else evaluate(vectors, level)
        costs = [cost if math.isfinite(cost) else WORST_COST for cost in found]
        strategy.tell(costs)
        evaluations += len(costs)
        leader = int(np.argmin(costs))
        if costs[leader] < best:
            best, best_vector = float(costs[leader]), np.array(vectors[leader])
            best_generation = number
        coming = withdrawal.updated(costs)
        is_lowered = coming.level != level  # which is progress, too
        reason = stop_reason(
            spec,
            number,
            number if is_lowered else best_generation,
            best,
            strategy.spread,
            withdrawal.is_over,
        )
        yield Generation(
            number=number,
            evaluations=evaluations,
            costs=tuple(costs),
            level=level,
            best=best,
            best_vector=best_vector,
            best_generation=best_generation,
            sigma=strategy.sigma,
            is_replayed=is_replayed,
            stop_reason=reason,
        )
        if reason is not None:
            return
        if is_lowered:
            strategy.forget()
            best = np.inf
        withdrawal = coming
