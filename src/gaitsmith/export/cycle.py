"""Strides that repeat, closed exactly to a loop.

Where the motion comes back nearest to itself, in pose and velocity, it is cut. Seen
from a frame that goes along evenly (by the way and the turn of the whole cycle), its
end must be its start. What is left of a difference is taken away over the cycle by a
cubic that has half of it at either end, in place and velocity (Hermite), so that the
joint is smooth and nothing moves by more than half. Then standing feet are pinned
(`planting.py`), and the first frame is made that of a strike.
"""

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.export.clip import poses_between, resampled
from gaitsmith.export.motion import Loop, Motion
from gaitsmith.export.planting import planted
from gaitsmith.gait.cycles import SETTLING_TIME
from gaitsmith.gait.events import leg_is_standing
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.ground import GroundShape

MOST_STRIDES = 4  # that are tried for a loop when no number is asked for
PACE = 0.1  # s, that velocities count in comparisons with angles
PHASES = 24  # of a stride, where it may be cut
STRETCH = 0.06  # of a cycle, by which its end is looked for around the strike's
WORST_BEND = math.radians(15.0)  # of a joint, between start and end of a cycle
WORST_SHIFT = 0.04  # of the body's height, between its roots
MOST_SHIFT = 0.06  # of the body's height, by which closing may move the root
STRAIGHT = math.radians(6.0)  # of turn per stride that is a fault, not a curve
STILL = 0.05  # m; a shorter way has no direction
DENSE = 480.0  # Hz, of recordings that loops are made from
ROUNDING = 1e-9
LEVEL = np.array([1.0, 1.0, 0.0])


@dataclass(frozen=True)
class _Cut:
    """A candidate: when a cycle begins and ends [s], and how far apart they are."""

    start: float
    end: float
    strides: int
    bend: float  # rad, the joint or the root's tilt that differs most
    shift: float  # m, difference of the roots' heights
    cost: float


def closed(motion: Motion, rate: float, strides: int | None = None) -> Motion:
    """A loop of a motion: its last frame is its first, one cycle on.

    Args:
        motion: recorded at `DENSE` or so.
        rate: Hz, of the loop's frames.
        strides: of the first leg; left out: as few as repeat.

    Raises:
        InputError: the motion does not repeat.
    """
    strikes = _strikes(motion)
    counts = range(1, MOST_STRIDES + 1) if strides is None else (strides,)
    features = _features(motion)
    best: _Cut | None = None
    for count in counts:
        found = _best_cut(motion, features, strikes, count)
        if found is not None and (best is None or found.cost < 0.5 * best.cost):
            best = found
        if best is not None and _repeats(motion, best):
            break
    if best is None:
        raise InputError(
            f"{motion.name}: there is no loop: {motion.rollout.sentence} The"
            f" {motion.character.roles.legs[0].name} foot strikes {len(strikes)} times,"
            " and a loop needs whole strides between strikes. Give a longer"
            " --duration, or another gait."
        )
    if not _repeats(motion, best):
        raise InputError(
            f"{motion.name}: this gait does not repeat: after {best.strides} strides a"
            f" joint differs by {math.degrees(best.bend):.0f} degrees and the height by"
            f" {100.0 * best.shift:.0f} cm at best. Give a longer --duration, leave out"
            " pushes and turns, or --trim to where it is steady."
        )
    loop = _loop(motion, best, rate, strikes)
    if not _is_faithful(loop):
        assert loop.cycle is not None
        raise InputError(
            f"{motion.name}: this gait does not repeat: closing {best.strides} strides"
            f" would change an angle by {math.degrees(loop.cycle.bend):.0f} degrees and"
            f" the root by {100.0 * loop.cycle.shift:.0f} cm. Give a longer --duration,"
            " leave out pushes and turns, or --trim to where it is steady."
        )
    return loop


def _is_faithful(loop: Motion) -> bool:
    """Whether what was made of the strides is still what was simulated."""
    cycle, limit = loop.cycle, MOST_SHIFT * loop.character.height
    return cycle is not None and cycle.bend <= WORST_BEND and cycle.shift <= limit


def _repeats(motion: Motion, cut: _Cut) -> bool:
    limit = WORST_SHIFT * motion.character.height
    return cut.bend <= WORST_BEND and cut.shift <= limit


def _strikes(motion: Motion) -> Floats:
    """s, when the first leg's foot strikes."""
    is_standing = leg_is_standing(motion.character, motion.recording, 0)
    frames = np.flatnonzero(np.diff(is_standing.astype(int)) == 1) + 1
    return motion.recording.time[frames]


def _heading(motion: Motion, qpos: Floats) -> Floats:
    """(frames,) rad, unwrapped, of the root."""
    if motion.character.is_planar:
        return np.zeros(len(qpos))
    turns = Rotation.from_quat(qpos[:, 3:7], scalar_first=True)
    standing = motion.character.standing_orientation[motion.character.roles.root]
    ahead = (turns * Rotation.from_matrix(standing).inv()).apply([1.0, 0.0, 0.0])
    return np.unwrap(np.arctan2(ahead[:, 1], ahead[:, 0]))


def _features(motion: Motion) -> Floats:
    """(frames, n) what must be the same again: height, tilt, angles, velocities."""
    recording, ground = motion.recording, GroundShape.of(motion.setting.terrain)
    qpos, qvel = recording.qpos.copy(), PACE * recording.qvel
    up = 1 if motion.character.is_planar else 2
    qpos[:, up] -= [ground.height_at(x) for x in qpos[:, 0]]
    if motion.character.is_planar:
        return np.hstack([qpos[:, 1:], qvel])
    back = Rotation.from_rotvec(np.outer(-_heading(motion, qpos), [0.0, 0.0, 1.0]))
    tilt = (back * Rotation.from_quat(qpos[:, 3:7], scalar_first=True)).as_rotvec()
    return np.hstack(
        [qpos[:, 2:3], tilt, qpos[:, 7:], back.apply(qvel[:, :3]), qvel[:, 3:]]
    )


def _best_cut(
    motion: Motion, features: Floats, strikes: Floats, count: int
) -> _Cut | None:
    """Where `count` strides repeat best, settled strides first."""
    time = motion.recording.time
    rate = motion.recording.frame_rate
    pairs = [
        (a, b)
        for a, b in zip(strikes, strikes[count:], strict=False)
        if a >= time[0] + SETTLING_TIME
    ] or list(zip(strikes, strikes[count:], strict=False))
    poses = features.shape[1] - motion.recording.qvel.shape[1]
    best: _Cut | None = None
    for begin, end in pairs:
        reach = max(int(STRETCH * (end - begin) * rate), 1)
        for phase in np.arange(PHASES) / PHASES:
            shift = phase * (end - begin) / count
            a, b = (round((t + shift - time[0]) * rate) for t in (begin, end))
            window = np.arange(b - reach, b + reach + 1)
            window = window[(window > a + 2) & (window < len(time) - 1)]
            if a < 1 or not len(window):
                continue
            apart = features[window] - features[a]
            cost = np.sqrt((apart**2).mean(axis=1))
            nearest = int(cost.argmin())
            pose = np.abs(apart[nearest, :poses])
            found = _Cut(
                float(time[a]),
                float(time[window[nearest]]),
                count,
                float(pose[1:].max()),
                float(pose[0]),
                float(cost[nearest]),
            )
            if best is None or found.cost < best.cost:
                best = found
    return best


def _loop(motion: Motion, cut: _Cut, rate: float, strikes: Floats) -> Motion:
    """The cycle, closed, from a strike on, in a whole number of frames."""
    ground = GroundShape.of(motion.setting.terrain)
    seconds = cut.end - cut.start
    frames = max(round(seconds * rate), 2)
    first = strikes[np.searchsorted(strikes, cut.start) % len(strikes)]
    phase = float((first - cut.start) / seconds % 1.0)
    whole = phase + np.arange(frames + 1) / frames
    rounds = np.floor(whole + ROUNDING)
    places = np.maximum(whole - rounds, 0.0)
    even = _EvenWay.of(motion, cut, ground)
    joint = _Joint.of(even, motion, cut)
    still = joint.closed(even.still(motion, cut, places), places)
    center = still.place.mean(axis=0) * LEVEL
    moving, path = even.moving(still, whole, center)
    at = resampled(motion, cut.start + places * seconds).recording
    heights = at.contact_position[..., 2] - _ground_below(at.contact_position, ground)
    looped = replace(
        at, time=np.arange(frames + 1) / rate, qpos=moving.qpos(motion.character)
    )
    looped = replace(looped, contact_force=_repeating(at.contact_force))
    rollout = replace(motion.rollout, recording=looped, duration=frames / rate)
    # What repeats has no push that acts once.
    calm = motion.setting.model_copy(update={"pushes": ()})
    rollout = replace(rollout, seconds=frames / rate)
    unpinned = replace(motion, rollout=rollout, setting=calm)
    pinned, slip, reach = planted(unpinned, path, heights)
    cycle = Loop(cut.strides, seconds, path, *joint.largest(), slip, reach)
    return replace(pinned, cycle=cycle)


def _repeating(array: Floats) -> Floats:
    return np.concatenate([array[:-1], array[:1]])


def _ground_below(places: Floats, ground: GroundShape) -> Floats:
    """(...,) m, heights of the ground at (..., 3) places."""
    flat = [ground.height_at(x) for x in places[..., 0].ravel()]
    return np.reshape(flat, places.shape[:-1])


@dataclass(frozen=True)
class _Poses:
    """Poses taken apart: places of the root [m], its turns, all else in qpos."""

    place: Floats  # (frames, 3)
    turn: Rotation
    rest: Floats  # (frames, n)

    @classmethod
    def at(cls, motion: Motion, times: Floats) -> "_Poses":
        """Of a recording, at times [s]."""
        qpos = poses_between(motion.character, motion.recording, times)
        if motion.character.is_planar:
            place = np.column_stack([qpos[:, 0], 0.0 * qpos[:, 0], qpos[:, 1]])
            return cls(place, Rotation.identity(len(qpos)), qpos[:, 2:])
        turn = Rotation.from_quat(qpos[:, 3:7], scalar_first=True)
        return cls(qpos[:, :3], turn, qpos[:, 7:])

    def qpos(self, character: Character) -> Floats:
        """(frames, nq) as the engine has them."""
        if character.is_planar:
            return np.column_stack([self.place[:, 0], self.place[:, 2], self.rest])
        quaternions = self.turn.as_quat(scalar_first=True)
        return np.column_stack([self.place, quaternions, self.rest])


def _about_z(angle: Floats | float) -> Rotation:
    return Rotation.from_rotvec(np.multiply.outer(angle, np.array([0.0, 0.0, 1.0])))


@dataclass(frozen=True)
class _EvenWay:
    """Goes along evenly: straight ahead, or around a centre; up with the ground."""

    start: Floats  # (3,) m, where the root is at the start of the cycle
    way: Floats  # (3,) m, in a cycle
    turn: float  # rad, in a cycle
    heading: float  # rad, of the way at its start, or of the root if there is none

    @classmethod
    def of(cls, motion: Motion, cut: _Cut, ground: GroundShape) -> "_EvenWay":
        """The way of a cycle; a small turn is a fault, to be closed as others are."""
        heading = _heading(motion, motion.recording.qpos)
        before, after = np.interp((cut.start, cut.end), motion.recording.time, heading)
        ends = _Poses.at(motion, np.array([cut.start, cut.end])).place
        way = ends[1] - ends[0]
        climb = [ground.height_at(x) for x in ends[:, 0]]
        way[2] = climb[1] - climb[0]
        turn = float(after - before)
        turn = turn if abs(turn) > STRAIGHT * cut.strides else 0.0
        is_still = math.hypot(way[0], way[1]) < STILL
        toward = float(before) if is_still else math.atan2(way[1], way[0]) - turn / 2.0
        start = np.array([ends[0, 0], ends[0, 1], climb[0]])
        return cls(start, way, turn, toward)

    def _travel(self, share: Floats) -> Floats:
        """(frames, 3) m, from the start."""
        if not self.turn:
            return np.outer(share, self.way)
        whole = np.eye(3) - _about_z(self.turn).as_matrix()
        whole[2, 2] = 1.0
        center = np.linalg.solve(whole, self.way * LEVEL)
        return (
            center
            - _about_z(share * self.turn).apply(center)
            + np.outer(share, self.way * (1.0 - LEVEL))
        )

    def still(self, motion: Motion, cut: _Cut, share: Floats) -> _Poses:
        """Poses of the recording at shares of the cycle, as whoever goes along sees."""
        poses = _Poses.at(motion, cut.start + share * (cut.end - cut.start))
        back = _about_z(-share * self.turn)
        place = back.apply(poses.place - self.start - self._travel(share))
        return replace(poses, place=place, turn=back * poses.turn)

    def moving(
        self, poses: _Poses, share: Floats, center: Floats
    ) -> tuple[_Poses, Floats]:
        """Poses on their way, which begins at zero and goes along x, and that way.

        Args:
            poses: as seen going along.
            share: (frames,) of the way, from anywhere on.
            center: (3,) m, what goes along evenly in the middle of them.

        Returns:
            The poses, and (frames, 4) x, y, z [m] and heading [rad] of the way.
        """
        forth = _about_z(share * self.turn)
        travel = self._travel(share)
        middle = travel + forth.apply(center)
        heading = self.heading + share[0] * self.turn
        level = _about_z(-heading)
        place = level.apply(travel + forth.apply(poses.place) - middle[0])
        path = level.apply(middle - middle[0])
        headings = (share - share[0]) * self.turn
        turned = replace(poses, place=place, turn=level * forth * poses.turn)
        return turned, np.column_stack([path, headings])


class _Difference(NamedTuple):
    place: Floats  # (3,) m
    turn: Floats  # (3,) rad, a rotation vector
    rest: Floats  # (n,)


def _difference(poses: _Poses, one: int, other: int) -> _Difference:
    turn = (poses.turn[other] * poses.turn[one].inv()).as_rotvec()
    return _Difference(
        poses.place[other] - poses.place[one],
        turn,
        poses.rest[other] - poses.rest[one],
    )


@dataclass(frozen=True)
class _Joint:
    """What the end of a cycle differs by from its start, going along."""

    apart: _Difference
    speed: _Difference  # per cycle

    @classmethod
    def of(cls, even: _EvenWay, motion: Motion, cut: _Cut) -> "_Joint":
        """The differences in pose and in velocity."""
        step = 1.0 / (motion.recording.frame_rate * (cut.end - cut.start))
        shares = np.array([-step, 0.0, step, 1.0 - step, 1.0, 1.0 + step])
        poses = even.still(motion, cut, shares)
        apart = _difference(poses, 1, 4)
        before, after = _difference(poses, 0, 2), _difference(poses, 3, 5)
        speed = [(b - a) / (2.0 * step) for a, b in zip(before, after, strict=True)]
        return cls(apart, _Difference(*speed))

    def closed(self, poses: _Poses, share: Floats) -> _Poses:
        """Poses without the difference, half of which was at either end."""
        place, turn, rest = self._corrections(share)
        return _Poses(
            poses.place + place,
            Rotation.from_rotvec(turn) * poses.turn,
            poses.rest + rest,
        )

    def _corrections(self, share: Floats) -> tuple[Floats, Floats, Floats]:
        s = share
        ends = 0.5 - 3.0 * s**2 + 2.0 * s**3
        slopes = 0.5 * ((s**3 - 2.0 * s**2 + s) - (s**3 - s**2))
        place, turn, rest = (
            np.outer(ends, apart) + np.outer(slopes, speed)
            for apart, speed in zip(self.apart, self.speed, strict=True)
        )
        return place, turn, rest

    def largest(self) -> tuple[float, float]:
        """m and rad: how far closing moves the root, and turns root and joints."""
        place, turn, rest = self._corrections(np.linspace(0.0, 1.0, 101))
        bends = (np.linalg.norm(turn, axis=1), np.abs(rest))
        bend = max(float(np.max(part, initial=0.0)) for part in bends)
        return float(np.linalg.norm(place, axis=1).max()), bend
