"""Columns of numbers as text: CSV, and OpenSim's .mot and .sto, read and written.

What is read may be anybody's: what is wrong is told with its line and column, and
whoever has opened the file adds which one it is (`naming`).
"""

import csv
import io
import math
import re
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gaitsmith.declarations import shown
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Flags, Floats

DIGITS = 10  # significant, of what is written; more than OpenSim's own tools write
MOST_NAMES, LONGEST_NAME = 20, 60  # columns named in a message, and letters of each
COMMENT = "#"
END_OF_HEADER = "endheader"
SIMM_ROWS = "datarows"
YES_AND_NO = {"yes": True, "y": True, "no": False, "n": False}


@dataclass(frozen=True)
class ColumnFile:
    """Columns of a file, and where they stand in it."""

    names: Sequence[str]  # of all columns
    columns: Mapping[str, Floats]  # (rows,) by name; those that were wanted
    lines: Sequence[int]  # (rows,) where each row is in the file, the first line is 1
    in_degrees: bool = True  # of OpenSim's files: no radians
    twice: tuple[str, ...] = ()  # names of an OpenSim file that several columns have

    def refuse(self, column: str, wrong: Flags, sentence: str, unit: str = "") -> None:
        """Complain about the first wrong value of a column, if there is one.

        Args:
            column: its name.
            wrong: (rows,) which values are.
            sentence: says what would be right.
            unit: of the value, with a space before it.

        Raises:
            InputError: some value is wrong.
        """
        for row in np.flatnonzero(wrong)[:1]:
            raise InputError(
                f"line {self.lines[row]}, column '{column}':"
                f" {self.columns[column][row]:g}{unit} given; {sentence}."
            )


@contextmanager
def naming(path: Path) -> Generator[None]:
    """Put the name of a file before whatever is wrong with it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def read_csv(text: str, wanted: Collection[str]) -> ColumnFile:
    """The columns called as in `wanted`, in small letters; others may hold anything.

    Raises:
        InputError: this is no CSV, or a wanted column holds other than finite numbers.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: dict[int, list[str]] = {}
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            while cells and not cells[-1]:  # spreadsheets add empty columns
                cells.pop()
            if cells:
                rows[reader.line_num] = cells
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}: no CSV: {error}.") from None
    if not rows:
        raise InputError("the file is empty.")
    first = min(rows)
    names = [name.lower() for name in rows.pop(first)]
    is_numbering = names[0] == COMMENT and len(names) > 1  # a column of row numbers
    if names[0].startswith(COMMENT) and not is_numbering:
        raise InputError(
            f"line {first} begins with '{COMMENT}'; line 1 must hold the names of the"
            f" columns, without '{COMMENT}'."
        )
    if not set(names) & set(wanted):
        _check_separator(names)
    if not rows:
        raise InputError("there is no row of numbers under the names.")
    filled = {line: row + [""] * (len(names) - len(row)) for line, row in rows.items()}
    return _table(names, filled, wanted, is_finite=True)


def read_storage(text: str) -> ColumnFile:
    """All columns of a .mot or .sto file, `time` [s, never falling] among them.

    SIMM writes several columns of the same name: those are left out, and named.

    Of OpenSim's version 1 or 3, or of SIMM, from which those come. Without `inDegrees`
    in the header angles are in radians, and in degrees in SIMM's files, which have no
    version: so OpenSim takes them too. Values may be NaN.

    Raises:
        InputError: this is no such file, or a damaged one.
    """
    lines = [line.strip() for line in text.splitlines()]
    if not any(lines):
        raise InputError("the file is empty.")
    ends = [i for i, line in enumerate(lines) if line.lower() == END_OF_HEADER]
    if not ends:
        raise InputError(
            f"this is no OpenSim file: no line of it says '{END_OF_HEADER}'."
        )
    filled = [i for i in range(ends[0] + 1, len(lines)) if lines[i]]
    if not filled:
        raise InputError("no line with names of columns after the header.")
    in_degrees = _storage_header(lines[: ends[0]], len(filled) - 1)
    line = lines[filled[0]]
    # A name may hold spaces where tabs are between the names.
    names = [part.strip() for part in line.split("\t" if "\t" in line else None)]
    if names[0].lower() != "time":
        raise InputError(f"the first column must be 'time'; found: {listed(names)}.")
    names[0] = "time"
    rows = {i + 1: lines[i].split() for i in filled[1:]}
    twice = tuple(name for name in dict.fromkeys(names) if names.count(name) > 1)
    wanted = [name for name in names if name not in twice]
    table = _table(names, rows, wanted, is_finite=False)
    table = ColumnFile(wanted, table.columns, table.lines, in_degrees, twice)
    if "time" in twice:
        raise InputError("these columns are there twice: time.")
    time = table.columns["time"]
    rises = (np.append(-np.inf, time[:-1]) <= time) & (time < np.inf)
    table.refuse("time", ~rises, "time must not fall from row to row")
    return table


def as_csv(columns: Mapping[str, Floats]) -> str:
    """Columns of numbers as CSV, their names in the first line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(_cells(columns))
    return text.getvalue()


def as_storage(title: str, columns: Mapping[str, Floats], in_degrees: bool) -> str:
    """Columns of numbers, `time` [s] first, as a file of OpenSim's version 1."""
    rows = _cells(columns)
    lines = [
        re.sub(r"[^\w ./,()-]", "_", title),  # with "=" it would be read as a setting
        "version=1",
        f"nRows={len(rows)}",
        f"nColumns={len(columns)}",
        f"inDegrees={'yes' if in_degrees else 'no'}",
        END_OF_HEADER,
        "\t".join(re.sub(r"\s", "_", name) for name in columns),
        *("\t".join(row) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def listed(names: Iterable[str]) -> str:
    """Names of columns for a message: not too many, none too long, all on one line."""
    plain = ["".join(x if x.isprintable() else "?" for x in name) for name in names]
    most = LONGEST_NAME
    short = [x if len(x) <= most else x[: most - 3] + "..." for x in plain]
    more = len(short) - MOST_NAMES
    return ", ".join(short[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _cells(columns: Mapping[str, Floats]) -> list[list[str]]:
    """The rows under the names; adding zero: no negative zeros."""
    table = np.column_stack(list(columns.values())) + 0.0
    return [[f"{value:.{DIGITS}g}" for value in row] for row in table]


def _table(
    names: Sequence[str],
    rows: Mapping[int, Sequence[str]],
    wanted: Collection[str],
    is_finite: bool,
) -> ColumnFile:
    """The wanted columns, from cells by line."""
    twice = [name for name in dict.fromkeys(wanted) if names.count(name) > 1]
    if twice:
        raise InputError(f"these columns are there twice: {listed(twice)}.")
    places = {name: k for k, name in enumerate(names) if name in wanted}
    kind = "finite number" if is_finite else "number"
    values: list[float] = []
    for line, cells in rows.items():
        if len(cells) != len(names):
            raise InputError(
                f"line {line}: {len(cells)} values given for {len(names)} columns."
            )
        for name, place in places.items():
            value = _number(cells[place])
            if value is None or (is_finite and not math.isfinite(value)):
                raise InputError(
                    f"line {line}, column '{listed([name])}': {shown(cells[place])}"
                    f" given; it must be a {kind} such as 12.5."
                )
            values.append(value)
    table = np.array(values).reshape(len(rows), len(places))
    columns = {name: table[:, k] for k, name in enumerate(places)}
    return ColumnFile(names, columns, tuple(rows))


def _number(cell: str) -> float | None:
    """Maybe NaN or infinite; Python's 1_000 is none in a file."""
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None


def _check_separator(names: Sequence[str]) -> None:
    """Why no column may have been found: commas are not what separates them."""
    for separator, word in (("\t", "tabs"), (";", "semicolons")):
        if any(separator in name for name in names):
            raise InputError(
                f"columns are separated by {word}; use commas, and points for decimals."
            )
    if len(names) == 1:
        raise InputError(
            f"one column found: {listed(names)}. Columns must be separated by commas,"
            " and decimals by points."
        )


def _storage_header(lines: Sequence[str], num_rows: int) -> bool:
    """Whether in degrees; checks `nRows=5`, or `datarows 5` in SIMM's files."""
    header: dict[str, str] = {}
    for line in lines:
        key, _, value = line.lower().partition("=")
        if key.startswith(SIMM_ROWS):
            key, value = SIMM_ROWS, key.removeprefix(SIMM_ROWS)
        header[key.strip()] = value.strip()
    kind = header.get("datatype", "double")
    if kind != "double":
        raise InputError(f"DataType={kind} is not read, only DataType=double.")
    for declared in (header.get("nrows"), header.get(SIMM_ROWS)):
        if declared not in (None, str(num_rows)):
            raise InputError(
                f"the header says {shown(declared)} rows, but there are {num_rows}: the"
                " file is cut short, or its nRows is wrong."
            )
    if num_rows < 2:
        raise InputError(f"rows of numbers: {num_rows}; at least 2 are needed.")
    word = header.get("indegrees", "no" if "version" in header else "yes")
    if word not in YES_AND_NO:
        raise InputError(f"inDegrees={shown(word)} given; it must be yes or no.")
    return YES_AND_NO[word]
