"""Wrenches and impedances of bodies, and their way up the tree into joint space.

All spatial quantities are expressed at the character's centre of mass, in world axes,
rotation first: the frame in which the engine gives body velocities (`cvel`) and joint
motion axes (`cdof`). A wrench is (moment [N m], force [N]). An impedance is the
symmetric 6x6 matrix that maps a body's spatial velocity to the wrench resisting it.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.vectors import cross, plus


@compiled
def rotation_part(velocity, body):
    """Angular velocity [rad/s] of a body."""
    return velocity[body, 0], velocity[body, 1], velocity[body, 2]


@compiled
def point_velocity(velocity, body, arm):
    """Velocity [m/s] of the body's point at `arm` [m] from the centre of mass."""
    linear = velocity[body, 3], velocity[body, 4], velocity[body, 5]
    return plus(linear, cross(rotation_part(velocity, body), arm))


@compiled
def add_moment(loads, body, moment):
    """Load a body with a pure moment [N m]."""
    loads.is_loaded[body] = True
    for axis in range(3):
        loads.wrench[body, axis] += moment[axis]


@compiled
def add_force(loads, body, arm, force):
    """Load a body with a force [N] that acts at `arm` [m]."""
    add_moment(loads, body, cross(arm, force))
    for axis in range(3):
        loads.wrench[body, 3 + axis] += force[axis]


@compiled
def add_damper(loads, body, arm, normal, along_normal, across):
    """Load a body with the impedance of a damper at `arm` [m] (lower triangle only).

    The damper resists a point velocity v with C v, C = across (1 - n n') + along n n',
    coefficients in N s/m. With v = X V, X = [-[arm]x, 1], the impedance is X' C X.
    """
    loads.is_damped[body] = True
    d = loads.impedance
    rx, ry, rz = arm
    # The isotropic part: across * X'X.
    d[body, 0, 0] += across * (ry * ry + rz * rz)
    d[body, 1, 0] -= across * rx * ry
    d[body, 1, 1] += across * (rx * rx + rz * rz)
    d[body, 2, 0] -= across * rx * rz
    d[body, 2, 1] -= across * ry * rz
    d[body, 2, 2] += across * (rx * rx + ry * ry)
    d[body, 3, 1] += across * rz
    d[body, 3, 2] -= across * ry
    d[body, 4, 0] -= across * rz
    d[body, 4, 2] += across * rx
    d[body, 5, 0] += across * ry
    d[body, 5, 1] -= across * rx
    d[body, 3, 3] += across
    d[body, 4, 4] += across
    d[body, 5, 5] += across
    # The rest has rank one: (along - across) (X'n)(X'n)'.
    sx, sy, sz = cross(arm, normal)
    direction = (sx, sy, sz, normal[0], normal[1], normal[2])
    extra = along_normal - across
    for i in range(6):
        for j in range(i + 1):
            d[body, i, j] += extra * direction[i] * direction[j]


@compiled
def project_onto_joints(tree, motion_axes, dt, loads, force_out, inertia_out):
    """Add all body wrenches and impedances to joint forces and joint-space inertia.

    The composite-rigid-body recursion: a load moves from body to parent, and on its way
    adds cdof_i . F to the force of each joint axis i and dt cdof_i . D cdof_j to the
    inertia of each pair of axes on the same chain. These pairs are exactly the entries
    that the sparse inertia matrix of a tree has, so contact damping can be integrated
    implicitly at no structural cost. Empties `loads` for the next time step.
    """
    for body in range(tree.parent.shape[0] - 1, 0, -1):
        if not loads.is_loaded[body]:
            continue
        first = tree.first_axis[body]
        for axis in range(first, first + tree.num_axes[body]):
            force = 0.0
            for i in range(6):
                force += motion_axes[axis, i] * loads.wrench[body, i]
            force_out[axis] += force
            if loads.is_damped[body]:
                add_damped_row(
                    tree, motion_axes, axis, dt, loads.impedance, body, inertia_out
                )
        hand_to_parent(loads, body, tree.parent[body])


@compiled
def hand_to_parent(loads, body, parent):
    """Move a body's loads to its parent; what reaches the world is gone."""
    if parent > 0:
        loads.is_loaded[parent] = True
        for i in range(6):
            loads.wrench[parent, i] += loads.wrench[body, i]
    for i in range(6):
        loads.wrench[body, i] = 0.0
    loads.is_loaded[body] = False
    if not loads.is_damped[body]:
        return
    if parent > 0:
        loads.is_damped[parent] = True
        for i in range(6):
            for j in range(i + 1):
                loads.impedance[parent, i, j] += loads.impedance[body, i, j]
    for i in range(6):
        for j in range(i + 1):
            loads.impedance[body, i, j] = 0.0
    loads.is_damped[body] = False


@compiled
def add_damped_row(tree, motion_axes, axis, dt, d, body, inertia_out):
    """Add dt cdof_i . D cdof_j to row i of the sparse inertia matrix."""
    m0, m1, m2 = motion_axes[axis, 0], motion_axes[axis, 1], motion_axes[axis, 2]
    m3, m4, m5 = motion_axes[axis, 3], motion_axes[axis, 4], motion_axes[axis, 5]
    b = body
    w0 = d[b, 0, 0] * m0 + d[b, 1, 0] * m1 + d[b, 2, 0] * m2
    w0 = dt * (w0 + d[b, 3, 0] * m3 + d[b, 4, 0] * m4 + d[b, 5, 0] * m5)
    w1 = d[b, 1, 0] * m0 + d[b, 1, 1] * m1 + d[b, 2, 1] * m2
    w1 = dt * (w1 + d[b, 3, 1] * m3 + d[b, 4, 1] * m4 + d[b, 5, 1] * m5)
    w2 = d[b, 2, 0] * m0 + d[b, 2, 1] * m1 + d[b, 2, 2] * m2
    w2 = dt * (w2 + d[b, 3, 2] * m3 + d[b, 4, 2] * m4 + d[b, 5, 2] * m5)
    w3 = d[b, 3, 0] * m0 + d[b, 3, 1] * m1 + d[b, 3, 2] * m2
    w3 = dt * (w3 + d[b, 3, 3] * m3 + d[b, 4, 3] * m4 + d[b, 5, 3] * m5)
    w4 = d[b, 4, 0] * m0 + d[b, 4, 1] * m1 + d[b, 4, 2] * m2
    w4 = dt * (w4 + d[b, 4, 3] * m3 + d[b, 4, 4] * m4 + d[b, 5, 4] * m5)
    w5 = d[b, 5, 0] * m0 + d[b, 5, 1] * m1 + d[b, 5, 2] * m2
    w5 = dt * (w5 + d[b, 5, 3] * m3 + d[b, 5, 4] * m4 + d[b, 5, 5] * m5)
    start = tree.row_start[axis]
    for entry in range(start, start + tree.row_length[axis]):
        other = tree.row_axis[entry]
        inertia_out[entry] += (
            motion_axes[other, 0] * w0
            + motion_axes[other, 1] * w1
            + motion_axes[other, 2] * w2
            + motion_axes[other, 3] * w3
            + motion_axes[other, 4] * w4
            + motion_axes[other, 5] * w5
        )


@compiled
def update_body_velocity(tree, motion_axes, joint_velocity, body, velocity_out):
    """Spatial velocity of `body` for the given joint velocities, into its row."""
    for i in range(6):
        velocity_out[body, i] = 0.0
    ancestor = body
    while ancestor > 0:
        first = tree.first_axis[ancestor]
        for axis in range(first, first + tree.num_axes[ancestor]):
            speed = joint_velocity[axis]
            for i in range(6):
                velocity_out[body, i] += motion_axes[axis, i] * speed
        ancestor = tree.parent[ancestor]
