"""A run folder: every file name and format of a run, in one place.

    experiment.toml    the resolved experiment: enough to run it again
    provenance.json    versions, commit, command, times; one entry per start or resume
    costs.csv          every candidate's cost, append-only: the run's memory
    progress.csv       one row per generation, for people and plots
    best.json          the best solution so far
    report.html        the page

A run is resumed by replaying costs.csv, so a kill at any moment loses at most the
generation under way. A last line that was cut off is dropped.
"""

import csv
import fcntl
import io
import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import tomli_w

from gaitsmith.declarations import read_toml
from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.experiment import Experiment, experiment_from_values
from gaitsmith.optimization.search import Generation
from gaitsmith.runs.files import append_durably, to_json, write_atomically
from gaitsmith.runs.provenance import provenance

COSTS_HEADER = "generation,candidate,cost\n"


@dataclass(frozen=True)
class Progress:
    """One row of progress.csv."""

    generation: int
    evaluations: int
    best: float
    generation_best: float
    generation_median: float
    sigma: float
    best_survived: float
    """Simulated seconds that the best so far stayed up."""
    seconds: float
    """Wall time since the run began, without pauses."""


PROGRESS_FIELDS = tuple(field.name for field in fields(Progress))


class RunFolder:
    """Reads and writes one run."""

    def __init__(self, path: Path) -> None:
        """Does not look at the disk; see `create` and `open_run`."""
        self.path = path
        self.experiment_file = path / "experiment.toml"
        self.provenance_file = path / "provenance.json"
        self.costs_file = path / "costs.csv"
        self.progress_file = path / "progress.csv"
        self.best_file = path / "best.json"
        self.report_file = path / "report.html"
        self._lock: io.TextIOWrapper | None = None

    @classmethod
    def create(cls, path: Path, experiment: Experiment, command: str) -> "RunFolder":
        """A new folder; one that exists and is not empty is refused."""
        folder = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                raise InputError(
                    f"{path}: this folder is not empty; give another, or resume the run"
                    f" in it with: gaitsmith resume {path}"
                )
        except OSError as error:
            raise WorkFailedError(
                f"{path}: cannot be made: {error.strerror}."
            ) from None
        folder.lock()
        write_atomically(folder.experiment_file, tomli_w.dumps(experiment.as_dict()))
        folder.note_start(command)
        write_atomically(folder.costs_file, COSTS_HEADER)
        return folder

    @classmethod
    def open_run(cls, path: Path) -> "RunFolder":
        """An existing run; refuses a folder that is not one."""
        folder = cls(path)
        for file in (folder.experiment_file, folder.costs_file):
            if not file.is_file():
                raise InputError(
                    f"{path}: this is no run folder: it has no {file.name}."
                )
        return folder

    def lock(self) -> None:
        """Keep other processes from writing here until this one ends."""
        self._lock = (self.path / ".lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                f"{self.path}: another process is working on this run; stop it first."
            ) from None

    def unlock(self) -> None:
        """Let other processes write here."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def note_start(self, command: str) -> None:
        """Add to the provenance that a process starts or resumes the run."""
        starts = [*self._starts(), provenance(command)]
        write_atomically(self.provenance_file, to_json({"starts": starts}))

    def _starts(self) -> list[dict[str, Any]]:
        """Earlier starts; none if they are unreadable, which is no reason to stop."""
        try:
            return list(json.loads(self.provenance_file.read_text("utf-8"))["starts"])
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def first_command(self) -> str:
        """The command that started the run; empty if its history is unreadable."""
        starts = self._starts()
        return str(starts[0].get("command", "")) if starts else ""

    def experiment(self) -> Experiment:
        """The run's experiment."""
        source = str(self.experiment_file)
        return experiment_from_values(
            read_toml(self.experiment_file), source, self.path
        )

    def append_costs(self, generation: Generation) -> None:
        """Add one generation to the log."""
        lines = [
            f"{generation.number},{candidate},{cost!r}\n"
            for candidate, cost in enumerate(generation.costs)
        ]
        append_durably(self.costs_file, "".join(lines))

    def read_costs(self, population: int) -> list[list[float]]:
        """Costs of all complete generations in the log."""
        text = self.costs_file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if not whole.startswith(COSTS_HEADER):
            raise InputError(
                f"{self.costs_file}: line 1: the header must be {COSTS_HEADER.strip()}."
            )
        generations: list[list[float]] = []
        for number, line in enumerate(whole.splitlines()[1:], start=2):
            wanted = (
                [1, 0] if not generations else [len(generations), len(generations[-1])]
            )
            if wanted[1] == population:
                wanted = [wanted[0] + 1, 0]
            try:
                generation, candidate, cost = line.split(",")
                if [int(generation), int(candidate)] != wanted:
                    raise ValueError
                if wanted[1] == 0:
                    generations.append([])
                generations[-1].append(float(cost))
            except ValueError:
                raise InputError(
                    f"{self.costs_file}: line {number}: {line!r} given; expected"
                    f" {wanted[0]},{wanted[1]},COST."
                ) from None
        if generations and len(generations[-1]) < population:
            generations.pop()
        return generations

    def cut_costs(self, costs: list[list[float]]) -> None:
        """Drop what follows the last complete generation."""
        lines = [
            f"{number},{candidate},{cost!r}\n"
            for number, generation in enumerate(costs, start=1)
            for candidate, cost in enumerate(generation)
        ]
        wanted = COSTS_HEADER + "".join(lines)
        if self.costs_file.read_text(encoding="utf-8") != wanted:
            write_atomically(self.costs_file, wanted)

    def append_progress(self, row: Progress) -> None:
        """Add one row to progress.csv."""
        values = (getattr(row, field) for field in PROGRESS_FIELDS)
        text = ",".join(f"{value:.8g}" for value in values) + "\n"
        if not self.progress_file.exists():
            text = ",".join(PROGRESS_FIELDS) + "\n" + text
        append_durably(self.progress_file, text)

    def read_progress(self) -> list[Progress]:
        """Rows of progress.csv; those that were cut off are left out."""
        if not self.progress_file.is_file():
            return []
        text = self.progress_file.read_text(encoding="utf-8")
        rows: list[Progress] = []
        for row in csv.DictReader(io.StringIO(text[: text.rfind("\n") + 1])):
            try:
                numbers: dict[str, Any] = {
                    key: float(row[key]) for key in PROGRESS_FIELDS
                }
            except (KeyError, TypeError, ValueError):
                continue
            numbers |= {key: int(numbers[key]) for key in PROGRESS_FIELDS[:2]}
            rows.append(Progress(**numbers))
        return rows

    def cut_progress(self, generations: int) -> float:
        """Drop rows beyond `generations`; return the wall time [s] of those kept."""
        rows = [row for row in self.read_progress() if row.generation <= generations]
        self.progress_file.unlink(missing_ok=True)
        for row in rows:
            self.append_progress(row)
        return rows[-1].seconds if rows else 0.0
