import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import (
    Cycle,
    averaged,
    complete_cycles,
    mean_cycle,
    stretched,
)
from gaitsmith.gait.events import events_of
from gaitsmith.kernels.records import LEFT, RIGHT

PERCENT = np.arange(101) / 100.0


def test_a_cycle_goes_from_a_strike_to_the_next_of_the_same_foot(stocky, make_walk):
    events = events_of(stocky, make_walk(stocky, duration=4.2))
    assert complete_cycles(events) == (
        Cycle(LEFT, 200, 300),
        Cycle(LEFT, 300, 400),
        Cycle(RIGHT, 250, 350),
    )


def test_the_settling_time_is_left_out(stocky, make_walk):
    events = events_of(stocky, make_walk(stocky, duration=4.2))
    assert len(complete_cycles(events, settling_time=0.0)) == 6
    assert len(complete_cycles(events, settling_time=2.6)) == 1


def test_a_recording_without_a_cycle_is_refused_in_a_sentence(stocky, make_walk):
    with pytest.raises(InputError) as error:
        mean_cycle(stocky, make_walk(stocky, duration=2.7))
    assert str(error.value) == (
        "The recording has no complete gait cycle: in 2.7 s, no foot strikes twice"
        " after the first 2 s. Record a longer walk, or one that does not fall."
    )


def test_an_empty_recording_is_refused_too(stocky, blank):
    with pytest.raises(InputError, match="no complete gait cycle: in 0 s"):
        mean_cycle(stocky, blank(stocky, 0))


def test_the_mean_cycle_is_the_curve_that_was_put_in(stocky, make_walk):
    walk = make_walk(stocky, period=1.1, hip=20.0, knee=10.0, foot_at_push_off=-25.0)
    curves = mean_cycle(stocky, walk)
    assert set(curves) == {"thigh", "hip", "knee", "ankle", "foot"}
    cosine = 20.0 * np.cos(2.0 * np.pi * PERCENT)
    assert curves["hip"].mean == pytest.approx(cosine, abs=0.05)
    assert curves["thigh"].mean == pytest.approx(cosine, abs=0.05)
    assert curves["knee"].mean == pytest.approx(np.full(101, 10.0))
    assert curves["foot"].mean[[0, 20, 50]] == pytest.approx([15.0, 0.0, -25.0], abs=1)
    assert curves["hip"].num_cycles == 5
    assert np.max(curves["hip"].sd) < 0.05


def test_arms_can_be_asked_for_and_may_be_absent(stocky, planar, make_walk):
    names = ("knee", "shoulder")
    assert set(mean_cycle(stocky, make_walk(stocky), names=names)) == set(names)
    assert set(mean_cycle(planar, make_walk(planar), names=names)) == {"knee"}


def test_mean_and_spread_are_those_of_both_sides_pooled():
    left, right = np.full(50, 1.0), np.full(50, 4.0)
    cycles = [Cycle(LEFT, 0, 20), Cycle(LEFT, 20, 40), Cycle(RIGHT, 10, 30)]
    curve = averaged([stretched([left, right][c.side], c) for c in cycles])
    assert curve.mean == pytest.approx(np.full(101, 2.0))
    assert curve.sd == pytest.approx(np.full(101, np.sqrt(3.0)))
    assert curve.num_cycles == 3


def test_cycles_of_different_length_are_stretched_alike():
    ramp = np.concatenate([np.linspace(0.0, 1.0, 21), np.linspace(0.0, 1.0, 31)])
    cycles = [Cycle(LEFT, 0, 20), Cycle(LEFT, 21, 51)]
    curve = averaged([stretched(ramp, cycle) for cycle in cycles])
    assert curve.mean == pytest.approx(PERCENT)
    assert curve.sd == pytest.approx(np.zeros(101), abs=1e-12)


def test_a_single_cycle_has_no_spread():
    ramp = np.linspace(0.0, 1.0, 21)
    curve = averaged([stretched(ramp, c) for c in [Cycle(RIGHT, 0, 20)]])
    assert curve.sd.tolist() == [0.0] * 101
