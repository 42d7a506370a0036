"""Starts: the same drive again, other ground, other names and frames."""

import pytest

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


def test_a_drive_can_be_used_again():
    biped = load_character("planar_biped")
    controller = SimbiconController(biped, "walk")
    drive = controller.drive(controller.space.initial_values())
    simulation = Simulation(biped, Setting(duration=2.0))
    assert simulation.roll_out(drive).measures == simulation.roll_out(drive).measures


@pytest.mark.parametrize(
    "terrain",
    [
        {"slope": 15.0},
        {"slope": -15.0},
        {"segments": ({"x": -9.0, "height": 0.5},)},
        {"segments": ({"x": -9.0, "height": -0.5},)},
    ],
)
def test_a_start_on_any_ground_gives_no_kick(stocky, terrain):
    controller = PostureController(stocky, "stand")
    drive = controller.drive(controller.space.initial_values())
    simulation = Simulation(stocky, Setting(duration=0.1, terrain=terrain))
    rollout = simulation.roll_out(drive, frame_rate=2400.0)
    load = rollout.recording.contact_force.sum(axis=1)[:, 2]
    assert load.max() < 2.5 * stocky.weight
    assert load[60:].max() > 0.2 * stocky.weight


def test_the_ground_never_pulls(stocky):
    controller = SimbiconController(stocky, "walk_3d")
    drive = controller.drive(controller.space.initial_values() | {"start.speed": 0.6})
    simulation = Simulation(stocky, Setting(duration=3.0, rate=1200.0))
    recording = simulation.roll_out(drive, frame_rate=1200.0).recording
    assert recording.contact_force[..., 2].min() >= 0.0


def test_joints_of_any_name_are_driven_by_their_roles(tmp_path):
    """The planar biped again as an own MJCF whose joints have other names."""
    biped = load_character("planar_biped")
    renamed = biped.model_xml
    roles = {"pelvis": "torso"}
    for side, letter in (("left", "L"), ("right", "R")):
        for part in ("hip", "knee", "ankle"):
            renamed = renamed.replace(f'"{side}_{part}"', f'"{letter}.{part[0]}"')
        roles[side] = {"hip": [f"{letter}.h"], "knee": f"{letter}.k"}
        roles[side] |= {"ankle": [f"{letter}.a"]}
    ground = {"stiffness": 100_000.0, "damping": 6_000.0, "friction": "inf"}
    values = {"model_xml": renamed, "roles": roles, "ground": ground}
    values |= {"fallen_below": 0.6, "joint_stop": {"stiffness": 800.0, "damping": 80.0}}
    own = character_from_values(values, "own.toml", "own", tmp_path)
    lengths = []
    for character in (biped, own):
        controller = SimbiconController(character, "walk")
        drive = controller.drive(controller.space.initial_values())
        simulation = Simulation(character, Setting(duration=5.0))
        lengths.append(simulation.roll_out(drive).measures.step_length)
    assert lengths[1] == pytest.approx(lengths[0], rel=0.01)


def test_what_a_planar_body_cannot_do_is_refused():
    biped = load_character("planar_biped")
    push = {"start": 1.0, "force": (0.0, 10.0, 0.0)}
    with pytest.raises(InputError, match="cannot be pushed sideways"):
        Simulation(biped, Setting(pushes=(push,)))
    with pytest.raises(InputError, match="cannot turn"):
        Simulation(biped, Setting(heading=({"time": 1.0, "heading": 9.0},)))
