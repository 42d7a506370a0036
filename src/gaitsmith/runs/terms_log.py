"""terms.csv: what each best of a run cost, term by term, when it was found.

One row per improvement, see `row_log`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gaitsmith.runs.row_log import GENERATION, append_row, read_rows


@dataclass(frozen=True)
class BestTerms:
    """One row: the terms of a best."""

    generation: int
    """In which it was found."""
    contributions: dict[str, float]
    """To the objective, by term."""


def append_terms(
    path: Path, generation: int, contributions: Mapping[str, float]
) -> None:
    """Add a row; one for this generation or a later one is left as it is."""
    rows = read_terms(path)
    if not rows or rows[-1].generation < generation:
        append_row(path, {GENERATION: generation, **contributions})


def read_terms(path: Path) -> list[BestTerms]:
    """Rows in their order."""
    rows = read_rows(path)
    return [BestTerms(int(row.pop(GENERATION)), row) for row in rows]
