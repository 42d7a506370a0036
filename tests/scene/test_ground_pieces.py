"""The ground cut into flat pieces around its crevasses."""

import itertools
import math

import numpy as np
import pytest

from gaitsmith.scene.ground import Crevasse, Ground
from gaitsmith.scene.ground_pieces import joined, rims, surface_pieces
from gaitsmith.scene.replay import ground_of
from gaitsmith.simulation.terrain import TerrainSpec

TURNED = Crevasse((1.0, 0.5), math.radians(30.0), 0.5, 2.0)
ACROSS = Crevasse((-2.0, 0.0), 0.0, 0.4, 100.0)


def ground(*crevasses, grade=0.0):
    return Ground((-math.inf,), (0.0,), (grade,), crevasses)


def area(polygon):
    x, y, _ = np.array(polygon).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def is_inside(polygon, x, y):
    corners = np.array(polygon)[:, :2]
    sides = np.roll(corners, -1, axis=0) - corners
    way = (x, y) - corners
    return bool(np.all(sides[:, 0] * way[:, 1] - sides[:, 1] * way[:, 0] >= 0))


def test_corners_go_around_a_crevasse_that_one_crosses_along_its_heading():
    corners = np.array(TURNED.corners)
    assert corners.mean(axis=0) == pytest.approx(TURNED.center)
    sides = np.roll(corners, -1, axis=0) - corners
    along = np.array([math.cos(TURNED.heading), math.sin(TURNED.heading)])
    across = np.array([-along[1], along[0]])
    expected = [0.5 * along, 2.0 * across, -0.5 * along, -2.0 * across]
    np.testing.assert_allclose(sides, expected, atol=1e-12)


@pytest.mark.parametrize("crevasses", [(), (TURNED,), (ACROSS,), (TURNED, ACROSS)])
def test_pieces_cover_everything_but_the_crevasses_once(crevasses):
    pieces = surface_pieces(ground(*crevasses), (-4.0, 4.0), (-3.0, 3.0))
    holes = {TURNED: 0.5 * 2.0, ACROSS: 0.4 * 6.0}
    expected = 8.0 * 6.0 - sum(holes[crevasse] for crevasse in crevasses)
    assert all(area(piece) > 0 for piece in pieces)
    assert sum(map(area, pieces)) == pytest.approx(expected)


def test_pieces_leave_out_the_place_of_a_crevasse():
    pieces = surface_pieces(ground(TURNED), (-4.0, 4.0), (-3.0, 3.0))
    along = np.array([math.cos(TURNED.heading), math.sin(TURNED.heading)])
    across = np.array([-along[1], along[0]])
    for a, b in itertools.product(
        (-0.26, -0.24, 0.0, 0.24, 0.26), (-1.01, -0.99, 0.99, 1.01)
    ):
        place = TURNED.center + a * along + b * across
        is_open = abs(a) < 0.25 and abs(b) < 1.0
        assert sum(is_inside(piece, *place) for piece in pieces) == (not is_open)


def test_joined_pieces_share_every_corner_on_their_edges():
    pieces = surface_pieces(ground(TURNED, ACROSS), (-4.0, 4.0), (-3.0, 3.0))
    whole = joined(pieces)
    assert sum(map(len, whole)) > sum(map(len, pieces))
    assert sum(map(area, whole)) == pytest.approx(sum(map(area, pieces)))
    sides = [
        (start, end)
        for piece in whole
        for start, end in itertools.pairwise([*piece, piece[0]])
    ]
    corners = {corner for side in sides for corner in side}
    for start, end in sides:
        for corner in corners:
            ways = math.dist(start, corner), math.dist(corner, end)
            is_end = min(ways) < 1e-6
            assert is_end or sum(ways) > math.dist(start, end) + 1e-9


def test_a_place_is_in_a_crevasse_or_not():
    along = np.array([math.cos(TURNED.heading), math.sin(TURNED.heading)])
    across = np.array([-along[1], along[0]])
    for a, b in itertools.product((-0.26, 0.0, 0.24), (-1.01, 0.0, 0.99)):
        place = TURNED.center + a * along + b * across
        assert TURNED.contains(*place) == (a > -0.25 and b > -1.0)


def test_a_crevasse_far_away_cuts_nothing():
    assert len(surface_pieces(ground(TURNED), (5.0, 9.0), (-3.0, 3.0))) == 1


def test_pieces_and_rims_lie_on_the_slope():
    slope = ground(TURNED, grade=0.2)
    (edges,) = rims(slope, -4.0, 4.0)
    pieces = surface_pieces(slope, (-4.0, 4.0), (-3.0, 3.0))
    for x, _, z in itertools.chain(*pieces, *edges):
        assert z == pytest.approx(0.2 * x)
    lengths = [math.dist(start[:2], end[:2]) for start, end in edges]
    assert lengths == pytest.approx([0.5, 2.0, 0.5, 2.0])


def test_rims_step_with_the_ground_and_end_at_gaps():
    stepped = Ground(
        (-math.inf, 1.0, 2.0),
        (0.0, 0.3, -1000.0),
        (0.0, 0.0, 0.0),
        (Crevasse((1.0, 0.0), 0.0, 4.0, 1.0),),
    )
    (edges,) = rims(stepped, -5.0, 5.0)
    found = {(start[0], end[0], start[2], end[2]) for start, end in edges}
    assert found == {
        (-1.0, 1.0, 0.0, 0.0),
        (1.0, 2.0, 0.3, 0.3),
        (2.0, 1.0, 0.3, 0.3),
        (1.0, -1.0, 0.0, 0.0),
        (-1.0, -1.0, 0.0, 0.0),
    }


def test_the_ground_of_a_terrain_has_its_crevasses():
    declared = {"center": (5.0, 1.2), "heading": 30.0, "width": 0.5, "length": 4.0}
    drawn = ground_of(TerrainSpec(slope=5.0, crevasses=(declared,)))
    assert drawn.crevasses == (Crevasse((5.0, 1.2), math.radians(30.0), 0.5, 4.0),)
    assert drawn.grades == (pytest.approx(math.tan(math.radians(5.0))),)
