"""Posture: mean squared tilts of trunk and pelvis beyond what a walk needs."""

import numpy as np
import pytest

from gaitsmith.objectives.term import TermOptions


@pytest.fixture
def tilted(roll_out, stocky):
    """Posture of a body that falls freely for 10 ms, stiff, with its root turned."""

    def run(roll=0.0, pitch=0.0, yaw=0.0):
        half = np.array([roll, pitch, yaw]) / 2.0
        angle = np.linalg.norm(half)
        axis = half / angle if angle else half
        qpos = np.zeros(stocky.model.nq)
        qpos[2] = 3.0
        qpos[3:7] = (np.cos(angle), *(np.sin(angle) * axis))
        asked = {"posture": TermOptions()}
        found = roll_out(stocky, qpos=qpos, terms=asked, duration=0.01, rate=1200.0)
        return found.measures.metered["posture"]["tilt"]

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
def test_tilts_count_beyond_their_tolerances(tilted, angles, expected):
    assert tilted(**angles) == pytest.approx(expected, abs=2e-3)


def test_nobody_pays_for_tilts_that_no_objective_asks_for(roll_out, stocky):
    found = roll_out(stocky, duration=0.01, rate=1200.0)
    assert found.measures.metered["posture"]["tilt"] == 0.0
