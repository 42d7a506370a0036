import numpy as np
import pytest

from gaitsmith.gait.fidelity import JOINTS
from gaitsmith.gait.kinematics import kinematics_of
from gaitsmith.viewer.history import WINDOW, History
from gaitsmith.viewer.live import LiveSession
from gaitsmith.workflows import load_solution, simulate, with_setting


def test_angles_are_counted_as_anatomists_do(visit, planar):
    visit.wait(0.48, period=0.02)
    recording = simulate(with_setting(planar, duration=0.5), 50.0).rollout.recording
    known = kinematics_of(planar.problem.character, recording)
    for joint in JOINTS:
        angles = visit.session.history.angles(joint)
        assert len(angles.time) == len(known.time)
        assert angles.time == pytest.approx(known.time, abs=1e-3)
        for line, side in zip((angles.left, angles.right), known.sides, strict=True):
            assert line == pytest.approx(side[joint], abs=1e-6)


def test_only_the_last_seconds_are_remembered(visit):
    visit.wait(WINDOW + 2.0)
    times = visit.session.history.angles("knee").time
    assert times[-1] - times[0] == pytest.approx(WINDOW, abs=0.05)
    assert len(visit.session.history.path()) == len(times)


def test_slow_motion_fills_no_more_memory(visit):
    visit.session.set_time_factor(0.05)
    visit.wait(10.0)
    assert len(visit.session.history.path()) <= 0.5 / 0.01 + 1


def test_speed_is_that_of_the_last_seconds(visit):
    visit.wait(3.0)
    path = visit.session.history.path()
    times = visit.session.history.angles("hip").time
    now = visit.session.history.speed()
    first = int(np.argmax(times >= times[-1] - 2.0))
    assert now == pytest.approx((path[-1, 0] - path[first, 0]) / 2.0, rel=0.02)
    assert 0.5 < now < 2.0


def test_nothing_is_known_before_the_first_moment(planar):
    history = History(planar.problem.character)
    assert history.speed() == 0.0
    assert history.path().shape == (0, 3)
    assert len(history.angles("hip").left) == 0


def test_a_joint_that_the_body_lacks_has_no_angles():
    solution = load_solution("vandepanne1995/simpleton")
    history = LiveSession(solution).history
    assert np.all(np.isnan(history.angles("ankle").left))
    assert np.all(np.isfinite(history.angles("knee").left))
