"""Rotations as nine numbers, row after row; and quaternions (w, x, y, z)."""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import sin_cos
from gaitsmith.kernels.lanes import select, square_root

ALMOST_STILL = 1e-12  # rad/s; below, a turn is its first order


@compiled
def turned(r, v):
    """R v."""
    return (
        r[0] * v[0] + r[1] * v[1] + r[2] * v[2],
        r[3] * v[0] + r[4] * v[1] + r[5] * v[2],
        r[6] * v[0] + r[7] * v[1] + r[8] * v[2],
    )


@compiled
def turned_back(r, v):
    """R' v."""
    return (
        r[0] * v[0] + r[3] * v[1] + r[6] * v[2],
        r[1] * v[0] + r[4] * v[1] + r[7] * v[2],
        r[2] * v[0] + r[5] * v[1] + r[8] * v[2],
    )


@compiled
def product(a, b):
    """A B."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@compiled
def about_x(r, s, c):
    """R followed by a turn about its own x axis, of the given sine and cosine."""
    return (
        r[0],
        c * r[1] + s * r[2],
        c * r[2] - s * r[1],
        r[3],
        c * r[4] + s * r[5],
        c * r[5] - s * r[4],
        r[6],
        c * r[7] + s * r[8],
        c * r[8] - s * r[7],
    )


@compiled
def about_y(r, s, c):
    """The same about its own y axis."""
    return (
        c * r[0] - s * r[2],
        r[1],
        c * r[2] + s * r[0],
        c * r[3] - s * r[5],
        r[4],
        c * r[5] + s * r[3],
        c * r[6] - s * r[8],
        r[7],
        c * r[8] + s * r[6],
    )


@compiled
def about_z(r, s, c):
    """The same about its own z axis."""
    return (
        c * r[0] + s * r[1],
        c * r[1] - s * r[0],
        r[2],
        c * r[3] + s * r[4],
        c * r[4] - s * r[3],
        r[5],
        c * r[6] + s * r[7],
        c * r[7] - s * r[6],
        r[8],
    )


@compiled
def about_any(r, s, c, u):
    """The same about any own axis u, a unit vector (Rodrigues)."""
    k = 1.0 - c
    xy, xz, yz = k * (u[0] * u[1]), k * (u[0] * u[2]), k * (u[1] * u[2])
    turn = (
        c + k * (u[0] * u[0]),
        xy - s * u[2],
        xz + s * u[1],
        xy + s * u[2],
        c + k * (u[1] * u[1]),
        yz - s * u[0],
        xz - s * u[1],
        yz + s * u[0],
        c + k * (u[2] * u[2]),
    )
    return product(r, turn)


@compiled
def of_quaternion(q):
    """The rotation of a quaternion, which is made one long first."""
    w, x, y, z = normalised(q)
    return (
        w * w + x * x - y * y - z * z,
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        w * w - x * x + y * y - z * z,
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    )


@compiled
def normalised(q):
    """A quaternion of length one."""
    w, x, y, z = q
    n = 1.0 / square_root(w * w + x * x + y * y + z * z)
    return n * w, n * x, n * y, n * z


@compiled
def turned_quaternion(q, rates, dt):
    """A quaternion after `dt` [s] of constant angular velocity in its own frame."""
    wx, wy, wz = rates
    speed = square_root(wx * wx + wy * wy + wz * wz)
    s, c = sin_cos(0.5 * dt * speed)
    is_still = speed < ALMOST_STILL
    share = select(is_still, 0.5 * dt, s / select(is_still, 1.0, speed))
    x, y, z = share * wx, share * wy, share * wz
    qw, qx, qy, qz = q
    return normalised(
        (
            qw * c - qx * x - qy * y - qz * z,
            qw * x + qx * c + qy * z - qz * y,
            qw * y - qx * z + qy * c + qz * x,
            qw * z + qx * y - qy * x + qz * c,
        )
    )
