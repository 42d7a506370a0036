"""What a reflex law remembers, and the signals that its nerves carry."""

import numpy as np

from gaitsmith.kernels.delay import MOST_STEPS

# Signals of a leg, by the delay of what they excite (Wang et al. 2012): muscles at the
# ankle 20 ms, the vasti and the ground 10 ms, muscles at the hip 5 ms.
SOL_FORCE, GAS_FORCE, TA_LENGTH = 0, 1, 2
VAS_FORCE, KNEE, KNEE_RATE, LOAD = 3, 4, 5, 6
HAM_FORCE, GLU_FORCE, HAM_LENGTH, HFL_LENGTH, HIP, HIP_RATE = 7, 8, 9, 10, 11, 12
LEG_SIGNALS = 13
LEAN, LEAN_RATE = 2 * LEG_SIGNALS, 2 * LEG_SIGNALS + 1  # of the trunk, 5 ms
NUM_SIGNALS = 2 * LEG_SIGNALS + 2

MEMORY = np.dtype(
    [
        ("state", np.int64),  # the leg that struck last: LEFT, RIGHT
        ("step", np.int64),  # time steps so far
        ("is_stance", np.int64, (2,)),
        ("since", np.float64, (2,)),  # s, of the last change of each leg
        ("take_off_lean", np.float64, (2,)),  # rad
        ("line", np.float64, (MOST_STEPS, NUM_SIGNALS)),
    ]
)
