"""Activations and forces of muscles as columns, by OpenSim's names or by ours.

OpenSim's names are those of its model gait10dof18musc, which has the same muscles; a
quantity follows behind a point, as in the files of states of OpenSim 3, which later
versions read too.
"""

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, SIDES
from gaitsmith.export.motion import Motion
from gaitsmith.kernels.records import LEFT, RIGHT, Floats

OPENSIM_NAMES = {
    "SOL": "soleus",
    "TA": "tib_ant",
    "GAS": "gastroc",
    "VAS": "vasti",
    "HAM": "hamstrings",
    "RF": "rect_fem",
    "GLU": "glut_max",
    "HFL": "iliopsoas",
}


def opensim_muscles(motion: Motion) -> dict[str, Floats]:
    """Columns soleus_r.activation, soleus_r.force [N], ...; none without muscles."""
    if motion.rollout.muscles is None:
        return {}
    recording = motion.recording
    return {
        f"{OPENSIM_NAMES[name]}_{letter}.{quantity}": values[:, side, muscle]
        for quantity, values in (
            ("activation", recording.activation),
            ("force", recording.muscle_force),
        )
        for side, letter in ((RIGHT, "r"), (LEFT, "l"))
        for muscle, name in enumerate(MUSCLE_NAMES)
    }


def named_muscles(motion: Motion) -> dict[str, Floats]:
    """Columns left_SOL_activation, left_SOL_force_N, ...; none without muscles."""
    if motion.rollout.muscles is None:
        return {}
    recording = motion.recording
    return {
        f"{side}_{name}_{quantity}": values[:, row, muscle]
        for quantity, values in (
            ("activation", recording.activation),
            ("force_N", recording.muscle_force),
        )
        for row, side in enumerate(SIDES)
        for muscle, name in enumerate(MUSCLE_NAMES)
    }
