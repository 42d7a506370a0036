"""Legs that differ: nerves, tone, reflexes, and parameters that may."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import build_controller, declaration_of
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RF, RIGHT, SOL


@pytest.fixture(scope="module")
def adult():
    return load_character("adult_muscles")


@pytest.fixture(scope="module")
def made(adult):
    def make(law="reflexes", **table):
        table = {"law": law, "gait": "walk", **table}
        return build_controller(adult, table, "controller", None)

    return make


@pytest.fixture(scope="module", params=["reflexes", "push_off_reflexes"])
def pair(request, made):
    return made(request.param), made(request.param, sides="free")


def flat(law):
    for value in law:
        yield from flat(value) if hasattr(value, "_fields") else [np.asarray(value)]


def test_legs_that_may_differ_begin_equal(pair):
    equal, free = (c.drive(c.space.initial_values()).law for c in pair)
    for one, other in zip(flat(equal), flat(free), strict=True):
        np.testing.assert_array_equal(one, other)


def test_each_parameter_of_a_leg_gets_a_companion_and_no_other(pair):
    equal, free = ({p.name for p in c.space.parameters} for c in pair)
    more = {name.removeprefix("difference.") for name in free - equal}
    assert equal < free
    assert more == {
        name
        for name in equal
        if name.startswith(("stance.", "swing.", "initiation.", "preparation."))
        or name.removeprefix("target.")
        in ("pelvis_x", "swing_hip_x", "swing_hip_z", "stance_foot_x", "swing_foot_x")
    }


def test_a_difference_is_the_lefts_less_the_rights(made):
    free = made(sides="free")
    values = free.space.initial_values() | {"difference.stance.sol_force": 0.5}
    gain = free.drive(values).law.gains.sol_force
    assert gain.mean() == pytest.approx(values["stance.sol_force"])
    assert gain[LEFT] - gain[RIGHT] == pytest.approx(0.5)


def test_a_leg_stays_within_the_bounds_of_its_parameter(made):
    free = made(sides="free")
    values = free.space.initial_values() | {"difference.swing.rf": 3.0}
    swing = free.drive(values).law.gains.swing
    assert swing[:, RF].tolist() == [1.0, 0.01]


def test_nerves_tone_and_reflexes_are_one_legs_own(made):
    usual = made().drive(made().space.initial_values()).law
    spastic = made(
        slower={"left": 1.5}, tone={"right_RF": 0.1}, reflex_gains={"left_soleus": 2.0}
    )
    law = spastic.drive(spastic.space.initial_values()).law
    np.testing.assert_allclose(law.delays, [[0.03, 0.015, 0.0075], [0.02, 0.01, 0.005]])
    assert law.contact_delay.tolist() == pytest.approx([0.015, 0.010])
    assert (law.gains.swing - usual.gains.swing)[:, RF].tolist() == [0.0, 0.1]
    assert (law.gains.stance - usual.gains.stance)[:, SOL].tolist() == [0.0, 0.0]
    assert (law.gains.sol_force / usual.gains.sol_force).tolist() == [2.0, 1.0]


def test_what_was_said_of_the_legs_is_stored_and_nothing_of_equal_ones(made):
    assert set(declaration_of(made())) == {"law", "gait", "delays"}
    table = {"sides": "free", "tone": {"left_SOL": 0.1}, "slower": {"right": 2.0}}
    again = made(**declaration_of(made(**table)))
    assert declaration_of(again).items() >= table.items()


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"sides": "both"}, "sides"),
        ({"slower": {"lefft": 2.0}}, "Did you mean 'left'"),
        ({"tone": {"left_solius": 0.1}}, "Did you mean 'soleus'"),
        ({"tone": {"left_soleus": 3.0}}, "at most 1"),
        ({"reflex_gains": {"rectus_femoris": 2.0}}, "no reflex of its own"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(made, table, words):
    with pytest.raises(InputError) as error:
        made(**table)
    assert words in str(error.value)


def test_a_short_and_stiff_muscle_pulls_unasked_and_one_too_short_cannot_stand():
    from gaitsmith.actuators.muscle_model import muscles_of
    from gaitsmith.actuators.muscle_table import Contracture, build_muscles
    from gaitsmith.characters.character import character_from_values

    table = {"left_hamstrings": Contracture(length=0.9, passive_strain=0.3)}
    muscles = build_muscles(contractures=table)
    usual = build_muscles()
    ham = 4
    assert (muscles.slack_length / usual.slack_length)[
        :, ham
    ].tolist() == pytest.approx([0.9, 1.0])
    assert muscles.passive_strain[:, ham].tolist() == [0.3, 0.56]
    body = {
        "based_on": "adult_muscles",
        "muscles": {"contractures": {"soleus": {"length": 0.8, "passive_strain": 0.1}}},
    }
    character = character_from_values(body, "tight", "tight", None)
    with pytest.raises(InputError, match=r"contractures\.SOL: with so short a muscle"):
        muscles_of(character, "tight")
