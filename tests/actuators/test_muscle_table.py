"""The table of muscles, and the muscles that it makes for a body."""

import numpy as np
import pytest

from gaitsmith.actuators.muscle_table import (
    MUSCLE_NAMES,
    RF_SCALE,
    Tendon,
    build_muscles,
    muscle_name,
    muscles_at_rest,
)
from gaitsmith.errors import InputError
from gaitsmith.kernels import records
from gaitsmith.kernels.records import GAS, LEFT, RIGHT, SOL, VAS

POSE = np.radians([[20.0, 30.0, 5.0], [-5.0, 10.0, -5.0]])


def test_columns_of_the_records_are_in_the_order_of_the_table():
    assert [getattr(records, name) for name in MUSCLE_NAMES] == list(range(8))


def test_muscle_masses_are_those_of_their_volumes():
    published = (0.678, 0.203, 0.318, 2.035, 1.272, 0.407, 0.699, 0.933)
    mass = build_muscles().mass
    np.testing.assert_allclose(mass[LEFT], published, atol=0.0006)
    assert mass.sum() == pytest.approx(13.1, abs=0.05)


def test_the_scale_of_rectus_femoris_is_the_published_one():
    assert pytest.approx(0.40158, abs=1e-5) == RF_SCALE


def test_records_are_contiguous_and_both_legs_are_alike():
    arrays = [part for part in build_muscles() if isinstance(part, np.ndarray)]
    assert len(arrays) == 13
    for part in arrays:
        assert part.flags.c_contiguous
        assert part.dtype == np.float64
        np.testing.assert_array_equal(part[LEFT], part[RIGHT])


def test_torques_grow_with_mass_and_height():
    reference = muscles_at_rest(build_muscles(), POSE, activation=0.7)
    other = muscles_at_rest(build_muscles(0.9, 140.0), POSE, activation=0.7)
    # Half as long, twice as strong: the same torque.
    np.testing.assert_allclose(other.torque, reference.torque, rtol=1e-9)
    np.testing.assert_allclose(other.fiber_length, 0.5 * reference.fiber_length)
    np.testing.assert_allclose(other.force, 2.0 * reference.force, rtol=1e-9)


def test_a_weak_muscle_is_weak_and_light():
    weak, usual = (
        build_muscles(strength={"SOL": 0.25, "left_VAS": 0.1}),
        build_muscles(),
    )
    factor = np.ones((2, 8))
    factor[:, SOL], factor[LEFT, VAS] = 0.25, 0.1
    np.testing.assert_allclose(weak.max_force, factor * usual.max_force)
    np.testing.assert_allclose(weak.mass, factor * usual.mass)
    np.testing.assert_array_equal(weak.optimal_length, usual.optimal_length)


def test_factors_of_both_legs_and_of_one_multiply():
    muscles = build_muscles(strength={"GAS": 0.5, "right_GAS": 0.5})
    assert muscles.max_force[:, GAS].tolist() == [750.0, 375.0]


def test_muscles_at_rest_share_nothing():
    muscles = build_muscles()
    one, other = (muscles_at_rest(muscles, POSE) for _ in range(2))
    one.force[:] = -1.0
    assert other.force.min() >= 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"strength": {"SOLL": 0.5}},
            "no muscle is called 'SOLL'. Did you mean 'SOL'? Known: GAS, GLU, HAM,"
            " HFL, RF, SOL, TA, VAS, gastrocnemius, glutei, hamstrings, hip_flexors,"
            " rectus_femoris, soleus, tibialis_anterior, vasti. For one leg, put left_"
            " or right_ before a name.",
        ),
        (
            {"strength": {"left_soleu": 0.5}},
            "no muscle is called 'soleu'. Did you mean 'soleus'? Known: GAS, GLU, HAM,"
            " HFL, RF, SOL, TA, VAS, gastrocnemius, glutei, hamstrings, hip_flexors,"
            " rectus_femoris, soleus, tibialis_anterior, vasti. For one leg, put left_"
            " or right_ before a name.",
        ),
        (
            {"strength": {"SOL": 0.0}},
            "muscles: strength of SOL is 0; it must be above 0.",
        ),
        ({"height": -1.8}, "muscles: height is -1.8; it must be above 0."),
        ({"mass": float("nan")}, "muscles: mass is nan; it must be above 0."),
    ],
)
def test_wrong_input_is_refused(arguments, message):
    with pytest.raises(InputError) as error:
        build_muscles(**arguments)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("given", "short"),
    [
        ("SOL", "SOL"),
        ("sol", "SOL"),
        ("soleus", "SOL"),
        ("Soleus", "SOL"),
        ("left_soleus", "left_SOL"),
        ("left_SOL", "left_SOL"),
        ("right_tibialis_anterior", "right_TA"),
        ("tibialis anterior", "TA"),
        ("hip_flexors", "HFL"),
    ],
)
def test_a_muscle_has_a_short_and_a_full_name(given, short):
    assert muscle_name(given) == short


@pytest.mark.parametrize("given", ["", "left_", "SOL_left", "middle_SOL", "_SOL"])
def test_other_words_are_no_muscles(given):
    with pytest.raises(ValueError, match=r"^no muscle is called '"):
        muscle_name(given)


def test_all_ways_to_name_a_muscle_weaken_the_same_one():
    strengths = ({"SOL": 0.5}, {"soleus": 0.5}, {"left_soleus": 0.5, "right_SOL": 0.5})
    first, *others = (build_muscles(strength=each).max_force for each in strengths)
    assert first[:, SOL].tolist() == [2000.0, 2000.0]
    for force in others:
        np.testing.assert_array_equal(force, first)


def test_a_compliant_tendon_bears_f0_at_its_strain_and_leaves_paths_alone():
    stretchy = Tendon(strain=0.10, slack_length=0.2519)
    table = build_muscles(height=0.9)
    found = build_muscles(
        height=0.9, tendons={"soleus": stretchy, "left_GAS": Tendon()}
    )
    assert found.reference_strain[:, SOL].tolist() == [0.10, 0.10]
    assert found.slack_length[:, SOL] == pytest.approx([0.12595, 0.12595])
    np.testing.assert_array_equal(found.base_length, table.base_length)
    for name in ("reference_strain", "slack_length"):
        others = [np.delete(getattr(m, name), SOL, axis=1) for m in (found, table)]
        np.testing.assert_array_equal(*others)
    # Held at 30 degrees of dorsiflexion, SOL pulls as the curve says.
    state = muscles_at_rest(found, np.radians([[0.0, 0.0, -30.0]] * 2), 1.0)
    strain = (state.length - state.fiber_length) / found.slack_length - 1.0
    expected = found.max_force[LEFT, SOL] * (strain[LEFT, SOL] / 0.10) ** 2
    assert state.force[LEFT, SOL] > 0.3 * found.max_force[LEFT, SOL]
    assert state.force[LEFT, SOL] == pytest.approx(expected)
