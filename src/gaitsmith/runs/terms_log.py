"""terms.csv: what each best of a run cost, term by term, when it was found.

One row per improvement. It is for people and plots; nothing depends on it.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gaitsmith.runs.files import append_durably, write_atomically

GENERATION = "generation"


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
    if rows and rows[-1].generation >= generation:
        return
    row = BestTerms(generation, dict(contributions))
    append_durably(path, _line(row) if rows else _text([row]))


def read_terms(path: Path) -> list[BestTerms]:
    """Rows in their order; those that were cut off or garbled are left out."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    rows: list[BestTerms] = []
    for row in csv.DictReader(io.StringIO(text[: text.rfind("\n") + 1])):
        try:
            generation = int(row.pop(GENERATION))
            rows.append(BestTerms(generation, {k: float(row[k]) for k in row}))
        except (KeyError, TypeError, ValueError):
            continue
    return rows


def cut_terms(path: Path, generations: int) -> None:
    """Drop rows beyond `generations`, and what cannot be read."""
    rows = [row for row in read_terms(path) if row.generation <= generations]
    if path.is_file():
        write_atomically(path, _text(rows))


def _text(rows: Sequence[BestTerms]) -> str:
    if not rows:
        return ""
    header = ",".join((GENERATION, *rows[0].contributions)) + "\n"
    return header + "".join(map(_line, rows))


def _line(row: BestTerms) -> str:
    numbers = (f"{part:.8g}" for part in row.contributions.values())
    return ",".join((str(row.generation), *numbers)) + "\n"
