"""Ways to evaluate candidates that were tried for `search_ideas.py`."""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np

from gaitsmith.objectives import ang, head, terms
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.optimization.problem import Problem
from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.lane_group import LaneGroup
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.workers import Threads, Work

WALKS = 1000.0  # a fall, or an irregular step, in the last hundredth costs more
FALLEN = 120_000.0  # cost of a fall, or of an irregular step, at once
Vector = np.ndarray


class Noting:
    """Workers, one thread, that note how long each rollout was."""

    def __init__(self) -> None:
        self._threads, self.count = Threads(1), 1
        self.seconds: dict[Any, float] = {}

    def roll_out(self, *works: Work) -> Iterator[tuple[Any, Rollout]]:
        """As threads do."""
        self.seconds = {}
        for key, rollout in self._threads.roll_out(*works):
            self.seconds[key] = rollout.seconds
            yield key, rollout

    def map(self, *given: Any) -> Iterator[Any]:
        """As threads do."""
        return self._threads.map(*given)


class Plain:
    """Candidates to costs of the problem itself."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.workers = problem, Noting()
        self.evaluate = Evaluator(problem, self.workers)
        self.lowest: float | None = None
        """What the problem's own objective says of the last generation's best; None:
        nothing, it solved another problem."""

    def __call__(self, vectors: Sequence[Vector], _level: float) -> list[float]:
        """Costs that the search is told."""
        costs = self.evaluate(vectors)
        self.lowest = min(costs)
        return costs


class Growing(Plain):
    """A rollout's duration begins at 2.5 s, and doubles when half stay up."""

    least, share = 2.5, 0.5

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._duration = self.least
        self._made: dict[float, Evaluator] = {}

    def __call__(self, vectors: Sequence[Vector], _level: float) -> list[float]:
        """Costs of shorter rollouts while most fall."""
        setting = self.problem.setting
        asked = min(self._duration, setting.duration)
        if asked not in self._made:
            shorter = setting.model_copy(update={"duration": asked})
            problem = replace(self.problem, setting=shorter)
            self._made[asked] = Evaluator(problem, self.workers)
        costs = self._made[asked](vectors)
        self.lowest = min(costs) if asked == setting.duration else None
        if sum(cost < WALKS for cost in costs) >= self.share * len(costs):
            self._duration *= 2.0
        return costs


class GrowingSoon(Growing):
    """The same, as soon as one stays up."""

    share = 1e-9


class Halved(Growing):
    """The same from 5 s, as soon as one stays up."""

    least, share = 5.0, 1e-9


class Cutting(Batch):
    """Rollouts that end when what they cost so far is above a limit of that moment.

    Costs are means that begin high: the first steps are uneven. So a cost is compared
    with what others cost when they were as old, never with what they cost in the end.
    """

    looks = 10  # at a rollout that lasts to the end

    def __init__(self, problem: Problem) -> None:
        made = problem.recipe()
        super().__init__(made.character, made.settings, made.terms, made.frame_rate)
        self.limits = [math.inf] * self.looks
        self.told: dict[Any, list[float]] = {}
        """What each rollout cost at every look that it came to."""
        self.cut: set[Any] = set()
        self._problem = problem

    def _advance(self, group: LaneGroup) -> Iterator[tuple[Any, Rollout]]:
        clock, chunk = group.wide.moving.clock, self._num_steps // self.looks
        group.run_only(np.array([seated is not None for seated in self._lanes]))
        coming = (clock.step[0] // chunk + 1) * chunk
        clock.last[0] = np.minimum(coming, self._num_steps)
        group.advance()
        ended = []
        for lane, seated in enumerate(self._lanes):
            step = int(clock.step[0, lane])
            outcome = group.outcome(lane)
            if not seated or (outcome is Outcome.RUNNING and step % chunk):
                continue
            one, setting, key = group.read(lane), seated.task.setting, seated.task.key
            if is_cut := outcome is Outcome.RUNNING:
                outcome = Outcome.COMPLETED
                now = setting.duration * step / self._num_steps
                setting = setting.model_copy(update={"duration": now})
            rollout = seated.stage.result(
                outcome, seated.start, one.moving, one.recording, setting
            )
            if is_cut:
                costs = self.told.setdefault(key, [])
                costs.append(self._problem.judgement([rollout]).score.total)
                if costs[-1] <= self.limits[len(costs) - 1]:
                    continue
                self.cut.add(key)
            ended.append((key, rollout))
            self._lanes[lane] = None
        group.finish_step()
        yield from ended


class Cut(Plain):
    """Ends candidates that cost more than the last generation's better half had then.

    The search is told that they are a little worse than the better half.
    """

    margin = 1.0

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._batch = Cutting(problem)

    def __call__(self, vectors: Sequence[Vector], _level: float) -> list[float]:
        """Costs, of those that were ended a little more than of the better half."""
        problem, batch = self.problem, self._batch
        batch.told, batch.cut = {}, set()
        tasks = [
            task
            for candidate, vector in enumerate(vectors)
            for task in problem.tasks(candidate, problem.space.decode(vector))
        ]
        found = dict(batch.roll_out(tasks))
        self.workers.seconds = {key: one.seconds for key, one in found.items()}
        costs = {
            key: float(problem.judgement([rollout]).score.total)
            for key, rollout in found.items()
        }
        whole = sorted(cost for key, cost in costs.items() if key not in batch.cut)
        self.lowest = min(whole, default=math.inf)
        better = len(costs) // 2 - 1
        middle = whole[min(better, len(whole) - 1)] if whole else 0.0
        for look in range(batch.looks):
            then = sorted(t[look] for t in batch.told.values() if len(t) > look)
            limit = then[better] if len(then) > better else math.inf
            batch.limits[look] = self.margin * limit
        for key in batch.cut:
            costs[key] = middle + 1e-6 * costs[key]
        return [costs[task.key] for task in tasks]


class CutLate(Cut):
    """The same, at one and a half times as much."""

    margin = 1.5


class Continuous(Plain):
    """Deadzones without a jump, (d^2 - eps^2)+; the best is judged with it, too."""

    def __call__(self, vectors: Sequence[Vector], _level: float) -> list[float]:
        """Costs that the search is told."""
        with (
            patch.object(terms, "deadzone", _continuous),
            patch.object(head, "deadzone", _continuous),
            patch.object(ang, "deadzone", _continuous),
        ):
            costs = self.evaluate(vectors)
        best = self.evaluate.best
        assert best is not None
        self.lowest = self.problem.judgement(best.rollouts).score.total
        return costs


def _continuous(difference: float, tolerance: float) -> float:
    return max(0.0, difference**2 - tolerance**2)


def ended_early(
    seconds: dict[Any, float], costs: Sequence[float], duration: float
) -> list[float]:
    """How long rollouts were if each ended as soon as it is out of the better half.

    As if the better half's costs were known before, and a cost grew evenly: more is
    not to be had. An irregular step fixes that term's cost; a fall ends a rollout.
    """
    middle, lasted = statistics.median(costs), []
    for (candidate, _trial), stayed in sorted(seconds.items()):
        cost, until = costs[candidate], stayed
        if cost > middle and cost >= WALKS:
            irregular = cost / FALLEN - (1.0 - stayed / duration)
            if irregular > 0.01:
                until = min(stayed, duration * (1.0 - irregular))
        elif cost > middle > 0.0:
            until = stayed * middle / cost
        lasted.append(max(0.0, until))
    return lasted


def longest(lasted: Sequence[float], lanes: int = 8) -> float:
    """Simulated seconds until all rollouts of a generation are over on one core."""
    busy = [0.0] * lanes
    for seconds in lasted:
        busy[busy.index(min(busy))] += seconds
    return max(busy)
