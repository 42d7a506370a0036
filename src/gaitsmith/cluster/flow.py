"""Jobs out to an executor and back: what is lost is done again, what kills is found.

A job that has killed several workers is split until the item is alone that does it. A
batch that is unusually late is done by an idle worker, too; the first answer counts.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from gaitsmith.cluster.errand import Answer, Errand, needed_here, packed, perform
from gaitsmith.cluster.fingerprint import Fingerprint
from gaitsmith.errors import InputError

DEATHS_OF_A_BATCH = 3  # workers that die with it before it is split,
DEATHS_OF_A_PART = 2  # with a part of it before that is split further,
DEATHS_OF_ONE = 5  # with one item before it is given up
LATE = 5.0  # times its expected seconds
LEAST_LATE = 3.0  # s
LOOK = 0.5  # s, between two looks at who is late


class LostWorkError(Exception):
    """Work is to be done again: the way to whoever did it was lost."""


class DeadWorkerError(LostWorkError):
    """Work is to be done again: its worker died while it was at it."""


@dataclass(eq=False)
class Call:
    """A call of a function with items, of which nobody knows which one may kill."""

    function: bytes
    items: list[Any]
    source: Any
    """Whoever offered it."""
    takes_list: bool = True
    """Whether the function is given all items at once, or is given the only one."""
    expected: float = 0.0
    """s; 0: nobody knows, so it is never late."""
    most_deaths: int = DEATHS_OF_ONE
    """Before its only item is given up."""
    is_part: bool = False
    deaths: int = 0
    began: float = 0.0
    copies: list[Future[Answer]] = field(default_factory=list)
    is_done: bool = False

    @property
    def is_hopeless(self) -> bool:
        """Whether it is no use to do it again as it is."""
        if len(self.items) == 1:
            return self.deaths >= self.most_deaths
        return self.deaths >= (DEATHS_OF_A_PART if self.is_part else DEATHS_OF_A_BATCH)

    def halves(self) -> "list[Call]":
        """Two jobs of half the items."""
        middle = len(self.items) // 2
        return [
            Call(self.function, part, self.source, is_part=True)
            for part in (self.items[:middle], self.items[middle:])
        ]

    def is_late(self, now: float) -> bool:
        """Whether it should have come back."""
        longest = max(LEAST_LATE, LATE * self.expected)
        return bool(self.expected) and now - self.began > longest


class Flow:
    """Jobs that are out."""

    def __init__(
        self,
        executor: Executor,
        wanted: Fingerprint | None,
        counted: Counter[str],
    ) -> None:
        """Nothing is out yet.

        Args:
            executor: does them.
            wanted: of whom answers are taken; None: of anybody.
            counted: calls that were done, lost, or repeated, to be added to.
        """
        self._executor, self._wanted, self._counted = executor, wanted, counted
        self._plugins = needed_here()
        self._out: dict[Future[Answer], Call] = {}
        self._again: deque[Call] = deque()
        self._ended: SimpleQueue[Future[Answer]] = SimpleQueue()

    def results(
        self, offer: Callable[[], Call | None], room: Callable[[], int]
    ) -> Iterator[tuple[Call, Answer | None]]:
        """Jobs with their answers as they end; None of an item that is given up.

        Args:
            offer: asked for another job whenever there is room; none now does not mean
                that none will come.
            room: how many may be out.
        """
        try:
            while True:
                while len(self._out) < room():
                    job = self._again.popleft() if self._again else offer()
                    if job is None:
                        break
                    self._send(job)
                if not self._out:
                    return
                try:
                    future = self._ended.get(timeout=LOOK)
                except Empty:
                    if len(self._out) < room():
                        self._repeat_late()
                    continue
                job = self._out.pop(future, None)
                if job is not None and not job.is_done:
                    yield from self._come_back(job, future)
        finally:
            self.leave(lambda job: True)

    def _send(self, job: Call) -> None:
        job.began = time.monotonic()
        item = packed(job.items if job.takes_list else job.items[0])
        errand = Errand(job.function, item, self._plugins, self._wanted)
        future = self._executor.submit(perform, errand)
        self._out[future] = job
        job.copies.append(future)
        future.add_done_callback(self._ended.put)

    def _come_back(
        self, job: Call, future: Future[Answer]
    ) -> Iterator[tuple[Call, Answer | None]]:
        job.copies.remove(future)
        try:
            answer = future.result()
        except (LostWorkError, CancelledError) as loss:
            self._counted["lost"] += 1
            job.deaths += isinstance(loss, DeadWorkerError)
            if job.copies:  # somebody else is at it
                return
            if not job.is_hopeless:
                self._again.append(job)
            elif len(job.items) > 1:
                self._again += job.halves()
            else:
                yield job, None
            return
        if answer.other is not None and self._wanted is not None:
            raise InputError(answer.other.refusal(self._wanted, "a worker"))
        job.is_done = True
        self._counted["done"] += 1
        self.leave(lambda other: other is job)
        yield job, answer

    def _repeat_late(self) -> None:
        now = time.monotonic()
        for job in list(self._out.values()):
            if len(job.copies) == 1 and job.is_late(now):
                self._counted["repeated"] += 1
                self._send(job)
                return

    def leave(self, is_left: Callable[[Call], bool]) -> None:
        """Forget jobs whose answers nobody waits for any more."""
        for future, job in list(self._out.items()):
            if is_left(job):
                del self._out[future]
                future.cancel()
        self._again = deque(job for job in self._again if not is_left(job))

    @property
    def num_out(self) -> int:
        """How many are out."""
        return len(self._out)
