"""The step model against steps whose truth is known."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.kernel_model import KernelModel
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.step_model import NEAR_STATES, STATE_WEIGHT, NearestModel
from gaitsmith.planning.walker import STATE_NAMES

STATES = len(STATE_NAMES)


def test_the_distance_of_states_is_that_of_the_paper(known_model):
    a, b = np.zeros(5), np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    thighs = 0.7, 0.8  # in the world: hips on a torso of 0.3
    expected = np.sqrt(2 * 0.01 + 0.04 + 0.5 * (0.09 + np.sum(np.square(thighs))))
    assert known_model.known.distance(a, b) == pytest.approx(expected)


def test_the_nearest_examples_are_found(known_model, known_steps):
    state = np.array([0.03, -0.02, 0.0, 0.05, 0.01])
    near = known_model.known.near(state[None])
    away = known_steps.state - state
    away[:, 3:] += away[:, 2:3]
    apart = np.sqrt(away**2 @ STATE_WEIGHT)
    assert set(near.index[0]) == set(np.argsort(apart)[:NEAR_STATES])
    assert near.distance[0] == pytest.approx(np.sort(apart)[:NEAR_STATES])


def test_the_box_holds_what_was_done_nearby(known_model):
    near = known_model.known.near(np.zeros((1, STATES)))
    actions = known_model.known.reduced[near.index[0]]
    assert near.lower[0] == pytest.approx(actions.min(axis=0))
    assert near.upper[0] == pytest.approx(actions.max(axis=0))


def test_the_weights_are_those_of_the_paper(known_model):
    """w_i = 1 / (d(s_i, s) + alpha |A_i - A|), normalised, of the 3 nearest actions."""
    state, action = np.full(5, 0.02), np.array([[0.05, -0.02]])
    near = known_model.known.near(state[None])
    predicted = known_model.predict(near, action[None])
    apart = np.linalg.norm(known_model.known.reduced[near.index[0]] - action[0], axis=1)
    best = np.argsort(apart)[:3]
    weight = 1.0 / (near.distance[0][best] + apart[best])
    weight /= weight.sum()
    length = weight @ known_model.known.examples.length[near.index[0][best]]
    assert predicted.length[0, 0] == pytest.approx(length, rel=1e-6)
    done = weight @ known_model.known.examples.action[near.index[0][best]]
    assert predicted.action[0, 0] == pytest.approx(done, rel=1e-6)


def test_lengths_are_predicted(known_model):
    random = np.random.default_rng(2)
    states = random.uniform(-0.05, 0.05, (50, STATES))
    actions = np.column_stack([random.uniform(-0.3, 0.3, 50), np.zeros(50)])
    near = known_model.known.near(states)
    reduced = known_model.known.reduce(actions)[:, None, :]
    error = known_model.predict(near, reduced).length[:, 0] - (0.5 + actions[:, 0])
    assert np.mean(np.abs(error)) < 0.05


def test_an_action_is_interpolated_never_extrapolated(known_model, known_steps):
    near = known_model.known.near(np.zeros((1, STATES)))
    far = np.array([[[10.0, 10.0]]])
    predicted = known_model.predict(near, far)
    assert np.all(predicted.action[0, 0] <= known_steps.action.max(axis=0))


def test_an_example_that_no_other_explains_is_uncertain(known_steps):
    odd = known_steps.length.copy()
    odd[7] += 1.0
    changed = type(known_steps)(**{**vars(known_steps), "length": odd})
    model = NearestModel(changed, np.ones(2))
    assert model.uncertainty[7] > 0.9
    assert np.median(model.uncertainty) < 0.2


def test_two_numbers_hold_all_of_a_two_number_action(known_model):
    assert known_model.known.explained == pytest.approx(1.0)


def test_too_few_examples_are_refused(known_steps):
    with pytest.raises(InputError, match="20 example steps are too few for a model"):
        NearestModel(known_steps.first(20), np.ones(2))


@pytest.mark.parametrize(
    ("kind", "within"), [(NearestModel, 0.02), (KernelModel, 0.003)]
)
def test_how_high_a_foot_is_lifted_and_how_flat_it_lands_is_predicted(
    known_steps, kind, within
):
    model = kind(known_steps, np.ones(2))
    near = model.known.near(np.zeros((1, STATES)))
    asked = model.known.reduced[near.index[0, :5]][None, :, :]
    found = model.predict(near, asked)
    actions = found.action
    assert found.clearance == pytest.approx(0.05 + 0.4 * actions[:, :, 1], abs=within)
    assert found.skid == pytest.approx(0.02 + 0.2 * actions[:, :, 1], abs=within)


def test_the_kernel_model_doubts_what_is_far_from_all_examples(known_steps):
    smooth = KernelModel(known_steps, np.ones(2))
    doubts = []
    for speed in (0.0, 1.5):
        state = np.zeros((1, STATES))
        state[0, 1] = speed
        near = smooth.known.near(state)
        asked = smooth.known.reduced[near.index[0, :9]][None, :, :]
        doubts.append(smooth.predict(near, asked).uncertainty.max())
    assert doubts[0] < 0.2
    assert doubts[1] > PlannerSettings().most_uncertain


def test_the_kernel_model_predicts_better_than_the_nearest(known_steps):
    """Of examples that were left out; the truth is that of the fixture."""
    smooth = KernelModel(known_steps, np.ones(2))
    plain = NearestModel(known_steps, np.ones(2))
    assert np.mean(smooth.uncertainty) < 0.2 * np.mean(plain.uncertainty)
    assert np.mean(smooth.length_error) < 0.01


def test_the_kernel_model_knows_what_its_own_action_does(known_steps):
    smooth = KernelModel(known_steps, np.ones(2))
    near = smooth.known.near(
        np.random.default_rng(3).uniform(-0.05, 0.05, (60, STATES))
    )
    asked = smooth.known.reduced[near.index[:, 0]][:, None, :]
    found = smooth.predict(near, asked)
    actions = found.action
    assert found.length == pytest.approx(0.5 + actions[:, :, 0], abs=0.02)


def test_the_model_of_the_paper_compares_thighs_in_the_world(known_steps, known_model):
    """Who leans with legs that stay where they were differs in the torso alone."""
    leaning = np.array([0.0, 0.0, 0.2, -0.2, -0.2])
    upright = np.zeros(5)
    assert known_model.known.distance(leaning, upright) == pytest.approx(
        0.2 * np.sqrt(0.5)
    )
    smooth = KernelModel(known_steps, np.ones(2)).known
    assert smooth.distance(leaning, upright) == pytest.approx(0.2 * np.sqrt(1.5))


def test_the_model_of_the_paper_takes_actions_as_they_are(known_steps):
    weights = np.array([1.0, 100.0])
    plain, weighted = (NearestModel(known_steps, one) for one in (np.ones(2), weights))
    assert weighted.known.reduced.tolist() == plain.known.reduced.tolist()
