"""Every kind of job, and how any of them is resumed."""

from pathlib import Path
from typing import Any

from gaitsmith.adaptation.chain import ChainJob
from gaitsmith.errors import InputError
from gaitsmith.runs.advance import Watcher
from gaitsmith.runs.job import Job
from gaitsmith.runs.search_job import SearchJob
from gaitsmith.runs.series import refuse_old_series
from gaitsmith.skills.training import TrainingJob
from gaitsmith.withdrawal.windows import WindowsJob

KINDS: tuple[type[Job], ...] = (SearchJob, ChainJob, WindowsJob, TrainingJob)


def job_in(folder: str | Path) -> type[Job]:
    """The kind of job that a folder holds."""
    path = Path(folder)
    if not path.exists():
        raise InputError(f"{path}: there is no such run folder.")
    refuse_old_series(path)
    for kind in KINDS:
        if kind.is_in(path):
            return kind
    markers = [kind.marker for kind in KINDS]
    raise InputError(
        f"{path}: this is no run folder: it has none of {', '.join(markers)}."
    )


def resume(
    folder: str | Path, workers: int | None = None, watch: Watcher | None = None
) -> Any:
    """Resume a job exactly where it stopped, however it stopped.

    Args:
        folder: of a search, a chain, a withdrawal or a training.
        workers: threads; left out: one per processor.
        watch: called after every part of it.

    Returns:
        what came of it, as if it had not been stopped: a `Run`, `Chain`, `Withdrawn` or
        `Trained`.
    """
    return job_in(folder).resume(Path(folder), workers, watch)
