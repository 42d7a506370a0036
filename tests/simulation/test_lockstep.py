"""Lanes that pause together: each like a simulation of its own."""

import numpy as np

from gaitsmith.characters.character import load_character
from gaitsmith.control.commanded import commanded_drive, commanded_law
from gaitsmith.control.controller import StartPose, start_state
from gaitsmith.simulation.lockstep import Lockstep
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

CHARACTER = load_character("planar_biped")
SETTING = Setting(duration=2.0, rate=1200.0)
ALL = np.ones(8, dtype=bool)


def leaning(pitch):
    """A rag doll that falls the sooner, the more it leans [rad]."""
    law = commanded_law(CHARACTER)
    state = start_state(CHARACTER, StartPose({}, {}, pitch=pitch))
    return commanded_drive(law, *state)


def alone(pitch):
    """The same in a simulation of its own, until it has fallen."""
    simulation = Simulation(CHARACTER, SETTING)
    simulation.start(leaning(pitch))
    assert simulation.advance() is Outcome.FELL
    return simulation


def test_who_falls_first_stays_so_and_the_others_fall_in_their_own_time():
    pitches = np.linspace(0.05, 0.7, 8)
    lanes = Lockstep(CHARACTER, SETTING, leaning(0.0))
    for lane, pitch in enumerate(pitches):
        lanes.start(lane, leaning(pitch))
    lanes.advance(SETTING.num_steps, ALL)
    assert lanes.outcomes == (Outcome.FELL,) * 8
    moving = lanes.sensed()
    assert len(np.unique(moving.clock.step)) > 1
    for lane, pitch in enumerate(pitches):
        expected = alone(pitch).sensed()
        assert moving.clock.step[0, lane] == expected.clock.step[0]
        assert np.array_equal(moving.body.qpos[:, lane], expected.body.qpos)
        assert np.array_equal(moving.body.com[:, lane], expected.body.com)


def test_a_lane_is_started_anew_while_the_others_go_on():
    lanes = Lockstep(CHARACTER, SETTING, leaning(0.1))
    lanes.advance(24, ALL)
    lanes.start(3, leaning(0.4))
    lanes.advance(24, ALL)
    assert lanes.sensed().clock.step[0].tolist() == [48, 48, 48, 24, 48, 48, 48, 48]
    lanes.advance(SETTING.num_steps, ALL)
    moving = lanes.sensed()
    for lane, pitch in ((3, 0.4), (4, 0.1)):
        expected = alone(pitch).sensed()
        assert np.array_equal(moving.body.qpos[:, lane], expected.body.qpos)


def test_the_last_time_step_of_all_completes_a_rollout():
    short = Setting(duration=0.05, rate=1200.0)
    lanes = Lockstep(CHARACTER, short, leaning(0.0))
    lanes.advance(48, ALL)
    assert lanes.outcomes == (Outcome.RUNNING,) * 8
    lanes.advance(48, ALL)
    assert lanes.outcomes == (Outcome.COMPLETED,) * 8
    assert lanes.sensed().clock.step[0].tolist() == [60] * 8
