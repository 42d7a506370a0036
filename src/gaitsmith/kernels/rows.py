"""Rows of arrays as plain tuples, which live in registers, and back."""

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.vectors import set_row


@compiled
def row6(array, i):
    """Row i of an (n, 6) array."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3], array[i, 4], array[i, 5]


@compiled
def row9(array, i):
    """Row i of an (n, 9) array."""
    a = row6(array, i)
    return a[0], a[1], a[2], a[3], a[4], a[5], array[i, 6], array[i, 7], array[i, 8]


@compiled
def set_row6(array_out, i, a):
    """Write six numbers into row i."""
    set_row(array_out, i, a)
    array_out[i, 3] = a[3]
    array_out[i, 4] = a[4]
    array_out[i, 5] = a[5]


@compiled
def set_row9(array_out, i, a):
    """Write nine numbers into row i."""
    set_row6(array_out, i, a)
    array_out[i, 6] = a[6]
    array_out[i, 7] = a[7]
    array_out[i, 8] = a[8]


@compiled
def add_to_row6(array_out, i, a):
    """Add six numbers to those of row i."""
    b = row6(array_out, i)
    set_row6(
        array_out,
        i,
        (
            b[0] + a[0],
            b[1] + a[1],
            b[2] + a[2],
            b[3] + a[3],
            b[4] + a[4],
            b[5] + a[5],
        ),
    )
