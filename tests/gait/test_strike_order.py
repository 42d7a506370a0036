"""The order of strikes, told from known landings."""

import numpy as np
import pytest

from gaitsmith.gait.events import FirstTouch, FootEvents, GaitEvents
from gaitsmith.gait.strike_order import strike_order

PERIOD = 1.0  # s
RATE = 100  # Hz


def foot(shares: list[float], periods: float) -> FootEvents:
    """A foot that strikes at these shares of every period."""
    frames = round(periods * RATE)
    times = [k + share for k in range(int(periods) + 1) for share in sorted(shares)]
    strikes = np.array([round(t * RATE) for t in times if t < periods], dtype=np.int64)
    still = np.zeros(frames, dtype=np.bool_)
    touches = (FirstTouch.FLAT,) * len(strikes)
    return FootEvents(still, still, strikes, strikes + 1, touches)


def order(left: list[float], right: list[float], periods: float = 4.0) -> str:
    time = np.arange(round(periods * RATE)) / RATE
    feet = (foot(left, periods), foot(right, periods))
    return strike_order(GaitEvents(time, feet), PERIOD)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([0.1], [0.6], "L R"),
        ([0.6], [0.1], "L R"),
        ([0.1, 0.3], [0.6, 0.8], "L L R R"),
        ([0.1, 0.9], [0.4, 0.6], "L L R R"),  # it is a circle
        ([0.1, 0.6], [0.3, 0.8], "L R L R"),
        ([0.1, 0.3, 0.6], [0.8], "L L L R"),
        ([0.1, 0.5], [0.12, 0.52], "LR LR"),  # jumps
        ([0.1, 0.5], [0.14, 0.54], "L R L R"),
        ([0.1, 0.4], [0.12, 0.7], "L R LR"),
        ([0.1, 0.6], [], "L L"),
        ([], [], ""),
    ],
)
def test_strikes_are_told_from_the_left_foots_first_on(left, right, expected: str):
    assert order(left, right) == expected


@pytest.mark.parametrize("periods", [3.0, 3.3, 3.5, 3.55, 3.8, 3.97])
def test_it_does_not_matter_where_the_recording_ends(periods: float):
    assert order([0.0, 0.3], [0.5, 0.8], periods) == "L L R R"


def test_less_than_a_period_has_no_order():
    assert order([0.1], [0.6], 0.9) == ""
    assert order([0.1], [0.6], 0.0) == ""
