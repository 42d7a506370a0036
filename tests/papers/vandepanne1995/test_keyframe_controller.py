"""Keyframes on a body: parameters, symmetry, files, and what is said about bad ones.

Long because every wrong table's sentence is here in full.
"""

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.control.mirror import mirror_signs
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.experiment import experiment_from_values, load_experiment
from gaitsmith.papers.vandepanne1995.keyframe_controller import (
    KeyframeController,
    controller_of_gait,
)
from gaitsmith.papers.vandepanne1995.keyframe_spec import (
    KeyframeSpec,
    shipped_keyframes,
)
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

CREATURES = {
    "simpleton_walk": "simpleton",
    "simpleton_shuffle": "simpleton",
    "simpleton_symmetric": "simpleton",
    "robo_bird_walk": "robo_bird",
    "human_walk": "human16",
    "human_run": "human16",
    "human_skip": "human16",
    "quadruped_walk": "quadruped",
}
SIDEWAYS: dict[str, Any] = {
    "period": 0.8,
    "samples": 4,
    "symmetric": True,
    "gains": {"_": [300.0, 30.0], "hip": [900.0, 90.0], "toe": [30.0, 3.0]},
    "targets": {
        "left_hip_y": [-0.4, -0.2, 0.1, 0.2],
        "left_hip_x": [0.1, 0.05, 0.0, -0.05],
        "left_hip_z": [0.0, 0.1, 0.0, -0.2],
        "left_knee_y": [0.8, 0.2, 0.1, 0.3],
        "left_shoulder_x": 0.3,
        "back_z": [0.1, 0.2, -0.1, -0.2],
        "back_y": [0.1, 0.0, 0.1, 0.0],
    },
}
STEPS: dict[str, Any] = {
    "period": 0.9,
    "samples": 2,
    "gains": {"hip": [400.0, 40.0], "knee": [300.0, 30.0], "ankle": [200.0, 20.0]},
    "targets": {
        "left_hip_y": [-0.6, 0.0],
        "left_knee_y": [1.0, 0.05],
        "right_hip_y": [0.0, -0.6],
        "right_knee_y": 0.1,
    },
}


def controller(character: str, table: dict[str, Any]) -> KeyframeController:
    spec = declare(KeyframeSpec, table, "steps.toml")
    return KeyframeController(load_character(character), spec)


def changed(table: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Keyframes with other values; tables are changed key by key."""
    new = copy.deepcopy(table)
    for key, value in changes.items():
        is_table = isinstance(value, dict)
        new[key] = {**new[key], **value} if is_table else value
    return new


def experiment_values(**changes: Any) -> dict[str, Any]:
    return {
        "name": "steps",
        "character": "planar_biped",
        "controller": {"law": "keyframes", "gait": "own", "keyframes": STEPS},
        "setting": {"duration": 0.5, "rate": 1200.0},
        "objective": {"fail": {}, "power": {}},
        **changes,
    }


def with_table(table: dict[str, Any], character: Any = "planar_biped"):
    chosen = {"law": "keyframes", "gait": "own", "keyframes": table}
    values = experiment_values(controller=chosen, character=character)
    return experiment_from_values(values, "steps.toml", Path())


def motion(found: KeyframeController, values: dict[str, float], seconds: float):
    """The recorded motion."""
    simulation = Simulation(found.character, Setting(duration=seconds, rate=1200.0))
    recording = simulation.roll_out(found.drive(values), frame_rate=100.0).recording
    assert recording is not None
    return recording


@pytest.mark.parametrize("gait", shipped_keyframes())
def test_every_shipped_gait_drives_its_creature(gait: str):
    found = controller_of_gait(load_character(CREATURES[gait]), gait)
    recorded = motion(found, found.space.initial_values(), 0.3)
    assert np.isfinite(recorded.qpos).all()
    assert found.keyframes.description


@pytest.mark.parametrize(
    ("gait", "free"),
    [
        ("simpleton_walk", 24),  # the paper's n q = 4 x 6
        ("simpleton_shuffle", 24),
        ("robo_bird_walk", 22),  # 5 x 4 of a leg, 2 of the neck
        ("human_walk", 32),  # 4 of a leg x 8
        ("human_run", 32),
        ("human_skip", 32),
    ],
)
def test_as_many_parameters_are_searched_as_in_the_paper(gait: str, free: int):
    space = controller_of_gait(load_character(CREATURES[gait]), gait).space
    assert space.dimension == free


def test_published_angles_were_turned_from_hip_flexion_plus_to_leg_forward_minus():
    # In the source, flexion of the hip is +, of the knee -, dorsiflexion +.
    source = {"hip": 0.8, "knee": -1.6, "ankle": 0.1}  # swing leg, second sample
    values = controller_of_gait(load_character("human16"), "human_run").space
    initial = values.initial_values()
    assert initial["key1.left_hip_y"] == -source["hip"]
    assert initial["key1.left_knee_y"] == -source["knee"]
    assert initial["key1.left_ankle_y"] == -source["ankle"]
    # Push-off of the carrying leg: plantarflexion is + here.
    assert initial["key5.left_ankle_y"] == 0.6


def test_a_key_is_bounded_by_the_joints_range_and_scaled_by_its_width():
    space = controller("planar_biped", STEPS).space
    found = {p.name: p for p in space.parameters}
    hip = found["key0.left_hip_y"]
    assert (hip.initial, hip.lower, hip.upper, hip.scale) == (-0.6, -3.0, 1.0, 4.0)
    assert hip.unit == "rad"
    # A joint without stops may turn once around.
    assert found["hold.left_ankle_y"].upper == pytest.approx(np.pi)
    assert [p.name for p in space.free] == [
        "key0.left_hip_y", "key0.left_knee_y", "key0.right_hip_y",
        "key1.left_hip_y", "key1.left_knee_y", "key1.right_hip_y",
    ]  # fmt: skip


def test_what_is_not_searched_is_fixed_and_can_be_freed():
    space = controller("planar_biped", STEPS).space
    found = {p.name: p for p in space.parameters}
    assert found["hold.right_knee_y"].initial == 0.1
    assert found["hold.right_ankle_y"].initial == 0.0
    assert (found["period"].initial, found["period"].unit) == (0.9, "s")
    assert found["gains.hip.kp"].initial == 400.0
    assert found["gains.ankle.kd"].initial == 20.0
    freed = {"period": {"scale": 0.1}, "gains.hip.kp": {"scale": 50.0}}
    values = experiment_values(parameters=freed)
    experiment = experiment_from_values(values, "steps.toml", Path())
    assert experiment.problem.space.dimension == 8


def test_the_most_specific_gains_count():
    gains = {"hip": [1.0, 0.1], "_y": [3.0, 0.3], "right_ankle": [4.0, 0.4]}
    # A joint's own name counts even if a part of its role is longer.
    gains |= {"left_hip": [2.0, 0.2], "eft_hip_y": [5.0, 0.5]}
    found = controller("planar_biped", changed(STEPS, gains=gains))
    # Those of STEPS for knee and ankle are still there.
    law = found.drive(found.space.initial_values()).law
    roles = [hinge.role for hinge in found.character.roles.hinges]
    stiffness = dict(zip(roles, law.stiffness, strict=True))
    assert stiffness == {
        "left_hip_y": 2.0,
        "left_knee_y": 300.0,
        "left_ankle_y": 200.0,
        "right_hip_y": 1.0,
        "right_knee_y": 300.0,
        "right_ankle_y": 4.0,
    }


def test_it_starts_in_the_first_samples_pose_on_the_ground_at_its_speed():
    found = controller("planar_biped", {**STEPS, "start_speed": 1.2})
    drive = found.drive(found.space.initial_values())
    hip, knee, *_ = found.character.roles.hinges
    assert drive.qpos[[hip.position, knee.position]].tolist() == [-0.6, 1.0]
    assert drive.qvel[0] == 1.2
    recorded = motion(found, found.space.initial_values(), 0.05)
    assert recorded.contact_force[1:, :, 2].sum(axis=1).max() > 1.0
    assert recorded.com[1, 2] == pytest.approx(recorded.com[0, 2], abs=0.01)


def test_the_state_is_the_sample_of_the_cycle():
    found = controller("planar_biped", changed(STEPS, period=0.2))
    recorded = motion(found, found.space.initial_values(), 0.42)
    # The state is recorded before the law has spoken in that time step.
    assert recorded.state[[1, 9, 11, 19, 21, 31, 41]].tolist() == [0, 0, 1, 1, 0, 1, 0]


def test_axial_vectors_keep_pitch_and_turn_roll_and_yaw_in_the_mirror():
    signs = mirror_signs(load_character("stocky"))
    assert {role[-1]: sign for role, sign in signs.items()} == {
        "y": 1.0,
        "x": -1.0,
        "z": -1.0,
    }


def test_axes_that_already_mirror_each_other_need_no_sign(own_model):
    character = armed_biped(own_model, right_axis="-1 0 0", right_range="-30 20")
    assert mirror_signs(character)["right_arm_x"] == 1.0


def armed_biped(own_model, right_axis: str, right_range: str):
    """An own body with arms that hang on one hinge each."""
    values = {
        "model_xml": armed_xml(own_model, right_axis, right_range),
        "roles": own_model.roles,
    }
    return character_from_values(values, "own.toml", "own", Path())


def armed_xml(own_model, right_axis: str, right_range: str) -> str:
    """Its model; the right arm comes first."""
    xml = own_model.xml
    for side, axis, ends in (
        ("left", "1 0 0", "-30 20"),
        ("right", right_axis, right_range),
    ):
        arm = (
            f'<body name="{side}_arm" pos="0 0 0.3">'
            f'<joint name="{side}_arm_x" axis="{axis}" range="{ends}"/>'
            '<geom type="sphere" size="0.05" mass="1"/></body>'
        )
        xml = xml.replace("<freejoint/>", "<freejoint/>" + arm)
    return xml


def test_the_right_side_mirrors_the_left_half_a_period_later():
    found = controller("stocky", SIDEWAYS)
    values = found.space.initial_values()
    roles = [hinge.role for hinge in found.character.roles.hinges]
    targets = dict(zip(roles, found.targets(values).T.tolist(), strict=True))
    assert targets["right_hip_y"] == [0.1, 0.2, -0.4, -0.2]
    assert targets["right_hip_x"] == [-0.0, 0.05, -0.1, -0.05]
    assert targets["right_hip_z"] == [0.0, 0.2, 0.0, -0.1]
    assert targets["right_shoulder_x"] == [-0.3] * 4
    assert targets["back_z"] == [0.1, 0.2, -0.1, -0.2]
    assert targets["back_y"] == [0.1, 0.0, 0.1, 0.0]
    # Left: 4 joints of 4 samples; midline: 2 joints of half a period.
    assert found.space.dimension == 4 * 4 + 2 * 2
    assert not [name for name in values if "right_" in name]


def test_a_symmetric_gait_begun_half_a_period_later_is_the_mirrored_motion():
    """Dynamics say whether the signs are right: both motions must be mirror images."""
    found = controller("stocky", SIDEWAYS)
    half = SIDEWAYS["samples"] // 2
    later = {
        role: angles[half:] + angles[:half] if isinstance(angles, list) else angles
        for role, angles in SIDEWAYS["targets"].items()
    }
    other = controller("stocky", {**SIDEWAYS, "targets": later})
    one = motion(found, found.space.initial_values(), 0.5)
    two = motion(other, other.space.initial_values(), 0.5)
    assert np.abs(one.qpos[:, 1]).max() > 0.005  # it does sway
    assert two.qpos[:, 0] == pytest.approx(one.qpos[:, 0], abs=1e-6)
    assert two.qpos[:, 1] == pytest.approx(-one.qpos[:, 1], abs=1e-6)
    by_role = {hinge.role: hinge.position for hinge in found.character.roles.hinges}
    signs = mirror_signs(found.character)
    for role, position in by_role.items():
        left, right = role.startswith("left_"), role.startswith("right_")
        mirrored = role.replace("left_", "right_") if left else role
        mirrored = role.replace("right_", "left_") if right else mirrored
        seen = signs[role] * one.qpos[:, position]
        assert two.qpos[:, by_role[mirrored]] == pytest.approx(seen, abs=1e-6), role


@pytest.mark.parametrize("interpolation", ["constant", "linear"])
def test_unrolled_values_drive_the_same_motion_bit_for_bit(interpolation: str):
    table = {**SIDEWAYS, "interpolation": interpolation, "period": 0.2}
    cyclic = controller("stocky", table)
    values = {
        p.name: p.initial + 0.013 * p.scale if p.is_free else p.initial
        for p in cyclic.space.parameters
    }
    written = cyclic.written_out(2)
    unrolled = cyclic.unrolled(values, 2)
    assert list(unrolled) == [p.name for p in written.space.parameters]
    longer = written.unrolled(unrolled, 3)
    assert longer == cyclic.unrolled(values, 3)
    other = written.unrolled({**unrolled, "stride1.key2.right_hip_x": 0.2}, 3)
    assert other["stride0.key2.right_hip_x"] != 0.2
    assert other["stride2.key2.right_hip_x"] == 0.2  # the last one repeats
    same = motion(cyclic, values, 0.7).qpos
    assert np.array_equal(motion(written, unrolled, 0.7).qpos, same)
    assert np.array_equal(motion(cyclic.written_out(3), longer, 0.7).qpos, same)


def test_written_strides_are_every_joint_and_sample_on_its_own():
    found = controller("stocky", {**SIDEWAYS, "strides": 3})
    space = found.space
    # 4 joints of two legs and 2 of the midline, 4 samples, 3 strides.
    assert space.dimension == (2 * 4 + 2) * 4 * 3
    values = space.initial_values()
    assert values["stride2.key0.right_hip_x"] == 0.0
    assert values["stride2.key1.right_hip_x"] == 0.05
    cyclic = controller("stocky", SIDEWAYS)
    assert values == cyclic.unrolled(cyclic.space.initial_values(), 3)
    values["stride1.key2.right_knee_y"] = 1.5
    column = [h.role for h in found.character.roles.hinges].index("right_knee_y")
    differs = found.targets(values) != found.targets(space.initial_values())
    assert np.argwhere(differs).tolist() == [[6, column]]


def test_fewer_strides_than_are_written_are_no_unrolling():
    found = controller("stocky", {**SIDEWAYS, "strides": 3})
    with pytest.raises(ValueError, match="2 strides cannot hold 3"):
        found.unrolled(found.space.initial_values(), 2)


def test_the_stored_experiment_holds_the_keyframes_and_reads_back_the_same():
    values = experiment_values(
        character="simpleton", controller={"law": "keyframes", "gait": "simpleton_walk"}
    )
    experiment = experiment_from_values(values, "steps.toml", Path())
    stored = experiment.as_dict()
    assert stored["controller"]["gait"] == "simpleton_walk"
    assert stored["controller"]["keyframes"]["period"] == 0.9
    for text in (tomli_w.dumps(stored), json.dumps(stored)):
        read = tomllib.loads(text) if text.startswith("name") else json.loads(text)
        again = experiment_from_values(read, "again", Path("elsewhere"))
        assert again.as_dict() == stored
        assert again.problem.space == experiment.problem.space


def test_a_stored_experiment_can_be_written_out_stride_by_stride():
    experiment = experiment_from_values(experiment_values(), "steps.toml", Path())
    cyclic = experiment.problem.controller
    assert isinstance(cyclic, KeyframeController)
    values = cyclic.unrolled(experiment.problem.space.initial_values(), 4)
    chosen = experiment.as_dict()["controller"]
    chosen["keyframes"]["strides"] = 4
    parameters = {name: {"initial": value} for name, value in values.items()}
    changes = {"controller": chosen, "parameters": parameters}
    written = experiment.changed(changes, "stage 3")
    assert written.problem.space.initial_values() == values
    assert written.problem.space.dimension == 3 * 2 * 4


def test_a_file_is_found_beside_the_experiment_and_stored_by_its_name(tmp_path: Path):
    (tmp_path / "hop.toml").write_text(tomli_w.dumps(STEPS), encoding="utf-8")
    file = tmp_path / "steps.toml"
    chosen = {"law": "keyframes", "gait": "hop.toml"}
    file.write_text(tomli_w.dumps(experiment_values(controller=chosen)))
    stored = load_experiment(file).as_dict()["controller"]
    assert stored["gait"] == "hop"  # a name, no path
    assert stored["keyframes"]["targets"]["left_hip_y"] == [-0.6, 0.0]


def test_a_file_given_with_set_is_looked_up_from_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "steps.toml"
    file.write_text(tomli_w.dumps(experiment_values()), encoding="utf-8")
    here = tmp_path / "here"
    here.mkdir()
    (here / "hop.toml").write_text(tomli_w.dumps({**STEPS, "period": 0.7}))
    monkeypatch.chdir(here)
    # It also replaces the table that the experiment has.
    stored = load_experiment(file, ["controller.gait=hop.toml"]).as_dict()
    assert stored["controller"]["keyframes"]["period"] == 0.7


def test_keyframes_are_listed_with_their_gaits(run_cli):
    listed = json.loads(run_cli("list", "--json").out)["controllers"]
    gaits = next(entry["gaits"] for entry in listed if entry["name"] == "keyframes")
    assert sorted(gaits) == sorted(CREATURES)


def test_bad_keyframes_are_exit_code_2(run_cli, tmp_path: Path):
    file = tmp_path / "steps.toml"
    file.write_text(tomli_w.dumps(experiment_values()), encoding="utf-8")
    ended = run_cli("show", file, "--set", "controller.keyframes.period=-1")
    assert ended.code == 2
    assert "controller.keyframes.period: -1 given; it must be at least 0.01." in (
        " ".join(ended.err.split())
    )


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            changed(STEPS, targets={"left_hip_y": [-0.6, 1.5]}),
            "targets.left_hip_y: 1.5 rad in sample 1 is outside the joint's range -3 to"
            " 1 rad.",
        ),
        (
            changed(STEPS, targets={"right_knee_y": -0.5}),
            "targets.right_knee_y: -0.5 rad in sample 0 is outside the joint's range"
            " 0.02 to 3 rad.",
        ),
        (
            {**STEPS, "targets": {"left_knee_y": 0.1}},
            "targets.right_knee_y: 0 rad in sample 0 (left out) is outside the joint's"
            " range 0.02 to 3 rad.",
        ),
        (
            changed(STEPS, targets={"left_hip_y": [-0.6, 0.0, 0.2]}),
            "targets.left_hip_y: 3 angles given; it must be 2, one for each of the"
            " samples, or a single number to hold.",
        ),
        (
            changed(STEPS, targets={"left_knee": 0.2}),
            "targets: no joint of character 'planar_biped' is called 'left_knee'. Did"
            " you mean 'left_knee_y'? Known: left_ankle_y, left_hip_y, left_knee_y,"
            " right_ankle_y, right_hip_y, right_knee_y.",
        ),
        (
            changed(STEPS, samples=3, symmetric=True),
            "samples: 3 given; with symmetric = true it must be even, so that half a"
            " period is a number of samples.",
        ),
        (
            changed(STEPS, symmetric=True),
            "targets.right_hip_y: with symmetric = true the right side follows from the"
            " left; give 'left_hip_y' only.",
        ),
        (
            changed(STEPS, strides=3000),
            "strides: 3000 of 2 samples given; at most 2000 samples can be written"
            " out.",
        ),
        (
            {**STEPS, "gains": {"hip": [400.0, 40.0], "knee": [300.0, 30.0]}},
            "gains: joint 'left_ankle_y' of character 'planar_biped' has none; give it,"
            " or a part of its name, [kp, kd].",
        ),
        (
            changed(STEPS, gains={"right_hipp": [1.0, 1.0]}),
            "gains: no joint or part of a joint of character 'planar_biped' is called"
            " 'right_hipp'. Did you mean 'right_hip_y'?",
        ),
        (changed(STEPS, period=0.0), ".period: 0.0 given; it must be at least 0.01."),
        (changed(STEPS, samples=0), ".samples: 0 given; it must be at least 1."),
        (
            changed(STEPS, gains={"hip": [400.0]}),
            ".gains.hip: [400.0] given; it must be a longer list.",
        ),
        (
            changed(STEPS, interpolation="cubic"),
            '.interpolation: "cubic" given; it must be "constant" or "linear".',
        ),
    ],
)
def test_keyframes_that_do_not_fit_are_refused(table: dict[str, Any], sentence: str):
    with pytest.raises(InputError) as raised:
        with_table(table)
    said = str(raised.value)
    assert said.startswith("steps.toml: controller.keyframes")
    assert sentence in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("targets", "sentence"),
    [
        (
            {"back_z": [0.1, 0.2, 0.1, 0.2]},
            "targets.back_z: 0.1 rad in sample 2 breaks the symmetry: a midline joint's"
            " second half must repeat the first, with the opposite sign if it turns"
            " sideways (about x or z); here it must be -0.1 rad.",
        ),
        ({"back_x": 0.2}, "targets.back_x: 0.2 rad in sample 2 breaks the symmetry"),
        ({"back_y": [0.1, 0.0, 0.2, 0.0]}, "here it must be 0.1 rad."),
    ],
)
def test_midline_joints_must_obey_the_symmetry(targets: Any, sentence: str):
    with pytest.raises(InputError) as raised:
        with_table(changed(SIDEWAYS, targets=targets), "stocky")
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("right_axis", "right_range", "sentence"),
    [
        ("1 0 0", "-30 20", "has ranges of 'right_arm_x' and 'left_arm_x'"),
        ("0 0 1", "-20 30", "turns 'right_arm_x' and 'left_arm_x' about axes"),
    ],
)
def test_symmetry_is_refused_for_a_body_that_has_none(
    own_model, right_axis: str, right_range: str, sentence: str
):
    with pytest.raises(InputError) as raised:
        mirror_signs(armed_biped(own_model, right_axis, right_range))
    assert str(raised.value) == (
        f"symmetric: character 'own' {sentence} that are no mirror images; use"
        " symmetric = false for this body."
    )


@pytest.mark.parametrize(
    ("sound", "crooked", "sentence"),
    [
        ('mass="1"', 'mass="1.2"', "gives 'right_arm' and 'left_arm' masses"),
        (
            'pos="0 0 0.3"',
            'pos="0 0 0.25"',
            "puts 'right_arm' and 'left_arm' at places",
        ),
        ('pos="0 0 0.3"', 'pos="0 -0.1 0.3"', "puts 'right_arm' and 'left_arm' at"),
        (
            '_arm_x" axis',
            '_arm_x" pos="0 0 0.1" axis',
            "turns 'right_arm_x' and 'left_arm_x' about axes",
        ),
    ],
)
def test_symmetry_is_refused_for_a_body_whose_sides_are_built_differently(
    own_model, sound: str, crooked: str, sentence: str
):
    even = armed_xml(own_model, "1 0 0", "-20 30")
    start = even.index('name="right_arm"')
    uneven = even[:start] + even[start:].replace(sound, crooked, 1)
    values = {"model_xml": uneven, "roles": own_model.roles}
    with pytest.raises(InputError) as raised:
        mirror_signs(character_from_values(values, "own.toml", "own", Path()))
    assert str(raised.value).startswith(f"symmetric: character 'own' {sentence}")
    assert str(raised.value).endswith(
        "that are no mirror images; use symmetric = false for this body."
    )


def test_symmetry_is_refused_for_a_joint_without_a_counterpart(own_model):
    xml = own_model.xml.replace("right_hip", "r_hip")
    roles = {**own_model.roles, "right": {**own_model.roles["right"], "hip": ["r_hip"]}}
    arm = '<body name="wing"><joint name="left_wing" axis="0 1 0"/>'
    arm += '<geom type="sphere" size="0.05" mass="1"/></body>'
    xml = xml.replace("<freejoint/>", "<freejoint/>" + arm)
    table = {
        "period": 1.0,
        "samples": 2,
        "symmetric": True,
        "gains": {"_": [100.0, 10.0]},
        "targets": {"left_hip_y": [0.1, -0.1]},
    }
    with pytest.raises(InputError) as raised:
        with_table(table, {"model_xml": xml, "roles": roles, "name": "gull"})
    assert str(raised.value) == (
        "steps.toml: controller.keyframes: symmetric: character 'gull' has 'left_wing'"
        " but no 'right_wing'; use symmetric = false for this body."
    )


def test_a_joint_called_like_anothers_role_is_refused(own_model):
    wing = '<body name="wing"><joint name="left_knee_y" axis="0 1 0"/>'
    wing += '<geom type="sphere" size="0.05" mass="1"/></body>'
    xml = own_model.xml.replace("<freejoint/>", "<freejoint/>" + wing)
    body = {"model_xml": xml, "roles": own_model.roles, "name": "gull"}
    with pytest.raises(InputError, match="'gull' has a joint called 'left_knee_y'"):
        with_table({**STEPS, "gains": {"_": [100.0, 10.0]}}, body)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"law": "keyframes", "gait": "simpleton_wolk"},
            "steps.toml: controller.gait: no gait of controller 'keyframes' is called"
            " 'simpleton_wolk'. Did you mean 'simpleton_walk'? Known: human_run,"
            " human_skip, human_walk, own, quadruped_walk, robo_bird_walk,"
            " simpleton_shuffle, simpleton_symmetric, simpleton_walk.",
        ),
        (
            {"law": "keyframes", "gait": "own"},
            "steps.toml: controller.keyframes: this table is missing; gait 'own' needs"
            " it.",
        ),
        (
            {"law": "simbicon", "gait": "walk", "keyframes": STEPS},
            "steps.toml: controller.keyframes: no such key. Known here: gait, law.",
        ),
    ],
)
def test_a_wrong_choice_is_explained(chosen: dict[str, Any], sentence: str):
    values = experiment_values(controller=chosen)
    with pytest.raises(InputError) as raised:
        experiment_from_values(values, "steps.toml", Path())
    assert str(raised.value) == sentence


def test_a_gait_for_another_creature_is_named_with_the_joint_it_needs():
    chosen = {"law": "keyframes", "gait": "human_walk"}
    with pytest.raises(InputError) as raised:
        experiment_from_values(
            experiment_values(controller=chosen), "steps.toml", Path()
        )
    assert str(raised.value).startswith(
        "steps.toml: controller.gait: human_walk: targets: no joint of character"
        " 'planar_biped' is called 'left_hip_x'."
    )


def test_what_is_wrong_in_a_file_is_said_with_its_name(tmp_path: Path):
    (tmp_path / "hop.toml").write_text(tomli_w.dumps({**STEPS, "periods": 2.0}))
    chosen = {"law": "keyframes", "gait": "hop.toml"}
    values = experiment_values(controller=chosen)
    with pytest.raises(InputError) as raised:
        experiment_from_values(values, "steps.toml", tmp_path)
    assert f"{tmp_path / 'hop.toml'}: periods: no such key. Did you mean" in str(
        raised.value
    )
    values["controller"]["gait"] = "jump.toml"
    with pytest.raises(InputError, match=r"jump\.toml: there is no such file"):
        experiment_from_values(values, "steps.toml", tmp_path)
