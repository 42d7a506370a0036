"""Who works for a verb: threads here, or the workers of a cluster."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from gaitsmith.cli.console import notes
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.runs.advance import Advance, Watcher
    from gaitsmith.simulation.workers import AnyWorkers


@contextmanager
def who_works(
    workers: int | None, cluster: str, allow_different_bits: bool
) -> "Generator[AnyWorkers]":
    """Whom a verb gives its work to.

    Args:
        workers: threads; None: one per processor.
        cluster: where one is; empty: threads.
        allow_different_bits: of a cluster's workers.
    """
    if not cluster:
        yield workers
        return
    if workers is not None:
        raise InputError("--workers: the cluster says how many work; leave it out.")
    try:
        from gaitsmith.cluster.places import open_crew
    except ImportError as error:
        raise InputError(
            f"--cluster: it needs other libraries ({error}): pip install"
            " 'gaitsmith[cluster]'"
        ) from None
    console = notes()

    def tell(sentence: str) -> None:
        console.print(sentence, markup=False, soft_wrap=True)

    with open_crew(cluster, tell, allow_different_bits) as crew:
        tell(f"Cluster {cluster}: {crew.present} workers. {crew.dashboard}".strip())
        yield crew
        if crew.counted["lost"] or crew.counted["repeated"] or crew.counted["failed"]:
            tell(f"Cluster: {crew.words}.")


def told_by(workers: "AnyWorkers", watch: "Watcher") -> "Watcher":
    """A watcher that is also told how the cluster stands, if there is one."""
    words = getattr(workers, "words", None)
    if words is None:
        return watch

    def tell(advance: "Advance") -> None:
        how = str(getattr(workers, "words", ""))
        watch(replace(advance, words=f"{advance.words}  {how}".strip()))

    return tell
