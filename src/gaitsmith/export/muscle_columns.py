"""Activations and forces of muscles as columns, by OpenSim's names or by ours.

OpenSim's names are those of its model gait10dof18musc, which has the same muscles; a
quantity follows behind a point, as in the files of states of OpenSim 3, which later
versions read too.
"""

from collections.abc import Iterator

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
    return {
        f"{OPENSIM_NAMES[name]}_{SIDES[side][0]}.{quantity}": values
        for quantity, side, name, values in _columns(motion, (RIGHT, LEFT))
    }


def named_muscles(motion: Motion) -> dict[str, Floats]:
    """Columns left_SOL_activation, left_SOL_force_N, ...; none without muscles."""
    units = {"force": "force_N"}
    return {
        f"{SIDES[side]}_{name}_{units.get(quantity, quantity)}": values
        for quantity, side, name, values in _columns(motion, (LEFT, RIGHT))
    }


def _columns(
    motion: Motion, sides: tuple[int, ...]
) -> Iterator[tuple[str, int, str, Floats]]:
    """What it is, of which side and muscle, and (frames,) its values."""
    if motion.rollout.muscles is None:
        return
    recording = motion.recording
    quantities = {"activation": recording.activation, "force": recording.muscle_force}
    for quantity, values in quantities.items():
        for side in sides:
            for muscle, name in enumerate(MUSCLE_NAMES):
                yield quantity, side, name, values[:, side, muscle]
