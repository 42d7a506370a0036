"""Bodies of persons: proportions by age, masses, and what no person is."""

import math

import pytest

from gaitsmith.characters.character import (
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.characters.spec import MassFractions, Proportions
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.parameters import Parameter, ParameterSpace
from gaitsmith.subjects.growth import leg_length, mass_fractions, proportions, strength
from gaitsmith.subjects.similarity import similar_values
from gaitsmith.subjects.subject import USUAL_LEG, Subject, body_of


@pytest.fixture(scope="module")
def person():
    return self_contained(load_character("person"))


def test_grown_people_have_the_proportions_of_the_shipped_walkers():
    assert proportions(30.0).model_dump() == pytest.approx(Proportions().model_dump())
    assert mass_fractions(30.0).model_dump() == pytest.approx(
        MassFractions().model_dump()
    )


def test_children_have_large_heads_and_short_legs():
    legs = [leg_length(proportions(age)) for age in (4, 6, 9, 12, 18)]
    heads = [mass_fractions(age).head for age in (4, 6, 9, 12, 18)]
    thighs = [mass_fractions(age).thigh for age in (4, 6, 9, 12, 18)]
    assert legs == sorted(legs)
    assert heads == sorted(heads, reverse=True)
    assert thighs == sorted(thighs)
    assert mass_fractions(6).head == pytest.approx(0.169, abs=0.001)  # of 20 kg: 3.4 kg


@pytest.mark.parametrize("age", [4, 6, 9, 12, 15, 18, 70])
@pytest.mark.parametrize("sex", ["female", "male"])
def test_lengths_and_masses_add_up(age, sex):
    proportions(age).model_validate(proportions(age).model_dump())
    mass_fractions(age, sex).model_validate(mass_fractions(age, sex).model_dump())


def test_strength_falls_by_three_tenths_to_the_age_of_70():
    assert strength(30.0) == 1.0
    assert strength(70.0) == pytest.approx(0.7)


def test_a_child_is_built_with_its_mass_legs_and_muscles(person):
    child = Subject(height=1.34, mass=29.0, age=9.0, strength={"left_soleus": 0.4})
    body = body_of(child, person)
    built = character_from_values(body, "child", "child", None)
    assert built.mass == pytest.approx(29.0, rel=5e-3)
    assert child.leg / 1.34 < 0.525 < USUAL_LEG / 1.80
    assert body["muscles"]["strength"] == {"left_SOL": 0.4}
    # Under its own weight the sole gives way by the same share of the leg.
    give = [29.0 / body["ground"]["stiffness"] / child.leg, 70.0 / 37500.0 / USUAL_LEG]
    assert give[0] == pytest.approx(give[1])


def test_a_load_is_in_the_trunk_and_the_muscles_do_not_know_it(person):
    bare = body_of(Subject(height=1.8, mass=70.0), person)
    packed = body_of(Subject(height=1.8, mass=70.0, load=14.0), person)
    thigh = [b["mass"] * b["mass_fractions"]["thigh"] for b in (bare, packed)]
    torso = [b["mass"] * b["mass_fractions"]["torso"] for b in (bare, packed)]
    assert thigh[0] == pytest.approx(thigh[1])
    assert torso[1] - torso[0] == pytest.approx(14.0)
    assert packed["muscles"]["mass"] == 70.0


def test_usual_speed_is_that_of_adults_by_the_root_of_the_leg():
    child = Subject(height=1.2, mass=22.0, age=6.0)
    assert Subject(height=1.8, mass=70.0).wanted_speed == pytest.approx(1.25)
    assert child.wanted_speed == pytest.approx(1.25 * math.sqrt(child.leg / USUAL_LEG))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"height": 17.2}, "height: 17.2 given; it must be at most 2.3"),
        (
            {"mass": 20.0},
            "20 kg at 1.72 m make 7 kg/m2; people of this height weigh 30",
        ),
        ({"age": 6.0}, "1.72 m at the age of 6; children of this age are 0.90 to 1.27"),
        ({"height": 1.1, "mass": 19.0}, "for a child of this height give its age"),
        ({"strength": {"left_solius": 0.4}}, "Did you mean 'soleus'"),
        ({"strength": {"soleus": 0.0}}, "it must be at least 0.05"),
        ({"sex": "man"}, "sex"),
    ],
)
def test_what_no_person_is_is_refused_in_a_sentence(asked, words):
    with pytest.raises(InputError) as error:
        declare(Subject, {"height": 1.72, "mass": 63.0, **asked}, "subject")
    assert words in str(error.value)


def test_values_grow_with_leg_and_mass_by_their_unit():
    units = {"a": "m/s", "b": "N m/rad", "c": "", "d": "rad s/m", "e": "s/rad"}
    space = ParameterSpace(
        tuple(Parameter(name, unit, 0.0, 1.0, "") for name, unit in units.items())
    )
    found = similar_values(dict.fromkeys("abcde", 1.0), space, 0.25, 0.5)
    expected = {"a": 0.5, "b": 0.125, "c": 1.0, "d": 2.0, "e": 0.5}
    assert found == pytest.approx(expected)
