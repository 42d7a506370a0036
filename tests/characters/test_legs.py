"""Bodies with any number of legs."""

from pathlib import Path
from typing import Any

import pytest

import gaitsmith.standard  # noqa: F401 - registers all laws
from gaitsmith.characters.character import (
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.control.controllers import make_controller
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.gait.analysis import analyze
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

TABLE_LEGS = {
    "front_left": (0.4, 0.2),
    "front_right": (0.4, -0.2),
    "hind_left": (-0.4, 0.2),
    "hind_right": (-0.4, -0.2),
}
TRIPOD_LEGS = {"a": (0.4, 0.0), "b": (-0.3, 0.3), "c": (-0.3, -0.3)}


def stool(legs: dict[str, tuple[float, float]], name: str = "stool") -> Character:
    """A seat on straight legs that end in balls."""
    parts = "".join(
        f"""<body name="{leg}" pos="{x} {y} 0"><joint name="{leg}_hip" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.02" contype="0"/>
        <geom type="sphere" pos="0 0 -0.4" size="0.04"/></body>"""
        for leg, (x, y) in legs.items()
    )
    xml = f"""<mujoco><worldbody><body name="seat" pos="0 0 1"><freejoint/>
    <geom type="box" size="0.4 0.2 0.03"/>{parts}</body></worldbody></mujoco>"""
    roles: dict[str, Any] = {"pelvis": "seat"}
    roles |= {leg: {"hip": [f"{leg}_hip"]} for leg in legs}
    values = {"model_xml": xml, "roles": roles}
    return character_from_values(values, f"{name}.toml", name, Path())


def standing(character: Character, seconds: float) -> Simulation:
    controller = PostureController(character, "stand")
    simulation = Simulation(character, Setting(duration=seconds))
    simulation.start(controller.drive(controller.space.initial_values()))
    return simulation


@pytest.mark.parametrize("legs", [TABLE_LEGS, TRIPOD_LEGS], ids=["four", "three"])
def test_every_foot_that_is_named_carries_its_part_of_the_weight(legs):
    character = stool(legs)
    assert [leg.name for leg in character.roles.legs] == sorted(legs)
    simulation = standing(character, 1.0)
    assert simulation.advance() is Outcome.COMPLETED
    forces = simulation.moment().contact_force[:, 2]
    loads = [
        forces[character.points.side == leg].sum() / character.weight
        for leg in range(len(legs))
    ]
    assert min(loads) > 0.1
    assert sum(loads) == pytest.approx(1.0, rel=0.01)


def test_a_single_leg_is_simulated_until_it_falls():
    simulation = standing(stool({"middle": (0.1, 0.0)}), 5.0)
    assert simulation.advance() is Outcome.FELL


def test_the_order_of_the_legs_in_a_file_does_not_matter():
    turned = dict(reversed(TABLE_LEGS.items()))
    assert [leg.name for leg in stool(turned).roles.legs] == list(TABLE_LEGS)


def test_a_stored_body_keeps_its_legs():
    table = stool(TABLE_LEGS)
    stored = self_contained(table)
    again = character_from_values(stored, "stored", "stool", Path())
    assert self_contained(again) == stored
    assert [leg.name for leg in again.roles.legs] == list(TABLE_LEGS)


@pytest.mark.parametrize(
    ("law", "gait"),
    [
        ("simbicon", "fast_walk"),
        ("pose_graph", "walk"),
        ("reflexes", "walk"),
        ("geyer", "walk"),
    ],
)
def test_a_law_for_two_legs_refuses_another_number(law, gait):
    with pytest.raises(InputError) as refusal:
        make_controller(stool(TABLE_LEGS), law, gait=gait)
    assert str(refusal.value) == (
        f"controller: law '{law}' is for two legs, left and right, and character"
        " 'stool' has 4 (front_left, front_right, hind_left, hind_right); law"
        " 'keyframes' drives any legs."
    )


def test_gait_cycles_are_refused_for_four_legs():
    table = stool(TABLE_LEGS)
    controller = PostureController(table, "stand")
    drive = controller.drive(controller.space.initial_values())
    rollout = Simulation(table, Setting(duration=0.1)).roll_out(drive, frame_rate=300.0)
    with pytest.raises(NoStepsError, match="two legs"):
        analyze(table, rollout.recording)


def test_parts_that_pass_through_the_ground_are_named():
    assert stool(TABLE_LEGS).notes == (
        "only feet touch the ground; these parts pass through it: seat.",
    )
    assert "pelvis, torso, head" in load_character("stocky").notes[0]
    assert load_character("human16").notes == ()


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ({"pelvis": "seat"}, "roles: no leg given; add a table for each"),
        (
            {"pelvis": "seat", "heat": "seat", "a": {"hip": ["a_hip"]}},
            "roles: 'heat' is no key of this table. Known here: pelvis, trunk, head,",
        ),
        (
            {"pelvis": "seat", "a": {"hip": ["a_hip"], "kne": "b"}},
            "roles.a.kne: no such key. Did you mean 'knee'? Known here: ankle, hip,",
        ),
        (
            {"pelvis": "seat", "a": {"hip": ["a_hip"]}, "b": {"hip": ["a_hip"]}},
            "roles.b.hip: joint 'a_hip' is the a leg's; each leg needs its own joints.",
        ),
    ],
)
def test_wrong_legs_are_refused_where_they_stand(roles, expected):
    values = self_contained(stool(TRIPOD_LEGS)) | {"roles": roles}
    with pytest.raises(InputError) as refusal:
        character_from_values(values, "my.toml", "my", Path())
    assert expected in str(refusal.value)
