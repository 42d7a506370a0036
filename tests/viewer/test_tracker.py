"""The calm point that the view follows."""

import numpy as np
import pytest

from gaitsmith.viewer.scene_view import Tracker

STEP = 1.0 / 60.0  # s


def followed(aims):
    tracker = Tracker()
    return np.array([tracker.follow(np.array(aim), STEP).copy() for aim in aims])


def test_a_fast_walker_is_not_left_behind():
    time = np.arange(0.0, 6.0, STEP)
    aims = np.stack([5.0 * time, 0.0 * time, 0.0 * time], axis=1)
    places = followed(aims)
    assert places[-1] == pytest.approx(aims[-1], abs=0.02)


def test_the_sway_of_the_steps_is_calmed():
    time = np.arange(0.0, 6.0, STEP)
    sway = 0.03 * np.sin(2.0 * np.pi * 2.0 * time)
    places = followed(np.stack([0.0 * time, sway, 0.0 * time], axis=1))
    assert np.ptp(places[180:, 1]) < 0.5 * np.ptp(sway)


def test_a_new_walk_is_looked_at_at_once():
    tracker = Tracker()
    tracker.follow(np.array([0.5, 0.0, 0.0]), STEP)
    far = np.array([40.0, 0.0, 0.0])
    assert np.array_equal(tracker.follow(far, STEP), far)
    start = np.array([39.5, 0.0, 0.0])
    assert np.array_equal(tracker.follow(start, -3.0), start)  # time began anew


def test_while_time_is_held_nothing_moves():
    tracker = Tracker()
    before = tracker.follow(np.array([0.1, 0.0, 0.0]), STEP).copy()
    assert np.array_equal(tracker.follow(np.array([0.1, 0.0, 0.0]), 0.0), before)
