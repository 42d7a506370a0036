"""Bodies that are no humans, or have fewer joints, are exported to every format."""

import csv
from pathlib import Path

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
)
from gaitsmith.export.formats import FORMATS, export_motion
from gaitsmith.export.motion import Motion
from gaitsmith.export.skeleton import bones_of

SIDES = ("Left", "Right")


def of_both_sides(*bones: str) -> set[str]:
    return {side + bone for side in SIDES for bone in bones}


NAMES = {
    "simpleton": {"Hips", "Spine"} | of_both_sides("UpLeg", "Leg"),
    "robo_bird": {"Hips", "Spine", "Head"}
    | of_both_sides("UpLeg", "Leg", "Foot")
    | {"left_femur", "left_tarsus", "right_femur", "right_tarsus"},
    "human16": {"Hips", "Spine", "Head"}
    | of_both_sides("UpLeg", "Leg", "Foot", "Arm", "ForeArm", "Hand"),
}
PARENTS = {
    "simpleton": {"LeftLeg": "LeftUpLeg", "RightUpLeg": "Hips", "Spine": "Hips"},
    "robo_bird": {"LeftLeg": "left_femur", "LeftFoot": "left_tarsus", "Head": "Hips"},
    "human16": {"LeftFoot": "LeftLeg", "RightHand": "RightForeArm", "Head": "Spine"},
}


def parents_of(character: Character) -> dict[str, str]:
    """Which bone hangs on which; the root's is empty."""
    bones = bones_of(character)
    names = [bone.name for bone in bones]
    assert len(set(names)) == len(names)
    return {
        bone.name: "" if bone.parent is None else names[bone.parent] for bone in bones
    }


@pytest.mark.parametrize("name", NAMES)
def test_bones_are_called_as_far_as_there_are_names(name: str):
    found = parents_of(load_character(name))
    assert set(found) == NAMES[name]
    assert PARENTS[name].items() <= found.items()


@pytest.mark.parametrize(
    ("absent", "wanted"),
    [
        (("knee",), {"LeftUpLeg": "Hips", "LeftFoot": "left_shank"}),
        (("ankle",), {"LeftUpLeg": "Hips", "LeftLeg": "LeftUpLeg"}),
        (("knee", "ankle"), {"LeftUpLeg": "Hips"}),
    ],
)
def test_legs_have_the_bones_that_they_have_joints_for(
    absent: tuple[str, ...], wanted: dict[str, str], own_model
):
    xml, roles = own_model.xml, {"pelvis": "hips"}
    for side in ("left", "right"):
        leg = own_model.roles[side]
        roles[side] = {key: leg[key] for key in leg if key not in absent}
        for joint in absent:
            hinge = f'<joint name="{side}_{joint}" axis="0 1 0"/>'
            assert hinge in xml
            xml = xml.replace(hinge, "")
    values = {"model_xml": xml, "roles": roles}
    found = parents_of(character_from_values(values, "own.toml", "own", Path()))
    standard = {bone: found[bone] for bone in found if bone.startswith("Left")}
    assert standard == wanted


def read_storage(path: Path) -> dict[str, np.ndarray]:
    header, _, body = path.read_text(encoding="utf-8").partition("endheader\n")
    names, *rows = (line.split("\t") for line in body.splitlines())
    assert f"nRows={len(rows)}\nnColumns={len(names)}" in header
    return dict(zip(names, np.array(rows, dtype=float).T, strict=True))


def exported(motion: Motion, path: Path) -> Path:
    export_motion(motion, path)
    return path


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_takes_a_creature_on_points(
    suffix: str, simpleton_walk: Motion, tmp_path: Path
):
    # What BVH and glTF files hold is checked with those of the other motions.
    exported(simpleton_walk, tmp_path / f"a{suffix}")
    sizes = [file.stat().st_size for file in tmp_path.rglob("*") if file.is_file()]
    assert max(sizes) > 1000


def test_coordinates_of_a_creature_on_points(simpleton_walk: Motion, tmp_path: Path):
    found = read_storage(exported(simpleton_walk, tmp_path / "a.mot"))
    legs = [name for name in found if not name.startswith(("time", "pelvis"))]
    assert legs == [
        f"{coordinate}_{side}"
        for side in "lr"
        for coordinate in ("hip_flexion", "hip_adduction", "knee_angle")
    ]
    positions = {
        hinge.role: hinge.position for hinge in simpleton_walk.character.roles.hinges
    }
    for name, role, sign in (
        ("hip_flexion_l", "left_hip_y", -1.0),
        ("hip_adduction_l", "left_hip_x", -1.0),
        ("knee_angle_r", "right_knee_y", 1.0),
    ):
        angle = np.degrees(simpleton_walk.recording.qpos[:, positions[role]])
        np.testing.assert_allclose(found[name], sign * angle, atol=1e-6)
        assert np.ptp(angle) > 1.0


def test_points_carry_a_creature(simpleton_walk: Motion, tmp_path: Path):
    forces = read_storage(exported(simpleton_walk, tmp_path / "a.sto"))
    with exported(simpleton_walk, tmp_path / "a.csv").open(encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    table = dict(zip(names, np.array(rows, dtype=float).T, strict=True))
    recording, points = simpleton_walk.recording, simpleton_walk.character.points
    weight = simpleton_walk.character.mass * 9.81
    for index, side in enumerate(("left", "right")):
        (point,) = np.flatnonzero(points.side == index)
        wanted = recording.contact_force[:, point, 2]
        assert wanted.max() > 0.5 * weight
        np.testing.assert_allclose(forces[f"ground_force_{side[0]}_vy"], wanted)
        np.testing.assert_allclose(table[f"{side}_force_z_N"], wanted)
        # A single point: the force acts there, and there is no torque about it.
        place = recording.contact_position[:, point, 0]
        np.testing.assert_allclose(forces[f"ground_force_{side[0]}_px"], place)
        np.testing.assert_allclose(table[f"{side}_center_of_pressure_x_m"], place)
        assert not forces[f"ground_torque_{side[0]}_y"].any()
    assert {name for name in table if "ankle" in name} == set()


@pytest.mark.parametrize("name", NAMES)
def test_plain_mujoco_loads_the_same_body(name: str, posed, tmp_path: Path):
    ours = load_character(name)
    motion = posed(ours, ours.model.qpos0[None])
    path = exported(motion, tmp_path / "body.xml")
    theirs = mujoco.MjModel.from_xml_path(str(path))
    assert theirs.body_mass == pytest.approx(ours.model.body_mass, rel=1e-4)
    assert theirs.qpos0 == pytest.approx(ours.model.qpos0, abs=1e-6)
    assert theirs.nu == len(ours.roles.hinges)
