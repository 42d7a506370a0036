"""A job: work in a folder of its own, which can be stopped at any moment and resumed.

    KIND.toml        what was asked for; its name says which kind of job this is
    provenance.json  versions, commit, command, times; one entry per start or resume
    .lock            held while a process works here

Searches, chains of them, withdrawals and trainings are jobs. A folder is one from the
moment that its marker KIND.toml is in it, which is written last. What a job does next
follows from what is in its folder, so it is resumed by doing it again: what is complete
is read from its logs.
"""

import fcntl
import io
import json
import os
import platform
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from rich.console import Console

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.optimization.problem import Problem
from gaitsmith.runs.advance import Watcher
from gaitsmith.runs.files import remove_half_written, to_json, write_atomically
from gaitsmith.runs.progress_bar import JobProgress
from gaitsmith.simulation.workers import AnyWorkers


class Result(Protocol):
    """What came of a job; as text, it is told to people."""

    @property
    def is_interrupted(self) -> bool:
        """Whether it can be resumed."""
        ...

    @property
    def failure(self) -> str:
        """Why it did not reach what was asked for, in a sentence; empty: it did."""
        ...

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        ...


class InterruptedJobError(KeyboardInterrupt):
    """Somebody stopped a job before there was a result."""

    def __init__(self, folder: Path) -> None:
        """Remember the folder, to say how to resume."""
        super().__init__(how_to_resume(folder))
        self.folder = folder


def how_to_resume(folder: Path) -> str:
    """What to say of a job that was stopped."""
    return f"Interrupted. Resume with: gaitsmith resume {folder}"


def require_marker(path: Path, *markers: str) -> None:
    """Refuse a folder that holds no job: it has none of these files."""
    if not path.exists():
        raise InputError(f"{path}: there is no such run folder.")
    if not any((path / marker).is_file() for marker in markers):
        none = "no" if len(markers) == 1 else "none of"
        raise InputError(
            f"{path}: this is no run folder: it has {none} {', '.join(markers)}."
        )


class JobFolder:
    """The folder of a job: locked while in use, with the history of its starts."""

    def __init__(self, path: Path) -> None:
        """Does not look at the disk."""
        self.path = path
        self.provenance_file = path / "provenance.json"
        self.lock_file = path / ".lock"
        self._lock: io.TextIOWrapper | None = None

    def begin(self, files: Mapping[str, str], command: str) -> Self:
        """Make the folder and lock it; one with anything else in it is refused.

        What a start leaves that was killed before the job was complete is no obstacle.

        Args:
            files: texts by name; the last one is the marker.
            command: that it is started with.
        """
        *_, marker = files
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            names = {file.name for file in self.path.iterdir() if file.suffix != ".tmp"}
        except FileExistsError:
            raise InputError(
                f"{self.path}: this is a file; give a new folder."
            ) from None
        except OSError as error:
            raise WorkFailedError(
                f"{self.path}: cannot be made: {error.strerror}."
            ) from None
        ours = {self.lock_file.name, self.provenance_file.name, *files} - {marker}
        if names - ours:
            other = f", or resume what is there: gaitsmith resume {self.path}"
            raise InputError(
                f"{self.path}: this folder is not empty; give another"
                f"{other if marker in names else '.'}"
            )
        self.lock()
        try:
            self._write_starts([provenance(command)])
            for name, text in files.items():
                write_atomically(self.path / name, text)
        except BaseException:
            self.unlock()
            raise
        return self

    def lock(self) -> Self:
        """Keep other processes from writing here until `unlock` or a `with` ends."""
        try:
            file = self.lock_file.open("w")
        except OSError as error:
            raise WorkFailedError(
                f"{self.lock_file}: cannot be written: {error.strerror}."
            ) from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise InputError(
                f"{self.path}: another process is working on this run; stop it first."
            ) from None
        self._lock = file
        remove_half_written(self.path)
        return self

    def unlock(self) -> None:
        """Let other processes write here."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        """The folder itself, which is locked already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Unlock it."""
        self.unlock()

    def note_start(self, command: str) -> None:
        """Add to the provenance that a process resumes the job."""
        self._write_starts([*self._starts(), provenance(command)])

    def _write_starts(self, starts: list[dict[str, Any]]) -> None:
        write_atomically(self.provenance_file, to_json({"starts": starts}))

    def _starts(self) -> list[dict[str, Any]]:
        """Earlier starts; none if they are unreadable, which is no reason to stop."""
        try:
            starts = json.loads(self.provenance_file.read_text("utf-8"))["starts"]
            return [start for start in starts if isinstance(start, dict)]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return []

    def first_command(self) -> str:
        """The command that started the job; empty if its history is unreadable."""
        starts = self._starts()
        return str(starts[0].get("command", "")) if starts else ""


class Job(ABC):
    """One kind of job: how it is written down, read back, and done."""

    marker: ClassVar[str]
    """File that says what was asked for, such as chain.toml."""

    @classmethod
    @abstractmethod
    def load(cls, path: Path) -> Self:
        """Read what was asked for from a folder."""

    @property
    @abstractmethod
    def problem(self) -> Problem:
        """What is simulated, so that it can be compiled beforehand."""

    @abstractmethod
    def files(self) -> dict[str, str]:
        """What was asked for, as texts by file name; the marker last."""

    @abstractmethod
    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> Any:
        """Do what remains to be done in a folder; return what came of it, a `Result`.

        Args:
            path: of the folder, which is locked.
            workers: who works; None: a thread per processor.
            watch: called after every part.
        """

    @classmethod
    def is_in(cls, path: Path) -> bool:
        """Whether a folder holds a job of this kind."""
        return (path / cls.marker).is_file()

    def begin(
        self,
        path: Path,
        workers: AnyWorkers = None,
        watch: Watcher | None = None,
        command: str = "",
    ) -> Any:
        """Do it in a new folder, which must not exist, or be empty."""
        with JobFolder(path).begin(self.files(), command):
            return self._done(path, workers, watch)

    @classmethod
    def resume(
        cls, path: Path, workers: AnyWorkers = None, watch: Watcher | None = None
    ) -> Any:
        """Resume it exactly where it stopped, however it stopped."""
        require_marker(path, cls.marker)
        with JobFolder(path).lock() as folder:
            job = cls.load(path)
            folder.note_start(f"gaitsmith resume {path.name}")
            return job._done(path, workers, watch)

    def _done(self, path: Path, workers: AnyWorkers, watch: Watcher | None) -> Any:
        try:
            if watch is not None:
                return self.work(path, workers, watch)
            with JobProgress(Console(stderr=True), has_lines=False) as bar:
                return self.work(path, workers, bar)
        except KeyboardInterrupt:
            raise InterruptedJobError(path) from None

    def begin_or_resume(
        self,
        path: Path,
        workers: AnyWorkers = None,
        watch: Watcher | None = None,
        command: str = "",
    ) -> Any:
        """Do it, or what remains of it if the folder holds it already."""
        if self.is_in(path):
            return self.resume(path, workers, watch)
        return self.begin(path, workers, watch, command)


LIBRARIES = ("gaitsmith", "mujoco-core", "numba", "numpy", "cma", "scipy")


def provenance(command: str) -> dict[str, Any]:
    """Facts about the present program, machine and command; no user or host name."""
    return {
        "command": command,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "processors": os.cpu_count(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "commit": _commit(),
    }


def _commit() -> str:
    """Commit of the checkout that runs, with "+changes"; empty for an installed one."""
    folder = Path(__file__).resolve().parents[3]
    if not (folder / ".git").exists():
        return ""
    try:
        git = ["git", "-C", str(folder)]
        commit = subprocess.run(
            [*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
        )
        status = subprocess.run(
            [*git, "status", "--porcelain"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return commit.stdout.strip() + ("+changes" if status.stdout.strip() else "")
