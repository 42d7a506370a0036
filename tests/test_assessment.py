"""A solution's gait, as it is compared with people."""

import pytest

from gaitsmith.assessment import assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.workflows import initial_solution, load_solution, with_setting


def test_pushes_noise_and_turns_are_left_out():
    solution = load_solution("simbicon/walk")
    assert solution.problem.setting.pushes
    calm = with_setting(solution, pushes=[], motor_noise=0.0, heading=[])
    assert assess(solution, 5.0).score.angles == assess(calm, 5.0).score.angles


@pytest.mark.parametrize(
    ("name", "is_level"), [("wang2009/stocky", True), ("wang2009/slope_6", False)]
)
def test_a_slope_is_told(name, is_level):
    notes = assess(load_solution(name)).score.notes
    assert ("people walked on level ground; this is none." in notes) != is_level


def test_who_takes_no_steps_is_named_with_the_reason(make_experiment):
    limp = make_experiment(controller={"law": "posture", "gait": "limp"})
    with pytest.raises(
        NoStepsError, match=r"tiny \(start\): Fell after .* no complete"
    ):
        assess(initial_solution(limp))
