"""Corrections by a model whose truth is known: a step is 0.5 m + first number."""

from dataclasses import replace

import numpy as np
import pytest

from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.planning.correction import Correction
from gaitsmith.planning.kernel_model import KernelModel
from gaitsmith.planning.walker import STATE_NAMES

STATE = np.zeros(len(STATE_NAMES))
STEPS = 3


@pytest.fixture(scope="module")
def model(known_steps):
    return KernelModel(known_steps, np.ones(2))


def row(*numbers):
    return [np.array(numbers)] * STEPS


def test_the_model_is_linearized_as_it_predicts(model):
    """Against central differences of its own predictions."""
    random = np.random.default_rng(2)
    for _ in range(5):
        state, action = random.uniform(-0.08, 0.08, 5), random.uniform(-0.08, 0.08, 2)
        values, slope = model.linearized(state, action)
        assert values == pytest.approx(values_of(model, state, action), abs=1e-9)
        for i in range(7):
            step = 1e-5 * np.eye(7)[i]
            up = values_of(model, state + step[:5], action + step[5:])
            down = values_of(model, state - step[:5], action - step[5:])
            assert slope[:, i] == pytest.approx((up - down) / 2e-5, abs=1e-5)


def values_of(model, state, action):
    found = model.predict_actions(model.known.near(state[None]), action[None, None])
    feet = [found.length, found.clearance]
    values, _ = model.linearized(state, action)
    # A prediction cuts a skid at 0; the function itself does not.
    skid = values[2]
    return np.array([*(part[0, 0] for part in feet), skid, *found.next_state[0, 0]])


def test_an_action_moves_its_own_step_and_all_after_it(model):
    slopes = Correction(model, STEPS).slopes([STATE] * STEPS, row(0.0, 0.0))
    spread = model.known.examples.action.std(axis=0)
    by_reach = slopes.place[:, ::2] / spread[0]
    # The sum of Gaussians is 4 % steeper in the middle than what it stands for.
    assert by_reach == pytest.approx(np.tril(np.ones((STEPS, STEPS))), abs=0.05)
    assert slopes.height == pytest.approx([0.05] * STEPS, abs=0.003)
    by_push = slopes.clearance[:, 1::2] / spread[1]
    assert by_push == pytest.approx(0.4 * np.eye(STEPS), abs=0.03)


def test_steps_that_were_too_long_become_shorter(model):
    correction = Correction(model, STEPS)
    actions = row(0.0, 0.0)
    slopes = correction.slopes([STATE] * STEPS, actions)
    changed = correction.corrected(actions, slopes, (0.1, 0.1, 0.25), {}, 1e-9)
    reach = [action[0] for action in changed]
    assert reach == pytest.approx([-0.1, 0.0, -0.15], abs=0.01)


def test_feet_that_swing_too_low_are_lifted(model):
    correction = Correction(model, STEPS)
    actions = row(0.0, 0.0)
    slopes = correction.slopes([STATE] * STEPS, actions)
    changed = correction.corrected(actions, slopes, (0.0, 0.0, 0.0), {1: 0.02}, 1e-9)
    assert [action[1] for action in changed] == pytest.approx([0, 0.05, 0], abs=0.005)


def test_feet_take_turns_to_either_side(known_steps):
    """A left foot stands: the next one lands further right the further outward."""
    wide = KernelModel(replace(known_steps, aside=known_steps.action[:, 1]), np.ones(2))
    spread = known_steps.action.std(axis=0)[1]
    for side, sign in ((LEFT, -1.0), (RIGHT, 1.0)):
        slopes = Correction(wide, STEPS).slopes([STATE] * STEPS, row(0.0, 0.0), side)
        turns = sign * np.array([[1, 0, 0], [1, -1, 0], [1, -1, 1]])
        assert slopes.left[:, 1::2] / spread == pytest.approx(turns, abs=0.1)


def test_damping_makes_changes_small(model):
    correction = Correction(model, STEPS)
    actions = row(0.0, 0.0)
    slopes = correction.slopes([STATE] * STEPS, actions)
    near, far = (
        np.linalg.norm(correction.corrected(actions, slopes, (0.1,), {}, damping))
        for damping in (1.0, 1e-6)
    )
    assert near < 0.1 * far


def test_nothing_is_tried_that_was_never_done(model):
    correction = Correction(model, STEPS)
    actions = row(0.3, 0.0)
    slopes = correction.slopes([STATE] * STEPS, actions)
    changed = correction.corrected(actions, slopes, (-5.0, -5.0, -5.0), {}, 1e-9)
    assert np.max(changed, axis=0)[0] == model.known.examples.action[:, 0].max()


def test_after_a_change_the_slopes_would_have_told_what_it_did(model):
    correction = Correction(model, STEPS)
    actions = row(0.0, 0.0)
    believed = correction.slopes([STATE] * STEPS, actions)
    changes = [np.array([0.1, 0.02]), np.array([-0.05, 0.0]), np.zeros(2)]
    moves = [0.2, 0.1, 0.3]  # others than the model says
    correction.learn(believed, changes, moves)
    told = correction.slopes([STATE] * STEPS, actions)
    scaled = (np.array(changes) / model.known.examples.action.std(axis=0)).ravel()
    assert told.place @ scaled == pytest.approx(moves, abs=1e-6)


def test_no_change_teaches_nothing(model):
    correction = Correction(model, STEPS)
    slopes = correction.slopes([STATE] * STEPS, row(0.0, 0.0))
    correction.learn(slopes, [np.zeros(2)] * STEPS, [0.1, 0.1, 0.1])
    again = correction.slopes([STATE] * STEPS, row(0.0, 0.0))
    assert again.place.tolist() == slopes.place.tolist()
