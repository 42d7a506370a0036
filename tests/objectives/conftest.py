"""A rollout in numbers, made by hand: a perfect walk that costs nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from gaitsmith.simulation.measures import Measures

PERFECT: dict[str, Any] = {
    "survived": 1.0,
    "mass": 70.0,
    "velocity": (1.2, 0.0, 0.0),
    "speed": 1.2,
    "start_speed": 1.2,
    "steps": 20,
    "step_length": 0.6,
    "knee_at_strike": 0.1,
    "torque_squared": 0.0,
    "torque_shares": (0.43, 0.04, 0.53),
    "state_durations": (0.3, 0.2, 0.3, 0.2),
    "head_velocity_std": 0.0,
    "head_tilted": 0.0,
    "landing": 0.0,
    "spin_rate_squared": 0.0,
    "heading_degrees": 0.0,
    "ground_impulse": (0.0, 0.0, 0.0),
    "guide_effort": 0.0,
    "guide_work": 0.0,
}


@pytest.fixture
def make_measures() -> Callable[..., Measures]:
    def make(**changes: Any) -> Measures:
        return Measures(**(PERFECT | changes))

    return make
