"""A study as a job: many searches, each in a folder of its own, and one table.

    study.toml       what was asked for, with the experiments as they were
    cell-01/ ...     the searches, jobs of their own; cell.json says that one is done
    results.csv      a row a cell that is done, see `table`
    summary.csv      a row a group of cells that differ in their seeds only
    times.csv        wall times, which are not the same twice

What is done is read, what was begun is resumed, so that a study which is killed at any
moment ends in the same tables.
"""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from gaitsmith.declarations import declare, read_toml
from gaitsmith.errors import InputError
from gaitsmith.experiment import storable
from gaitsmith.optimization.problem import Problem
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.job import Job, JobFolder, require_marker
from gaitsmith.runs.search_job import SearchJob
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.simulation.workers import AnyWorkers, Workers
from gaitsmith.solution_file import BEST_FILE, STUDY_FILE
from gaitsmith.studies.found import Found, measured, read_found
from gaitsmith.studies.grid import Cell, Study
from gaitsmith.studies.plan import experiment_of
from gaitsmith.studies.schedule import do_all
from gaitsmith.studies.summary import Summary, summaries
from gaitsmith.studies.table import write_tables

REFUSED = "refused"  # of a cell: its values cannot be together


@dataclass(frozen=True)
class StudyResult:
    """What came of a study, or of as much as is done of it."""

    folder: Path
    study: Study
    found: tuple[Found, ...]
    """By number of the cell."""
    is_interrupted = False
    failure = ""  # that searches fail is a result

    @property
    def summaries(self) -> tuple[Summary, ...]:
        """Of every group of cells that differ in their seeds only."""
        return summaries(self.study, self.found)

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "run": str(self.folder),
            "study": self.study.name,
            "cells": self.study.count,
            "done": len(self.found),
            "success": self.study.success.sentence,
            "groups": [one.as_dict() for one in self.summaries],
        }

    def __str__(self) -> str:
        """In words."""
        done = f"{len(self.found)} of {self.study.count} cells are done."
        lines = [str(one) for one in self.summaries]
        kept = f"Kept in {self.folder}: study.html, results.csv, summary.csv"
        return "\n".join([done, self.study.success.sentence, *lines, kept])

    __repr__ = __str__


def open_study(path: Path) -> StudyResult:
    """As much of a study as is done; it may be going on."""
    require_marker(path, STUDY_FILE)
    study = StudyJob.load(path).study
    rows = (read_found(path / study.folder(cell), cell) for cell in study.cells())
    return StudyResult(path, study, tuple(row for row in rows if row is not None))


def run_study(
    study: Study,
    folder: str | Path,
    workers: AnyWorkers = None,
    watch: Watcher | None = None,
    command: str = "",
) -> StudyResult:
    """Do all searches of a study in a new folder.

    Args:
        study: see `load_study`.
        folder: where all is kept; must not exist, or be empty.
        workers: who works; left out: a thread per processor.
        watch: called after every part.
        command: what to note as the command that made it.
    """
    return StudyJob(study).begin(Path(folder), workers, watch, command)


@dataclass(frozen=True)
class StudyJob(Job):
    """A study as a job."""

    study: Study
    marker = STUDY_FILE

    @classmethod
    def load(cls, path: Path) -> "StudyJob":
        """The study of a folder."""
        source = path / cls.marker
        return cls(declare(Study, read_toml(source), str(source)))

    @property
    def problem(self) -> Problem:
        """What the first cell simulates."""
        return experiment_of(self.study, next(self.study.cells())).problem

    def files(self) -> dict[str, str]:
        """The study, self-contained."""
        content = storable(self.study.model_dump(exclude_none=True))
        return {self.marker: tomli_w.dumps(content)}

    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> StudyResult:
        """Do the cells that are not done."""
        before = open_study(path)
        done = {one.cell.number: one for one in before.found}
        todo = [cell for cell in self.study.cells() if cell.number not in done]
        progress = _Progress(self.study, len(done), watch)
        command = JobFolder(path).first_command()
        searcher = _Searcher(path, self.study, done, command, progress)

        def ended(cell: Cell) -> None:
            progress.note(done[cell.number])
            write_tables(path, self.study, _in_order(done))

        do_all(todo, searcher, workers, watch, ended)
        write_tables(path, self.study, _in_order(done))
        return StudyResult(path, self.study, _in_order(done))


def _in_order(done: Mapping[int, Found]) -> tuple[Found, ...]:
    return tuple(done[number] for number in sorted(done))


@dataclass(frozen=True)
class _Searcher:
    """Does one cell after the other, in several threads."""

    path: Path
    study: Study
    done: dict[int, Found]
    command: str
    progress: "_Progress"

    def __call__(self, cell: Cell, workers: Workers, watch: Watcher) -> None:
        """Search what is left, measure, and keep what came of it."""
        place = self.path / self.study.folder(cell)
        try:
            job = self._job(cell, place)
        except InputError as error:
            place.mkdir(exist_ok=True)
            found = Found(cell, False, str(error), stop_reason=REFUSED)
        else:

            def tell(advance: Advance) -> None:
                told = self.progress.within(cell, advance)
                if told is not None:
                    watch(told)

            run = job.begin_or_resume(place, workers, tell, self._command(cell))
            if run.is_interrupted:
                raise KeyboardInterrupt
            found = measured(self.study, cell, run, workers)
        found.save(place)
        self.done[cell.number] = found

    def _job(self, cell: Cell, place: Path) -> SearchJob:
        if SearchJob.is_in(place):
            return SearchJob.load(place)
        return SearchJob(experiment_of(self.study, cell, self._start(cell)))

    def _start(self, cell: Cell) -> Solution | None:
        """The nearest neighbour's best that is a success; if none is, the nearest."""
        nearest: Path | None = None
        number = cell.before
        while number is not None:
            found = self.done[number]
            best = self.path / self.study.folder(found.cell) / BEST_FILE
            if best.is_file() and (found.is_success or nearest is None):
                nearest = best
            if found.is_success:
                break
            number = found.cell.before
        return None if nearest is None else read_solution(nearest)

    def _command(self, cell: Cell) -> str:
        """That makes the cell alone, if it follows none."""
        base, changes = self.study.base(cell).name, self.study.changes(cell)
        if cell.before is not None or base.endswith(".toml"):
            return self.command
        options = [
            f"--set {shlex.quote(_as_option(*pair))}" for pair in changes.items()
        ]
        return " ".join([f"gaitsmith optimize {base}", *options])


def _as_option(key: str, value: Any) -> str:
    text = tomli_w.dumps({"value": value}).removeprefix("value = ").strip()
    return f"{key}={text}"


class _Progress:
    """How far a study is, told from several cells at once."""

    def __init__(self, study: Study, done: int, watch: Watcher) -> None:
        self._study, self._done, self._watch = study, done, watch
        self._running: dict[int, str] = {}
        watch(self._advance(is_replayed=True))

    def _advance(self, is_replayed: bool = False) -> Advance:
        words = "; ".join(
            f"{number}: {text}" for number, text in sorted(self._running.items())
        )
        return Advance(
            "cell", self._done, self._study.count, words, is_replayed=is_replayed
        )

    def within(self, cell: Cell, advance: Advance) -> Advance | None:
        """What is told of a cell's own progress; None: nothing."""
        if advance.is_milestone:
            return None
        of = f"/{advance.total}" if advance.total else ""
        self._running[cell.number] = f"{advance.what} {advance.done}{of}"
        return self._advance()

    def note(self, found: Found) -> None:
        """A cell is done."""
        self._done += 1
        self._running.pop(found.cell.number, None)
        verdict = "success" if found.is_success else found.why
        total = found.numbers.get("objective")
        words = f"{found.cell.words}: {verdict}"
        words += "" if total is None else f" (objective {total:.4g})"
        self._watch(Advance("cell", found.cell.number, words=words, is_milestone=True))
        self._watch(self._advance())
