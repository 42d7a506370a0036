"""Laws with reflexes ask for a body with muscles."""

import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import make_controller
from gaitsmith.errors import InputError


@pytest.mark.parametrize(
    ("law", "body"), [("reflexes", "adult"), ("geyer", "planar_biped")]
)
def test_a_body_without_muscles_is_refused(law, body, make_experiment):
    sentence = (
        f"controller: law '{law}' excites muscles, and character '{body}' declares"
        " none; choose one that does, such as 'adult_muscles' or 'geyer', or give it"
        " the table [character.muscles]."
    )
    with pytest.raises(InputError) as raised:
        make_controller(load_character(body), law, gait="walk")
    assert str(raised.value) == sentence
    with pytest.raises(InputError) as raised:
        make_experiment(character=body, controller={"law": law, "gait": "walk"})
    assert str(raised.value) == f"tiny.toml: {sentence}"


def test_given_the_table_the_same_body_will_do(with_muscles):
    for law, body in (("reflexes", "adult"), ("geyer", "planar_biped")):
        controller = make_controller(with_muscles(body), law, gait="walk")
        assert controller.drive(controller.space.initial_values()).law


@pytest.mark.parametrize(
    ("body", "words"),
    [("simpleton", "has no left ankle; leave the table out.")],
)
def test_muscles_on_legs_without_their_joints_are_refused(body, words, make_experiment):
    with pytest.raises(InputError) as raised:
        make_experiment(character={"based_on": body, "muscles": {}})
    assert str(raised.value) == (
        "tiny.toml: character.muscles: muscles need hips, knees and ankles, and"
        f" character '{body}' {words}"
    )
