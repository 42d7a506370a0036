"""Wrenches and impedances of bodies, and their way up the tree into joint space.

All spatial quantities are expressed at the character's centre of mass, in world axes,
rotation first: the frame in which the engine gives body velocities (`cvel`) and joint
motion axes (`cdof`). A wrench is (moment [N m], force [N]). An impedance is the
symmetric 6x6 matrix that maps a body's spatial velocity to the wrench resisting it.
"""

from gaitsmith.kernels.compilation import compiled


@compiled
def point_velocity(spatial_velocity, arm, velocity_out):
    """Velocity [m/s] of the point at `arm` [m] from the frame's origin."""
    wx, wy, wz = spatial_velocity[0], spatial_velocity[1], spatial_velocity[2]
    velocity_out[0] = spatial_velocity[3] + wy * arm[2] - wz * arm[1]
    velocity_out[1] = spatial_velocity[4] + wz * arm[0] - wx * arm[2]
    velocity_out[2] = spatial_velocity[5] + wx * arm[1] - wy * arm[0]


@compiled
def add_force(arm, force, wrench_out):
    """Add a force [N] acting at `arm` [m] to a wrench."""
    wrench_out[0] += arm[1] * force[2] - arm[2] * force[1]
    wrench_out[1] += arm[2] * force[0] - arm[0] * force[2]
    wrench_out[2] += arm[0] * force[1] - arm[1] * force[0]
    wrench_out[3] += force[0]
    wrench_out[4] += force[1]
    wrench_out[5] += force[2]


@compiled
def add_point_impedance(arm, normal, along_normal, across, impedance_out):
    """Add a damper at `arm` [m] to an impedance (lower triangle only).

    The damper resists a point velocity v with C v, C = across (1 - n n') + along n n',
    coefficients in N s/m. With v = X V, X = [-[arm]x, 1], the impedance is X' C X.
    """
    rx, ry, rz = arm[0], arm[1], arm[2]
    extra = along_normal - across
    nx, ny, nz = normal[0], normal[1], normal[2]
    # The isotropic part: across * X'X.
    impedance_out[0, 0] += across * (ry * ry + rz * rz)
    impedance_out[1, 0] -= across * rx * ry
    impedance_out[1, 1] += across * (rx * rx + rz * rz)
    impedance_out[2, 0] -= across * rx * rz
    impedance_out[2, 1] -= across * ry * rz
    impedance_out[2, 2] += across * (rx * rx + ry * ry)
    impedance_out[3, 1] += across * rz
    impedance_out[3, 2] -= across * ry
    impedance_out[4, 0] -= across * rz
    impedance_out[4, 2] += across * rx
    impedance_out[5, 0] += across * ry
    impedance_out[5, 1] -= across * rx
    impedance_out[3, 3] += across
    impedance_out[4, 4] += across
    impedance_out[5, 5] += across
    # The rest has rank one: (along - across) (X'n)(X'n)'.
    sx, sy, sz = ry * nz - rz * ny, rz * nx - rx * nz, rx * ny - ry * nx
    impedance_out[0, 0] += extra * sx * sx
    impedance_out[1, 0] += extra * sy * sx
    impedance_out[1, 1] += extra * sy * sy
    impedance_out[2, 0] += extra * sz * sx
    impedance_out[2, 1] += extra * sz * sy
    impedance_out[2, 2] += extra * sz * sz
    impedance_out[3, 0] += extra * nx * sx
    impedance_out[3, 1] += extra * nx * sy
    impedance_out[3, 2] += extra * nx * sz
    impedance_out[3, 3] += extra * nx * nx
    impedance_out[4, 0] += extra * ny * sx
    impedance_out[4, 1] += extra * ny * sy
    impedance_out[4, 2] += extra * ny * sz
    impedance_out[4, 3] += extra * ny * nx
    impedance_out[4, 4] += extra * ny * ny
    impedance_out[5, 0] += extra * nz * sx
    impedance_out[5, 1] += extra * nz * sy
    impedance_out[5, 2] += extra * nz * sz
    impedance_out[5, 3] += extra * nz * nx
    impedance_out[5, 4] += extra * nz * ny
    impedance_out[5, 5] += extra * nz * nz


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
        wrench = loads.wrench[body]
        is_damped = loads.is_damped[body]
        impedance = loads.impedance[body]
        first = tree.first_axis[body]
        for axis in range(first, first + tree.num_axes[body]):
            motion = motion_axes[axis]
            for row in range(6):
                force_out[axis] += motion[row] * wrench[row]
            if is_damped:
                add_damped_row(tree, motion_axes, axis, dt, impedance, inertia_out)
        parent = tree.parent[body]
        if parent > 0:
            loads.is_loaded[parent] = True
            loads.is_damped[parent] |= is_damped
            for row in range(6):
                loads.wrench[parent, row] += wrench[row]
                if is_damped:
                    for column in range(row + 1):
                        loads.impedance[parent, row, column] += impedance[row, column]
        loads.is_loaded[body] = False
        loads.is_damped[body] = False
        for row in range(6):
            wrench[row] = 0.0
            if is_damped:
                for column in range(row + 1):
                    impedance[row, column] = 0.0


@compiled
def add_damped_row(tree, motion_axes, axis, dt, impedance, inertia_out):
    """Add dt cdof_i . D cdof_j to row i of the sparse inertia matrix."""
    motion = motion_axes[axis]
    m0, m1, m2, m3, m4, m5 = (
        dt * motion[0],
        dt * motion[1],
        dt * motion[2],
        dt * motion[3],
        dt * motion[4],
        dt * motion[5],
    )
    d = impedance
    w0 = d[0, 0] * m0 + d[1, 0] * m1 + d[2, 0] * m2
    w0 += d[3, 0] * m3 + d[4, 0] * m4 + d[5, 0] * m5
    w1 = d[1, 0] * m0 + d[1, 1] * m1 + d[2, 1] * m2
    w1 += d[3, 1] * m3 + d[4, 1] * m4 + d[5, 1] * m5
    w2 = d[2, 0] * m0 + d[2, 1] * m1 + d[2, 2] * m2
    w2 += d[3, 2] * m3 + d[4, 2] * m4 + d[5, 2] * m5
    w3 = d[3, 0] * m0 + d[3, 1] * m1 + d[3, 2] * m2
    w3 += d[3, 3] * m3 + d[4, 3] * m4 + d[5, 3] * m5
    w4 = d[4, 0] * m0 + d[4, 1] * m1 + d[4, 2] * m2
    w4 += d[4, 3] * m3 + d[4, 4] * m4 + d[5, 4] * m5
    w5 = d[5, 0] * m0 + d[5, 1] * m1 + d[5, 2] * m2
    w5 += d[5, 3] * m3 + d[5, 4] * m4 + d[5, 5] * m5
    start = tree.row_start[axis]
    for entry in range(start, start + tree.row_length[axis]):
        other = motion_axes[tree.row_axis[entry]]
        inertia_out[entry] += (
            other[0] * w0
            + other[1] * w1
            + other[2] * w2
            + other[3] * w3
            + other[4] * w4
            + other[5] * w5
        )


@compiled
def body_velocity(tree, motion_axes, joint_velocity, body, velocity_out):
    """Spatial velocity of `body` for the given joint velocities."""
    for row in range(6):
        velocity_out[row] = 0.0
    while body > 0:
        first = tree.first_axis[body]
        for axis in range(first, first + tree.num_axes[body]):
            speed = joint_velocity[axis]
            for row in range(6):
                velocity_out[row] += motion_axes[axis, row] * speed
        body = tree.parent[body]
