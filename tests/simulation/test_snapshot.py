"""A snapshot: what shares arrays still does, and the motion goes on to the bit."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.papers.wang2012.reflex_controller import ReflexController
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.snapshot import copied


@pytest.fixture
def walking():
    """A walk on muscles, in its second step's beginning."""
    adult = load_character("adult_muscles")
    controller = ReflexController(adult, "walk")
    drive = controller.drive(controller.space.initial_values())
    setting = Setting(duration=1.0, rate=1200.0, motor_noise=0.02)
    simulation = Simulation(adult, setting, {"head": None})
    simulation.start(drive, seed=4)
    simulation.advance(0.3)
    return simulation


def arrays(record):
    """All arrays of a tuple of tuples, in order."""
    found = []
    for part in record:
        if isinstance(part, tuple):
            found += arrays(part)
        elif isinstance(part, np.ndarray):
            found.append(part)
    return found


def excitations(moving):
    """The one array that law, muscles and senses all see."""
    return (
        moving.state.actuation.excitation,
        moving.state.muscles.excitation,
        moving.actuators[-1].legs.state.excitation,
    )


def test_law_muscles_and_senses_see_one_excitation(walking):
    one, *others = excitations(walking._moving)
    assert one.shape == (2, 8)
    assert all(each is one for each in others)


def test_a_copy_shares_within_itself_and_nothing_with_the_original(walking):
    snapshot = walking.snapshot()
    one, *others = excitations(snapshot.moving)
    assert all(each is one for each in others)
    mine, theirs = arrays(walking._moving), arrays(snapshot.moving)
    assert len(mine) == len(theirs) > 40
    for left, right in zip(mine, theirs, strict=True):
        assert np.array_equal(left, right, equal_nan=True)
        assert left.size == 0 or not np.shares_memory(left, right)


def test_what_is_restored_shares_within_itself_and_not_with_the_snapshot(walking):
    snapshot = walking.snapshot()
    before = [array.copy() for array in arrays(snapshot.moving)]
    walking.restore(snapshot)
    one, *others = excitations(walking._moving)
    assert all(each is one for each in others)
    assert one is not snapshot.moving.state.actuation.excitation
    walking.advance()
    for old, now in zip(before, arrays(snapshot.moving), strict=True):
        assert np.array_equal(old, now, equal_nan=True)


def test_a_restored_walk_goes_on_to_the_bit(walking):
    snapshot = walking.snapshot()
    ends = []
    for _ in range(3):
        walking.advance()
        ends.append((walking.moment(), walking.result(), walking._memory.tobytes()))
        walking.restore(snapshot)
    for moment, result, memory in ends[1:]:
        assert np.array_equal(moment.qpos, ends[0][0].qpos)
        assert np.array_equal(moment.torque, ends[0][0].torque)
        assert result.measures == ends[0][1].measures
        power = ends[0][1].measures.muscles.power
        assert np.array_equal(result.measures.muscles.power, power)
        assert memory == ends[0][2]
    assert walking.time == pytest.approx(0.3)


def test_named_tuples_in_tuples_keep_their_classes():
    shared = np.arange(3.0)
    twice = copied((shared, (shared, 7, "word"), ()))
    assert twice[0] is twice[1][0]
    assert twice[0] is not shared
    assert twice[1][1:] == (7, "word")
    assert twice[2] == ()
