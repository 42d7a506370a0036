"""Skeletons by their profiles, and the skin: what engines expect, on any body."""

from dataclasses import replace

import numpy as np
import pytest
import trimesh

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.export.motion import Motion, RootTravel, Staging
from gaitsmith.export.profiles import PROFILES
from gaitsmith.export.rig import rig_of
from gaitsmith.export.rig_motion import HIPS, ROOT, rig_motion
from gaitsmith.export.skin import Skin, skin_of

ENDS = {
    "gaitsmith": {"Root", "Hips", "Neck", "LeftShoulder", "RightHand", "LeftToeBase"},
    "mixamo": {"mixamorig:Hips", "mixamorig:Spine2", "mixamorig:LeftToeBase"},
    "ue5": {"root", "pelvis", "spine_05", "neck_02", "clavicle_l", "ball_r"},
    "vrm": {"hips", "upperChest", "leftLowerArm", "rightToes"},
    "godot": {"Root", "UpperChest", "LeftLowerLeg", "RightToes"},
}


def surface(skin: Skin) -> trimesh.Trimesh:
    corners = np.concatenate(list(skin.corners.values()))
    return trimesh.Trimesh(skin.points, corners, process=False)


@pytest.mark.parametrize("name", PROFILES)
def test_a_person_fills_every_profile(name: str):
    rig = rig_of(load_character("simbicon"), name)  # without toes, hands and neck
    names = {bone.name for bone in rig.bones}
    assert ENDS[name] <= names
    assert len(names) == len(rig.bones)
    assert [bone.parent is None for bone in rig.bones] == [True] + [False] * (
        len(rig.bones) - 1
    )
    arm = rig.bones[rig.number(PROFILES[name].sided(PROFILES[name].arm[1], "Left"))]
    way = arm.tip - arm.place
    down = np.degrees(np.arctan2(-way[1], way[0]))
    assert down == pytest.approx(PROFILES[name].arms_down, abs=1e-3)


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("big_bird", "Head, LeftArm, LeftForeArm, RightArm, RightForeArm"),
        ("quadruped", "LeftArm, LeftForeArm, LeftUpLeg, LeftLeg, LeftFoot, RightArm,"),
    ],
)
def test_a_body_that_cannot_fill_a_profile_says_which_bones(body: str, missing: str):
    character = load_character(body)
    assert rig_of(character, "gaitsmith").bones[0].name == "Root"
    with pytest.raises(InputError, match=f"{body} has no bone for {missing}"):
        rig_of(character, "mixamo")


@pytest.mark.parametrize("travel", RootTravel)
@pytest.mark.parametrize("skeleton", ["mixamo", "ue5"])
def test_joints_that_a_profile_adds_do_not_move_those_of_the_simulation(
    skeleton: str, travel: RootTravel, stocky_walk: Motion
):
    staged = replace(stocky_walk, staging=Staging(skeleton, travel))
    rig = rig_of(staged.character, skeleton)
    moved = rig_motion(staged, rig)
    assert np.linalg.norm(moved.turns, axis=-1) == pytest.approx(1.0)
    assert np.all(np.sum(moved.turns[1:] * moved.turns[:-1], axis=-1) > 0.0)
    if travel is RootTravel.IN_PLACE:
        assert not moved.root.any()
        assert np.abs(moved.hips[:, [0, 2]]).max() < 0.4
        return
    from scipy.spatial.transform import Rotation

    root = Rotation.from_quat(moved.turns[:, ROOT])
    own = rig_motion(stocky_walk, rig_of(stocky_walk.character, "gaitsmith"))
    np.testing.assert_allclose(moved.root + root.apply(moved.hips), own.hips, atol=1e-9)
    if travel is RootTravel.ROOT:
        assert np.ptp(moved.root[:, 1]) == 0.0  # level ground
        speed = np.diff(moved.root[:, 2]) * 60.0
        assert 0.8 < speed[60:-60].min() <= speed[60:-60].max() < 1.4
        assert rig.bones[HIPS].parent == ROOT


@pytest.mark.parametrize("body", ["stocky", "big_bird", "simpleton", "quadruped"])
def test_skins_are_whole_and_hang_on_their_bones(body: str):
    character = load_character(body)
    rig = rig_of(character, "gaitsmith")
    skin = skin_of(character, rig)
    mesh = surface(skin)
    edges, count = np.unique(np.sort(mesh.edges, axis=1), axis=0, return_counts=True)
    assert len(edges)
    assert np.all(count % 2 == 0)  # closed
    assert mesh.volume > 0.0  # faces look outward
    agree = np.einsum("ij,ij->i", mesh.vertex_normals, skin.normals) > 0.3
    assert agree.mean() > 0.999
    assert skin.points[:, 1].min() == pytest.approx(0.0, abs=0.02)
    assert np.ptp(skin.points[:, 1]) == pytest.approx(character.height, rel=0.02)
    assert skin.weights.sum(axis=1) == pytest.approx(1.0)
    assert skin.weights.min() >= 0.0
    assert (skin.bones < len(rig.bones)).all()
    # In the middle of a shank, the shank alone decides.
    side = character.roles.legs[0].name.title().replace("_", "")
    shank = rig.number(f"{side}Leg")
    bone = rig.bones[shank]
    near = np.argmin(np.linalg.norm(skin.points - (bone.place + bone.tip) / 2, axis=1))
    assert skin.bones[near, 0] == shank
    assert skin.weights[near, 0] > 0.9


def test_legs_that_pass_through_each_other_grow_no_web():
    character = load_character("planar_biped")
    rig = rig_of(character, "gaitsmith")
    skin = skin_of(character, rig)
    left, right = (
        np.isin(skin.bones, [rig.number(f"{side}{part}") for part in ("UpLeg", "Leg")])
        for side in ("Left", "Right")
    )
    both = (left * skin.weights).sum(axis=1) * (right * skin.weights).sum(axis=1)
    assert both.max() == 0.0
    assert ((left * skin.weights).sum(axis=1) > 0.9).sum() > 500


def test_stout_people_look_stout():
    volumes = []
    for body in ("thin", "stocky"):
        character = load_character(body)
        mesh = surface(skin_of(character, rig_of(character, "gaitsmith")))
        volumes.append(mesh.volume)
        # Flesh is about as dense as water.
        assert 0.55 < mesh.volume / (character.mass / 1000.0) < 1.1
    assert volumes[1] > 1.25 * volumes[0]
