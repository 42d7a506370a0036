"""The ground's shape: slopes, steps, gaps, crevasses, and what is refused."""

import math
import re

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.kernels.terrain import (
    NOT_STANDING,
    depth_below_surface,
    walking_height,
)
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting, build_world
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record


def depth(spec, x, z, y=0.0, stood=NOT_STANDING):
    return depth_below_surface(terrain_record(spec), x, y, z, stood)


def crevasse(x, y, heading=0.0, width=0.5, length=4.0):
    return {
        "center": (x, y),
        "heading": heading,
        "width": width,
        "length": length,
    }


def test_level_ground_pushes_up():
    assert depth(TerrainSpec(), 3.0, -0.01) == (pytest.approx(0.01), (0.0, 0.0, 1.0))
    assert depth(TerrainSpec(), 3.0, 0.01)[0] == pytest.approx(-0.01)


def test_depth_below_a_slope_is_measured_along_its_normal():
    found, normal = depth(
        TerrainSpec(slope=30.0), 2.0, 2.0 * math.tan(math.radians(30))
    )
    assert found == pytest.approx(0.0)
    found, normal = depth(TerrainSpec(slope=30.0), 0.0, -1.0)
    assert found == pytest.approx(math.cos(math.radians(30.0)))
    assert normal == pytest.approx((-0.5, 0.0, math.sqrt(0.75)))


def test_without_walls_the_ground_only_pushes_up():
    gap = TerrainSpec(gaps=((1.0, 2.0),))
    assert depth(gap, 2.01, -0.05)[1] == (-1.0, 0.0, 0.0)
    found, normal = depth(gap.model_copy(update={"walls": False}), 2.01, -0.05)
    assert (found, normal) == (pytest.approx(0.05), (0.0, 0.0, 1.0))


def test_a_toe_that_runs_into_a_riser_is_pushed_back():
    step = TerrainSpec(segments=({"x": 1.0, "height": 0.1},))
    found, normal = depth(step, 1.005, 0.05)
    assert found == pytest.approx(0.005)
    assert normal == (-1.0, 0.0, 0.0)
    found, normal = depth(step, 1.5, 0.09)
    assert found == pytest.approx(0.01)
    assert normal == (0.0, 0.0, 1.0)


def test_who_stands_at_an_edge_is_not_pushed_off_it():
    """However deep the soft ground lets a foot sink, which has come from above."""
    up = (0.0, 0.0, 1.0)
    gap = TerrainSpec(gaps=((1.0, 1.5),))
    assert depth(gap, 0.995, -0.012) == (pytest.approx(0.005), (1.0, 0.0, 0.0))
    assert depth(gap, 0.995, -0.012, stood=0.011) == (pytest.approx(0.012), up)
    hole = TerrainSpec(crevasses=(crevasse(2.0, 0.0),))
    assert depth(hole, 1.745, -0.012)[1] == pytest.approx((1.0, 0.0, 0.0))
    assert depth(hole, 1.745, -0.012, stood=0.011) == (pytest.approx(0.012), up)


def test_who_stands_before_a_riser_and_slides_into_it_is_stopped():
    step = TerrainSpec(segments=({"x": 1.0, "height": 0.1},))
    found, normal = depth(step, 1.001, -0.01, stood=0.01)
    assert found == pytest.approx(0.001)
    assert normal == (-1.0, 0.0, 0.0)


def test_a_gap_has_no_bottom_and_two_walls():
    gap = TerrainSpec(gaps=((1.0, 1.5),))
    assert depth(gap, 1.2, -0.5)[0] < -100.0
    assert depth(gap, 0.99, -0.1) == (pytest.approx(0.01), (1.0, 0.0, 0.0))
    assert depth(gap, 1.51, -0.1) == (pytest.approx(0.01), (-1.0, 0.0, 0.0))
    assert depth(gap, 2.0, -0.01) == (pytest.approx(0.01), (0.0, 0.0, 1.0))


def test_gaps_cut_through_steps_and_slopes():
    spec = TerrainSpec(
        slope=10.0, segments=({"x": 2.0, "height": 1.0},), gaps=((1.5, 2.5),)
    )
    record = terrain_record(spec)
    assert list(record.starts) == [-math.inf, 1.5, 2.5]
    assert depth(spec, 3.0, 1.0)[0] == pytest.approx(0.0)
    edge = 1.5 * math.tan(math.radians(10.0))
    assert walking_height(record, 2.0) == pytest.approx(edge)


def test_impossible_terrains_are_refused():
    with pytest.raises(InputError, match="at most 60"):
        TerrainSpec(slope=95.0)
    with pytest.raises(InputError, match="each must start further on"):
        TerrainSpec(segments=({"x": 2.0}, {"x": 1.0}))
    with pytest.raises(InputError, match="overlaps"):
        TerrainSpec(gaps=((1.0, 2.0), (1.5, 3.0)))
    with pytest.raises(InputError, match="must end after it starts"):
        TerrainSpec(gaps=((2.0, 1.0),))


def test_a_crevasse_lies_where_it_is_declared():
    spec = TerrainSpec(crevasses=(crevasse(5.0, 1.2, heading=90.0),))
    for x, y in [(5.0, 1.2), (3.01, 1.2), (6.99, 1.2), (5.0, 0.96), (5.0, 1.44)]:
        assert depth(spec, x, -0.01, y)[0] < -100.0
    for x, y in [(2.9, 1.2), (7.1, 1.2), (5.0, 0.9), (5.0, 1.5), (5.0, 0.0)]:
        assert depth(spec, x, -0.01, y) == (pytest.approx(0.01), (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (crevasse(5.0, 1.2), crevasse(5.4, 1.2)),
        (crevasse(5.0, 1.2), crevasse(5.0, 1.2, heading=90.0)),
        (crevasse(0.0, 0.0, 45.0), crevasse(1.4, -1.4, 0.0)),
        (crevasse(0.0, 0.0, width=3.0), crevasse(0.0, 0.0, 20.0, 0.1, 0.1)),
    ],
    ids=["side by side", "a cross", "end into side", "one inside the other"],
)
def test_crevasses_that_overlap_are_refused(first, second):
    (x, y), (other_x, other_y) = first["center"], second["center"]
    message = (
        f"crevasse 2 at [{x}, {y}] m and crevasse 3 at [{other_x}, {other_y}] m"
        " overlap; move them apart or make them one."
    )
    with pytest.raises(InputError, match=re.escape(message)):
        TerrainSpec(crevasses=(crevasse(-40.0, 0.0), first, second))


def test_crevasses_may_be_close_or_touch():
    apart = [crevasse(0.0, 0.0, 45.0), crevasse(2.1, -1.4, 0.0)]
    touching = [crevasse(10.0, 0.0), crevasse(10.5, 0.0), crevasse(10.0, 4.0)]
    assert len(TerrainSpec(crevasses=(*apart, *touching)).crevasses) == 5


@pytest.mark.parametrize("size", ["width", "length"])
def test_a_crevasse_without_size_is_refused(size):
    with pytest.raises(InputError, match="more than 0"):
        TerrainSpec(crevasses=({**crevasse(1.0, 0.0), size: 0.0},))


def test_a_planar_character_is_told_to_use_gaps():
    setting = Setting(terrain={"crevasses": (crevasse(5.0, 0.0),)})
    with pytest.raises(
        InputError,
        match=r"^terrain.crevasses: a planar character cannot go around one; cut the"
        r" ground with gaps = \[\[from x, to x\]\] instead.$",
    ):
        build_world(load_character("planar_biped"), setting)


def slide(roll_out, sled, **terrain):
    return roll_out(
        sled,
        values={"start.speed": 3.0},
        duration=3.0,
        friction=0.05,
        terrain=terrain,
        frame_rate=60.0,
    )


def test_a_body_slides_into_a_crevasse_and_falls(sled, roll_out):
    hole = crevasse(2.0, 0.0, heading=15.0, width=2.0)
    rollout = slide(roll_out, sled, crevasses=(hole,))
    assert rollout.outcome is Outcome.FELL
    assert rollout.recording.com[-1, 2] < 0.05


def test_a_body_slides_past_a_crevasse_beside_its_way(sled, roll_out):
    beside = crevasse(2.0, 2.5, heading=0.0, width=2.0)
    rollout = slide(roll_out, sled, crevasses=(beside,))
    assert rollout.outcome is Outcome.COMPLETED
    level = slide(roll_out, sled)
    np.testing.assert_array_equal(rollout.recording.qpos, level.recording.qpos)


def test_a_start_above_a_crevasse_is_as_high_as_on_the_ground_around_it(sled, roll_out):
    terrain = {"slope": 10.0, "crevasses": (crevasse(0.0, 0.0, width=1.0),)}
    hole = roll_out(sled, duration=0.1, terrain=terrain, frame_rate=100.0)
    slope = roll_out(sled, duration=0.1, terrain={"slope": 10.0}, frame_rate=100.0)
    assert hole.recording.qpos[0].tolist() == slope.recording.qpos[0].tolist()


def test_a_body_slides_into_a_gap_and_falls(sled, roll_out):
    rollout = roll_out(
        sled,
        values={"start.speed": 3.0},
        duration=3.0,
        friction=0.05,
        terrain={"gaps": ((1.0, 3.0),)},
        frame_rate=60.0,
    )
    assert rollout.outcome is Outcome.FELL
    assert rollout.recording.com[-1, 2] < 0.05


def test_a_riser_stops_a_sliding_body(sled, roll_out):
    rollout = roll_out(
        sled,
        values={"start.speed": 1.0},
        duration=2.0,
        friction=0.05,
        terrain={"segments": ({"x": 1.0, "height": 0.3},)},
        frame_rate=60.0,
    )
    assert rollout.recording.com[:, 0].max() < 0.7
    assert np.abs(rollout.recording.qvel).max() < 20.0
