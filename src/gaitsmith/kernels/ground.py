"""Spring-damper ground at the contact points of the feet, integrated implicitly.

Per point, with depth p below the surface and velocity v (Wang et al. 2009, section 5):

    normal       f_n = k_n p - d_n v_n                 while positive, else the foot is free
    tangential   f_t = -(k_t s + d_t v_t), |f_t| <= mu f_n    s: stretch from the anchor

The anchor is where the point touched first; sliding drags it along, so that the spring
never holds more than friction allows (Coulomb). Springs and dampers act with the velocity
at the end of the step: f_n = k_n (p - dt v_n') - d_n v_n', so the impedance d + dt k joins
the inertia matrix (`spatial`) and the paper's 2000 N s/m on a 0.8 kg foot is stable at any
rate, while the law itself does not depend on the rate.
"""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.frames import rotate
from gaitsmith.kernels.spatial import (
    add_force,
    add_point_impedance,
    body_velocity,
    point_velocity,
)
from gaitsmith.kernels.terrain import depth_below_surface


@compiled
def press_on_ground(points, ground, terrain, body_state, dt, touch, loads):
    """Find the points that touch, and put their forces and impedances on their bodies.

    `touch` keeps, per point, what the next step and `realized_forces` need.
    """
    com = body_state.com
    for point in range(points.body.shape[0]):
        body = points.body[point]
        arm = touch.arm[point]
        rotate(body_state.orientation[body], points.offset[point], arm)
        for axis in range(3):
            arm[axis] += body_state.position[body, axis]
        normal = touch.normal[point]
        radius = points.radius[point]
        depth = radius + depth_below_surface(terrain, arm[0], arm[2], normal)
        if depth <= 0.0:
            touch.is_touching[point] = False
            touch.is_anchored[point] = False
            touch.load[point] = 0.0
            continue
        for axis in range(3):  # of a round foot, the lowest point touches
            arm[axis] -= radius * normal[axis]
        if not touch.is_anchored[point]:
            touch.is_anchored[point] = True
            for axis in range(3):
                touch.anchor[point, axis] = arm[axis]
        set_point_force(point, depth, ground, body_state.velocity[body], com, dt, touch)
        if touch.is_touching[point]:
            loads.is_loaded[body] = True
            loads.is_damped[body] = True
            add_force(arm, touch.force[point], loads.wrench[body])
            add_point_impedance(
                arm,
                normal,
                touch.impedance_normal[point],
                touch.impedance_across[point],
                loads.impedance[body],
            )


@compiled
def set_point_force(point, depth, ground, spatial_velocity, com, dt, touch):
    """Force of one point for the velocity at the start of the step, and its impedances.

    On return `touch.arm` counts from the centre of mass, the frame of all wrenches.
    """
    arm, normal, anchor = touch.arm[point], touch.normal[point], touch.anchor[point]
    velocity, force = touch.velocity[point], touch.force[point]
    stretch_normal = 0.0
    for axis in range(3):
        force[axis] = arm[axis] - anchor[axis]  # the stretch, for the moment
        stretch_normal += force[axis] * normal[axis]
        arm[axis] -= com[axis]
    point_velocity(spatial_velocity, arm, velocity)
    speed_normal = 0.0
    for axis in range(3):
        speed_normal += velocity[axis] * normal[axis]
    impedance = ground.damping + dt * ground.stiffness
    pressure = ground.stiffness * depth - impedance * speed_normal
    if pressure <= 0.0:
        touch.is_touching[point] = False
        touch.load[point] = 0.0
        return
    wanted_squared = 0.0
    stretch_squared = 0.0
    for axis in range(3):
        stretch = force[axis] - stretch_normal * normal[axis]
        slip = velocity[axis] - speed_normal * normal[axis]
        force[axis] = -ground.stiffness * stretch - impedance * slip
        wanted_squared += force[axis] * force[axis]
        stretch_squared += stretch * stretch
    # Friction is limited by the normal force that really acted during the last step: the
    # one estimated now would be far too large at the moment of an impact.
    limit = ground.friction * touch.load[point]
    share = 1.0
    if ground.friction < math.inf and wanted_squared > limit * limit:
        share = limit / math.sqrt(wanted_squared)
        drag_anchor(point, limit / ground.stiffness, stretch_squared, com, touch)
    for axis in range(3):
        force[axis] = share * force[axis] + pressure * normal[axis]
    touch.is_touching[point] = True
    touch.impedance_normal[point] = impedance
    touch.impedance_across[point] = share * impedance


@compiled
def drag_anchor(point, longest, stretch_squared, com, touch):
    """Shorten the spring of a sliding point to the `longest` stretch [m] it can hold."""
    stretch = math.sqrt(stretch_squared)
    if stretch <= longest:
        return
    keep = longest / stretch
    for axis in range(3):
        place = touch.arm[point, axis] + com[axis]
        touch.anchor[point, axis] = place - keep * (place - touch.anchor[point, axis])


@compiled
def realized_forces(points, tree, motion_axes, joint_velocity, touch, scratch):
    """Turn forces at the start of the step into those that acted: with its end velocity.

    Afterwards `touch.force` [N] are the ground's forces on each point, and `touch.load`
    [N] their normal parts.
    """
    previous_body = -1
    for point in range(points.body.shape[0]):
        if not touch.is_touching[point]:
            for axis in range(3):
                touch.force[point, axis] = 0.0
            continue
        body = points.body[point]
        if body != previous_body:
            body_velocity(tree, motion_axes, joint_velocity, body, scratch.spatial)
            previous_body = body
        point_velocity(scratch.spatial, touch.arm[point], scratch.vector)
        normal = touch.normal[point]
        change_normal = 0.0
        for axis in range(3):
            scratch.vector[axis] -= touch.velocity[point, axis]
            change_normal += scratch.vector[axis] * normal[axis]
        across = touch.impedance_across[point]
        extra = touch.impedance_normal[point] - across
        load = 0.0
        for axis in range(3):
            touch.force[point, axis] -= (
                across * scratch.vector[axis] + extra * change_normal * normal[axis]
            )
            load += touch.force[point, axis] * normal[axis]
        touch.load[point] = max(0.0, load)
