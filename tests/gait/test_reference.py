import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait import human
from gaitsmith.gait.reference import human_reference


def test_people_who_walk_are_those_of_the_tables():
    found = human_reference("walk", 1.25)
    assert found.name == "people walking at 1.25 m/s"
    assert list(found.angles) == ["thigh", "hip", "knee", "ankle", "foot"]
    assert set(found.moments) == {"hip", "knee", "ankle"}
    assert set(found.forces) == {"vertical", "fore_aft", "medio_lateral"}
    assert np.max(found.angles["knee"].mean) == pytest.approx(62.8, abs=0.1)
    assert np.min(found.angles["ankle"].mean) == pytest.approx(-13.9, abs=0.1)
    moment = human.moments("walk", 1.25)["ankle"]
    assert found.moments["ankle"].mean.tolist() == moment.mean.tolist()
    assert found.forces["vertical"].sd.min() == human.LEAST_FORCE_SD
    assert found.notes == ()


def test_people_who_run_are_others():
    found = human_reference("run", 3.0)
    assert found.name == "people running at 3 m/s"
    assert set(found.angles) == {"hip", "knee", "ankle"}
    angle = human.angles("run", 3.0)["knee"]
    assert found.angles["knee"].mean.tolist() == angle.mean.tolist()
    assert np.max(found.forces["vertical"].mean) > 2.0
    assert np.max(found.moments["ankle"].mean) > 2.0


def test_a_speed_that_nobody_was_measured_at_is_noted_once():
    found = human_reference("walk", 2.2)
    assert found.notes == (
        "people were measured from 0.75 to 1.75 m/s; these are those at 1.75, not at"
        " 2.2 m/s.",
    )


def test_an_unknown_gait_is_refused():
    with pytest.raises(InputError) as error:
        human_reference("rnu", 1.2)
    assert str(error.value) == (
        "no gait of people is called 'rnu'. Did you mean 'run'? Known: run, walk."
    )
