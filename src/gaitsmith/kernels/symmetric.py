"""Symmetric 6x6 matrices as 21 numbers: the lower triangle, row after row.

0
1  2
3  4  5
6  7  8  9
10 11 12 13 14
15 16 17 18 19 20
"""

from gaitsmith.kernels.compilation import compiled

SIZE = 21


@compiled
def row21(array, i):
    """Row i of an (n, 21) array."""
    return (
        array[i, 0],
        array[i, 1],
        array[i, 2],
        array[i, 3],
        array[i, 4],
        array[i, 5],
        array[i, 6],
        array[i, 7],
        array[i, 8],
        array[i, 9],
        array[i, 10],
        array[i, 11],
        array[i, 12],
        array[i, 13],
        array[i, 14],
        array[i, 15],
        array[i, 16],
        array[i, 17],
        array[i, 18],
        array[i, 19],
        array[i, 20],
    )


@compiled
def set_row21(array_out, i, a):
    """Write a matrix into row i."""
    array_out[i, 0] = a[0]
    array_out[i, 1] = a[1]
    array_out[i, 2] = a[2]
    array_out[i, 3] = a[3]
    array_out[i, 4] = a[4]
    array_out[i, 5] = a[5]
    array_out[i, 6] = a[6]
    array_out[i, 7] = a[7]
    array_out[i, 8] = a[8]
    array_out[i, 9] = a[9]
    array_out[i, 10] = a[10]
    array_out[i, 11] = a[11]
    array_out[i, 12] = a[12]
    array_out[i, 13] = a[13]
    array_out[i, 14] = a[14]
    array_out[i, 15] = a[15]
    array_out[i, 16] = a[16]
    array_out[i, 17] = a[17]
    array_out[i, 18] = a[18]
    array_out[i, 19] = a[19]
    array_out[i, 20] = a[20]


@compiled
def sum21(a, b):
    """A + B."""
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
        a[8] + b[8],
        a[9] + b[9],
        a[10] + b[10],
        a[11] + b[11],
        a[12] + b[12],
        a[13] + b[13],
        a[14] + b[14],
        a[15] + b[15],
        a[16] + b[16],
        a[17] + b[17],
        a[18] + b[18],
        a[19] + b[19],
        a[20] + b[20],
    )


@compiled
def times_vector(a, x):
    """A x; in two halves, which do not wait for each other."""
    x0, x1, x2, x3, x4, x5 = x
    return (
        (a[0] * x0 + a[1] * x1 + a[3] * x2) + (a[6] * x3 + a[10] * x4 + a[15] * x5),
        (a[1] * x0 + a[2] * x1 + a[4] * x2) + (a[7] * x3 + a[11] * x4 + a[16] * x5),
        (a[3] * x0 + a[4] * x1 + a[5] * x2) + (a[8] * x3 + a[12] * x4 + a[17] * x5),
        (a[6] * x0 + a[7] * x1 + a[8] * x2) + (a[9] * x3 + a[13] * x4 + a[18] * x5),
        (a[10] * x0 + a[11] * x1 + a[12] * x2) + (a[13] * x3 + a[14] * x4 + a[19] * x5),
        (a[15] * x0 + a[16] * x1 + a[17] * x2) + (a[18] * x3 + a[19] * x4 + a[20] * x5),
    )


@compiled
def plus_outer(a, scale, u):
    """A + scale u u'."""
    w0, w1, w2 = scale * u[0], scale * u[1], scale * u[2]
    w3, w4, w5 = scale * u[3], scale * u[4], scale * u[5]
    return (
        a[0] + w0 * u[0],
        a[1] + w1 * u[0],
        a[2] + w1 * u[1],
        a[3] + w2 * u[0],
        a[4] + w2 * u[1],
        a[5] + w2 * u[2],
        a[6] + w3 * u[0],
        a[7] + w3 * u[1],
        a[8] + w3 * u[2],
        a[9] + w3 * u[3],
        a[10] + w4 * u[0],
        a[11] + w4 * u[1],
        a[12] + w4 * u[2],
        a[13] + w4 * u[3],
        a[14] + w4 * u[4],
        a[15] + w5 * u[0],
        a[16] + w5 * u[1],
        a[17] + w5 * u[2],
        a[18] + w5 * u[3],
        a[19] + w5 * u[4],
        a[20] + w5 * u[5],
    )


@compiled
def solved(a, b):
    """A^-1 b of a positive definite matrix, by L D L'."""
    i0 = 1.0 / a[0]
    l10, l20, l30 = a[1] * i0, a[3] * i0, a[6] * i0
    l40, l50 = a[10] * i0, a[15] * i0
    i1 = 1.0 / (a[2] - l10 * a[1])
    e21, e31 = a[4] - l20 * a[1], a[7] - l30 * a[1]
    e41, e51 = a[11] - l40 * a[1], a[16] - l50 * a[1]
    l21, l31, l41, l51 = e21 * i1, e31 * i1, e41 * i1, e51 * i1
    i2 = 1.0 / (a[5] - l20 * a[3] - l21 * e21)
    e32 = a[8] - l30 * a[3] - l31 * e21
    e42 = a[12] - l40 * a[3] - l41 * e21
    e52 = a[17] - l50 * a[3] - l51 * e21
    l32, l42, l52 = e32 * i2, e42 * i2, e52 * i2
    i3 = 1.0 / (a[9] - l30 * a[6] - l31 * e31 - l32 * e32)
    e43 = a[13] - l40 * a[6] - l41 * e31 - l42 * e32
    e53 = a[18] - l50 * a[6] - l51 * e31 - l52 * e32
    l43, l53 = e43 * i3, e53 * i3
    i4 = 1.0 / (a[14] - l40 * a[10] - l41 * e41 - l42 * e42 - l43 * e43)
    e54 = a[19] - l50 * a[10] - l51 * e41 - l52 * e42 - l53 * e43
    l54 = e54 * i4
    d5 = a[20] - l50 * a[15] - l51 * e51 - l52 * e52 - l53 * e53 - l54 * e54
    y0 = b[0]
    y1 = b[1] - l10 * y0
    y2 = b[2] - l20 * y0 - l21 * y1
    y3 = b[3] - l30 * y0 - l31 * y1 - l32 * y2
    y4 = b[4] - l40 * y0 - l41 * y1 - l42 * y2 - l43 * y3
    y5 = b[5] - l50 * y0 - l51 * y1 - l52 * y2 - l53 * y3 - l54 * y4
    x5 = y5 / d5
    x4 = y4 * i4 - l54 * x5
    x3 = y3 * i3 - l43 * x4 - l53 * x5
    x2 = y2 * i2 - l32 * x3 - l42 * x4 - l52 * x5
    x1 = y1 * i1 - l21 * x2 - l31 * x3 - l41 * x4 - l51 * x5
    x0 = y0 * i0 - l10 * x1 - l20 * x2 - l30 * x3 - l40 * x4 - l50 * x5
    return x0, x1, x2, x3, x4, x5
