"""How large a push a walk takes, in eight directions (Wang et al. 2009, Table 1).

The torso is pushed for 0.4 s once every 4 s. A force passes if the character is still
walking forward, along the world's x, after 40 s.

The searches of all directions go on together, in the lanes of each core, beside the
walk that nobody pushes. Where lanes would be empty, forces are tried that a search may
ask for later, and left as soon as it cannot: the forces that are found do not change.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.force_search import FIRST_FORCE, forces_ahead, largest_force
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

AHEAD = 31  # forces of a search that are tried before it asks: five answers ahead

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
    directions = _directions(problem)
    searches = _Searches(_quiet(problem, duration), values, directions, phases)
    found = _all_forces(searches, workers_of(workers), watch)
    if not searches.walks:
        nothing = dict.fromkeys(directions, 0.0)
        return PushTable(nothing, by_phase=() if phases else None, walks=False)
    by_phase = tuple(
        PhaseForces(
            phase=moment.phase or 0.0,
            start=moment.start,
            forces={name: found[_Case(moment, name)] for name in directions},
        )
        for moment in searches.moments
    )
    return PushTable(
        forces={name: found[_Case(_REPEATED, name)] for name in directions},
        by_phase=by_phase if phases else None,
    )


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


_Try = tuple[_Case, float]  # with a force [N]


class _Searches:
    """The searches of all cases; hands out rollouts, those that are needed first."""

    def __init__(
        self,
        quiet: Problem,
        values: dict[str, float],
        directions: list[str],
        phases: int,
    ) -> None:
        """Nothing is tried yet, not even to walk without pushes."""
        self.moments: list[_Moment] = []
        """Of single pushes; known when `undisturbed` is."""
        self.undisturbed: Rollout | None = None
        self._quiet, self._directions, self._phases = quiet, directions, phases
        self._drive = quiet.controller.drive(values)
        self._is_begun = False
        self._answers: dict[_Case, dict[float, bool]] = {}
        self._ahead: dict[_Case, list[float]] = {}  # what each asks for, and may ask
        self._handed_out: set[_Try] = set()
        self._unjudged: list[tuple[_Try, Rollout]] = []
        self._begin(_REPEATED)

    def _begin(self, moment: _Moment) -> None:
        for name in self._directions:
            self._answer(_Case(moment, name), {})

    def _answer(self, case: _Case, answers: dict[float, bool]) -> None:
        self._answers[case] = self._answers.get(case, {}) | answers
        ahead = list(islice(forces_ahead(self._answers[case]), AHEAD))
        self._ahead[case] = ahead
        self._handed_out = {
            (other, force)
            for other, force in self._handed_out
            if other != case or force in ahead
        }

    def __iter__(self) -> "_Searches":
        return self

    def __next__(self) -> Task:
        """The next rollout; none left does not mean that none will come."""
        if not self._is_begun:
            self._is_begun = True
            return Task(None, self._drive, self._quiet.setting)
        for key in self._asked():
            if key not in self._handed_out:
                self._handed_out.add(key)
                return Task(key, self._drive, self.setting(*key))
        raise StopIteration

    def _asked(self) -> Iterator[_Try]:
        """What every search needs now, then what every search may need next, ..."""
        for forces in zip_longest(*self._ahead.values()):
            for case, force in zip(self._ahead, forces, strict=True):
                if force is not None:
                    yield case, force

    def is_wanted(self, key: _Try | None) -> bool:
        """Whether a rollout that was handed out may still be asked for."""
        return key is None or key in self._handed_out

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

    def note(self, key: _Try | None, rollout: Rollout) -> None:
        """Remember whether it walks on.

        Who no longer walks at all has failed at once; how fast the others must be is
        known when the walk that nobody pushed is.
        """
        if key is not None:
            self._unjudged.append((key, rollout))
        else:
            if is_walking_forward(rollout):
                self.moments = _moments(rollout.strikes, self._phases)
            for moment in self.moments:
                self._begin(moment)
            self.undisturbed = rollout  # at last: from now on all may be over
        calm = self.undisturbed
        slowest = SPEED_SHARE * late_speed(calm) if calm else 0.0
        waiting, self._unjudged = self._unjudged, []
        for (case, force), pushed in waiting:
            passes = is_walking_forward(pushed, slowest)
            if passes and not calm:
                self._unjudged.append(((case, force), pushed))
            else:
                self._answer(case, {force: passes})

    @property
    def walks(self) -> bool:
        """Whether it is known to walk forward when nobody pushes."""
        return self.undisturbed is not None and is_walking_forward(self.undisturbed)

    @property
    def is_over(self) -> bool:
        """Whether every case is found, or none can be."""
        if self.undisturbed is None:
            return False
        return not self.walks or not any(self._ahead.values())

    def found(self) -> dict[_Case, float]:
        """The largest force [N] of every case that is done."""
        return {
            case: largest_force(self._answers[case].__getitem__)
            for case, ahead in list(self._ahead.items())  # other threads add to it
            if not ahead
        }

    def recipe(self) -> Recipe:
        """What all of this is rolled out by."""
        case = next(iter(self._ahead))
        return self._quiet.recipe_in([self.setting(case, FIRST_FORCE)])


def _all_forces(
    searches: _Searches, workers: Workers, watch: Callable[[Finished], None] | None
) -> dict[_Case, float]:
    """The largest force of every case; an interrupt ends all of them soon."""
    queue = Queue(searches, searches.note, searches.is_wanted)
    told: dict[_Case, float] = {}
    for _ in workers.roll_out(Work(searches.recipe(), queue)):
        queue.is_closed = searches.is_over
        if not searches.walks:
            continue
        for case, force in searches.found().items():
            if case not in told:
                told[case] = force
                if watch is not None:
                    watch(Finished(case.direction, force, case.moment.phase))
    return told
