"""Posture and head: tilts beyond what a walk needs; landing: toes that are stubbed."""

from types import SimpleNamespace

import numpy as np
import pytest

from gaitsmith.objectives.land import LandingMeter, count_landing
from gaitsmith.objectives.term import TermOptions


@pytest.fixture
def turned(roll_out, stocky):
    """Counts of a body that falls freely for 10 ms, stiff, with its root turned."""

    def run(roll=0.0, pitch=0.0, yaw=0.0):
        half = np.array([roll, pitch, yaw]) / 2.0
        angle = np.linalg.norm(half)
        axis = half / angle if angle else half
        qpos = np.zeros(stocky.model.nq)
        qpos[2] = 3.0
        qpos[3:7] = (np.cos(angle), *(np.sin(angle) * axis))
        asked = {"posture": TermOptions()}
        found = roll_out(stocky, qpos=qpos, terms=asked, duration=0.01, rate=1200.0)
        return found.measures.metered

    return run


@pytest.mark.parametrize(
    ("angles", "expected"),
    [
        ({}, 0.0),
        ({"roll": 0.09}, 0.0),
        ({"roll": 0.2}, 0.04),
        ({"roll": -0.2}, 0.04),
        ({"yaw": 0.2}, 0.04),
        ({"pitch": 0.14}, 0.0),  # leans by 0.1 + 0.04
        ({"pitch": 0.2}, 0.04),  # the pelvis, by 0.2; the trunk may by 0.25
        ({"pitch": 0.3}, 0.09 + 0.04),  # the pelvis by 0.3, the trunk by 0.1 + 0.2
        ({"pitch": -0.1}, 0.04),  # the trunk, 0.2 from 0.1
    ],
)
def test_tilts_count_beyond_their_tolerances(turned, angles, expected):
    assert turned(**angles)["posture"]["tilt"] == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize(
    ("angles", "share"),
    [({}, 0.0), ({"pitch": 0.08}, 0.0), ({"roll": 0.08, "yaw": 0.08}, 1.0)],
)
def test_a_head_counts_while_it_is_tilted_by_more_than_a_tenth(turned, angles, share):
    assert turned(**angles)["head"]["tilted"] == share


def test_toes_of_swinging_feet_are_stubbed_and_unplanted_feet_push_off():
    meter = LandingMeter(np.zeros(2))
    phases = SimpleNamespace(stance=[0, 1], is_push_off=[False, True])

    def count(state, foot, toes, tops):
        counts = map(np.array, (foot, toes, tops))
        names = "foot_points", "toe_points", "toe_top_points"
        contact = SimpleNamespace(**dict(zip(names, counts, strict=True)))
        step = SimpleNamespace(contact=contact, phases=phases, state=state)
        count_landing.py_func(meter, step)
        return meter.steps.tolist()

    assert count(0, [4.0, 0.0], [0.0, 0.0], [2.0, 0.0]) == [0.0, 0.0]  # stands on them
    assert count(0, [4.0, 0.0], [0.0, 0.0], [0.0, 1.0]) == [0.0, 1.0]
    assert count(1, [4.0, 2.0], [0.0, 2.0], [0.0, 0.0]) == [1.0, 1.0]
    assert count(1, [4.0, 0.0], [0.0, 3.0], [0.0, 0.0]) == [1.0, 1.0]  # planted


def test_nobody_pays_for_tilts_that_no_objective_asks_for(roll_out, stocky):
    found = roll_out(stocky, duration=0.01, rate=1200.0)
    assert found.measures.metered["posture"]["tilt"] == 0.0
