"""Columns of numbers from a CSV file that somebody else has written."""

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gaitsmith.declarations import shown
from gaitsmith.errors import InputError
from gaitsmith.gait.text_file import finite_number, listed, read_text
from gaitsmith.kernels.records import Floats

LARGEST_FILE = 5_000_000  # bytes
COMMENT = "#"
OTHER_SEPARATORS = {"\t": "tabs", ";": "semicolons"}


@dataclass(frozen=True)
class Table:
    """The columns that were wanted, and where they are from."""

    path: Path
    columns: Mapping[str, Floats]  # (rows,) finite, by name; those that there are
    lines: Sequence[int]  # (rows,) where each row is in the file, the first line is 1
    names: Sequence[str]  # of all columns, in small letters

    def wrong(self, row: int, column: str, sentence: str) -> InputError:
        """The value of a column is not right; `sentence` says what would be."""
        value = self.columns[column][row]
        return InputError(
            f"{self.path}: line {self.lines[row]}, column '{column}': {value:g} given;"
            f" {sentence}."
        )


def read_table(path: Path, wanted: Collection[str]) -> Table:
    """The columns called as in `wanted`; the others may hold anything.

    Raises:
        InputError: this is no CSV, or a wanted column has something else than numbers.
    """
    names, rows = _cells(path)
    twice = [name for name in dict.fromkeys(names) if name and names.count(name) > 1]
    if twice:
        raise InputError(f"{path}: these columns are there twice: {listed(twice)}.")
    places = {name: k for k, name in enumerate(names) if name in wanted}
    if not places:
        _check_separator(path, names)
    if not rows:
        raise InputError(f"{path}: there is no row of numbers under the names.")
    for line, cells in rows.items():
        if len(cells) > len(names):
            raise InputError(
                f"{path}: line {line}: {len(cells)} values given for {len(names)}"
                " columns."
            )
    columns = {
        name: np.array([_value(path, line, name, row, k) for line, row in rows.items()])
        for name, k in places.items()
    }
    return Table(path, columns, list(rows), names)


def _cells(path: Path) -> tuple[list[str], dict[int, list[str]]]:
    """The names of the columns, and the cells of each row by line of the file."""
    text = io.StringIO(read_text(path, LARGEST_FILE), newline="")
    reader = csv.reader(text, strict=True)
    rows: dict[int, list[str]] = {}
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            while cells and not cells[-1]:  # spreadsheets add empty columns
                cells.pop()
            if cells:
                rows[reader.line_num] = cells
    except csv.Error as error:
        raise InputError(f"{path}: line {reader.line_num}: no CSV: {error}.") from None
    if not rows:
        raise InputError(f"{path}: the file is empty.")
    first_line = next(iter(rows))
    names = rows.pop(first_line)
    is_numbering = names[0] == COMMENT and len(names) > 1  # a column of row numbers
    if names[0].startswith(COMMENT) and not is_numbering:
        raise InputError(
            f"{path}: line {first_line} begins with '{COMMENT}'; line 1 must hold the"
            f" names of the columns, without '{COMMENT}'."
        )
    return [name.lower() for name in names], rows


def _check_separator(path: Path, names: Sequence[str]) -> None:
    """Why no column may have been found: commas are not what separates them."""
    for separator, word in OTHER_SEPARATORS.items():
        if any(separator in name for name in names):
            raise InputError(
                f"{path}: columns are separated by {word}; use commas, and points for"
                " decimals."
            )
    if len(names) == 1:
        raise InputError(
            f"{path}: one column found: {listed(names)}. Columns must be separated by"
            " commas, and decimals by points."
        )


def _value(
    path: Path, line: int, column: str, cells: Sequence[str], place: int
) -> float:
    cell = cells[place] if place < len(cells) else ""
    try:
        return finite_number(cell)
    except ValueError:
        raise InputError(
            f"{path}: line {line}, column '{column}': {shown(cell)} given; it must be a"
            " finite number such as 12.5."
        ) from None
