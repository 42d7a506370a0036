"""The folder of a search: every file name and format of it, in one place.

    experiment.toml    the resolved experiment: enough to run it again; see also `job`
    costs.csv          every candidate's cost, append-only: the run's memory
    progress.csv       one row per generation, for people and plots
    terms.csv          one row per improvement: the terms of the best, see `row_log`
    best.json          the best solution so far; at the end, the one that holds
    sturdiness.json    what the last bests hold, see `final_check`
    generation-N.json  an earlier best, if one was picked
    report.html        the page

A search is resumed by replaying costs.csv, so a kill at any moment loses at most the
generation under way. A last line that was cut off is dropped.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from gaitsmith.declarations import read_toml
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment, experiment_from_values
from gaitsmith.optimization.search import Generation
from gaitsmith.runs.files import append_durably, write_atomically
from gaitsmith.runs.job import JobFolder, require_marker
from gaitsmith.runs.row_log import append_row, cut_rows, read_rows
from gaitsmith.solution_file import BEST_FILE, EXPERIMENT_FILE

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
    guide_strength: float = 0.0
    """Factor of the guide's gains in this generation; 0: off."""
    guide_effort: float = 0.0
    """N2 m2 s, integral of the guide's squared torque in a rollout of the best."""


class RunFolder(JobFolder):
    """Reads and writes one search."""

    def __init__(self, path: Path) -> None:
        """Does not look at the disk; see `open_run`."""
        super().__init__(path)
        self.experiment_file = path / EXPERIMENT_FILE
        self.costs_file = path / "costs.csv"
        self.progress_file = path / "progress.csv"
        self.terms_file = path / "terms.csv"
        self.best_file = path / BEST_FILE
        self.report_file = path / "report.html"

    @classmethod
    def open_run(cls, path: Path) -> "RunFolder":
        """An existing run; refuses a folder that is not one."""
        require_marker(path, EXPERIMENT_FILE)
        return cls(path)

    def experiment(self) -> Experiment:
        """The run's experiment."""
        source = str(self.experiment_file)
        values = read_toml(self.experiment_file)
        how = values.get("optimizer")
        if isinstance(how, dict) and how.get("method") == "cma":
            how.setdefault("include_start", False)  # as it was before one could choose
        return experiment_from_values(values, source, self.path)

    def append_costs(self, generation: Generation) -> None:
        """Add one generation to the log."""
        text = _cost_lines(generation.number, generation.costs)
        if not self.costs_file.exists():
            text = COSTS_HEADER + text
        append_durably(self.costs_file, text)

    def read_costs(self, population: int) -> list[list[float]]:
        """Costs of all complete generations in the log; none before it exists."""
        if not self.costs_file.exists():
            return []
        text = self.costs_file.read_text(encoding="utf-8", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        if whole and not whole.startswith(COSTS_HEADER):
            raise InputError(
                f"{self.costs_file}: line 1: the header must be {COSTS_HEADER.strip()}."
            )
        costs: list[float] = []
        for number, line in enumerate(whole.split("\n")[1:-1], start=2):
            generation, candidate = divmod(len(costs), population)
            expected = f"{generation + 1},{candidate},"
            try:
                if not line.startswith(expected):
                    raise ValueError
                costs.append(float(line.removeprefix(expected)))
            except ValueError:
                raise InputError(
                    f"{self.costs_file}: line {number}: {line!r} given; expected"
                    f" {expected}COST."
                ) from None
        complete = len(costs) // population * population
        return [
            costs[start : start + population]
            for start in range(0, complete, population)
        ]

    def cut_costs(self, costs: list[list[float]]) -> None:
        """Drop what follows the last complete generation."""
        lines = [_cost_lines(n, generation) for n, generation in enumerate(costs, 1)]
        wanted = COSTS_HEADER + "".join(lines)
        if (
            not self.costs_file.exists()
            or self.costs_file.read_bytes() != wanted.encode()
        ):
            write_atomically(self.costs_file, wanted)

    def append_progress(self, row: Progress) -> None:
        """Add one row to progress.csv."""
        append_row(self.progress_file, vars(row))

    def read_progress(self) -> list[Progress]:
        """Rows of progress.csv; those that lack a column are left out."""
        return _as_progress(read_rows(self.progress_file))

    def cut_progress(self, generations: int) -> list[Progress]:
        """Drop rows beyond `generations`; return those kept."""
        return _as_progress(cut_rows(self.progress_file, generations))


def _as_progress(rows: Sequence[Mapping[str, float]]) -> list[Progress]:
    """What earlier versions have no column for is as declared."""
    found: list[Progress] = []
    names = [field.name for field in fields(Progress)]
    for row in rows:
        numbers: dict[str, Any] = {name: row[name] for name in names if name in row}
        with contextlib.suppress(KeyError, TypeError, ValueError, OverflowError):
            numbers |= {name: int(numbers[name]) for name in names[:2]}
            found.append(Progress(**numbers))
    return found


def _cost_lines(number: int, costs: Sequence[float]) -> str:
    """One generation in costs.csv; every bit of a cost is in its digits."""
    return "".join(f"{number},{i},{float(cost)!r}\n" for i, cost in enumerate(costs))
