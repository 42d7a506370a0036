"""Who rolls out: the threads of this machine, or whoever keeps the same promise.

Every worker fills the lanes of its batch from one queue: as soon as a rollout ends, the
next one takes its lane. Who takes which rollout does not matter: each starts from
scratch, so it is the same to the last bit for any number of workers.
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import count, islice
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

    def each(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[int, Result]]:
        """What a function gives for each item, in the order in which they end.

        Args:
            function: of a module, or made of such functions and data, so that it can
                travel to other processes; it changes nothing that is not its own.
            items: asked for the next one whenever somebody is free, also if they had
                none before; so they may depend on what came of others.

        Returns:
            pairs: the item's number, 0 for the first that was taken; what came of it.
            Whoever needs no more closes the iterator; calls that are under way in this
            process are told so, if the function has a method `stop`.
        """
        ...

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """What a function gives for each item, in their order."""
        found: dict[int, Result] = {}
        following = 0
        for number, result in self.each(function, items):
            found[number] = result
            while following in found:
                yield found.pop(following)
                following += 1


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


class Threads(Workers):
    """Threads of this machine; compiled calls release the interpreter's lock."""

    def __init__(self, count: int) -> None:
        """Threads are started when there is work."""
        self._count = count
        self._batches: dict[Recipe, list[Batch]] = {}

    @property
    def count(self) -> int:
        """How many there are."""
        return self._count

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

    def each(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[int, Result]]:
        """See `Workers`."""
        waiting, numbers = iter(items), count()
        running: dict[Future[Result], int] = {}
        with ThreadPoolExecutor(self.count, thread_name_prefix="work") as pool:
            try:
                while True:
                    for item in islice(waiting, self.count - len(running)):
                        running[pool.submit(function, item)] = next(numbers)
                    if not running:
                        return
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield running.pop(future), future.result()
            finally:
                for future in running:
                    future.cancel()
                getattr(function, "stop", lambda: None)()


def _close(works: Sequence[Work]) -> None:
    for work in works:
        work.queue.is_closed = True
