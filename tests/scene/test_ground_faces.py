"""The ground as flat faces: what is left beside its holes, and where it breaks off."""

import itertools
import math

import numpy as np
import pytest

from gaitsmith.scene.ground import GroundShape, rectangle
from gaitsmith.scene.ground_faces import DEPTH, Face, breaks, slab, surface, tiles
from gaitsmith.scene.polygons import is_inside as is_in_hole, joined
from gaitsmith.simulation.terrain import TerrainSpec

CENTER, HEADING = (1.0, 0.5), math.radians(30.0)
TURNED = rectangle(CENTER, HEADING, 0.5, 2.0)
ACROSS = rectangle((-2.0, 0.0), 0.0, 0.4, 100.0)
AROUND = (-4.0, 4.0), (-3.0, 3.0)
STEP_AND_GAP = GroundShape(
    starts=(-math.inf, 1.0, 2.0, 2.5),
    heights=(0.0, 0.2, -1000.0, 0.2),
    grades=(0.0, 0.0, 0.0, 0.1),
)
ALONG = np.array([math.cos(HEADING), math.sin(HEADING)])
ASIDE = np.array([-ALONG[1], ALONG[0]])


def ground(*holes, grade=0.0):
    return GroundShape((-math.inf,), (0.0,), (grade,), holes)


def area(polygon):
    x, y, _ = np.array(polygon).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def is_inside(polygon, x, y):
    corners = np.array(polygon)[:, :2]
    sides = np.roll(corners, -1, axis=0) - corners
    way = (x, y) - corners
    return bool(np.all(sides[:, 0] * way[:, 1] - sides[:, 1] * way[:, 0] >= 0))


def faces(ground: GroundShape, kind: str) -> list[Face]:
    return [face for face in breaks(ground, *AROUND, 1.0) if face.kind == kind]


def test_corners_go_around_a_crevasse_that_one_crosses_along_its_heading():
    corners = np.array(TURNED)
    assert corners.mean(axis=0) == pytest.approx(CENTER)
    ways = np.roll(corners, -1, axis=0) - corners
    expected = [0.5 * ALONG, 2.0 * ASIDE, -0.5 * ALONG, -2.0 * ASIDE]
    np.testing.assert_allclose(ways, expected, atol=1e-12)


@pytest.mark.parametrize("crevasses", [(), (TURNED,), (ACROSS,), (TURNED, ACROSS)])
def test_pieces_cover_everything_but_the_crevasses_once(crevasses):
    pieces = surface(ground(*crevasses), *AROUND)
    holes = {TURNED: 0.5 * 2.0, ACROSS: 0.4 * 6.0}
    expected = 8.0 * 6.0 - sum(holes[crevasse] for crevasse in crevasses)
    assert all(area(piece) > 0 for piece in pieces)
    assert sum(map(area, pieces)) == pytest.approx(expected)


def test_pieces_leave_out_the_place_of_a_crevasse():
    pieces = surface(ground(TURNED), *AROUND)
    for a, b in itertools.product(
        (-0.26, -0.24, 0.0, 0.24, 0.26), (-1.01, -0.99, 0.99, 1.01)
    ):
        place = CENTER + a * ALONG + b * ASIDE
        is_open = abs(a) < 0.25 and abs(b) < 1.0
        assert sum(is_inside(piece, *place) for piece in pieces) == (not is_open)


def test_joined_pieces_share_every_corner_on_their_edges():
    pieces = surface(ground(TURNED, ACROSS), *AROUND)
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
    for a, b in itertools.product((-0.26, 0.0, 0.24), (-1.01, 0.0, 0.99)):
        place = CENTER + a * ALONG + b * ASIDE
        assert is_in_hole(TURNED, *place) == (a > -0.25 and b > -1.0)


def test_a_crevasse_far_away_cuts_nothing():
    assert len(surface(ground(TURNED), (5.0, 9.0), (-3.0, 3.0))) == 1


def test_everything_lies_on_the_slope():
    slope = ground(TURNED, grade=0.2)
    for x, _, z in itertools.chain(*surface(slope, *AROUND)):
        assert z == pytest.approx(0.2 * x)
    walls = faces(slope, "wall")[:4]
    for wall in walls:
        for x, _, z in wall.corners[:2]:
            assert z == pytest.approx(0.2 * x)
    lengths = [math.dist(*(c[:2] for c in wall.corners[:2])) for wall in walls]
    assert lengths == pytest.approx([0.5, 2.0, 0.5, 2.0])


def test_the_walls_of_a_crevasse_step_with_the_ground_and_end_at_gaps():
    stepped = GroundShape(
        (-math.inf, 1.0, 2.0),
        (0.0, 0.3, -1000.0),
        (0.0, 0.0, 0.0),
        (rectangle((1.0, 0.0), 0.0, 4.0, 1.0),),
    )
    rims = [face.corners[:2] for face in faces(stepped, "wall") if face.fall]
    found = {(start[0], end[0], start[2]) for start, end in rims[:-1]}
    assert found == {
        (-1.0, 1.0, 0.0),
        (1.0, 2.0, 0.3),
        (2.0, 1.0, 0.3),
        (1.0, -1.0, 0.0),
        (-1.0, -1.0, 0.0),
    }


def test_walls_are_seen_from_where_one_falls():
    for face in faces(STEP_AND_GAP, "wall") + faces(ground(TURNED), "wall"):
        a, b, c = np.array(face.corners[:3])
        normal = np.cross(b - a, c - b)
        middle = np.mean(face.corners, axis=0) + 0.01 * normal / np.linalg.norm(normal)
        if is_in_hole(TURNED, *middle[:2]) or 2.0 < middle[0] < 2.5:
            continue
        assert normal[0] < 0  # only the step up, which one meets from behind
        assert face.corners[0][0] == 1.0


def test_a_step_has_a_wall_and_a_gap_has_two_and_a_bottom():
    step, *gap = faces(STEP_AND_GAP, "wall")
    assert {corner[2] for corner in step.corners} == {0.0, 0.2}
    assert step.shade(0.1) == 0.0
    assert len(gap) == 3
    assert {face.fall for face in gap} == {(0.2, 0.2 - DEPTH)}
    assert gap[0].shade(0.2 - DEPTH) == pytest.approx(1.0)
    assert 0.0 < gap[0].shade(0.2) < 1.0


def test_bands_mark_both_sides_of_every_break_but_no_hole():
    bands = [face.corners for face in faces(STEP_AND_GAP, "band")]
    assert [(min(b)[0], max(b)[0]) for b in bands] == [
        pytest.approx(ends)
        for ends in [(0.98, 1.0), (1.0, 1.02), (1.98, 2.0), (2.5, 2.52)]
    ]
    around = faces(ground(TURNED), "band")
    assert len(around) == 4
    for band in around:
        x, y, _ = np.mean(band.corners, axis=0)
        assert not is_in_hole(TURNED, x, y)


def test_a_slab_is_solid_down_to_its_floor():
    solid = slab(STEP_AND_GAP, (0.0, 3.0), (-1.0, 1.0), -0.5)
    assert sum(area(f.corners) for f in solid if f.kind == "top") == pytest.approx(5.0)
    assert min(z for face in solid for _, _, z in face.corners) == -0.5
    assert len([face for face in solid if face.kind == "wall"]) == 3 * 4


def test_tiles_cover_level_ground_once_and_face_up():
    light, dark = tiles(GroundShape.flat(), (-0.7, 7.3), (-4.0, 4.0), 1.0)
    areas = [sum(map(area, part)) for part in (light, dark)]
    assert sum(areas) == pytest.approx(8.0 * 8.0)
    assert areas[0] == pytest.approx(areas[1], rel=0.2)


def test_tiles_stay_where_they_are_when_the_walker_goes_on():
    here, there = (
        tiles(GroundShape.flat(), (x - 4.0, x + 4.0), (-4.0, 4.0), 1.0)[0]
        for x in (0.0, 2.0)
    )
    shared = [
        {tile[0] for tile in part if -2 <= tile[0][0] < 4} for part in (here, there)
    ]
    assert shared[0] == shared[1] != set()


def test_tiles_leave_gaps_and_crevasses_open():
    light, dark = tiles(STEP_AND_GAP, (-1.0, 5.0), (-3.0, 3.0), 1.0)
    assert sum(map(area, light + dark)) == pytest.approx((6.0 - 0.5) * 6.0)
    light, dark = tiles(ground(TURNED, grade=0.1), (-1.0, 5.0), (-3.0, 3.0), 1.0)
    assert sum(map(area, light + dark)) == pytest.approx(6.0 * 6.0 - 0.5 * 2.0)


def test_the_ground_of_a_terrain_has_its_crevasses():
    declared = {"center": (5.0, 1.2), "heading": 30.0, "width": 0.5, "length": 4.0}
    drawn = GroundShape.of(TerrainSpec(slope=5.0, crevasses=(declared,)))
    assert drawn.holes == (rectangle((5.0, 1.2), math.radians(30.0), 0.5, 4.0),)
    assert drawn.grades == (pytest.approx(math.tan(math.radians(5.0))),)
