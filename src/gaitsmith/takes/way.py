"""The way of a take: straight legs between waypoints, with rounded corners."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.takes.take import Place

STEP = 0.05  # m, between two points of a way
BEYOND = 20.0  # m that the way goes straight on after its end: one aims ahead
STRAIGHT = math.radians(0.5)  # what turns less is no corner


@dataclass(frozen=True)
class Corner:
    """Where the way turns."""

    number: int
    """Of the waypoint, from 1 on."""
    start: float
    """m along the way."""
    end: float
    turn: float
    """rad, left positive."""
    radius: float
    """m, the largest up to what was asked for that has room."""


@dataclass(frozen=True)
class Way:
    """Points at even distances."""

    points: Floats  # (n, 2) m
    length: float  # m, without what is beyond the end
    corners: tuple[Corner, ...]

    def at(self, along: float) -> Place:
        """x and y [m] at a distance along the way [m]."""
        place = min(max(along, 0.0) / STEP, len(self.points) - 1.001)
        before = int(place)
        share = place - before
        x, y = (1.0 - share) * self.points[before] + share * self.points[before + 1]
        return float(x), float(y)

    def heading(self, along: float) -> float:
        """rad, in which direction it goes there."""
        (x, y), (ahead_x, ahead_y) = self.at(along), self.at(along + STEP)
        return math.atan2(ahead_y - y, ahead_x - x)

    def nearest(self, place: Place, since: float, ahead: float = 2.0) -> float:
        """m along the way of the point nearest to a place.

        Args:
            place: x and y [m].
            since: m along the way; no point that far behind is meant.
            ahead: m from there on in which it is looked for.
        """
        first = max(int(since / STEP), 0)
        near = self.points[first : first + int(ahead / STEP) + 2]
        return STEP * (first + int(np.argmin(np.hypot(*(near - place).T))))

    def off(self, place: Place, along: float) -> float:
        """m, how far a place is to the left of the way, near a point of it."""
        (x, y), heading = self.at(along), self.heading(along)
        dx, dy = place[0] - x, place[1] - y
        return dy * math.cos(heading) - dx * math.sin(heading)


def way_through(path: tuple[Place, ...], radius: float) -> Way:
    """The way from the start, looking along x, through waypoints.

    Args:
        path: waypoints [m].
        radius: m, of the curves; less where legs are too short for it.
    """
    places = [np.zeros(2), *(np.array(place) for place in path)]
    legs = [after - before for before, after in pairwise(places)]
    lengths = [float(np.hypot(*leg)) for leg in legs]
    headings = [math.atan2(leg[1], leg[0]) for leg in legs]
    turns = [math.remainder(b - a, math.tau) for a, b in pairwise(headings)]
    # Half of a leg belongs to each of its corners; the first and last to one alone.
    rooms = [
        min(
            lengths[i] * (1.0 if i == 0 else 0.5),
            lengths[i + 1] * (1.0 if i + 2 == len(legs) else 0.5),
        )
        for i in range(len(turns))
    ]
    rows, corners, walked = [np.zeros((1, 2))], [], 0.0
    here = places[0]
    for i, turn in enumerate(turns):
        corner = places[i + 1]
        if abs(turn) < STRAIGHT:
            continue
        curve = min(radius, rooms[i] / math.tan(abs(turn) / 2.0))
        cut = curve * math.tan(abs(turn) / 2.0)
        begin = corner - cut * _unit(headings[i])
        walked += float(np.hypot(*(begin - here)))
        arc = curve * abs(turn)
        corners.append(Corner(i + 1, walked, walked + arc, turn, curve))
        walked += arc
        angles = headings[i] + turn * np.linspace(0.0, 1.0, max(int(arc / STEP), 2))
        side = math.copysign(1.0, turn)
        aside = np.stack([np.sin(angles), -np.cos(angles)], axis=1)
        middle = begin + side * curve * np.array(
            [-math.sin(headings[i]), math.cos(headings[i])]
        )
        rows += [begin[None], middle + side * curve * aside]
        here = rows[-1][-1]
    walked += float(np.hypot(*(places[-1] - here)))
    rows += [places[-1][None], (places[-1] + BEYOND * _unit(headings[-1]))[None]]
    return Way(_even(np.vstack(rows)), walked, tuple(corners))


def _unit(heading: float) -> Floats:
    return np.array([math.cos(heading), math.sin(heading)])


def _even(corners: Floats) -> Floats:
    """Points of a line at equal distances."""
    steps = np.hypot(*np.diff(corners, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = np.arange(0.0, along[-1], STEP)
    return np.stack([np.interp(wanted, along, column) for column in corners.T], axis=1)
