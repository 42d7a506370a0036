"""Sine, arc tangent and exponential against NumPy, and one lane against eight."""

from typing import NamedTuple

import numpy as np
import pytest
from numba import njit

from gaitsmith.kernels import elementary
from gaitsmith.kernels.compilation import OPTIONS, compiled
from gaitsmith.kernels.lane_records import LaneFloats, in_lanes
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.lane_records import aligned_zeros

ULPS = 3.0  # units in the last place; NumPy's own result may be off by one
FUNCTIONS = {
    "sin": lambda x, y: np.sin(x),
    "cos": lambda x, y: np.cos(x),
    "atan2": lambda x, y: np.arctan2(y, x),
    "exp": lambda x, y: np.exp(x),
    "asin": lambda x, y: np.arcsin(np.clip(0.1 * x, -1.0, 1.0)),
    "length2": lambda x, y: np.sqrt(x * x + y * y),
}
EDGES = [0.0, 1.0, -1.0, 10.0, -10.0, 700.0, -700.0, 1e-300, -1e-8]


class Points(NamedTuple):
    """Arguments, and what came of them."""

    x: LaneFloats  # (n,)
    y: LaneFloats  # (n,)
    out: LaneFloats  # (n, functions)


@compiled
def calculate(points, row):
    """All functions of one row."""
    x, y, out = points.x[row], points.y[row], points.out
    out[row, 0], out[row, 1] = elementary.sin(x), elementary.cos(x)
    out[row, 2] = elementary.atan2(y, x)
    out[row, 3] = elementary.exp(x)
    out[row, 4] = elementary.asin(0.1 * x)
    out[row, 5] = elementary.length2(x, y)


@njit(**OPTIONS)
def calculate_lanes(points):
    lanes = in_lanes(points)
    for row in range(points.x.shape[0]):
        calculate(lanes, row)


@njit(**OPTIONS)
def calculate_ones(points):
    for row in range(points.x.shape[0]):
        calculate(points, row)


@pytest.fixture(scope="module")
def points():
    """Small and large arguments, and what lanes made of them."""
    rng = np.random.default_rng(0)
    x, y = 10.0 * rng.normal(size=(2, 40_000))
    sizes = np.exp(rng.normal(scale=3.0, size=(2, 20_000)) - 3.0)
    x[:20_000] *= sizes[0]
    y[:20_000] *= sizes[1]
    count = len(EDGES)
    x[: count * count], y[: count * count] = (
        np.repeat(EDGES, count),
        np.tile(EDGES, count),
    )
    x = np.clip(x, -700.0, 700.0)
    shape = len(x) // WIDTH, WIDTH
    room = [aligned_zeros(shape, np.float64) for _ in range(2)]
    room[0][...], room[1][...] = x.reshape(shape), y.reshape(shape)
    found = Points(*room, aligned_zeros((shape[0], len(FUNCTIONS), WIDTH), np.float64))
    calculate_lanes(found)
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_last_places_are_right(points, name):
    found = points.out[:, list(FUNCTIONS).index(name)]
    expected = FUNCTIONS[name](points.x, points.y)
    assert np.all(np.abs(found - expected) <= ULPS * np.spacing(np.abs(expected)))


def test_one_lane_has_the_bits_of_eight(points):
    x, y = points.x.ravel(), points.y.ravel()
    ones = Points(x, y, np.zeros((len(x), len(FUNCTIONS))))
    calculate_ones(ones)
    assert np.moveaxis(points.out, -1, 1).tobytes() == ones.out.tobytes()


@pytest.mark.parametrize("name", ["sin", "cos"])
def test_many_turns_lose_no_place(name):
    angles = np.random.default_rng(1).uniform(-1e5, 1e5, size=300)
    found = np.array([getattr(elementary, name)(angle) for angle in angles])
    expected = getattr(np, name)(angles)
    # Beside a zero, absolute: 33 bits of pi/2 three times are no more.
    error = np.abs(found - expected)
    assert np.all(error <= ULPS * np.spacing(np.maximum(np.abs(expected), 1e-3)))


def test_angles_have_the_signs_of_their_quadrant():
    for y in (-1.0, -1e-12, 0.0, 1e-12, 1.0):
        for x in (-1.0, -1e-12, 0.0, 1e-12, 1.0):
            expected = pytest.approx(np.arctan2(y, x), rel=1e-15)
            assert elementary.atan2(y, x) == expected, (y, x)


def test_exponentials_end_at_nothing_and_before_infinity():
    assert elementary.exp(-709.0) == elementary.exp(-np.inf) == 0.0
    assert elementary.exp(709.0) == elementary.exp(1e6) == pytest.approx(np.exp(709.0))


def test_beyond_its_range_an_arc_sine_is_that_of_the_end():
    assert elementary.asin(1.5) == elementary.asin(1.0) == pytest.approx(np.pi / 2)
    assert elementary.asin(-1.5) == elementary.asin(-1.0) == pytest.approx(-np.pi / 2)
