"""Optimisers that were tried for `search_ideas.py`, and are not part of gaitsmith."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cma
import numpy as np

from gaitsmith.experiment import Experiment
from gaitsmith.optimization.cma_adapter import CmaSearch, CmaSpec
from gaitsmith.optimization.strategy import optimizer
from gaitsmith.parameters import ParameterSpace

Vector = np.ndarray


class TrialSpec(CmaSpec):
    """Settings of all trials."""

    method: str = "trial"
    searches: int = 4
    """How many begin."""
    heat: int = 4
    """Generations of each until half of them go on."""
    stall: int = 10
    """Generations without progress until something is done about it."""
    elitist: bool = False
    steps: str = ""
    """How the step size is adapted; empty: by the length of the path (CSA)."""


@optimizer("trial-options", TrialSpec)
class WithOptions(CmaSearch):
    """CMA-ES with other parts of pycma's."""

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec, seed)
        if spec.steps:
            kind = getattr(cma.sigma_adaptation, f"CMAAdaptSigma{spec.steps}")
            self._strategy.adapt_sigma = kind()
            self._strategy.adapt_sigma.initialize(self._strategy)
        self._is_elitist = spec.elitist
        self._best, self._lowest = np.zeros(space.dimension), math.inf

    def tell(self, costs: Sequence[float]) -> None:
        """Hand the best of all to the next generation, if asked for."""
        super().tell(costs)
        leader = int(np.argmin(costs))
        if costs[leader] < self._lowest:
            self._best, self._lowest = self._asked[leader], costs[leader]
        if self._is_elitist:
            self._strategy.inject([self._best], force=True)


@optimizer("trial-narrow", TrialSpec)
class Narrowing(CmaSearch):
    """CMA-ES that goes on from its best with half the step when it stalls."""

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec, seed)
        self._stall, self._still = spec.stall, 0
        self._best, self._lowest = np.zeros(space.dimension), math.inf

    def tell(self, costs: Sequence[float]) -> None:
        """Count generations without progress."""
        super().tell(costs)
        leader = int(np.argmin(costs))
        self._still += 1
        if costs[leader] < self._lowest:
            self._best, self._lowest = self._asked[leader], costs[leader]
            self._still = 0
        if self._still >= self._stall:
            self._still = 0
            strategy = self._strategy
            strategy.mean = np.array(strategy.gp.geno(self._best))
            strategy.sigma *= 0.5
            strategy.pc[:] = 0.0
            strategy.adapt_sigma.ps = np.zeros_like(strategy.pc)


class Contender(CmaSearch):
    """One of several searches."""

    lowest = math.inf

    def tell(self, costs: Sequence[float]) -> None:
        """Remember the lowest."""
        super().tell(costs)
        self.lowest = min(self.lowest, *costs)

    @property
    def is_over(self) -> bool:
        """Whether pycma would stop."""
        return bool(self._strategy.stop())


class Several:
    """Several searches, one of which is asked at a time."""

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        self._space, self._spec, self._seed = space, spec, seed
        self._live = [self._begin(i) for i in range(spec.searches)]
        self._turn = 0

    def _begin(self, number: int, **changes: Any) -> Contender:
        spec = self._spec.model_copy(update=changes)
        return Contender(self._space, spec, self._seed + 1000 * number)

    def ask(self) -> list[Vector]:
        """Of the search whose turn it is."""
        return self._live[self._turn].ask()

    def tell(self, costs: Sequence[float]) -> None:
        """To the search whose turn it is."""
        self._live[self._turn].tell(costs)
        self._turn = (self._turn + 1) % len(self._live)

    def forget(self) -> None:
        """Nothing to do."""

    @property
    def sigma(self) -> float:
        """Of the search whose turn it is."""
        return self._live[self._turn].sigma

    @property
    def spread(self) -> float:
        """Of the widest."""
        return max(one.spread for one in self._live)


@optimizer("trial-heats", TrialSpec)
class Heats(Several):
    """Several short searches; after each heat the better half goes on."""

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec, seed)
        self._rounds = 0

    def tell(self, costs: Sequence[float]) -> None:
        """Half of them end with each heat."""
        super().tell(costs)
        if self._turn == 0 and len(self._live) > 1:
            self._rounds += 1
            if self._rounds % self._spec.heat == 0:
                ranked = sorted(self._live, key=lambda one: one.lowest)
                self._live = ranked[: len(ranked) // 2]


@optimizer("trial-restarts", TrialSpec)
class Restarts(Several):
    """A search that begins again from its start when it stalls, often narrower."""

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec.model_copy(update={"searches": 1}), seed)
        self._begun, self._still = 1, 0

    def tell(self, costs: Sequence[float]) -> None:
        """Count generations without progress."""
        before = self._live[0].lowest
        super().tell(costs)
        self._still = 0 if self._live[0].lowest < before else self._still + 1
        if self._still >= self._spec.stall:
            sigma = self._spec.sigma * 0.5 ** (self._begun % 3)
            self._live = [self._begin(self._begun, sigma=sigma)]
            self._begun, self._still = self._begun + 1, 0


@optimizer("trial-bipop", TrialSpec)
class Bipop(Several):
    """CMA-ES with restarts in two regimes (BIPOP, Hansen 2009), from the same start.

    A search ends as pycma says, or after generations without progress. The next one is
    of the regime that has had fewer candidates: populations that double, or small
    ones with small steps.
    """

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec.model_copy(update={"searches": 1}), seed)
        self._random = np.random.default_rng(seed)
        self._first = self._large = spec.num_candidates(space.dimension)
        self._spent = {"large": 0, "small": 0}
        self._regime, self._begun, self._still = "", 1, 0

    def tell(self, costs: Sequence[float]) -> None:
        """Begin again when a search is over."""
        one = self._live[0]
        before = one.lowest
        super().tell(costs)
        if self._regime:  # the first search belongs to neither
            self._spent[self._regime] += len(costs)
        self._still = 0 if one.lowest < before else self._still + 1
        if self._still >= self._spec.stall or one.is_over:
            self._restart()

    def _restart(self) -> None:
        if self._spent["large"] <= self._spent["small"]:
            self._regime, self._large = "large", 2 * self._large
            changes = {"population": self._large, "sigma": self._spec.sigma}
        else:
            self._regime = "small"
            size, step = self._random.uniform(size=2)
            ratio = 0.5 * self._large / self._first
            changes = {
                "population": int(self._first * ratio ** (size * size)),
                "sigma": self._spec.sigma * 10.0 ** (-2.0 * step),
            }
        self._live = [self._begin(self._begun, **changes)]
        self._begun, self._still = self._begun + 1, 0


@optimizer("trial-model", TrialSpec)
class Screened(CmaSearch):
    """CMA-ES that draws three times as many, and asks for those a model prefers.

    The model is a quadratic without mixed terms through ranks of the last candidates.
    """

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec, seed)
        self._known: list[tuple[Vector, float]] = []

    def ask(self) -> list[Vector]:
        """The population that the model prefers, of three."""
        middle, width = self._strategy.mean, self._strategy.stds
        size = 2 * (2 * len(middle) + 1)
        if len(self._known) < size // 2:
            return super().ask()
        drawn = [vector for _ in range(3) for vector in CmaSearch.ask(self)]
        known = self._known[-size:]
        features = _features((np.array([v for v, _ in known]) - middle) / width)
        ranks = np.argsort(np.argsort([cost for _, cost in known])) / len(known)
        ridge = 1e-2 * len(known) * np.eye(features.shape[1])
        fit = np.linalg.solve(features.T @ features + ridge, features.T @ ranks)
        guess = _features((np.array(drawn) - middle) / width) @ fit
        chosen = np.argsort(guess, kind="stable")[: len(drawn) // 3]
        self._asked = [drawn[i] for i in chosen]
        return self._asked

    def tell(self, costs: Sequence[float]) -> None:
        """Remember all."""
        self._known += list(zip(self._asked, costs, strict=True))
        super().tell(costs)


def _features(points: np.ndarray) -> np.ndarray:
    return np.hstack([np.ones((len(points), 1)), points, points**2])


@optimizer("trial-handed", TrialSpec)
class Handed(CmaSearch):
    """CMA-ES that may begin with the step size that the last one ended with."""

    last: "Handed | None" = None
    is_on = False

    def __init__(self, space: ParameterSpace, spec: TrialSpec, seed: int) -> None:
        super().__init__(space, spec, seed)
        if Handed.last is not None and Handed.is_on:
            self._strategy.sigma = Handed.last.sigma
        Handed.last = self


def shaped(experiment: Experiment) -> Experiment:
    """The same search, its scales in proportion to how widely the last one drew."""
    if Handed.last is None:
        return experiment
    space, stds = experiment.problem.space, Handed.last._strategy.stds
    middle = np.exp(np.mean(np.log(stds)))
    scales = {
        parameter.name: {"scale": parameter.scale * float(std / middle)}
        for parameter, std in zip(space.free, stds, strict=True)
    }
    problem = replace(experiment.problem, space=space.changed(scales))
    return replace(experiment, problem=problem)
