"""Feet that stand are pinned: what carries the weight does not slide on the ground.

From frame to frame, the points of a foot that carry load move by their slip; of a round
foot, that is what rolling leaves. The slip is summed up over a stance and taken away
from the foot, half before and half after its middle; over the swing the foot glides
from one correction to the next. Heights of standing feet above the ground are those of
the simulation. The leg follows by damped least squares; the pelvis stays as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import mujoco
import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import Leg
from gaitsmith.export.motion import Motion
from gaitsmith.kernels.records import Flags, Floats

LOADED = 0.005  # of the weight, that a point carries which stands
DAMPING = 1e-3  # m, of the least squares
TURN = 0.15  # m, that a radian of the foot's turn counts
ROUNDS = 8  # of the least squares
NO_SHIFT = 1e-7  # m


@dataclass(frozen=True)
class _Feet:
    """Where contact points are in every frame, and how they move on."""

    place: Floats  # (frames, points, 3) m
    slip: Floats  # (frames - 1, points, 3) m, along the ground to the next frame


def planted(
    motion: Motion, path: Floats, heights: Floats
) -> tuple[Motion, float, float]:
    """A loop whose standing feet do not slide.

    Args:
        motion: its last frame is its first, one cycle on.
        path: (frames, 4) the way of the loop, see `Cycle`.
        heights: (frames, points) m, of contact points above the ground.

    Returns:
        It, the largest slip of a stance before, and the largest correction [m].
    """
    character, recording = motion.character, motion.recording
    feet = _feet(character, recording.qpos)
    load = np.maximum(recording.contact_force[..., 2], 0.0)
    load[load < LOADED * character.weight] = 0.0
    back = Rotation.from_rotvec(np.outer(-path[:, 3], [0.0, 0.0, 1.0]))
    forth = back.inv()
    grade = path[-1, 2] / path[-1, 0] if path[-1, 2] else 0.0
    lift = heights - (feet.place[..., 2] - grade * feet.place[..., 0])
    qpos, slips, reach = recording.qpos.copy(), [0.0], 0.0
    for side, leg in enumerate(character.roles.legs):
        mine = character.points.side == side
        slip, links = _weighted(feet.slip[:, mine], load[:, mine])
        rise = (lift[:, mine] * load[:, mine]).sum(axis=1)
        rise /= np.maximum(load[:, mine].sum(axis=1), 1e-9)
        shift, most = _shifts(back[:-1].apply(slip), links, rise)
        slips.append(most)
        shift = forth.apply(shift)
        reach = max(reach, float(np.linalg.norm(shift, axis=1).max()))
        for frame, way in enumerate(shift):
            if np.linalg.norm(way) > NO_SHIFT:
                _move_foot(character, leg, qpos[frame], way)
    pinned = _feet(character, qpos).place
    com = np.array([_com(character, pose) for pose in qpos])
    changed = replace(recording, qpos=qpos, contact_position=pinned, com=com)
    rollout = replace(motion.rollout, recording=changed)
    return replace(motion, rollout=rollout), max(slips), reach


def largest_slip(motion: Motion) -> float:
    """m, the most that a foot slides while it stands, in the frames of a recording."""
    character, recording = motion.character, motion.recording
    feet = _feet(character, recording.qpos)
    load = np.maximum(recording.contact_force[..., 2], 0.0)
    load[load < LOADED * character.weight] = 0.0
    found = [0.0]
    for side in range(len(character.roles.legs)):
        mine = character.points.side == side
        slip, links = _weighted(feet.slip[:, mine], load[:, mine])
        found += [_span(np.cumsum(slip[a:b], axis=0)) for a, b in _runs(links)]
    return max(found)


def _feet(character: Character, qpos: Floats) -> _Feet:
    """Contact points and their slip; a point of a ball rolls with its centre."""
    model, points = character.model, character.points
    data = mujoco.MjData(model)
    frames = len(qpos)
    place = np.zeros((frames, len(points.body), 3))
    turns = np.zeros((frames, len(points.body), 3, 3))
    for frame, pose in enumerate(qpos):
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        turns[frame] = data.xmat[points.body].reshape(-1, 3, 3)
        place[frame] = data.xpos[points.body] + np.einsum(
            "pij,pj->pi", turns[frame], points.offset
        )
    down = np.array([0.0, 0.0, -1.0]) * points.radius[:, None]
    step = turns[1:] @ turns[:-1].swapaxes(-1, -2)
    rolled = 0.5 * (step - step.swapaxes(-1, -2))
    slip = np.diff(place, axis=0) + np.einsum("fpij,pj->fpi", rolled, down)
    return _Feet(place, slip * (1.0, 1.0, 0.0))


def _weighted(slip: Floats, load: Floats) -> tuple[Floats, Flags]:
    """(frames - 1, 3) mean slip of what carries, and whether anything does."""
    weight = np.minimum(load[:-1], load[1:])
    total = weight.sum(axis=1)
    mean = (slip * weight[..., None]).sum(axis=1) / np.maximum(total, 1e-9)[:, None]
    return mean, total > 0.0


def _runs(flags: Flags) -> Iterator[tuple[int, int]]:
    """(start, end) of every row of True."""
    edges = (np.flatnonzero(np.diff(flags)) + 1).tolist()
    for start, end in pairwise([0, *edges, len(flags)]):
        if flags[start]:
            yield start, end


def _span(places: Floats) -> float:
    """m, the largest distance from the first of (n, 3) places, and from zero."""
    return float(np.linalg.norm(places, axis=1).max(initial=0.0))


def _shifts(slip: Floats, links: Flags, rise: Floats) -> tuple[Floats, float]:
    """(frames, 3) m, how a foot is moved, and the largest slip of a stance.

    Args:
        slip: (frames - 1, 3) m, as seen from the path.
        links: (frames - 1,) whether it stands from this frame to the next.
        rise: (frames,) m, of a standing foot to its height in the simulation.
    """
    frames = len(links)
    shift = np.zeros((frames, 3))
    if not links.any():
        return np.zeros((frames + 1, 3)), 0.0
    # Begin where a stance does, so that none is cut.
    starts = np.flatnonzero(links & ~np.roll(links, 1))
    first = int(starts[0]) if len(starts) else 0
    order = (np.arange(frames) + first) % frames
    runs = list(_runs(links[order]))
    most = 0.0
    for start, end in runs:
        way = np.vstack([np.zeros(3), -np.cumsum(slip[order[start:end]], axis=0)])
        most = max(most, _span(way))
        if end - start == frames:  # it never lifts: all rounds must be alike
            way -= np.outer(np.arange(frames + 1) / frames, way[-1])
            way = way[:-1]
        found = order[(start + np.arange(len(way))) % frames]
        shift[found] = way - way.mean(axis=0)
        shift[found, 2] = rise[found]
    ends = [*runs[1:], (runs[0][0] + frames, 0)]
    for (_, end), (start, _) in zip(runs, ends, strict=True):
        between = np.arange(end + 1, start)
        share = (between - end) / (start - end)
        share = share**2 * (3.0 - 2.0 * share)
        before, after = shift[order[end % frames]], shift[order[start % frames]]
        shift[order[between % frames]] = before + share[:, None] * (after - before)
    return np.vstack([shift, shift[:1]]), most


def _move_foot(character: Character, leg: Leg, pose: Floats, way: Floats) -> None:
    """Change a pose so that a leg's foot is elsewhere, turned as it was.

    A leg without ankle keeps the place of its end only.
    """
    model, data = character.model, character.engine_data
    hinges = leg.hinges_to_foot
    axes = [hinge.axis for hinge in hinges]
    offset = _foot_point(character, leg)
    turn = TURN if leg.ankle else 0.0
    target = turned = None
    jacobian = np.zeros((6, model.nv))
    for _ in range(ROUNDS):
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        matrix = data.xmat[leg.foot].reshape(3, 3)
        place = data.xpos[leg.foot] + matrix @ offset
        if target is None or turned is None:
            target, turned = place + way, matrix.copy()
        bend = Rotation.from_matrix(turned @ matrix.T).as_rotvec()
        error = np.concatenate([target - place, turn * bend])
        mujoco.mj_jac(model, data, jacobian[:3], jacobian[3:], place, leg.foot)
        rows = jacobian[:, axes] * np.array([[1.0]] * 3 + [[turn]] * 3)
        square = rows @ rows.T + DAMPING**2 * np.eye(6)
        step = rows.T @ np.linalg.solve(square, error)
        for hinge, angle in zip(hinges, step, strict=True):
            pose[hinge.position] += angle


def _foot_point(character: Character, leg: Leg) -> Floats:
    """The middle of a foot's contact points, in its frame [m]."""
    mine = character.points.body == leg.foot
    return character.points.offset[mine].mean(axis=0) if mine.any() else np.zeros(3)


def _com(character: Character, pose: Floats) -> Floats:
    model, data = character.model, character.engine_data
    data.qpos[:] = pose
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    return data.subtree_com[1].copy()
