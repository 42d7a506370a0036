"""Muscle reflexes of Wang, Hamner, Delp & Koltun 2012 (section 4), one leg at a time.

A leg is in stance or in swing. Late in stance it prepares to leave the ground (swing
initiation), late in swing to meet it (stance preparation). Each phase says what excites
each muscle: its own force or length, or that of another, or an angle, all as the nerves
report them: late. Angles here are the paper's: flexion of hip and knee +,
plantarflexion +, trunk forward +.
"""

from typing import NamedTuple

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import maximum, select
from gaitsmith.kernels.muscle import clipped_excitation
from gaitsmith.kernels.records import GAS, GLU, HAM, HFL, RF, SOL, TA, VAS

NUM_MUSCLES = 8  # of a leg


class ReflexGains(NamedTuple):
    """The 56 parameters of the muscles' control, all dimensionless but for angles.

    Each is (2,), of the left and of the right leg; excitations are (2, 8).
    """

    stance: LaneFloats  # (2, 8) p: excitation in stance when nothing else excites
    swing: LaneFloats  # (2, 8) q: in swing
    sol_force: LaneFloats  # G_SOL
    sol_inhibits_ta: LaneFloats  # G_SOLTA
    gas_force: LaneFloats  # G_GAS
    vas_force: LaneFloats  # G_VAS
    ta_length: LaneFloats  # G_TA
    ta_offset: LaneFloats  # H_TA, optimal lengths
    ham_lean: LaneFloats  # K_HAM, 1/rad
    ham_lean_rate: LaneFloats  # D_HAM, s/rad
    ham_lean_target: LaneFloats  # rad
    glu_lean: LaneFloats  # K_GLU
    glu_lean_rate: LaneFloats
    glu_lean_target: LaneFloats  # rad
    hfl_lean: LaneFloats  # K_HFL
    hfl_lean_rate: LaneFloats
    hfl_lean_target: LaneFloats  # rad
    knee_stop: LaneFloats  # k_theta, 1/rad
    knee_stop_angle: LaneFloats  # theta_off, rad
    initiate_vas: LaneFloats  # s_VAS, taken away in swing initiation
    initiate_rf: LaneFloats  # s_RF, added
    initiate_glu: LaneFloats  # s_GLU, taken away
    initiate_hfl: LaneFloats  # s_HFL, added
    initiate_at: LaneFloats  # d_SI, leg lengths that the body is ahead of the ankle
    ham_force: LaneFloats  # G_HAM, in swing
    glu_force: LaneFloats  # G_GLU, in swing
    hfl_length: LaneFloats  # G_HFL
    hfl_offset: LaneFloats  # H_HFL, optimal lengths
    ham_inhibits_hfl: LaneFloats  # G_HAMHFL
    ham_offset: LaneFloats  # H_HAM, optimal lengths
    hfl_take_off_lean: LaneFloats  # k_Theta, 1/rad
    knee_hold: LaneFloats  # K_VAS in stance preparation, 1/rad
    knee_hold_rate: LaneFloats  # s/rad
    knee_target: LaneFloats  # rad
    glu_hold: LaneFloats  # K_GLU in stance preparation
    glu_hold_rate: LaneFloats
    hfl_hold: LaneFloats  # K_HFL in stance preparation
    hfl_hold_rate: LaneFloats
    hip_target: LaneFloats  # theta_h0, rad
    hip_offset: LaneFloats  # c_d, rad/m
    hip_velocity: LaneFloats  # c_v, rad s/m
    prepare_at: LaneFloats  # d_SP, leg lengths; negative: the foot is ahead


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
    return maximum(x, 0.0)


@compiled
def excite_stance(gains, side, sense, is_leading, is_initiating, excitation_out):
    """Excitations of a leg that stands.

    The trunk is held by the hip muscles of the leg in front. What swing initiation adds
    comes to the clipped excitation, and is clipped again.
    """
    u = excitation_out
    for muscle in range(NUM_MUSCLES):
        u[muscle] = gains.stance[side, muscle]
    u[SOL] += gains.sol_force[side] * sense.sol_force
    u[TA] += positive(gains.ta_length[side] * (sense.ta_length - gains.ta_offset[side]))
    u[TA] -= gains.sol_inhibits_ta[side] * sense.sol_force
    u[GAS] += gains.gas_force[side] * sense.gas_force
    u[VAS] += gains.vas_force[side] * sense.vas_force
    # A knee that extends is held less, the straighter it is.
    stop = positive(gains.knee_stop[side] * (gains.knee_stop_angle[side] - sense.knee))
    u[VAS] -= select(sense.knee_rate < 0.0, stop, 0.0)
    leaning = gains.ham_lean[side] * (sense.lean - gains.ham_lean_target[side])
    leaning = positive(leaning + gains.ham_lean_rate[side] * sense.lean_rate)
    u[HAM] += select(is_leading, leaning, 0.0)
    leaning = gains.glu_lean[side] * (sense.lean - gains.glu_lean_target[side])
    leaning = positive(leaning + gains.glu_lean_rate[side] * sense.lean_rate)
    u[GLU] += select(is_leading, leaning, 0.0)
    leaning = -gains.hfl_lean[side] * (sense.lean - gains.hfl_lean_target[side])
    leaning = positive(leaning - gains.hfl_lean_rate[side] * sense.lean_rate)
    u[HFL] += select(is_leading, leaning, 0.0)
    for muscle in range(NUM_MUSCLES):
        u[muscle] = clipped_excitation(u[muscle])
    add_clipped(u, VAS, -gains.initiate_vas[side], is_initiating)
    add_clipped(u, RF, gains.initiate_rf[side], is_initiating)
    add_clipped(u, GLU, -gains.initiate_glu[side], is_initiating)
    add_clipped(u, HFL, gains.initiate_hfl[side], is_initiating)


@compiled
def add_clipped(excitation_out, muscle, extra, is_due):
    """Add to one muscle's excitation where it is due, and clip it again."""
    before = excitation_out[muscle]
    excitation_out[muscle] = select(is_due, clipped_excitation(before + extra), before)


@compiled
def excite_swing(gains, side, sense, hip_target, is_preparing, excitation_out):
    """Excitations of a leg in the air; `hip_target` [rad] is where balance wants it."""
    u = excitation_out
    for muscle in range(NUM_MUSCLES):
        u[muscle] = gains.swing[side, muscle]
    u[TA] += positive(gains.ta_length[side] * (sense.ta_length - gains.ta_offset[side]))
    u[HAM] += gains.ham_force[side] * sense.ham_force
    # Stance preparation holds knee and hip; before it, swing goes on.
    knee = gains.knee_hold[side] * (sense.knee - gains.knee_target[side])
    knee = positive(knee + gains.knee_hold_rate[side] * sense.knee_rate)
    u[VAS] += select(is_preparing, knee, 0.0)
    error, rate = sense.hip - hip_target, sense.hip_rate
    extending = positive(
        gains.glu_hold[side] * error + gains.glu_hold_rate[side] * rate
    )
    u[GLU] += select(is_preparing, extending, gains.glu_force[side] * sense.glu_force)
    flexing = positive(-gains.hfl_hold[side] * error - gains.hfl_hold_rate[side] * rate)
    swinging = u[HFL] + positive(
        gains.hfl_length[side] * (sense.hfl_length - gains.hfl_offset[side])
    )
    swinging = swinging - positive(
        gains.ham_inhibits_hfl[side] * (sense.ham_length - gains.ham_offset[side])
    )
    swinging = swinging + gains.hfl_take_off_lean[side] * (
        sense.take_off_lean - gains.hfl_lean_target[side]
    )
    u[HFL] = select(is_preparing, u[HFL] + flexing, swinging)
    for muscle in range(NUM_MUSCLES):
        u[muscle] = clipped_excitation(u[muscle])
