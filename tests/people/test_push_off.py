"""The reflex that ends the push of the calf, and the body that it is for."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import CONTROLLERS
from gaitsmith.kernels.records import GAS, LEFT, RIGHT, SOL, TA
from gaitsmith.papers.wang2012.reflex_controller import ReflexController
from gaitsmith.people.push_off import PushOffController
from gaitsmith.simulation.setting import Setting, build_world
from gaitsmith.simulation.simulation import Simulation

DT = 1.0 / 1200.0
CALF = (SOL, GAS, TA)


@pytest.fixture(scope="module")
def person():
    return load_character("person")


@pytest.fixture(scope="module")
def simulation(person):
    return Simulation(person, Setting(duration=0.5, rate=1200.0))


def excitation(simulation, controller, stands, **values):
    """Excitations in the first step after the legs' phases have been set by hand."""
    names = {name.replace("__", "."): value for name, value in values.items()}
    simulation.start(controller.drive({**controller.space.initial_values(), **names}))
    simulation.advance(DT)
    memory = simulation._memory
    memory[0]["is_stance"] = stands
    memory[0]["since"] = 0.0
    simulation.advance(DT)
    return simulation._moving.state.muscles.excitation.copy()


def test_it_has_three_parameters_more_than_the_paper(person):
    paper = ReflexController(person, "walk").space
    ours = PushOffController(person, "walk").space
    assert ours.parameters[: len(paper.parameters)] == paper.parameters
    added = ours.parameters[len(paper.parameters) :]
    assert [p.name for p in added] == [f"initiation.{m}" for m in ("sol", "gas", "ta")]
    assert [p.initial for p in added] == [0.2, 0.2, 0.2]
    assert [p.scale for p in added] == [0.3, 0.3, 0.2]


def test_a_trailing_leg_lets_its_calf_go_and_lifts_its_foot(person, simulation):
    # In double stance the left leg, behind the body, is about to leave.
    start = {"start__angle__left_hip_y": 0.3, "initiation__at": 0.9}
    high = {"stance__sol": 0.5, "stance__gas": 0.6, "stance__ta": 0.3}
    paper, ours = (
        excitation(simulation, kind(person, "walk"), (1, 1), **start, **high)
        for kind in (ReflexController, PushOffController)
    )
    change = (ours - paper)[:, CALF]
    assert change[LEFT] == pytest.approx([-0.2, -0.2, 0.2])
    assert change[RIGHT] == pytest.approx([0.0, 0.0, 0.0])
    others = np.delete(ours - paper, CALF, axis=1)
    assert not others.any()


def test_a_leg_in_the_air_is_not_touched_by_it(person, simulation):
    found = excitation(
        simulation,
        PushOffController(person, "walk"),
        (0, 1),
        initiation__at=-0.9,  # due, if it stood
        swing__sol=0.5,
    )
    assert found[LEFT, SOL] == 0.5
    assert found[RIGHT, SOL] < 0.01 + 1e-12  # stands: 0.01 - 0.2, clipped


def test_at_nothing_it_is_the_papers_law_to_the_last_bit(person, simulation):
    off = dict.fromkeys(("initiation.sol", "initiation.gas", "initiation.ta"), 0.0)
    motions = [
        simulation.roll_out(
            kind(person, "walk").drive(
                {**kind(person, "walk").space.initial_values(), **values}
            ),
            frame_rate=100.0,
        ).recording.qpos.tobytes()
        for kind, values in ((ReflexController, {}), (PushOffController, off))
    ]
    assert motions[0] == motions[1]


def test_the_law_is_in_the_table():
    assert set(CONTROLLERS["push_off_reflexes"].gaits) == {"walk", "run"}


def test_heels_of_a_person_are_softer_than_balls_and_toes(person):
    points = person.points
    stiffness = build_world(person, Setting()).ground.stiffness
    assert set(stiffness[points.is_heel]) == {25_000.0}
    assert set(stiffness[~points.is_heel]) == {37_500.0}
    told = build_world(person, Setting(stiffness=50_000.0)).ground.stiffness
    assert set(told) == {50_000.0}
