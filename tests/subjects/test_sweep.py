"""One thing about a person varied."""

import pytest

from gaitsmith.errors import InputError
from gaitsmith.runs.solution import Solution
from gaitsmith.subjects.start import experiment_of, shipped_walk
from gaitsmith.subjects.subject import Subject
from gaitsmith.subjects.sweep import parse_sweep, sweep_study, swept

ADULT = Subject(height=1.72, mass=63.5, speed=1.2)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("speed=0.8:1.6:0.4", ("speed", (0.8, 1.2, 1.6))),
        ("left_soleus=1,0.7,0.4", ("left_soleus", (1.0, 0.7, 0.4))),
    ],
)
def test_a_sweep_is_a_range_or_a_list(text, found):
    assert parse_sweep(text) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("speed", "write KEY=FIRST:LAST:STEP"),
        ("speed=a,b", "write KEY=FIRST:LAST:STEP"),
        ("speed=1:2", "three numbers"),
        ("speed=1", "2 to 100 different values"),
        ("speed=1,1", "2 to 100 different values"),
    ],
)
def test_what_is_no_sweep_is_refused(text, words):
    with pytest.raises(InputError, match=words):
        parse_sweep(text)


def test_any_other_key_is_a_muscle():
    assert swept(ADULT, "left_soleus", 0.4).strength == {"left_SOL": 0.4}
    with pytest.raises(InputError, match=r"left_solius.*Or one of speed, slope"):
        swept(ADULT, "left_solius", 0.4)
    with pytest.raises(InputError, match="--sweep mass=20"):
        swept(ADULT, "mass", 20.0)


def test_a_study_changes_what_differs_and_starts_at_the_person():
    walk = shipped_walk(ADULT, "people/walk_125")
    experiment = experiment_of(ADULT, walk, 1)
    values = experiment.problem.space.initial_values()
    found = Solution("theirs", experiment.problem, values)
    study = sweep_study(ADULT, found, walk, ("speed", (1.0, 1.2, 1.4)), 1)
    slow, own, _ = study.variants
    assert own.set == {}
    assert slow.set == {"objective.user.speed": 1.0, "objective.vel.speed": 1.0}
    assert [cell.before for cell in study.cells()] == [2, None, 2]
