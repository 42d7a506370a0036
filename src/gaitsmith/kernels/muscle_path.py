"""How long muscles are in a pose, and how they turn joints (Wang et al. 2012, 3.1).

Angles q are hip flexion, knee flexion and ankle plantarflexion, in rad; straight leg
and a foot square to the shank are 0. Torques are + for hip extension, knee extension
and plantarflexion. Per joint that a muscle crosses,

    moment arm     r cos(s (q - q_max))           s = 1 at knee and ankle
                   r                              s = 0 at the hip
    length         +-rho integral of the arm over q, from the reference angle

A muscle is optimal length + slack length long when all its joints are at their
reference angles. rho stands for pennation; Geyer applies it to lengths only, never to
torques, so joint power is the muscle's F dl/dt divided by rho.

The house's P-convention (rotation about the leftward axis) has hip extension +, knee
flexion +, plantarflexion +. `ANGLE_SIGNS` turns its joint angles into the ones above,
`TORQUE_SIGNS` turns torques into its generalised forces; both are their own inverse.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import sin_cos

ANGLE_SIGNS = (-1.0, 1.0, 1.0)  # hip, knee, ankle
TORQUE_SIGNS = (1.0, -1.0, 1.0)
# Flexing hip and knee lengthens their extensors; plantarflexion shortens the calf.
LENGTHENING = (1.0, 1.0, -1.0)


@compiled
def moment_arm(arm, angle, angle_of_max, scale):
    """Moment arm [m] at `angle` [rad], and its integral [m] over the angle.

    Args:
        arm: Greatest moment arm, m.
        angle: rad.
        angle_of_max: Where the arm is greatest, rad.
        scale: s of the cosine; 0 for an arm that is the same everywhere.
    """
    if scale == 0.0:
        return arm + 0.0 * angle, arm * angle
    sine, cosine = sin_cos(scale * (angle - angle_of_max))
    return arm * cosine, arm * sine / scale


@compiled
def update_path(muscles, side, muscle, angles, state):
    """Length [m] of one muscle and its moment arms [m], signed as torques are."""
    length = muscles.base_length[side, muscle]
    for joint in range(angles.shape[1]):
        if muscles.arm[side, muscle, joint] == 0.0:
            continue
        arm, swept = moment_arm(
            muscles.arm[side, muscle, joint],
            angles[side, joint],
            muscles.angle_of_max[side, muscle, joint],
            muscles.arm_scale[side, muscle, joint],
        )
        state.arm[side, muscle, joint] = arm
        length += LENGTHENING[joint] * muscles.pennation[side, muscle, joint] * swept
    state.length[side, muscle] = length


@compiled
def update_paths(muscles, angles, state):
    """Lengths and moment arms of all muscles; see `step_muscles` for `angles`."""
    for side in range(state.length.shape[0]):
        for muscle in range(state.length.shape[1]):
            update_path(muscles, side, muscle, angles, state)


@compiled
def pull_on_joints(state):
    """Joint torques [N m] of the muscles' forces, to `state.torque`."""
    for side in range(state.torque.shape[0]):
        for joint in range(state.torque.shape[1]):
            torque = 0.0
            for muscle in range(state.force.shape[1]):
                torque += state.arm[side, muscle, joint] * state.force[side, muscle]
            state.torque[side, joint] = torque
