import pytest

from gaitsmith.errors import InputError
from gaitsmith.optimization.continuation import begin_schedule, predicted


def walk(start: float, goal: float, step: float, hardest: float) -> list[float]:
    """Values tried when everything up to `hardest` can be solved."""
    schedule = begin_schedule(start, goal, step)
    tried = []
    while not schedule.is_finished:
        tried.append(schedule.next_value)
        is_within = min(start, hardest) <= tried[-1] <= max(start, hardest)
        schedule = schedule.told(is_within)
    return tried


def test_easy_stages_go_by_the_step():
    assert walk(0.0, 12.0, 3.0, hardest=12.0) == [3.0, 6.0, 9.0, 12.0]


def test_the_last_stage_is_the_goal():
    assert walk(0.0, 5.0, 2.0, hardest=9.0) == [2.0, 4.0, 5.0]


def test_a_value_can_be_lowered():
    assert walk(0.8, 0.3, 0.3, hardest=0.3) == pytest.approx([0.5, 0.3])


def test_a_failure_halves_the_step_until_it_is_an_eighth():
    assert walk(0.0, 12.0, 4.0, hardest=5.0) == [4.0, 8.0, 6.0, 5.0, 7.0, 6.0, 5.5]


def test_a_success_recovers_the_step():
    schedule = begin_schedule(0.0, 10.0, 4.0).told(False)
    assert schedule.next_value == 2.0
    assert schedule.told(True).next_value == 6.0


@pytest.mark.parametrize(
    ("start", "goal", "step"), [(1.0, 1.0, 1.0), (0.0, 1.0, 0.0), (0.0, 1.0, -1.0)]
)
def test_what_leads_nowhere_is_refused(start: float, goal: float, step: float):
    with pytest.raises(InputError):
        begin_schedule(start, goal, step)


def test_the_prediction_is_on_the_line_through_the_last_two():
    found = predicted(6.0, (3.0, {"a": 2.0, "b": 5.0}), (0.0, {"a": 1.0, "b": 5.0}))
    assert found == {"a": 3.0, "b": 5.0}


def test_no_value_is_tried_twice_in_a_row_however_large_the_step():
    assert walk(0.0, 8.0, 1e300, hardest=0.0) == [8.0, 4.0, 2.0, 1.0]
    assert walk(0.0, 10.0, 8.0, hardest=8.0) == [8.0, 10.0, 9.0]
