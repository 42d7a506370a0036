"""A body of the user's own from height, mass and proportions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.characters.spec import MassFractions, Proportions
from gaitsmith.errors import InputError

HEIGHT, MASS = 1.9, 82.0

# How each proportion shows in the standing body [m]; all but the head's grow one for
# one with the proportion, whose shape ends a little above the vertex.
LENGTHS = {
    "ankle_height": lambda s: s.place("left_foot")[2],
    "shank": lambda s: s.place("left_shank")[2] - s.place("left_foot")[2],
    "thigh": lambda s: s.place("left_thigh")[2] - s.place("left_shank")[2],
    "pelvis": lambda s: s.place("torso")[2] - s.place("pelvis")[2],
    "torso": lambda s: s.place("head")[2] - s.place("torso")[2],
    "head": lambda s: s.top - s.place("head")[2],
    "upper_arm": lambda s: s.place("left_upper_arm")[2] - s.place("left_forearm")[2],
    "forearm": lambda s: 2.0 * shape_size(s, "left_forearm", 0)[1],
    "hand": lambda s: 2.0 * shape_size(s, "left_forearm", 1)[2],
    "shoulder_height": lambda s: s.place("left_upper_arm")[2] - s.place("torso")[2],
    "shoulder_half_width": lambda s: s.place("left_upper_arm")[1],
    "hip_half_width": lambda s: s.place("left_thigh")[1],
    "heel": lambda s: -s.character.points.offset[:, 0].min(),
    "ball": lambda s: s.place("left_toes")[0] - s.place("left_foot")[0],
    "toes": lambda s: 2.0 * shape_size(s, "left_toes", 0)[0],
    "foot_width": lambda s: 2.0 * shape_size(s, "left_toes", 0)[1],
}
STACKED = ("ankle_height", "shank", "thigh", "pelvis", "torso", "head")


def shape_size(stance: Any, body: str, number: int) -> np.ndarray:
    model = stance.character.model
    return model.geom_size[model.body(body).geomadr[0] + number]


def own(**values: Any) -> Character:
    return character_from_values(
        {"height": HEIGHT, "mass": MASS} | values, "own.toml", "own", Path()
    )


def complaint(**values: Any) -> str:
    with pytest.raises(InputError) as raised:
        own(**values)
    return str(raised.value)


def test_a_file_with_height_and_mass_is_a_character(tmp_path: Path, standing):
    file = tmp_path / "mine.toml"
    file.write_text("height = 1.9\nmass = 82\n", encoding="utf-8")
    character = load_character(file)
    stance = standing(character)
    assert character.name == "mine"
    assert character.mass == pytest.approx(82.0)
    assert stance.top - stance.soles[0] == pytest.approx(1.9, rel=0.01)
    assert character.model.nv == 36


def test_every_proportion_can_be_looked_at():
    assert set(LENGTHS) == set(Proportions.model_fields)


@pytest.mark.parametrize("proportion", LENGTHS)
def test_a_proportion_can_be_overridden(proportion: str, standing):
    before = getattr(Proportions(), proportion)
    changes = {proportion: before + 0.01}
    if proportion in STACKED:  # the stack must still add up
        other = "shank" if proportion == "thigh" else "thigh"
        changes[other] = getattr(Proportions(), other) - 0.01
    length = LENGTHS[proportion]
    usual, changed = standing(own()), standing(own(proportions=changes))
    growth = length(changed) - length(usual)
    assert growth == pytest.approx(0.01 * HEIGHT, rel=0.03)


def test_masses_can_be_overridden():
    usual = MassFractions()
    moved = {"head": usual.head + 0.02, "thigh": usual.thigh - 0.01}
    model = own(mass_fractions=moved).model
    assert model.body("head").mass[0] == pytest.approx(MASS * moved["head"])
    assert model.body("left_thigh").mass[0] == pytest.approx(MASS * moved["thigh"])
    assert np.sum(model.body_mass) == pytest.approx(MASS)


def test_ground_and_fall_height_can_be_overridden():
    character = own(ground={"friction": 0.3}, fallen_below=0.5)
    assert character.spec.ground.friction == 0.3
    assert character.spec.ground.stiffness == 75_000.0
    assert character.fallen_below == 0.5


def test_a_character_falls_at_three_quarters_of_its_standing_height():
    character = own()
    assert character.fallen_below == pytest.approx(0.75 * character.standing_com[2])


def test_a_character_can_be_rebuilt_from_what_is_stored():
    character = own(proportions={"upper_arm": 0.2}, ground={"friction": 0.3})
    values = self_contained(character)
    again = character_from_values(values, "again", "other", Path("elsewhere"))
    assert again.spec == character.spec
    assert again.model_xml == character.model_xml


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"mass": 0}, "own.toml: mass: 0 given; it must be at least 0.1."),
        ({"mass": -70.0}, "own.toml: mass: -70.0 given; it must be at least 0.1."),
        ({"mass": "70"}, 'own.toml: mass: "70" given; it must be a number.'),
        (
            {"mass": float("inf")},
            "own.toml: mass: inf given; it must be a finite number.",
        ),
        ({"height": 0.0}, "own.toml: height: 0.0 given; it must be at least 0.2."),
        (
            {"height": 180},
            "own.toml: height: 180 given; it must be at most 20. Did you mean 1.8 m?",
        ),
        (
            {"proportions": {"shank": -0.2}},
            "own.toml: proportions.shank: -0.2 given; it must be more than 0.",
        ),
        (
            {"proportions": {"shank": 0.3}},
            "own.toml: proportions: ankle_height + shank + thigh + pelvis + torso +"
            " head add up to 1.054 of the height; they must add up to 1.",
        ),
        (
            {"proportions": {"shoulder_height": 0.25}},
            "own.toml: proportions: shoulder_height 0.25 is above the neck joint; it"
            " must be at most the torso's 0.246.",
        ),
        (
            {"mass_fractions": {"head": 0.2}},
            "own.toml: mass_fractions: head + torso + pelvis + 2 x (all limbs) add up"
            " to 1.131 of the mass; they must add up to 1.",
        ),
        (
            {"mass_fractions": {"foot": 0}},
            "own.toml: mass_fractions.foot: 0 given; it must be more than 0.",
        ),
        (
            {"has_toes": "no"},
            'own.toml: has_toes: "no" given; it must be true or false.',
        ),
        (
            {"ground": {"friction": -1.0}},
            "own.toml: ground.friction: -1.0 given; it must be at least 0.",
        ),
        (
            {"ground": {"friction": float("nan")}},
            "own.toml: ground.friction: nan given; it must be at least 0.",
        ),
        (
            {"fallen_below": 1.5},
            "own.toml: fallen_below: 1.5 m is not below the centre of mass of the"
            " standing body, 1.079 m.",
        ),
        (
            {"kind": "humanoyd"},
            "own.toml: kind: no kind of character is called 'humanoyd'."
            " Did you mean 'humanoid'? Known: humanoid, mjcf, planar.",
        ),
        (
            {"kind": [3]},
            "own.toml: kind: no kind of character is called '[3]'."
            " Known: humanoid, mjcf, planar.",
        ),
    ],
)
def test_an_impossible_body_is_refused(values: dict[str, Any], expected: str):
    assert complaint(**values) == expected


def test_a_misspelt_key_is_refused_with_the_nearest_one():
    assert complaint(proportions={"shan": 0.25}).startswith(
        "own.toml: proportions.shan: no such key. Did you mean 'shank'? Known here: "
    )


def test_a_missing_key_is_named():
    with pytest.raises(InputError) as raised:
        character_from_values({"height": 1.8}, "own.toml", "own", Path())
    assert str(raised.value) == "own.toml: mass: this key is missing."


def test_without_height_and_mass_the_way_to_take_them_over_is_told():
    with pytest.raises(InputError) as raised:
        character_from_values({"name": "stocky"}, "own.toml", "own", Path())
    assert str(raised.value) == (
        'own.toml: height and mass are missing; give both, or based_on = "stocky" to'
        " take over what is not said."
    )


def test_a_character_is_based_on_a_file_that_is_based_on_another(tmp_path: Path):
    (tmp_path / "light.toml").write_text('based_on = "tall"\nmass = 60\n')
    (tmp_path / "short.toml").write_text('based_on = "light.toml"\nheight = 1.5\n')
    short: Any = load_character(tmp_path / "short.toml").spec
    assert (short.name, short.height, short.mass) == ("short", 1.5, 60.0)


def test_a_character_that_is_based_on_itself_is_refused(tmp_path: Path):
    path = tmp_path / "loop.toml"
    path.write_text('based_on = "loop.toml"\n')
    with pytest.raises(InputError, match=r"'loop\.toml' is based on itself"):
        load_character(path)


def test_an_unknown_character_is_refused_with_the_catalogue():
    with pytest.raises(InputError) as raised:
        load_character("stoky", "walk.toml: character")
    assert str(raised.value).startswith(
        "walk.toml: character: no character is called 'stoky'. Did you mean 'stocky'?"
        " Known: adult, adult_muscles, big_bird, geyer, "
    )


@pytest.fixture
def planar_values() -> dict[str, Any]:
    return self_contained(load_character("planar_biped"))


def test_a_planar_body_stands_on_the_lower_of_heel_and_toe(
    planar_values: dict[str, Any], standing
):
    planar_values["foot"]["toe"] = [0.12, -0.06]
    character = character_from_values(planar_values, "own.toml", "own", Path())
    soles = standing(character).soles
    assert soles[0] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("table", "key", "value", "expected"),
    [
        (
            "thigh",
            "length",
            -0.45,
            "own.toml: thigh.length: -0.45 given; it must be more than 0.",
        ),
        ("torso", "mass", 0, "own.toml: torso.mass: 0 given; it must be more than 0."),
        (
            "foot",
            "heel",
            [0.2, -0.04],
            "own.toml: foot: the heel at 0.2 m must be behind the toe at 0.12 m.",
        ),
        (
            None,
            "knee_range",
            [3.0, 0.02],
            "own.toml: knee_range: [3.0, 0.02] given; the lower end must come first.",
        ),
    ],
)
def test_an_impossible_planar_body_is_refused(
    table: str | None,
    key: str,
    value: Any,
    expected: str,
    planar_values: dict[str, Any],
):
    (planar_values[table] if table else planar_values)[key] = value
    with pytest.raises(InputError) as raised:
        character_from_values(planar_values, "own.toml", "own", Path())
    assert str(raised.value) == expected


def test_a_planar_body_without_a_foot_is_refused(planar_values: dict[str, Any]):
    del planar_values["foot"]
    with pytest.raises(InputError, match=r"^own\.toml: foot: this key is missing\.$"):
        character_from_values(planar_values, "own.toml", "own", Path())
