"""A law in plain Python moves as the same law compiled; its mistakes have a line."""

import inspect

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import make_controller
from gaitsmith.control.law import LAWS, is_plain_python
from gaitsmith.control.posture import PostureLaw
from gaitsmith.plugins import PluginError
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

RATE = 1200.0
CASES = {
    "posture": ("planar_biped", "stand"),
    "simbicon": ("planar_biped", "walk"),
    "reflexes": ("adult_muscles", "walk"),
}


@pytest.fixture(params=CASES)
def drive(request):
    """A law of ours, ready to run, and whom it drives."""
    body, gait = CASES[request.param]
    character = load_character(body)
    controller = make_controller(character, request.param, gait=gait)
    return character, controller.drive(controller.space.initial_values())


@pytest.fixture
def plainly(monkeypatch):
    """From here on, the function of a law is not compiled."""

    def change(law):
        monkeypatch.setitem(LAWS, type(law), LAWS[type(law)].py_func)
        assert is_plain_python(law)

    return change


def same(one, other):
    assert one.outcome is other.outcome
    assert one.seconds == other.seconds
    assert one.measures == other.measures
    for name, array in one.recording.arrays().items():
        assert np.array_equal(array, other.recording.arrays()[name]), name


def test_plain_python_moves_to_the_bit_as_compiled(drive, plainly):
    character, start = drive
    setting = Setting(duration=0.4, rate=RATE, motor_noise=0.02)
    simulation = Simulation(character, setting)
    whole = simulation.roll_out(start, seed=5, frame_rate=RATE)
    plainly(start.law)
    same(simulation.roll_out(start, seed=5, frame_rate=RATE), whole)
    # Stopped, looked at, and continued.
    simulation.start(start, seed=5, frame_rate=RATE)
    for seconds in (0.0005, 0.1, 0.2):
        assert simulation.advance(seconds) is Outcome.RUNNING
        simulation.moment()
    before = simulation.snapshot()
    simulation.advance()
    simulation.restore(before)
    simulation.advance()
    same(simulation.result(), whole)


def test_a_step_of_plain_python_ends_where_the_compiled_one_does(plainly):
    biped = load_character("planar_biped")
    controller = make_controller(biped, "simbicon", gait="walk")
    start = controller.drive(controller.space.initial_values())
    ends = []
    for is_plain in (False, True):
        if is_plain:
            plainly(start.law)
        simulation = Simulation(biped, Setting(duration=3.0, rate=RATE))
        simulation.start(start)
        assert simulation.advance_step(1.0)
        ends.append((simulation.time, simulation.stance, simulation.moment().qpos))
    assert ends[0][:2] == ends[1][:2]
    assert np.array_equal(ends[0][2], ends[1][2])
    assert 0.1 < ends[0][0] < 1.0


def test_a_fall_of_plain_python_is_where_the_compiled_one_is(plainly):
    biped = load_character("planar_biped")
    controller = make_controller(biped, "posture", gait="limp")
    start = controller.drive(controller.space.initial_values())
    simulation = Simulation(biped, Setting(duration=3.0, rate=RATE))
    whole = simulation.roll_out(start, frame_rate=RATE)
    assert whole.outcome is Outcome.FELL
    plainly(start.law)
    same(simulation.roll_out(start, frame_rate=RATE), whole)


def divide(law, memory, senses, actuation_out):
    actuation_out.torque[:] = 1 // int(senses.time)  # fails at once


def ask_a_library(law, memory, senses, actuation_out):
    np.linalg.solve(np.zeros((2, 2)), np.zeros(2))


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (divide, "ZeroDivisionError: integer division or modulo by zero"),
        (ask_a_library, "LinAlgError: Singular matrix"),
    ],
)
def test_a_mistake_names_file_and_line(monkeypatch, function, words):
    biped = load_character("planar_biped")
    controller = make_controller(biped, "posture", gait="stand")
    start = controller.drive(controller.space.initial_values())
    monkeypatch.setitem(LAWS, PostureLaw, function)
    simulation = Simulation(biped, Setting(duration=0.1, rate=RATE))
    with pytest.raises(PluginError) as raised:
        simulation.roll_out(start)
    line = inspect.getsourcelines(function)[1] + 1
    assert str(raised.value) == f"test_plain_laws.py:{line}: {words}"
    assert raised.value.__cause__ is not None  # for who wants the whole story


def test_a_law_of_too_few_arguments_is_refused_with_file_and_line(plugin):
    with pytest.raises(PluginError) as raised:
        plugin(
            "from typing import NamedTuple\n"
            "import gaitsmith\n"
            "class Idle(NamedTuple):\n"
            "    nothing: int\n"
            "@gaitsmith.controls(Idle)\n"
            "def idle(law, senses):\n"
            "    pass\n"
        )
    assert "'idle' takes (law, senses); it must take 4 arguments: (law, memory," in str(
        raised.value
    )
    assert "own_plugin.py:5" in str(raised.value)
