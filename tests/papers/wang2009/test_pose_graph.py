"""The pose graph of wang2009: 184 parameters in their places, and Table 2 walks."""

from types import SimpleNamespace

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.papers.wang2009 import pose_graph
from gaitsmith.papers.wang2009.pose_graph_controller import AXES, PoseGraphController
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


@pytest.fixture(scope="module")
def controller():
    return PoseGraphController(load_character("stocky"), "walk")


def test_the_search_space_has_184_dimensions_in_the_papers_blocks(controller):
    names = [parameter.name for parameter in controller.space.free]
    assert len(names) == controller.space.dimension == 184
    assert len(AXES) == 30

    def count(*parts):
        return sum(all(part in name for part in parts) for name in names)

    assert count("start.") - count("start.angle") - count("start.rate") == 2 + 3
    assert count("start.angle") == count("start.rate") == 15
    assert count(".kp") == count(".kd") == 60
    assert count("state0", ".target") == 11
    assert count("state1", ".target") == 12
    assert count("feedback.") == 4


def test_initial_values_are_those_of_table_2(controller):
    values = controller.space.initial_values()
    assert values["state0.swing_ankle_y.target"] == 3.0
    assert values["state1.stance_toe_y.target"] == 0.6
    assert values["state1.swing_knee_y.kp"] == 50.0
    assert values["state1.swing_knee_y.kd"] == pytest.approx(5.0)
    assert values["feedback.coronal.offset"] == 0.2
    assert values["start.rate.left_ankle_y"] == -15.0


def test_as_printed_is_the_same_walk_scaled_to_about_0_to_1(controller):
    printed = PoseGraphController(controller.character, "as_printed").space
    assert printed.initial_values() == controller.space.initial_values()
    assert all(abs(one.initial) <= one.scale for one in printed.free)
    gains = [one for one in printed.free if one.name.endswith(".kp")]
    assert {one.initial / one.scale for one in gains} == {0.25}


def test_each_parameter_changes_something_and_only_where_it_is_named(controller):
    values = controller.space.initial_values()
    base = controller.drive(values)
    for parameter in controller.space.parameters:
        drive = controller.drive(
            values | {parameter.name: values[parameter.name] + 0.07}
        )
        changed = {
            name
            for name in base.law._fields
            if name != "hips"
            and not np.array_equal(getattr(base.law, name), getattr(drive.law, name))
        }
        num_start = np.count_nonzero(base.qpos != drive.qpos)
        num_start += np.count_nonzero(base.qvel != drive.qvel)
        if parameter.name.startswith("start."):
            assert changed == set(), parameter.name
            assert num_start >= 1, parameter.name
            continue
        assert num_start == 0, parameter.name
        assert len(changed) == 1, parameter.name
        place = changed.pop()
        kind = parameter.name.rpartition(".")[2]
        if kind in ("kp", "kd"):
            assert place.endswith("_gains"), parameter.name
        if parameter.name.startswith("state"):
            # A state and its mirror image, and no other.
            differs = getattr(base.law, place) != getattr(drive.law, place)
            states = [s for s in range(4) if np.any(differs[s])]
            first = int(parameter.name[5])
            assert states == [first, first + 2], parameter.name


def test_the_second_half_of_the_cycle_mirrors_the_first(controller):
    law = controller.drive(controller.space.initial_values()).law
    assert law.stance.tolist() == [1, 1, 0, 0]
    assert np.array_equal(law.ankle_pitch[0], law.ankle_pitch[2][::-1])
    assert np.array_equal(law.ankle_gains[1], law.ankle_gains[3][::-1])
    assert np.array_equal(law.hip_pitch[:2], law.hip_pitch[2:])


@pytest.mark.parametrize("name", ["stocky", "thin", "overweight"])
def test_table_2_takes_more_than_a_few_steps_without_optimisation(name):
    character = load_character(name)
    controller = PoseGraphController(character, "walk")
    simulation = Simulation(character, Setting(duration=4.0, friction=10.0))
    rollout = simulation.roll_out(controller.drive(controller.space.initial_values()))
    assert rollout.outcome is Outcome.COMPLETED
    assert rollout.measures.steps >= 5
    assert rollout.measures.step_length == pytest.approx(0.65, abs=0.1)


def test_a_body_without_the_joints_of_table_2_is_refused():
    with pytest.raises(InputError, match="needs the joint 'back_y'"):
        PoseGraphController(load_character("planar_biped"), "walk")
    with pytest.raises(InputError, match="needs the joint 'left_toe_y'"):
        PoseGraphController(load_character("simbicon"), "walk")


@pytest.mark.parametrize(
    ("since", "state", "reached"),
    [
        (0.049, 0, 0),  # no contact counts so soon after a strike
        (0.051, 0, 2),  # later it does, also before the body has passed the ankle
        (0.001, 1, 2),  # state 1 does not begin with a strike
        (0.049, 2, 2),
        (0.051, 2, 0),
    ],
)
def test_contact_does_not_count_right_after_a_strike(
    monkeypatch, since, state, reached
):
    nowhere = (0.0, 0.0, 0.0)
    for name, value in (
        ("foot_pitch", -2.0 * pose_graph.TOE_UP),
        ("ankle_place", nowhere),
        ("minus", nowhere),
        ("ahead", -1.0),  # the body has not passed the ankle
    ):
        monkeypatch.setattr(pose_graph, name, lambda *_, value=value: value)
    law = SimpleNamespace(
        stance=[0, 0, 1, 1], strike_load=10.0, hips=None, transition=0.0
    )
    contact = SimpleNamespace(foot_load=[100.0, 100.0])
    body = SimpleNamespace(com=nowhere)
    senses = SimpleNamespace(time=1.0, body=body, contact=contact)
    memory = SimpleNamespace(state=state, since=1.0 - since)
    pose_graph.advance_graph.py_func(law, memory, senses, None)
    assert memory.state == reached
    assert memory.since == (1.0 if reached != state else 1.0 - since)
