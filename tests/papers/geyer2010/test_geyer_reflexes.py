"""Every excitation against its formula (Geyer & Herr 2010, appendix)."""

import numpy as np
import pytest

from gaitsmith.kernels.records import GAS, GLU, HAM, HFL, RF, SOL, TA, VAS
from gaitsmith.papers.geyer2010.geyer_controller import GEYER_ROWS
from gaitsmith.papers.geyer2010.geyer_reflexes import (
    GeyerGains,
    excite_geyer_stance,
    excite_geyer_swing,
)
from gaitsmith.papers.wang2012.reflexes import LegSense

S0 = 0.01
GAINS = GeyerGains(*(row.walk for row in GEYER_ROWS))
QUIET = LegSense(
    sol_force=0.0,
    gas_force=0.0,
    vas_force=0.0,
    ham_force=0.0,
    glu_force=0.0,
    ta_length=0.6,
    ham_length=0.8,
    hfl_length=0.5,
    hip=0.3,
    hip_rate=0.0,
    knee=0.5,
    knee_rate=0.0,
    lean=0.105,
    lean_rate=0.0,
    take_off_lean=0.105,
)
STANDING = np.array([S0, S0, S0, 0.09, 0.05, S0, 0.05, 0.05])


@pytest.fixture
def stance(version):
    def excite(load=1.0, other_load=0.0, is_trailing=False, **felt):
        u = np.full(8, np.nan)
        sense = QUIET._replace(**felt)
        version(excite_geyer_stance)(GAINS, sense, load, other_load, is_trailing, u)
        return u

    return excite


@pytest.fixture
def swing(version):
    def excite(**felt):
        u = np.full(8, np.nan)
        version(excite_geyer_swing)(GAINS, QUIET._replace(**felt), u)
        return u

    return excite


def changed(base, *pairs):
    expected = base.copy()
    for muscle, excitation in pairs:
        expected[muscle] = excitation
    return pytest.approx(expected)


def test_constants(stance, swing):
    assert stance() == changed(STANDING)
    assert swing() == changed(np.full(8, S0))


def test_forces_excite_the_calf_and_the_vasti(stance):
    found = stance(sol_force=0.2, gas_force=0.3, vas_force=0.4, ta_length=1.01)
    assert found == changed(
        STANDING,
        (SOL, S0 + 1.2 * 0.2),
        (GAS, S0 + 1.1 * 0.3),
        (TA, S0 + 1.1 * 0.3 - 0.3 * 0.2),
        (VAS, 0.09 + 1.15 * 0.4),
    )


@pytest.mark.parametrize(
    ("knee", "rate", "less"), [(0.07, -1.0, 0.2), (0.07, 1.0, 0.0), (0.3, -1.0, 0.0)]
)
def test_vasti_let_go_only_while_the_knee_straightens(stance, knee, rate, less):
    found = stance(vas_force=0.5, knee=knee, knee_rate=rate)
    assert found == changed(STANDING, (VAS, 0.09 + 1.15 * 0.5 - less))


def test_the_trunk_is_held_in_proportion_to_the_load(stance):
    forward = stance(load=0.5, lean=0.205, lean_rate=0.1)
    held = 1.2 * 0.5
    assert forward == changed(
        STANDING,
        (HAM, 0.05 + held * (1.91 * 0.1 + 0.25 * 0.1)),
        (GLU, 0.05 + held * (0.68 * 1.91 * 0.1 + 0.25 * 0.1)),
    )
    back = stance(load=0.5, lean=-0.095, lean_rate=-0.1)
    expected = 0.05 + held * (1.91 * 0.2 + 0.25 * 0.1)
    assert back == changed(STANDING, (HFL, expected))
    assert stance(load=0.0, lean=0.5) == changed(STANDING)


def test_the_trailing_leg_of_two_lets_its_knee_go(stance):
    found = stance(other_load=0.3, is_trailing=True, vas_force=0.5, lean=0.505)
    lean = 1.91 * 0.4
    assert found == changed(
        STANDING,
        (VAS, 0.09 + 1.15 * 0.5 - 1.2 * 0.3),
        (HAM, 0.05 + 1.2 * lean),
        (GLU, 0.05 + 1.2 * 0.68 * lean - 0.25),
        (HFL, 0.05 + 0.25),
    )
    assert stance(other_load=0.3) == changed(STANDING)  # the leading one does not


def test_swing(swing):
    found = swing(ham_force=0.2, glu_force=0.3, ta_length=1.01, hfl_length=1.0)
    assert found == changed(
        np.full(8, S0),
        (TA, S0 + 1.1 * 0.3),
        (HAM, S0 + 0.65 * 0.2),
        (GLU, S0 + 0.4 * 0.3),
        (HFL, S0 + 0.35 * 0.4),
    )


def test_hamstrings_inhibit_and_lean_at_take_off_excites_the_hip_flexors(swing):
    found = swing(hfl_length=1.4, ham_length=0.9, take_off_lean=0.205)
    expected = S0 + 0.35 * 0.8 - 4.0 * 0.05 + 1.15 * 0.1
    assert found == changed(np.full(8, S0), (HFL, expected))


def test_excitations_are_clipped_and_rectus_femoris_rests(stance, swing):
    found = stance(sol_force=2.0, is_trailing=True, other_load=1.0)
    assert found[SOL] == 1.0
    assert (found[TA], found[VAS], found[GLU]) == (S0, S0, S0)
    assert found[RF] == swing()[RF] == S0
