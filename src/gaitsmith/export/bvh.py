"""BVH: a skeleton and its joint angles, as motion capture programs write them.

Metres, y up, facing z. The hips have their place and their turn in every frame, other
bones have their turn; all turns are zero in the skeleton's rest pose. A turn is written
in the order X, Z, Y: flexion, which may go beyond a right angle, comes first, and the
middle axis, which locks the other two at a right angle, is that of abduction, which
moves little. A bone whose middle axis would move much, such as an arm that rests level
and hangs in motion, has another order; the file says which.

With root motion, a root bone on the ground is above the hips and has a place, too.
"""

import warnings
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.export.motion import Motion, RootTravel
from gaitsmith.export.rig import Rig, rig_of
from gaitsmith.export.rig_motion import HIPS, ROOT, RigMotion, rig_motion
from gaitsmith.kernels.records import Floats

PLACE_CHANNELS = "Xposition Yposition Zposition"
TURN_ORDERS = ("XZY", "ZXY", "YZX")  # the first one that does not lock
UNLOCKED = 60.0  # degrees, of the middle axis
STILL = 1.0 / 60.0  # s, how long a single frame is shown


def bvh_text(motion: Motion) -> str:
    """The whole motion as the text of a BVH file."""
    rig = rig_of(motion.character, motion.staging.skeleton)
    moved = rig_motion(motion, rig)
    first = ROOT if motion.staging.travel is RootTravel.ROOT else HIPS
    scale, table = motion.staging.scale, StringIO()
    turns = [_turns(moved.turns[:, number]) for number in range(len(rig.bones))]
    np.savetxt(table, _columns(rig, moved, turns, first, scale), fmt="%.6f")
    frames = len(moved.time)
    step = moved.time[-1] / (frames - 1) if frames > 1 else STILL
    lines = ["HIERARCHY", *_hierarchy(rig, turns, first, first, scale)]
    lines += ["MOTION", f"Frames: {frames}", f"Frame Time: {step:.9f}"]
    return "\n".join([*lines, table.getvalue()])


class _Turns(NamedTuple):
    """The turns of a bone as BVH says them."""

    order: str
    angles: Floats  # (frames, 3) degrees


def _columns(
    rig: Rig, moved: RigMotion, turns: list[_Turns], first: int, scale: float
) -> Floats:
    """(frames, channels) places and degrees, in the order of the hierarchy."""
    places = {ROOT: moved.root, HIPS: moved.hips}
    columns = []
    for number in _depth_first(rig, first):
        if number in places:
            columns.append(scale * places[number])
        columns.append(turns[number].angles)
    found: Floats = np.hstack(columns)
    return found.round(6) + 0.0  # without minus zeros


def _depth_first(rig: Rig, number: int) -> Iterator[int]:
    yield number
    for child in rig.children(number):
        yield from _depth_first(rig, child)


def _hierarchy(
    rig: Rig, turns: list[_Turns], number: int, first: int, scale: float
) -> Iterator[str]:
    """The lines of a bone and of all that hangs on it."""
    bone = rig.bones[number]
    words = " ".join(f"{axis}rotation" for axis in turns[number].order)
    # Programs differ in whether the root's offset adds to its place: it is zero.
    offset = np.zeros(3)
    if number != first and bone.parent is not None:
        offset = bone.place - rig.bones[bone.parent].place
    yield f"{'ROOT' if number == first else 'JOINT'} {bone.name}"
    yield from ("{", f"\t{_offset(scale * offset)}")
    has_place = number in (ROOT, HIPS)
    channels = f"6 {PLACE_CHANNELS} {words}" if has_place else f"3 {words}"
    yield f"\tCHANNELS {channels}"
    children = rig.children(number)
    for child in children:
        yield from (f"\t{line}" for line in _hierarchy(rig, turns, child, first, scale))
    if not children:
        tip = _offset(scale * (bone.tip - bone.place))
        yield from ("\tEnd Site", "\t{", f"\t\t{tip}", "\t}")
    yield "}"


def _offset(vector: Floats) -> str:
    x, y, z = np.round(vector, 6) + 0.0
    return f"OFFSET {x:.6f} {y:.6f} {z:.6f}"


def _turns(quaternions: Floats) -> _Turns:
    """(frames, 4) turns in an order whose middle axis stays away from a right angle."""
    rotations = Rotation.from_quat(quaternions)
    found: list[_Turns] = []
    with warnings.catch_warnings():
        # Two axes that fall together leave a choice, and any is right.
        warnings.filterwarnings("ignore", message="Gimbal lock")
        for order in TURN_ORDERS:
            found.append(_Turns(order, rotations.as_euler(order, degrees=True)))
            if np.abs(found[-1].angles[:, 1]).max() <= UNLOCKED:
                break
    best = min(found, key=lambda turns: np.abs(turns.angles[:, 1]).max())
    return _Turns(best.order, _steady(best.angles))


def _steady(angles: Floats) -> Floats:
    """(frames, 3) degrees, near to those of the frame before.

    The same turn can be said in two ways, and each angle can have whole rounds more.
    """
    for frame in range(1, len(angles)):
        before = angles[frame - 1]
        one = angles[frame]
        two = one * (1.0, -1.0, 1.0) + 180.0
        one, two = (
            before + np.remainder(way - before + 180.0, 360.0) - 180.0
            for way in (one, two)
        )
        is_one = np.abs(one - before).sum() <= np.abs(two - before).sum()
        angles[frame] = one if is_one else two
    return angles
