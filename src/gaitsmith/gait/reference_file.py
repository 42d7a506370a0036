"""A user's own measurements as a reference: a CSV table, or an OpenSim motion."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.gait.fidelity import correlation
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import (
    ANGLES,
    KIND_OF,
    KINDS,
    FileCurves,
    Reference,
    human_reference,
    notes_of,
)
from gaitsmith.gait.reference_motion import read_motion
from gaitsmith.gait.reference_table import read_curves
from gaitsmith.gait.table_file import naming

LARGEST = {".csv": 5_000_000, ".mot": 50_000_000, ".sto": 50_000_000}  # bytes
LARGEST_RADIAN = 3.2  # angles that never exceed this are hardly in degrees
OPPOSITE = -0.5  # correlation with people's curve: signs are likely to be turned


def read_reference(
    path: Path, gait: str, speed: float, strikes: Sequence[float] = ()
) -> Reference:
    """The bands of a file; a spread that it lacks is borrowed from people.

    Args:
        path: .csv, see `reference_table`, or .mot or .sto, see `reference_motion`.
        gait: "walk" or "run": whose spread is borrowed.
        speed: m/s, of the gait that is to be scored.
        strikes: s, of the right foot, in a .mot or .sto file that is no single cycle.

    Raises:
        InputError: the file is missing or wrong; the sentence says where.
    """
    people = human_reference(gait, speed)
    suffix = path.suffix.lower()
    if suffix not in LARGEST:
        raise InputError(f"{path}: a reference must be a .csv, .mot or .sto file.")
    is_table = suffix == ".csv"
    if is_table and strikes:
        raise InputError(
            f"{path}: strikes are for .mot and .sto files; in a .csv file the column"
            " 'percent' says where the cycle begins and ends."
        )
    text = read_text(path, LARGEST[suffix])
    with naming(path):
        curves = read_curves(text, speed) if is_table else read_motion(text, strikes)
        remedy = "" if is_table else ", or correct inDegrees in the header"
        sizes = [
            np.max(np.abs(x)) for k, x in curves.means.items() if k in ANGLES.names
        ]
        if sizes and max(sizes) <= LARGEST_RADIAN:
            raise InputError(
                f"no angle is larger than {max(sizes):.3g}: these look like radians."
                f" Give degrees{remedy}."
            )
        return _reference(path.name, curves, people)


def _reference(name: str, curves: FileCurves, people: Reference) -> Reference:
    theirs = {
        key + kind.suffix: band
        for kind in KINDS
        for key, band in getattr(people, kind.part).items()
    }
    lacking = [key for key in curves.means if key not in curves.sds]
    borrowed = [key for key in lacking if key in theirs]
    no_spread = [key for key in lacking if key not in theirs]
    if len(no_spread) == len(curves.means):
        raise InputError(
            f"the spread between {people.name} is not known for"
            f" {', '.join(no_spread)}: add it, as in a column {no_spread[0]}_sd."
        )
    bands = {
        key: Band(
            mean=mean,
            sd=curves.sds[key] if key in curves.sds else theirs[key].sd,
            note=curves.speed_note,
        )
        for key, mean in curves.means.items()
        if key not in no_spread
    }
    notes = [curves.speed_note, *curves.notes]
    if borrowed:
        notes.append(
            f"{name} does not say how people differ in {', '.join(borrowed)}: the"
            f" spread is that between {people.name}."
        )
    if no_spread:
        notes.append(
            f"{', '.join(no_spread)} left out: {name} does not say how people differ,"
            f" and the spread between {people.name} is not known."
        )
    notes += notes_of(theirs[key] for key in borrowed)
    notes += _sign_notes(bands, theirs)
    parts = {
        kind.part: {
            key: bands[key + kind.suffix]
            for key in kind.names
            if key + kind.suffix in bands
        }
        for kind in KINDS
    }
    return Reference(name, **parts, notes=tuple(dict.fromkeys(filter(None, notes))))


def _sign_notes(bands: Mapping[str, Band], theirs: Mapping[str, Band]) -> list[str]:
    """A curve that is nearly people's upside down has another sign, most likely."""
    likeness = {
        key: correlation(band.mean[:-1], theirs[key].mean[:-1])
        for key, band in bands.items()
        if key in theirs
    }
    return [
        f"{key} goes against people's (correlation {alike:.2f}): check its sign;"
        f" {KIND_OF[key].signs}."
        for key, alike in likeness.items()
        if alike < OPPOSITE
    ]
