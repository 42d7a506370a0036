"""The creatures of van de Panne & Lamouret 1995, and legs without all joints."""

from pathlib import Path

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment
from gaitsmith.gait.kinematics import kinematics_of
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


@pytest.mark.parametrize(
    ("name", "num_links", "num_actuators"),
    [
        ("simpleton", 5, 6),
        ("robo_bird", 12, 11),
        ("human16", 15, 16),
        ("quadruped", 14, 17),
    ],
)
def test_links_and_actuators_are_as_many_as_published(name, num_links, num_actuators):
    character = load_character(name)
    assert character.model.nbody - 1 == num_links
    assert len(character.roles.hinges) == num_actuators


@pytest.mark.parametrize("name", ["robo_bird", "human16"])
def test_they_stand_over_their_feet(name):
    character = load_character(name)
    controller = PostureController(character, "stand")
    simulation = Simulation(character, Setting(duration=0.1))
    simulation.start(controller.drive(controller.space.initial_values()))
    places = simulation.moment().contact_position[:, 0]
    assert places.min() < character.standing_com[0] < places.max()


def test_left_and_right_mirror_each_other():
    for name in ("simpleton", "robo_bird", "human16"):
        character = load_character(name)
        left, right = character.roles.legs
        for one, other in zip(left.hinges, right.hinges, strict=True):
            assert one.range == other.range
            masses = character.model.body_mass
            assert masses[one.body] == masses[other.body]


def test_a_leg_that_ends_in_a_point_has_a_foot_there():
    simpleton = load_character("simpleton")
    for side, leg in enumerate(simpleton.roles.legs):
        assert leg.ankle == ()
        assert leg.foot == leg.knee.body
        assert simpleton.ankle_offset(side) == pytest.approx((0.0, 0.0, -0.43))


def test_a_guided_simpleton_stands_and_its_gait_has_no_ankle_angles():
    simpleton = load_character("simpleton")
    controller = PostureController(simpleton, "stand")
    guide = {"stiffness": 2000.0, "damping": 200.0}
    setting = Setting.model_validate({"duration": 2.0, "guide": guide})
    drive = controller.drive(controller.space.initial_values())
    rollout = Simulation(simpleton, setting).roll_out(drive, frame_rate=60.0)
    assert rollout.seconds == 2.0
    sides = kinematics_of(simpleton, rollout.recording).sides
    assert set(sides[0]) == {"hip", "knee", "thigh", "foot"}
    assert np.all(np.isfinite(rollout.measures.torque_shares))


def test_simbicon_drives_legs_without_ankles():
    experiment = load_experiment("vandepanne1995/simpleton_free")
    names = [p.name for p in experiment.problem.space.parameters]
    assert "state0.swing_knee" in names
    assert not any("ankle" in name for name in names)
    rollout = experiment.problem.roll_out(experiment.problem.space.initial_values())
    assert rollout.measures.steps > 4


def test_simbicon_refuses_legs_without_knees(own_model):
    roles = {"pelvis": "hips"} | {
        side: {"hip": [f"{side}_hip"], "ankle": [f"{side}_ankle"]}
        for side in ("left", "right")
    }
    values = {"model_xml": own_model.xml, "roles": roles}
    stiff = character_from_values(values, "stiff.toml", "stiff", Path())
    with pytest.raises(InputError, match="has no left knee; law 'keyframes'"):
        SimbiconController(stiff, "walk_3d")
