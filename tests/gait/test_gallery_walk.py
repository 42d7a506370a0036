"""A real walk: what is measured from a recording agrees with what was counted."""

import numpy as np
import pytest

from gaitsmith.gait import human
from gaitsmith.gait.cycles import SETTLING_TIME, mean_cycle, strides_of
from gaitsmith.gait.events import events_of
from gaitsmith.gait.features import walking_features
from gaitsmith.gait.fidelity import average_fidelity, joint_fidelities
from gaitsmith.gait.summary import summary_of
from gaitsmith.workflows import load_solution, simulate, with_setting

FRAME_RATE = 120.0  # Hz


@pytest.fixture(scope="module")
def walked():
    solution = load_solution("simbicon/walk")
    solution = with_setting(solution, duration=8.0, pushes=(), heading=())
    character = solution.problem.character
    return character, simulate(solution, frame_rate=FRAME_RATE).rollout


def test_strikes_are_those_that_the_simulation_counted(walked):
    character, rollout = walked
    events = events_of(character, rollout.recording)
    found = events.ordered_strikes()
    counted = rollout.strikes
    assert [side for _, side in found] == counted.side.tolist()
    late = events.time[[frame for frame, _ in found]] - counted.time
    assert np.all(late >= 0.0)
    assert np.all(late <= 1.5 / FRAME_RATE)


def test_the_summary_agrees_with_the_measures(walked):
    character, rollout = walked
    summary = summary_of(strides_of(character, rollout.recording))
    steady = rollout.strikes.since(SETTLING_TIME)
    assert summary.step_length == pytest.approx(
        np.mean(steady.step_lengths()), abs=0.01
    )
    assert summary.stride_time == pytest.approx(
        2.0 * np.mean(np.diff(steady.time)), abs=0.02
    )
    way = 2.0 * summary.step_length / summary.stride_time
    assert summary.speed == pytest.approx(way, rel=0.03)
    assert 0.0 < summary.step_width < 0.4
    assert 0.4 < summary.duty_factor < 0.8


def test_the_mean_cycle_looks_like_a_walk(walked):
    character, rollout = walked
    curves = mean_cycle(character, rollout.recording)
    assert set(curves) == {"thigh", "hip", "knee", "ankle", "foot"}
    thigh, knee = curves["thigh"].mean, curves["knee"].mean
    assert thigh[0] > 10.0 > -10.0 > np.min(thigh)
    assert np.argmax(knee) > 50  # the knee bends most in swing
    assert 30.0 < np.max(knee) < 100.0
    for curve in curves.values():
        assert curve.num_cycles >= 8
        # A cycle ends as it begins, and steady cycles are alike.
        assert abs(curve.mean[0] - curve.mean[-1]) < 3.0
        assert np.max(curve.sd) < 10.0


def test_its_likeness_to_people_is_told_per_joint(walked):
    character, rollout = walked
    curves = mean_cycle(character, rollout.recording)
    speed = summary_of(strides_of(character, rollout.recording)).speed
    bands = human.angles("walk", speed)
    found = joint_fidelities({name: c.mean for name, c in curves.items()}, bands)
    assert list(found) == ["hip", "knee", "ankle"]
    average = average_fidelity(found)
    assert 0.3 < average.standard_score < 15.0
    assert found["hip"].correlation > 0.5


def test_its_features_are_numbers_with_verdicts(walked):
    character, rollout = walked
    found = walking_features(character, rollout.recording, rollout.measures)
    features = {feature.name: feature for feature in found}
    assert len(features) == 10
    assert all(np.isfinite(feature.value) for feature in found)
    assert features["knee torque"].value == rollout.measures.torque_shares[1]
    assert 0.0 < features["knee torque in swing"].value < features["knee torque"].value
    assert features["arm counter-swing"].value < 0.0
