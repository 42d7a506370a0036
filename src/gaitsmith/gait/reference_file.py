"""A user's own measurements as a reference: a CSV table, or an OpenSim motion."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gaitsmith.errors import InputError
from gaitsmith.gait.fidelity import correlation
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import Reference, human_reference, notes_of
from gaitsmith.gait.reference_curves import (
    ANGLES,
    FORCES,
    KIND_OF,
    MOMENTS,
    FileCurves,
    Kind,
    largest_value,
)
from gaitsmith.gait.reference_motion import read_motion
from gaitsmith.gait.reference_table import read_curves
from gaitsmith.gait.storage_file import SUFFIXES

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
    if suffix in SUFFIXES:
        curves = read_motion(path, strikes)
    elif suffix != ".csv":
        raise InputError(f"{path}: a reference must be a .csv, .mot or .sto file.")
    elif strikes:
        raise InputError(
            f"{path}: strikes are for .mot and .sto files; in a .csv file the column"
            " 'percent' says where the cycle begins and ends."
        )
    else:
        curves = read_curves(path, speed)
    _check_units(path, curves)
    return _reference(path, curves, people)


def _check_units(path: Path, curves: FileCurves) -> None:
    is_motion = path.suffix.lower() in SUFFIXES
    header = ", or correct inDegrees in the header" if is_motion else ""
    size = largest_value(curves.means, ANGLES)
    if any(key in ANGLES.keys for key in curves.means) and size <= LARGEST_RADIAN:
        raise InputError(
            f"{path}: no angle is larger than {size:.3g}: these look like radians."
            f" Give degrees{header}."
        )


def _reference(path: Path, curves: FileCurves, people: Reference) -> Reference:
    people_of = _by_key(people)
    no_spread = [
        key for key in curves.means if key not in curves.sds and key not in people_of
    ]
    means = {key: x for key, x in curves.means.items() if key not in no_spread}
    borrowed = [key for key in means if key not in curves.sds]
    if not means:
        raise InputError(
            f"{path}: the spread between {people.name} is not known for"
            f" {', '.join(no_spread)}: add it, as in a column {no_spread[0]}_sd."
        )
    bands = {
        key: Band(
            mean=mean,
            sd=curves.sds[key] if key in curves.sds else people_of[key].sd,
            note=curves.speed_note,
        )
        for key, mean in means.items()
    }
    notes = [curves.speed_note] if curves.speed_note else []
    notes += curves.notes
    notes += _spread_notes(path, people, borrowed, no_spread)
    notes += notes_of(people_of[key] for key in borrowed)
    notes += _sign_notes(bands, people_of)
    return Reference(
        name=path.name,
        angles=_of_kind(ANGLES, bands),
        moments=_of_kind(MOMENTS, bands),
        forces=_of_kind(FORCES, bands),
        notes=tuple(dict.fromkeys(notes)),
    )


def _by_key(reference: Reference) -> dict[str, Band]:
    """The bands as a file calls them."""
    parts = (
        (ANGLES, reference.angles),
        (MOMENTS, reference.moments),
        (FORCES, reference.forces),
    )
    return {
        name + kind.suffix: band
        for kind, bands in parts
        for name, band in bands.items()
    }


def _of_kind(kind: Kind, bands: Mapping[str, Band]) -> dict[str, Band]:
    return {
        name: bands[key]
        for name, key in zip(kind.names, kind.keys, strict=True)
        if key in bands
    }


def _spread_notes(
    path: Path, people: Reference, borrowed: Sequence[str], no_spread: Sequence[str]
) -> list[str]:
    notes: list[str] = []
    if borrowed:
        notes.append(
            f"{path.name} does not say how people differ in {', '.join(borrowed)}: the"
            f" spread is that between {people.name}."
        )
    if no_spread:
        notes.append(
            f"{', '.join(no_spread)} left out: {path.name} does not say how people"
            f" differ, and the spread between {people.name} is not known."
        )
    return notes


def _sign_notes(bands: Mapping[str, Band], people_of: Mapping[str, Band]) -> list[str]:
    """A curve that is nearly people's upside down has another sign, most likely."""
    notes: list[str] = []
    for key, band in bands.items():
        if key not in people_of:
            continue
        likeness = correlation(band.mean[:-1], people_of[key].mean[:-1])
        if likeness < OPPOSITE:
            notes.append(
                f"{key} goes against people's (correlation {likeness:.2f}): check its"
                f" sign; {KIND_OF[key].signs}."
            )
    return notes
