"""Joint servos, torque limits and soft joint stops, split for implicit integration.

A torque is kept in two parts: `torque` [N m], known at the start of a time step, and
`damping` [N m s/rad], which the integrator multiplies with the joint velocity at the
*end* of the step. Explicit damping of a light foot would be unstable at these rates.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lanes import select


@compiled
def limit_torque(torque, damping, velocity, limit):
    """Clamp torque - damping * velocity to +-limit; return the two parts again.

    A saturated motor no longer damps: it delivers its limit, whatever the velocity.
    """
    total = torque - damping * velocity
    is_high, is_low = total > limit, total < -limit
    torque = select(is_high, limit, select(is_low, -limit, torque))
    return torque, select(is_high | is_low, 0.0, damping)


@compiled
def joint_stop(angle, lower, upper, stiffness):
    """Torque [N m] of the spring beyond a joint's range, and whether it is beyond."""
    is_low, is_high = angle < lower, angle > upper
    way = select(is_low, angle - lower, select(is_high, angle - upper, 0.0))
    return -stiffness * way, is_low | is_high
