"""Steps that are tried before they are taken, where the truth differs from the model.

The model says that a step is 0.5 m + the first number of its action; really it is a
little longer, and the first number counts for more.
"""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import Traveller
from gaitsmith.planning.footing import Stones, islands_between
from gaitsmith.planning.kernel_model import KernelModel
from gaitsmith.planning.plan import PlannerSettings, Situation
from gaitsmith.planning.planners import plan_step, require_planner
from gaitsmith.planning.scene import scene_of
from gaitsmith.planning.walker import STATE_NAMES, Walker
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import TerrainSpec

STATE = np.zeros(len(STATE_NAMES))


@dataclass(frozen=True)
class TrueScene:
    """A strike in a world with a truth of its own."""

    place: float = 0.0
    behind: float = -0.5
    least_push: float = -np.inf  # second number of an action, below which one falls
    state = STATE

    def after(self, action):
        if action[1] < self.least_push:
            return None
        length = 0.54 + 1.3 * action[0]
        return replace(self, place=self.place + length, behind=self.place)


@pytest.fixture(scope="module")
def model(known_steps):
    return KernelModel(known_steps, np.ones(2))


def rehearse(model, footing, real=None, intended=(), **changes):
    settings = PlannerSettings(planner="rehearsed", **changes)
    filled = TrueScene()
    here = Situation(
        model, STATE, 0.0, -0.5, 0, footing, 0.5, real or filled, filled, intended
    )
    return plan_step(here, settings)


def walked(plan):
    """Where the planned steps really lead."""
    scene, places = TrueScene(), []
    for action in (plan.action, *plan.later):
        scene = scene.after(action)
        places.append(scene.place)
    return places


STONES = np.array([0.4, 1.0, 1.4, 2.1])


def test_stones_are_hit_although_the_model_is_wrong(model):
    found = rehearse(model, Stones(STONES))
    assert found.is_found
    places = walked(found)
    assert places == pytest.approx(found.heels)
    assert abs(places[0] - STONES[0]) <= 0.015
    assert places == pytest.approx(STONES, abs=0.06)
    predicted = plan_step(
        Situation(model, STATE, 0.0, -0.5, 0, Stones(STONES), 0.5),
        PlannerSettings(planner="regular"),
    )
    assert abs(TrueScene().after(predicted.action).place - STONES[0]) > 0.015


def test_no_foot_lands_in_a_gap(model):
    islands = islands_between([(0.55, 0.85), (1.35, 1.75)], 0.2, 0.02)
    found = rehearse(model, islands)
    assert found.is_found
    for heel in walked(found):
        assert islands.error(0, np.array(heel)) == 0.0


def test_a_foot_that_an_edge_catches_is_lifted(model):
    """On real ground whoever pushes off less than this falls; filled, nobody does."""
    islands = islands_between([(0.55, 0.85)], 0.2, 0.02)
    assert min(a[1] for a in actions(rehearse(model, islands))) < 0.03
    careful = rehearse(model, islands, TrueScene(least_push=0.03))
    assert careful.is_found
    assert min(a[1] for a in actions(careful)) >= 0.03


def actions(plan):
    return (plan.action, *plan.later)


def test_what_falls_in_any_case_is_told(model):
    islands = islands_between([(0.55, 0.85)], 0.2, 0.02)
    found = rehearse(model, islands, TrueScene(least_push=np.inf))
    assert not found.is_found


@pytest.mark.parametrize("most", [10, 40])
def test_no_more_is_tried_than_is_allowed(model, most):
    """But for the row of steps that has begun, with gaps and without."""
    islands = islands_between([(0.55, 0.85)], 0.2, 0.02)
    falling = TrueScene(least_push=np.inf)
    found = rehearse(model, islands, falling, rehearsals=most)
    assert most <= found.rehearsals < most + 8


def test_what_was_intended_goes_on(model):
    islands = islands_between([(0.55, 0.85), (1.35, 1.75)], 0.2, 0.02)
    first = rehearse(model, islands)
    again = rehearse(model, islands, intended=actions(first))
    assert again.action.tolist() == first.action.tolist()
    assert again.rehearsals == 8  # four steps on filled ground, four on the real one
    assert again.samples == 0


def test_a_plan_is_a_pure_function(model):
    islands = islands_between([(0.6, 0.9)], 0.2, 0.02)
    first, again = rehearse(model, islands), rehearse(model, islands)
    assert again.heels == first.heels
    assert again.action.tolist() == first.action.tolist()


def test_the_model_of_the_paper_is_refused(known_model, model):
    with pytest.raises(InputError, match="it needs the model 'kernel'"):
        require_planner("rehearsed", known_model)
    require_planner("rehearsed", model)
    require_planner("hybrid", known_model)


def test_a_rehearsed_step_is_the_real_one_to_the_last_bit(walker, space):
    other = walker.undisturbed()
    scene = scene_of(walker, other, 0.0)
    tried = scene.after(space.base)
    assert walker.snapshot().qpos.tolist() == scene.moment.qpos.tolist()
    walker.step(space.base)
    assert tried.moment.qpos.tolist() == walker.snapshot().qpos.tolist()
    assert tried.place == walker.footfall().ahead
    assert tried.state.tolist() == walker.state(0.0).tolist()


def test_a_step_can_be_tried_again(walker, space):
    scene = scene_of(walker, walker.undisturbed(), 0.0)
    first = scene.after(space.base)
    assert scene.after(space.base + 0.01).place != first.place
    assert scene.after(space.base).place == first.place


def test_a_push_that_is_to_come_is_not_known(controller, space):
    push = PushSpec(start=0.01, duration=0.3, force=(300.0, 0.0, 0.0))
    setting = Setting(duration=60.0, rate=1000.0)
    pushed, quiet = (
        Walker(controller.character, controller, space, one)
        for one in (setting.model_copy(update={"pushes": (push,)}), setting)
    )
    for walker in (pushed, quiet):
        walker.start()
    tried = scene_of(pushed, pushed.undisturbed(), 0.0).after(space.base)
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
    traveller = Traveller(walker, model, course, PlannerSettings(), 0.36)
    traveller.start()
    for _ in range(3):
        assert traveller.plan_next() is None
        traveller.finish_step(walker.finish_step())
    asked = []

    def plan_step(here, _settings):
        asked.append(here.place)
        raise InterruptedError

    monkeypatch.setattr("gaitsmith.planning.crossing.plan_step", plan_step)
    monkeypatch.setattr("gaitsmith.planning.scene.Scene.after", lambda *_: None)
    with pytest.raises(InterruptedError):
        traveller.plan_next()
    assert asked == [walker.footfall().ahead]
