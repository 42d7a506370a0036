"""Who rolls out on a cluster: any `concurrent.futures.Executor` that reaches it.

Candidates go out in batches and come back by number, so it does not matter who does
which, how often, or how late: the bytes of a run are those of threads.
"""

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from itertools import count, islice
from typing import Any, TypeVar

from gaitsmith.cluster.errand import Rolling, packed
from gaitsmith.cluster.fingerprint import own_fingerprint
from gaitsmith.cluster.flow import Call, Flow
from gaitsmith.cluster.portions import Pace, portions
from gaitsmith.errors import WorkFailedError
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.batch import Recipe
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.tasks import Task
from gaitsmith.simulation.workers import Work, Workers

Item = TypeVar("Item")
Result = TypeVar("Result")
Tell = Callable[[str], None]

DEATHS_OF_A_CALL = 10  # which may last for hours, and so outlive many workers


class Crew(Workers):
    """Workers that an executor reaches."""

    def __init__(
        self,
        executor: Executor,
        workers: int = 0,
        tell: Tell = print,
        allow_different_bits: bool = False,
    ) -> None:
        """Nothing is asked of anybody yet.

        Args:
            executor: calls functions elsewhere, such as a process pool, one of
                mpi4py's, or a `DaskExecutor`. It belongs to the caller.
            workers: how many calls it does at once; 0: it has a `count` of its own.
            tell: is given sentences about what is unusual.
            allow_different_bits: take results of processes whose canary has other bits.
        """
        self._executor, self._workers, self._tell = executor, workers, tell
        self._wanted = None if allow_different_bits else own_fingerprint()
        self._known: dict[Recipe, tuple[bytes, Pace]] = {}
        self._flow: Flow | None = None
        self.counted: Counter[str] = Counter()
        """Batches and other calls that were done, lost with their worker, repeated
        because they were late; candidates that failed."""

    @property
    def present(self) -> int:
        """How many work at present."""
        return self._workers or getattr(self._executor, "count", 1)

    @property
    def count(self) -> int:
        """The same, but at least 1, for whoever plans for them."""
        return max(1, self.present)

    @property
    def dashboard(self) -> str:
        """Address of the page on which Dask shows what it does; empty without."""
        return getattr(self._executor, "dashboard", "")

    @property
    def words(self) -> str:
        """How it stands."""
        out = self._flow.num_out if self._flow else 0
        unusual = [
            f"{self.counted[what]} {what}"
            for what in ("lost", "repeated", "failed")
            if self.counted[what]
        ]
        done = f"{self.counted['done']} batches done, {out} out"
        return ", ".join([f"{self.present} workers", done, *unusual])

    def _results(self, offer: Callable[[], Call | None]) -> Iterator[Any]:
        """See `Flow.results`."""
        self._flow = Flow(self._executor, self._wanted, self.counted)
        return self._flow.results(offer, lambda: self.count)

    def roll_out(self, *works: Work) -> Iterator[tuple[Any, Rollout]]:
        """See `Workers`."""
        known = self._known
        self._known = {
            recipe: known.get(recipe) or (packed(Rolling(recipe)), Pace())
            for recipe in {work.recipe for work in works}
        }
        sources = [_Source(work, *self._known[work.recipe]) for work in works]

        def offer() -> Call | None:
            jobs = (source.job(self.count) for source in sources)
            return next((job for job in jobs if job is not None), None)

        try:
            for job, answer in self._results(offer):
                queue = job.source.work.queue
                found = answer.result if answer else [self._failed(job)]
                for key, rollout in found:
                    if not queue.is_closed:
                        queue.note(key, rollout)
                        yield key, rollout
                if answer:
                    job.source.pace.note(answer.seconds, len(job.items))
                if queue.is_closed and self._flow:
                    self._flow.leave(lambda job: job.source.work.queue.is_closed)
        finally:
            for work in works:
                work.queue.is_closed = True

    def _failed(self, job: Call) -> tuple[Any, Rollout]:
        """What is said of a rollout that kills whoever does it."""
        [task] = job.items
        self.counted["failed"] += 1
        self._tell(
            f"Rollout {task.key} has killed {job.deaths} workers by itself; it counts"
            " as one that diverged at once."
        )
        return task.key, job.source.work.recipe.failure(task)

    def each(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[int, Result]]:
        """See `Workers`."""
        waiting, numbers = iter(items), count()
        sent = packed(function)

        def offer() -> Call | None:
            for item in islice(waiting, 1):
                number = next(numbers)
                return Call(sent, [item], number, False, most_deaths=DEATHS_OF_A_CALL)
            return None

        for job, answer in self._results(offer):
            if answer is None:
                raise WorkFailedError(
                    f"{job.deaths} workers died with the same work; look at their logs:"
                    " is it too large for their memory?"
                )
            yield job.source, answer.result


class _Source:
    """Batches of one work, as they are wanted."""

    def __init__(self, work: Work, function: bytes, pace: Pace) -> None:
        self.work, self.pace = work, pace
        self._function = function
        self._batches: deque[list[Task]] | None = None

    def job(self, workers: int) -> Call | None:
        """The next batch; none now does not mean that none will come."""
        queue = self.work.queue
        if queue.is_closed:
            return None
        if queue.is_fixed:
            if self._batches is None:
                self._batches = deque(portions(list(queue), workers, self.pace))
            tasks = self._batches.popleft() if self._batches else []
        else:
            tasks = list(islice(queue, WIDTH))
        if not tasks:
            return None
        expected = self.pace.seconds * len(tasks)
        return Call(self._function, tasks, self, expected=expected)
