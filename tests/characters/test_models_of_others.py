"""MJCF files that were written for other programs load as they are."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
import tomli_w

import gaitsmith
from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.workflows import initial_solution

SUITE_HUMANOID = Path(__file__).parent / "suite_humanoid.xml"


def gymnasium_model(name: str) -> Path:
    pytest.importorskip("gymnasium")
    return Path(str(files("gymnasium") / "envs" / "mujoco" / "assets" / name))


def outcome_of_standing(character: Character, seconds: float) -> Outcome:
    controller = PostureController(character, "stand")
    drive = controller.drive(controller.space.initial_values())
    return Simulation(character, Setting(duration=seconds)).roll_out(drive).outcome


def roles_of(character: Character) -> dict[str, Any]:
    return self_contained(character)["roles"]


def test_the_walker_of_gymnasium_stands():
    walker = load_character(gymnasium_model("walker2d_v5.xml"))
    assert walker.is_planar
    assert roles_of(walker)["left"] == {
        "hip": ("thigh_left_joint",),
        "knee": "leg_left_joint",
        "ankle": ("foot_left_joint",),
    }
    # Legs bend forward at the hip and backward at the knee, by 150 degrees.
    right = walker.roles.legs[1]
    assert right.knee.range == pytest.approx((0.0, np.radians(150)), abs=1e-5)
    assert walker.notes[0] == (
        "left out of the simulation: 6 actuators, 1 camera, 1 light, 2 materials,"
        " 3 textures, 1 of the world's shapes (floor)."
    )
    assert "zero is now the pose of the file: rootz." in walker.notes
    assert outcome_of_standing(walker, 5.0) is Outcome.COMPLETED


def test_the_humanoid_of_gymnasium_loads_with_its_pelvis_below_its_root():
    humanoid = load_character(gymnasium_model("humanoid.xml"))
    roles = humanoid.roles
    assert humanoid.body_name(roles.root) == "torso"
    assert humanoid.body_name(roles.pelvis) == "pelvis"
    assert roles_of(humanoid)["left"]["knee"] == "left_knee"
    assert {hinge.name for hinge in roles.others} >= {"abdomen_y", "right_elbow"}
    # Its feet are balls that are welded to the shins.
    assert humanoid.points.radius.max() == pytest.approx(0.075)
    assert set(humanoid.points.body) == {leg.knee.body for leg in roles.legs}
    turned = "left_hip_x, left_hip_z, left_knee, right_knee"
    assert f"axes turned round, with their ranges: {turned}." in humanoid.notes
    assert humanoid.mass == pytest.approx(42.12, abs=0.01)
    assert humanoid.height == pytest.approx(1.57, abs=0.01)


def test_the_humanoid_of_gymnasium_stands_by_a_law_that_balances(no_plugin_stays):
    pytest.importorskip("gymnasium")
    folder = Path(__file__).parents[2] / "examples"
    gaitsmith.load_plugin(folder / "balance_plugin.py")
    stands = initial_solution(gaitsmith.load_experiment(folder / "balance.toml"))
    assert gaitsmith.simulate(stands).rollout.outcome is Outcome.COMPLETED
    # On two balls, no pose does.
    assert outcome_of_standing(stands.problem.character, 5.0) is Outcome.FELL


def test_laws_for_two_legs_walk_a_body_whose_pelvis_is_not_its_root():
    humanoid = load_character(SUITE_HUMANOID)
    controller = SimbiconController(humanoid, "walk_3d")
    drive = controller.drive(controller.space.initial_values())
    rollout = Simulation(humanoid, Setting(duration=3.0)).roll_out(drive)
    assert rollout.seconds > 1.0


def test_a_humanoid_like_that_of_the_control_suite_stands():
    humanoid = load_character(SUITE_HUMANOID)
    assert roles_of(humanoid) == {
        "pelvis": "pelvis",
        "trunk": "torso",
        "head": "head",
        **{
            side: {
                "hip": (f"{side}_hip_y", f"{side}_hip_x", f"{side}_hip_z"),
                "knee": f"{side}_knee",
                "ankle": (f"{side}_ankle_y", f"{side}_ankle_x"),
            }
            for side in ("left", "right")
        },
    }
    assert any("left_ankle_x (27 degrees from x)" in note for note in humanoid.notes)
    assert outcome_of_standing(humanoid, 5.0) is Outcome.COMPLETED


def test_what_is_stored_of_it_builds_the_same_bits():
    humanoid = load_character(SUITE_HUMANOID)
    stored = self_contained(humanoid)
    again = character_from_values(stored, "stored", humanoid.name, Path("elsewhere"))
    assert self_contained(again) == stored
    for field in ("body_mass", "body_inertia", "jnt_axis", "jnt_range", "dof_damping"):
        ours, theirs = (getattr(c.model, field) for c in (humanoid, again))
        assert ours.tobytes() == theirs.tobytes(), field


TUMBLER = """<mujoco><compiler angle="degree"/><option timestep="0.0001"/>
<default><joint damping="0.5" armature="0.02"/></default>
<worldbody><geom name="floor" type="plane" size="9 9 1"/>
<body name="trunk" pos="0 0 3"><freejoint/>
<geom type="box" size="0.1 0.15 0.2" mass="10"/>
<body name="left_thigh" pos="0 0.1 -0.2">
<joint name="left_hip" axis="0 -1 0" ref="10" stiffness="30" springref="50"/>
<geom type="capsule" fromto="0 0 0 0.1 0 -0.4" size="0.05" mass="3"/>
<body name="left_shin" pos="0.1 0 -0.4"><joint name="left_knee" axis="0 -1 0"
 damping="2"/><geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="2"/></body>
</body>
<body name="right_thigh" pos="0 -0.1 -0.2"><joint name="right_hip" axis="0 1 0"/>
<geom type="capsule" fromto="0 0 0 0.1 0 -0.4" size="0.05" mass="3"/>
<body name="right_shin" pos="0.1 0 -0.4"><joint name="right_knee" axis="0 1 0"
 stiffness="5" springref="-40"/>
<geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="2"/></body>
</body></body></worldbody></mujoco>"""


def test_springs_dampers_and_armature_move_it_as_in_its_own_engine(tmp_path: Path):
    path = tmp_path / "tumbler.xml"
    path.write_text(TUMBLER, encoding="utf-8")
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 5000)
    tumbler = load_character(path)
    controller = PostureController(tumbler, "limp")
    values = {**controller.space.initial_values(), "start.height": 2.0}
    simulation = Simulation(tumbler, Setting(duration=1.0, rate=10_000.0))
    simulation.start(controller.drive(values))
    simulation.advance(0.5)
    angles = {
        hinge.name: simulation.moment().qpos[hinge.position]
        for hinge in tumbler.roles.hinges
    }
    theirs = {name: float(data.joint(name).qpos[0]) for name in angles}
    assert abs(theirs["left_hip"] - np.radians(10)) > 0.2  # it has moved
    # The left leg's axes are turned round, and its hip counted from 10 degrees.
    assert angles["left_hip"] == pytest.approx(
        np.radians(10) - theirs["left_hip"], abs=2e-3
    )
    assert angles["left_knee"] == pytest.approx(-theirs["left_knee"], abs=2e-3)
    assert angles["right_hip"] == pytest.approx(theirs["right_hip"], abs=2e-3)
    assert angles["right_knee"] == pytest.approx(theirs["right_knee"], abs=2e-3)


def test_all_that_cannot_be_simulated_is_listed_at_once(tmp_path: Path):
    xml = TUMBLER.replace(
        "<worldbody>",
        """<option density="1.2"/><worldbody><body><freejoint/><geom size="0.1"/>
        <body><joint type="ball"/><geom size="0.1"/></body></body>""",
    )
    xml = xml.replace('name="right_hip"', 'name="right_hip" frictionloss="1"')
    xml = xml.replace(
        "</worldbody>",
        """</worldbody><equality><joint joint1="left_knee"/></equality>
        <tendon><fixed stiffness="5"><joint joint="left_knee" coef="1"/></fixed>
        <fixed><joint joint="left_knee" coef="1"/></fixed></tendon>""",
    )
    path = tmp_path / "all.xml"
    path.write_text(xml, encoding="utf-8")
    with pytest.raises(InputError) as refusal:
        load_character(path)
    assert str(refusal.value) == (
        f"{path}: the model has what cannot be simulated: equality constraints (1),"
        " tendons that act (1), ball joints (1), joint axes with dry friction"
        " (frictionloss) (1), fluid around it (1), moving bodies beside the character"
        " (1); remove it."
    )


def test_a_model_without_legs_asks_for_roles(tmp_path: Path):
    path = tmp_path / "ball.xml"
    path.write_text(
        '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody>'
        "</mujoco>",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match=r"ball\.xml: no legs were found"):
        load_character(path)


def test_show_prints_a_body_as_a_character_file(run_cli, tmp_path: Path):
    shown = run_cli("show", SUITE_HUMANOID)
    assert shown.code == 0
    assert shown.out.startswith("# suite_humanoid: 40.84 kg, 1.57 m, 27 degrees")
    assert "# note: axes turned round" in shown.out
    (tmp_path / "suite_humanoid.xml").write_bytes(SUITE_HUMANOID.read_bytes())
    (tmp_path / "mine.toml").write_text(shown.out, encoding="utf-8")
    mine = load_character(tmp_path / "mine.toml")
    assert roles_of(mine) == roles_of(load_character(SUITE_HUMANOID))


def test_an_experiment_takes_a_model_file_as_its_character(
    run_cli, tiny_values: dict[str, Any], tmp_path: Path
):
    (tmp_path / "body.xml").write_bytes(SUITE_HUMANOID.read_bytes())
    values = {
        "character": "body.xml",
        "controller": {"law": "posture", "gait": "stand"},
        "setting": {"duration": 1.0},
        "objective": {"fail": {}},
        "optimizer": tiny_values["optimizer"],
    }
    (tmp_path / "stand.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    shown = run_cli("show", tmp_path / "stand.toml", "--json")
    assert shown.code == 0, shown.err
    assert '"model_xml"' in shown.out
    changed = run_cli(
        "show", tmp_path / "stand.toml", "--set", f"character={SUITE_HUMANOID}"
    )
    assert "note: axes turned round" in changed.out


def test_what_is_other_than_in_a_model_file_is_told_when_it_is_used(run_cli):
    words = ("simulate", "simbicon/first_walk", "--duration", "0.1", "--set")
    own = run_cli(*words, f"character={SUITE_HUMANOID}")
    assert own.code == 0
    assert "suite_humanoid: only feet touch the ground; these parts" in own.err
    assert "only feet" not in run_cli(*words, "character=simbicon").err
