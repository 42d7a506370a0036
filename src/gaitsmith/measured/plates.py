"""Ground forces of plates, and which foot is on which."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import ColumnFile
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.markers import Markers

ON, OFF = 20.0, 10.0  # N: a foot is on a plate from the first until the second
SHORTEST = 0.1  # s; what is on a plate for less is no step
LEAST_APART = 0.03  # m, to the side, between two feet
NEAREST = 0.25  # m, from the centre of pressure to the foot that makes it
# x forward, y up, z to the right, as in OpenSim's files; ours: forward, left, up.
OF_OPENSIM = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
COLUMN = re.compile(r"^(?P<plate>.*?)(?P<kind>[vp])(?P<axis>[xyz])$")
NAMED_SIDE = re.compile(r"(?:^|_)(?P<side>r|right|l|left)(?:_|$)")


@dataclass(frozen=True)
class Plate:
    """What pushes up on whoever stands on it; x forward, y to the left, z up."""

    name: str
    time: Floats  # (samples,) s
    force: Floats  # (samples, 3) N
    place: Floats  # (samples, 3) m, the centre of pressure
    side: int | None = None  # LEFT, RIGHT; None: not told


@dataclass(frozen=True)
class GroundForces:
    """Of each foot."""

    time: Floats  # (samples,) s
    feet: tuple[Floats, Floats]  # (samples, 3) N, left and right; 0 in the air
    notes: tuple[str, ...]

    def covers(self, span: tuple[float, float]) -> bool:
        """Whether a time from begin to end [s] is in it."""
        return bool(self.time[0] <= span[0] and span[1] <= self.time[-1])


def plates_of_table(table: ColumnFile) -> tuple[Plate, ...]:
    """The plates of an OpenSim file of ground forces; none if it has none."""
    groups: dict[str, dict[str, str]] = {}
    for name in table.names:
        if (match := COLUMN.match(name)) and "force" in name.lower():
            key = match["kind"] + match["axis"]
            groups.setdefault(match["plate"], {})[key] = name
    found: list[Plate] = []
    for name, columns in groups.items():
        if not {"vx", "vy", "vz"} <= set(columns):
            continue
        force = _vectors(table, [columns[f"v{axis}"] for axis in "xyz"])
        has_place = {"px", "py", "pz"} <= set(columns)
        place = (
            _vectors(table, [columns[f"p{axis}"] for axis in "xyz"])
            if has_place
            else np.full_like(force, np.nan)
        )
        side = NAMED_SIDE.search(name.strip("_").lower())
        found.append(
            Plate(
                name.strip("_"),
                table.columns["time"],
                force @ OF_OPENSIM.T,
                place @ OF_OPENSIM.T,
                None if side is None else RIGHT if side["side"][0] == "r" else LEFT,
            )
        )
    return tuple(found)


def _vectors(table: ColumnFile, names: Sequence[str]) -> Floats:
    for name in names:
        values = table.columns[name]
        table.refuse(name, ~np.isfinite(values), "it must be a finite number")
    return np.column_stack([table.columns[name] for name in names])


def forces_of_feet(plates: Sequence[Plate], markers: Markers | None) -> GroundForces:
    """Sum the plates' forces by foot.

    Whose foot is on a plate is told by the plate's name, else by the foot's marker
    nearest to the centre of pressure, else by which is more to the left.

    Raises:
        InputError: there is no force, it does not push up, or feet cannot be told.
    """
    time = plates[0].time
    notes: list[str] = []
    upright = [_upright(plate, notes) for plate in plates]
    feet = np.zeros((2, len(time), 3))
    touches = [
        (plate, begin, end) for plate in upright for begin, end in stances(plate)
    ]
    if not touches:
        raise InputError(
            f"no foot is on a force plate: no vertical force stays above {ON:g} N for"
            f" {SHORTEST:g} s."
        )
    middle = np.mean([_leftward(plate, begin, end) for plate, begin, end in touches])
    for plate, begin, end in touches:
        side = plate.side
        if side is None and markers is not None:
            side = _nearest_foot(plate, begin, end, markers)
        if side is None:
            side = _more_to_one_side(plate, begin, end, float(middle))
        feet[side, begin:end] += plate.force[begin:end]
    return GroundForces(time, (feet[LEFT], feet[RIGHT]), tuple(dict.fromkeys(notes)))


def stances(plate: Plate) -> Iterator[tuple[int, int]]:
    """First and last sample of each time that a foot is on the plate."""
    load = plate.force[:, 2]
    yield from loaded(plate.time, load)


def loaded(time: Floats, load: Floats) -> Iterator[tuple[int, int]]:
    """Spans from above ON to below OFF [N] that last long enough, or are cut off."""
    is_on = False
    edges: list[int] = []
    for sample, value in enumerate(load.tolist()):
        if (value >= ON) if not is_on else (value < OFF):
            is_on = not is_on
            edges.append(sample)
    if is_on:
        edges.append(len(load))
    for begin, end in list(pairwise(edges))[::2]:
        is_cut = begin == 0 or end == len(load)
        if is_cut or time[end - 1] - time[begin] >= SHORTEST:
            yield begin, end


def _upright(plate: Plate, notes: list[str]) -> Plate:
    """The plate with forces that push up."""
    force = np.nan_to_num(plate.force)
    peaks = np.max(np.abs(force), axis=0)
    if peaks[2] < ON:
        return Plate(plate.name, plate.time, force, plate.place, plate.side)
    if peaks[2] < max(peaks[0], peaks[1]):
        raise InputError(
            f"{plate.name}: the largest force is level ({max(peaks[:2]):.0f} N), the"
            f" upright one {peaks[2]:.0f} N: axes of the forces are exchanged."
        )
    up = float(np.sum(force[:, 2]))
    if up < 0.0:
        notes.append(f"{plate.name} counts what presses down: its sign was turned.")
        force = -force
    return Plate(plate.name, plate.time, force, plate.place, plate.side)


def _leftward(plate: Plate, begin: int, end: int) -> float:
    """Mean place [m] to the left, weighted by load."""
    load, place = plate.force[begin:end, 2], plate.place[begin:end, 1]
    good = np.isfinite(place) & (load > 0.0)
    return float(np.average(place[good], weights=load[good])) if good.any() else np.nan


def _nearest_foot(plate: Plate, begin: int, end: int, markers: Markers) -> int | None:
    centre = (plate.time[begin] + plate.time[end - 1]) / 2.0
    here = plate.place[begin + (end - begin) // 2, :2]
    ways: dict[int, float] = {}
    for side, word in ((LEFT, "left"), (RIGHT, "right")):
        marks = [markers.landmark(f"{word}_{part}") for part in ("heel", "toe")]
        places = [
            _at(markers.time, one[:, :2], centre) for one in marks if one is not None
        ]
        if places:
            ways[side] = float(np.linalg.norm(np.mean(places, axis=0) - here))
    good = {side: way for side, way in ways.items() if way < NEAREST}
    return min(good, key=good.__getitem__) if good else None


def _at(time: Floats, values: Floats, moment: float) -> Floats:
    return np.array([np.interp(moment, time, column) for column in values.T])


def _more_to_one_side(plate: Plate, begin: int, end: int, middle: float) -> int:
    off = _leftward(plate, begin, end) - middle
    if not abs(off) >= LEAST_APART / 2.0:
        raise InputError(
            f"{plate.name}: whose foot is on it cannot be told; put r or l into the"
            " names of its columns, or add a file of markers."
        )
    return LEFT if off > 0.0 else RIGHT
