"""The commanded law: it does what is written into its arrays, and nothing else."""

from types import SimpleNamespace

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.commanded import (
    commanded_drive,
    commanded_law,
    follow_command,
)
from gaitsmith.control.controller import StartPose, start_state
from gaitsmith.control.posture import PostureController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


@pytest.fixture(scope="module")
def biped():
    return load_character("planar_biped")


@pytest.fixture
def law(biped):
    return commanded_law(biped)


@pytest.fixture
def start(biped, law):
    """Begins a short simulation of the law, in the air if asked for."""

    def begin(height=0.0):
        pose = StartPose(angles={}, rates={}, sink=-height)
        simulation = Simulation(biped, Setting(duration=1.0, rate=1200.0))
        simulation.start(commanded_drive(law, *start_state(biped, pose)))
        return simulation

    return begin


def test_the_torque_is_the_command_and_the_servo_within_the_limit(biped, law):
    law.torque[:2] = 10.0
    law.target[:2] = 0.5
    law.stiffness[:2] = 100.0
    law.damping[:2] = 4.0
    law.limit[1] = 30.0
    qpos, qvel = np.zeros(biped.model.nq), np.zeros(biped.model.nv)
    qpos[law.position[:2]] = 0.2
    qvel[law.axis[:2]] = 2.0
    body_state = SimpleNamespace(qpos=qpos, qvel=qvel)
    asked = SimpleNamespace(torque=np.zeros_like(qvel), damping=np.zeros_like(qvel))
    senses = SimpleNamespace(body=body_state)
    follow_command.py_func(law, None, senses, asked)
    assert asked.torque[law.axis[0]] == pytest.approx(10.0 + 100.0 * 0.3)
    assert asked.damping[law.axis[0]] == 4.0
    # 40 - 8 N m are wanted, and the motor gives 30.
    assert (asked.torque[law.axis[1]], asked.damping[law.axis[1]]) == (30.0, 0.0)
    assert not asked.torque[law.axis[2:]].any()


def test_with_a_postures_gains_it_is_that_posture_to_the_last_bit(biped, law):
    posture = PostureController(biped, "stand")
    values = posture.space.initial_values()
    drive = posture.drive(values)
    law.stiffness[:] = values["stiffness"]
    law.damping[:] = values["damping"]
    commanded = commanded_drive(law, drive.qpos, drive.qvel)
    simulation = Simulation(biped, Setting(duration=1.0, rate=1200.0))
    held, told = (
        simulation.roll_out(each, frame_rate=100.0).recording.qpos
        for each in (drive, commanded)
    )
    assert np.array_equal(held, told)


def test_what_is_written_between_two_pieces_acts_in_the_next(law, start):
    simulation = start(height=1.0)
    simulation.advance(0.05)
    before = simulation.moment()
    assert not before.torque.any()
    law.torque[0] = 20.0
    simulation.advance(0.05)
    after = simulation.moment()
    assert after.torque[law.axis[0]] == 20.0
    assert after.qvel[law.axis[0]] > before.qvel[law.axis[0]] + 1.0
