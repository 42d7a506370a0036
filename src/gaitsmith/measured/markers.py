"""Markers on a body, over time, with the upright axis and the way forward found.

Laboratories put y or z up and walk along any axis. Where the pelvis is above the feet
is up; where the toes are before the heels is forward.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import listed
from gaitsmith.kernels.records import Floats
from gaitsmith.measured.landmarks import SIDES, landmarks_of

PELVIS = ("left_asis", "right_asis", "left_psis", "right_psis", "sacrum")
FEET = ("left_heel", "right_heel", "left_ankle", "right_ankle", "left_toe", "right_toe")
# m, from the feet to the pelvis, of a child of one year and of a very tall man.
LEAST_LEG, LONGEST_LEG = 0.2, 1.4
LEAST_BODY, LONGEST_BODY = 0.4, 2.8  # m, from the lowest to the highest marker
UPRIGHT = 0.8  # share of the way from feet to pelvis that is along the upright axis
LEAST_FOOT = 0.04  # m, from heel to toe, along the ground
LEAST_WAY = 0.5  # m, that tells where somebody walks
ALONG_AN_AXIS = np.cos(np.radians(20.0))  # people do not walk straight
FARTHEST = 10_000.0  # m; a wrong unit is a matter for the person's size
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001}


@dataclass(frozen=True)
class Markers:
    """Markers in our axes: x forward, y to the left, z up."""

    time: Floats  # (frames,) s
    places: Mapping[str, Floats]  # (frames, 3) m, by name; NaN where one is not seen
    turn: Floats  # (3, 3) from the file's axes to ours
    notes: tuple[str, ...] = ()

    @cached_property
    def landmarks(self) -> dict[str, str]:
        """The marker of each landmark that there is."""
        return landmarks_of(self.places)

    def landmark(self, name: str) -> Floats | None:
        """(frames, 3) m of a landmark such as "right_heel"; None: there is none."""
        marker = self.landmarks.get(name)
        return None if marker is None else self.places[marker]


def upright_markers(time: Floats, raw: Mapping[str, Floats], unit: str) -> Markers:
    """Markers of a file in our axes and metres.

    Args:
        time: (frames,) s.
        raw: (frames, 3) by name, in the file's axes and unit; NaN where not seen.
        unit: that the file says: "m", "cm" or "mm".

    Raises:
        InputError: there is no marker, or their unit or axes cannot be right.
    """
    if unit not in UNITS:
        raise InputError(f"markers in {unit!r}; known are {', '.join(UNITS)}.")
    seen = {name: x * UNITS[unit] for name, x in raw.items() if np.any(np.isfinite(x))}
    if not seen:
        raise InputError("there is no marker in it that is ever seen.")
    for name, places in seen.items():
        if (far := float(np.nanmax(np.abs(places)))) > FARTHEST:
            raise InputError(f"marker {name} is {far:.3g} m away: damaged?")
    notes: list[str] = []
    if unseen := [name for name in raw if name not in seen]:
        notes.append(f"never seen, and left out: {listed(unseen)}.")
    middle = {name: np.nanmedian(x, axis=0) for name, x in seen.items()}
    landmarks = landmarks_of(seen)
    at = {landmark: middle[name] for landmark, name in landmarks.items()}
    up = _up(middle, at, unit)
    forward = _forward(seen, landmarks, up)
    if forward is None:
        notes.append(
            "where is forward is not known: no heel and toe were found, and nobody"
            " walks."
        )
        forward = np.roll(up, 1)
    turn = np.array([forward, np.cross(up, forward), up])
    _refuse_mirrored(at, turn)
    notes.insert(0, f"{_word(up)} of the file is up, {_word(forward)} is forward.")
    places = {name: x @ turn.T for name, x in seen.items()}
    return Markers(time, places, turn, tuple(notes))


def _up(middle: Mapping[str, Floats], at: Mapping[str, Floats], unit: str) -> Floats:
    """The file's axis that points up."""
    points = np.array(list(middle.values()))
    pelvis = [at[name] for name in PELVIS if name in at]
    feet = [at[name] for name in FEET if name in at]
    if not pelvis or not feet:
        extent = np.ptp(points, axis=0)
        size = float(np.max(extent))
        _check_size(size, "the markers span", (LEAST_BODY, LONGEST_BODY), unit)
        up = np.zeros(3)
        axis = int(np.argmax(extent))
        low, high = np.min(points[:, axis]), np.max(points[:, axis])
        up[axis] = 1.0 if abs(low) <= abs(high) else -1.0  # the floor is at zero
        return up
    way = np.mean(pelvis, axis=0) - np.mean(feet, axis=0)
    length = float(np.linalg.norm(way))
    _check_size(
        length, "the pelvis is above the feet by", (LEAST_LEG, LONGEST_LEG), unit
    )
    axis = int(np.argmax(np.abs(way)))
    if abs(way[axis]) < UPRIGHT * length:
        shown = ", ".join(f"{part:.2f}" for part in way)
        raise InputError(
            f"no axis is upright: the pelvis is ({shown}) m from the feet; a person"
            " must stand or walk upright, and axes must not be mixed up."
        )
    up = np.zeros(3)
    up[axis] = np.sign(way[axis])
    return up


def _check_size(size: float, what: str, limits: tuple[float, float], unit: str) -> None:
    """Complain about a person of millimetres who is said to be of metres."""
    least, most = limits
    if least <= size <= most:
        return
    fits = [
        other
        for other, factor in UNITS.items()
        if least <= size / UNITS[unit] * factor <= most
    ]
    hint = f" The numbers fit {fits[0]}." if fits else ""
    raise InputError(
        f"{what} {size:.4g} m, which must be {least:g} to {most:g} m: the file says"
        f" that markers are in {unit}.{hint}"
    )


def _forward(
    seen: Mapping[str, Floats], landmarks: Mapping[str, str], up: Floats
) -> Floats | None:
    """Where the toes are before the heels, else where the body goes; level."""
    ways: list[Floats] = []
    for side in SIDES:
        toe, heel = landmarks.get(f"{side}_toe"), landmarks.get(f"{side}_heel")
        if toe and heel and np.any(np.isfinite(both := seen[toe] - seen[heel])):
            ways.append(np.nanmean(both, axis=0))
    least = LEAST_FOOT
    if not ways:
        least = LEAST_WAY
        ways = [way for x in seen.values() if (way := _way_of(x)) is not None]
    way = np.mean(ways, axis=0) if ways else np.zeros(3)
    way = way - (way @ up) * up
    length = float(np.linalg.norm(way))
    if length < least:
        return None
    way = way / length
    axis = int(np.argmax(np.abs(way)))
    if abs(way[axis]) < ALONG_AN_AXIS:
        return way
    straight = np.zeros(3)
    straight[axis] = np.sign(way[axis])
    return straight


def _way_of(places: Floats) -> Floats | None:
    """From where a marker is first seen to where it is last seen."""
    is_seen = np.flatnonzero(np.isfinite(places).all(axis=1))
    return places[is_seen[-1]] - places[is_seen[0]] if len(is_seen) > 1 else None


def _refuse_mirrored(at: Mapping[str, Floats], turn: Floats) -> None:
    """The left side is to the left, or axes were exchanged."""
    for landmark in ("asis", "psis", "shoulder", "heel"):
        left, right = at.get(f"left_{landmark}"), at.get(f"right_{landmark}")
        if left is None or right is None:
            continue
        leftward = float(turn[1] @ (left - right))
        if leftward < 0.0:
            raise InputError(
                f"the left {landmark} is {-leftward:.2f} m to the right of the right"
                " one: two axes of the file are exchanged, one is mirrored, or left"
                " and right are."
            )
        return


def _word(axis: Floats) -> str:
    """Such as "-x"; a direction between axes by its parts."""
    place = int(np.argmax(np.abs(axis)))
    if abs(axis[place]) < 1.0 - 1e-9:
        return f"({', '.join(f'{part:.2f}' for part in axis)})"
    return ("" if axis[place] > 0 else "-") + "xyz"[place]
