"""A body of the user's own as an MJCF file, with roles."""

from pathlib import Path
from typing import Any

import pytest
import tomli_w

from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.errors import InputError

PLANAR_ROOT = (
    '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>'
    '<joint type="hinge" axis="0 1 0"/>'
)
FOOT_SHAPE = '<geom type="box" pos="0.05 0 -0.05" size="0.1 0.04 0.05" mass="1"/>'


def build(xml: str, roles: dict[str, Any], **values: Any) -> Character:
    values |= {"model_xml": xml, "roles": roles}
    return character_from_values(values, "own.toml", "own", Path())


def complaint(xml: str, roles: dict[str, Any], **values: Any) -> str:
    with pytest.raises(InputError) as raised:
        build(xml, roles, **values)
    return str(raised.value)


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def test_a_file_names_a_model_file_beside_it(own_model, tmp_path: Path):
    (tmp_path / "body.xml").write_text(own_model.xml, encoding="utf-8")
    values = {"model_file": "body.xml", "roles": own_model.roles, "mass": 48.0}
    (tmp_path / "mine.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    character = load_character(tmp_path / "mine.toml")
    assert character.name == "mine"
    assert character.mass == pytest.approx(own_model.mass)
    assert character.model.nv == 12
    assert not character.is_planar


def test_roles_become_addresses(own_model):
    character = build(own_model.xml, own_model.roles)
    left, right = character.roles.legs
    assert left.knee.name == "left_knee"
    assert left.hip[0].range == pytest.approx((-1.5708, 0.7854), abs=1e-4)
    assert character.body_name(right.foot) == "right_foot"
    assert character.body_name(character.roles.trunk) == "hips"
    assert len(character.roles.hinges) == 6


def test_a_root_of_two_slides_and_a_hinge_lives_in_the_plane(own_model):
    xml = replaced(own_model.xml, "<freejoint/>", PLANAR_ROOT)
    assert build(xml, own_model.roles).is_planar


@pytest.mark.parametrize("height", [0.0, 0.7, 3.0])
@pytest.mark.parametrize("root", ["<freejoint/>", PLANAR_ROOT])
def test_a_model_is_put_on_the_ground_wherever_its_file_puts_it(
    height: float, root: str, own_model, standing
):
    xml = replaced(own_model.xml, 'pos="0 0 1"', f'pos="0 0 {height}"')
    character = build(replaced(xml, "<freejoint/>", root), own_model.roles)
    stance = standing(character)
    assert stance.soles[0] == pytest.approx(0.0, abs=1e-9)
    assert stance.place("hips")[2] == pytest.approx(1.0)
    assert character.fallen_below == pytest.approx(0.75 * character.standing_com[2])


def test_what_is_stored_builds_the_same_bits(own_model, tmp_path: Path):
    xml = replaced(own_model.xml, 'mass="5"', 'mass="5.123456789012345"')
    xml = replaced(xml, "-0.45", "-0.4512345678901")
    (tmp_path / "body.xml").write_text(xml, encoding="utf-8")
    values = {"model_file": "body.xml", "roles": own_model.roles}
    character = character_from_values(values, "own.toml", "own", tmp_path)
    stored = self_contained(character)
    again = character_from_values(stored, "again", "own", Path("elsewhere"))
    for field in ("body_mass", "body_pos", "body_inertia", "geom_pos", "qpos0"):
        ours, theirs = (getattr(c.model, field) for c in (character, again))
        assert ours.tobytes() == theirs.tobytes(), field
    assert self_contained(again) == stored


@pytest.mark.parametrize(
    ("role", "value", "expected"),
    [
        (
            "left.ankle",
            ["left_ankl"],
            "roles.left.ankle: the model has no joint 'left_ankl'. Its joints:"
            " left_hip, left_knee, left_ankle, right_hip, right_knee, right_ankle.",
        ),
        (
            "pelvis",
            "pelvis",
            "roles.pelvis: the model has no body 'pelvis'. Its bodies: hips,"
            " left_thigh, left_shank, left_foot, right_thigh, right_shank, right_foot.",
        ),
        ("pelvis", "world", "roles.pelvis: the model has no body 'world'."),
        ("head", "head", "roles.head: the model has no body 'head'."),
        ("trunk", "chest", "roles.trunk: the model has no body 'chest'."),
        ("right.toe", "toe", "roles.right.toe: the model has no joint 'toe'."),
        (
            "pelvis",
            "left_thigh",
            "roles.left.hip: joint 'left_hip' is not below 'left_thigh'; a leg goes"
            " from the pelvis down: hip, knee, ankle, toe.",
        ),
        (
            "left.hip",
            [],
            "roles.left.hip: 0 hinges given; it has 1 (y), 2 (y, x) or 3 (y, x, z).",
        ),
        (
            "left.ankle",
            ["left_ankle", "left_knee", "left_hip"],
            "roles.left.ankle: 3 hinges given; it has none, 1 (y) or 2 (y, x).",
        ),
        (
            "left.hip",
            "left_hip",
            'roles.left.hip: "left_hip" given; it must be a list.',
        ),
        (
            "left.knee",
            "left_hip",
            "roles.left.knee: joint 'left_hip' is not below 'left_thigh'; a leg goes"
            " from the pelvis down: hip, knee, ankle, toe.",
        ),
        (
            "left.ankle",
            ["right_ankle"],
            "roles.left.ankle: joint 'right_ankle' is not below 'left_shank'; a leg",
        ),
        (
            "right",
            {"hip": ["left_hip"], "knee": "left_knee", "ankle": ["left_ankle"]},
            "roles.right.hip: joint 'left_hip' is the left leg's; each leg needs its"
            " own joints.",
        ),
    ],
)
def test_a_role_that_the_model_cannot_play_is_refused(
    role: str, value: Any, expected: str, own_model
):
    message = complaint(own_model.xml, own_model.with_role(role, value))
    assert message.startswith(f"own.toml: {expected}")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            '"left_knee" axis="0 1 0"',
            '"left_knee" axis="1 0 0"',
            "roles.left.knee: joint 'left_knee' turns about [1.0, 0.0, 0.0]; it must"
            " turn about the world's y axis [0.0, 1.0, 0.0] (x forward, y left, z up).",
        ),
        (
            '"left_knee" axis="0 1 0"',
            '"left_knee" type="slide" axis="0 1 0"',
            "the model has what cannot be simulated: slides below the root (1); remove",
        ),
        (
            FOOT_SHAPE,
            '<geom type="ellipsoid" size="0.1 0.04 0.05" mass="1"/>',
            "the foot body 'left_foot' has a ellipsoid; feet stand on boxes, spheres",
        ),
        (
            FOOT_SHAPE,
            FOOT_SHAPE.replace("/>", ' contype="0"/>'),
            "the foot body 'left_foot' has no box, sphere or capsule to stand on; give"
            " it one with contype 1.",
        ),
        ('mass="5"', 'mass="-5"', "this body cannot be built: Error: mass, inertia or"),
        (
            'size="0.05"',
            'size="-0.05"',
            "this body cannot be built: Error: size 0 must",
        ),
        ("<freejoint/>", "", "the root 'hips' cannot move freely; give it a freejoint"),
        (
            "<freejoint/>",
            '<joint type="slide" axis="1 0 0"/>',
            "the root 'hips' cannot move freely; give it a freejoint, or, to stay in",
        ),
        (
            "</worldbody>",
            '<body><freejoint/><geom size="0.1"/></body></worldbody>',
            "the model has what cannot be simulated: moving bodies beside the",
        ),
        (
            "</worldbody>",
            '</worldbody><equality><joint joint1="left_knee"/></equality>',
            "the model has what cannot be simulated: equality constraints (1); remove",
        ),
        (
            "<worldbody>",
            '<asset><mesh name="m" file="skull.stl"/></asset><worldbody>',
            "model_xml: a stored model must be complete in itself, but this one has"
            " 'file'.",
        ),
        (
            "<worldbody>",
            '<include file="secret.xml"/><worldbody>',
            "model_xml: a stored model must be complete in itself, but this one has"
            " 'include'.",
        ),
        ("<mujoco>", "<mujoko>", "model_xml: XML"),
    ],
)
def test_a_model_that_cannot_be_simulated_is_refused(
    old: str, new: str, expected: str, own_model
):
    xml = replaced(own_model.xml, old, new)
    assert complaint(xml, own_model.roles).startswith(f"own.toml: {expected}")


def test_masses_must_add_up_to_what_is_declared(own_model):
    assert complaint(own_model.xml, own_model.roles, mass=50.0) == (
        "own.toml: mass: 50.0 kg declared, but the masses of the model add up to 48 kg."
    )


def test_a_model_file_that_does_not_exist(own_model, tmp_path: Path):
    values = {"model_file": "no.xml", "roles": own_model.roles}
    with pytest.raises(
        InputError, match=r"^own\.toml: model_file: .*no\.xml: there is"
    ):
        character_from_values(values, "own.toml", "own", tmp_path)


def test_a_model_file_that_needs_files_that_are_not_there(own_model, tmp_path: Path):
    asset = '<asset><mesh name="m" file="skull.stl"/></asset><worldbody>'
    xml = replaced(own_model.xml, "<worldbody>", asset)
    (tmp_path / "body.xml").write_text(xml, encoding="utf-8")
    values = {"model_file": "body.xml", "roles": own_model.roles}
    with pytest.raises(InputError, match=r"Error opening file.*skull\.stl"):
        character_from_values(values, "own.toml", "own", tmp_path)


def test_a_model_is_given_once(own_model):
    message = complaint(own_model.xml, own_model.roles, model_file="body.xml")
    assert message == "own.toml: give model_file, the path of an MJCF file."


def test_a_model_nested_without_end_is_refused(own_model):
    depth = 20_000
    nested = "<body>" * depth + "</body>" * depth
    xml = f"<mujoco><worldbody>{nested}</worldbody></mujoco>"
    assert complaint(xml, own_model.roles).startswith("own.toml: model_xml: XML parse")


def test_an_unknown_body_is_refused_with_those_that_exist(own_model):
    character = build(own_model.xml, own_model.roles)
    with pytest.raises(InputError) as raised:
        character.body_index("left_tigh", "pushes")
    assert str(raised.value).startswith(
        "pushes: no body is called 'left_tigh'. Did you mean 'left_thigh'? Known: hips"
    )
