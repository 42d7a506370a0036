"""Joint angles from markers: the skeleton's pose nearest to them, in every frame.

Least squares over all markers (Lu & O'Connor 1999), all frames at once, by Gauss-Newton
with the exact Jacobian: turning a joint moves what it carries around it.
"""

from dataclasses import dataclass

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import listed
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.skeleton import FEWEST, PELVIS, SEGMENTS, SIDES, Leg, Skeleton
from gaitsmith.measured.strikes import filled
from gaitsmith.measured.walk import Series, Sided

MOST_STEPS = 40
SMALLEST_STEP = 1e-5  # rad or m: then it is at rest
LARGEST_TURN = 0.6  # rad in a step
DAMPING = 1e-5  # m2; for what no marker tells, such as a foot's roll by two markers
MOST_OFF = 0.06  # m RMS; soft tissue and misplaced joints come to a third of that
FRAMES = 500  # at once
# Columns of the Jacobian: pelvis 0 to 5; then each leg's hip 3, knee 1, ankle 3.
NUM_COLUMNS = 20
FIRST_OF_LEG = (6, 13)


@dataclass
class Pose:
    """How all segments are displaced from the static trial, in every frame."""

    shift: Floats  # (frames, 3) m, of the pelvis's origin
    pelvis: Floats  # (frames, 3, 3)
    hips: Floats  # (2, frames, 3, 3) in the pelvis
    knees: Floats  # (2, frames) rad, flexion +
    ankles: Floats  # (2, frames, 3, 3) in the shank


@dataclass(frozen=True)
class Displaced:
    """Of one segment: place -> turn @ (place - about) + to."""

    turn: Floats  # (frames, 3, 3)
    about: Floats  # (3,) m
    to: Floats  # (frames, 3) m

    def __call__(self, place: Floats) -> Floats:
        """(frames, 3) m, where a place of the static trial is."""
        return self.turn @ (place - self.about) + self.to


def angles_of(skeleton: Skeleton, markers: Markers) -> tuple[Series, tuple[str, ...]]:
    """Angles of both legs [degrees], and notes on how well the markers fit.

    Zero: a straight knee, a shank at right angles to the sole, a thigh that is upright
    beneath the pelvis as it is held in the static trial.

    Raises:
        InputError: a segment has too few markers, or the static trial is another's.
    """
    names = _shared(skeleton, markers)
    seen = np.stack([markers.places[name] for name in names], axis=1)
    parts = [seen[k : k + FRAMES] for k in range(0, len(seen), FRAMES)]
    solved = [_solved(skeleton, names, part) for part in parts]
    off = np.concatenate([one[1] for one in solved])
    rms = float(np.sqrt(np.nanmean(off**2)))
    if rms > MOST_OFF:
        raise InputError(
            f"the markers are {1000 * rms:.0f} mm (RMS) from where {skeleton.name} has"
            " them on the segments: another person, or other markers by the same names."
        )
    sides: Sided = ({}, {})
    gaps: list[str] = []
    for side in (LEFT, RIGHT):
        for key in ("hip", "knee", "ankle", "thigh", "foot"):
            values = np.concatenate([one[0][side][key] for one in solved])
            whole = filled(markers.time, values)
            if whole is None:
                gaps.append(f"{SIDES[side]} {key}")
            else:
                sides[side][key] = whole
    notes = [
        f"angles by inverse kinematics from {len(names)} markers, on the segments of"
        f" {skeleton.name}; markers are {1000 * rms:.0f} mm off (RMS). Hips are zero"
        " where a thigh is upright beneath the pelvis as it stood."
    ]
    if gaps:
        notes.append(f"left out, as markers are hidden for too long: {listed(gaps)}.")
    return Series(markers.time, sides), tuple(notes)


def _shared(skeleton: Skeleton, markers: Markers) -> list[str]:
    """Markers that both trials have, enough on every segment."""
    for segment in SEGMENTS:
        there = [m for m in skeleton.of(segment) if m in markers.places]
        needed = FEWEST[segment.rpartition("_")[2]]
        if len(there) < needed:
            raise InputError(
                f"the {segment.replace('_', ' ')} has {len(there)} markers that"
                f" {skeleton.name} has, too; {needed} are needed to tell its pose."
            )
    return [m for m in skeleton.markers if m in markers.places]


def _solved(
    skeleton: Skeleton, names: list[str], seen: Floats
) -> tuple[tuple[dict[str, Floats], dict[str, Floats]], Floats]:
    """Angles of both sides, and how far each marker is off, (frames, markers) m."""
    origin = np.mean([skeleton.places[m] for m in skeleton.of(PELVIS)], axis=0)
    is_seen = np.all(np.isfinite(seen), axis=2)
    weights = np.repeat(is_seen[:, :, None], 3, axis=2).reshape(len(seen), -1)
    pose = _start(skeleton, names, seen, origin)
    for _ in range(MOST_STEPS):
        segments = displaced(skeleton, pose, origin)
        off = seen - _modelled(skeleton, names, segments)
        residuals = np.where(is_seen[:, :, None], off, 0.0).reshape(len(seen), -1)
        jacobian = _jacobian(skeleton, names, segments) * weights[:, :, None]
        transposed = jacobian.transpose(0, 2, 1)
        normal = transposed @ jacobian + DAMPING * np.eye(NUM_COLUMNS)
        step = np.linalg.solve(normal, (transposed @ residuals[:, :, None]))[:, :, 0]
        step = np.clip(step, -LARGEST_TURN, LARGEST_TURN).astype(float)
        _move(pose, step)
        if np.max(np.abs(step)) < SMALLEST_STEP:
            break
    segments = displaced(skeleton, pose, origin)
    off = np.linalg.norm(seen - _modelled(skeleton, names, segments), axis=2)
    left, right = (_angles(skeleton, pose, segments, side) for side in (LEFT, RIGHT))
    for side, angles in enumerate((left, right)):
        is_told = _told(skeleton, names, is_seen, SIDES[side])
        for values in angles.values():
            values[~is_told] = np.nan
    return (left, right), off


def _told(
    skeleton: Skeleton, names: list[str], is_seen: np.ndarray, side: str
) -> np.ndarray:
    """(frames,) whether enough markers of the pelvis and a leg are seen."""
    segments = (PELVIS, *(f"{side}_{part}" for part in ("thigh", "shank", "foot")))
    counts = {
        segment: is_seen[
            :, [names.index(m) for m in skeleton.of(segment) if m in names]
        ]
        for segment in segments
    }
    enough = [
        count.sum(axis=1) >= FEWEST[segment.rpartition("_")[2]]
        for segment, count in counts.items()
    ]
    return np.all(enough, axis=0)


def _start(skeleton: Skeleton, names: list[str], seen: Floats, origin: Floats) -> Pose:
    """Standing as in the static trial, where the pelvis's markers are."""
    frames = len(seen)
    of_pelvis = [k for k, name in enumerate(names) if skeleton.markers[name] == PELVIS]
    there = np.stack([skeleton.places[names[k]] for k in of_pelvis])
    with np.errstate(invalid="ignore"):
        moved = seen[:, of_pelvis] - there
    counts = np.maximum(np.isfinite(moved).sum(axis=1), 1)
    upright = np.broadcast_to(np.eye(3), (frames, 3, 3)).copy()
    both = np.broadcast_to(np.eye(3), (2, frames, 3, 3))
    return Pose(
        shift=origin + np.nansum(moved, axis=1) / counts,
        pelvis=upright,
        hips=both.copy(),
        knees=np.full((2, frames), 0.2),  # a bent knee, so that it bends further
        ankles=both.copy(),
    )


def displaced(skeleton: Skeleton, pose: Pose, origin: Floats) -> dict[str, Displaced]:
    """Every segment, of a pose."""
    pelvis = Displaced(pose.pelvis, origin, pose.shift)
    found = {PELVIS: pelvis}
    for side, leg in enumerate(skeleton.legs):
        thigh = Displaced(pose.pelvis @ pose.hips[side], leg.hip, pelvis(leg.hip))
        knee = _turns(leg.knee_axis * pose.knees[side][:, None])
        shank = Displaced(thigh.turn @ knee, leg.knee, thigh(leg.knee))
        foot = Displaced(shank.turn @ pose.ankles[side], leg.ankle, shank(leg.ankle))
        for part, segment in zip(
            ("thigh", "shank", "foot"), (thigh, shank, foot), strict=True
        ):
            found[f"{SIDES[side]}_{part}"] = segment
    return found


def _modelled(
    skeleton: Skeleton, names: list[str], segments: dict[str, Displaced]
) -> Floats:
    """(frames, markers, 3) m, where the markers would be."""
    return np.stack(
        [segments[skeleton.markers[m]](skeleton.places[m]) for m in names], axis=1
    )


def _jacobian(
    skeleton: Skeleton, names: list[str], segments: dict[str, Displaced]
) -> Floats:
    """(frames, 3 markers, columns) of the markers' places."""
    pelvis = segments[PELVIS]
    frames = len(pelvis.to)
    found = np.zeros((frames, len(names), 3, NUM_COLUMNS))
    for k, name in enumerate(names):
        segment = skeleton.markers[name]
        place = segments[segment](skeleton.places[name])
        found[:, k, :, :3] = np.eye(3)
        found[:, k, :, 3:6] = _turning(np.eye(3)[None], place - pelvis.to)
        if segment == PELVIS:
            continue
        side = SIDES.index(segment.partition("_")[0])
        leg, first = skeleton.legs[side], FIRST_OF_LEG[side]
        thigh, shank, foot = (
            segments[f"{SIDES[side]}_{part}"] for part in ("thigh", "shank", "foot")
        )
        found[:, k, :, first : first + 3] = _turning(pelvis.turn, place - thigh.to)
        if segment.endswith("thigh"):
            continue
        axis = (thigh.turn @ leg.knee_axis)[:, :, None]
        found[:, k, :, first + 3 : first + 4] = _turning(axis, place - shank.to)
        if segment.endswith("foot"):
            found[:, k, :, first + 4 : first + 7] = _turning(
                shank.turn, place - foot.to
            )
    return found.reshape(frames, -1, NUM_COLUMNS)


def _turning(axes: Floats, arm: Floats) -> Floats:
    """(frames, 3, axes): how a place moves when it turns about each axis (column)."""
    return np.cross(axes, arm[:, :, None], axis=1)


def _move(pose: Pose, step: Floats) -> None:
    pose.shift += step[:, :3]
    pose.pelvis[:] = _turns(step[:, 3:6]) @ pose.pelvis
    for side, first in enumerate(FIRST_OF_LEG):
        pose.hips[side] = _turns(step[:, first : first + 3]) @ pose.hips[side]
        pose.knees[side] += step[:, first + 3]
        pose.ankles[side] = _turns(step[:, first + 4 : first + 7]) @ pose.ankles[side]


def _turns(vectors: Floats) -> Floats:
    """(frames, 3, 3) of rotation vectors (frames, 3) rad (Rodrigues)."""
    angle = np.linalg.norm(vectors, axis=1)[:, None, None]
    x, y, z = (vectors / np.maximum(angle[:, :, 0], 1e-12)).T
    zero = np.zeros_like(x)
    cross = np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]]).transpose(2, 0, 1)
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


def _angles(
    skeleton: Skeleton, pose: Pose, segments: dict[str, Displaced], side: int
) -> dict[str, Floats]:
    """(frames,) degrees, in the upright plane that the pelvis faces."""
    leg = skeleton.legs[side]
    thigh, foot = (segments[f"{SIDES[side]}_{part}"] for part in ("thigh", "foot"))
    forward = segments[PELVIS].turn[:, :, 0]
    pitch = np.degrees(
        np.arctan2(forward[:, 2], np.hypot(forward[:, 0], forward[:, 1]))
    )
    level = np.stack([forward[:, 0], forward[:, 1], np.zeros(len(forward))], axis=1)
    level /= np.linalg.norm(level, axis=1)[:, None]

    def ahead(vectors: Floats) -> Floats:
        return np.einsum("fi,fi->f", vectors, level)

    down = thigh.turn @ (leg.knee - leg.hip)
    toes = foot.turn @ leg.foot
    at_thigh = np.degrees(np.arctan2(ahead(down), -down[:, 2]))
    return {
        "hip": at_thigh - pitch,
        "knee": np.degrees(pose.knees[side]) + _static_knee(leg),
        "ankle": _dorsiflexion(leg, pose.ankles[side]),
        "thigh": at_thigh,
        "foot": np.degrees(np.arctan2(toes[:, 2], ahead(toes))),
    }


def _static_knee(leg: Leg) -> float:
    """Degrees that the knee is bent in the static trial."""
    thigh, shank = leg.knee - leg.hip, leg.ankle - leg.knee
    across = float(np.cross(thigh, shank) @ leg.knee_axis)
    flat = [v - (v @ leg.knee_axis) * leg.knee_axis for v in (thigh, shank)]
    return float(np.degrees(np.arctan2(across, flat[0] @ flat[1])))


def _dorsiflexion(leg: Leg, ankle: Floats) -> Floats:
    """Degrees by which the toes are above the right angle to the shank."""
    shank = leg.knee - leg.ankle
    side = np.cross(shank, leg.foot)
    side /= np.linalg.norm(side)
    forward = np.cross(side, shank / np.linalg.norm(shank))
    toes = ankle @ leg.foot
    upward = toes @ (shank / np.linalg.norm(shank))
    return np.degrees(np.arctan2(upward, toes @ forward))
