"""Markers from a .trc file, as Motion Analysis and OpenSim write them."""

import math

import numpy as np

from gaitsmith.declarations import shown
from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import listed
from gaitsmith.measured.markers import UNITS, Markers, upright_markers

NAMES_LINE = 3  # counted from 0: Frame#, Time, and every third cell a marker
FIRST_ROW = 5
DIMENSIONS = 3
MOST_MARKERS = 1000


def read_trc(text: str) -> Markers:
    """Markers in our axes and metres; a marker at exactly 0, 0, 0 was not seen.

    Raises:
        InputError: this is no such file, or a damaged one; the sentence says where.
    """
    lines = text.splitlines()
    if not lines or not lines[0].lower().startswith("pathfiletype"):
        raise InputError("this is no .trc file: it does not begin with PathFileType.")
    if len(lines) <= FIRST_ROW:
        raise InputError("the file is cut short: there is no row of numbers.")
    header = dict(zip(lines[1].lower().split(), lines[2].lower().split(), strict=False))
    unit = header.get("units", "")
    if unit not in UNITS:
        raise InputError(
            f"line 3: Units {shown(unit)} given; it must be one of {', '.join(UNITS)}."
        )
    cells = [cell.strip() for cell in lines[NAMES_LINE].split("\t")]
    if len(cells) < 3 or cells[1].lower() != "time":
        raise InputError("line 4: it must hold Frame#, Time and the names of markers.")
    names = [cell for cell in cells[2:] if cell]
    if not names:
        raise InputError("there is no marker in it.")
    if len(names) > MOST_MARKERS:
        raise InputError(f"{len(names)} markers; at most {MOST_MARKERS} are read.")
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise InputError(f"these markers are there twice: {listed(twice)}.")
    rows = [
        _row(line, number, len(names))
        for number, line in enumerate(lines[FIRST_ROW:], start=FIRST_ROW + 1)
        if line.strip()
    ]
    if not rows:
        raise InputError("the file is cut short: there is no row of numbers.")
    declared = header.get("numframes", "")
    if declared.isdigit() and int(declared) != len(rows):
        raise InputError(
            f"the header says {declared} frames, but there are {len(rows)}: the file is"
            " cut short, or its NumFrames is wrong."
        )
    table = np.array(rows)
    time = table[:, 0]
    falls = np.flatnonzero(np.diff(time) <= 0.0)
    if len(falls):
        raise InputError(
            f"time falls or stands still after {time[falls[0]]:g} s; it must rise."
        )
    places = table[:, 1:].reshape(len(rows), len(names), DIMENSIONS)
    places[np.all(places == 0.0, axis=2)] = np.nan
    return upright_markers(
        time, {name: places[:, k] for k, name in enumerate(names)}, unit
    )


def _row(line: str, number: int, num_markers: int) -> list[float]:
    """Time and places; an empty cell is NaN, as are those that a row lacks."""
    cells = line.rstrip("\r\n").split("\t")
    wanted = 2 + DIMENSIONS * num_markers
    while len(cells) > wanted and not cells[-1].strip():
        cells.pop()
    if len(cells) > wanted:
        raise InputError(
            f"line {number}: {len(cells)} values given; {num_markers} markers have"
            f" {wanted}, with the frame's number and the time."
        )
    values: list[float] = []
    for cell in cells[1:]:
        try:
            values.append(float(cell) if cell.strip() else math.nan)
        except ValueError:
            raise InputError(
                f"line {number}: {shown(cell)} given; it must be a number or empty."
            ) from None
    if not values or not math.isfinite(values[0]):
        raise InputError(f"line {number}: the time is missing.")
    bad = [value for value in values if math.isinf(value)]
    if bad:
        raise InputError(f"line {number}: {bad[0]} given; it must be a finite number.")
    return values + [math.nan] * (wanted - 1 - len(values))
