"""Joint servos, torque limits and soft joint stops, split for implicit integration.

A torque is kept in two parts: `torque` [N m], known at the start of a time step, and
`damping` [N m s/rad], which the integrator multiplies with the joint velocity at the
*end* of the step. Explicit damping of a light foot would be unstable at these rates.
"""

from gaitsmith.kernels.compilation import compiled


@compiled
def limit_torque(torque, damping, velocity, limit):
    """Clamp torque - damping * velocity to +-limit; return the two parts again.

    A saturated motor no longer damps: it delivers its limit, whatever the velocity.
    """
    total = torque - damping * velocity
    if total > limit:
        return limit, 0.0
    if total < -limit:
        return -limit, 0.0
    return torque, damping


@compiled
def joint_stop(angle, lower, upper, stiffness):
    """Torque [N m] of the spring beyond a joint's range, and whether it is beyond."""
    if angle < lower:
        return -stiffness * (angle - lower), True
    if angle > upper:
        return -stiffness * (angle - upper), True
    return 0.0, False
