"""Clinic's figures on curves whose figures are known."""

from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.gait.analysis import analyze
from gaitsmith.gait.clinic import clinic_of, match_of, spans_beyond, variable_score
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import (
    PEOPLES_LEG,
    Reference,
    human_reference,
    people_of_size,
)
from tests.gait.conftest import Pattern, known_walk

FLAT = Band(np.zeros(101), np.full(101, 2.0))


def test_the_variable_score_is_the_rms_distance():
    assert variable_score(np.full(101, 3.0), FLAT) == pytest.approx(3.0)
    assert variable_score(np.resize([4.0, -4.0], 101), FLAT) == pytest.approx(4.0)


def test_inside_the_band_all_matches_and_a_band_beyond_it_nothing():
    assert match_of(np.full(101, 2.0), FLAT) == 100.0
    assert match_of(np.full(101, 4.0), FLAT) == 50.0  # 2 beyond, of a width of 4
    assert match_of(np.full(101, 9.0), FLAT) == 0.0


def test_spans_are_those_of_three_per_cent_or_more_on_one_side():
    z = np.zeros(101)
    z[0:2], z[10:20], z[20:25], z[98:] = 3.0, 2.5, -2.5, 2.1
    assert spans_beyond(z) == [(10, 19), (20, 24), (98, 100)]


def test_a_walk_with_equal_legs_is_symmetric_and_scored_on_both(stocky):
    analysis = analyze(stocky, known_walk(stocky, Pattern()))
    reference = human_reference("walk", 1.2)
    found = clinic_of(analysis, reference)
    assert set(found.profile) == {"hip", "knee", "ankle"}
    assert all(abs(one.index) < 1.0 for one in found.symmetry)
    scores = [score for sides in found.profile.values() for score in sides.values()]
    rms = float(np.sqrt(np.mean(np.square(scores))))
    assert found.profile_score() == pytest.approx(rms)
    assert "of 3 variables" in found.notes[0]


def test_a_leg_that_is_off_raises_its_own_profile_only(stocky):
    analysis = analyze(stocky, known_walk(stocky, Pattern()))
    knee = analysis.angles["knee"]
    itself = {"knee": Band(knee.left.mean, np.full(101, 3.0))}
    reference = Reference("itself", itself, {}, {}, ())
    bent = replace(knee.left, mean=knee.left.mean + 7.0)
    sided = type(knee)(left=bent, right=knee.left, both=knee.both)
    changed = type(analysis)(**{**vars(analysis), "angles": {"knee": sided}})
    found = clinic_of(changed, reference)
    assert found.profile == {"knee": pytest.approx({"left": 7.0, "right": 0.0})}
    (one,) = found.deviations
    assert one.sentence == "knee left: 0 to 100 %, +2.3 SD"


def test_small_people_are_compared_at_equal_dimensionless_speed():
    child = people_of_size("walk", 1.0, 0.64 * PEOPLES_LEG)
    adults = human_reference("walk", 1.25)
    np.testing.assert_array_equal(child.angles["knee"].mean, adults.angles["knee"].mean)
    moment = 0.64 * adults.moments["ankle"].mean
    np.testing.assert_allclose(child.moments["ankle"].mean, moment)
    assert child.size == pytest.approx(0.64)
    assert "at 1.00 m/s are as people's of 0.91 m at 1.25 m/s" in child.notes[0]


def test_adults_of_any_height_are_compared_at_the_same_speed():
    assert people_of_size("walk", 1.25, 0.8).name == human_reference("walk", 1.25).name
