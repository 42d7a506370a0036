"""What changed in the last strides before balance was lost.

A stride is from a foot's strike to its next one; those of all feet are looked at
together. The last ones are compared with those before them, which must be some.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.events import feet_events
from gaitsmith.gait.kinematics import ahead, body_poses, leftward, mean_heading
from gaitsmith.gait.stability import headings
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording

LEAST_USUAL = 4  # strides that say what is usual
MOST_LAST = 4  # strides that may have changed
UNUSUAL = 3.0  # standard deviations
# Name: unit, and the smallest spread; strides of a machine differ by less than counts.
QUANTITIES = {
    "stride time": ("s", 0.02),
    "stride length": ("m", 0.02),
    "speed": ("m/s", 0.03),
    "height of the centre of mass": ("m", 0.005),
    "trunk leaning forward": ("degrees", 1.0),
    "trunk leaning left": ("degrees", 1.0),
    "way to the left": ("m", 0.02),
}


@dataclass(frozen=True)
class Change:
    """A quantity of the strides that was no longer what it usually is."""

    name: str
    unit: str
    usual: float
    """Mean of the strides before."""
    last: float
    """In the last stride."""
    strides: int
    """For so many of the last strides, one after the other."""

    @property
    def sentence(self) -> str:
        """In words."""
        count = (
            "in the last stride"
            if self.strides == 1
            else (f"in the last {self.strides} strides")
        )
        return f"{self.name} {self.usual:.3g} -> {self.last:.3g} {self.unit} {count}"

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return vars(self)


def changes_before(
    character: Character, recording: Recording, end: float
) -> tuple[Change, ...]:
    """What was unusual in the last strides that ended before `end` [s], worst first."""
    rows = strides_until(character, recording, end)
    if len(rows) < LEAST_USUAL + 1:
        return ()
    usual = rows[: max(LEAST_USUAL, len(rows) - MOST_LAST)]
    mean = usual.mean(axis=0)
    least = np.array([floor for _, floor in QUANTITIES.values()])
    away = np.abs(rows[len(usual) :] - mean) / np.maximum(usual.std(axis=0), least)
    found: list[tuple[float, Change]] = []
    for column, (name, (unit, _)) in enumerate(QUANTITIES.items()):
        is_usual = np.flatnonzero(away[:, column] <= UNUSUAL)
        count = len(away) - (int(is_usual[-1]) + 1 if len(is_usual) else 0)
        if count:
            last = float(rows[-1, column])
            change = Change(name, unit, float(mean[column]), last, count)
            found.append((float(away[-1, column]), change))
    return tuple(change for _, change in sorted(found, key=lambda one: -one[0]))


def strides_until(character: Character, recording: Recording, end: float) -> Floats:
    """(strides, quantities) of all feet, in the order in which they ended."""
    time, com = recording.time, recording.com
    heading = headings(character, recording)
    trunk = body_poses(character, recording).direction(
        character.roles.trunk, character.standing_up(character.roles.trunk)
    )
    forward = np.degrees(np.arctan2(ahead(trunk, heading), trunk[:, 2]))
    left = np.degrees(np.arctan2(leftward(trunk, heading), trunk[:, 2]))
    spans = sorted(
        (int(b), int(a))
        for foot in feet_events(character, recording)
        for a, b in pairwise(foot.strikes)
        if time[b] <= end
    )
    rows: list[list[float]] = []
    for last, first in spans:
        inside = slice(first, last + 1)
        way, onto = com[last] - com[first], mean_heading(heading[inside])
        seconds, length = float(time[last] - time[first]), float(ahead(way, onto))
        rows.append(
            [
                seconds,
                length,
                length / seconds,
                float(com[inside, 2].mean()),
                float(forward[inside].mean()),
                float(left[inside].mean()),
                float(leftward(way, onto)),
            ]
        )
    return np.array(rows).reshape(-1, len(QUANTITIES))
