"""A user's own measurements as a reference: curves over the cycle, or a walk."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.fidelity import correlation
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import (
    ANGLES,
    KIND_OF,
    KINDS,
    Reference,
    human_reference,
    notes_of,
)
from gaitsmith.gait.table_file import naming
from gaitsmith.measured.emg import is_muscle
from gaitsmith.measured.walk import MeasuredGait
from gaitsmith.measured.walk_file import read_gait

LARGEST_RADIAN = 3.2  # angles that never exceed this are hardly in degrees
OPPOSITE = -0.5  # correlation with people's curve: signs are likely to be turned


def read_reference(
    path: Path, gait: str, speed: float, strikes: Sequence[float] = ()
) -> Reference:
    """The bands of a file; a spread that it lacks is borrowed from people.

    Args:
        path: see `walk_file`.
        gait: "walk" or "run": whose spread is borrowed.
        speed: m/s, of the gait that is to be scored.
        strikes: s, of the right foot, in a file over time.

    Raises:
        InputError: the file is missing or wrong; the sentence says where.
    """
    people = human_reference(gait, speed)
    found = read_gait([path], strikes, speed=speed)
    with naming(path):
        return reference_of(path.name, found, people)


def reference_of(name: str, curves: MeasuredGait, people: Reference) -> Reference:
    """Bands of what was measured, with the spread between people."""
    means = {key: x for key, x in curves.means.items() if not is_muscle(key)}
    activity = {key: x for key, x in curves.means.items() if is_muscle(key)}
    sizes = [np.max(np.abs(x)) for k, x in means.items() if k in ANGLES.names]
    if sizes and max(sizes) <= LARGEST_RADIAN:
        raise InputError(
            f"no angle is larger than {max(sizes):.3g}: these look like radians. Give"
            " degrees; an OpenSim file says inDegrees in its header."
        )
    theirs = people.bands()
    lacking = [key for key in means if key not in curves.spreads]
    borrowed = [key for key in lacking if key in theirs]
    no_spread = [key for key in lacking if key not in theirs]
    if means and len(no_spread) == len(means):
        raise InputError(
            f"the spread between {people.name} is not known for"
            f" {', '.join(no_spread)}: add it, as in a column {no_spread[0]}_sd."
        )
    bands = {
        key: Band(
            mean=mean,
            sd=curves.spreads[key] if key in curves.spreads else theirs[key].sd,
            note=curves.speed_note,
        )
        for key, mean in means.items()
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
    angles, moments, forces = (
        {
            key: bands[key + kind.suffix]
            for key in kind.names
            if key + kind.suffix in bands
        }
        for kind in KINDS
    )
    left, right = (
        {
            key: mean.mean
            for key in bands
            if (mean := getattr(curves.curves[key], side)) is not None
        }
        for side in ("left", "right")
    )
    told = tuple(dict.fromkeys(filter(None, notes)))
    return Reference(name, angles, moments, forces, told, activity, sides=(left, right))


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
