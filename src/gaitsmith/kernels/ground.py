"""Spring-damper ground at the contact points of the feet, integrated implicitly.

Per point, with depth p below the surface and velocity v (Wang et al. 2009, section 5):

    normal       f_n = k_n p - d_n v_n                while positive, else it is free
    tangential   f_t = -(k_t s + d_t v_t), |f_t| <= mu f_n    s: stretch of its spring

Each point has its own k: a heel pad is softer than a forefoot. The anchor is where the
point touched first; sliding drags it along, so that the spring never holds more than
friction allows (Coulomb). Springs and dampers act with the
velocity at the end of the step: f_n = k_n (p - dt v_n') - d_n v_n', so the impedance
d + dt k joins the body's inertia (`dynamics`) and the paper's 2000 N s/m on a 0.8 kg
foot is stable at any rate, while the law itself does not depend on the rate.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lanes import any_lane, maximum, negated, select, square_root
from gaitsmith.kernels.spatial import add_damper, add_force, point_velocity
from gaitsmith.kernels.terrain import NOT_STANDING, depth_below_surface
from gaitsmith.kernels.vectors import (
    dot,
    minus,
    plus,
    rotated,
    row,
    set_row,
    set_row_where,
    times,
)

UPWARD = 0.5  # of a normal that points up rather than sideways
LEAST = 1e-300  # instead of 0 where something is divided by it, and not used


@compiled
def press_on_ground(points, ground, terrain, body, parts, dt, contact, is_due):
    """Find the points that touch, and put their forces and impedances on their bodies.

    `contact` keeps, per point, what the next step and `realized_forces` need; it
    changes only where `is_due`.
    """
    for point in range(points.body.shape[0]):
        part = points.body[point]
        place = plus(
            rotated(body.orientation, part, row(points.offset, point)),
            row(body.position, part),
        )
        is_anchored = contact.is_anchored[point]
        is_standing = is_anchored & (contact.normal[point, 2] > UPWARD)
        old_depth = contact.depth[point]
        stood = select(is_standing, old_depth, NOT_STANDING)
        depth, normal = depth_below_surface(
            terrain, place[0], place[1], place[2], stood
        )
        contact.depth[point] = select(is_due, depth, old_depth)
        depth = depth + points.radius[point]
        is_free = negated(contact.is_released[point])
        is_below = is_due & is_free & (depth > 0.0)
        is_above = is_due & is_free & (depth <= 0.0)
        contact.is_anchored[point] = is_anchored & negated(is_above)
        contact.load[point] = select(is_above, 0.0, contact.load[point])
        contact.is_touching[point] = contact.is_touching[point] & negated(is_due)
        if any_lane(is_below):
            # Of a round foot, the lowest point touches.
            place = minus(place, times(points.radius[point], normal))
            press_point(
                point,
                place,
                depth,
                normal,
                ground,
                body,
                parts,
                part,
                dt,
                contact,
                is_below,
            )


@compiled
def press_point(
    point, place, depth, normal, ground, body, parts, part, dt, contact, is_below
):
    """One point below the surface: its force as the step starts, its impedance."""
    is_anchored = contact.is_anchored[point]
    set_row_where(is_below & negated(is_anchored), contact.anchor, point, place)
    set_row_where(is_below & negated(is_anchored), contact.normal, point, normal)
    contact.is_anchored[point] = is_anchored | is_below
    arm = minus(place, (body.com[0], body.com[1], body.com[2]))
    velocity = point_velocity(body.velocity, part, arm)
    speed_normal = dot(velocity, normal)
    stiffness = ground.stiffness[point]
    impedance = ground.damping + dt * stiffness
    pressure = stiffness * depth - impedance * speed_normal
    old_load = contact.load[point]
    is_pressed = is_below & (pressure > 0.0)
    contact.load[point] = select(is_below & negated(is_pressed), 0.0, old_load)
    if not any_lane(is_pressed):
        return
    stretch = minus(place, row(contact.anchor, point))
    stretch = minus(stretch, times(dot(stretch, normal), normal))
    slip = minus(velocity, times(speed_normal, normal))
    friction = plus(times(-stiffness, stretch), times(-impedance, slip))
    # Friction is limited by the normal force that really acted during the last step:
    # the one estimated now would be far too large at the moment of an impact. Without
    # a limit, 0 times infinity is no number, and so is no reason to slip.
    limit = ground.friction * old_load
    squared = dot(friction, friction)
    is_slipping = is_pressed & (squared > limit * limit)
    # Lanes in which this point does not press get a force and a damper of nothing.
    share = select(is_pressed, 1.0, 0.0)
    if any_lane(is_slipping):
        wanted = maximum(square_root(squared), LEAST)
        share = select(is_slipping, limit / wanted, share)
        longest = limit / stiffness
        length = square_root(dot(stretch, stretch))
        # The point slides and drags its anchor along.
        is_dragged = is_slipping & (length > longest)
        reach = select(is_dragged, longest / maximum(length, LEAST), 0.0)
        set_row_where(
            is_dragged, contact.anchor, point, minus(place, times(reach, stretch))
        )
    pressure = select(is_pressed, pressure, 0.0)
    force = plus(times(share, friction), times(pressure, normal))
    along, across = select(is_pressed, impedance, 0.0), share * impedance
    add_force(parts, part, arm, force)
    add_damper(parts, part, arm, normal, dt * along, dt * across)
    contact.is_touching[point] = contact.is_touching[point] | is_pressed
    contact.impedance_normal[point] = select(
        is_pressed, along, contact.impedance_normal[point]
    )
    contact.impedance_across[point] = select(
        is_pressed, across, contact.impedance_across[point]
    )
    set_row_where(is_pressed, contact.arm, point, arm)
    set_row_where(is_pressed, contact.normal, point, normal)
    set_row_where(is_pressed, contact.force, point, force)


@compiled
def realized_forces(points, parts, dt, contact, is_due):
    """Turn forces as the step started into those that acted: with its end velocity.

    Afterwards `contact.force` [N] are the ground's forces on each point,
    `contact.load` [N] their normal parts, and `contact` has their sums and numbers per
    leg. Points that have pulled are released. It changes only where `is_due`.

    Returns:
        Where a point has pulled.
    """
    has_pulled = is_due & negated(is_due)
    for leg in range(contact.foot_load.shape[0]):
        contact.foot_load[leg] = 0.0
        contact.heel_load[leg] = 0.0
        contact.foot_points[leg] = 0.0
        contact.toe_points[leg] = 0.0
        contact.toe_top_points[leg] = 0.0
    for point in range(points.body.shape[0]):
        is_touching = contact.is_touching[point]
        if not any_lane(is_touching):
            set_row(contact.force, point, (0.0, 0.0, 0.0))
            continue
        set_row_where(negated(is_touching), contact.force, point, (0.0, 0.0, 0.0))
        normal = row(contact.normal, point)
        change = times(
            dt,
            point_velocity(
                parts.acceleration, points.body[point], row(contact.arm, point)
            ),
        )
        across = contact.impedance_across[point]
        extra = (contact.impedance_normal[point] - across) * dot(change, normal)
        force = minus(
            row(contact.force, point), plus(times(across, change), times(extra, normal))
        )
        set_row_where(is_touching & is_due, contact.force, point, force)
        load = dot(row(contact.force, point), normal)
        is_pulling = is_touching & is_due & (load < 0.0)
        has_pulled = has_pulled | is_pulling
        contact.is_released[point] = contact.is_released[point] | is_pulling
        load = select(is_pulling, 0.0, load)
        contact.load[point] = select(is_touching & is_due, load, contact.load[point])
        is_pushing = is_touching & negated(is_pulling)
        load, one = select(is_pushing, load, 0.0), select(is_pushing, 1.0, 0.0)
        side = points.side[point]
        contact.foot_load[side] += load
        if points.is_heel[point]:
            contact.heel_load[side] += load
        if points.is_toe_top[point]:
            contact.toe_top_points[side] += one
        if points.is_toe[point]:
            contact.toe_points[side] += one
        else:
            contact.foot_points[side] += one
    return has_pulled
