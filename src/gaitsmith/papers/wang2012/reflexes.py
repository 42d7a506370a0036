"""Muscle reflexes of Wang, Hamner, Delp & Koltun 2012 (section 4), one leg at a time.

A leg is in stance or in swing. Late in stance it prepares to leave the ground (swing
initiation), late in swing to meet it (stance preparation). Each phase says what excites
each muscle: its own force or length, or that of another, or an angle, all as the nerves
report them: late. Angles here are the paper's: flexion of hip and knee +,
plantarflexion +, trunk forward +.
"""

from typing import NamedTuple

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.muscle import clipped_excitation
from gaitsmith.kernels.records import GAS, GLU, HAM, HFL, RF, SOL, TA, VAS, Floats

NUM_MUSCLES = 8  # of a leg


class ReflexGains(NamedTuple):
    """The 56 parameters of the muscles' control, all dimensionless but for angles."""

    stance: Floats  # (8,) p: excitation in stance when nothing else excites
    swing: Floats  # (8,) q: in swing
    sol_force: float  # G_SOL
    sol_inhibits_ta: float  # G_SOLTA
    gas_force: float  # G_GAS
    vas_force: float  # G_VAS
    ta_length: float  # G_TA
    ta_offset: float  # H_TA, optimal lengths
    ham_lean: float  # K_HAM, 1/rad
    ham_lean_rate: float  # D_HAM, s/rad
    ham_lean_target: float  # rad
    glu_lean: float  # K_GLU
    glu_lean_rate: float
    glu_lean_target: float  # rad
    hfl_lean: float  # K_HFL
    hfl_lean_rate: float
    hfl_lean_target: float  # rad
    knee_stop: float  # k_theta, 1/rad
    knee_stop_angle: float  # theta_off, rad
    initiate_vas: float  # s_VAS, taken away in swing initiation
    initiate_rf: float  # s_RF, added
    initiate_glu: float  # s_GLU, taken away
    initiate_hfl: float  # s_HFL, added
    initiate_at: float  # d_SI, leg lengths that the body is ahead of the ankle
    ham_force: float  # G_HAM, in swing
    glu_force: float  # G_GLU, in swing
    hfl_length: float  # G_HFL
    hfl_offset: float  # H_HFL, optimal lengths
    ham_inhibits_hfl: float  # G_HAMHFL
    ham_offset: float  # H_HAM, optimal lengths
    hfl_take_off_lean: float  # k_Theta, 1/rad
    knee_hold: float  # K_VAS in stance preparation, 1/rad
    knee_hold_rate: float  # s/rad
    knee_target: float  # rad
    glu_hold: float  # K_GLU in stance preparation
    glu_hold_rate: float
    hfl_hold: float  # K_HFL in stance preparation
    hfl_hold_rate: float
    hip_target: float  # theta_h0, rad
    hip_offset: float  # c_d, rad/m
    hip_velocity: float  # c_v, rad s/m
    prepare_at: float  # d_SP, leg lengths; negative: the foot is ahead


class LegSense(NamedTuple):
    """What the nerves report of one leg, late; forces and lengths are normalised."""

    sol_force: float
    gas_force: float
    vas_force: float
    ham_force: float
    glu_force: float
    ta_length: float
    ham_length: float
    hfl_length: float
    hip: float  # rad
    hip_rate: float  # rad/s
    knee: float  # rad
    knee_rate: float  # rad/s
    lean: float  # rad, of the trunk
    lean_rate: float  # rad/s
    take_off_lean: float  # rad, when the foot left the ground


@compiled
def positive(x):
    """{x}+."""
    return x if x > 0.0 else 0.0


@compiled
def excite_stance(gains, sense, is_leading, is_initiating, excitation_out):
    """Excitations of a leg that stands.

    The trunk is held by the hip muscles of the leg in front. What swing initiation adds
    comes to the clipped excitation, and is clipped again.
    """
    u = excitation_out
    for muscle in range(NUM_MUSCLES):
        u[muscle] = gains.stance[muscle]
    u[SOL] += gains.sol_force * sense.sol_force
    u[TA] += positive(gains.ta_length * (sense.ta_length - gains.ta_offset))
    u[TA] -= gains.sol_inhibits_ta * sense.sol_force
    u[GAS] += gains.gas_force * sense.gas_force
    u[VAS] += gains.vas_force * sense.vas_force
    if sense.knee_rate < 0.0:  # extending: less, the straighter it is
        u[VAS] -= positive(gains.knee_stop * (gains.knee_stop_angle - sense.knee))
    if is_leading:
        u[HAM] += positive(
            gains.ham_lean * (sense.lean - gains.ham_lean_target)
            + gains.ham_lean_rate * sense.lean_rate
        )
        u[GLU] += positive(
            gains.glu_lean * (sense.lean - gains.glu_lean_target)
            + gains.glu_lean_rate * sense.lean_rate
        )
        u[HFL] += positive(
            -gains.hfl_lean * (sense.lean - gains.hfl_lean_target)
            - gains.hfl_lean_rate * sense.lean_rate
        )
    for muscle in range(NUM_MUSCLES):
        u[muscle] = clipped_excitation(u[muscle])
    if is_initiating:
        u[VAS] = clipped_excitation(u[VAS] - gains.initiate_vas)
        u[RF] = clipped_excitation(u[RF] + gains.initiate_rf)
        u[GLU] = clipped_excitation(u[GLU] - gains.initiate_glu)
        u[HFL] = clipped_excitation(u[HFL] + gains.initiate_hfl)


@compiled
def excite_swing(gains, sense, hip_target, is_preparing, excitation_out):
    """Excitations of a leg in the air; `hip_target` [rad] is where balance wants it."""
    u = excitation_out
    for muscle in range(NUM_MUSCLES):
        u[muscle] = gains.swing[muscle]
    u[TA] += positive(gains.ta_length * (sense.ta_length - gains.ta_offset))
    u[HAM] += gains.ham_force * sense.ham_force
    if is_preparing:
        u[VAS] += positive(
            gains.knee_hold * (sense.knee - gains.knee_target)
            + gains.knee_hold_rate * sense.knee_rate
        )
        error, rate = sense.hip - hip_target, sense.hip_rate
        u[GLU] += positive(gains.glu_hold * error + gains.glu_hold_rate * rate)
        u[HFL] += positive(-gains.hfl_hold * error - gains.hfl_hold_rate * rate)
    else:
        u[GLU] += gains.glu_force * sense.glu_force
        u[HFL] += positive(gains.hfl_length * (sense.hfl_length - gains.hfl_offset))
        u[HFL] -= positive(
            gains.ham_inhibits_hfl * (sense.ham_length - gains.ham_offset)
        )
        u[HFL] += gains.hfl_take_off_lean * (
            sense.take_off_lean - gains.hfl_lean_target
        )
    for muscle in range(NUM_MUSCLES):
        u[muscle] = clipped_excitation(u[muscle])
