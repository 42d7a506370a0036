"""Derived quantities of the whole body that laws and terms read."""

from gaitsmith.kernels.compilation import compiled


@compiled
def sense_com_velocity(body_state, tree, com_velocity_out):
    """Velocity [m/s] of the whole-body centre of mass: momentum over mass."""
    total_mass = 0.0
    px, py, pz = 0.0, 0.0, 0.0
    com = body_state.com
    for body in range(1, tree.mass.shape[0]):
        mass = tree.mass[body]
        velocity = body_state.velocity[body]
        center = body_state.mass_center[body]
        x, y, z = center[0] - com[0], center[1] - com[1], center[2] - com[2]
        px += mass * (velocity[3] + velocity[1] * z - velocity[2] * y)
        py += mass * (velocity[4] + velocity[2] * x - velocity[0] * z)
        pz += mass * (velocity[5] + velocity[0] * y - velocity[1] * x)
        total_mass += mass
    com_velocity_out[0] = px / total_mass
    com_velocity_out[1] = py / total_mass
    com_velocity_out[2] = pz / total_mass


@compiled
def foot_load(points, touch, side, heel_only):
    """Normal force [N] under one foot during the last step, or under its heel only."""
    load = 0.0
    for point in range(points.body.shape[0]):
        if points.side[point] == side and (points.is_heel[point] or not heel_only):
            load += touch.load[point]
    return load
