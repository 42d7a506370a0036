"""Spatial vectors: motions (angular, linear velocity) and wrenches (moment, force).

All are expressed at the character's centre of mass, in world axes, rotation first. An
impedance is the symmetric 6x6 matrix that maps a body's velocity to the wrench that
resists it; loads on bodies are collected in the work space of `dynamics`.
"""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.rows import add_to_row6
from gaitsmith.kernels.symmetric import plus_outer, row21, set_row21
from gaitsmith.kernels.vectors import cross, plus


@compiled
def plus6(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@compiled
def times6(scale, a):
    """scale * a."""
    return (
        scale * a[0],
        scale * a[1],
        scale * a[2],
        scale * a[3],
        scale * a[4],
        scale * a[5],
    )


@compiled
def dot6(motion, wrench):
    """Power of a wrench along a motion."""
    rotation = motion[0] * wrench[0] + motion[1] * wrench[1] + motion[2] * wrench[2]
    linear = motion[3] * wrench[3] + motion[4] * wrench[4] + motion[5] * wrench[5]
    return rotation + linear


@compiled
def motion_cross(v, s):
    """Change of a motion s that is carried along by the velocity v."""
    return (
        v[1] * s[2] - v[2] * s[1],
        v[2] * s[0] - v[0] * s[2],
        v[0] * s[1] - v[1] * s[0],
        v[1] * s[5] - v[2] * s[4] + v[4] * s[2] - v[5] * s[1],
        v[2] * s[3] - v[0] * s[5] + v[5] * s[0] - v[3] * s[2],
        v[0] * s[4] - v[1] * s[3] + v[3] * s[1] - v[4] * s[0],
    )


@compiled
def force_cross(v, f):
    """Change of a wrench f that is carried along by the velocity v."""
    return (
        v[1] * f[2] - v[2] * f[1] + v[4] * f[5] - v[5] * f[4],
        v[2] * f[0] - v[0] * f[2] + v[5] * f[3] - v[3] * f[5],
        v[0] * f[1] - v[1] * f[0] + v[3] * f[4] - v[4] * f[3],
        v[1] * f[5] - v[2] * f[4],
        v[2] * f[3] - v[0] * f[5],
        v[0] * f[4] - v[1] * f[3],
    )


@compiled
def rigid_times(rigid, v):
    """Momentum of a rigid body: its inertia (xx yy zz xy xz yz, m r, m) times v."""
    xx, yy, zz, xy, xz, yz, mx, my, mz, m = rigid
    return (
        xx * v[0] + xy * v[1] + xz * v[2] - mz * v[4] + my * v[5],
        xy * v[0] + yy * v[1] + yz * v[2] + mz * v[3] - mx * v[5],
        xz * v[0] + yz * v[1] + zz * v[2] - my * v[3] + mx * v[4],
        mz * v[1] - my * v[2] + m * v[3],
        mx * v[2] - mz * v[0] + m * v[4],
        my * v[0] - mx * v[1] + m * v[5],
    )


@compiled
def rigid_to_symmetric(rigid):
    """The inertia of a rigid body as a symmetric matrix."""
    xx, yy, zz, xy, xz, yz, mx, my, mz, m = rigid
    o = 0.0 * xx
    mass = m + o
    return (
        *(xx, xy, yy, xz, yz, zz),
        *(o, mz, -my, mass),
        *(-mz, o, mx, o, mass),
        *(my, -mx, o, o, o, mass),
    )


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
def add_moment(parts, body, moment):
    """Load a body with a pure moment [N m]."""
    for axis in range(3):
        parts.wrench[body, axis] -= moment[axis]


@compiled
def add_force(parts, body, arm, force):
    """Load a body with a force [N] that acts at `arm` [m]."""
    m = cross(arm, force)
    add_to_row6(
        parts.wrench, body, (-m[0], -m[1], -m[2], -force[0], -force[1], -force[2])
    )


@compiled
def add_damper(parts, body, arm, normal, along_normal, across):
    """Add a damper at `arm` [m] to what a body resists.

    A damper opposes a point velocity v with C v, C = across (1 - n n') + along n n'. It
    has the impedance X' C X, since v = X V with X = [-[arm]x, 1]. The integrator wants
    it times the time step; the coefficients are given as such, in kg.
    """
    rx, ry, rz = arm
    k = row21(parts.inertia, body)
    ax, ay, az = across * rx, across * ry, across * rz
    # The isotropic part: across X'X.
    isotropic = (
        k[0] + (ay * ry + az * rz),
        k[1] - ax * ry,
        k[2] + (ax * rx + az * rz),
        k[3] - ax * rz,
        k[4] - ay * rz,
        k[5] + (ax * rx + ay * ry),
        k[6],
        k[7] + az,
        k[8] - ay,
        k[9] + across,
        k[10] - az,
        k[11],
        k[12] + ax,
        k[13],
        k[14] + across,
        k[15] + ay,
        k[16] - ax,
        k[17],
        k[18],
        k[19],
        k[20] + across,
    )
    # The rest has rank one: (along - across) (X'n)(X'n)'.
    s = cross(arm, normal)
    direction = (s[0], s[1], s[2], normal[0], normal[1], normal[2])
    set_row21(
        parts.inertia, body, plus_outer(isotropic, along_normal - across, direction)
    )
