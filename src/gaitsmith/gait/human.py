"""How people walk and run: bands of mean and standard deviation, by speed.

The tables and their sources are in the folder `human` beside this file. Angles are in
degrees (hip and knee flexion +, dorsiflexion +, thigh forward +, toes up +), moments in
N m per kg of body mass (hip and knee extension +, plantarflexion +), forces in body
weights (up +, forward +, toward the midline +).
"""

import csv
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from gaitsmith.errors import unknown_name
from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.kernels.records import Floats

VERBS = {"walk": "walking", "run": "running"}
# The spread between people vanishes in swing; a score must not be divided by it.
LEAST_MOMENT_SD = 0.05  # N m/kg
LEAST_FORCE_SD = 0.02  # body weights


@dataclass(frozen=True)
class Band:
    """A curve over the cycle, 0 % at the strike of the same foot, of many people."""

    mean: Floats  # (101,)
    sd: Floats  # (101,) between people
    note: str = ""
    """Why it is not quite what was asked for; empty if it is."""


@dataclass(frozen=True)
class NormativeFigure:
    """A number that describes a gait, of many people."""

    mean: float
    sd: float  # between people
    unit: str
    note: str = ""
    """Why it is not quite what was asked for; empty if it is."""


@dataclass(frozen=True)
class MetabolicCost:
    """What a published formula says that a gait costs."""

    power: float  # W per kg of body mass
    per_distance: float  # J per kg and m
    note: str = ""
    """Why it is not quite what was asked for; empty if it is."""


def angles(gait: str, speed: float) -> dict[str, Band]:
    """Degrees, of a "walk" or "run" [m/s]: hip, knee, ankle; a walk's thigh and foot.

    `foot` was not measured but follows from the others: thigh - knee + ankle. Its
    spread is that of a sum of independent angles, which is more than people have. Flat
    on the ground, at 20 to 30 % of the cycle, it is zero within 2 degrees.
    """
    bands = _bands(gait, "angles", speed, 0.0)
    if "thigh" in bands:
        thigh, knee, ankle = (bands[name] for name in ("thigh", "knee", "ankle"))
        bands["foot"] = Band(
            mean=thigh.mean - knee.mean + ankle.mean,
            sd=np.sqrt(thigh.sd**2 + knee.sd**2 + ankle.sd**2),
            note=thigh.note,
        )
    return bands


def moments(gait: str, speed: float) -> dict[str, Band]:
    """N m/kg of the muscles in a "walk" or "run" [m/s]: hip, knee, ankle."""
    return _bands(gait, "moments", speed, LEAST_MOMENT_SD)


def forces(gait: str, speed: float) -> dict[str, Band]:
    """Body weights, of the ground: vertical, fore_aft, medio_lateral."""
    return _bands(gait, "grf", speed, LEAST_FORCE_SD)


def measured_speed(gait: str, speed: float) -> float:
    """The speed [m/s] whose curves stand for `speed`: the nearest one measured."""
    speeds = _curves(gait, "angles").speeds
    return float(np.clip(speed, speeds[0], speeds[-1]))


def gait_parameters(
    gait: str, speed: float, size: float = 1.0
) -> dict[str, NormativeFigure]:
    """Stride time, cadence, step length and so on of a "walk" or "run".

    Args:
        gait: either.
        speed: m/s.
        size: leg length of the one that people stand for, over their own: at equal
            dimensionless speed, lengths grow with it, times with its root.
    """
    found: dict[str, NormativeFigure] = {}
    speed = speed / math.sqrt(size)
    powers = {"m": size, "s": math.sqrt(size), "steps/min": 1.0 / math.sqrt(size)}
    for quantity, mine, speeds in _by_name("gait_parameters", gait, "quantity"):
        mean, sd = (
            float(np.interp(speed, speeds, [float(row[part]) for row in mine]))
            for part in ("mean", "sd")
        )
        unit = mine[0]["unit"]
        grown = powers.get(unit, 1.0)
        found[quantity] = NormativeFigure(
            grown * mean, grown * sd, unit, _note(speed, speeds)
        )
    return found


def metabolic_cost(gait: str, speed: float) -> dict[str, MetabolicCost]:
    """What a "walk" or "run" at `speed` [m/s] costs, by published formula."""
    found: dict[str, MetabolicCost] = {}
    for model, mine, speeds in _by_name("metabolic_cost", gait, "model"):
        nearest = float(np.clip(speed, speeds[0], speeds[-1]))
        power = np.interp(nearest, speeds, [float(row["power"]) for row in mine])
        found[model] = MetabolicCost(
            float(power), float(power) / nearest, _note(speed, speeds)
        )
    return found


@dataclass(frozen=True)
class _Curves:
    """One table of curves."""

    speeds: Floats  # (speeds,) m/s, rising
    columns: dict[str, Floats]  # (speeds, 101) by name, such as knee_mean


def _bands(gait: str, kind: str, speed: float, least_sd: float) -> dict[str, Band]:
    """Bands at `speed` [m/s], between the two nearest measured speeds."""
    curves = _curves(gait, kind)
    note = _note(speed, curves.speeds.tolist())

    def at_speed(column: str) -> Floats:
        values = curves.columns[column].T
        return np.array([np.interp(speed, curves.speeds, row) for row in values])

    names = [name[:-5] for name in curves.columns if name.endswith("_mean")]
    return {
        name: Band(
            mean=at_speed(f"{name}_mean"),
            sd=np.maximum(at_speed(f"{name}_sd"), least_sd),
            note=note,
        )
        for name in names
    }


def _note(speed: float, speeds: Sequence[float]) -> str:
    """Says so when people were not measured at this speed."""
    if speeds[0] <= speed <= speeds[-1]:
        return ""
    end = speeds[0] if speed < speeds[0] else speeds[-1]
    return (
        f"people were measured from {speeds[0]:g} to {speeds[-1]:g} m/s; these are"
        f" those at {end:g}, not at {speed:.3g} m/s."
    )


@cache
def _curves(gait: str, kind: str) -> _Curves:
    rows = _rows(f"{VERBS[_known(gait)]}_{kind}")
    names = [name for name in rows[0] if name not in {"speed", "percent"}]
    speeds = np.array(list(dict.fromkeys(float(row["speed"]) for row in rows)))
    return _Curves(
        speeds=speeds,
        columns={
            name: np.array([float(row[name]) for row in rows]).reshape(-1, NUM_POINTS)
            for name in names
        },
    )


def _by_name(
    table: str, gait: str, column: str
) -> Iterator[tuple[str, list[dict[str, str]], list[float]]]:
    """Each name in a column of a gait's table, its rows, and their speeds [m/s]."""
    rows = [row for row in _rows(table) if row["gait"] == _known(gait)]
    for name in dict.fromkeys(row[column] for row in rows):
        mine = [row for row in rows if row[column] == name]
        yield name, mine, [float(row["speed"]) for row in mine]


def _known(gait: str) -> str:
    if gait not in VERBS:
        raise unknown_name("gait of people", gait, VERBS)
    return gait


@cache
def _rows(table: str) -> tuple[dict[str, str], ...]:
    """The rows of a table, in its order: rising speed, then rising percent."""
    file = files("gaitsmith.gait") / "human" / f"{table}.csv"
    return tuple(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
