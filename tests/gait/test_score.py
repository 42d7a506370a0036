"""A score is of the mean curves, against any reference."""

import dataclasses

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.analysis import SidedCurve, analyze
from gaitsmith.gait.cycles import MeanCurve
from gaitsmith.gait.reference import Reference, human_reference
from gaitsmith.gait.score import score_gait


def shifted(bands, by):
    """Curves that are `by` standard deviations above people's."""
    curves = {}
    for name, band in bands.items():
        curve = MeanCurve(band.mean + by * band.sd, np.zeros(101), 3)
        curves[name] = SidedCurve(curve, curve, curve)
    return curves


@pytest.fixture(scope="module")
def walked(stocky, make_walk):
    return analyze(stocky, make_walk(stocky, speed=1.25))


@pytest.mark.parametrize("by", [0.0, 1.0])
def test_people_score_as_many_as_they_are_standard_deviations_off(walked, by):
    people = human_reference("walk", 1.25)
    human = dataclasses.replace(
        walked,
        angles=shifted(people.angles, by),
        moments=shifted(people.moments, by),
        forces=shifted(people.forces, by),
    )
    found = score_gait(human, people).as_dict()
    for part in (found, found["moments"], found["forces"]):
        for score in part["standard_score"].values():
            assert score == pytest.approx(by, abs=1e-12)
    assert set(found["standard_score"]) == {"hip", "knee", "ankle", "average"}
    assert set(found["rmse_degrees"]) == set(found["correlation"])
    if by == 0.0:
        assert found["within_1sd"]["average"] == 1.0
        assert found["correlation"]["knee"] == pytest.approx(1.0)


def test_what_the_reference_lacks_is_left_out(walked):
    people = human_reference("walk", 1.25)
    knee = Reference("knee.csv", {"knee": people.angles["knee"]}, {}, {}, ("a note",))
    found = score_gait(walked, knee).as_dict()
    assert set(found["standard_score"]) == {"knee", "average"}
    assert "moments" not in found
    assert "forces" not in found
    assert found["notes"] == ["a note"]


def test_a_reference_without_joints_is_compared_by_what_it_has(walked):
    people = human_reference("walk", 1.25)
    thigh = Reference("thigh.csv", {"thigh": people.angles["thigh"]}, {}, {}, ())
    assert set(score_gait(walked, thigh).angles) == {"thigh", "average"}


def test_nothing_in_common_is_an_error(walked):
    people = human_reference("walk", 1.25)
    elbow = Reference("elbow.csv", {"elbow": people.angles["knee"]}, {}, {}, ())
    with pytest.raises(InputError, match=r"elbow\.csv: it has none of"):
        score_gait(walked, elbow)


def test_few_cycles_are_told(stocky, make_walk):
    people = human_reference("walk", 1.25)
    short = analyze(stocky, make_walk(stocky, duration=3.2))
    assert "only 1 complete gait cycles" in score_gait(short, people).notes[0]
    long = analyze(stocky, make_walk(stocky, duration=8.0))
    assert score_gait(long, people).notes == ()


@pytest.mark.parametrize(
    ("speed", "name"), [(2.78, "people walking at 1.75 m/s"), (-0.5, "at 0.75 m/s")]
)
def test_the_reference_names_the_speed_that_was_measured(speed, name):
    people = human_reference("walk", speed)
    assert people.name.endswith(name)
    assert people.notes
    assert ("going forward" in people.notes[0]) == (speed < 0.0)
