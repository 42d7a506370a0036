import pytest

from gaitsmith.kernels.terrain import GAP_HEIGHT, segment_at, walking_height
from gaitsmith.scene.ground import GroundShape
from gaitsmith.simulation.terrain import Segment, TerrainSpec, terrain_record
from gaitsmith.viewer.live_world import AHEAD, CLEAR, sloped_ahead

STEPS = TerrainSpec(
    slope=5.0,
    segments=(Segment(x=1.0, height=0.3), Segment(x=4.0, height=0.5, slope=-3.0)),
)


def height(terrain: TerrainSpec, x: float) -> float:
    return float(walking_height(terrain_record(terrain), x))


@pytest.mark.parametrize("foremost", [-3.0, 0.5, 2.0, 6.0])
def test_ground_up_to_a_little_ahead_is_the_old_one(foremost):
    changed = sloped_ahead(STEPS, foremost, 12.0)
    for x in (foremost - 4.0, foremost - 1.0, foremost, foremost + CLEAR):
        assert height(changed, x) == height(STEPS, x)


@pytest.mark.parametrize("foremost", [-3.0, 2.0, 6.0])
def test_new_ground_begins_without_a_step(foremost):
    changed = sloped_ahead(STEPS, foremost, 12.0)
    edge = changed.segments[-1].x
    assert edge == foremost + AHEAD
    assert height(changed, edge) == pytest.approx(height(changed, edge - 1e-9))


def test_a_slope_that_was_still_to_come_is_replaced_in_its_place():
    first = sloped_ahead(TerrainSpec(), 10.0, 4.0)
    second = sloped_ahead(first, 10.5, 8.0)
    assert [(s.x, s.slope) for s in second.segments] == [(10.0 + AHEAD, 8.0)]


def test_a_slope_that_is_nearly_reached_stays():
    first = sloped_ahead(TerrainSpec(), 10.0, 4.0)
    second = sloped_ahead(first, 10.0 + AHEAD - CLEAR, 8.0)
    assert [s.slope for s in second.segments] == [4.0, 8.0]


def test_gaps_stay():
    gaps = TerrainSpec(gaps=((5.0, 5.5), (9.0, 9.4)))
    changed = terrain_record(sloped_ahead(gaps, 4.2, 6.0))
    for x in (5.2, 9.2):
        assert changed.heights[segment_at(changed, x)] == GAP_HEIGHT
    assert changed.heights[segment_at(changed, 7.0)] > GAP_HEIGHT


def test_crevasses_stay():
    hole = {"center": (5.0, 1.2), "width": 0.5, "length": 4.0}
    cleft = TerrainSpec(crevasses=(hole,))
    assert sloped_ahead(cleft, 4.2, 6.0).crevasses == cleft.crevasses


@pytest.mark.parametrize("x", [-2.0, 0.0, 1.0, 3.9, 4.0, 8.0, 12.2])
def test_what_is_drawn_is_what_is_walked_on(x):
    terrain = STEPS.model_copy(update={"gaps": ((12.0, 12.5),)})
    assert GroundShape.of(terrain).height_at(x) == pytest.approx(height(terrain, x))
