"""Curves over the cycle by side, smoothing, and what is a run."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.analysis import CUT_OFF, analyze, smoothed


def test_left_and_right_are_told_apart_and_pooled(stocky, make_walk, bend):
    recording = make_walk(stocky, duration=8.0)
    bend(stocky, recording, "left_knee_y", 10.0)
    bend(stocky, recording, "right_knee_y", 30.0)
    knee = analyze(stocky, recording).angles["knee"]
    assert knee.left.mean == pytest.approx(np.full(101, 10.0))
    assert knee.right.mean == pytest.approx(np.full(101, 30.0))
    assert knee.both.num_cycles == knee.left.num_cycles + knee.right.num_cycles
    assert np.all((knee.both.mean > 10.0) & (knee.both.mean < 30.0))


def test_constant_moments_come_through_the_smoothing(stocky, make_walk):
    analysis = analyze(stocky, make_walk(stocky, hip_torque=35.0))
    hip = analysis.moments["hip"].both
    assert hip.mean == pytest.approx(np.full(101, 35.0 / stocky.mass))
    assert set(analysis.moments) == set(analysis.powers) == {"hip", "knee", "ankle"}
    assert set(analysis.forces) == {"vertical", "fore_aft", "medio_lateral"}


def test_a_planar_body_does_not_sway(planar, make_walk):
    names = set(analyze(planar, make_walk(planar)).whole_body)
    assert names == {"com_rise", "head_rise", "head_pitch", "spin_pitch"}


def test_rise_and_sway_are_around_the_straight_way(stocky, make_walk):
    recording = make_walk(stocky, duration=8.0, yaw=40.0)
    phase = 2.0 * np.pi * recording.time  # the period is 1 s, left strike at phase 0
    left = np.array([-np.sin(np.radians(40.0)), np.cos(np.radians(40.0))])
    recording.com[:, :2] += 0.03 * np.sin(phase)[:, None] * left
    # Uphill, and up and down twice per stride.
    recording.com[:, 2] += 0.1 * recording.time + 0.02 * np.cos(2.0 * phase)
    body = analyze(stocky, recording).whole_body
    share = np.linspace(0.0, 2.0 * np.pi, 101)
    rise, sway = body["com_rise"], body["com_sideways"]
    assert rise.left.mean == pytest.approx(0.02 * np.cos(2.0 * share), abs=1e-3)
    assert sway.left.mean == pytest.approx(0.03 * np.sin(share), abs=1e-3)
    # Toward the right foot at its own stance: the same curve.
    assert sway.right.mean == pytest.approx(0.03 * np.sin(share), abs=1e-3)


@pytest.mark.parametrize(
    ("rear", "front", "gait"),
    [
        ((0.0, 0.35), (0.1, 0.6), "walk"),
        ((0.0, 0.3), (0.1, 0.5), "walk"),  # one foot hands over to the other
        ((0.0, 0.2), (0.05, 0.35), "run"),
    ],
)
def test_a_run_has_a_flight(stocky, make_walk, rear, front, gait):
    analysis = analyze(stocky, make_walk(stocky, rear=rear, front=front))
    assert analysis.gait == gait


def test_smoothing_keeps_the_slow_and_drops_the_quick():
    time = np.arange(0.0, 2.0, 1.0 / 300.0)
    slow, quick = np.sin(2.0 * np.pi * 2.0 * time), np.sin(2.0 * np.pi * 60.0 * time)
    middle = slice(100, -100)
    found = smoothed(slow + quick, 300.0)
    assert found[middle] == pytest.approx(slow[middle], abs=0.01)
    at_cut_off = smoothed(np.sin(2.0 * np.pi * CUT_OFF * time), 300.0)
    assert np.max(np.abs(at_cut_off[middle])) == pytest.approx(0.5**0.5, abs=0.02)


@pytest.mark.parametrize(("frames", "rate"), [(5, 300.0), (200, 25.0)])
def test_what_cannot_be_filtered_stays(frames, rate):
    curve = np.random.default_rng(1).normal(size=frames)
    assert np.array_equal(smoothed(curve, rate), curve)


def test_no_steps_no_analysis(stocky, blank):
    with pytest.raises(InputError, match="no complete gait cycle"):
        analyze(stocky, blank(stocky, 600))
