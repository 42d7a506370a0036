"""Functions whose minimum is known."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from gaitsmith.parameters import Parameter, ParameterSpace

MINIMUM = 2.0  # of every parameter; the search starts at 0


@pytest.fixture
def make_space() -> Callable[..., ParameterSpace]:
    def make(dimension: int = 4, **bounds: float) -> ParameterSpace:
        return ParameterSpace(
            tuple(
                Parameter(f"x{i}", "m", 0.0, 1.0, "searched", **bounds)
                for i in range(dimension)
            )
        )

    return make


def sphere(vectors: Sequence[np.ndarray]) -> list[float]:
    return [float(np.sum((vector - MINIMUM) ** 2)) for vector in vectors]


def ellipsoid(vectors: Sequence[np.ndarray]) -> list[float]:
    """A valley a thousand times as long as it is wide."""
    costs = []
    for vector in vectors:
        weights = 10.0 ** np.linspace(0.0, 6.0, len(vector))
        costs.append(float(np.sum(weights * (vector - MINIMUM) ** 2)))
    return costs


@pytest.fixture(params=[sphere, ellipsoid], ids=lambda function: function.__name__)
def quadratic(request: pytest.FixtureRequest) -> Callable[..., list[float]]:
    return request.param
