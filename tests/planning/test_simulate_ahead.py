"""Steps that are tried before they are taken, where the truth differs from the model.

The model says that a step is 0.5 m + the first number of its action; really it is a
little longer, and the first number counts for more.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import CourseRunner
from gaitsmith.planning.footholds import Targets, footholds_between
from gaitsmith.planning.kernel_model import KernelModel
from gaitsmith.planning.plan import PlannerSettings, Situation, Tries
from gaitsmith.planning.planners import plan, require_planner
from gaitsmith.planning.strike import strike_of
from gaitsmith.planning.walker import STATE_NAMES, Walker
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import TerrainSpec

STATE = np.zeros(len(STATE_NAMES))


@dataclass(frozen=True)
class TrueStrike:
    """A strike in a world with a truth of its own."""

    place: float = 0.0
    behind: float = -0.5
    left: float = 0.1
    side: int = LEFT
    state = STATE

    def after(self, least_push, action):
        """Who tries it falls with less than this as second number of an action."""
        if action[1] < least_push:
            return None
        length = 0.54 + 1.3 * action[0]
        outward = 0.15 + 0.8 * action[1]
        return replace(
            self,
            place=self.place + length,
            behind=self.place,
            left=self.left + (outward if self.side == RIGHT else -outward),
            side=1 - self.side,
        )


@pytest.fixture(scope="module")
def model(known_steps):
    return KernelModel(known_steps, np.ones(2))


@pytest.fixture(scope="module")
def wide_model(known_steps):
    wide = replace(known_steps, aside=0.1 + known_steps.action[:, 1])
    return KernelModel(wide, np.ones(2))


def simulated(model, footholds, least_push=-np.inf, intended=(), **changes):
    settings = PlannerSettings(planner="rehearsed", **changes)
    tries = Tries(real=least_push, filled=-np.inf)
    here = Situation(model, TrueStrike(), 0, footholds, 0.5, tries, intended)
    return plan(here, settings)


def walked(found):
    """Where the planned steps really lead."""
    strike, places = TrueStrike(), []
    for action in actions(found):
        strike = strike.after(-np.inf, action)
        places.append(strike.place)
    return places


STONES = np.array([0.4, 1.0, 1.4, 2.1])


def test_stones_are_hit_although_the_model_is_wrong(model):
    found = simulated(model, Targets(STONES))
    assert found.is_found
    places = walked(found)
    assert places == pytest.approx(found.heels)
    assert abs(places[0] - STONES[0]) <= 0.015
    assert places == pytest.approx(STONES, abs=0.06)
    predicted = plan(
        Situation(model, TrueStrike(), 0, Targets(STONES), 0.5),
        PlannerSettings(planner="regular"),
    )
    assert abs(walked(predicted)[0] - STONES[0]) > 0.015


def test_stones_to_the_side_are_hit_although_the_model_is_wrong(wide_model):
    """As it says, a step goes 0.1 m + the second number outward; really 0.15 + 0.8."""
    lefts = np.array([-0.1, 0.1, -0.02, 0.05])
    found = simulated(wide_model, Targets(STONES, lefts=lefts))
    assert found.is_found
    strike = TrueStrike()
    for action, ahead, left in zip(actions(found), STONES, lefts, strict=True):
        strike = strike.after(-np.inf, action)
        assert math.hypot(strike.place - ahead, strike.left - left) < 0.06
    anywhere = simulated(wide_model, Targets(STONES))
    assert abs(TrueStrike().after(-np.inf, anywhere.action).left - lefts[0]) > 0.02


def test_feet_are_lifted_onto_higher_ground(model):
    rises = np.array([0.03, 0.0, 0.0, 0.0])
    level, up = (
        simulated(model, Targets(STONES + 0.02, rises=one)) for one in (None, rises)
    )
    assert up.action[1] > level.action[1] + 0.005


def test_no_foot_lands_in_a_gap(model):
    ground = footholds_between([(0.55, 0.85), (1.35, 1.75)], 0.2, 0.02)
    found = simulated(model, ground)
    assert found.is_found
    for heel in walked(found):
        assert ground.error(0, np.array(heel)) == 0.0


def test_a_foot_that_an_edge_catches_is_lifted(model):
    """On real ground whoever pushes off less than this falls; filled, nobody does."""
    ground = footholds_between([(0.55, 0.85)], 0.2, 0.02)
    assert min(a[1] for a in actions(simulated(model, ground))) < 0.03
    careful = simulated(model, ground, 0.03)
    assert careful.is_found
    assert min(a[1] for a in actions(careful)) >= 0.03


def actions(found):
    return (found.action, *found.later)


def test_what_falls_in_any_case_is_told(model):
    ground = footholds_between([(0.55, 0.85)], 0.2, 0.02)
    found = simulated(model, ground, np.inf)
    assert not found.is_found


@pytest.mark.parametrize("most", [10, 40])
def test_no_more_is_tried_than_is_allowed(model, most):
    """But for the row of steps that has begun, with gaps and without."""
    ground = footholds_between([(0.55, 0.85)], 0.2, 0.02)
    found = simulated(model, ground, np.inf, simulated=most)
    assert most <= found.simulated < most + 8


def test_what_was_intended_goes_on(model):
    ground = footholds_between([(0.55, 0.85), (1.35, 1.75)], 0.2, 0.02)
    first = simulated(model, ground)
    again = simulated(model, ground, intended=actions(first))
    assert again.action.tolist() == first.action.tolist()
    assert again.simulated == 8  # four steps on filled ground, four on the real one
    assert again.samples == 0


def test_a_plan_is_a_pure_function(model):
    ground = footholds_between([(0.6, 0.9)], 0.2, 0.02)
    first, again = simulated(model, ground), simulated(model, ground)
    assert again.heels == first.heels
    assert again.action.tolist() == first.action.tolist()


def test_the_model_of_the_paper_is_refused(known_model, model):
    with pytest.raises(InputError, match="it needs the model 'kernel'"):
        require_planner("rehearsed", known_model)
    require_planner("rehearsed", model)
    require_planner("hybrid", known_model)


def test_a_step_that_is_tried_is_the_real_one_to_the_last_bit(walker, space):
    other = walker.undisturbed()
    strike = strike_of(walker, 0.0)
    tried = strike.after(other, space.base)
    assert (
        walker.snapshot().moving.body.qpos.tolist()
        == strike.snapshot.moving.body.qpos.tolist()
    )
    walker.step(space.base)
    assert (
        tried.snapshot.moving.body.qpos.tolist()
        == walker.snapshot().moving.body.qpos.tolist()
    )
    assert tried.place == walker.footfall().ahead
    assert tried.state.tolist() == walker.state(0.0).tolist()


def test_a_step_can_be_tried_again(walker, space):
    strike, other = strike_of(walker, 0.0), walker.undisturbed()
    first = strike.after(other, space.base)
    assert strike.after(other, space.base + 0.01).place != first.place
    assert strike.after(other, space.base).place == first.place


def test_a_push_that_is_to_come_is_not_known(controller, space):
    push = PushSpec(start=0.01, duration=0.3, force=(300.0, 0.0, 0.0))
    setting = Setting(duration=60.0, rate=1000.0)
    pushed, quiet = (
        Walker(controller.character, controller, space, one)
        for one in (setting.model_copy(update={"pushes": (push,)}), setting)
    )
    for walker in (pushed, quiet):
        walker.start()
    tried = strike_of(pushed, 0.0).after(pushed.undisturbed(), space.base)
    assert tried.place == quiet.step(space.base).ahead
    assert tried.place != pushed.step(space.base).ahead


def test_gaps_are_filled_where_that_is_asked_for(controller, space):
    terrain = TerrainSpec(gaps=((0.5, 0.9),))
    setting = Setting(duration=60.0, rate=1000.0, terrain=terrain)
    walker = Walker(controller.character, controller, space, setting)
    assert walker.undisturbed().simulation.setting.terrain == terrain
    filled = walker.undisturbed(is_filled=True).simulation.setting
    assert filled.terrain == TerrainSpec()
    assert setting.terrain == terrain


def test_a_gait_that_would_fall_is_not_gone_on_with(walker, model, monkeypatch):
    """Far from any gap the base gait is walked, unless trying it ends in a fall."""
    course = Course(gaps=((50.0, 50.2),))
    runner = CourseRunner(walker, model, course, PlannerSettings(), 0.36)
    runner.start()
    for _ in range(3):
        assert runner.plan_next() is None
        runner.finish_step(walker.finish_step())
    asked = []

    def no_plan(here, _settings):
        asked.append(here.strike.place)
        raise InterruptedError

    monkeypatch.setattr("gaitsmith.planning.crossing.plan", no_plan)
    monkeypatch.setattr("gaitsmith.planning.strike.Strike.after", lambda *_: None)
    with pytest.raises(InterruptedError):
        runner.plan_next()
    assert asked == [walker.footfall().ahead]
