"""BVH: a skeleton and its joint angles, as motion capture programs write them.

Metres, y up, facing z. The root has its place and its turn in every frame, other bones
have their turn; all turns are zero in the standing pose. A turn is written in the order
X, Z, Y: flexion, which may go beyond a right angle, comes first, and the middle axis,
which locks the other two at a right angle, is that of abduction, which moves little.
"""

import math
import warnings
from collections.abc import Iterator, Sequence
from io import StringIO

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.characters.character import Character
from gaitsmith.export.motion import Motion
from gaitsmith.export.skeleton import (
    Bone,
    bone_motion,
    bones_of,
    children_of,
    standing_pose,
    y_up,
)
from gaitsmith.kernels.records import Floats

PLACE_CHANNELS = "Xposition Yposition Zposition"
TURN_CHANNELS = "Xrotation Zrotation Yrotation"
TURN_ORDER = "XZY"
UPPER, UP = 1, 1  # the upper end of two, along the axis that points up
STUB = 0.05  # m, length of a last bone on which nothing is drawn
STILL = 1.0 / 60.0  # s, how long a single frame is shown


def bvh_text(motion: Motion) -> str:
    """The whole motion as the text of a BVH file."""
    bones = bones_of(motion.character)
    moved = bone_motion(motion, bones)
    frames = len(moved.time)
    angles = np.degrees(_euler_angles(moved.turns)).reshape(frames, -1)
    step = moved.time[-1] / (frames - 1) if frames > 1 else STILL
    columns = np.round(np.hstack([moved.root, angles]), 6) + 0.0  # without minus zeros
    table = StringIO()
    np.savetxt(table, columns, fmt="%.6f")
    lines = ["HIERARCHY", *_hierarchy(motion.character, bones, 0), "MOTION"]
    lines += [f"Frames: {frames}", f"Frame Time: {step:.9f}", table.getvalue()]
    return "\n".join(lines)


def _hierarchy(
    character: Character, bones: Sequence[Bone], number: int
) -> Iterator[str]:
    """The lines of a bone and of all that hangs on it."""
    bone = bones[number]
    if bone.parent is None:
        # Programs differ in whether the root's offset adds to its place: it is zero.
        yield f"ROOT {bone.name}"
        yield from ("{", "\tOFFSET 0.000000 0.000000 0.000000")
        yield f"\tCHANNELS 6 {PLACE_CHANNELS} {TURN_CHANNELS}"
    else:
        yield f"JOINT {bone.name}"
        yield from ("{", f"\t{_offset(bone.place - bones[bone.parent].place)}")
        yield f"\tCHANNELS 3 {TURN_CHANNELS}"
    children = children_of(bones, number)
    for child in children:
        yield from (f"\t{line}" for line in _hierarchy(character, bones, child))
    if not children:
        yield from ("\tEnd Site", "\t{", f"\t\t{_offset(_tip(character, bone))}", "\t}")
    yield "}"


def _offset(vector: Floats) -> str:
    x, y, z = np.round(vector, 6) + 0.0
    return f"OFFSET {x:.6f} {y:.6f} {z:.6f}"


def _tip(character: Character, bone: Bone) -> Floats:
    """Where a bone ends, from its joint [m]: where its shapes reach furthest.

    That is the middle of a face of the box around them: the front of a foot, the
    fingertips of a hanging arm. A trunk, which may be wider than high, and a head end
    at their top.
    """
    model, data = character.model, standing_pose(character)
    corners = []
    for geom in np.flatnonzero(model.geom_bodyid == bone.body):
        center, half_size = np.split(model.geom_aabb[geom], 2)
        turn = data.geom_xmat[geom].reshape(3, 3)
        middle = data.geom_xpos[geom] + turn @ center
        reach = np.abs(turn) @ half_size
        corners += [
            y_up(middle - reach) - bone.place,
            y_up(middle + reach) - bone.place,
        ]
    if not corners:
        return np.array([0.0, STUB, 0.0])
    ends = np.array([np.min(corners, axis=0), np.max(corners, axis=0)])
    end, axis = np.unravel_index(np.argmax(np.abs(ends)), ends.shape)
    is_upright = bone.body in (character.roles.trunk, character.roles.head)
    if is_upright and ends[UPPER, UP] > 0.0:
        end, axis = UPPER, UP
    tip = ends.mean(axis=0)
    tip[axis] = ends[end, axis]
    return tip


def _euler_angles(turns: Floats) -> Floats:
    """(frames, bones, 3) rad, in `TURN_ORDER`, near to those of the frame before.

    The same turn can be said in two ways, and each angle can have whole rounds more.
    """
    with warnings.catch_warnings():
        # Two axes that fall together leave a choice, and any is right.
        warnings.filterwarnings("ignore", message="Gimbal lock")
        flat = Rotation.from_quat(turns.reshape(-1, 4)).as_euler(TURN_ORDER)
    angles = flat.reshape(*turns.shape[:2], 3)
    for frame in range(1, len(angles)):
        before = angles[frame - 1]
        one = angles[frame]
        two = one * (1.0, -1.0, 1.0) + math.pi
        one, two = (
            before + np.remainder(way - before + math.pi, math.tau) - math.pi
            for way in (one, two)
        )
        is_one = np.abs(one - before).sum(-1) <= np.abs(two - before).sum(-1)
        angles[frame] = np.where(is_one[:, None], one, two)
    return angles
