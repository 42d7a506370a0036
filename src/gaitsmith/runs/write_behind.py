"""Files that are written while the search goes on.

Until a file is safe on the disk takes as long as several rollouts. One thread writes
what it is given, in that order: what a kill finds there is what it would have found a
moment earlier.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any


class WriteBehind:
    """Writes in order, in a thread of its own; use it in a `with` statement."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._waiting: deque[Future[None]] = deque()

    def __enter__(self) -> "WriteBehind":
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Wait until all is written, whatever ended the search."""
        self._pool.shutdown(wait=True)
        if error is None:
            self._complain(len(self._waiting))

    def __call__(self, write: Callable[..., None], *given: Any) -> None:
        """Write when what was given before is written; the first failure is raised."""
        self._complain(sum(1 for one in self._waiting if one.done()))
        self._waiting.append(self._pool.submit(write, *given))

    def _complain(self, ended: int) -> None:
        for _ in range(ended):
            self._waiting.popleft().result()
