"""Candidates to costs, over the threads of this machine and the lanes of each core.

Every thread fills the lanes of a batch from one queue: as soon as a rollout ends, the
next one takes its lane. A batch's compiled calls release the interpreter's lock, so
threads are enough. Who takes which rollout does not matter: each starts from scratch,
and is told by its candidate and trial, so the costs are the same bits for any number of
workers.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.withdrawal import WithdrawalSpec, lowered
from gaitsmith.simulation.batch import Batch, Task
from gaitsmith.simulation.rollout import Rollout


def available_workers() -> int:
    """Processors that this process may use."""
    return (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else (os.cpu_count() or 1)
    )


class Queue:
    """Tasks that several threads take from; it can be closed before it is empty."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        """`tasks` is asked by one thread at a time."""
        self._tasks = tasks
        self._lock = threading.Lock()
        self.is_closed = False

    def __iter__(self) -> "Queue":
        """The queue itself."""
        return self

    def __next__(self) -> Task:
        """The next task."""
        with self._lock:
            if self.is_closed:
                raise StopIteration
            return next(self._tasks)


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
        found: dict[Any, Rollout] = {}
        running = [
            self._pool.submit(_roll_out, batch, queue, found) for batch in self._batches
        ]
        try:
            for future in running:
                future.result()
        except BaseException:
            queue.is_closed = True
            raise
        trials = range(len(problem.trials))
        return [
            float(problem.judgement([found[c, t] for t in trials]).score.total)
            for c in range(len(vectors))
        ]


def _roll_out(batch: Batch, queue: Queue, found: dict[Any, Rollout]) -> None:
    """What a thread does: its batch's rollouts, until the queue is empty or closed."""
    for key, rollout in batch.roll_out(queue):
        found[key] = rollout
        if queue.is_closed:
            return
