"""Devices as a body's tables: what they may say, loads, and what holds from above."""

from pathlib import Path

import mujoco
import numpy as np
import pytest

from gaitsmith.changes import apply_change
from gaitsmith.characters.character import (
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.characters.devices import device_files, read_devices, supports_of
from gaitsmith.errors import InputError
from gaitsmith.simulation.setting import Setting, build_world

SPRING = {"kind": "spring", "joint": "ankle", "stiffness": 100.0}
MASS = {"kind": "mass", "body": "foot", "mass": 2.0}


def wearing(devices, body="planar_biped"):
    values = {"based_on": body, "devices": devices}
    return character_from_values(values, "worn.toml", body, Path())


def refusal(devices, body="planar_biped"):
    with pytest.raises(InputError) as caught:
        wearing(devices, body)
    return str(caught.value)


@pytest.mark.parametrize("name", device_files())
def test_every_device_that_ships_can_be_worn(name):
    person = load_character("person")
    worn = character_from_values(
        {"based_on": "person", "devices": read_devices(name)}, name, name, Path()
    )
    changes = worn.on_joints, worn.carried_mass > 1e-9, supports_of(worn)
    assert any(changes)
    assert worn.mass == person.mass
    assert self_contained(worn)["devices"].keys() == read_devices(name).keys()


@pytest.mark.parametrize(
    ("devices", "words"),
    [
        (
            {"s": SPRING | {"joint": "ankel"}},
            "worn.toml: devices.s.joint: no joint is called 'ankel'. Did you mean"
            " 'ankle'?",
        ),
        (
            {"s": SPRING | {"stiffness": -5.0}},
            "worn.toml: devices.s.stiffness: -5.0 given; it must be at least 0.",
        ),
        (
            {"s": MASS | {"mass": 200.0, "body": "trunk"}},
            "worn.toml: devices: loads of 200 kg on a body of 90 kg; give at most its"
            " own mass.",
        ),
        (
            {
                "m": {
                    "kind": "torque_profile",
                    "joint": "ankle",
                    "torque": 10.0,
                    "points": [[0, 0.3], [50, 1], [100, 0]],
                }
            },
            "worn.toml: devices.m.points: the curve does not close: it is 0.3 at 0 %"
            " and 0 at 100 %; give both ends the same share.",
        ),
        (
            {f"s{number}": SPRING for number in range(100)},
            "worn.toml: devices: 100 of them; a body wears at most 20.",
        ),
        (
            {"s": SPRING | {"kind": "sprng"}},
            "worn.toml: devices.s.kind: no kind of device is called 'sprng'. Did you"
            " mean 'spring'?",
        ),
        (
            {"s": MASS | {"body": "foott"}},
            "worn.toml: devices.s.body: no body is called 'foott'. Did you mean"
            " 'foot'?",
        ),
        (
            {"s": SPRING | {"free": ["stiffness"]}},
            "stiffness is free and has no bounds; add, for example, bounds ="
            " { stiffness = [0.0, 400.0] }.",
        ),
        (
            {"s": SPRING | {"bounds": {"stiffness": [-5, 400]}}},
            "worn.toml: devices.s.stiffness: -5.0 given; it must be at least 0.",
        ),
        (
            {
                "s": SPRING
                | {"bounds": {"stiffness": [150, 400]}, "free": ["stiffness"]}
            },
            "worn.toml: devices.s.stiffness: 100 is outside of its bounds 150 to 400.",
        ),
        (
            {"s": {"kind": "body_weight_support", "share": 1.5}},
            "worn.toml: devices.s.share: 1.5 given; it must be at most 0.95.",
        ),
        ({"s": 3}, 'worn.toml: devices.s: give a table, such as kind = "spring".'),
    ],
)
def test_what_cannot_be_worn_is_refused_in_a_sentence(devices, words):
    assert words in refusal(devices)


def test_what_goes_by_steps_needs_a_leg():
    back = {"kind": "clutched_spring", "joint": "back_y", "stiffness": 50.0}
    assert "'back_y' is no leg's joint" in refusal({"s": back}, "adult")
    corset = SPRING | {"joint": "back_y", "replaces": ["soleus"]}
    assert "replaces names a leg's" in refusal({"s": corset}, "adult")


def test_a_load_moves_mass_and_inertia_as_two_bodies_would():
    plain = load_character("planar_biped")
    place = (0.1, 0.0, -0.05)
    loaded = wearing({"m": MASS | {"side": "left", "place": place}})
    foot = plain.roles.legs[0].foot
    model, own = loaded.model, plain.model
    assert loaded.carried_mass == pytest.approx(2.0)
    assert model.body_mass[foot] == pytest.approx(own.body_mass[foot] + 2.0)
    moved = 2.0 / model.body_mass[foot] * np.array(place)
    assert model.body_ipos[foot] - own.body_ipos[foot] == pytest.approx(moved)
    # About y: both own moments, and the reduced mass at their distance.
    reduced = 2.0 * own.body_mass[foot] / model.body_mass[foot]
    ball = 0.4 * 2.0 * (0.75 * 2.0 / (np.pi * 8000.0)) ** (2.0 / 3.0)
    expected = inertia(own, foot)[1, 1] + ball + reduced * (0.1**2 + 0.05**2)
    assert inertia(model, foot)[1, 1] == pytest.approx(expected)
    assert loaded.standing_com == pytest.approx(plain.standing_com)
    assert model.body_subtreemass[1] == pytest.approx(np.sum(model.body_mass))


def inertia(model, body):
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.body_iquat[body])
    axes = turn.reshape(3, 3)
    return axes @ np.diag(model.body_inertia[body]) @ axes.T


def test_loads_on_both_sides_mirror_each_other():
    loaded = wearing(
        {"m": MASS | {"body": "shank", "place": (0.0, 0.03, 0.0)}}, "adult"
    )
    plain = load_character("adult")
    left, right = (leg.knee.body for leg in loaded.roles.legs if leg.knee)
    shifts = loaded.model.body_ipos - plain.model.body_ipos
    assert shifts[left, 1] == pytest.approx(-shifts[right, 1])
    assert shifts[left, 1] > 0.0


def test_a_device_in_steps_of_other_commands_is_a_change():
    values = {"character": "planar_biped"}
    apply_change(values, "device=ankle_exoskeleton")
    apply_change(values, "character.devices.ankle_spring.stiffness=90.0")
    apply_change(values, "device=backpack")
    devices = values["character"]["devices"]
    assert values["character"]["based_on"] == "planar_biped"
    assert list(devices) == ["ankle_spring", "ankle_frame", "backpack"]
    assert devices["ankle_spring"]["stiffness"] == 90.0
    with pytest.raises(InputError, match="Did you mean 'backpack'"):
        apply_change(values, "device=bakpack")


def test_a_device_file_of_ones_own_is_read_and_checked(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[devices.a]\nkind = "spring"\njoint = "knee"\nstiffness = 20.0\n')
    assert read_devices(str(file))["a"]["stiffness"] == 20.0
    file.write_text("[muscles]\nmodel = 'hill'\n")
    with pytest.raises(InputError, match="give a description and tables"):
        read_devices(str(file))


def test_a_body_without_devices_says_nothing_of_them():
    character = load_character("planar_biped")
    assert "devices" not in self_contained(character)
    assert character.carried_mass == pytest.approx(0.0, abs=1e-9)
    assert len(build_world(character, Setting()).pushes.body) == 0


def test_weight_support_is_a_declared_force_up():
    held = wearing({"bws": {"kind": "body_weight_support", "share": 0.4}})
    pushes = build_world(held, Setting()).pushes
    assert pushes.force.tolist() == [[0.0, 0.0, pytest.approx(0.4 * held.weight)]]
    assert pushes.body.tolist() == [held.roles.trunk]
