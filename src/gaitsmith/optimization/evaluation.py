"""Candidates to costs, over the threads of this machine.

A rollout is one compiled call that releases the interpreter's lock, so threads are
enough. Which thread takes which candidate does not matter: every rollout starts from
scratch, so the costs are the same bits for any number of workers.
"""

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.withdrawal import WithdrawalSpec, lowered
from gaitsmith.simulation.simulation import Simulation


def available_workers() -> int:
    """Processors that this process may use."""
    return (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else (os.cpu_count() or 1)
    )


class ThreadEvaluator:
    """Evaluates lists of candidates; use it in a `with` statement."""

    def __init__(
        self, problem: Problem, workers: int, withdrawal: WithdrawalSpec | None = None
    ) -> None:
        """Start `workers` threads; each makes its own simulations when first used."""
        self._whole = problem
        self._problem = problem
        self._withdrawal = withdrawal
        self._pool = ThreadPoolExecutor(
            max_workers=workers, thread_name_prefix="rollout"
        )
        self._local = threading.local()
        self._level = 1.0

    def __enter__(self) -> "ThreadEvaluator":
        """The evaluator itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Drop what has not been started; a rollout under way ends first."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _simulations(self) -> tuple[Simulation, ...]:
        if getattr(self._local, "problem", None) is not self._problem:
            self._local.problem = self._problem
            self._local.simulations = self._problem.simulations()
        return self._local.simulations

    def cost(self, vector: NDArray[np.float64]) -> float:
        """Objective of one candidate."""
        values = self._problem.space.decode(vector)
        return float(self._problem.judge(values, self._simulations()).score.total)

    def __call__(
        self, vectors: Sequence[NDArray[np.float64]], level: float = 1.0
    ) -> list[float]:
        """Objectives of all candidates, in order, at a level of the withdrawal."""
        if level != self._level:
            self._level = level
            self._problem = lowered(self._whole, self._withdrawal, level)
        return list(self._pool.map(self.cost, vectors))
