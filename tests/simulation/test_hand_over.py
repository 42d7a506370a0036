"""One law goes on where another one was: the body does not notice, but for torques."""

import numpy as np
import pytest

from gaitsmith.control.controller import STANDING
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.takes.standing import stance_of
from gaitsmith.workflows import load_solution


def test_the_body_goes_on_and_the_new_law_begins_to_remember():
    problem = load_solution("coros2008/high_step").problem
    values = load_solution("coros2008/high_step").values
    gait = problem.controller.drive(dict(values))
    stance = stance_of(problem.character, gait.phases)
    simulation = Simulation(problem.character, problem.setting)
    simulation.start(stance.drive)
    simulation.advance(0.3)
    before = simulation.qpos.copy()
    simulation.hand_over(gait)
    assert np.array_equal(simulation.qpos, before)
    assert simulation.time == pytest.approx(0.3)
    assert simulation.snapshot().memory["since"] == simulation.time
    assert simulation.advance_step(2.0)  # it walks


def test_a_law_with_other_states_is_refused():
    problem = load_solution("coros2008/high_step").problem
    gait = problem.controller.drive(dict(load_solution("coros2008/high_step").values))
    stance = stance_of(problem.character, STANDING)
    simulation = Simulation(problem.character, problem.setting)
    simulation.start(gait)
    with pytest.raises(ValueError, match="another number of states"):
        simulation.hand_over(stance.drive)
