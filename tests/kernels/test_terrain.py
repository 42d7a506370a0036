"""Crevasses: where there is no ground, and how a point beside one is pushed into it."""

import math

import numpy as np
import pytest

from gaitsmith.kernels.records import Crevasses, Terrain
from gaitsmith.kernels.terrain import (
    GAP_HEIGHT,
    NOT_STANDING,
    depth_below_surface,
    walking_height,
)

UP = (0.0, 0.0, 1.0)
HEADING = math.radians(30.0)
ALONG = np.array([math.cos(HEADING), math.sin(HEADING)])
ACROSS = np.array([-math.sin(HEADING), math.cos(HEADING)])
CENTER = np.array([5.0, 1.2])


def terrain(grade=0.0):
    """Ground with a crevasse of 0.5 m along 30 degrees, 4 m across."""
    return Terrain(
        np.array([-np.inf]),
        np.zeros(1),
        np.zeros(1),
        np.array([grade]),
        Crevasses(CENTER[None], np.array([ALONG]), half_size=np.array([[0.25, 2.0]])),
    )


@pytest.fixture
def look(version):
    """Depth and normal at a place given along and across the crevasse, and z [m]."""

    def find(along, across, z, grade=0.0):
        x, y = CENTER + along * ALONG + across * ACROSS
        return version(depth_below_surface)(terrain(grade), x, y, z, NOT_STANDING)

    return find


@pytest.mark.parametrize("along", [-0.24, 0.0, 0.24])
@pytest.mark.parametrize("across", [-1.99, 0.0, 1.99])
@pytest.mark.parametrize("z", [0.01, -0.01, -50.0])
def test_a_crevasse_has_no_bottom(look, along, across, z):
    depth, normal = look(along, across, z)
    assert depth == pytest.approx(GAP_HEIGHT - z)
    assert normal == UP


@pytest.mark.parametrize(
    ("along", "across"), [(0.27, 0.0), (-0.27, 1.0), (0.0, 2.02), (0.2, -2.02)]
)
def test_ground_beside_a_crevasse_carries(look, along, across):
    assert look(along, across, -0.01) == (pytest.approx(0.01), UP)
    assert look(along, across, 0.01) == (pytest.approx(-0.01), UP)


@pytest.mark.parametrize(
    ("along", "across", "distance", "out"),
    [
        (-0.27, 0.3, 0.02, ALONG),
        (0.27, -1.9, 0.02, -ALONG),
        (0.1, 2.02, 0.02, -ACROSS),
        (0.1, -2.02, 0.02, ACROSS),
        (-0.28, 2.04, 0.05, 0.6 * ALONG - 0.8 * ACROSS),
    ],
    ids=["near", "far", "left", "right", "corner"],
)
def test_a_point_in_a_wall_is_pushed_out_the_shortest_way(
    look, along, across, distance, out
):
    depth, normal = look(along, across, -0.1)
    assert depth == pytest.approx(distance)
    assert normal == pytest.approx((*out, 0.0))


def test_a_crevasse_in_a_slope_has_walls_too(look):
    top = 0.5 * CENTER[0]
    assert look(-0.27, 0.0, top - 0.4, grade=0.5)[0] == pytest.approx(0.02)
    assert look(0.0, 0.0, top - 0.4, grade=0.5)[0] < -900.0


def test_one_walks_over_a_crevasse_at_the_height_of_the_ground_around_it(version):
    height = version(walking_height)(terrain(grade=0.5), CENTER[0])
    assert height == pytest.approx(0.5 * CENTER[0])


def test_the_nearest_of_several_crevasses_counts(version):
    two = terrain()._replace(
        crevasses=Crevasses(
            center=np.array([[0.0, 0.0], [1.0, 0.0]]),
            heading=np.array([[1.0, 0.0], [1.0, 0.0]]),
            half_size=np.array([[0.25, 2.0], [0.25, 2.0]]),
        )
    )
    find = version(depth_below_surface)
    assert find(two, 0.3, 0.0, -0.4, NOT_STANDING) == (
        pytest.approx(0.05),
        (-1.0, 0.0, 0.0),
    )
    assert find(two, 0.7, 0.0, -0.4, NOT_STANDING) == (
        pytest.approx(0.05),
        (1.0, 0.0, 0.0),
    )
    for x in (0.0, 1.0):
        assert find(two, x, 0.0, -0.4, NOT_STANDING)[0] < -900.0
