"""Commanded headings."""

import math

import pytest

from gaitsmith.control.command import HeadingChange, command_record, heading_at


def test_heading_is_straight_until_the_first_change():
    changes = (
        HeadingChange(time=8.0, heading=-90),
        HeadingChange(time=5.0, heading=45),
    )
    command = command_record(changes)
    found = [heading_at(command, time) for time in (0.0, 4.99, 5.0, 7.9, 8.0, 99.0)]
    quarter = math.pi / 4
    assert found == pytest.approx([0, 0, quarter, quarter, -2 * quarter, -2 * quarter])
