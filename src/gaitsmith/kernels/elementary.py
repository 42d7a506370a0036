"""Sine, arc tangent, exponential: of one number or of eight, with the same bits.

A C library's functions differ in their last bits from machine to machine, and know no
lanes. These are made of + - * / and choices only; they are within two units in the last
place of the exact value (a test says so), and cost about what a library's do.
"""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lanes import (
    absolute,
    maximum,
    minimum,
    nearest,
    power_of_two,
    select,
    square_root,
)

TWO_OVER_PI = 2.0 / math.pi
# pi/2 in three parts of 33 bits, so that a multiple of each is exact (Cody & Waite).
HALF_PI = (
    1.57079632673412561417,
    6.07710050630396597660e-11,
    2.02226624871116645580e-21,
)
LOG2_E = 1.0 / math.log(2.0)
LN_2 = (0.693145751953125, 1.42860682030941723212e-6)  # in two parts
MOST_EXPONENT, LEAST_EXPONENT = 709.0, -708.0
TAN_PI_8 = 0.4142135623730950488


@compiled
def sin_cos(x):
    """Sine and cosine of x [rad], for |x| up to about 1e5.

    The angle is brought into +-pi/4, where a polynomial does (coefficients of fdlibm).
    """
    quarter = nearest(x * TWO_OVER_PI)
    r = x - quarter * HALF_PI[0]
    r = r - quarter * HALF_PI[1]
    r = r - quarter * HALF_PI[2]
    # In pairs (Estrin), which do not wait for each other.
    z = r * r
    z2 = z * z
    sine = 2.75573137070700676789e-06 + z * -2.50507602534068634195e-08
    sine = sine + z2 * 1.58969099521155010221e-10
    sine = (8.33333333332248946124e-03 + z * -1.98412698298579493134e-04) + z2 * sine
    sine = r + r * z * (-1.66666666666666324348e-01 + z * sine)
    cosine = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11
    cosine = (2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) + (
        z2 * cosine
    )
    cosine = (4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) + (
        z2 * cosine
    )
    cosine = 1.0 - 0.5 * z + z2 * cosine
    turn = quarter - 4.0 * nearest(0.25 * quarter)  # -2, -1, 0, 1 or 2 quarters
    is_odd = absolute(absolute(turn) - 1.0) < 0.5
    s, c = select(is_odd, cosine, sine), select(is_odd, sine, cosine)
    is_lower = (turn < -0.5) | (turn > 1.5)
    is_left = (turn > 0.5) | (turn < -1.5)
    return select(is_lower, -s, s), select(is_left, -c, c)


@compiled
def sin(x):
    """Sine of x [rad]."""
    return sin_cos(x)[0]


@compiled
def cos(x):
    """Cosine of x [rad]."""
    return sin_cos(x)[1]


@compiled
def atan2(y, x):
    """Angle [rad] of the point (x, y), in [-pi, pi] (rational function of Cephes)."""
    across, along = absolute(y), absolute(x)
    is_steep = across > along
    longer = select(is_steep, across, along)
    shorter = select(is_steep, along, across)
    # Beyond pi/8, tan(a - pi/4) is used.
    is_far = shorter > TAN_PI_8 * longer
    z = select(is_far, shorter - longer, shorter)
    z = z / maximum(select(is_far, shorter + longer, longer), 1e-300)
    s = z * z
    p = -8.750608600031904122785e-1 * s - 1.615753718733365076637e1
    p = (p * s - 7.500855792314704667340e1) * s - 1.228866684490136173410e2
    p = p * s - 6.485021904942025371773e1
    q = (s + 2.485846490142306297962e1) * s + 1.650270098316988542046e2
    q = (q * s + 4.328810604912902668951e2) * s + 4.853903996359136964868e2
    q = q * s + 1.945506571482613964425e2
    angle = z + z * s * (p / q)
    angle = select(is_far, angle + 0.25 * math.pi, angle)
    angle = select(is_steep, 0.5 * math.pi - angle, angle)
    angle = select(x < 0.0, math.pi - angle, angle)
    return select(y < 0.0, -angle, angle)


@compiled
def asin(x):
    """Angle [rad] whose sine is x; beyond -1 and 1, that of the nearest of them."""
    sine = minimum(maximum(x, -1.0), 1.0)
    return atan2(sine, square_root((1.0 - sine) * (1.0 + sine)))


@compiled
def exp(x):
    """E to the power of x; 0 below -708."""
    safe = minimum(maximum(x, LEAST_EXPONENT), MOST_EXPONENT)
    exponent = nearest(safe * LOG2_E)
    r = safe - exponent * LN_2[0]
    r = r - exponent * LN_2[1]
    z = r * r
    # fdlibm: exp(r) = 1 + 2 r / (R - r), R = r (exp(r) + 1) / (exp(r) - 1).
    p = -1.65339022054652515390e-06 + z * 4.13813679705723846039e-08
    p = -2.77777777770155933842e-03 + z * (6.61375632143793436117e-05 + z * p)
    c = r - z * (1.66666666666666019037e-01 + z * p)
    power = 1.0 + (r + r * c / (2.0 - c))
    # In two steps: 2^1024 is no double.
    half = nearest(0.5 * exponent)
    power = power * power_of_two(half) * power_of_two(exponent - half)
    return select(x < LEAST_EXPONENT, 0.0, power)


@compiled
def length2(x, y):
    """Length of (x, y)."""
    return square_root(x * x + y * y)
