"""CMA-ES by pycma; the only file that knows it.

pycma draws from NumPy's global generator. Every call here runs with a generator state
of its own and puts the user's back, so that the search depends on its seed alone and
disturbs nobody; one search at a time, since the generator is everybody's. Linear
algebra runs on one thread: with more, the last bits of an eigendecomposition may
depend on their number.
"""

import math
import sys
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.linear_algebra import on_one_thread
from gaitsmith.optimization.strategy import OptimizerSpec, optimizer
from gaitsmith.parameters import ParameterSpace

LEAST_POPULATION = 4  # candidates per generation
_alone = RLock()  # searches may go on in several threads


def least_population(dimension: int) -> int:
    """4 + floor(3 ln n) (Hansen)."""
    return 4 + math.floor(3.0 * math.log(max(1, dimension)))


def default_population(dimension: int) -> int:
    """Hansen's, or the few more that fill the lanes of a core.

    They cost no time: lanes without a candidate go through the same sums.
    """
    return math.ceil(least_population(dimension) / WIDTH) * WIDTH


class CmaSpec(OptimizerSpec):
    """Settings of CMA-ES."""

    method: str = "cma"
    sigma: Annotated[float, Field(gt=0)] = 1.0
    """First step size, in units of the parameters' scales."""
    population: Annotated[int, Field(ge=LEAST_POPULATION, le=10_000)] | None = None
    """Candidates per generation; left out: 4 + floor(3 ln n), or the next multiple of
    eight."""
    diagonal: bool = False
    """Learn a scale per parameter only, faster at first in many dimensions."""
    include_start: bool = True
    """The first candidate is the start itself: nothing worse can be the result."""
    step_damping: Annotated[float, Field(ge=0.01, le=1)] = 1.0
    """Of the step size, times Hansen's; less: it follows the search's path sooner,
    which helped with muscles, and not with other laws (docs/search.md)."""

    def num_candidates(self, dimension: int) -> int:
        """As the population says."""
        return self.population or default_population(dimension)


def _pycma() -> Any:
    """The library, without its plots and rank statistics.

    It can do without, and they take thirty times as long to import as itself.
    """
    unused = [name for name in ("matplotlib", "scipy.stats") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(unused))  # type: ignore[arg-type] - None: refuse
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there will be no plots
            import cma
    finally:
        for name in unused:
            del sys.modules[name]
    return cma


@optimizer("cma", CmaSpec)
class CmaSearch:
    """CMA-ES (Hansen 2006): a cloud of candidates that learns its shape."""

    def __init__(self, space: ParameterSpace, spec: CmaSpec, seed: int) -> None:
        """Start at the zero vector with step size `spec.sigma`."""
        with _alone:
            cma = _pycma()
        self._random = np.random.RandomState(seed).get_state()
        lower, upper = space.bounds()
        options = {
            "popsize": spec.num_candidates(space.dimension),
            "seed": np.nan,  # means: do not touch the generator
            "verbose": -9,
            "verb_log": 0,
            "verb_disp": 0,
            "CMA_diagonal": spec.diagonal,
            "CSA_dampfac": spec.step_damping,
            "bounds": [
                [None if math.isinf(b) else b for b in lower],
                [None if math.isinf(b) else b for b in upper],
            ],
        }
        if np.all(np.isinf(lower)) and np.all(np.isinf(upper)):
            del options["bounds"]
        with self._own_generator():
            self._strategy = cma.CMAEvolutionStrategy(
                np.zeros(space.dimension), spec.sigma, options
            )
        self._asked: list[NDArray[np.float64]] = []
        self._first = np.zeros(space.dimension) if spec.include_start else None
        if self._first is not None:
            self._strategy.inject([self._first], force=True)

    @contextmanager
    def _own_generator(self) -> Generator[None]:
        with _alone:
            users = np.random.get_state()  # noqa: NPY002
            np.random.set_state(self._random)  # noqa: NPY002
            try:
                with on_one_thread(), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    yield
            finally:
                self._random = np.random.get_state()  # noqa: NPY002
                np.random.set_state(users)  # noqa: NPY002

    def ask(self) -> list[NDArray[np.float64]]:
        """The next generation's search vectors."""
        with self._own_generator():
            self._asked = self._strategy.ask()
        if self._first is None:
            return self._asked
        first, self._first = self._first, None
        # pycma moves it a little if it is on a bound; it is to be judged where it is.
        return [first, *self._asked[1:]]

    def tell(self, costs: Sequence[float]) -> None:
        """Costs of the vectors of the last `ask`, in order; all finite."""
        with self._own_generator():
            self._strategy.tell(self._asked, list(costs))

    def forget(self) -> None:
        """Nothing to do: only candidates of one generation are compared."""

    @property
    def sigma(self) -> float:
        """Present step size, in units of the parameters' scales."""
        return float(self._strategy.sigma)

    @property
    def spread(self) -> float:
        """Largest standard deviation of a parameter in the sampling distribution."""
        return float(np.max(self._strategy.stds))
