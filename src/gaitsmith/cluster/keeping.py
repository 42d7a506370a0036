"""Workers that do not come back are replaced.

Dask's nannies restart a process that died; but it gives a nanny up whose process takes
long to start, and jobs of a batch system that have ended are not sent off again.
"""

import time
from collections.abc import Iterable
from typing import Any

PATIENCE = 60.0  # s, for a process or a job that was there to come back


class Keeper:
    """Keeps a cluster that was started here at its size."""

    def __init__(self, cluster: Any, size: int) -> None:
        """`size` counts what the cluster starts: processes, or jobs of several."""
        self._cluster, self._size = cluster, size
        self._seen: dict[str, float] = {}  # when last, by name in the cluster

    def __call__(self, present: Iterable[str]) -> None:
        """Replace what is missing.

        Args:
            present: names of workers; those of a job begin with the job's.
        """
        now, names = time.monotonic(), list(present)
        for started in map(str, self._cluster.worker_spec):
            if any(n == started or n.startswith(f"{started}-") for n in names):
                self._seen[started] = now
        for started in list(self._cluster.worker_spec):
            if now - self._seen.get(str(started), now) > PATIENCE:
                del self._seen[str(started)]
                del self._cluster.worker_spec[started]
        self._cluster.scale(self._size)
