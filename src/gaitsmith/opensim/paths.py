"""Lengths of muscles and their moment arms, in many poses at once.

A path goes straight from point to point, and around cylinders. Points may belong to it
in a part of the poses only, or move in their body. Its moment arm about a coordinate q
is -dl/dq: every straight part adds how fast its ends part. Where a path touches a
cylinder counts as fixed to it, because the path is the shortest one there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.opensim.kinematics import (
    Pose,
    Transform,
    full_pose,
    put,
    put_frame,
    seen_from,
    transforms,
)
from gaitsmith.opensim.model import Model, Muscle, PathPoint, Wrap
from gaitsmith.opensim.wrapping import PAST, THROUGH, over_cylinder

STEP = 1e-6  # rad, of differences
ROUNDS = 8  # of wrapping over several solids, each from where the last one ended
SETTLED = 0.0005  # m, change of length between rounds


class Lengths(NamedTuple):
    """What a muscle is like in n poses."""

    length: Floats  # (n,) m
    arms: Floats  # (n, coordinates) m, + where the muscle makes a coordinate greater


class Poses:
    """Bodies in n poses, and a little beside them along some coordinates."""

    def __init__(
        self,
        model: Model,
        pose: Pose,
        coordinates: Sequence[str],
        muscles: list[Muscle],
    ) -> None:
        """Place what the muscles touch.

        Args:
            model: that has them.
            pose: coordinates that are not at their default, (n,) each.
            coordinates: whose moment arms are wanted.
            muscles: that will be measured.
        """
        self.count = len(next(iter(pose.values())))
        bodies = sorted({body for muscle in muscles for body in touched(muscle)})

        def placed(values: Pose) -> tuple[Pose, dict[str, Transform]]:
            return (
                full_pose(model, values, self.count),
                transforms(model, values, self.count, bodies),
            )

        self.here = placed(pose)
        self.beside = [
            tuple(placed({**pose, name: pose[name] + d}) for d in (STEP, -STEP))
            for name in coordinates
        ]

    def point(self, point: PathPoint) -> tuple[Floats, Floats]:
        """(n, 3) m, place of a point, and (coordinates, n, 3) m/rad, its rates."""

        def at(placed: tuple[Pose, dict[str, Transform]]) -> Floats:
            values, bodies = placed
            local = point.place
            if point.moves:
                local = np.column_stack([f(values[name]) for name, f in point.moves])
            return put(put_frame(bodies[point.frame.body], point.frame), local)

        return at(self.here), self._rates([(at(p), at(m)) for p, m in self.beside])

    def fixed(self, body: str, rows: np.ndarray, place: Floats) -> Floats:
        """(coordinates, m, 3) m/rad, rates of places that are fixed to a body."""

        def at(placed: tuple[Pose, dict[str, Transform]]) -> Floats:
            return put(of_rows(placed[1][body], rows), local)

        local = seen_from(of_rows(self.here[1][body], rows), place)
        return self._rates([(at(plus), at(minus)) for plus, minus in self.beside])

    @staticmethod
    def _rates(pairs: list[tuple[Floats, Floats]]) -> Floats:
        return np.array([(plus - minus) / (2.0 * STEP) for plus, minus in pairs])


def of_rows(transform: Transform, rows: np.ndarray) -> Transform:
    """A part of the poses."""
    return transform[0][rows], transform[1][rows]


def touched(muscle: Muscle) -> set[str]:
    """Bodies that its path depends on."""
    return {point.frame.body for point in muscle.points} | {
        wrap.cylinder.frame.body for wrap in muscle.wraps
    }


@dataclass(frozen=True)
class _Stop:
    """Where a path bends: at one of its points, or where it touches a solid."""

    place: Floats  # (m, 3) m
    point: int = -1
    wrap: int = -1
    arc: Floats | None = None  # (m,) m, on the solid up to here

    def only(self, kept: np.ndarray) -> "_Stop":
        arc = None if self.arc is None else self.arc[kept]
        return replace(self, place=self.place[kept], arc=arc)


class _Group(NamedTuple):
    """Poses whose paths bend at the same points and solids."""

    rows: np.ndarray
    stops: list[_Stop]

    def only(self, kept: np.ndarray) -> "_Group":
        return _Group(self.rows[kept], [stop.only(kept) for stop in self.stops])

    def length(self) -> Floats:
        total = np.zeros(len(self.rows))
        for one, two in zip(self.stops, self.stops[1:], strict=False):
            straight = np.linalg.norm(two.place - one.place, axis=1)
            total += straight if two.arc is None else two.arc
        return total


def measure(poses: Poses, muscle: Muscle) -> Lengths:
    """The muscle's length and moment arms in all poses."""
    found = [poses.point(point) for point in muscle.points]
    length = np.zeros(poses.count)
    arms = np.zeros((poses.count, len(poses.beside)))
    for group in _wrapped(poses, muscle, _groups(poses, muscle, found)):
        rows = group.rows
        length[rows] = group.length()
        rates = [
            found[stop.point][1][:, rows]
            if stop.point >= 0
            else poses.fixed(
                muscle.wraps[stop.wrap].cylinder.frame.body, rows, stop.place
            )
            for stop in group.stops
        ]
        for i, (one, two) in enumerate(zip(group.stops, group.stops[1:], strict=False)):
            if two.arc is not None:
                continue
            way = two.place - one.place
            way = way / np.maximum(np.linalg.norm(way, axis=1), 1e-12)[:, None]
            arms[rows] -= np.einsum("ni,cni->nc", way, rates[i + 1] - rates[i])
    return Lengths(length, arms)


def _groups(
    poses: Poses, muscle: Muscle, found: list[tuple[Floats, Floats]]
) -> list[_Group]:
    """By which of its points belong to the path."""
    is_there = np.ones((poses.count, len(muscle.points)), dtype=bool)
    for index, point in enumerate(muscle.points):
        if point.condition is not None:
            value = poses.here[0][point.condition.coordinate]
            is_there[:, index] = (value >= point.condition.lower) & (
                value <= point.condition.upper
            )
    groups = []
    for pattern in np.unique(is_there, axis=0):
        rows = np.flatnonzero(np.all(is_there == pattern, axis=1))
        stops = [
            _Stop(found[i][0][rows], point=int(i)) for i in np.flatnonzero(pattern)
        ]
        groups.append(_Group(rows, stops))
    return groups


def _wrapped(poses: Poses, muscle: Muscle, groups: list[_Group]) -> list[_Group]:
    """The groups after wrapping over all solids, round after round until it settles."""
    done: list[_Group] = []
    before = np.full(poses.count, np.inf)
    for turn in range(ROUNDS):
        for index in range(len(muscle.wraps)):
            groups = [
                part
                for group in groups
                for part in _over(poses, muscle.wraps[index], index, group)
            ]
        open_ones = []
        for group in groups:
            length = group.length()
            settled = np.abs(length - before[group.rows]) < SETTLED
            settled |= len(muscle.wraps) < 2 or turn == ROUNDS - 1
            before[group.rows] = length
            done.append(group.only(np.flatnonzero(settled)))
            open_ones.append(group.only(np.flatnonzero(~settled)))
        groups = [group for group in open_ones if len(group.rows)]
        if not groups:
            break
    return [group for group in done if len(group.rows)]


def _over(poses: Poses, wrap: Wrap, index: int, group: _Group) -> list[_Group]:
    """Wrap over one solid; groups by the part of the path that does."""
    stops = [stop for stop in group.stops if stop.wrap != index]
    base = of_rows(poses.here[1][wrap.cylinder.frame.body], group.rows)
    solid = put_frame(base, wrap.cylinder.frame)
    order = [i for i, s in enumerate(stops) if wrap.first <= s.point <= wrap.last]
    count = len(group.rows)
    chosen, is_sure = np.full(count, -1), np.zeros(count, dtype=bool)
    least = np.full(count, np.inf)
    first, last, arc = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros(count)
    for part in range(order[0], order[-1]) if order else ():
        one, two = stops[part], stops[part + 1]
        if one.wrap >= 0 and one.wrap == two.wrap:
            continue
        start, end = seen_from(solid, one.place), seen_from(solid, two.place)
        touch = over_cylinder(wrap.cylinder, start, end)
        longer = (
            np.linalg.norm(touch.first - start, axis=1)
            + touch.arc
            + np.linalg.norm(end - touch.last, axis=1)
            - np.linalg.norm(end - start, axis=1)
        )
        must = touch.status == THROUGH
        better: Flags = ~is_sure & (must | ((touch.status != PAST) & (longer < least)))
        chosen[better], least[better] = part, longer[better]
        first[better], last[better], arc[better] = (
            v[better] for v in (touch.first, touch.last, touch.arc)
        )
        is_sure |= must
    found = []
    for part in np.unique(chosen):
        rows = np.flatnonzero(chosen == part)
        kept = [stop.only(rows) for stop in stops]
        if part >= 0:
            here = of_rows(solid, rows)
            kept[part + 1 : part + 1] = [
                _Stop(put(here, first[rows]), wrap=index),
                _Stop(put(here, last[rows]), wrap=index, arc=arc[rows]),
            ]
        found.append(_Group(group.rows[rows], kept))
    return found
