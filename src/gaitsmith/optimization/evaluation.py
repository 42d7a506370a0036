"""Candidates to costs, over the threads of this machine and the lanes of each core.

Rollouts are told by their candidate and trial, so the costs are the same bits for any
number of workers.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from gaitsmith.optimization.problem import Judgement, Problem
from gaitsmith.optimization.withdrawal import WithdrawalSpec, lowered
from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.tasks import Queue
from gaitsmith.simulation.threads import roll_out_on


class ThreadEvaluator:
    """Evaluates lists of candidates; use it in a `with` statement."""

    def __init__(
        self, problem: Problem, workers: int, withdrawal: WithdrawalSpec | None = None
    ) -> None:
        """Start `workers` threads; each makes its own batch when first used."""
        self._whole = problem
        self._problem = problem
        self._withdrawal = withdrawal
        self._workers = workers
        self._pool = ThreadPoolExecutor(
            max_workers=workers, thread_name_prefix="rollout"
        )
        self._batches: list[Batch] = []
        self._level = 1.0
        self.best: Judgement | None = None
        """Of the first candidate with the lowest cost in the last call."""

    def __enter__(self) -> "ThreadEvaluator":
        """The evaluator itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Drop what has not been started; what is under way ends first."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def __call__(
        self, vectors: Sequence[NDArray[np.float64]], level: float = 1.0
    ) -> list[float]:
        """Objectives of all candidates, in order, at a level of the withdrawal."""
        if level != self._level:
            self._level = level
            self._problem = lowered(self._whole, self._withdrawal, level)
            self._batches = []
        if not self._batches:
            self._batches = [self._problem.batch() for _ in range(self._workers)]
        problem = self._problem
        queue = Queue(
            task
            for candidate, vector in enumerate(vectors)
            for task in problem.tasks(candidate, problem.space.decode(vector))
        )
        found = dict(roll_out_on(self._pool, self._batches, queue))
        trials = range(len(problem.trials))
        costs: list[float] = []
        lowest = math.inf
        self.best = None
        for candidate in range(len(vectors)):
            judgement = problem.judgement([found[candidate, t] for t in trials])
            costs.append(float(judgement.score.total))
            if costs[-1] < lowest:
                lowest, self.best = costs[-1], judgement
        return costs
