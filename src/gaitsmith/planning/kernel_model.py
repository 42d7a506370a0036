"""What a step does, smoothly: kernel ridge regression over all example steps.

Ours, beside the nearest neighbours of Coros et al. 2008: they choose the action and say
how far one may go, but what the step does is predicted from the full state and action
by a sum of Gaussians over all examples. Leave-one-out errors of lengths are less than
half. How far a step is from all examples is told by its leverage, f' (F'F + ridge)^-1 f
with the Gaussians f: below 1 among the examples, above where it is only guessed.
"""

from collections.abc import Callable

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.linear_algebra import on_one_thread
from gaitsmith.planning.examples import ExampleSteps, joined
from gaitsmith.planning.step_model import (
    LENGTH_ERROR,
    STATES,
    KnownSteps,
    NearestModel,
    Neighbours,
    PredictedSteps,
    StepModel,
)

WIDTH = 4.0  # of a Gaussian, in standard deviations of each number
RIDGE = 1e-4  # beside a kernel of 1
GUESSING = 1.0  # uncertainty of a leverage of 1
BEYOND = 1.0  # leverage of what is further away than all examples
UNKNOWN = 0.3  # of the nearest Gaussian; further away, all leverages fade
SKETCH = 48  # random directions that leverages are measured along
NEAR_STATES = 200  # whose actions are tried; what they do is known for all
NEXT_STATE = slice(3, 3 + STATES)  # among the values: feet before, aside after it
MOST_CENTERS = 600  # of Gaussians; more are a little better, and slower


class KernelModel:
    """Predicts lengths and states by a smooth function, actions by the nearest."""

    def __init__(
        self,
        examples: ExampleSteps,
        action_weight: Floats,
        explored: ExampleSteps | None = None,
    ) -> None:
        """Fit the function; its leave-one-out errors are the uncertainty.

        Args:
            examples: whose actions are taken.
            action_weight: as in `KnownSteps`.
            explored: steps that only tell what actions do.
        """
        self.known = KnownSteps(examples, action_weight, NEAR_STATES)
        steps = joined([examples, explored]) if explored else examples
        numbers = np.column_stack([steps.state, steps.action])
        self._mean, self._spread = numbers.mean(axis=0), numbers.std(axis=0) + 1e-6
        places = (numbers - self._mean) / self._spread
        count = min(MOST_CENTERS, len(steps))
        chosen = np.linspace(0, len(steps) - 1, count).round().astype(int)
        self._centers = places[chosen]
        self._exponents = _exponents(self._centers)
        feet = np.column_stack([steps.length, steps.clearance, steps.skid])
        values = np.column_stack([feet, steps.next_state])
        if steps.aside.any():
            values = np.column_stack([values, steps.aside])
        self._value_mean = values.mean(axis=0)
        with on_one_thread():
            features = self._features(places)
            sizes, axes = np.linalg.eigh(features.T @ features)
            root = axes / np.sqrt(np.maximum(sizes, 0.0) + RIDGE)  # (F'F + ridge)^-1/2
            factors = root @ (root.T @ (features.T @ (values - self._value_mean)))
            # |A' f|^2 along random directions instead of all: a sixth of the work.
            directions = np.random.default_rng(0).standard_normal((SKETCH, count))
            self._sketch = root @ directions.T / np.sqrt(SKETCH)
            # Leave-one-out residuals of a ridge regression in closed form.
            leverage = np.sum((features @ root) ** 2, axis=1)
            residual = values - self._value_mean - features @ factors
        self._factors = factors
        residual /= np.maximum(1.0 - leverage, 1e-3)[:, None]
        residual = residual[: len(examples)]
        self.length_error = np.abs(residual[:, 0])
        """(steps,) m, of every example as predicted by the others."""
        wrong_state = self.known.distance(residual[:, NEXT_STATE], np.zeros(STATES))
        self.uncertainty = wrong_state + LENGTH_ERROR * self.length_error

    def _features(self, places: np.ndarray) -> np.ndarray:
        """(queries, centres) exp(-|a - b|^2 / (2 WIDTH^2))."""
        queries = np.column_stack([places, np.sum(places**2, axis=1)])
        features = np.column_stack([queries, np.ones(len(places))]) @ self._exponents
        return np.exp(features, out=features)

    def predict(self, near: Neighbours, reduced: Floats) -> PredictedSteps:
        """What reduced actions (queries, samples, 2) do in the states of `near`."""
        weight, index = self.known.mixture(near, reduced)
        usual = np.sum(weight * self.uncertainty[index], axis=2)
        return self._predicted(near, self.known.mixed_action(weight, index), usual)

    def predict_actions(self, near: Neighbours, action: Floats) -> PredictedSteps:
        """What full actions (queries, samples, parts) do in the states of `near`."""
        usual = self.uncertainty[near.index].mean(axis=1, keepdims=True)
        return self._predicted(near, action, usual)

    def linearized(self, state: Floats, action: Floats) -> tuple[Floats, Floats]:
        """What one step does, and its slopes, as a sum of Gaussians has them."""
        place = (np.concatenate([state, action]) - self._mean) / self._spread
        with on_one_thread():
            features = self._features(place[None])[0]
            values = features @ self._factors + self._value_mean
        away = (self._centers - place) * (features / WIDTH**2)[:, None]
        return values, self._factors.T @ away / self._spread

    def _predicted(
        self, near: Neighbours, action: Floats, uncertainty: Floats
    ) -> PredictedSteps:
        """With the uncertainty of the leverage beside that of the examples."""
        queries, samples = action.shape[:2]
        state = np.broadcast_to(near.state[:, None, :], (queries, samples, STATES))
        numbers = np.concatenate([state, action], axis=2).reshape(queries * samples, -1)
        places = (numbers - self._mean) / self._spread
        with on_one_thread():
            features = self._features(places)
            values = features @ self._factors + self._value_mean
            sketch = features @ self._sketch
        values = values.reshape(queries, samples, -1)
        leverage = np.sum(sketch**2, axis=1)
        leverage += BEYOND * (features.max(axis=1) < UNKNOWN)
        guessed = GUESSING * leverage.reshape(queries, samples)
        return PredictedSteps(
            next_state=values[:, :, NEXT_STATE],
            length=values[:, :, 0],
            clearance=values[:, :, 1],
            skid=np.maximum(values[:, :, 2], 0.0),
            uncertainty=uncertainty + guessed,
            action=action,
        )


def _exponents(centers: np.ndarray) -> np.ndarray:
    """What (a, |a|^2, 1) is multiplied by to give -|a - b|^2 / (2 WIDTH^2)."""
    far = np.sum(centers**2, axis=1)
    table = np.column_stack([-2.0 * centers, np.ones(len(far)), far]).T
    return table * (-0.5 / WIDTH**2)


ModelMaker = Callable[[ExampleSteps, Floats, ExampleSteps | None], StepModel]
MODELS: dict[str, ModelMaker] = {"kernel": KernelModel, "nearest": NearestModel}
