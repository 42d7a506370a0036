import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait import human
from gaitsmith.gait.fidelity import (
    Fidelity,
    average_fidelity,
    fidelity,
    joint_fidelities,
)
from gaitsmith.gait.human import Band


@pytest.fixture
def knee() -> Band:
    return human.angles("walk", 1.25)["knee"]


def test_the_human_mean_is_perfect(knee):
    found = fidelity(knee.mean, knee)
    assert found.standard_score == 0.0
    assert found.within_one_sd == 1.0
    assert found.rmse == 0.0
    assert found.correlation == pytest.approx(1.0)


def test_one_standard_deviation_off_scores_one(knee):
    assert fidelity(knee.mean + knee.sd, knee).standard_score == pytest.approx(1.0)
    assert fidelity(knee.mean - knee.sd, knee).standard_score == pytest.approx(1.0)


def test_a_shifted_curve_keeps_its_shape(knee):
    found = fidelity(knee.mean + 5.0, knee)
    assert found.rmse == pytest.approx(5.0)
    assert found.correlation == pytest.approx(1.0)


def test_a_curve_upside_down_correlates_negatively(knee):
    assert fidelity(-knee.mean, knee).correlation == pytest.approx(-1.0)


def test_a_constant_curve_has_no_correlation(knee):
    assert fidelity(np.full(101, 7.0), knee).correlation == 0.0


def test_the_share_within_one_deviation_counts_points(knee):
    curve = knee.mean.copy()
    curve[:25] += 1.01 * knee.sd[:25]
    curve[25:50] += 0.99 * knee.sd[25:50]
    assert fidelity(curve, knee).within_one_sd == 0.75


def test_the_strike_is_counted_once(knee):
    curve = knee.mean.copy()
    curve[100] += 1000.0
    assert fidelity(curve, knee).standard_score == 0.0


def test_a_curve_of_another_length_is_a_mistake(knee):
    with pytest.raises(ValueError, match=r"a curve of \(101,\) wanted, got \(100,\)"):
        fidelity(knee.mean[:-1], knee)


def test_joints_are_scored_one_by_one_and_on_average():
    bands = human.angles("walk", 1.25)
    curves = {
        "hip": bands["hip"].mean,
        "knee": bands["knee"].mean + 2.0 * bands["knee"].sd,
        "thigh": bands["thigh"].mean + 9.0,
    }
    found = joint_fidelities(curves, bands)
    assert list(found) == ["hip", "knee"]  # this body has no ankles
    average = average_fidelity(found)
    assert average.standard_score == pytest.approx(1.0)
    assert average.within_one_sd == 0.5
    assert average.rmse == pytest.approx(found["knee"].rmse / 2.0)
    assert isinstance(average, Fidelity)


def test_a_joint_that_people_have_no_data_of_is_refused():
    with pytest.raises(InputError, match="no joint of the human data is called 'tail'"):
        joint_fidelities({}, human.angles("walk", 1.25), joints=["tail"])
