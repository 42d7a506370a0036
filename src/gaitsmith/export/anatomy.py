"""Joint axes as anatomists and OpenSim's gait models name and count them.

Inside the package angles follow the P-convention: x forward, y left, z up. OpenSim's
axes are x forward, y up, z right, so that a turn about its z is one about our -y, and
turns about its x and y are ours about x and z. Its gait models (Rajagopal 2016) count
the axes of the left side as mirror images of the right side's: adduction, internal
rotation, inversion and pronation are positive on both sides.

Their joints turn about z, x, y in this order, from the parent outward. Ours turn about
y, x, z: the same order, so angles pass one to one.
"""

from dataclasses import dataclass

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import AXIS_TOLERANCE, HINGE_DIRECTIONS, Hinge
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording

# Joint and axis of a limb: what a positive angle is, OpenSim's name without the side,
# and the sign that turns the P-convention's angle into it, on the right and the left.
LIMBS = {
    "hip_y": ("hip_flexion", "hip_flexion", -1.0, -1.0),
    "hip_x": ("hip_adduction", "hip_adduction", 1.0, -1.0),
    "hip_z": ("hip_internal_rotation", "hip_rotation", 1.0, -1.0),
    "knee_y": ("knee_flexion", "knee_angle", 1.0, 1.0),
    "ankle_y": ("ankle_dorsiflexion", "ankle_angle", -1.0, -1.0),
    "ankle_x": ("ankle_inversion", "subtalar_angle", 1.0, -1.0),
    "toe_y": ("toe_extension", "mtp_angle", -1.0, -1.0),
    "shoulder_y": ("shoulder_flexion", "arm_flex", -1.0, -1.0),
    "shoulder_x": ("shoulder_adduction", "arm_add", 1.0, -1.0),
    "shoulder_z": ("shoulder_internal_rotation", "arm_rot", 1.0, -1.0),
    "elbow_y": ("elbow_flexion", "elbow_flex", -1.0, -1.0),
    "elbow_z": ("forearm_pronation", "pro_sup", 1.0, -1.0),
}
# The same of what has no side. OpenSim's gait models have no neck; its names follow
# those of the back.
MIDDLE = {
    "back_y": ("back_extension", "lumbar_extension", -1.0),
    "back_x": ("back_right_bending", "lumbar_bending", 1.0),
    "back_z": ("back_left_rotation", "lumbar_rotation", 1.0),
    "neck_y": ("neck_extension", "neck_extension", -1.0),
    "neck_x": ("neck_right_bending", "neck_bending", 1.0),
    "neck_z": ("neck_left_rotation", "neck_rotation", 1.0),
}


@dataclass(frozen=True)
class NamedAxis:
    """One joint axis, and how people count its angle."""

    hinge: Hinge
    words: str  # what a positive angle is, such as left_knee_flexion
    opensim: str  # such as knee_angle_l
    sign: float  # turns the P-convention's angle or torque into this one

    def degrees(self, recording: Recording) -> Floats:
        """(frames,) angle, zero in the standing pose."""
        return self.sign * np.degrees(recording.qpos[:, self.hinge.position])

    def moment(self, torques: Floats) -> Floats:
        """(frames,) N m, positive where it drives the angle up; of (frames, nv)."""
        return self.sign * torques[:, self.hinge.axis]


@dataclass(frozen=True)
class PelvisPose:
    """Where the pelvis is and how it is turned away from the standing pose."""

    position: Floats  # (frames, 3) m, of the body's origin: between the hip joints
    rotation: Floats  # (frames, 3, 3)


def named_axes(character: Character) -> tuple[NamedAxis, ...]:
    """All hinges in the engine's order; unknown ones keep their name and sign."""
    return tuple(_named(character, hinge) for hinge in character.roles.hinges)


def pelvis_pose(character: Character, recording: Recording) -> PelvisPose:
    """The pelvis in every frame, in the P-convention."""
    poses = body_poses(character, recording)
    pelvis = character.roles.pelvis
    standing = character.standing_orientation[pelvis]
    return PelvisPose(
        position=poses.position[:, pelvis],
        rotation=poses.orientation[:, pelvis] @ standing.T,
    )


def _named(character: Character, hinge: Hinge) -> NamedAxis:
    side, _, part = hinge.role.partition("_")
    if not _turns_as_named(character, hinge):
        return NamedAxis(hinge, hinge.name, hinge.name, 1.0)
    if side in ("left", "right") and part in LIMBS:
        words, opensim, right, left = LIMBS[part]
        sign = left if side == "left" else right
        return NamedAxis(hinge, f"{side}_{words}", f"{opensim}_{side[0]}", sign)
    if hinge.role in MIDDLE:
        words, opensim, sign = MIDDLE[hinge.role]
        return NamedAxis(hinge, words, opensim, sign)
    return NamedAxis(hinge, hinge.name, hinge.name, 1.0)


def _turns_as_named(character: Character, hinge: Hinge) -> bool:
    """Whether the last letter of its role is the axis that it stands on.

    Only the legs of an own model are checked when it is read; a `back_y` that leans
    the other way round is the user's own, and no lumbar extension.
    """
    wanted = HINGE_DIRECTIONS.get(hinge.role[-1])
    if wanted is None:
        return False
    axis = character.model.jnt_axis[hinge.joint]
    standing = character.standing_orientation[hinge.body] @ axis
    return bool(np.linalg.norm(standing - wanted) <= AXIS_TOLERANCE)
