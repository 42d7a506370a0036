"""Curves of a Hill-type muscle, each with its slope (Geyer's model, docs/muscles.md).

Everything is a pure number: fibre length x in optimal lengths, fibre velocity y in
v_max (+ lengthening), tendon strain in slack lengths, forces in F0, the greatest
isometric force. Every function returns its value and its derivative.
"""

import math

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.elementary import exp
from gaitsmith.kernels.lanes import absolute, maximum, minimum, select

# Constants of Geyer & Herr's model as published with their program (2006).
WIDTH = 0.56  # half width of the force-length curve
LOG_RESIDUAL = math.log(0.05)  # of the force that is left at 1 +- WIDTH
ECCENTRIC = 1.5  # N: greatest force of a lengthening fibre
CURVATURE = 5.0  # K: of the force-velocity curve
ECCENTRIC_CURVATURE = 7.56 * CURVATURE
# Beyond v_max the fibre is nearly rigid: this keeps the curve invertible.
RIGID_SLOPE = 100.0
TENDON_STRAIN = 0.04  # at F0, of a tendon that nothing else is said of
PARALLEL_STRAIN = WIDTH  # beyond the optimal length, at F0; less: a stiff muscle
BUFFER_STRAIN = 0.5 * WIDTH  # below BUFFER_LENGTH, at F0
BUFFER_LENGTH = 1.0 - WIDTH  # the buffer acts on shorter fibres


@compiled
def force_length(x):
    """Active force that fibres of length x can hold: exp(ln c |(x - 1) / w|^3)."""
    z = (x - 1.0) / WIDTH
    value = exp(LOG_RESIDUAL * absolute(z) * z * z)
    return value, value * 3.0 * LOG_RESIDUAL * absolute(z) * z / WIDTH


@compiled
def force_velocity(y):
    """Hill's curve: 0 at y = -1, 1 at rest, ECCENTRIC at y = 1, with a kink at rest.

    The slope at rest is 6 for shortening; 19.4 for lengthening, which is returned.
    """
    slow = minimum(maximum(y, -1.0), 1.0)
    is_shortening, is_too_fast = slow < 0.0, y <= -1.0
    curvature = select(is_shortening, -CURVATURE, ECCENTRIC_CURVATURE)
    hyperbola = 1.0 / (1.0 + curvature * slow)
    extra = ECCENTRIC - 1.0
    value = select(
        is_shortening,
        (1.0 + slow) * hyperbola,
        ECCENTRIC - extra * (1.0 - slow) * hyperbola,
    )
    steepness = select(
        is_shortening, 1.0 + CURVATURE, extra * (1.0 + ECCENTRIC_CURVATURE)
    )
    slope = steepness * hyperbola * hyperbola
    is_rigid = y > 1.0
    value = select(is_rigid, ECCENTRIC + RIGID_SLOPE * (y - 1.0), value)
    slope = select(is_rigid, RIGID_SLOPE, select(is_too_fast, 0.0, slope))
    return select(is_too_fast, 0.0, value), slope


@compiled
def velocity_of_force(f):
    """Inverse of `force_velocity`: the velocity y at which the factor is f."""
    if f <= 1.0:
        hyperbola = 1.0 / (1.0 + CURVATURE * f)
        return (f - 1.0) * hyperbola, (1.0 + CURVATURE) * hyperbola * hyperbola
    if f <= ECCENTRIC:
        extra = ECCENTRIC - 1.0
        hyperbola = 1.0 / (extra + ECCENTRIC_CURVATURE * (ECCENTRIC - f))
        steepness = extra * (1.0 + ECCENTRIC_CURVATURE)
        return (f - 1.0) * hyperbola, steepness * hyperbola * hyperbola
    return 1.0 + (f - ECCENTRIC) / RIGID_SLOPE, 1.0 / RIGID_SLOPE


@compiled
def tendon_force(strain, reference_strain):
    """Force of a tendon: (strain / reference strain)^2, nothing when it is slack."""
    stretch = maximum(strain, 0.0) / reference_strain
    return stretch * stretch, 2.0 * stretch / reference_strain


@compiled
def parallel_force(x, passive_strain):
    """Stretched passive tissue beside the fibres: ((x - 1) / strain)^2 beyond 1."""
    stretch = maximum(x - 1.0, 0.0) / passive_strain
    return stretch * stretch, 2.0 * stretch / passive_strain


@compiled
def buffer_force(x):
    """What keeps fibres from collapsing, pushing: ((x - 0.44) / 0.28)^2 below 0.44."""
    stretch = minimum(x - BUFFER_LENGTH, 0.0) / BUFFER_STRAIN
    return stretch * stretch, 2.0 * stretch / BUFFER_STRAIN
