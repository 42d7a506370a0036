"""What the ground does to each foot: one force, where it acts, and a torque."""

from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording


@dataclass(frozen=True)
class FootLoad:
    """The ground's forces on one foot, summed up; P-convention.

    Force and torque at `place` do exactly what the forces at all contact points do.
    """

    force: Floats  # (frames, 3) N
    place: Floats  # (frames, 3) m
    """Centre of pressure; of a foot in the air, the middle of its contact points."""
    torque: Floats  # (frames, 3) N m
    """About `place`. On level ground nearly all of it is about the vertical: the free
    torque of friction; where points are at different heights, the rest is here."""


def foot_loads(character: Character, recording: Recording) -> dict[str, FootLoad]:
    """The load of each leg's foot, by the leg's name."""
    legs = enumerate(character.roles.legs)
    return {leg.name: _foot_load(character, recording, side) for side, leg in legs}


def _foot_load(character: Character, recording: Recording, side: int) -> FootLoad:
    points = character.points.side == side
    forces = recording.contact_force[:, points]
    places = recording.contact_position[:, points].copy()
    places[:, :, 2] -= character.points.radius[points]  # round feet: the lowest point
    shares = _shares(forces[:, :, 2])
    place = np.einsum("fp,fpi->fi", shares, places)
    arms = places - place[:, None]
    return FootLoad(
        force=np.sum(forces, axis=1),
        place=place,
        torque=np.sum(np.cross(arms, forces), axis=1),
    )


def _shares(loads: Floats) -> Floats:
    """(frames, points) that add up to one: of the load, or equal ones without it."""
    carried = np.maximum(loads, 0.0)
    total = np.sum(carried, axis=1, keepdims=True)
    equal = np.full_like(loads, 1.0 / loads.shape[1])
    return np.divide(carried, total, out=equal, where=total > 0.0)
