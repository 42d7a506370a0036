"""Curves of the muscle: published points, continuity, slopes, inverse."""

import numpy as np
import pytest

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.muscle_curves import (
    buffer_force,
    force_length,
    force_velocity,
    parallel_force,
    tendon_force,
    velocity_of_force,
)


@compiled
def tendon(strain):
    return tendon_force(strain, 0.04)


@compiled
def passive(x):
    return parallel_force(x, 0.56)


CURVES = (
    force_length,
    force_velocity,
    velocity_of_force,
    tendon,
    passive,
    buffer_force,
)


@pytest.mark.parametrize(
    ("curve", "argument", "value"),
    [
        (force_length, 1.0, 1.0),
        (force_length, 1.56, 0.05),
        (force_length, 0.44, 0.05),
        (force_length, 1.28, 0.05**0.125),
        (force_velocity, -1.5, 0.0),
        (force_velocity, -1.0, 0.0),
        (force_velocity, -0.5, 1.0 / 7.0),  # 0.5 / (1 + 5 * 0.5)
        (force_velocity, 0.0, 1.0),
        (force_velocity, 0.1, 1.5 - 0.45 / 4.78),  # 1 + 37.8 * 0.1
        (force_velocity, 1.0, 1.5),
        (force_velocity, 1.01, 2.5),
        (velocity_of_force, 0.0, -1.0),
        (velocity_of_force, 0.5, -1.0 / 7.0),  # Hill's hyperbola is its own mirror
        (velocity_of_force, 1.0, 0.0),
        (velocity_of_force, 1.25, 0.25 / 9.95),  # 0.5 + 37.8 * 0.25
        (velocity_of_force, 1.5, 1.0),
        (velocity_of_force, 2.5, 1.01),
        (tendon, -0.01, 0.0),
        (tendon, 0.02, 0.25),
        (tendon, 0.04, 1.0),
        (passive, 0.9, 0.0),
        (passive, 1.28, 0.25),
        (passive, 1.56, 1.0),
        (buffer_force, 0.5, 0.0),
        (buffer_force, 0.30, 0.25),
        (buffer_force, 0.16, 1.0),
    ],
)
def test_published_points(version, curve, argument, value):
    assert version(curve)(argument)[0] == pytest.approx(value, abs=1e-12)


def test_shortening_follows_hills_equation(version):
    # (f + a)(v + b) = (1 + a) b with a / F0 = b / v_max = 1 / K = 0.2, v shortening.
    for speed in np.linspace(0.0, 1.0, 11):
        force = version(force_velocity)(-speed)[0]
        assert (force + 0.2) * (speed + 0.2) == pytest.approx(1.2 * 0.2)


def test_inverse_of_force_velocity_is_its_inverse(version):
    for y in np.linspace(-0.999, 1.2, 300):
        force, slope = version(force_velocity)(y)
        again, slope_of_inverse = version(velocity_of_force)(force)
        assert again == pytest.approx(y, abs=1e-10)
        assert slope * slope_of_inverse == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("curve", "kinks"),
    [
        (force_length, (1.0,)),
        (force_velocity, (-1.0, 0.0, 1.0)),
        (velocity_of_force, (1.0, 1.5)),
        (tendon, (0.0,)),
        (passive, (1.0,)),
        (buffer_force, (0.44,)),
    ],
)
def test_curves_are_continuous_where_their_parts_meet(version, curve, kinks):
    for kink in kinks:
        below, above = (version(curve)(kink + d)[0] for d in (-1e-9, 1e-9))
        assert below == pytest.approx(above, abs=1e-6)


def test_the_slope_at_rest_is_steeper_when_lengthening(version):
    assert version(force_velocity)(-1e-12)[1] == pytest.approx(6.0)
    assert version(force_velocity)(1e-12)[1] == pytest.approx(19.4)


@pytest.mark.parametrize("curve", CURVES)
def test_slopes_are_the_derivatives(version, curve):
    # Points that are no kinks of any curve.
    step = 1e-6
    for x in (*np.linspace(0.0103, 1.8, 97), *np.linspace(-1.73, -0.31, 13)):
        if curve is velocity_of_force and x < 0.0:
            continue  # no force is negative
        evaluate = version(curve)
        numeric = (evaluate(x + step)[0] - evaluate(x - step)[0]) / (2.0 * step)
        assert evaluate(x)[1] == pytest.approx(numeric, rel=1e-5, abs=1e-7)
