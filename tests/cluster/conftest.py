"""A cluster of three processes on this machine, which all tests share."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest


class LocalCrew:
    """A crew, and the processes that work for it."""

    def __init__(self, crew: Any, executor: Any, cluster: Any, told: list[str]) -> None:
        self.crew, self.executor, self.cluster, self.told = (
            crew,
            executor,
            cluster,
            told,
        )

    def kill(self, number: int) -> None:
        """End the process of a worker as the system would that is out of memory."""
        process = getattr(self.cluster.workers.get(number), "process", None)
        if process is not None and process.pid is not None:  # it is not being replaced
            os.kill(process.pid, signal.SIGKILL)


@pytest.fixture(scope="session")
def local_crew() -> Any:
    """Three workers."""
    from distributed import Client

    from gaitsmith.cluster.crew import Crew
    from gaitsmith.cluster.dask_executor import DaskExecutor
    from gaitsmith.cluster.fingerprint import own_fingerprint
    from gaitsmith.cluster.keeping import Keeper
    from gaitsmith.cluster.places import local_cluster

    own_fingerprint()  # compiled once, not by every process
    told: list[str] = []
    with local_cluster(3) as cluster:
        executor = DaskExecutor(
            lambda: Client(cluster),
            lambda who, own: "",
            told.append,
            Keeper(cluster, 3),
        )
        yield LocalCrew(Crew(executor, tell=told.append), executor, cluster, told)
        executor.shutdown()


@pytest.fixture
def bytes_of() -> Callable[..., Any]:
    """What a run folder says, without its times."""

    def read(folder: Any) -> dict[str, bytes]:
        found = {}
        for file in sorted(folder.iterdir()):
            text = file.read_bytes()
            if file.name == "progress.csv":
                rows = [line.split(b",") for line in text.splitlines()]
                text = b"\n".join(b",".join(row[:7] + row[8:]) for row in rows)
            if file.name not in ("provenance.json", ".lock"):
                found[file.name] = text
        return found

    return read
