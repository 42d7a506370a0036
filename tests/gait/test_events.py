import numpy as np
import pytest

from gaitsmith.gait.events import FirstTouch, events_of, foot_halves
from gaitsmith.kernels.records import LEFT, RIGHT

WEIGHTY = 200.0  # N


@pytest.fixture
def left_events(stocky, blank, load):
    """Events of a left foot whose rear and front carry in these frames (100 Hz)."""

    def make(rear=(), front=(), frames=100):
        recording = blank(stocky, frames)
        for half, spans in (("rear", rear), ("front", front)):
            carried = np.zeros(frames)
            for begin, end in spans:
                carried[begin:end] = WEIGHTY
            load(stocky, recording, LEFT, half, carried)
        return events_of(stocky, recording).feet[LEFT]

    return make


def test_a_stance_begins_with_a_strike_and_ends_with_a_lift(left_events):
    foot = left_events(rear=[(20, 60)])
    assert foot.strikes.tolist() == [20]
    assert foot.lifts.tolist() == [60]
    assert foot.stances == ((20, 60),)
    assert foot.swings == ()


def test_swings_lie_between_stances(left_events):
    foot = left_events(rear=[(0, 20), (40, 60), (80, 100)])
    assert foot.strikes.tolist() == [40, 80]
    assert foot.lifts.tolist() == [20, 60]
    assert foot.stances == ((40, 60),)
    assert foot.swings == ((20, 40), (60, 80))


@pytest.mark.parametrize(("gap", "strikes"), [(4, [20]), (5, [20, 45])])
def test_contact_is_lost_from_50_milliseconds_on(left_events, gap, strikes):
    foot = left_events(rear=[(20, 40), (40 + gap, 60)])
    assert foot.strikes.tolist() == strikes


@pytest.mark.parametrize(("touch", "strikes"), [(4, [60]), (5, [30, 60])])
def test_a_scuff_of_the_swinging_foot_is_no_strike(left_events, touch, strikes):
    foot = left_events(front=[(30, 30 + touch)], rear=[(60, 90)])
    assert foot.strikes.tolist() == strikes


def test_a_stance_that_the_recording_cuts_off_is_no_scuff(left_events):
    foot = left_events(rear=[(0, 3), (97, 100)])
    assert foot.lifts.tolist() == [3]
    assert foot.strikes.tolist() == [97]


def test_the_first_frame_without_forces_is_no_swing(left_events):
    foot = left_events(rear=[(1, 50)])
    assert foot.strikes.tolist() == []
    assert foot.lifts.tolist() == [50]


@pytest.mark.parametrize(
    ("rear", "front", "touch"),
    [
        ([(20, 60)], [(25, 60)], FirstTouch.HEEL),
        ([(25, 60)], [(20, 60)], FirstTouch.TOE),
        ([(20, 60)], [(20, 60)], FirstTouch.FLAT),
    ],
)
def test_the_part_that_touches_first_is_told(left_events, rear, front, touch):
    assert left_events(rear=rear, front=front).first_touches == (touch,)


def test_a_hundredth_of_the_weight_is_a_contact(stocky, blank, load):
    limit = 0.01 * stocky.weight
    for share, strikes in ((0.99, 0), (1.01, 1)):
        recording = blank(stocky, 100)
        carried = np.zeros(100)
        carried[20:60] = share * limit
        load(stocky, recording, RIGHT, "rear", carried)
        left, right = events_of(stocky, recording).feet
        assert (len(left.strikes), len(right.strikes)) == (0, strikes)


def test_the_heel_is_unloaded_before_the_foot_lifts(left_events):
    foot = left_events(rear=[(20, 40)], front=[(25, 60)])
    assert foot.is_rear_loaded[39]
    assert not foot.is_rear_loaded[40]
    assert foot.is_standing[40]


@pytest.mark.parametrize("frames", [0, 1, 2, 50])
def test_no_steps_are_no_error(stocky, blank, frames):
    events = events_of(stocky, blank(stocky, frames))
    assert events.ordered_strikes() == ()
    assert events.feet[LEFT].stances == ()


def test_the_feet_take_turns_in_a_walk(stocky, make_walk):
    events = events_of(stocky, make_walk(stocky, duration=2.2))
    # The right foot stands at the start; the left one is there from the first frame.
    assert events.ordered_strikes() == (
        (50, RIGHT),
        (100, LEFT),
        (150, RIGHT),
        (200, LEFT),
    )
    assert events.ordered_strikes(since=1.2) == ((150, RIGHT), (200, LEFT))


def test_nobody_stands_in_flight(stocky, make_walk):
    run = make_walk(stocky, rear=(0.0, 0.2), front=(0.05, 0.35))
    left, right = events_of(stocky, run).feet
    assert np.mean(~(left.is_standing | right.is_standing)) == pytest.approx(0.3, 0.02)


def test_a_foot_is_halved_in_its_middle_and_toes_are_in_front(stocky):
    rear, front = foot_halves(stocky)
    points = stocky.points
    assert np.all(rear == points.is_heel)
    assert np.all(front[points.is_toe])
    assert not np.any(rear & front)
    assert np.count_nonzero(rear) == 8
