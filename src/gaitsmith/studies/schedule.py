"""Whole searches side by side: each worker has a cell, as long as there are cells.

A search of 16 candidates a generation keeps few processors busy; searches beside each
other keep all of them busy, and wait for nobody.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from copy import copy

from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.simulation.workers import AnyWorkers, Threads, Workers, workers_of
from gaitsmith.studies.grid import Cell

Work = Callable[[Cell, Workers, Watcher], None]


def shares(workers: AnyWorkers, at_once: int) -> list[Workers]:
    """Workers for so many searches at once, or for as many as there are workers.

    Threads are dealt out. Other workers, such as those of a cluster, take rollouts from
    many searches: each search has all of them, and keeps its own books of what is out.
    """
    whole = workers_of(workers)
    count = max(1, min(whole.count, at_once))
    if not isinstance(whole, Threads):
        return [copy(whole) for _ in range(count)]
    more = whole.count % count
    return [Threads(whole.count // count + (n < more)) for n in range(count)]


def widest(cells: Iterable[Cell]) -> int:
    """How many cells can be searched at once at most: those that nobody shares."""
    cells = list(cells)
    followed = {cell.before for cell in cells}
    return sum(cell.number not in followed for cell in cells)


def do_all(
    cells: Iterable[Cell],
    work: Work,
    workers: AnyWorkers,
    watch: Watcher,
    ended: Callable[[Cell], None],
) -> None:
    """Do all cells, each after the one that it follows, if that is among them.

    When one fails or this thread is interrupted, the others stop after the generation
    that they are in.

    Args:
        cells: that are not done.
        work: does one, in a thread of its own, and tells a watcher how far it is.
        workers: who rolls out.
        watch: is told what `work` tells, one at a time.
        ended: called in this thread after each.
    """
    waiting = {cell.number: cell for cell in cells}
    followers: dict[int | None, list[Cell]] = {}
    for cell in waiting.values():
        before = cell.before if cell.before in waiting else None
        followers.setdefault(before, []).append(cell)
    ready = deque(followers.get(None, ()))
    free = shares(workers, widest(waiting.values()))
    running: dict[Future[None], tuple[Cell, Workers]] = {}
    watcher = _Shared(watch)
    with ThreadPoolExecutor(len(free), thread_name_prefix="cell") as pool:
        try:
            while ready or running:
                while ready and free:
                    cell, share = ready.popleft(), free.pop(0)
                    future = pool.submit(work, cell, share, watcher)
                    running[future] = cell, share
                over, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(over, key=lambda one: running[one][0].number):
                    cell, share = running.pop(future)
                    free.append(share)
                    future.result()
                    ready.extend(followers.get(cell.number, ()))
                    ended(cell)
        finally:
            watcher.is_stopped = True


class _Shared:
    """A watcher for several threads; once it is stopped, who tells it stops, too."""

    def __init__(self, watch: Watcher) -> None:
        self.is_stopped = False
        self._watch, self._lock = watch, threading.Lock()

    def __call__(self, advance: Advance) -> None:
        """Tell one at a time."""
        if self.is_stopped:
            raise KeyboardInterrupt
        with self._lock:
            self._watch(advance)
