"""How large a push a walk takes, in eight directions (Wang et al. 2009, Table 1).

The torso is pushed for 0.4 s once every 4 s. A force passes if the character is still
walking forward, along the world's x, after 40 s.

The searches of all directions go on together, in the lanes of each core. Where lanes
would be empty, forces are tried that a search may ask for later: nothing else changes.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT
from gaitsmith.optimization import robustness
from gaitsmith.optimization.problem import Problem
from gaitsmith.simulation.batch import Recipe
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.measures import Strikes
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.tasks import Queue, Task
from gaitsmith.simulation.workers import AnyWorkers, Work, Workers, workers_of

WALK_DURATION = 40.0  # s
PUSH_DURATION = 0.4  # s
PUSH_PERIOD = 4.0  # s, from one push to the next; also the time of the first
LOWEST_RATE = 1200.0  # Hz

RESOLUTION = 5.0  # N; every force that is tried is a multiple of it
FIRST_FORCE = 50.0  # N, doubled until it fails
LARGEST_FORCE = 800.0  # N, beyond which nothing is tried

LAST_SECONDS = 4.0  # s at the end in which the character must still walk forward
SPEED_SHARE = 0.25  # of the undisturbed speed; above it is walking
WALKING_SPEED = 0.2  # m/s; above it is walking, however fast the undisturbed walk is
STRAIGHT = math.radians(45.0)  # rad from the world's x; within it is forward


class Direction(NamedTuple):
    """Where a push goes: x forward, y left."""

    x: int
    y: int
    words: str
    """Where it comes from."""

    @property
    def length(self) -> float:
        """Size of a push over the size of its components."""
        return math.hypot(self.x, self.y)


WORDS = (
    "from behind",
    "from behind right",
    "from the right",
    "from the front right",
    "from the front",
    "from the front left",
    "from the left",
    "from behind left",
)
DIRECTIONS = {
    f"{x},{y}": Direction(x, y, words)
    for (x, y), words in zip(robustness.DIRECTIONS, WORDS, strict=True)
}


@dataclass(frozen=True)
class PhaseForces:
    """The largest single pushes that pass when they begin at one phase of the gait."""

    phase: float
    """Share of a stride since the left foot's strike, 0 to 1, when nobody pushes."""
    start: float
    """s, when the push begins."""
    forces: dict[str, float]
    """N, as in `PushTable`."""


@dataclass(frozen=True)
class PushTable:
    """The largest pushes that pass; planar characters have two directions of eight."""

    forces: dict[str, float]
    """N by direction "x,y": the size of each component, so that 65 for "1,1" is 65 N
    forward and 65 N to the left. 0: not even the smallest; 800: the largest tried."""
    duration: float = PUSH_DURATION
    """s, of one push."""
    period: float = PUSH_PERIOD
    """s, from one push to the next."""
    by_phase: tuple[PhaseForces, ...] | None = None
    """If asked for; empty if it does not walk."""
    walks: bool = True
    """Whether it walks forward when nobody pushes; if not, all forces are 0."""

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        found: dict[str, Any] = {
            "forces": self.forces,
            "duration": self.duration,
            "period": self.period,
            "walks": self.walks,
        }
        if self.by_phase is not None:
            found["by_phase"] = [vars(phase) for phase in self.by_phase]
        return found


class Finished(NamedTuple):
    """One direction is done."""

    direction: str
    force: float
    """N."""
    phase: float | None
    """Of a single push; None for repeated ones."""


class _Moment(NamedTuple):
    """When pushes come."""

    start: float  # s
    every: float  # s; 0: once
    phase: float | None


class _Case(NamedTuple):
    """What a largest force is searched for."""

    moment: _Moment
    direction: str


_REPEATED = _Moment(PUSH_PERIOD, PUSH_PERIOD, None)


def push_table(
    problem: Problem,
    values: dict[str, float],
    *,
    phases: int = 0,
    workers: AnyWorkers = None,
    watch: Callable[[Finished], None] | None = None,
    duration: float = WALK_DURATION,
) -> PushTable:
    """The largest push that a walk takes, for each direction.

    World and character are the problem's. Its pushes, motor noise and commanded
    headings are replaced: straight ahead, without noise, at 1200 Hz or the problem's
    rate if that is higher.

    Args:
        problem: what the values drive.
        values: of the controller's parameters, by name.
        phases: also try single pushes that begin at so many moments of the stride
            after 4 s. Single, because after a push the gait's phase is another.
        workers: who rolls out; left out: a thread per processor.
        watch: called in this thread after each finished direction.
        duration: s; shorter than the experiment's 40 s for a quick look.
    """
    if duration < PUSH_PERIOD + LAST_SECONDS:
        raise ValueError(f"a push and its outcome need 8 s or more, got {duration:g} s")
    quiet = _quiet(problem, duration)
    undisturbed = quiet.roll_out(values)
    directions = _directions(problem)
    if not is_walking_forward(undisturbed):
        nothing = dict.fromkeys(directions, 0.0)
        return PushTable(nothing, by_phase=() if phases else None, walks=False)
    moments = _moments(undisturbed.strikes, phases)
    cases = [
        _Case(moment, name) for moment in (_REPEATED, *moments) for name in directions
    ]
    slowest = SPEED_SHARE * late_speed(undisturbed)
    searches = _Searches(quiet, values, slowest, cases)
    found = _all_forces(searches, workers_of(workers), watch)
    by_phase = tuple(
        PhaseForces(
            phase=moment.phase or 0.0,
            start=moment.start,
            forces={name: found[_Case(moment, name)] for name in directions},
        )
        for moment in moments
    )
    return PushTable(
        forces={name: found[_Case(_REPEATED, name)] for name in directions},
        by_phase=by_phase if phases else None,
    )


def largest_force(passes: Callable[[float], bool]) -> float:
    """The largest force [N] that passes, of the multiples of 5 N up to 800 N.

    Doubled from 50 N until it fails, then bisected. A character can survive a push by
    luck although it falls at a smaller one, so half of what was found must pass as
    well; if it does not, the search goes on below that half. What lies between is not
    tried: forces below the reported one may fail.

    Args:
        passes: whether a force [N] is survived; 0 N is taken to be.
    """
    known = {0: True}  # by multiple of the resolution

    def does_pass(multiple: int) -> bool:
        if multiple not in known:
            known[multiple] = passes(multiple * RESOLUTION)
        return known[multiple]

    limit = round(LARGEST_FORCE / RESOLUTION)
    low, high = 0, round(FIRST_FORCE / RESOLUTION)
    while high <= limit and does_pass(high):
        low, high = high, 2 * high
    while True:
        while low < limit and high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if does_pass(middle) else (low, middle)
        if does_pass(low // 2):
            return low * RESOLUTION
        high = low // 2
        low = max(tried for tried, passed in known.items() if passed and tried < high)


def needed(answers: dict[float, bool]) -> float | None:
    """The force [N] that `largest_force` asks for next; None: it has found it.

    Args:
        answers: whether forces [N] are survived, of those that were tried.
    """
    try:
        largest_force(answers.__getitem__)
    except KeyError as untried:
        return untried.args[0]
    return None


def forces_ahead(answers: dict[float, bool]) -> Iterator[float]:
    """The force [N] that is needed next, then those that may be needed after it.

    Args:
        answers: whether forces [N] are survived, of those that were tried.
    """
    possible = deque([answers])
    while possible:
        supposed = possible.popleft()
        force = needed(supposed)
        if force is not None:
            yield force
            possible += [supposed | {force: True}, supposed | {force: False}]


def is_walking_forward(rollout: Rollout, slowest: float = 0.0) -> bool:
    """Whether a character is on its feet at the end and still walks along x.

    Args:
        rollout: of any duration.
        slowest: m/s; it must be faster than this in the last 4 s, or than 0.2 m/s.
    """
    measures = rollout.measures
    x, y, _ = measures.velocity
    return (
        rollout.outcome is Outcome.COMPLETED
        and abs(math.atan2(y, x)) <= STRAIGHT
        and abs(math.radians(measures.heading_degrees)) <= STRAIGHT
        and late_speed(rollout) > min(slowest, WALKING_SPEED)
    )


def late_speed(rollout: Rollout) -> float:
    """Mean speed [m/s] along x of the last 4 s, from strike to strike; 0 if it stands.

    From the first to the last strike of the same foot, so that a limp does not count.
    """
    late = rollout.strikes.since(rollout.seconds - LAST_SECONDS)
    is_same = late.side == late.side[-1:]
    time, x = late.time[is_same], late.place[is_same, 0]
    return float((x[-1] - x[0]) / (time[-1] - time[0])) if len(time) > 1 else 0.0


def _directions(problem: Problem) -> list[str]:
    is_planar = problem.character.is_planar
    return [name for name, way in DIRECTIONS.items() if way.y == 0 or not is_planar]


def _quiet(problem: Problem, duration: float) -> Problem:
    changes = {
        "duration": duration,
        "rate": max(LOWEST_RATE, problem.setting.rate),
        "pushes": (),
        "motor_noise": 0.0,
        "heading": (),
    }
    return replace(problem, setting=problem.setting.model_copy(update=changes))


def _moments(strikes: Strikes, phases: int) -> list[_Moment]:
    """Single pushes at moments that divide the stride after 4 s evenly."""
    if not phases:
        return []
    left = strikes.time[strikes.side == LEFT]
    if len(left) < 2:
        raise InputError("phases: the left foot hardly steps; there is no stride.")
    stride = float(np.mean(np.diff(left[-(len(left) // 2 + 1) :])))
    starts = PUSH_PERIOD + stride * np.arange(phases) / phases
    cycles = np.interp(starts, left, np.arange(len(left)))
    return [
        _Moment(float(start), 0.0, float(cycle % 1.0))
        for start, cycle in zip(starts, cycles, strict=True)
    ]


class _Searches:
    """The searches of all cases; hands out rollouts, those that are needed first."""

    def __init__(
        self,
        quiet: Problem,
        values: dict[str, float],
        slowest: float,
        cases: list[_Case],
    ) -> None:
        """Nothing is tried yet; `slowest` [m/s] is what a walk must keep."""
        self.cases = cases
        self._quiet, self._slowest = quiet, slowest
        self._drive = quiet.controller.drive(values)
        self._answers: dict[_Case, dict[float, bool]] = {case: {} for case in cases}
        self._handed_out: set[tuple[_Case, float]] = set()

    def __iter__(self) -> "_Searches":
        return self

    def __next__(self) -> Task:
        """The next rollout; none left does not mean that none will come."""
        for case, force in self._wanted():
            key = case, force
            if key not in self._handed_out:
                self._handed_out.add(key)
                setting = self.setting(case, force)
                return Task(key, self._drive, setting)
        raise StopIteration

    def _wanted(self) -> Iterator[tuple[_Case, float]]:
        """What every search needs now, then what every search may need next, ..."""
        searches = [forces_ahead(self._answers[case]) for case in self.cases]
        for forces in zip_longest(*searches):
            for case, force in zip(self.cases, forces, strict=True):
                if force is not None:
                    yield case, force

    def setting(self, case: _Case, force: float) -> Setting:
        """Where pushes of this size [N per component] come."""
        way = DIRECTIONS[case.direction]
        push = PushSpec(
            start=case.moment.start,
            every=case.moment.every,
            duration=PUSH_DURATION,
            force=(force * way.x, force * way.y, 0.0),
        )
        return self._quiet.setting.model_copy(update={"pushes": (push,)})

    def note(self, key: tuple[_Case, float], rollout: Rollout) -> None:
        """Remember whether it walks on."""
        case, force = key
        self._answers[case][force] = is_walking_forward(rollout, self._slowest)

    def largest(self, case: _Case) -> float | None:
        """What was found [N]; None as long as something is missing."""
        answers = self._answers[case]
        return largest_force(answers.__getitem__) if needed(answers) is None else None

    def recipe(self) -> Recipe:
        """What all of this is rolled out by."""
        return self._quiet.recipe_in([self.setting(self.cases[0], FIRST_FORCE)])


def _all_forces(
    searches: _Searches, workers: Workers, watch: Callable[[Finished], None] | None
) -> dict[_Case, float]:
    """The largest force of every case; an interrupt ends all of them soon."""
    queue = Queue(searches, searches.note)
    found: dict[_Case, float] = {}
    for (case, _), _ in workers.roll_out(Work(searches.recipe(), queue)):
        largest = searches.largest(case)
        if case in found or largest is None:
            continue
        found[case] = largest
        queue.is_closed = len(found) == len(searches.cases)
        if watch is not None:
            watch(Finished(case.direction, largest, case.moment.phase))
    return found
