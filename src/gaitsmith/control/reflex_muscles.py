"""Muscles move the legs in the sagittal plane, and it costs energy."""

from gaitsmith.control.reflexes import NUM_MUSCLES
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.metabolics import muscle_power
from gaitsmith.kernels.muscle import LEAST_EXCITATION, settle_muscles, step_muscles
from gaitsmith.kernels.muscle_path import ANGLE_SIGNS, TORQUE_SIGNS
from gaitsmith.kernels.records import LEFT, RIGHT

# Soft ends of the joints' ranges (Geyer's release): -c d (1 + w / w_max), d beyond it.
LIMIT_STIFFNESS = 17.189  # N m/rad
LIMIT_RATE = 0.017453  # rad/s
# rad: hip extension, knee extension, dorsiflexion and plantarflexion.
JOINT_LIMITS = ((-0.8727, 3.0), (0.0873, 3.0), (-0.3491, 0.6981))


@compiled
def leg_angles(law, mind, body_state):
    """Hip and knee flexion and plantarflexion [rad] of both legs, to `mind.angles`."""
    for side in (LEFT, RIGHT):
        for joint in range(3):
            angle = body_state.qpos[law.leg_position[side, joint]]
            mind.angles[side, joint] = ANGLE_SIGNS[joint] * angle


@compiled
def rest_muscles(law, mind, body_state):
    """All muscles at rest in the start's pose."""
    leg_angles(law, mind, body_state)
    settle_muscles(law.muscles, mind.angles, LEAST_EXCITATION, mind)


@compiled
def contract_muscles(law, mind, dt, body_state, servos_out):
    """Step all muscles to the present pose; their torques and costs."""
    leg_angles(law, mind, body_state)
    step_muscles(law.muscles, mind.angles, dt, mind)
    for side in (LEFT, RIGHT):
        for joint in range(3):
            axis = law.leg_axis[side, joint]
            torque, damping = limit_torque(
                mind.angles[side, joint],
                ANGLE_SIGNS[joint] * body_state.qvel[axis],
                law.limits[joint, 0],
                law.limits[joint, 1],
            )
            # Torque and angle of the limit have the same sign, unlike the muscles'.
            servos_out.torque[axis] = (
                TORQUE_SIGNS[joint] * mind.torque[side, joint]
                + ANGLE_SIGNS[joint] * torque
            )
            servos_out.damping[axis] = damping
            whole = torque - damping * ANGLE_SIGNS[joint] * body_state.qvel[axis]
            mind.limit_squared += dt * whole * whole
        for muscle in range(NUM_MUSCLES):
            spend(law, mind, side, muscle, dt)


@compiled
def limit_torque(angle, rate, lower, upper):
    """Torque [N m] and damping [N m s/rad] of a soft end of a range.

    -c d (1 + w / w_max) is a spring and a damper that grows with d. The damper is left
    to the integrator; as an explicit torque it would be unstable. Moving back into the
    range faster than w_max, the joint is let go.
    """
    beyond, outward = 0.0, 0.0
    if angle < lower:
        beyond, outward = angle - lower, -rate
    elif angle > upper:
        beyond, outward = angle - upper, rate
    if beyond == 0.0 or outward <= -LIMIT_RATE:
        return 0.0, 0.0
    return -LIMIT_STIFFNESS * beyond, LIMIT_STIFFNESS * abs(beyond) / LIMIT_RATE


@compiled
def spend(law, mind, side, muscle, dt):
    """Add what a muscle costs in this step."""
    active = mind.activation[side, muscle]
    mind.activation_squared += dt * active**2
    mind.activation_cubed += dt * active**3
    heat = muscle_power(law.muscles, mind, side, muscle)
    for kind in range(4):
        mind.energy[side, muscle, kind] += dt * heat[kind]
