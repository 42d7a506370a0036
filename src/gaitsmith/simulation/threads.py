"""Rollouts over the threads of this machine and the lanes of each core.

Every thread fills the lanes of its batch from one queue: as soon as a rollout ends, the
next one takes its lane. A batch's compiled calls release the interpreter's lock, so
threads are enough. Who takes which rollout does not matter: each starts from scratch,
so it is the same to the last bit for any number of threads.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.tasks import Queue


def available_workers() -> int:
    """Processors that this process may use."""
    return (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else (os.cpu_count() or 1)
    )


def roll_out_on(
    pool: ThreadPoolExecutor, batches: Sequence[Batch], queue: Queue
) -> Iterator[tuple[Any, Rollout]]:
    """Results by key, in the caller's thread, in the order in which they end.

    Whoever stops early closes the queue, or this iterator: what is under way is left
    then.

    Args:
        pool: has a thread for every batch.
        batches: roll out.
        queue: what they take.
    """
    ended: SimpleQueue[tuple[Any, Rollout] | None] = SimpleQueue()

    def work(batch: Batch) -> None:
        try:
            for key, rollout in batch.roll_out(queue):
                queue.note(key, rollout)
                ended.put((key, rollout))
        except BaseException:
            queue.is_closed = True
            raise
        finally:
            ended.put(None)

    running = [pool.submit(work, batch) for batch in batches]
    try:
        for _ in running:
            yield from iter(ended.get, None)  # until one more thread is done
        for future in running:
            future.result()
    finally:
        queue.is_closed = True
