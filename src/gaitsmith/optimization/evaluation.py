"""Candidates to costs, by whoever rolls out.

Rollouts are told by their candidate and trial, so the costs are the same bits for any
number of workers.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gaitsmith.optimization.problem import Judgement, Problem
from gaitsmith.optimization.withdrawal import WithdrawalSpec, lowered
from gaitsmith.simulation.tasks import Queue
from gaitsmith.simulation.workers import AnyWorkers, Work, workers_of


class Evaluator:
    """Evaluates lists of candidates."""

    def __init__(
        self,
        problem: Problem,
        workers: AnyWorkers = None,
        withdrawal: WithdrawalSpec | None = None,
    ) -> None:
        """Nothing is simulated yet.

        Args:
            problem: what candidates solve.
            workers: who rolls out.
            withdrawal: of what a number of the problem is lowered by.
        """
        self._whole = self._problem = problem
        self._recipe = problem.recipe()
        self._withdrawal = withdrawal
        self._workers = workers_of(workers)
        self._level = 1.0
        self.best: Judgement | None = None
        """Of the first candidate with the lowest cost in the last call."""

    def __call__(
        self, vectors: Sequence[NDArray[np.float64]], level: float = 1.0
    ) -> list[float]:
        """Objectives of all candidates, in order, at a level of the withdrawal."""
        if level != self._level:
            self._level = level
            self._problem = lowered(self._whole, self._withdrawal, level)
            self._recipe = self._problem.recipe()
        problem = self._problem
        queue = Queue(
            task
            for candidate, vector in enumerate(vectors)
            for task in problem.tasks(candidate, problem.space.decode(vector))
        )
        found = dict(self._workers.roll_out(Work(self._recipe, queue)))
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
