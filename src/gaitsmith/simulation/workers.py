"""Who rolls out: the threads of this machine, or whoever keeps the same promise.

Every worker fills the lanes of its batch from one queue: as soon as a rollout ends, the
next one takes its lane. Who takes which rollout does not matter: each starts from
scratch, so it is the same to the last bit for any number of workers.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from gaitsmith.simulation.batch import Batch, Recipe
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.tasks import Queue

Item = TypeVar("Item")
Result = TypeVar("Result")


class Work(NamedTuple):
    """Rollouts that are wanted, and what the batch that can do them is made from."""

    recipe: Recipe
    queue: Queue


class Workers(Protocol):
    """Who rolls out."""

    @property
    def count(self) -> int:
        """How many work at once."""
        ...

    def roll_out(self, *works: Work) -> Iterator[tuple[Any, Rollout]]:
        """Results by key, in the caller's thread, in the order in which they end.

        Whoever stops early closes the queues, or this iterator: what is under way is
        left then.

        Args:
            works: begun in this order.
        """
        ...

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """What a function gives for each item, in their order."""
        ...


AnyWorkers = Workers | int | None
"""Workers, so many threads, or None: one per processor."""


def available_workers() -> int:
    """Processors that this process may use."""
    return (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else (os.cpu_count() or 1)
    )


def workers_of(workers: AnyWorkers) -> Workers:
    """Threads of this machine, unless somebody else is meant."""
    if workers is None or isinstance(workers, int):
        return Threads(workers or available_workers())
    return workers


class Threads:
    """Threads of this machine; compiled calls release the interpreter's lock."""

    def __init__(self, count: int) -> None:
        """Threads are started when there is work."""
        self.count = count
        self._batches: dict[Recipe, list[Batch]] = {}

    def roll_out(self, *works: Work) -> Iterator[tuple[Any, Rollout]]:
        """See `Workers`; each thread does what is left of one work after the other."""
        known = self._batches
        self._batches = {
            recipe: known.get(recipe) or [recipe.batch() for _ in range(self.count)]
            for recipe in {work.recipe for work in works}
        }
        ended: SimpleQueue[tuple[Any, Rollout] | None] = SimpleQueue()

        def do(number: int) -> None:
            try:
                for recipe, queue in works:
                    for found in self._batches[recipe][number].roll_out(queue):
                        queue.note(*found)
                        ended.put(found)
            except BaseException:
                _close(works)
                raise
            finally:
                ended.put(None)

        with ThreadPoolExecutor(self.count, thread_name_prefix="rollout") as pool:
            running = [pool.submit(do, number) for number in range(self.count)]
            try:
                for _ in running:
                    yield from iter(ended.get, None)  # until one more thread is done
                for future in running:
                    future.result()
            finally:
                _close(works)

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """See `Workers`."""
        with ThreadPoolExecutor(self.count, thread_name_prefix="work") as pool:
            yield from pool.map(function, items)


def _close(works: Sequence[Work]) -> None:
    for work in works:
        work.queue.is_closed = True
