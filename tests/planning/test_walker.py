"""A character that walks step by step, and can go back to before a step."""

from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.planning.action import ActionPart, action_space
from gaitsmith.planning.walker import LOOKS, Walker, clearance, foot_length, skid
from gaitsmith.simulation.outcome import Outcome


def test_feet_take_turns_and_steps_are_as_long_as_the_gait_says(walker, space):
    falls = [walker.footfall(), *(walker.step(space.base) for _ in range(4))]
    assert [fall.side for fall in falls] in (
        [LEFT, RIGHT, LEFT, RIGHT, LEFT],
        [RIGHT, LEFT, RIGHT, LEFT, RIGHT],
    )
    lengths = np.diff([fall.ahead for fall in falls])
    assert lengths == pytest.approx(0.35, abs=0.02)


def test_going_back_to_a_snapshot_gives_the_same_bits(walker, space):
    action = space.base + np.array([0.05, 0.0, -0.1, 0.0, 0.0, 0.02])
    before = walker.snapshot()
    first = [walker.step(action), walker.step(space.base)]
    state = walker.state()
    walker.restore(before)
    again = [walker.step(action), walker.step(space.base)]
    assert again == first
    assert walker.state().tolist() == state.tolist()


def test_a_step_by_step_walk_is_the_same_as_one_rollout(walker, space, controller):
    walker.start()
    for _ in range(5):
        walker.step(space.base)
    stepped = walker.snapshot()
    walker.start()
    walker.simulation.advance(stepped.moving.clock.step[0] / 1000.0)
    whole = walker.snapshot()
    assert whole.moving.clock.step == stepped.moving.clock.step
    assert whole.moving.body.qpos.tolist() == stepped.moving.body.qpos.tolist()


def test_leaning_forward_lengthens_the_steps(walker, space):
    """0.48 m after a while with the torso 0.1 rad further forward (spec 1.3, table)."""
    leaning = space.base.copy()
    leaning[0] += 0.1
    places = [walker.step(leaning).ahead for _ in range(12)]
    assert np.mean(np.diff(places)[-4:]) == pytest.approx(0.476, abs=0.04)


def test_the_reduced_state_is_what_it_says(walker, space):
    walker.step(space.base)
    offset, velocity, torso, stance_hip, swing_hip = walker.state()[:5]
    assert -0.3 < offset < 0.1  # behind or above the heel that has just struck
    assert velocity == pytest.approx(1.0, abs=0.15)
    assert abs(torso) < 0.15
    assert stance_hip < 0.0 < swing_hip  # the leg in front has struck


def test_whoever_falls_takes_no_step(walker, space):
    falling = space.base.copy()
    falling[:2] = 1.5  # bent over
    falls = [walker.step(falling) for _ in range(8)]
    assert falls[-1] is None
    assert walker.outcome in (Outcome.FELL, Outcome.RUNNING, Outcome.DIVERGED)


def test_feet_have_the_length_of_the_paper():
    assert foot_length(load_character("planar_long_foot")) == pytest.approx(0.20)


def test_an_unknown_parameter_is_refused(controller):
    parts = (ActionPart(sets=("state0.torso",)),)
    with pytest.raises(InputError, match=r"no parameter is called 'state0.torso'"):
        action_space(parts, controller.space, {}, "action")


def test_a_parameter_cannot_be_set_twice(controller):
    parts = (
        ActionPart(sets=("state0.dwell",)),
        ActionPart(sets=("state1.torso_pitch", "state0.dwell")),
    )
    with pytest.raises(InputError, match=r"'state0\.dwell' is set twice"):
        action_space(parts, controller.space, {}, "action")


def test_a_watched_step_is_the_same_to_the_last_bit(walker, space):
    before = walker.snapshot()
    plain = walker.step(space.base), walker.state().tolist()
    walker.restore(before)
    watched, _ = walker.watched_step(space.base)
    assert (watched, walker.state().tolist()) == plain


@pytest.mark.parametrize(
    ("heights", "lowest"),
    [
        ([0.0, 0.0, 0.01, 0.03, 0.05, 0.06, 0.05, 0.04, 0.02, 0.0], 0.01),
        ([0.0, 0.01, 0.02, 0.001, 0.03, 0.06, 0.05, 0.04, 0.02, 0.0], 0.001),
        ([0.0, 0.0, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 0.2, 0.0], 0.1),
    ],
)
def test_clearance_is_how_low_a_foot_swings(heights, lowest):
    """It stands for two moments, and lands in the last two."""
    ways = [0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.6]
    assert clearance(ways, heights) == lowest


@pytest.mark.parametrize(
    ("heights", "way"),
    [
        ([0.02, 0.001, 0.03, 0.02, 0.01], 0.0),
        ([0.02, 0.02, 0.03, 0.004, -0.001], 0.2),
        ([0.004, 0.004, 0.03, 0.02, 0.003], 0.1),
    ],
)
def test_a_skid_is_how_far_a_heel_goes_low_before_it_strikes(heights, way):
    heels = list(zip([0.1, 0.2, 0.3, 0.4, 0.5], heights, strict=True))
    assert skid(heels, 0.6) == pytest.approx(way)


def test_a_lifted_step_is_the_same_to_the_last_bit(walker, space):
    before = walker.snapshot()
    plain = walker.step(space.base), walker.state().tolist()
    walker.restore(before)
    lifted = walker.lifted_step(space.base)
    assert lifted is not None
    assert len(lifted.lifts) == len(LOOKS)
    assert (replace(lifted, lifts=()), walker.state().tolist()) == plain


def test_a_bent_knee_lifts_the_foot(walker, controller, space):
    parts = (*space.parts, ActionPart(sets=("state0.swing_knee",)))
    more = action_space(parts, controller.space, space.values, "action")
    lifting = Walker(controller.character, controller, more, walker.simulation.setting)
    heights = []
    for change in (0.0, 0.5):
        lifting.start()
        for _ in range(6):
            lifting.step(more.base)
        bent = more.base.copy()
        bent[-1] += change
        footfall = lifting.lifted_step(bent)
        assert footfall is not None
        heights.append(footfall.lifts[-1])
    assert heights[1] > heights[0] + 0.01
