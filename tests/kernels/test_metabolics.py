"""Metabolic power of muscles, against numbers computed by hand."""

import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import build_muscles, muscles_at_rest
from gaitsmith.kernels.metabolics import (
    ACTIVATION_HEAT,
    BASAL_POWER,
    MAINTENANCE_HEAT,
    anderson,
    bhargava,
    maintenance_share,
    metabolic_power,
    recruited_heat,
)
from gaitsmith.kernels.records import ANDERSON, BHARGAVA, LEFT, SOL

MUSCLES = build_muscles()
SOLEUS_MASS = 1059.7 * 4000.0 / 250_000.0 * 0.04  # 0.678 kg


@pytest.fixture
def soleus():
    """The state of a soleus that is doing as told, at its optimal length."""

    def make(excitation, activation, velocity=0.0, force=0.0, active=0.0, x=1.0):
        state = muscles_at_rest(MUSCLES, np.zeros((2, 3)))
        place = LEFT, SOL
        state.excitation[place] = excitation
        state.activation[place] = activation
        state.fiber_length[place] = 0.04 * x
        state.fiber_velocity[place] = velocity
        state.force[place] = force
        state.active_force[place] = active
        return state

    return make


@pytest.mark.parametrize(
    ("x", "share"),
    [
        (0.2, 0.5), (0.5, 0.5), (0.75, 0.75), (1.0, 1.0),
        (1.25, 0.5), (1.5, 0.0), (1.8, 0.0),
    ],
)  # fmt: skip
def test_maintenance_depends_on_the_fibre_length(version, x, share):
    assert version(maintenance_share)(x) == pytest.approx(share)


def test_heat_of_slow_and_fast_fibres(version):
    heat = version(recruited_heat)
    assert heat(0.0, 0.5, ACTIVATION_HEAT) == 0.0
    assert heat(1.0, 1.0, ACTIVATION_HEAT) == pytest.approx(40.0)
    assert heat(1.0, 0.0, ACTIVATION_HEAT) == pytest.approx(133.0)
    assert heat(1.0, 1.0, MAINTENANCE_HEAT) == pytest.approx(74.0)
    assert heat(1.0, 0.0, MAINTENANCE_HEAT) == pytest.approx(111.0)
    # sin(30 degrees) = 0.5 and 1 - cos(60 degrees) = 0.5: slow fibres come first.
    assert heat(1.0 / 3.0, 1.0, ACTIVATION_HEAT) == pytest.approx(20.0)
    assert heat(2.0 / 3.0, 0.0, ACTIVATION_HEAT) == pytest.approx(66.5)


def test_a_fully_active_soleus_that_shortens(version, soleus):
    # 81 % slow: 40 * 0.81 + 133 * 0.19 = 57.67, 74 * 0.81 + 111 * 0.19 = 81.03 W/kg.
    state = soleus(1.0, 1.0, velocity=-0.1, force=2000.0, active=1900.0, x=0.8)
    parts = version(anderson)(MUSCLES, state, LEFT, SOL)
    expected = (57.67 * SOLEUS_MASS, 0.8 * 81.03 * SOLEUS_MASS, 50.0, 190.0)
    assert parts == pytest.approx(expected)


def test_excitation_heats_before_activation_does(version, soleus):
    parts = version(anderson)(MUSCLES, soleus(1.0, 0.0), LEFT, SOL)
    assert parts == pytest.approx((57.67 * SOLEUS_MASS, 0.0, 0.0, 0.0))
    parts = version(anderson)(MUSCLES, soleus(0.0, 1.0), LEFT, SOL)
    assert parts == pytest.approx((0.0, 81.03 * SOLEUS_MASS, 0.0, 0.0))


def test_a_stretched_muscle_costs_its_heat_only(version, soleus):
    state = soleus(0.0, 0.0, velocity=0.1, force=3000.0, active=3000.0)
    assert version(anderson)(MUSCLES, state, LEFT, SOL) == (0.0, 0.0, 0.0, 0.0)


def test_resting_muscles_cost_little(version):
    # 13.1 kg at an activation of 0.01: less than 2 W per kg of muscle.
    state = muscles_at_rest(MUSCLES, np.zeros((2, 3)))
    power = version(metabolic_power)(MUSCLES, state)
    slow, mass = MUSCLES.slow_fraction, MUSCLES.mass
    x = np.clip(state.fiber_length / MUSCLES.optimal_length, 0.5, None)
    share = np.where(x <= 1.0, x, 3.0 - 2.0 * x)
    sine, cosine = 0.015707317, 0.99987663  # of pi / 200
    activation = 40.0 * slow * sine + 133.0 * (1.0 - slow) * (1.0 - cosine)
    maintenance = 74.0 * slow * sine + 111.0 * (1.0 - slow) * (1.0 - cosine)
    expected = np.sum(mass * (activation + share * maintenance))
    assert power == pytest.approx(expected, rel=1e-5)
    assert 5.0 < power < 26.0
    assert BASAL_POWER * 70.0 == pytest.approx(105.7)


def test_bhargavas_shortening_heat_has_an_isometric_part(version, soleus):
    # alpha = 0.16 * 4000 * 0.5 + 0.18 * 1000 = 500 N.
    state = soleus(0.5, 0.5, velocity=-0.1, force=1200.0, active=1000.0)
    parts = version(bhargava)(MUSCLES, state, LEFT, SOL)
    sine, rest = np.sin(np.pi / 4.0), 1.0 - np.cos(np.pi / 4.0)
    activation = SOLEUS_MASS * (40.0 * 0.81 * sine + 133.0 * 0.19 * rest)
    maintenance = SOLEUS_MASS * (74.0 * 0.81 * sine + 111.0 * 0.19 * rest)
    assert parts == pytest.approx((activation, maintenance, 50.0, 100.0))


def test_bhargavas_maintenance_follows_excitation(version, soleus):
    parts = version(bhargava)(MUSCLES, soleus(1.0, 0.0, x=1.25), LEFT, SOL)
    assert parts[1] == pytest.approx(0.5 * 81.03 * SOLEUS_MASS)


def test_bhargavas_stretched_muscle_takes_up_work(version, soleus):
    # 0.157 * 500 N of lengthening heat and 500 N of work at 0.02 m/s, both negative.
    state = soleus(1.0, 0.5, velocity=0.02, force=500.0, active=500.0)
    parts = version(bhargava)(MUSCLES, state, LEFT, SOL)
    assert parts[2:] == pytest.approx((-1.57, -10.0))


def test_bhargavas_power_is_never_negative(version, soleus):
    # Work of -400 W against less than 100 W of heat: the rest is heat, too.
    state = soleus(1.0, 1.0, velocity=0.1, force=4000.0, active=4000.0)
    parts = version(bhargava)(MUSCLES, state, LEFT, SOL)
    assert parts[3] == pytest.approx(-400.0)
    assert sum(parts) == pytest.approx(0.0, abs=1e-9)


def test_bhargavas_heat_has_a_floor_of_one_watt_per_kilogram(version, soleus):
    parts = version(bhargava)(MUSCLES, soleus(0.01, 0.01, x=1.6), LEFT, SOL)
    assert sum(parts) == pytest.approx(SOLEUS_MASS)


@pytest.mark.parametrize(
    ("chosen", "model"), [(ANDERSON, anderson), (BHARGAVA, bhargava)]
)
def test_totals_are_sums_over_all_muscles_by_the_chosen_model(version, chosen, model):
    muscles = build_muscles(energy_model=chosen)
    state = muscles_at_rest(muscles, np.zeros((2, 3)), activation=0.4)
    state.fiber_velocity[:] = -0.05
    parts = [model(muscles, state, *place) for place in np.ndindex(2, 8)]
    assert version(metabolic_power)(muscles, state) == pytest.approx(np.sum(parts))


def test_andersons_model_counts_if_nothing_is_said():
    assert MUSCLES.energy_model == ANDERSON
