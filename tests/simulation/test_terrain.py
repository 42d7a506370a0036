"""The ground's shape: slopes, steps, gaps, and what is refused."""

import math

import numpy as np
import pytest
from pydantic import ValidationError

from gaitsmith.kernels.terrain import depth_below_surface, walking_height
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record


def depth(spec, x, z):
    return depth_below_surface(terrain_record(spec), x, z)


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


def test_a_toe_that_runs_into_a_riser_is_pushed_back():
    step = TerrainSpec(segments=({"x": 1.0, "height": 0.1},))
    found, normal = depth(step, 1.005, 0.05)
    assert found == pytest.approx(0.005)
    assert normal == (-1.0, 0.0, 0.0)
    found, normal = depth(step, 1.5, 0.09)
    assert found == pytest.approx(0.01)
    assert normal == (0.0, 0.0, 1.0)


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
    with pytest.raises(ValidationError, match="less than or equal to 60"):
        TerrainSpec(slope=95.0)
    with pytest.raises(ValidationError, match="each must start further on"):
        TerrainSpec(segments=({"x": 2.0}, {"x": 1.0}))
    with pytest.raises(ValidationError, match="overlaps"):
        TerrainSpec(gaps=((1.0, 2.0), (1.5, 3.0)))
    with pytest.raises(ValidationError, match="must end after it starts"):
        TerrainSpec(gaps=((2.0, 1.0),))


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
