"""Every kind of job, and how any of them is resumed."""

from pathlib import Path
from typing import Any

from gaitsmith.adaptation.chain import ChainJob
from gaitsmith.runs.advance import Watcher
from gaitsmith.runs.job import Job, require_marker
from gaitsmith.runs.search_job import SearchJob
from gaitsmith.runs.series import refuse_old_series
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.skills.training import TrainingJob
from gaitsmith.studies.study_job import StudyJob
from gaitsmith.subjects.search import SubjectJob
from gaitsmith.withdrawal.windows import WindowsJob

KINDS: tuple[type[Job], ...] = (
    SearchJob,
    ChainJob,
    WindowsJob,
    TrainingJob,
    StudyJob,
    SubjectJob,
)


def job_in(folder: str | Path) -> type[Job]:
    """The kind of job that a folder holds."""
    path = Path(folder)
    refuse_old_series(path)
    require_marker(path, *(kind.marker for kind in KINDS))
    return next(kind for kind in KINDS if kind.is_in(path))


def resume(
    folder: str | Path, workers: AnyWorkers = None, watch: Watcher | None = None
) -> Any:
    """Resume a job exactly where it stopped, however it stopped.

    Args:
        folder: of a search, a chain, a withdrawal, a training, a study or a person.
        workers: who works; left out: a thread per processor.
        watch: called after every part of it.

    Returns:
        what came of it, as if it had not been stopped: a `Run`, `Chain`, `Withdrawn`,
        `Trained`, `StudyResult` or `Found`.
    """
    return job_in(folder).resume(Path(folder), workers, watch)
