"""The last seconds of a live walk: joint angles, the path, the speed."""

from collections import deque
from typing import NamedTuple

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.fidelity import JOINTS
from gaitsmith.gait.kinematics import ANATOMICAL_SIGN, SIDES
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.moment import Moment

WINDOW = 4.0  # s that are remembered
SPACING = 0.01  # s between two entries, at least
SPEED_WINDOW = 2.0  # s


class Angles(NamedTuple):
    """Flexion of one joint, as anatomists count it."""

    time: Floats  # (entries,) s
    left: Floats  # (entries,) degrees
    right: Floats  # (entries,) degrees


class _Entry(NamedTuple):
    time: float
    angles: Floats  # (joints, 2) degrees; NaN for a joint that the body lacks
    com: Floats  # (3,) m


class History:
    """Remembers moments of one walk, in order."""

    def __init__(self, character: Character) -> None:
        """Know where the angles are, and which way anatomists count them."""
        addresses = {hinge.role: hinge.position for hinge in character.roles.hinges}
        roles = [[f"{side}_{joint}_y" for side in SIDES] for joint in JOINTS]
        self._has = np.array([[role in addresses for role in row] for row in roles])
        self._address = [addresses[r] for row in roles for r in row if r in addresses]
        self._sign = np.array([[ANATOMICAL_SIGN[joint]] for joint in JOINTS])
        self._entries: deque[_Entry] = deque()

    def add(self, moment: Moment) -> None:
        """Remember a moment; forget what is older than the window."""
        entries = self._entries
        if entries and moment.time < entries[-1].time + SPACING:
            return
        angles = np.full(self._has.shape, np.nan)
        angles[self._has] = np.degrees(moment.qpos[self._address])
        angles *= self._sign
        entries.append(_Entry(moment.time, angles, moment.com))
        while entries[0].time < moment.time - WINDOW:
            entries.popleft()

    def angles(self, joint: str) -> Angles:
        """The angles of both sides' `joint`, one of `JOINTS`; NaN if it lacks it."""
        row = JOINTS.index(joint)
        sides = np.array([entry.angles[row] for entry in self._entries]).reshape(-1, 2)
        return Angles(self._times(), sides[:, 0], sides[:, 1])

    def path(self) -> Floats:
        """(entries, 3) where the centre of mass was [m]."""
        return np.array([entry.com for entry in self._entries]).reshape(-1, 3)

    def speed(self) -> float:
        """Mean horizontal speed [m/s] of the last seconds; 0 before there are any."""
        if len(self._entries) < 2:
            return 0.0
        last = self._entries[-1]
        first = next(e for e in self._entries if e.time >= last.time - SPEED_WINDOW)
        if first.time == last.time:
            return 0.0
        way = np.hypot(*(last.com - first.com)[:2])
        return float(way / (last.time - first.time))

    def _times(self) -> Floats:
        return np.array([entry.time for entry in self._entries])
