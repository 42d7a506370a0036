"""Reads a run folder that another process writes; it locks and writes nothing.

Every file there is replaced as a whole or appended to, so a reader finds a state that
was true a moment ago.
"""

import math
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gaitsmith.adaptation.chain import ChainJob
from gaitsmith.adaptation.varying import value_at
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.stopping import stop_reason
from gaitsmith.runs.folder import Progress, RunFolder
from gaitsmith.runs.row_log import BestTerms, read_terms
from gaitsmith.runs.solution import Solution, read_solution

LEAST_SILENCE = 60.0  # s without news before that is worth a word
SILENT_GENERATIONS = 10.0  # generations that a search could have made meanwhile

Signature = tuple[int, int, int]


@dataclass(frozen=True)
class RunState:
    """What a run folder says now."""

    name: str
    """Of the experiment; of a chain, with the stage that is under way."""
    phase: str
    """Waiting, running, finished or silent, in a sentence."""
    rows: tuple[Progress, ...]
    best: Solution | None
    terms: tuple[BestTerms, ...]
    """Of every best so far, in order."""


class RunReader:
    """Looks at one run, or at the last stage of a chain, again and again."""

    def __init__(self, path: Path) -> None:
        """Refuse a folder that is neither a run nor a chain."""
        self._path = path
        self._is_chain = ChainJob.is_in(path)
        if not self._is_chain:
            RunFolder.open_run(path)

    def read(self) -> RunState:
        """What the folder says now; only what has changed is read anew."""
        folder = self._current()
        if folder is None:
            name, phase = self._path.name, "Waiting for the first stage."
            return RunState(name, phase, (), None, ())
        experiment = _experiment(folder.path)
        rows = tuple(folder.read_progress())
        return RunState(
            name=self._title(folder, experiment),
            phase=self._phase(folder, experiment, rows),
            rows=rows,
            best=_solution(folder.best_file, _signature(folder.best_file)),
            terms=tuple(read_terms(folder.terms_file)),
        )

    def _current(self) -> RunFolder | None:
        """The run itself, or the last stage of the chain; None before there is one."""
        if not self._is_chain:
            return RunFolder(self._path)
        stages = [RunFolder(place) for place in sorted(self._path.glob("stage-*"))]
        begun = [stage for stage in stages if stage.experiment_file.is_file()]
        return begun[-1] if begun else None

    def _title(self, folder: RunFolder, experiment: Experiment) -> str:
        if not self._is_chain:
            return experiment.name
        key = ChainJob.read_request(self._path).key
        return f"{folder.path.name}: {key} = {value_at(experiment.as_dict(), key)}"

    def _phase(
        self, folder: RunFolder, experiment: Experiment, rows: tuple[Progress, ...]
    ) -> str:
        if not rows:
            return "Waiting for the first generation."
        last = rows[-1]
        # What was found with more of the guide no longer counts.
        present = [row for row in rows if row.guide_strength == last.guide_strength]
        since = next(row.generation for row in present if row.best <= last.best)
        spec = experiment.search.optimizer
        reason = stop_reason(
            spec,
            last.generation,
            since,
            last.best,
            math.inf,
            experiment.search.withdrawal is None or last.guide_strength == 0.0,
        )
        if reason is not None:
            return f"Finished. {reason.value}"
        silence = _age(folder.progress_file)
        usual = SILENT_GENERATIONS * last.seconds / last.generation
        if silence > max(LEAST_SILENCE, usual):
            return (
                f"No news for {silence / 60.0:.0f} minutes: converged or stopped."
                f" Resume it with: gaitsmith resume {self._path}"
            )
        words = f"Running: generation {last.generation} of {spec.max_generations}"
        if last.guide_strength:
            words += f", guided with a strength of {last.guide_strength:.2g}"
        return words + "."


@lru_cache(maxsize=1)
def _experiment(path: Path) -> Experiment:
    return RunFolder(path).experiment()


@lru_cache(maxsize=1)
def _solution(file: Path, signature: Signature | None) -> Solution | None:
    return read_solution(file) if signature is not None else None


def _signature(file: Path) -> Signature | None:
    """Another one if the file was replaced; None if there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _age(file: Path) -> float:
    """Time [s] since the file was written."""
    try:
        return time.time() - file.stat().st_mtime
    except FileNotFoundError:
        return 0.0
