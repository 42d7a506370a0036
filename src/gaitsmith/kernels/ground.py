"""Spring-damper ground at the contact points of the feet, integrated implicitly.

Per point, with depth p below the surface and velocity v (Wang et al. 2009, section 5):

    normal       f_n = k_n p - d_n v_n                while positive, else it is free
    tangential   f_t = -(k_t s + d_t v_t), |f_t| <= mu f_n    s: stretch of its spring

The anchor is where the point touched first; sliding drags it along, so that the spring
never holds more than friction allows (Coulomb). Springs and dampers act with the
velocity at the end of the step: f_n = k_n (p - dt v_n') - d_n v_n', so the impedance
d + dt k joins the inertia matrix (`spatial`) and the paper's 2000 N s/m on a 0.8 kg
foot is stable at any rate, while the law itself does not depend on the rate.
"""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.spatial import (
    add_damper,
    add_force,
    point_velocity,
    update_body_velocity,
)
from gaitsmith.kernels.terrain import NOT_STANDING, depth_below_surface
from gaitsmith.kernels.vectors import dot, minus, plus, rotated, row, set_row, times

UPWARD = 0.5  # of a normal that points up rather than sideways


@compiled
def press_on_ground(points, ground, terrain, body_state, dt, contact, loads):
    """Find the points that touch, and put their forces and impedances on their bodies.

    `contact` keeps, per point, what the next step and `realized_forces` need.
    """
    for point in range(points.body.shape[0]):
        body = points.body[point]
        place = plus(
            rotated(body_state.orientation, body, row(points.offset, point)),
            row(body_state.position, body),
        )
        is_standing = contact.is_anchored[point] and contact.normal[point, 2] > UPWARD
        stood = contact.depth[point] if is_standing else NOT_STANDING
        depth, normal = depth_below_surface(
            terrain, place[0], place[1], place[2], stood
        )
        contact.depth[point] = depth
        depth += points.radius[point]
        contact.is_touching[point] = False
        if contact.is_released[point]:
            continue
        if depth <= 0.0:
            contact.is_anchored[point] = False
            contact.load[point] = 0.0
            continue
        # Of a round foot, the lowest point touches.
        place = minus(place, times(points.radius[point], normal))
        press_point(
            point, place, depth, normal, ground, body_state, body, dt, contact, loads
        )


@compiled
def press_point(
    point, place, depth, normal, ground, body_state, body, dt, contact, loads
):
    """One point below the surface: its force as the step starts, its impedance."""
    if not contact.is_anchored[point]:
        contact.is_anchored[point] = True
        set_row(contact.anchor, point, place)
        set_row(contact.normal, point, normal)
    arm = minus(place, (body_state.com[0], body_state.com[1], body_state.com[2]))
    velocity = point_velocity(body_state.velocity, body, arm)
    speed_normal = dot(velocity, normal)
    impedance = ground.damping + dt * ground.stiffness
    pressure = ground.stiffness * depth - impedance * speed_normal
    if pressure <= 0.0:
        contact.load[point] = 0.0
        return
    stretch = minus(place, row(contact.anchor, point))
    stretch = minus(stretch, times(dot(stretch, normal), normal))
    slip = minus(velocity, times(speed_normal, normal))
    friction = plus(times(-ground.stiffness, stretch), times(-impedance, slip))
    # Friction is limited by the normal force that really acted during the last step:
    # the one estimated now would be far too large at the moment of an impact.
    limit = ground.friction * contact.load[point]
    wanted = math.sqrt(dot(friction, friction))
    share = 1.0
    if ground.friction < math.inf and wanted > limit:
        share = limit / wanted
        longest = limit / ground.stiffness
        length = math.sqrt(dot(stretch, stretch))
        if length > longest:  # the point slides and drags its anchor along
            set_row(
                contact.anchor, point, minus(place, times(longest / length, stretch))
            )
    force = plus(times(share, friction), times(pressure, normal))
    add_force(loads, body, arm, force)
    add_damper(loads, body, arm, normal, impedance, share * impedance)
    contact.is_touching[point] = True
    contact.impedance_normal[point] = impedance
    contact.impedance_across[point] = share * impedance
    set_row(contact.arm, point, arm)
    set_row(contact.normal, point, normal)
    set_row(contact.velocity, point, velocity)
    set_row(contact.force, point, force)


@compiled
def realized_forces(points, tree, motion_axes, joint_velocity, contact):
    """Turn forces as the step started into those that acted: with its end velocity.

    Afterwards `contact.force` [N] are the ground's forces on each point,
    `contact.load` [N] their normal parts, and `contact` has their sums and numbers per
    leg. Points that have pulled are released.

    Returns:
        How many points have pulled.
    """
    num_pulling = 0
    for leg in range(contact.foot_load.shape[0]):
        contact.foot_load[leg] = 0.0
        contact.heel_load[leg] = 0.0
        contact.foot_points[leg] = 0
        contact.toe_points[leg] = 0
        contact.toe_top_points[leg] = 0
    updated_body = -1
    for point in range(points.body.shape[0]):
        if not contact.is_touching[point]:
            set_row(contact.force, point, (0.0, 0.0, 0.0))
            continue
        body = points.body[point]
        if body != updated_body:
            update_body_velocity(
                tree, motion_axes, joint_velocity, body, contact.end_velocity
            )
            updated_body = body
        normal = row(contact.normal, point)
        change = minus(
            point_velocity(contact.end_velocity, body, row(contact.arm, point)),
            row(contact.velocity, point),
        )
        across = contact.impedance_across[point]
        extra = (contact.impedance_normal[point] - across) * dot(change, normal)
        force = minus(
            row(contact.force, point), plus(times(across, change), times(extra, normal))
        )
        set_row(contact.force, point, force)
        load = dot(force, normal)
        if load < 0.0:
            contact.is_released[point] = True
            contact.load[point] = 0.0
            num_pulling += 1
            continue
        contact.load[point] = load
        side = points.side[point]
        contact.foot_load[side] += load
        if points.is_heel[point]:
            contact.heel_load[side] += load
        if points.is_toe_top[point]:
            contact.toe_top_points[side] += 1
        if points.is_toe[point]:
            contact.toe_points[side] += 1
        else:
            contact.foot_points[side] += 1
    return num_pulling
