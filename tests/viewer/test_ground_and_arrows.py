"""What is drawn beside the body: the ground, arrows."""

import math

import numpy as np
import pytest

from gaitsmith.scene.ground import Crevasse, Ground
from gaitsmith.viewer.arrows import foot_force, turned_up
from gaitsmith.viewer.ground_mesh import ground_mesh

STEP_AND_GAP = Ground(
    starts=(-math.inf, 1.0, 2.0, 2.5),
    heights=(0.0, 0.2, -1000.0, 0.2),
    grades=(0.0, 0.0, 0.0, 0.1),
)


def area(vertices: np.ndarray, faces: np.ndarray) -> float:
    """As seen from above, faces up positive."""
    a, b, c = (vertices[faces[:, corner]] for corner in range(3))
    return float(np.cross(b - a, c - a)[:, 2].sum() / 2)


def test_tiles_cover_level_ground_once_and_face_up():
    mesh = ground_mesh(Ground.flat(), 3.3, 0.0, 4.0)
    assert area(*mesh.light) + area(*mesh.dark) == pytest.approx(8.0 * 8.0)
    assert area(*mesh.light) == pytest.approx(area(*mesh.dark), rel=0.2)
    assert len(mesh.walls[1]) == 0


def test_tiles_stay_where_they_are_when_the_walker_goes_on():
    here, there = (ground_mesh(Ground.flat(), x, 0.0, 4.0).light[0] for x in (0.0, 2.0))

    def tiles(corners: np.ndarray) -> set[tuple[float, ...]]:
        """First corners of the tiles that both have."""
        return {tuple(c) for c in corners[::4].tolist() if -2.0 <= c[0] < 4.0}

    assert tiles(here) == tiles(there) != set()


def test_a_gap_is_left_open_and_has_walls():
    mesh = ground_mesh(STEP_AND_GAP, 2.0, 0.0, 3.0)
    covered = area(*mesh.light) + area(*mesh.dark)
    assert covered == pytest.approx((6.0 - 0.5) * 6.0)
    assert set(mesh.walls[0][:, 0].tolist()) == {1.0, 2.0, 2.5}


def test_a_crevasse_is_left_open_and_has_walls():
    crevasse = Crevasse((2.0, 0.5), math.radians(30.0), 0.5, 2.0)
    mesh = ground_mesh(Ground((-math.inf,), (0.0,), (0.1,), (crevasse,)), 2.0, 0.0, 3.0)
    covered = area(*mesh.light) + area(*mesh.dark)
    assert covered == pytest.approx(6.0 * 6.0 - 0.5 * 2.0)
    rims = {tuple(np.round(c, 6)) for c in mesh.walls[0] if c[2] > -1.0}
    expected = {(x, y, 0.1 * x) for x, y in crevasse.corners}
    assert rims == {tuple(np.round(c, 6)) for c in expected}
    assert len(mesh.walls[1]) == 2 * 4


def test_the_force_on_a_foot_acts_at_its_centre_of_pressure():
    position = np.array([[0.0, 0.0, 0.0], [0.2, 0.0, 0.0]])
    force = np.array([[10.0, 0.0, 300.0], [0.0, 5.0, 100.0]])
    place, total = foot_force(position, force)
    assert place == pytest.approx((0.05, 0.0, 0.0))
    assert total == pytest.approx((10.0, 5.0, 400.0))
    assert not np.any(foot_force(position, np.zeros((2, 3)))[1])


@pytest.mark.parametrize(
    "direction", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0), (0.6, 0.0, -0.8)]
)
def test_an_arrow_is_turned_where_the_force_goes(direction):
    w, x, y, z = turned_up(np.array(direction, dtype=float))
    up = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    assert up == pytest.approx(direction, abs=1e-9)
