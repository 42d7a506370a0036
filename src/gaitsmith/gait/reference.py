"""What a simulated gait is scored against: bands of curves over the gait cycle.

They are people's (`human_reference`) or those of a user's file (`reference_file`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gaitsmith.gait import human
from gaitsmith.gait.human import Band


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
