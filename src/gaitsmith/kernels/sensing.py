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
