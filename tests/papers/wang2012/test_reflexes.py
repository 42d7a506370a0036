"""Every excitation against its formula (Wang et al. 2012, sections 4.2 and 4.3)."""

import numpy as np
import pytest

from gaitsmith.kernels.records import GAS, GLU, HAM, HFL, RF, SOL, TA, VAS
from gaitsmith.papers.wang2012.reflexes import (
    LegSense,
    ReflexGains,
    excite_stance,
    excite_swing,
)

P = np.array([0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09])  # in stance
Q = np.array([0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18])  # in swing
GAINS = ReflexGains(
    stance=P,
    swing=Q,
    sol_force=1.2,
    sol_inhibits_ta=0.4,
    gas_force=1.1,
    vas_force=1.3,
    ta_length=0.9,
    ta_offset=0.7,
    ham_lean=1.9,
    ham_lean_rate=0.20,
    ham_lean_target=0.10,
    glu_lean=1.3,
    glu_lean_rate=0.25,
    glu_lean_target=0.12,
    hfl_lean=1.7,
    hfl_lean_rate=0.15,
    hfl_lean_target=0.14,
    knee_stop=2.0,
    knee_stop_angle=0.17,
    initiate_vas=0.3,
    initiate_rf=0.5,
    initiate_glu=0.02,
    initiate_hfl=0.25,
    initiate_at=0.4,
    ham_force=0.65,
    glu_force=0.5,
    hfl_length=0.6,
    hfl_offset=0.65,
    ham_inhibits_hfl=4.0,
    ham_offset=0.85,
    hfl_take_off_lean=1.15,
    knee_hold=1.0,
    knee_hold_rate=0.21,
    knee_target=0.14,
    glu_hold=1.1,
    glu_hold_rate=0.22,
    hfl_hold=1.4,
    hfl_hold_rate=0.23,
    hip_target=0.45,
    hip_offset=0.5,
    hip_velocity=0.2,
    prepare_at=-0.15,
)
# Nothing pulls, nothing is long, the knee is bent and the lean is where it should be.
QUIET = LegSense(
    sol_force=0.0,
    gas_force=0.0,
    vas_force=0.0,
    ham_force=0.0,
    glu_force=0.0,
    ta_length=0.6,
    ham_length=0.8,
    hfl_length=0.6,
    hip=0.3,
    hip_rate=0.0,
    knee=0.5,
    knee_rate=0.0,
    lean=0.12,
    lean_rate=0.0,
    take_off_lean=0.14,
)
LEG = 1  # whose reflexes are looked at


def of_leg(gains):
    """The gains as those of one leg, beside another that has none."""
    other = np.nan
    return ReflexGains(
        *(np.stack([np.full_like(g, other), g]) for g in map(np.array, gains))
    )


EVEN = GAINS._replace(ham_lean_target=0.12, hfl_lean_target=0.12)  # nothing to hold


@pytest.fixture
def stance(version):
    def excite(gains=EVEN, is_leading=True, is_initiating=False, **felt):
        u = np.full(8, np.nan)
        sense = QUIET._replace(**felt)
        version(excite_stance)(of_leg(gains), LEG, sense, is_leading, is_initiating, u)
        return u

    return excite


@pytest.fixture
def swing(version):
    def excite(gains=GAINS, hip_target=0.3, is_preparing=False, **felt):
        u = np.full(8, np.nan)
        sense = QUIET._replace(**felt)
        version(excite_swing)(of_leg(gains), LEG, sense, hip_target, is_preparing, u)
        return u

    return excite


def only(base, **changed):
    """The excitations `base`, with some muscles' replaced."""
    columns = {"SOL": SOL, "TA": TA, "GAS": GAS, "VAS": VAS}
    columns |= {"HAM": HAM, "RF": RF, "GLU": GLU, "HFL": HFL}
    expected = base.copy()
    for name, value in changed.items():
        expected[columns[name]] = value
    return pytest.approx(expected)


def test_a_leg_that_feels_nothing_stands_with_its_constants(stance):
    assert stance() == only(P)


def test_force_excites_soleus_and_inhibits_tibialis(stance):
    # TA: 0.03 + 0.9 (1.0 - 0.7) - 0.4 0.3
    found = stance(sol_force=0.3, ta_length=1.0)
    assert found == only(P, SOL=0.02 + 1.2 * 0.3, TA=0.03 + 0.27 - 0.12)


def test_tibialis_is_excited_by_its_length_only_beyond_the_offset(stance):
    assert stance(ta_length=1.0) == only(P, TA=0.03 + 0.9 * 0.3)
    assert stance(ta_length=0.1) == only(P)


def test_gastrocnemius_and_vasti_are_excited_by_their_forces(stance):
    found = stance(gas_force=0.2, vas_force=0.4)
    assert found == only(P, GAS=0.04 + 1.1 * 0.2, VAS=0.05 + 1.3 * 0.4)


@pytest.mark.parametrize(
    ("knee", "rate", "less"),
    [
        (0.07, -1.0, 2.0 * 0.10),  # straighter than 0.17, and extending
        (0.07, 0.0, 0.0),
        (0.07, 1.0, 0.0),  # flexing
        (0.30, -1.0, 0.0),  # bent
        (-0.03, -0.1, 2.0 * 0.20),
    ],
)
def test_vasti_let_go_only_while_the_knee_straightens(stance, knee, rate, less):
    found = stance(vas_force=0.5, knee=knee, knee_rate=rate)
    assert found == only(P, VAS=0.05 + 1.3 * 0.5 - less)


def test_leaning_forward_excites_the_extensors_of_the_hip(stance):
    found = stance(GAINS, lean=0.32, lean_rate=0.1)
    assert found == only(
        P,
        HAM=0.06 + 1.9 * (0.32 - 0.10) + 0.20 * 0.1,
        GLU=0.08 + 1.3 * (0.32 - 0.12) + 0.25 * 0.1,
    )


def test_leaning_back_excites_the_flexors_of_the_hip(stance):
    found = stance(GAINS, lean=-0.1, lean_rate=-0.2)
    assert found == only(P, HFL=0.09 + 1.7 * 0.24 + 0.15 * 0.2)


def test_a_fast_enough_return_needs_no_muscle(stance):
    # Forward by 0.02 but coming back: 1.9 0.02 - 0.2 1 < 0, and HFL holds against it.
    found = stance(lean=0.14, lean_rate=-1.0)
    assert found == only(P, HFL=0.09 - 1.7 * 0.02 + 0.15)


def test_the_trunk_is_held_by_the_leading_leg_only(stance):
    assert stance(GAINS, is_leading=False, lean=0.5, lean_rate=1.0) == only(P)
    assert stance(GAINS, is_leading=False, lean=-0.5) == only(P)


def test_swing_initiation_adds_and_takes_away(stance):
    found = stance(is_initiating=True, vas_force=0.5)
    assert found == only(
        P, VAS=0.05 + 0.65 - 0.3, RF=0.07 + 0.5, GLU=0.08 - 0.02, HFL=0.09 + 0.25
    )


def test_excitations_are_clipped_before_swing_initiation_and_after(stance):
    # VAS would be 2.65: 1 after the first clip, 0.7 after s_VAS = 0.3.
    found = stance(is_initiating=True, vas_force=2.0)
    assert found[VAS] == pytest.approx(0.7)
    # HFL would be far below: 0.01 after the first clip; GLU's 0.01 - 0.02 is clipped.
    low = EVEN._replace(stance=np.full(8, -5.0))
    found = stance(low, is_initiating=True)
    assert found == pytest.approx([0.01, 0.01, 0.01, 0.01, 0.01, 0.51, 0.01, 0.26])


@pytest.mark.parametrize("phase", ["stance", "swing", "preparation"])
def test_excitations_stay_between_a_hundredth_and_one(stance, swing, phase):
    for constant, expected in ((-9.0, 0.01), (9.0, 1.0)):
        every = np.full(8, constant)
        if phase == "stance":
            found = stance(EVEN._replace(stance=every))
        else:
            is_preparing = phase == "preparation"
            found = swing(GAINS._replace(swing=every), is_preparing=is_preparing)
        assert found == pytest.approx(np.full(8, expected))


def test_a_leg_that_feels_nothing_swings_with_its_constants(swing):
    assert swing() == only(Q)


def test_forces_excite_hamstrings_and_glutei_in_swing(swing):
    found = swing(ham_force=0.2, glu_force=0.3, sol_force=0.9, vas_force=0.9)
    assert found == only(Q, HAM=0.15 + 0.65 * 0.2, GLU=0.17 + 0.5 * 0.3)


def test_tibialis_keeps_its_law_in_swing_but_not_the_inhibition(swing):
    found = swing(ta_length=1.0, sol_force=0.5)
    assert found == only(Q, TA=0.12 + 0.9 * 0.3)


def test_hip_flexors_are_excited_by_length_and_inhibited_by_the_hamstrings(swing):
    assert swing(hfl_length=0.95) == only(Q, HFL=0.18 + 0.6 * 0.30)
    found = swing(hfl_length=0.95, ham_length=0.9)
    assert found == only(Q, HFL=0.18 + 0.6 * 0.30 - 4.0 * 0.05)


@pytest.mark.parametrize("lean", [0.0, 0.24])
def test_lean_at_take_off_counts_both_ways_for_the_hip_flexors(swing, lean):
    # k (Theta_lo - Theta_HFL), not cut at zero.
    found = swing(take_off_lean=lean, hfl_length=0.95)
    assert found == only(Q, HFL=0.18 + 0.18 + 1.15 * (lean - 0.14))


def test_stance_preparation_holds_the_knee_by_the_vasti(swing):
    found = swing(is_preparing=True, knee=0.3, knee_rate=0.5)
    assert found == only(Q, VAS=0.14 + 1.0 * (0.3 - 0.14) + 0.21 * 0.5)
    assert swing(is_preparing=True, knee=0.1) == only(Q)  # vasti cannot flex it


def test_stance_preparation_holds_the_hip_from_both_sides(swing):
    too_far = swing(is_preparing=True, knee=0.1, hip=0.5, hip_rate=0.2)
    assert too_far == only(Q, GLU=0.17 + 1.1 * 0.2 + 0.22 * 0.2)
    behind = swing(is_preparing=True, knee=0.1, hip=0.1, hip_rate=-0.1)
    assert behind == only(Q, HFL=0.18 + 1.4 * 0.2 + 0.23 * 0.1)


def test_stance_preparation_replaces_the_laws_of_glutei_and_hip_flexors(swing):
    found = swing(
        is_preparing=True,
        knee=0.1,
        glu_force=0.5,
        hfl_length=1.2,
        ham_length=1.2,
        take_off_lean=0.5,
        ham_force=0.2,
        ta_length=1.0,
    )
    assert found == only(Q, HAM=0.15 + 0.65 * 0.2, TA=0.12 + 0.27)
