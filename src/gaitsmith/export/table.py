"""A table of everything, one row per frame: CSV with the units in the names.

Axes of the package: x forward, y left, z up. Angles are those of anatomists.
"""

import numpy as np

from gaitsmith.export.anatomy import named_axes, pelvis_pose
from gaitsmith.export.foot_loads import foot_loads
from gaitsmith.export.motion import Motion
from gaitsmith.export.muscle_columns import named_muscles
from gaitsmith.gait.kinetics import joint_torques
from gaitsmith.gait.table_file import as_csv
from gaitsmith.kernels.records import Floats


def csv_text(motion: Motion) -> str:
    """Time, centre of mass, pelvis, joints, ground, muscles and controller state."""
    character, recording = motion.character, motion.recording
    torques = joint_torques(character, recording)
    axes = named_axes(character)
    columns = {"time_s": recording.time, **_vector("com", recording.com, "m")}
    columns |= _pelvis(motion)
    columns |= {f"{axis.words}_deg": axis.degrees(recording) for axis in axes}
    columns |= {f"{axis.words}_torque_Nm": axis.moment(torques) for axis in axes}
    for leg, load in foot_loads(character, recording).items():
        columns |= _vector(f"{leg}_force", load.force, "N")
        columns |= _vector(f"{leg}_center_of_pressure", load.place, "m")
    columns |= named_muscles(motion)
    return as_csv(columns | {"controller_state": recording.state.astype(np.float64)})


def _pelvis(motion: Motion) -> dict[str, Floats]:
    """Place and turn: yaw left +, then pitch forward +, then roll to the right +."""
    pose = pelvis_pose(motion.character, motion.recording)
    turned = pose.rotation
    yaw = np.unwrap(np.arctan2(turned[:, 1, 0], turned[:, 0, 0]))
    pitch = np.arcsin(np.clip(-turned[:, 2, 0], -1.0, 1.0))
    roll = np.arctan2(turned[:, 2, 1], turned[:, 2, 2])
    return {
        **_vector("pelvis", pose.position, "m"),
        "pelvis_yaw_deg": np.degrees(yaw),
        "pelvis_pitch_deg": np.degrees(pitch),
        "pelvis_roll_deg": np.degrees(roll),
    }


def _vector(name: str, vectors: Floats, unit: str) -> dict[str, Floats]:
    return {
        f"{name}_{axis}_{unit}": vectors[:, index] for index, axis in enumerate("xyz")
    }
