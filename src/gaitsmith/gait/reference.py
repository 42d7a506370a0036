"""What a simulated gait is scored against: bands of curves over the gait cycle.

They are people's (`human_reference`) or those of a user's file (folder `measured`).
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from gaitsmith.gait import human, kinetics
from gaitsmith.gait.cycles import CURVES
from gaitsmith.gait.human import LEAST_FORCE_SD, LEAST_MOMENT_SD, Band
from gaitsmith.kernels.records import Floats

LARGEST_GAP = 10.0  # degrees between the two ends of a cycle, at hip and knee
PEOPLES_LEG = 0.906  # m, of the people measured: 1.71 m tall on average
SMALL = 0.85  # of it; shorter legs are a child's or a very small person's
LEAST_ANGLE_SD = 0.1  # degrees; people differ by more, and scores divide by it


@dataclass(frozen=True)
class Reference:
    """Bands of 101 points, 0 % at the strike of the same foot; signs as in `human`."""

    name: str
    """"people walking at 1.25 m/s", or the name of the file."""
    angles: Mapping[str, Band]
    """Degrees, by curve: those that there are of thigh, hip, knee, ankle, foot."""
    moments: Mapping[str, Band]
    """N m per kg of body mass, by joint: hip, knee, ankle; may be empty."""
    forces: Mapping[str, Band]
    """Body weights: vertical, fore_aft, medio_lateral; may be empty."""
    notes: tuple[str, ...]
    """What a reader must know: borrowed spread, another speed, turned signs."""
    activity: Mapping[str, Floats] = field(default_factory=dict)
    """(101,) of muscles such as SOL, from 0 to about 1; of files that have it."""
    sides: tuple[Mapping[str, Floats], Mapping[str, Floats]] = ({}, {})
    """(101,) means of left and right by key, such as hip_moment; of files that tell the
    sides apart."""
    size: float = 1.0
    """Leg length for which they stand, of their own; see `people_of_size`."""

    def bands(self) -> dict[str, Band]:
        """All of them by key: knee, knee_moment, vertical."""
        return {
            name + kind.suffix: band
            for kind in KINDS
            for name, band in getattr(self, kind.part).items()
        }


def people_of_size(gait: str, speed: float, leg: float) -> Reference:
    """People beside one with legs of another length, at equal dimensionless speed.

    v / sqrt(g leg) is the same (Hof 1996); moments per mass grow with the leg. For legs
    of adults it is `human_reference`: people differ so among each other.

    Args:
        gait: "walk" or "run".
        speed: m/s, of the one with these legs.
        leg: m, hip joint above the ground.
    """
    size = leg / PEOPLES_LEG
    if size >= SMALL:
        return human_reference(gait, speed)
    theirs = speed / math.sqrt(size)
    found = human_reference(gait, theirs)
    note = (
        f"compared at equal dimensionless speed: legs of {leg:.2f} m at {speed:.2f} m/s"
        f" are as people's of {PEOPLES_LEG:.2f} m at {theirs:.2f} m/s."
    )
    moments = {
        name: replace(band, mean=size * band.mean, sd=size * band.sd)
        for name, band in found.moments.items()
    }
    return replace(found, moments=moments, notes=(note, *found.notes), size=size)


def human_reference(gait: str, speed: float) -> Reference:
    """People who walk or run.

    Args:
        gait: "walk" or "run".
        speed: m/s; beyond what was measured the nearest speed stands in, with a note.

    Raises:
        InputError: there is no such gait.
    """
    angles = human.angles(gait, speed)
    moments = human.moments(gait, speed)
    forces = human.forces(gait, speed)
    at = f"{human.measured_speed(gait, speed):.3g} m/s"
    name = f"people {human.VERBS[gait]} at {at}"
    notes = notes_of([*angles.values(), *moments.values(), *forces.values()])
    if speed <= 0.0:
        notes = ("people were measured going forward; this gait does not.", *notes)
    return Reference(name, angles, moments, forces, notes)


def notes_of(bands: Iterable[Band]) -> tuple[str, ...]:
    """What the bands have to say, each sentence once."""
    return tuple(dict.fromkeys(band.note for band in bands if band.note))


@dataclass(frozen=True)
class CurveKind:
    """Curves that share a unit; a file calls a curve by its name and `suffix`."""

    part: Literal["angles", "moments", "forces"]  # of a `Reference`
    names: tuple[str, ...]
    suffix: str
    noun: str
    unit: str
    signs: str
    least_sd: float  # the spread is never taken for less
    least_given_sd: float  # a file that gives a smaller spread is refused
    largest: float  # no person's curve has a larger value
    remedy: str = ""  # what to do about larger values

    @property
    def limits(self) -> str:
        """What is wrong with a value beyond `largest`, for a message."""
        return (
            f"that is no person's {self.noun}, which lies between {-self.largest:g} and"
            f" {self.largest:g} {self.unit}"
        )


ANGLES = CurveKind(
    "angles", CURVES, "", "angle", "degrees",
    "hip and knee flexion, dorsiflexion, thigh forward and toes up are +",
    LEAST_ANGLE_SD, LEAST_ANGLE_SD, 180.0,
)  # fmt: skip
MOMENTS = CurveKind(
    "moments", kinetics.MOMENTS, "_moment", "moment", "N m/kg",
    "hip extension, knee extension and plantarflexion are +",
    LEAST_MOMENT_SD, 0.0, 10.0, ": divide N m by the body's mass in kg",
)  # fmt: skip
FORCES = CurveKind(
    "forces", kinetics.FORCES, "", "ground force", "body weights",
    "up, forward and toward the midline are +",
    LEAST_FORCE_SD, 0.0, 10.0, ": divide N by the body's weight in N",
)  # fmt: skip
KINDS = (ANGLES, MOMENTS, FORCES)
KIND_OF = {name + kind.suffix: kind for kind in KINDS for name in kind.names}


def open_ends(angles: Mapping[str, Floats]) -> str:
    """How hip or knee [degrees] differ between the ends of a cycle; empty if closed."""
    for joint in ("hip", "knee"):
        first, last = angles.get(joint, np.zeros(1))[[0, -1]]
        if abs(last - first) > LARGEST_GAP:
            return f"the {joint} begins at {first:.3g} and ends at {last:.3g} degrees"
    return ""
