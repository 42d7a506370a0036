"""What a step does, smoothly: kernel ridge regression over all example steps.

Ours, beside the nearest neighbours of Coros et al. 2008: they choose the action and say
how far one may go, but what the step does is predicted from the full state and action
by a sum of Gaussians over all examples. Leave-one-out errors of lengths are less than
half.
"""

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.examples import ExampleSteps
from gaitsmith.planning.step_model import (
    BRUSHING,
    LENGTH_ERROR,
    Neighbours,
    Prediction,
    StepModel,
)

WIDTH = 4.0  # of a Gaussian, in standard deviations of each number
RIDGE = 1e-4  # beside a kernel of 1
MOST_CENTERS = 300  # of Gaussians; more are hardly better, and slower


class KernelModel(StepModel):
    """Predicts lengths and states by a smooth function, actions by the nearest."""

    def __init__(self, examples: ExampleSteps, action_weight: Floats) -> None:
        """Fit the function; its leave-one-out errors are the uncertainty."""
        super().__init__(examples, action_weight)
        numbers = np.column_stack([examples.state, examples.action])
        self._mean, self._spread = numbers.mean(axis=0), numbers.std(axis=0) + 1e-9
        places = (numbers - self._mean) / self._spread
        count = min(MOST_CENTERS, len(examples))
        chosen = np.linspace(0, len(examples) - 1, count).round().astype(int)
        self._centers = places[chosen]
        values = np.column_stack([examples.length, examples.next_state])
        self._value_mean = values.mean(axis=0)
        features = self._features(places)
        inverse = np.linalg.inv(features.T @ features + RIDGE * np.eye(count))
        factors = inverse @ features.T @ (values - self._value_mean)
        self._factors = factors
        # Leave-one-out residuals of a ridge regression in closed form.
        leverage = np.einsum("nc,cd,nd->n", features, inverse, features)
        residual = values - self._value_mean - features @ factors
        residual /= np.maximum(1.0 - leverage, 1e-3)[:, None]
        self.length_error = np.abs(residual[:, 0])
        """(steps,) m, of every example as predicted by the others."""
        wrong_state = np.linalg.norm(residual[:, 1:] * self._root, axis=1)
        self.uncertainty = wrong_state + LENGTH_ERROR * self.length_error
        self.uncertainty += BRUSHING * examples.brushes

    def _features(self, places: np.ndarray) -> np.ndarray:
        """(queries, centres) exp(-|a - b|^2 / (2 WIDTH^2))."""
        centers = self._centers
        squared = (
            np.sum(places**2, axis=1)[:, None]
            + np.sum(centers**2, axis=1)[None, :]
            - 2.0 * places @ centers.T
        )
        return np.exp(squared * (-0.5 / WIDTH**2))

    def predict(self, near: Neighbours, reduced: Floats) -> Prediction:
        """What reduced actions (queries, samples, 2) do in the states of `near`."""
        nearest = super().predict(near, reduced)
        if not hasattr(self, "_factors"):  # while the base class cross-validates
            return nearest
        queries, samples = nearest.length.shape
        action = np.einsum(
            "qsk,qskp->qsp", nearest.weight, self.examples.action[nearest.index]
        )
        state = np.broadcast_to(near.state[:, None, :], (queries, samples, 5))
        numbers = np.concatenate([state, action], axis=2).reshape(queries * samples, -1)
        places = (numbers - self._mean) / self._spread
        values = self._features(places) @ self._factors + self._value_mean
        values = values.reshape(queries, samples, -1)
        return Prediction(
            next_state=values[:, :, 1:],
            length=values[:, :, 0],
            uncertainty=nearest.uncertainty,
            index=nearest.index,
            weight=nearest.weight,
        )


MODELS: dict[str, type[StepModel]] = {"kernel": KernelModel, "nearest": StepModel}
