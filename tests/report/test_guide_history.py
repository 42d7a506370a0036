"""The guide's torque, computed from a recording, is the one that was measured."""

import numpy as np
import pytest

from gaitsmith.report.guide_section import guide_history
from gaitsmith.workflows import load_solution, simulate, with_setting

GUIDE = {"stiffness": 2000.0, "damping": 200.0}


def guided(name: str, frame_rate: float, **guide):
    """A rollout of 1 s, and what its guide did."""
    solution = load_solution(f"vandepanne1995/{name}")
    if guide:
        solution = with_setting(solution, guide={**GUIDE, **guide})
    problem = with_setting(solution, duration=1.0).problem
    rollout = problem.roll_out(solution.values, frame_rate)
    history = guide_history(problem.character, rollout.recording, problem.setting.guide)
    return rollout, history


@pytest.mark.parametrize("name", ["simpleton_1", "simpleton_lean_1", "human_run_1"])
def test_frame_by_frame_it_adds_up_to_the_measured_effort(name):
    rollout, history = guided(name, frame_rate=1200.0)
    last = history.size[-1] ** 2 / 1200.0  # the last step is not over in a recording
    effort = history.effort[-1] + last
    assert effort == pytest.approx(
        rollout.measures.metered["guide"]["effort"], rel=1e-9
    )


@pytest.mark.parametrize(("rate", "tolerance"), [(240.0, 0.02), (60.0, 0.1)])
def test_a_coarse_recording_gives_it_within_its_discretisation(rate, tolerance):
    rollout, history = guided("simpleton_1", frame_rate=rate)
    measured = rollout.measures.metered["guide"]["effort"]
    assert history.effort[-1] == pytest.approx(measured, rel=tolerance)
    assert history.effort[-1] != pytest.approx(measured, rel=1e-4)


@pytest.mark.parametrize(
    "guide",
    [
        {"strength": 0.5},
        {"sway": 10.0, "sway_period": 0.4},
        {"lean": (8.0, -5.0)},
        {"body": "left_thigh"},
    ],
)
def test_every_setting_of_the_guide_is_heeded(guide):
    rollout, history = guided("simpleton_1", 1200.0, **guide)
    measured = rollout.measures.metered["guide"]["effort"]
    assert history.effort[-1] == pytest.approx(measured, rel=0.01)


def test_it_is_zero_while_the_guide_does_not_act():
    _, history = guided("simpleton_1", 1200.0, start=0.25, end=0.5)
    is_acting = (history.time >= 0.25) & (history.time < 0.5)
    assert (history.size[is_acting] > 0.0).all()
    assert not history.torque[~is_acting].any()


def test_the_effort_begins_at_zero_and_grows():
    _, history = guided("simpleton_1", frame_rate=100.0)
    assert history.effort[0] == 0.0
    assert (np.diff(history.effort) >= 0.0).all()
    assert history.size == pytest.approx(np.sqrt((history.torque**2).sum(axis=1)))


def test_a_guide_without_strength_or_gains_is_off():
    setting = load_solution("vandepanne1995/simpleton_1").problem.setting
    assert setting.guide.is_on
    for off in ({"strength": 0.0}, {"stiffness": 0.0, "damping": 0.0}):
        assert not setting.guide.model_copy(update=off).is_on
    assert setting.guide.model_copy(update={"stiffness": 0.0}).is_on


def test_without_a_guide_there_is_no_torque():
    solution = load_solution("vandepanne1995/simpleton")
    problem = solution.problem
    rollout = simulate(solution, frame_rate=20.0).rollout
    history = guide_history(problem.character, rollout.recording, problem.setting.guide)
    assert not history.torque.any()
