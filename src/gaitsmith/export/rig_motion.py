"""How an armature moves: the simulation's turns, carried over from the standing pose.

A bone at rest is unturned. Its turn in the world is that of the bone of the simulation
that it follows, after its turn from rest to the standing pose; so an armature that
rests with level arms moves as one with hanging arms does.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.export.motion import Motion, RootTravel
from gaitsmith.export.rig import Rig
from gaitsmith.export.skeleton import bone_motion, y_up
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.camera import averaged_path
from gaitsmith.scene.ground import GroundShape

ROOT, HIPS = 0, 1  # numbers of bones of every rig
UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class RigMotion:
    """Quaternions are x y z w and never change sign between frames; lengths in m."""

    time: Floats  # (frames,) s, from zero
    root: Floats  # (frames, 3) the root bone, on the ground
    hips: Floats  # (frames, 3) the hips' joint, as seen from the root
    turns: Floats  # (frames, bones, 4) from each bone to its parent


def rig_motion(motion: Motion, rig: Rig) -> RigMotion:
    """The motion of all bones, in all frames of the recording."""
    moved = bone_motion(motion, rig.sources)
    world = _source_turns(rig, moved.turns)
    place, heading = _path(motion, moved.root, world[0])
    turns = [Rotation.from_rotvec(np.outer(heading, UP))]
    for bone in rig.bones[1:]:
        source = bone.source or 0
        turn = world[source]
        parent = rig.sources[source].parent
        if bone.share < 1.0 and parent is not None:
            extra = (world[parent].inv() * turn).as_rotvec()
            turn = world[parent] * Rotation.from_rotvec(bone.share * extra)
        turns.append(turn * bone.standing)
    local = [
        turn if bone.parent is None else turns[bone.parent].inv() * turn
        for bone, turn in zip(rig.bones, turns, strict=True)
    ]
    hips = turns[ROOT].inv().apply(moved.root - place)
    if motion.staging.travel is RootTravel.IN_PLACE:
        place, local[ROOT] = 0.0 * place, Rotation.identity(len(place))
    quaternions = np.stack([turn.as_quat() for turn in local], axis=1)
    flips = np.sum(quaternions[1:] * quaternions[:-1], axis=-1) < 0.0
    quaternions[1:] *= np.cumprod(np.where(flips, -1.0, 1.0), axis=0)[..., None]
    return RigMotion(moved.time, place, hips, quaternions)


def _source_turns(rig: Rig, turns: Floats) -> list[Rotation]:
    """Turns in the world of the simulation's bones."""
    world: list[Rotation] = []
    for number, bone in enumerate(rig.sources):
        turn = Rotation.from_quat(turns[:, number])
        world.append(turn if bone.parent is None else world[bone.parent] * turn)
    return world


def _path(motion: Motion, hips: Floats, turn: Rotation) -> tuple[Floats, Floats]:
    """Places [m] of the root on the ground, and its headings [rad], left positive.

    That of a loop is even; any other is the hips' own, without the sway of each step.
    """
    frames = len(hips)
    if motion.cycle is not None:
        path = motion.cycle.path
        return y_up(path[:, :3]), path[:, 3]
    if motion.staging.travel is RootTravel.WORLD:
        return np.zeros((frames, 3)), np.zeros(frames)
    ahead = turn.apply([0.0, 0.0, 1.0])
    heading = np.unwrap(np.arctan2(ahead[:, 0], ahead[:, 2]))
    ground = GroundShape.of(motion.setting.terrain)
    height = np.array([ground.height_at(z) for z in hips[:, 2]])
    raw = np.column_stack([hips[:, 0], height, hips[:, 2], heading])
    calm = averaged_path(raw, motion.recording.frame_rate)
    return calm[:, :3], calm[:, 3]
