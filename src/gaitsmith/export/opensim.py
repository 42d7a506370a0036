"""OpenSim's files: .mot with coordinates, .sto with forces and moments.

OpenSim: x forward, y up, z right; pelvis turned by tilt (z), list (x) and rotation (y),
each about the axes that the turns before it have left. Names and signs are those of the
Rajagopal model: knee flexion is positive (in the older gait2392 it is negative).
"""

import numpy as np

from gaitsmith.export.anatomy import named_axes, pelvis_pose
from gaitsmith.export.foot_loads import foot_loads
from gaitsmith.export.motion import Motion
from gaitsmith.export.muscle_columns import opensim_muscles
from gaitsmith.gait.kinetics import joint_torques
from gaitsmith.gait.table_file import as_storage
from gaitsmith.kernels.records import Floats

# Rows: OpenSim's x, y, z in ours.
TO_OPENSIM = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
SHORT = {"right": "r", "left": "l"}
PLANAR = ("pelvis_tilt", "pelvis_tx", "pelvis_ty")


def mot_text(motion: Motion) -> str:
    """Coordinates over time [s]: angles in degrees, the pelvis' place in metres."""
    columns = {"time": motion.recording.time, **_pelvis_coordinates(motion)}
    for axis in named_axes(motion.character):
        columns[axis.opensim] = axis.degrees(motion.recording)
    return as_storage(f"{motion.name} coordinates", columns, in_degrees=True)


def sto_text(motion: Motion) -> str:
    """Ground forces [N], their points [m] and torques [N m], and joint moments [N m].

    Columns of the ground as OpenSim's external loads want them, such as
    ground_force_r_vx, ground_force_r_px and ground_torque_r_x; moments as Inverse
    Dynamics names them, such as knee_angle_r_moment; muscles as OpenSim names their
    states, such as soleus_r.activation.
    """
    character, recording = motion.character, motion.recording
    columns = {"time": recording.time}
    found = foot_loads(character, recording)
    loads = [(SHORT.get(leg, leg), found[leg]) for leg in reversed(found)]
    for side, load in loads:
        columns |= _vector(f"ground_force_{side}_v", load.force)
        columns |= _vector(f"ground_force_{side}_p", load.place)
    for side, load in loads:
        columns |= _vector(f"ground_torque_{side}_", load.torque)
    torques = joint_torques(character, recording)
    for axis in named_axes(character):
        columns[f"{axis.opensim}_moment"] = axis.moment(torques)
    columns |= opensim_muscles(motion)
    return as_storage(f"{motion.name} forces", columns, in_degrees=False)


def _pelvis_coordinates(motion: Motion) -> dict[str, Floats]:
    pose = pelvis_pose(motion.character, motion.recording)
    tilt, side_list, turn = _tilt_list_rotation(
        TO_OPENSIM @ pose.rotation @ TO_OPENSIM.T
    )
    columns = {
        "pelvis_tilt": tilt,
        "pelvis_list": side_list,
        "pelvis_rotation": turn,
        **_vector("pelvis_t", pose.position),
    }
    if motion.character.is_planar:
        return {name: columns[name] for name in PLANAR}
    return columns


def _tilt_list_rotation(turned: Floats) -> tuple[Floats, Floats, Floats]:
    """Degrees about z, x, y, in this order, of (frames, 3, 3) in OpenSim's axes."""
    tilt = np.arctan2(-turned[:, 0, 1], turned[:, 1, 1])
    side_list = np.arcsin(np.clip(turned[:, 2, 1], -1.0, 1.0))
    turn = np.arctan2(-turned[:, 2, 0], turned[:, 2, 2])
    # Without jumps by 360 degrees: OpenSim draws a smooth curve through the frames.
    return (
        np.degrees(np.unwrap(tilt)),
        np.degrees(side_list),
        np.degrees(np.unwrap(turn)),
    )


def _vector(name: str, vectors: Floats) -> dict[str, Floats]:
    """Columns `name`x, `name`y, `name`z in OpenSim's axes, of (frames, 3) in ours."""
    turned = vectors @ TO_OPENSIM.T
    return {f"{name}{axis}": turned[:, index] for index, axis in enumerate("xyz")}
