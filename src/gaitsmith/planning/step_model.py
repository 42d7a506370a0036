"""What a step does: the step-to-step dynamics model of Coros et al. 2008, section 4.

Example steps near the present state (K of them, by a k-d tree) and near the action (k
of those) predict, by their weighted mean, the state after the step, its length, the
clearance of its swing foot and how flat it lands (ours), the full action, and how
uncertain all that is. Actions are told apart by two numbers, their first principal
components. Everything works on many queries at once.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from scipy.spatial import KDTree

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.planning.examples import ExampleSteps

STATE_WEIGHT = np.array([2.0, 1.0, 0.5, 0.5, 0.5])  # X, for all characters and styles
# What X weights. The paper does not say whether its hips are those of joints or of
# thighs in the world, which its laws aim at; the latter predict better.
OF_JOINTS = np.eye(len(STATE_WEIGHT))
OF_THIGHS = OF_JOINTS.copy()
OF_THIGHS[3:, 2] = 1.0  # a thigh's pitch is the torso's and the hip's
NEAR_STATES = 25  # K
NEAR_ACTIONS = 3  # k
ACTION_DISTANCE = 1.0  # alpha, of the action's distance beside the state's
LENGTH_ERROR = 1.0  # beta, of the length's error in the uncertainty
STATES = len(STATE_WEIGHT)
REDUCED = 2  # numbers of a reduced action
COMMON = (0.02, 0.98)  # quantiles of step lengths
TINY = 1e-9  # keeps the weight of an example at no distance finite


@dataclass(frozen=True)
class Neighbours:
    """The examples nearest to each of some states: what can be done there."""

    state: Floats  # (queries, 5) the states
    index: Integers  # (queries, K)
    distance: Floats  # (queries, K) d(s_i, s)
    lower: Floats  # (queries, 2) box of their reduced actions: the capabilities
    upper: Floats  # (queries, 2)


@dataclass(frozen=True)
class PredictedSteps:
    """For each state and each action asked for."""

    next_state: Floats  # (queries, samples, 5)
    length: Floats  # (queries, samples) m
    clearance: Floats  # (queries, samples) m, of the swing foot
    skid: Floats  # (queries, samples) m that its heel goes low above the ground
    uncertainty: Floats  # (queries, samples)
    action: Floats  # (queries, samples, parts) what is done, in full


class KnownSteps:
    """Example steps, found by how near their states and reduced actions are."""

    def __init__(
        self,
        examples: ExampleSteps,
        action_weight: Floats,
        near_states: int,
        angles: Floats = OF_JOINTS,
    ) -> None:
        """Build the tree and the reduced actions.

        Args:
            examples: more than `NEAR_STATES` of them.
            action_weight: whose roots scale actions before they are compared.
            near_states: that `near` finds.
            angles: (5, 5) what of a state is compared, `OF_JOINTS` or `OF_THIGHS`.
        """
        if len(examples) <= NEAR_STATES:
            raise InputError(
                f"{len(examples)} example steps are too few for a model; it needs more"
                f" than {NEAR_STATES}."
            )
        self.examples = examples
        self._near_states = min(near_states, len(examples))
        self._root = (np.sqrt(STATE_WEIGHT)[:, None] * angles).T
        self._tree = KDTree(examples.state @ self._root)
        self._scale = np.sqrt(action_weight)
        scaled = examples.action * self._scale
        self._center = scaled.mean(axis=0)
        _, values, axes = np.linalg.svd(scaled - self._center, full_matrices=False)
        # A component's sign is arbitrary; fixed, so that plots can be compared.
        signs = np.sign(axes[np.arange(len(axes)), np.argmax(np.abs(axes), axis=1)])
        self._axes = (axes * signs[:, None])[:REDUCED]
        self.explained = float(np.sum(values[:REDUCED] ** 2) / np.sum(values**2))
        """Share of the actions' variance in the reduced ones; the paper has 0.66."""
        self.reduced = (scaled - self._center) @ self._axes.T
        ends = np.quantile(examples.length, COMMON)
        self.step_lengths = float(ends[0]), float(ends[1])
        """m, the shortest and the longest step that is not a rare one."""

    def reduce(self, action: Floats) -> Floats:
        """(..., 2) principal components of actions (..., parts)."""
        return (action * self._scale - self._center) @ self._axes.T

    def near(self, states: Floats) -> Neighbours:
        """The examples nearest to each of the states (queries, 5)."""
        distance, index = self._tree.query(states @ self._root, k=self._near_states)
        return self._neighbours(states, np.asarray(index), np.asarray(distance))

    def near_each(self) -> Neighbours:
        """The K examples nearest to the state of every example, without itself."""
        steps = self.examples
        distance, index = self._tree.query(steps.state @ self._root, k=NEAR_STATES + 1)
        distance, index = np.asarray(distance), np.asarray(index)
        itself = index == np.arange(len(steps))[:, None]
        # Of equal states it may not be among them.
        itself[~itself.any(axis=1), -1] = True
        shape = (len(steps), NEAR_STATES)
        others, apart = index[~itself].reshape(shape), distance[~itself].reshape(shape)
        return self._neighbours(steps.state, others, apart)

    def _neighbours(
        self, states: Floats, index: Integers, distance: Floats
    ) -> Neighbours:
        actions = self.reduced[index]
        return Neighbours(
            states, index, distance, actions.min(axis=1), actions.max(axis=1)
        )

    def mixture(self, near: Neighbours, reduced: Floats) -> tuple[Floats, Integers]:
        """Weights and examples (queries, samples, k) of reduced actions (.., .., 2)."""
        actions = self.reduced[near.index]
        across = reduced[:, :, None, 0] - actions[:, None, :, 0]
        along = reduced[:, :, None, 1] - actions[:, None, :, 1]
        apart = np.sqrt(across * across + along * along)
        nearest = np.argpartition(apart, NEAR_ACTIONS - 1, axis=2)[:, :, :NEAR_ACTIONS]
        to_state = np.take_along_axis(near.distance[:, None, :], nearest, axis=2)
        to_action = np.take_along_axis(apart, nearest, axis=2)
        weight = 1.0 / (to_state + ACTION_DISTANCE * to_action + TINY)
        weight /= weight.sum(axis=2, keepdims=True)
        return weight, np.take_along_axis(near.index[:, None, :], nearest, axis=2)

    def mixed_action(self, weight: Floats, index: Integers) -> Floats:
        """(queries, samples, parts) a mean of examples' actions: never beyond them."""
        return np.einsum("qsk,qskp->qsp", weight, self.examples.action[index])

    def distance(self, a: Floats, b: Floats) -> Floats:
        """Between states (..., 5): d^2 = (a - b)' X (a - b)."""
        return np.linalg.norm((a - b) @ self._root, axis=-1)


class StepModel(Protocol):
    """Predicts what steps do."""

    known: KnownSteps
    uncertainty: Floats
    """(steps,) of every example: how wrong the others' prediction of it is."""

    def predict(self, near: Neighbours, reduced: Floats) -> PredictedSteps:
        """What reduced actions (queries, samples, 2) do in the states of `near`."""
        ...


@runtime_checkable
class SmoothModel(StepModel, Protocol):
    """Knows what any action does, not only those between the nearest examples'."""

    def predict_actions(self, near: Neighbours, action: Floats) -> PredictedSteps:
        """What full actions (queries, samples, parts) do in the states of `near`."""
        ...

    def linearized(self, state: Floats, action: Floats) -> tuple[Floats, Floats]:
        """What one step does, and how that changes.

        Returns:
            length, clearance, skid, next state (5), in 3D how far outward it lands and,
            for each of them, its slopes by the numbers of state (5) and action (parts).
        """
        ...


class NearestModel:
    """The paper's: a step does what the nearest examples did.

    Actions are compared as they are, thighs by their pitch in the world.
    """

    def __init__(
        self,
        examples: ExampleSteps,
        _action_weight: Floats,
        _explored: ExampleSteps | None = None,
    ) -> None:
        """Cross-validate every example."""
        as_they_are = np.ones(examples.action.shape[1])
        self.known = KnownSteps(examples, as_they_are, NEAR_STATES, OF_THIGHS)
        self.uncertainty = np.zeros(len(examples))
        guess = self.predict(self.known.near_each(), self.known.reduced[:, None, :])
        wrong_state = self.known.distance(examples.next_state, guess.next_state[:, 0])
        wrong_length = np.abs(examples.length - guess.length[:, 0])
        self.uncertainty = wrong_state + LENGTH_ERROR * wrong_length

    def predict(self, near: Neighbours, reduced: Floats) -> PredictedSteps:
        """What reduced actions (queries, samples, 2) do in the states of `near`."""
        weight, index = self.known.mixture(near, reduced)
        steps = self.known.examples
        return PredictedSteps(
            next_state=np.einsum("qsk,qskn->qsn", weight, steps.next_state[index]),
            length=np.sum(weight * steps.length[index], axis=2),
            clearance=np.sum(weight * steps.clearance[index], axis=2),
            skid=np.sum(weight * steps.skid[index], axis=2),
            uncertainty=np.sum(weight * self.uncertainty[index], axis=2),
            action=self.known.mixed_action(weight, index),
        )
