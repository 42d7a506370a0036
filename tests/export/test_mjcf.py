"""The body for plain MuJoCo, and back again as an own model."""

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
)
from gaitsmith.characters.contact_points import point_places
from gaitsmith.characters.humanoid import humanoid_roles
from gaitsmith.characters.planar import planar_roles
from gaitsmith.export.mjcf import model_text

CATALOGUE = ("stocky", "simbicon", "planar_biped")


def loaded(character: Character, folder: Path) -> mujoco.MjModel:
    path = folder / "body.xml"
    path.write_text(model_text(character), encoding="utf-8")
    return mujoco.MjModel.from_xml_path(str(path))


def joint_names(model: mujoco.MjModel) -> list[str]:
    return [model.joint(number).name for number in range(model.njnt)]


@pytest.mark.parametrize("name", CATALOGUE)
def test_plain_mujoco_loads_the_same_body(name: str, tmp_path: Path):
    character = load_character(name)
    ours, theirs = character.model, loaded(character, tmp_path)
    assert joint_names(theirs) == joint_names(ours)
    for field in ("jnt_qposadr", "jnt_dofadr", "body_parentid", "jnt_limited"):
        assert np.array_equal(getattr(theirs, field), getattr(ours, field)), field
    for field in (
        "body_mass", "body_inertia", "body_ipos", "body_pos", "qpos0", "jnt_axis",
        "jnt_range", "dof_armature",
    ):  # fmt: skip
        wanted = pytest.approx(getattr(ours, field), rel=1e-4, abs=1e-6)
        assert getattr(theirs, field) == wanted, field
    assert list(theirs.opt.gravity) == [0.0, 0.0, -9.81]
    assert [theirs.actuator(i).name for i in range(theirs.nu)] == [
        hinge.name for hinge in character.roles.hinges
    ]


@pytest.mark.parametrize("name", CATALOGUE)
def test_it_stands_on_the_floor_when_its_motors_hold_the_pose(
    name: str, tmp_path: Path
):
    character = load_character(name)
    model = loaded(character, tmp_path)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert point_places(character.points, data)[:, 2].min() == pytest.approx(
        0, abs=1e-4
    )
    height = data.subtree_com[1, 2]
    positions = [hinge.position for hinge in character.roles.hinges]
    axes = [hinge.axis for hinge in character.roles.hinges]
    model.opt.timestep = 0.001
    for _ in range(300):
        data.ctrl[:] = -500.0 * data.qpos[positions] - 5.0 * data.qvel[axes]
        mujoco.mj_step(model, data)
        bodies = model.geom_bodyid[data.contact.geom]
        assert np.all(bodies.min(axis=1) == 0)  # the floor only, never itself
    assert data.ncon > 0
    assert data.subtree_com[1, 2] == pytest.approx(height, abs=0.02)


def as_own_model(xml: str, roles: Any, folder: Path) -> Character:
    import tomli_w

    (folder / "body.xml").write_text(xml, encoding="utf-8")
    file = folder / "again.toml"
    values = {"model_file": "body.xml", "roles": roles.model_dump(exclude_none=True)}
    file.write_text(tomli_w.dumps(values), encoding="utf-8")
    return load_character(file)


@pytest.mark.parametrize("name", CATALOGUE)
def test_read_back_as_an_own_model_it_is_the_same_character(name: str, tmp_path: Path):
    character = load_character(name)
    planar = character.is_planar
    roles = planar_roles() if planar else humanoid_roles(character.spec)  # type: ignore
    again = as_own_model(model_text(character), roles, tmp_path)
    assert again.mass == pytest.approx(character.mass, rel=1e-9)
    assert again.standing_com == pytest.approx(character.standing_com, abs=1e-6)
    for field in ("body", "side", "is_heel", "is_toe", "is_toe_top"):
        ours, theirs = (getattr(who.points, field) for who in (character, again))
        assert np.array_equal(ours, theirs), field
    for field in ("offset", "radius"):
        ours, theirs = (getattr(who.points, field) for who in (character, again))
        assert theirs == pytest.approx(ours, abs=1e-6), field
    for ours, theirs in zip(character.roles.hinges, again.roles.hinges, strict=True):
        assert (theirs.role, theirs.axis) == (ours.role, ours.axis)
        assert theirs.range == pytest.approx(ours.range)
    # Bodies have their inertia written out, so that no shape has a mass of its own.
    assert model_text(again).replace(' mass="0"', "") == model_text(character)


def own(own_model: Any, xml: str) -> Character:
    values = {"model_xml": xml, "roles": own_model.roles}
    return character_from_values(values, "own.toml", "own", Path())


def test_an_own_model_that_hangs_in_the_air_is_exported_on_the_ground(
    own_model, tmp_path: Path
):
    xml = own_model.xml.replace('pos="0 0 1"', 'pos="0 0 5"')
    xml = xml.replace(
        "<mujoco>",
        '<mujoco><option gravity="0 0 -1"><flag contact="disable"/></option>',
    )
    character = own(own_model, xml)
    model = loaded(character, tmp_path)
    assert model.qpos0 == pytest.approx(character.model.qpos0, abs=1e-6)
    assert model.opt.gravity[2] == -9.81
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert point_places(character.points, data)[:, 2].min() == pytest.approx(
        0, abs=1e-6
    )
    for _ in range(20):
        mujoco.mj_step(model, data)
    assert data.ncon > 0


def test_an_own_floor_and_own_motors_give_way_to_ours(own_model, tmp_path: Path):
    floor = '<worldbody><geom name="floor" type="plane" pos="0 0 -3" size="1 1 1"/>'
    motor = '<actuator><motor name="push" joint="left_hip" gear="9"/></actuator>'
    xml = own_model.xml.replace("<worldbody>", floor)
    xml = xml.replace("</mujoco>", f"{motor}</mujoco>")
    character = own(own_model, xml)
    model = loaded(character, tmp_path)
    is_plane = model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE
    assert np.count_nonzero(is_plane) == 1
    assert model.geom_pos[is_plane, 2] == [0.0]
    names = [model.actuator(i).name for i in range(model.nu)]
    assert names == [hinge.name for hinge in character.roles.hinges]


def test_joints_without_a_name_do_without_a_motor(own_model, tmp_path: Path):
    tail = """<body pos="-0.1 0 0.1"><joint axis="0 1 0"/>
        <geom type="sphere" size="0.05" mass="1"/></body></body>
  </worldbody>"""
    xml = own_model.xml.replace("</body>\n  </worldbody>", tail)
    character = own(own_model, xml)
    model = loaded(character, tmp_path)
    assert model.nu == len(character.roles.hinges) - 1 == 6
