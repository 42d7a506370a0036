"""Motors turn joints; nothing that a law writes pushes the root."""

import numpy as np
import pytest

from gaitsmith.actuators.motors import motors_of, run_motors
from gaitsmith.characters.character import load_character
from gaitsmith.control.law import LAWS
from gaitsmith.control.posture import PostureController, PostureLaw, hold_posture
from gaitsmith.kernels.records import Actuation
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation


@pytest.mark.parametrize(("name", "root"), [("planar_biped", 3), ("stocky", 6)])
def test_only_the_root_has_no_motor(version, name, root):
    character = load_character(name)
    motors = motors_of(character)
    assert motors.without.tolist() == list(range(root))
    nv = character.model.nv
    asked = Actuation(np.full(nv, 7.0), np.full(nv, 3.0), np.zeros((0, 0)))
    version(run_motors)(motors, 0, asked)
    for part, value in ((asked.torque, 7.0), (asked.damping, 3.0)):
        assert not part[:root].any()
        assert (part[root:] == value).all()


@pytest.mark.parametrize("name", ["planar_biped", "stocky"])
def test_a_law_that_pushes_the_root_pushes_nothing(monkeypatch, name):
    character = load_character(name)
    controller = PostureController(character, "stand")
    drive = controller.drive(controller.space.initial_values())
    simulation = Simulation(character, Setting(duration=0.1, rate=1200.0))
    honest = simulation.roll_out(drive, frame_rate=1200.0)
    root = motors_of(character).without

    def cheat(law, memory, senses, actuation_out):
        hold_posture.py_func(law, memory, senses, actuation_out)
        actuation_out.torque[root] = 1e4
        actuation_out.damping[root] = 1e3

    monkeypatch.setitem(LAWS, PostureLaw, cheat)
    cheated = simulation.roll_out(drive, frame_rate=1200.0)
    assert np.array_equal(cheated.recording.qpos, honest.recording.qpos)
    assert not cheated.recording.torque[:, root].any()
    assert cheated.measures == honest.measures
