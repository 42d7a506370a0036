"""Trips: the swinging foot is stopped by the ground, or by an edge in its way.

A foot that lands has been slowed down to about the body's speed before it touches; in
mid swing it is some times as fast (Winter 1992). So a touch by a foot that is faster
than the body is a trip, whether it becomes a stance or not; and so is any push of a
wall, which no friction explains.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gaitsmith.gait.footing import Footing
from gaitsmith.kernels.records import Floats

TOO_FAST = 1.3  # times the body's speed; feet that land are slower
SLOWEST = 0.3  # m/s; slower feet do not trip
STOPPED = 0.5  # of the speed before; a foot that keeps more has only scuffed
STOPPING_TIME = 0.05  # s
REACH = 0.3  # m from the middle of a foot to an edge that it touches
WALL_SHARE = 0.05  # of the weight, that a wall pushes with


@dataclass(frozen=True)
class Trip:
    """One foot that was stopped."""

    foot: int
    time: float
    """s."""
    speed: float
    """m/s, of the foot before."""
    is_edge: bool
    """By an edge, or by the ground itself."""


def trips_of(
    footing: Footing, com: Floats, edges: Sequence[float] = ()
) -> tuple[Trip, ...]:
    """All trips, in the order of time.

    Args:
        footing: what the feet do.
        com: (frames, 3) m, the centre of mass.
        edges: m, along x, where the ground rises at once.
    """
    time = footing.time
    if len(time) < 2:
        return ()
    step = float(time[1] - time[0])
    later = max(1, round(STOPPING_TIME / step))
    ways = np.diff(com[:, :2], axis=0, prepend=com[:1, :2]) / step
    body = np.linalg.norm(ways, axis=1)
    found: list[Trip] = []
    for foot in range(footing.num_legs):
        far = footing.place[:, foot, :1] - np.array([*edges, np.inf])
        near_edge = np.abs(far).min(axis=1) < REACH
        at_wall = near_edge & (
            footing.wall_force[:, foot] >= WALL_SHARE * footing.weight
        )
        touches = footing.is_loaded[:, foot]
        speed = np.linalg.norm(footing.swing_velocity[:, foot, :2], axis=1)
        for is_edge, flags in ((True, at_wall), (False, touches)):
            for frame in np.flatnonzero(np.diff(flags.astype(np.int8)) == 1) + 1:
                before = float(np.max(speed[max(0, frame - 2) : frame]))
                after = float(np.min(speed[frame : frame + later + 1]))
                is_fast = before > max(TOO_FAST * body[frame], SLOWEST)
                # A foot that stands, and rolls over an edge, was not stopped by it.
                stands = bool(np.all(touches[max(0, frame - later) : frame]))
                if (is_edge and not stands) or (
                    not is_edge and is_fast and after < STOPPED * before
                ):
                    found.append(Trip(foot, float(time[frame]), before, is_edge))
    return tuple(sorted(found, key=lambda trip: trip.time))
