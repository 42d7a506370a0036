"""Muscle reflexes of Geyer & Herr 2010, one leg at a time: what Wang et al. 2012 vary.

A leg stands or swings, and nothing is prepared. What holds the trunk grows with the
load of the leg, and in double support the load of the other leg lets the knee of the
trailing one go. Lengths excite only when they are exceeded. Angles as in `reflexes`.
"""

from typing import NamedTuple

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.muscle import LEAST_EXCITATION, clipped_excitation
from gaitsmith.kernels.records import GAS, GLU, HAM, HFL, SOL, TA, VAS
from gaitsmith.papers.wang2012.reflexes import NUM_MUSCLES, positive


class GeyerGains(NamedTuple):
    """The published values; all dimensionless but for angles."""

    vas: float  # excitation in stance when nothing else excites
    ham: float
    glu: float
    hfl: float
    sol_force: float
    gas_force: float
    ta_length: float
    ta_offset: float  # optimal lengths
    sol_inhibits_ta: float
    vas_force: float
    knee_stop: float  # 1/rad
    knee_stop_angle: float  # rad of flexion: 180 degrees less Geyer's 170
    load: float  # k_bw, per body weight under a leg
    lean: float  # k_p, 1/rad
    lean_rate: float  # k_d, s/rad
    lean_target: float  # rad
    glu_share: float  # of k_p
    initiate: float  # of GLU and HFL, of the trailing leg in double support
    ham_force: float  # in swing, as are the next ones
    glu_force: float
    hfl_length: float
    hfl_offset: float  # optimal lengths
    ham_inhibits_hfl: float
    ham_offset: float  # optimal lengths
    hfl_take_off_lean: float  # k_lean, 1/rad


@compiled
def excite_geyer_stance(
    gains, sense, load, other_load, is_trailing_double, excitation_out
):
    """Excitations of a leg that stands.

    Args:
        gains: GeyerGains.
        sense: What the nerves report of the leg.
        load: Under this leg, in body weights.
        other_load: Under the other one.
        is_trailing_double: Both stand, and the other leg struck last.
        excitation_out: (8,) RF is not one of this model's muscles.
    """
    u = excitation_out
    for muscle in range(NUM_MUSCLES):
        u[muscle] = LEAST_EXCITATION
    u[SOL] += gains.sol_force * sense.sol_force
    u[GAS] += gains.gas_force * sense.gas_force
    u[TA] += positive(gains.ta_length * (sense.ta_length - gains.ta_offset))
    u[TA] -= gains.sol_inhibits_ta * sense.sol_force
    u[VAS] = gains.vas + gains.vas_force * sense.vas_force
    if sense.knee_rate < 0.0:
        u[VAS] -= positive(gains.knee_stop * (gains.knee_stop_angle - sense.knee))
    error = gains.lean * (sense.lean - gains.lean_target)
    damping = gains.lean_rate * sense.lean_rate
    held = gains.load * load
    u[HAM] = gains.ham + positive(error + damping) * held
    u[GLU] = gains.glu + positive(gains.glu_share * error + damping) * held
    u[HFL] = gains.hfl + positive(-error - damping) * held
    if is_trailing_double:
        u[VAS] -= gains.load * other_load
        u[GLU] -= gains.initiate
        u[HFL] += gains.initiate
    for muscle in range(NUM_MUSCLES):
        u[muscle] = clipped_excitation(u[muscle])


@compiled
def excite_geyer_swing(gains, sense, excitation_out):
    """Excitations of a leg in the air."""
    u = excitation_out
    for muscle in range(NUM_MUSCLES):
        u[muscle] = LEAST_EXCITATION
    u[TA] += positive(gains.ta_length * (sense.ta_length - gains.ta_offset))
    u[HAM] += gains.ham_force * sense.ham_force
    u[GLU] += gains.glu_force * sense.glu_force
    u[HFL] += positive(gains.hfl_length * (sense.hfl_length - gains.hfl_offset))
    u[HFL] -= positive(gains.ham_inhibits_hfl * (sense.ham_length - gains.ham_offset))
    u[HFL] += gains.hfl_take_off_lean * (sense.take_off_lean - gains.lean_target)
    for muscle in range(NUM_MUSCLES):
        u[muscle] = clipped_excitation(u[muscle])
