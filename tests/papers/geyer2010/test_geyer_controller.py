"""Geyer & Herr's walk: body, published values, fourteen muscles, first steps."""

import re

import numpy as np
import pytest

from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.actuators.muscle_table import build_muscles
from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RF, RIGHT
from gaitsmith.papers.geyer2010.geyer_controller import GEYER_ROWS, GeyerController
from gaitsmith.papers.geyer2010.geyer_reflexes import GeyerGains
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

PUBLISHED = {
    "stance.vas": 0.09, "stance.ham": 0.05, "stance.glu": 0.05, "stance.hfl": 0.05,
    "stance.sol_force": 1.2, "stance.gas_force": 1.1, "stance.vas_force": 1.15,
    "stance.ta_length": 1.1, "stance.ta_offset": 0.71, "stance.sol_inhibits_ta": 0.3,
    "stance.knee_stop": 2.0, "stance.knee_stop_angle": np.pi - 2.97,
    "stance.load": 1.2, "stance.lean": 1.91, "stance.lean_rate": 0.25,
    "stance.lean_target": 0.105, "stance.glu_share": 0.68, "initiation.hip": 0.25,
    "swing.ham_force": 0.65, "swing.glu_force": 0.4, "swing.hfl_length": 0.35,
    "swing.hfl_offset": 0.6, "swing.ham_inhibits_hfl": 4.0, "swing.ham_offset": 0.85,
    "swing.hfl_take_off_lean": 1.15,
}  # fmt: skip


@pytest.fixture(scope="module")
def body():
    return load_character("geyer")


@pytest.fixture(scope="module")
def controller(body):
    return GeyerController(body, "walk")


def test_the_values_are_the_published_ones(controller):
    values = controller.space.initial_values()
    gains = {name: values[name] for name in PUBLISHED}
    assert gains == pytest.approx(PUBLISHED, abs=2e-3)
    assert {row.name for row in GEYER_ROWS} == set(PUBLISHED)


def test_every_parameter_is_its_own_gain(controller):
    numbers = {row.name: float(n) for n, row in enumerate(GEYER_ROWS)}
    values = controller.space.initial_values() | numbers
    gains = controller.drive(values).law.gains
    for name, field in zip(numbers, GeyerGains._fields, strict=True):
        assert getattr(gains, field) == numbers[name]
        short = name.partition(".")[2]
        assert field in (short, "initiate")


def test_the_muscles_are_geyers_whatever_the_body_weighs(body):
    assert body.mass == pytest.approx(80.0)
    muscles = muscles_of(body).legs.muscles
    table = build_muscles(1.80, 70.0)
    others = [column for column in range(8) if column != RF]
    assert np.array_equal(muscles.max_force[:, others], table.max_force[:, others])
    assert np.array_equal(muscles.arm, table.arm)
    assert not muscles.max_force[:, RF].any()
    assert not muscles.mass[:, RF].any()


def test_a_muscle_can_be_weak_here_too(with_muscles):
    weak = with_muscles("geyer", strength={"SOL": 0.25})
    muscles = muscles_of(weak).legs.muscles
    assert muscles.max_force[:, 0] == pytest.approx(1000.0)
    assert not muscles.max_force[:, RF].any()  # the body's own table counts, too


def test_the_start_is_geyers_with_a_flat_foot(controller, body):
    drive = controller.drive(controller.space.initial_values())
    left, right = (
        np.degrees([drive.qpos[hinge.position] for hinge in leg.hinges])
        for leg in body.roles.legs
    )
    assert left == pytest.approx([-5.0, 5.0, -5.0], abs=0.1)
    assert right == pytest.approx([-40.0, 5.0, 0.0], abs=0.1)
    assert drive.qvel[0] == 1.3
    # Trunk, hip, knee and ankle add up to a level foot.
    assert np.degrees(drive.qpos[2]) + left.sum() == pytest.approx(0.0, abs=0.1)


def test_published_values_walk_some_steps(controller, body):
    simulation = Simulation(body, Setting(duration=3.0, rate=1200.0))
    rollout = simulation.roll_out(
        controller.drive(controller.space.initial_values()), frame_rate=240.0
    )
    assert rollout.outcome is Outcome.FELL  # on this ground, after 2.4 s
    assert rollout.seconds > 2.0
    assert list(rollout.strikes.side[:4]) == [RIGHT, LEFT, RIGHT, LEFT]
    assert np.all(rollout.strikes.step_lengths() > 0.3)
    assert not rollout.recording.muscle_force[..., RF].any()


def test_only_muscles_act(controller, body):
    simulation = Simulation(body, Setting(duration=0.5, rate=1200.0))
    rollout = simulation.roll_out(controller.drive(controller.space.initial_values()))
    assert rollout.measures.muscles.servo_torque_squared == 0.0
    assert rollout.measures.muscles.torque_squared > 0.0


def test_pieces_are_the_whole(controller, body):
    drive = controller.drive(controller.space.initial_values())
    simulation = Simulation(body, Setting(duration=0.6, rate=1200.0))
    simulation.roll_out(drive)
    whole = simulation._memory.tobytes()
    forces = simulation._moving.state.muscles.force.copy()
    simulation.start(drive)
    for seconds in (0.001, 0.3):
        simulation.advance(seconds)
    simulation.advance()
    assert simulation._memory.tobytes() == whole
    assert np.array_equal(simulation._moving.state.muscles.force, forces)


@pytest.mark.parametrize(
    ("character", "gait", "message"),
    [
        ("geyer", "run", "no gait of controller 'geyer' is called 'run'. Known: walk."),
        (
            "adult",
            "walk",
            "controller 'geyer' walks in the sagittal plane only, and character"
            " 'adult' can leave it; choose a planar one, such as 'geyer'.",
        ),
    ],
)
def test_what_cannot_be_is_refused(character, gait, message):
    with pytest.raises(InputError, match="^" + re.escape(message) + "$"):
        GeyerController(load_character(character), gait)


def test_the_load_of_the_legs_adds_up_to_the_weight(controller, body):
    law = controller.drive(controller.space.initial_values()).law
    assert law.weight == pytest.approx(80.0 * 9.81)
    assert np.array_equal(law.leg_axis[LEFT], [3, 4, 5])
