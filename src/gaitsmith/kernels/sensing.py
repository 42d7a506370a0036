"""Derived quantities of the whole body that laws and terms read."""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.spatial import point_velocity
from gaitsmith.kernels.vectors import minus, row


@compiled
def sense_com_velocity(body_state, tree, com_velocity_out):
    """Velocity [m/s] of the whole-body centre of mass: momentum over mass."""
    total_mass = 0.0
    px, py, pz = 0.0, 0.0, 0.0
    com = body_state.com
    for body in range(1, tree.mass.shape[0]):
        mass = tree.mass[body]
        arm = minus(row(body_state.mass_center, body), (com[0], com[1], com[2]))
        velocity = point_velocity(body_state.velocity, body, arm)
        px += mass * velocity[0]
        py += mass * velocity[1]
        pz += mass * velocity[2]
        total_mass += mass
    com_velocity_out[0] = px / total_mass
    com_velocity_out[1] = py / total_mass
    com_velocity_out[2] = pz / total_mass


@compiled
def vertical_spin(body_state):
    """Whole-body angular momentum [kg m2/s] about the centre of mass, vertical part."""
    total = 0.0
    for body in range(1, body_state.velocity.shape[0]):
        inertia, velocity = body_state.inertia, body_state.velocity
        total += (
            inertia[body, 4] * velocity[body, 0]
            + inertia[body, 5] * velocity[body, 1]
            + inertia[body, 2] * velocity[body, 2]
            - inertia[body, 7] * velocity[body, 3]
            + inertia[body, 6] * velocity[body, 4]
        )
    return total
