"""Three-vectors as plain tuples: they live in registers, and read like formulas."""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lanes import select


@compiled
def row(array, index):
    """Row `index` of an (n, 3) array."""
    return array[index, 0], array[index, 1], array[index, 2]


@compiled
def set_row(array_out, index, vector):
    """Write a vector into row `index` of an (n, 3) array."""
    array_out[index, 0] = vector[0]
    array_out[index, 1] = vector[1]
    array_out[index, 2] = vector[2]


@compiled
def plus(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@compiled
def minus(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@compiled
def times(scale, a):
    """scale * a."""
    return scale * a[0], scale * a[1], scale * a[2]


@compiled
def dot(a, b):
    """Inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@compiled
def cross(a, b):
    """Outer product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


@compiled
def rotated(orientation, body, vector):
    """`vector` of the body's frame, in the world; rotations are row-major."""
    x, y, z = vector
    return (
        orientation[body, 0] * x + orientation[body, 1] * y + orientation[body, 2] * z,
        orientation[body, 3] * x + orientation[body, 4] * y + orientation[body, 5] * z,
        orientation[body, 6] * x + orientation[body, 7] * y + orientation[body, 8] * z,
    )


@compiled
def chosen(mask, a, b):
    """Vector a where the mask is true, else b."""
    return (
        select(mask, a[0], b[0]),
        select(mask, a[1], b[1]),
        select(mask, a[2], b[2]),
    )


@compiled
def set_row_where(mask, array_out, index, vector):
    """Write a vector into row `index` in the lanes where the mask is true."""
    set_row(array_out, index, chosen(mask, vector, row(array_out, index)))
