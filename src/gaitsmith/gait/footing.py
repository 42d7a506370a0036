"""What each foot does on the ground: how much it carries, where, and how fast it moves.

Everything here is counted by foot, for any number of legs.
"""

from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.events import FootEvents, feet_events
from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.standard_meters import STRIKE_SHARE


@dataclass(frozen=True)
class Footing:
    """The feet over time."""

    time: Floats  # (frames,) s
    weight: float  # N, of the body
    force: Floats  # (frames, legs, 3) N, of the ground on each foot
    place: Floats  # (frames, legs, 3) m, middle of what carries, or of the whole foot
    way: Floats  # (frames, legs, 3) m since the last frame, of what carries in both
    swing_velocity: Floats  # (frames, legs, 3) m/s, of the whole foot
    wall_force: Floats  # (frames, legs) N, that pushes a point rather than carries it
    events: tuple[FootEvents, ...]  # of each leg

    @property
    def num_legs(self) -> int:
        """Legs of the body."""
        return len(self.events)

    @property
    def is_loaded(self) -> Flags:
        """(frames, legs) whether a foot touches, however shortly."""
        return self.force[:, :, 2] >= STRIKE_SHARE * self.weight


def footing_of(character: Character, recording: Recording) -> Footing:
    """The feet of a recording; at 100 Hz or more, less blurs what happens quickly."""
    place, force = recording.contact_position, recording.contact_force
    load = np.maximum(force[:, :, 2], 0.0)
    moved = np.diff(place, axis=0, prepend=place[:1])
    carries_on = np.minimum(load, np.concatenate([load[:1], load[:-1]]))
    # More sideways than friction can hold, or down, as the ground cannot pull: a wall.
    sideways = np.hypot(force[:, :, 0], force[:, :, 1])
    at_wall = np.where(sideways > 2.0 * force[:, :, 2], sideways, 0.0)
    points = [character.points.side == leg for leg in range(len(character.roles.legs))]
    rate = recording.frame_rate
    return Footing(
        time=recording.time,
        weight=character.weight,
        force=np.stack([force[:, mine].sum(axis=1) for mine in points], axis=1),
        place=np.stack([_mean(place[:, m], load[:, m]) for m in points], axis=1),
        way=np.stack([_mean(moved[:, m], carries_on[:, m], 0) for m in points], axis=1),
        swing_velocity=rate * np.stack([moved[:, m].mean(axis=1) for m in points], 1),
        wall_force=np.stack([at_wall[:, m].sum(axis=1) for m in points], axis=1),
        events=feet_events(character, recording),
    )


def _mean(values: Floats, weights: Floats, otherwise: float | None = None) -> Floats:
    """(frames, 3) means of (frames, points, 3); of frames without weight the plain one.

    Args:
        values: by point.
        weights: (frames, points).
        otherwise: instead of the plain mean.
    """
    total = weights.sum(axis=1)[:, None]
    weighted = (values * weights[:, :, None]).sum(axis=1) / np.maximum(total, 1e-9)
    plain = values.mean(axis=1) if otherwise is None else np.full((1, 3), otherwise)
    return np.where(total > 0.0, weighted, plain)
