"""Splines, cylinders and polynomials against what is known by hand."""

from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from gaitsmith.kernels.muscle_polynomials import powers
from gaitsmith.opensim.fits import fit, monomials
from gaitsmith.opensim.functions import spline
from gaitsmith.opensim.model import Cylinder, Frame
from gaitsmith.opensim.paths import Lengths, Poses, measure
from gaitsmith.opensim.taking import take
from gaitsmith.opensim.wrapping import AROUND, PAST, THROUGH, over_cylinder

FIXED = Frame("a", np.eye(3), np.zeros(3))


def test_a_spline_follows_cubics_and_goes_on_straight() -> None:
    x = np.array([-1.0, -0.4, 0.1, 0.5, 1.2])
    curve = spline(x, x**3 - x)
    at = np.linspace(-1.0, 1.2, 30)
    assert np.allclose(curve(at), at**3 - at)
    assert curve(np.array([2.0]))[0] == pytest.approx(
        1.2**3 - 1.2 + 0.8 * (3 * 1.44 - 1)
    )
    natural = spline(x, np.sin(x), is_natural=True)
    assert np.allclose(natural(at), CubicSpline(x, np.sin(x), bc_type="natural")(at))


def test_a_path_goes_around_a_cylinder_by_the_shortest_way() -> None:
    cylinder = Cylinder("c", FIXED, 1.0, 9.0, -1, 0.0)
    start, end = np.array([[-2.0, 0.5, -1.0]]), np.array([[2.0, 0.5, 2.0]])
    touch = over_cylinder(cylinder, start, end)
    assert touch.status[0] == THROUGH
    # In the plane: two tangents and the arc between them; unrolled, a straight line.
    away = np.hypot(2.0, 0.5)
    arc = np.pi - 2 * np.arctan2(0.5, 2.0) - 2 * np.arccos(1 / away)
    flat = 2 * np.sqrt(away**2 - 1) + arc
    whole = touch.arc + sum(
        np.linalg.norm(a - b) for a, b in ((start, touch.first), (end, touch.last))
    )
    assert whole[0] == pytest.approx(np.hypot(flat, 3.0))
    above = np.array([0.0, 1.0, 0.0])
    assert over_cylinder(cylinder, start + above, end + above).status[0] == PAST


def test_a_half_that_counts_pulls_a_path_over_itself() -> None:
    cylinder = Cylinder("c", FIXED, 1.0, 9.0, 1, -1.0)  # y < 0
    start, end = np.array([[-2.0, 1.5, 0.0]]), np.array([[2.0, 1.5, 0.0]])
    touch = over_cylinder(cylinder, start, end)
    assert touch.status[0] == AROUND
    apart, reach = 2 * np.arctan2(2.0, 1.5), np.arccos(1 / 2.5)
    assert touch.first[0, 1] < 0.0
    assert touch.arc[0] == pytest.approx(2 * np.pi - apart - 2 * reach)
    over = Cylinder("c", FIXED, 1.0, 9.0, 1, 1.0)
    assert over_cylinder(over, start, end).status[0] == PAST


def test_moment_arms_are_slopes_of_lengths(tiny: Path) -> None:
    model = take(tiny).model
    muscle = next(m for m in model.muscles if m.name == "vasti_r")
    angles = np.linspace(-1.5, 0.3, 40)

    def length(at: np.ndarray) -> Lengths:
        poses = Poses(model, {"knee_angle_r": at}, ("knee_angle_r",), [muscle])
        return measure(poses, muscle)

    slope = (length(angles + 1e-5).length - length(angles - 1e-5).length) / 2e-5
    arms = length(angles).arms[:, 0]
    assert np.allclose(-slope, arms, atol=1e-6)
    # Around the knee's cylinder the arm is its radius.
    assert arms[0] == pytest.approx(0.045, abs=1e-6)


def test_a_polynomial_is_found_again(tiny: Path) -> None:
    model, names = take(tiny).model, ("knee_angle_r", "ankle_angle_r")
    exponents = powers(2, 3)
    true = np.linspace(0.1, 0.01, len(exponents))
    x = np.random.default_rng(0).uniform(-1, 1, (100, 2))
    from gaitsmith.opensim.gait_range import gait_range

    ends = np.array([gait_range(model.coordinates[n]) for n in names])
    half, middle = 0.5 * np.diff(ends)[:, 0], np.mean(ends, axis=1)
    at, slopes = monomials(x, exponents)
    arms = -np.einsum("cnt,t->nc", slopes, true) / half
    found = fit(model, names, middle + half * x, Lengths(at @ true, arms))
    assert found.degree == 3
    assert np.allclose(found.coefficients, true, atol=1e-8)
