"""OpenSim's motion and storage files (.mot, .sto): columns of numbers over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from gaitsmith.declarations import shown
from gaitsmith.errors import InputError
from gaitsmith.gait.text_file import listed, number, read_text
from gaitsmith.kernels.records import Floats

SUFFIXES = (".mot", ".sto")
LARGEST_FILE = 50_000_000  # bytes
END_OF_HEADER = "endheader"
SIMM_ROWS = "datarows"
YES_AND_NO = {"yes": True, "y": True, "no": False, "n": False}


@dataclass(frozen=True)
class Storage:
    """A table over time."""

    time: Floats  # (rows,) s, never falling
    columns: Mapping[str, Floats]  # (rows,) by label, without the time; NaN may occur
    in_degrees: bool  # angles are in degrees, not in radians
    lines: tuple[int, ...]  # (rows,) where each row is in the file, the first line is 1


def read_storage(path: Path) -> Storage:
    """Read a file of OpenSim's version 1 or 3, or of SIMM, from which those come.

    Without `inDegrees` in the header angles are in radians, and in degrees in SIMM's
    files, which have no version: so OpenSim takes them too.

    Raises:
        InputError: this is no such file, or a damaged one.
    """
    lines = [line.strip() for line in read_text(path, LARGEST_FILE).splitlines()]
    end = next((i for i, x in enumerate(lines) if x.lower() == END_OF_HEADER), None)
    if end is None:
        raise InputError(
            f"{path}: this is no OpenSim file: no line of it says '{END_OF_HEADER}'."
        )
    header = _header(lines[:end])
    filled = [i for i in range(end + 1, len(lines)) if lines[i]]
    if not filled:
        raise InputError(f"{path}: no line with names of columns after the header.")
    labels = _labels(path, lines[filled[0]])
    rows = filled[1:]
    _check_header(path, header, len(rows))
    table = np.array([_row(path, i + 1, lines[i], labels) for i in rows])
    columns = {label: table[:, k] for k, label in enumerate(labels)}
    line_numbers = tuple(i + 1 for i in rows)
    time = columns.pop(labels[0])
    _check_time(path, time, line_numbers)
    return Storage(time, columns, _in_degrees(path, header), line_numbers)


def _header(lines: Sequence[str]) -> dict[str, str]:
    """Values by key, in small letters: `nRows=5`, or `datarows 5` in SIMM's files."""
    header: dict[str, str] = {}
    for line in lines:
        key, _, value = line.lower().partition("=")
        if key.startswith(SIMM_ROWS):
            key, value = SIMM_ROWS, key.removeprefix(SIMM_ROWS)
        header[key.strip()] = value.strip()
    return header


def _check_header(path: Path, header: Mapping[str, str], num_rows: int) -> None:
    kind = header.get("datatype", "double")
    if kind != "double":
        raise InputError(f"{path}: DataType={kind} is not read, only DataType=double.")
    for key in ("nrows", SIMM_ROWS):
        declared = header.get(key)
        if declared is not None and declared != str(num_rows):
            raise InputError(
                f"{path}: the header says {shown(declared)} rows, but there are"
                f" {num_rows}: the file is cut short, or its nRows is wrong."
            )
    if num_rows < 2:
        raise InputError(f"{path}: rows of numbers: {num_rows}; at least 2 are needed.")


def _in_degrees(path: Path, header: Mapping[str, str]) -> bool:
    word = header.get("indegrees")
    if word is None:
        return "version" not in header
    if word not in YES_AND_NO:
        raise InputError(
            f"{path}: inDegrees={shown(word)} given; it must be yes or no."
        )
    return YES_AND_NO[word]


def _labels(path: Path, line: str) -> list[str]:
    """The names of the columns, the time first."""
    # A label may hold spaces where tabs are between the labels.
    parts = line.split("\t") if "\t" in line else line.split()
    labels = [part.strip() for part in parts]
    if labels[0].lower() != "time":
        raise InputError(
            f"{path}: the first column must be 'time'; found: {listed(labels)}."
        )
    twice = [label for label in dict.fromkeys(labels) if labels.count(label) > 1]
    if twice:
        raise InputError(f"{path}: these columns are there twice: {listed(twice)}.")
    return labels


def _row(path: Path, line_number: int, line: str, labels: Sequence[str]) -> list[float]:
    cells = line.split()
    if len(cells) != len(labels):
        raise InputError(
            f"{path}: line {line_number}: {len(cells)} values given for"
            f" {len(labels)} columns."
        )
    values: list[float] = []
    for label, cell in zip(labels, cells, strict=True):
        try:
            values.append(number(cell))
        except ValueError:
            raise InputError(
                f"{path}: line {line_number}, column '{listed([label])}':"
                f" {shown(cell)} given; it must be a number such as 12.5."
            ) from None
    return values


def _check_time(path: Path, time: Floats, lines: Sequence[int]) -> None:
    for i, (before, now) in enumerate(pairwise([-np.inf, *time.tolist()])):
        if not (before <= now < np.inf):
            raise InputError(
                f"{path}: line {lines[i]}, column 'time': {now:g} given; time must"
                " not fall from row to row."
            )
