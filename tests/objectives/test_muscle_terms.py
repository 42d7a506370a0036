"""Terms of Wang et al. 2012: effort, and the ones that keep a gait a gait."""

import numpy as np
import pytest

from gaitsmith.actuators.muscle_measures import MuscleMeasures
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.objectives.posture import tilt_squared
from gaitsmith.objectives.score_card import declare_objective
from gaitsmith.objectives.term import TERMS
from gaitsmith.simulation.measures import Strikes


@pytest.fixture
def tired(make_measures):
    """300 W in all, of a body of 80 kg."""
    power = np.zeros((2, 8, 4))
    power[0, 1] = (10.0, 20.0, 30.0, 40.0)
    power[1, 7] = (20.0, 20.0, 20.0, 40.0)
    muscles = MuscleMeasures(
        power=power,
        basal_power=100.0,
        activation_squared=0.5,
        activation_cubed=0.2,
        torque_squared=9000.0,
        servo_torque_squared=2000.0,
        limit_torque_squared=500.0,
    )
    return make_measures(mass=80.0, muscles=muscles)


def value(name, measures, **options):
    return TERMS[name].function(measures, TERMS[name].options(**options))


@pytest.mark.parametrize(
    ("options", "moved"),
    [
        ({}, 100.0 * 300.0),  # w_M J_M
        ({"of": "metabolic"}, 100.0 * 300.0),
        ({"of": "torque"}, 5.0 * 9000.0),
        ({"of": "activation"}, 60_000.0 * 0.5),
        ({"of": "activation_cubed"}, 60_000.0 * 0.2),
    ],
)
def test_effort_is_moved_others_and_half_of_the_limits_per_kilogram(
    tired, options, moved
):
    # w_R J_R + w_L J_L = 2000 + 0.5 500
    expected = (moved + 2000.0 + 250.0) / 80.0
    assert value("effort", tired, **options) == pytest.approx(expected)


def test_leaning_on_the_ends_of_ranges_may_cost_more(tired):
    more = value("effort", tired, limits=10.0) - value("effort", tired)
    assert more == pytest.approx(9.5 * 500.0 / 80.0)


def test_effort_in_the_objective_has_the_papers_weight(tired):
    card = declare_objective({"effort": {}}, "x.toml").score(tired)
    expected = 0.004 * (100.0 * 300.0 + 2000.0 + 0.5 * 500.0) / 80.0
    assert card.total == pytest.approx(expected)


def test_a_body_without_muscles_makes_no_such_effort(make_measures):
    assert value("effort", make_measures()) == 0.0


def test_effort_is_refused_where_nothing_has_muscles(make_experiment):
    message = (
        r"^tiny\.toml: objective\.effort: character 'planar_biped' has no muscles whose"
        r" effort could be counted; use the term 'power'\.$"
    )
    with pytest.raises(InputError, match=message):
        make_experiment(objective={"effort": {}})


def test_posture_counts_what_was_measured(make_measures):
    assert value("posture", make_measures(metered={"posture": {"tilt": 0.03}})) == 0.03


@pytest.mark.parametrize(
    ("angle", "expected"), [(0.1, 0.0), (-0.1, 0.0), (0.2, 0.04), (-0.3, 0.09)]
)
def test_a_tilt_counts_squared_beyond_its_tolerance(angle, expected):
    assert tilt_squared(angle, 0.1) == pytest.approx(expected)
    assert tilt_squared.py_func(angle, 0.1) == pytest.approx(expected)


def strikes(*made):
    """Strikes from (time, side, place)."""
    time, side, place = zip(*made, strict=True) if made else ((), (), ())
    places = np.zeros((len(time), 3))
    places[:, 0] = place
    nothing = np.zeros(len(time))
    sides = np.array(side, dtype=np.int64)
    return Strikes(np.array(time), sides, places, nothing, nothing)


STEADY = [(0.5 * n, n % 2, 0.6 * n) for n in range(1, 8)]  # until 3.5 s


@pytest.mark.parametrize(
    ("made", "until"),
    [
        (STEADY, 4.0),
        ([], 1.3),  # nobody strikes
        ([(2.0, LEFT, 0.5)], 1.3),  # too late
        (STEADY[:3], 1.5 + 1.3),  # then stands
        ([*STEADY[:3], (1.9, RIGHT, 2.9)], 1.9),  # the same foot twice
        ([*STEADY[:3], (1.9, LEFT, 1.90)], 1.9),  # 0.1 m ahead of the other foot
        ([*STEADY[:3], (1.9, LEFT, 0.5)], 1.9),  # behind it
        ([*STEADY[:3], (1.9, LEFT, 1.96)], 1.9 + 1.3),  # 0.16 m is a step
    ],
)
def test_a_gait_is_regular_until_a_step_that_is_none(made, until):
    assert strikes(*made).regular_until(4.0, 1.3, 0.15) == pytest.approx(until)


def test_an_irregular_gait_counts_from_its_first_wrong_step(make_measures):
    made = strikes(*STEADY[:3], (1.9, RIGHT, 2.9))
    measures = make_measures(strikes=made, duration=4.0)
    assert value("gait", measures) == pytest.approx(1.0 - 1.9 / 4.0)
    fallen = make_measures(strikes=strikes(*STEADY[:3]), duration=4.0, survived=0.4)
    assert value("gait", fallen) == pytest.approx(0.6)
    steady = make_measures(strikes=strikes(*STEADY), duration=4.0)
    assert value("gait", steady) == pytest.approx(0.0)
    assert value("gait", steady, shortest_step=0.7) == pytest.approx(0.75)
    assert value("gait", steady, longest_step=0.4) == pytest.approx(0.9)
