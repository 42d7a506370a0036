"""Motion of a tree of bodies: articulated bodies (Featherstone 2008, chapter 7).

All spatial vectors are at the character's centre of mass, in world axes, rotation
first: the convention of MuJoCo's `cdof`, `cvel` and `cinert`, which the tests compare
with. Nothing is turned on its way from body to body.

What is stiff is implicit: the dampers of ground, stops and joints act with the velocity
at the end of the step. One that acts on a body adds dt times its impedance to its
inertia, one that acts in a joint adds dt times its damping to what resists there:

    (M + dt D) dv/dt = forces(v)

without ever making M. Joints are hinges, slides, balls and free ones, in any order.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import sin_cos
from gaitsmith.kernels.records import (
    BALL,
    FREE,
    HINGE,
    HINGE_X,
    HINGE_Y,
    HINGE_Z,
    SLIDE,
)
from gaitsmith.kernels.rotations import (
    about_any,
    about_x,
    about_y,
    about_z,
    of_quaternion,
    product,
    turned,
    turned_back,
    turned_quaternion,
)
from gaitsmith.kernels.rows import (
    add_to_row6,
    row6,
    row9,
    set_row6,
    set_row9,
)
from gaitsmith.kernels.spatial import (
    dot6,
    force_cross,
    motion_cross,
    plus6,
    rigid_times,
    rigid_to_symmetric,
    times6,
)
from gaitsmith.kernels.symmetric import (
    plus_outer,
    row21,
    set_row21,
    solved,
    sum21,
    times_vector,
)
from gaitsmith.kernels.vectors import cross, minus, plus, row, set_row, times


@compiled
def sense_body(tree, body, parts):
    """Everything that follows from `qpos` and `qvel`: places, velocities, inertias.

    Also the wrench that keeps each body on its way if no joint accelerates.
    """
    turn_joints(tree, body, parts)
    place_bodies(tree, body, parts)
    move_bodies(tree, body, parts)


@compiled
def turn_joints(tree, body, parts):
    """Sines and cosines of all hinges, which do not wait for each other here."""
    for joint in range(tree.joint_kind.shape[0]):
        if tree.joint_kind[joint] >= HINGE:
            angle = body.qpos[tree.joint_position[joint]] - tree.joint_rest[joint]
            parts.sine[joint], parts.cosine[joint] = sin_cos(angle)


@compiled
def place_bodies(tree, body, parts):
    """Positions and orientations of bodies and joints, from the root outwards."""
    for index in range(1, tree.parent.shape[0]):
        parent = tree.parent[index]
        turn = row9(body.orientation, parent)
        place = plus(row(body.position, parent), turned(turn, row(tree.offset, index)))
        if tree.is_turned[index]:
            turn = product(turn, row9(tree.turn, index))
        first = tree.first_joint[index]
        for joint in range(first, first + tree.num_joints[index]):
            place, turn = place_behind_joint(tree, joint, place, turn, body, parts)
        set_row9(body.orientation, index, turn)
        set_row(body.position, index, place)
        set_row(
            body.mass_center,
            index,
            plus(place, turned(turn, row(tree.mass_offset, index))),
        )
    total = times(tree.mass[1], row(body.mass_center, 1))
    for index in range(2, tree.parent.shape[0]):
        total = plus(total, times(tree.mass[index], row(body.mass_center, index)))
    total = times(1.0 / tree.total_mass, total)
    for axis in range(3):
        body.com[axis] = total[axis]


@compiled
def place_behind_joint(tree, joint, place, turn, body, parts):
    """Where the body's frame is behind one of its joints."""
    kind, address = tree.joint_kind[joint], tree.joint_position[joint]
    qpos = body.qpos
    if kind == FREE:
        place = qpos[address], qpos[address + 1], qpos[address + 2]
        turn = of_quaternion(quaternion_at(qpos, address + 3))
        set_row(parts.anchor, joint, place)
        return place, turn
    direction = row(tree.joint_direction, joint)
    set_row(body.joint_axis, joint, turned(turn, direction))
    if kind == SLIDE:
        way = qpos[address] - tree.joint_rest[joint]
        place = plus(place, times(way, row(body.joint_axis, joint)))
        return place, turn
    anchor = place
    if tree.has_anchor[joint]:
        anchor = plus(place, turned(turn, row(tree.joint_anchor, joint)))
    set_row(parts.anchor, joint, anchor)
    if kind == BALL:
        turn = product(turn, of_quaternion(quaternion_at(qpos, address)))
    else:
        sine, cosine = parts.sine[joint], parts.cosine[joint]
        if kind == HINGE_X:
            turn = about_x(turn, sine, cosine)
        elif kind == HINGE_Y:
            turn = about_y(turn, sine, cosine)
        elif kind == HINGE_Z:
            turn = about_z(turn, sine, cosine)
        else:
            turn = about_any(turn, sine, cosine, direction)
    if tree.has_anchor[joint]:
        place = minus(anchor, turned(turn, row(tree.joint_anchor, joint)))
    return place, turn


@compiled
def quaternion_at(qpos, address):
    """Four numbers of the positions."""
    return qpos[address], qpos[address + 1], qpos[address + 2], qpos[address + 3]


@compiled
def rigid_inertia(tree, index, body, com):
    """Inertia of a body at the centre of mass of all: xx yy zz xy xz yz, m r, m."""
    turn = row9(body.orientation, index)
    if tree.is_inertia_turned[index]:
        turn = product(turn, row9(tree.inertia_turn, index))
    d0, d1, d2 = row(tree.inertia, index)
    mass = tree.mass[index]
    r = minus(row(body.mass_center, index), com)
    m = times(mass, r)
    a0, a1, a2 = d0 * turn[0], d1 * turn[1], d2 * turn[2]
    b0, b1, b2 = d0 * turn[3], d1 * turn[4], d2 * turn[5]
    c0, c1, c2 = d0 * turn[6], d1 * turn[7], d2 * turn[8]
    return (
        a0 * turn[0] + a1 * turn[1] + a2 * turn[2] + (m[1] * r[1] + m[2] * r[2]),
        b0 * turn[3] + b1 * turn[4] + b2 * turn[5] + (m[0] * r[0] + m[2] * r[2]),
        c0 * turn[6] + c1 * turn[7] + c2 * turn[8] + (m[0] * r[0] + m[1] * r[1]),
        a0 * turn[3] + a1 * turn[4] + a2 * turn[5] - m[0] * r[1],
        a0 * turn[6] + a1 * turn[7] + a2 * turn[8] - m[0] * r[2],
        b0 * turn[6] + b1 * turn[7] + b2 * turn[8] - m[1] * r[2],
        m[0],
        m[1],
        m[2],
        mass,
    )


@compiled
def move_bodies(tree, body, parts):
    """Motion axes, velocities and momentum; inertias and bias wrenches, without loads.

    `accelerate` uses the last two up: loads go onto them, and then what hangs on each.
    """
    com = body.com[0], body.com[1], body.com[2]
    still = 0.0 * com[0]
    total = still, still, still, still, still, still
    for index in range(1, tree.parent.shape[0]):
        parent = tree.parent[index]
        rigid = rigid_inertia(tree, index, body, com)
        velocity = row6(body.velocity, parent)
        acceleration = row6(parts.bias_acceleration, parent)
        first = tree.first_joint[index]
        for joint in range(first, first + tree.num_joints[index]):
            kind, axis = tree.joint_kind[joint], tree.joint_axis[joint]
            if kind == FREE:
                velocity = slide_freely(axis, body, parts, velocity)
                velocity, acceleration = turn_freely(
                    axis + 3, index, joint, body, parts, velocity, acceleration
                )
            elif kind == BALL:
                velocity, acceleration = turn_freely(
                    axis, index, joint, body, parts, velocity, acceleration
                )
            else:
                direction = row(body.joint_axis, joint)
                motion = motion_of_axis(kind, direction, joint, com, parts)
                set_row6(parts.motion, axis, motion)
                part = times6(body.qvel[axis], motion)
                acceleration = plus6(acceleration, motion_cross(velocity, part))
                velocity = plus6(velocity, part)
        set_row6(body.velocity, index, velocity)
        set_row6(parts.bias_acceleration, index, acceleration)
        momentum = rigid_times(rigid, velocity)
        total = plus6(total, momentum)
        set_row6(
            parts.wrench,
            index,
            plus6(rigid_times(rigid, acceleration), force_cross(velocity, momentum)),
        )
        set_row21(parts.inertia, index, rigid_to_symmetric(rigid))
    for axis in range(6):
        body.momentum[axis] = total[axis]
    for axis in range(3):
        body.com_velocity[axis] = body.momentum[3 + axis] / tree.total_mass


@compiled
def motion_of_axis(kind, direction, joint, com, parts):
    """Spatial velocity that a hinge or a slide gives at unit speed."""
    if kind == SLIDE:
        still = 0.0 * direction[0]
        return still, still, still, direction[0], direction[1], direction[2]
    linear = cross(direction, minus(com, row(parts.anchor, joint)))
    return (
        direction[0],
        direction[1],
        direction[2],
        linear[0],
        linear[1],
        linear[2],
    )


@compiled
def slide_freely(axis, body, parts, velocity):
    """Velocity behind the translations of a free joint, which are along the world's."""
    still = 0.0 * velocity[0]
    along = still + 1.0
    set_row6(parts.motion, axis, (still, still, still, along, still, still))
    set_row6(parts.motion, axis + 1, (still, still, still, still, along, still))
    set_row6(parts.motion, axis + 2, (still, still, still, still, still, along))
    return (
        velocity[0],
        velocity[1],
        velocity[2],
        velocity[3] + body.qvel[axis],
        velocity[4] + body.qvel[axis + 1],
        velocity[5] + body.qvel[axis + 2],
    )


@compiled
def turn_freely(axis, index, joint, body, parts, velocity, acceleration):
    """Velocity and bias behind the rotations of a ball: about the body's own axes."""
    com = body.com[0], body.com[1], body.com[2]
    arm = minus(com, row(parts.anchor, joint))
    before = velocity
    for own in range(3):
        direction = (
            body.orientation[index, own],
            body.orientation[index, own + 3],
            body.orientation[index, own + 6],
        )
        linear = cross(direction, arm)
        motion = (
            direction[0],
            direction[1],
            direction[2],
            linear[0],
            linear[1],
            linear[2],
        )
        set_row6(parts.motion, axis + own, motion)
        part = times6(body.qvel[axis + own], motion)
        acceleration = plus6(acceleration, motion_cross(before, part))
        velocity = plus6(velocity, part)
    return velocity, acceleration


@compiled
def accelerate(tree, body, parts, dt):
    """Joint accelerations, and what they add to each body's spatial acceleration.

    `parts.inertia` and `parts.wrench` hold what `move_bodies` left there and the loads
    on the bodies, `parts.force` and `parts.damping` those in the joints; the first two
    are used up.
    """
    for index in range(tree.parent.shape[0] - 1, 0, -1):
        inertia, wrench = row21(parts.inertia, index), row6(parts.wrench, index)
        if tree.is_floating[index]:
            accelerate_freely(tree, index, inertia, wrench, body, parts)
            continue
        first = tree.first_axis[index]
        for axis in range(first + tree.num_axes[index] - 1, first - 1, -1):
            motion = row6(parts.motion, axis)
            resistance = times_vector(inertia, motion)
            whole = dot6(motion, resistance)
            whole = whole + (tree.armature[axis] + dt * parts.damping[axis])
            ease = 1.0 / whole
            push = (parts.force[axis] - dot6(motion, wrench)) * ease
            set_row6(parts.resistance, axis, resistance)
            parts.ease[axis] = ease
            parts.push[axis] = push
            inertia = plus_outer(inertia, -ease, resistance)
            wrench = plus6(wrench, times6(push, resistance))
        parent = tree.parent[index]
        if parent > 0:
            set_row21(
                parts.inertia, parent, sum21(row21(parts.inertia, parent), inertia)
            )
            add_to_row6(parts.wrench, parent, wrench)
    for index in range(1, tree.parent.shape[0]):
        if tree.is_floating[index]:
            continue
        acceleration = row6(parts.acceleration, tree.parent[index])
        first = tree.first_axis[index]
        for axis in range(first, first + tree.num_axes[index]):
            speeding = parts.push[axis] - parts.ease[axis] * dot6(
                row6(parts.resistance, axis), acceleration
            )
            parts.joint_acceleration[axis] = speeding
            part = times6(speeding, row6(parts.motion, axis))
            acceleration = plus6(acceleration, part)
        set_row6(parts.acceleration, index, acceleration)


@compiled
def accelerate_freely(tree, index, inertia, wrench, body, parts):
    """A body on a free joint without damping: solved for its own acceleration."""
    first = tree.first_axis[index]
    turn = row9(body.orientation, index)
    com = body.com[0], body.com[1], body.com[2]
    arm = minus(row(body.position, index), com)
    force = parts.force[first], parts.force[first + 1], parts.force[first + 2]
    moment = parts.force[first + 3], parts.force[first + 4], parts.force[first + 5]
    moment = plus(turned(turn, moment), cross(arm, force))
    acceleration = solved(
        inertia,
        (
            moment[0] - wrench[0],
            moment[1] - wrench[1],
            moment[2] - wrench[2],
            force[0] - wrench[3],
            force[1] - wrench[4],
            force[2] - wrench[5],
        ),
    )
    set_row6(parts.acceleration, index, acceleration)
    angular = acceleration[0], acceleration[1], acceleration[2]
    linear = acceleration[3], acceleration[4], acceleration[5]
    linear = plus(linear, cross(angular, arm))
    angular = turned_back(turn, angular)
    for axis in range(3):
        parts.joint_acceleration[first + axis] = linear[axis]
        parts.joint_acceleration[first + 3 + axis] = angular[axis]


@compiled
def step_position(tree, body, dt):
    """Advance the positions by one step with the present velocities."""
    qpos, qvel = body.qpos, body.qvel
    for joint in range(tree.joint_kind.shape[0]):
        kind = tree.joint_kind[joint]
        address, axis = tree.joint_position[joint], tree.joint_axis[joint]
        if kind == FREE:
            for i in range(3):
                qpos[address + i] += dt * qvel[axis + i]
            step_quaternion(qpos, address + 3, qvel, axis + 3, dt)
        elif kind == BALL:
            step_quaternion(qpos, address, qvel, axis, dt)
        else:
            qpos[address] += dt * qvel[axis]


@compiled
def step_quaternion(qpos, address, qvel, axis, dt):
    """Turn a quaternion by the angular velocity in its own frame."""
    rates = qvel[axis], qvel[axis + 1], qvel[axis + 2]
    turned_to = turned_quaternion(quaternion_at(qpos, address), rates, dt)
    for i in range(4):
        qpos[address + i] = turned_to[i]
