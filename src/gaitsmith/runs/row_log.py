"""Tables of a run that grow row by row: numbers by column, for people and plots.

A row that was cut off or garbled is left out; nothing depends on it.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gaitsmith.runs.files import append_durably, write_atomically

Row = Mapping[str, float]
GENERATION = "generation"  # a column of every table


def append_row(path: Path, row: Row) -> None:
    """Add a row; the first one brings the names of the columns."""
    is_new = not path.is_file() or not path.stat().st_size
    append_durably(path, _text([row]) if is_new else _line(row))


def read_rows(path: Path) -> list[dict[str, float]]:
    """Rows in their order."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    rows: list[dict[str, float]] = []
    for cells in csv.DictReader(io.StringIO(text[: text.rfind("\n") + 1])):
        try:
            row = {name: float(cell) for name, cell in cells.items()}
            int(row[GENERATION])
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
        rows.append(row)
    return rows


def cut_rows(path: Path, generations: int) -> list[dict[str, float]]:
    """Drop rows beyond `generations`, and what cannot be read; return those kept."""
    rows = [row for row in read_rows(path) if row[GENERATION] <= generations]
    if path.is_file():
        write_atomically(path, _text(rows))
    return rows


def _text(rows: Sequence[Row]) -> str:
    header = [",".join(rows[0]) + "\n"] if rows else []
    return "".join([*header, *map(_line, rows)])


def _line(row: Row) -> str:
    return ",".join(f"{number:.8g}" for number in row.values()) + "\n"


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
