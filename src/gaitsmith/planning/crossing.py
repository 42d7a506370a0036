"""Walking a course: at every strike look, plan, and take the next step."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from threadpoolctl import threadpool_limits

from gaitsmith.errors import InputError
from gaitsmith.planning.course import Course
from gaitsmith.planning.footholds import (
    Footholds,
    Interval,
    Targets,
    footholds_between,
    gaps_ahead,
    share_on_ground,
)
from gaitsmith.planning.plan import Plan, PlannerSettings, Situation, Tries
from gaitsmith.planning.planners import plan
from gaitsmith.planning.step_model import StepModel
from gaitsmith.planning.strike import strike_of
from gaitsmith.planning.walker import Footfall, Walker, foot_length
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting

LEAD_STEPS = 6  # of the base gait, before the first stone or plan
ARRIVED = 0.5  # m from a waypoint (Coros et al. 2008, section 6)
LOOK_AHEAD = 2.0  # m; the waypoint that one turns to is at least so far away (ours)
TURN_PER_STEP = math.radians(12.0)
TURN_NEAR_GAP = math.radians(2.0)  # the model knows straight steps only (ours)
STRAIGHT_BEFORE_GAP = 1.2  # m
BASE_STEPS = 3  # of the base gait, that are tried before it is gone on with
GOOD_SHARE = 0.5  # of a foot that must be on the ground


@dataclass(frozen=True)
class CrossedStep:
    """One step of a crossing: what was planned, and what came of it."""

    footfall: Footfall
    plan: Plan | None  # None: the base gait was walked
    planning_ms: float
    error: float  # m, from the stone; of gaps, from where the foot is clear of them
    share: float  # of the foot on the ground

    @property
    def is_good(self) -> bool:
        """Whether at least half of the foot is on the ground."""
        return self.share >= GOOD_SHARE


@dataclass(frozen=True)
class Crossing:
    """A walk over a course."""

    outcome: Outcome
    steps: tuple[CrossedStep, ...]
    simulated_seconds: float
    wall_seconds: float

    @property
    def is_completed(self) -> bool:
        """Whether the course was walked to its end."""
        return self.outcome is Outcome.COMPLETED

    @property
    def missed_plans(self) -> int:
        """Steps for which nothing acceptable was found, so the least bad was taken."""
        return sum(not step.plan.is_found for step in self.steps if step.plan)

    @property
    def simulated(self) -> int:
        """Steps that were tried in simulation for plans."""
        return sum(step.plan.simulated for step in self.steps if step.plan)

    @property
    def planned(self) -> list[CrossedStep]:
        """Steps that a plan was made for."""
        return [step for step in self.steps if step.plan is not None]

    @property
    def good_steps(self) -> int:
        """With at least half of the foot on the ground."""
        return sum(step.is_good for step in self.steps)

    @property
    def errors(self) -> list[float]:
        """m, of the planned steps."""
        return [step.error for step in self.planned]

    def planning_ms(self, share: float) -> float:
        """Quantile of the time that a plan took; 0 without plans."""
        times = [step.planning_ms for step in self.planned]
        return float(np.quantile(times, share)) if times else 0.0

    @property
    def realtime_factor(self) -> float:
        """Simulated over real time, planning included."""
        return self.simulated_seconds / max(self.wall_seconds, 1e-9)


Watcher = Callable[[CrossedStep], None]


@dataclass(frozen=True)
class _Begun:
    """A step that is under way."""

    plan: Plan | None
    footholds: Footholds
    planning_ms: float


class CourseRunner:
    """A walker on its way over a course; takes one planned step after the other."""

    def __init__(
        self,
        walker: Walker,
        model: StepModel,
        course: Course,
        settings: PlannerSettings,
        preferred: float,
    ) -> None:
        """The walker has not been started yet; the course must be its ground."""
        self.walker, self.model, self.course = walker, model, course
        self.settings, self.preferred = settings, preferred
        self.foot = foot_length(walker.character)
        self.steps: list[CrossedStep] = []
        self.unfinished: Plan | None = None  # of a step that never landed
        self._waypoint = 0
        self._heading = 0.0
        self._stones: Targets | None = None
        self._begun: _Begun | None = None
        self._tries: Tries | None = None

    def start(self, seed: int = 0, frame_rate: float = 0.0) -> None:
        """Put the walker at its start."""
        self.walker.start(seed, frame_rate)
        self.take_over(0.0)

    def take_over(self, heading: float) -> None:
        """Go on with a walker that is walking already, towards a heading [rad]."""
        self.steps, self.unfinished = [], None
        self._waypoint, self._heading, self._stones = 0, heading, None
        self._begun = None

    @property
    def heading(self) -> float:
        """Where it wants to walk [rad]."""
        return self._heading

    @property
    def stone_heels(self) -> tuple[float, ...]:
        """Along the way [m]; they are laid out after the first steps."""
        return () if self._stones is None else tuple(map(float, self._stones.heels))

    @property
    def is_over(self) -> bool:
        """Whether the course has been walked to its end."""
        course = self.course
        if course.stones:
            return len(self.steps) >= LEAD_STEPS + len(course.stones)
        if course.waypoints:
            return self._waypoint >= len(course.waypoints)
        return bool(self.steps) and self.steps[-1].footfall.ahead > course.end

    def step(self) -> CrossedStep | None:
        """Plan and take one step; None if it fell or the time is over."""
        plan = self.plan_next()
        after = self.walker.finish_step()
        if after is None:
            self.unfinished = plan
            return None
        return self.finish_step(after)

    def plan_next(self) -> Plan | None:
        """Plan the step that begins with this strike, and let the walker begin it.

        Returns:
            the plan; None: the base gait goes on.
        """
        here = self.walker.footfall()
        began = time.perf_counter()
        turn = self._turn_to_waypoint(here)
        self._heading += turn
        found, footholds = self._planned(replace(here, heading=self._heading))
        if turn and self._tries_of_now() and found is not None and not found.is_found:
            self._heading -= turn  # straight on may be easier
            found, footholds = self._planned(replace(here, heading=self._heading))
        self._begun = _Begun(found, footholds, 1e3 * (time.perf_counter() - began))
        action = self.walker.actions.base if found is None else found.action
        self.walker.begin_step(action, self._heading)
        return found

    def finish_step(self, after: Footfall) -> CrossedStep:
        """Take down what came of the step that `plan_next` began."""
        begun = self._begun
        if begun is None:
            raise RuntimeError("no step has begun")
        number = len(self.steps) - LEAD_STEPS
        error = 0.0
        if begun.plan is not None:
            error = begun.footholds.distance(number, after.ahead, after.left)
        share = share_on_ground(after.ahead, self.foot, self._gaps(after))
        taken = CrossedStep(after, begun.plan, begun.planning_ms, error, share)
        self.steps.append(taken)
        return taken

    def _turn_to_waypoint(self, here: Footfall) -> float:
        """Turn [rad] towards the next waypoint, a little at a step; 0: straight on."""
        # As seen from the body: seen from a foot, the way would sway from side to side.
        body = self.walker.simulation.moment().com
        ahead = math.cos(self._heading), math.sin(self._heading)
        away = [(x - body[0], y - body[1]) for x, y in self.course.waypoints]
        while self._waypoint < len(away):
            x, y = away[self._waypoint]
            if math.hypot(x, y) > ARRIVED and x * ahead[0] + y * ahead[1] > 0.0:
                break
            self._waypoint += 1
        left = away[self._waypoint :]
        if not left:
            return 0.0
        # Who looks at the next waypoint only, from near, reels.
        x, y = next((w for w in left if math.hypot(*w) > LOOK_AHEAD), left[-1])
        turn = math.remainder(math.atan2(y, x) - self._heading, math.tau)
        largest = self._largest_turn(here)
        return min(max(turn, -largest), largest)

    def _largest_turn(self, here: Footfall) -> float:
        """Of one step [rad]: hardly any with a gap between the feet or near ahead."""
        here = replace(here, heading=self._heading)
        behind = replace(self.walker.trailing_foot(), heading=self._heading).ahead
        is_near = any(
            end > behind and start < here.ahead + STRAIGHT_BEFORE_GAP
            for start, end in self._gaps(here, of_both_feet=True)
        )
        return TURN_NEAR_GAP if is_near else TURN_PER_STEP

    def _gaps(self, here: Footfall, of_both_feet: bool = False) -> list[Interval]:
        """Gaps along the heading [m], as `Footfall.ahead` counts."""
        if not self.course.crevasses:
            return list(self.course.gaps)
        # The other foot lands to the right of a left foot, and to the left of a right.
        other = here.left + (-0.2 if here.side == 0 else 0.2)
        lines = [here.left, other] if of_both_feet else [here.left]
        return gaps_ahead(self.course.crevasses, here.heading, lines)

    def _planned(self, here: Footfall) -> tuple[Plan | None, Footholds]:
        """The next action, and where the foot may land; None for the base gait."""
        if self.course.stones:
            number = len(self.steps) - LEAD_STEPS
            if number < 0:
                return None, Targets(np.zeros(0))
            if self._stones is None or self.course.relative:
                self._stones = self._lay_stones(here, number)
            return self._plan(here, number, self._stones), self._stones
        gaps = self._gaps(here, of_both_feet=True)
        settings = self.settings
        footholds = footholds_between(
            gaps, self.foot, settings.margin, settings.safe_margin
        )
        ahead = [start - here.ahead for start, end in gaps if end > here.ahead]
        is_free = len(self.steps) < 2 or not ahead or min(ahead) > settings.near_gap
        if is_free and self._base_holds(here.heading):
            return None, footholds
        return self._plan(here, 0, footholds), footholds

    def _lay_stones(self, here: Footfall, number: int) -> Targets:
        """From step `number` on, as seen from the foot that has just struck."""
        course, begin = self.course, here.ahead
        if course.origin is not None and not (number and course.relative):
            begin = course.origin
        ahead = begin + np.cumsum(course.stones[number:])
        heels = np.array([*self.stone_heels[:number], *ahead])
        if self._stones is not None:
            return replace(self._stones, heels=heels)
        lefts = rises = None
        if course.aside:  # the base gait's two rows of feet, moved to the sides
            rows = self.walker.trailing_foot().left, here.left
            count = len(course.stones)
            lefts = np.resize(rows, count) + np.array(course.aside)
        if course.heights:
            high = np.array([0.0, 0.0, *course.heights])
            rises = np.maximum(np.maximum(high[2:], high[1:-1]) - high[:-2], 0.0)
        return Targets(heels, lefts=lefts, rises=rises)

    def _tries_of_now(self) -> Tries | None:
        """Walkers that try steps, if the planner does so."""
        if self.settings.planner != "rehearsed":
            return None
        if self._tries is None:
            walkers = self.walker.undisturbed(), self.walker.undisturbed(is_filled=True)
            self._tries = Tries(*walkers)
        return self._tries

    def _base_holds(self, heading: float) -> bool:
        """Whether a few steps of the base gait do not fall, if that can be tried."""
        tries = self._tries_of_now()
        if tries is None:
            return True
        strike = strike_of(self.walker, heading)
        for _ in range(BASE_STEPS):
            strike = strike.after(tries.real, self.walker.actions.base)
            if strike is None:
                return False
        return True

    def _plan(self, here: Footfall, number: int, footholds: Footholds) -> Plan:
        tries = self._tries_of_now()
        last = None if self._begun is None else self._begun.plan
        return plan(
            Situation(
                model=self.model,
                strike=strike_of(self.walker, here.heading, to_try=bool(tries)),
                number=number,
                footholds=footholds,
                preferred=self.preferred,
                tries=tries,
                intended=() if last is None else last.later,
            ),
            self.settings,
        )

    def change_setting(self, setting: Setting) -> None:
        """Go on in another world, see `Simulation.change_setting`."""
        self.walker.simulation.change_setting(setting)
        self._tries = None


def cross(
    runner: CourseRunner,
    seed: int = 0,
    frame_rate: float = 0.0,
    watch: Watcher | None = None,
) -> Crossing:
    """Walk the whole course."""
    began = time.perf_counter()
    runner.start(seed, frame_rate)
    is_walking = True
    # The model's matrices are small: more threads than one only get in their own way.
    with threadpool_limits(1, user_api="blas"):
        while is_walking and not runner.is_over:
            taken = runner.step()
            is_walking = taken is not None
            if taken is not None and watch is not None:
                watch(taken)
    outcome = Outcome.COMPLETED
    if not runner.is_over:
        found = runner.walker.outcome
        # Whoever still runs has not stepped for too long.
        outcome = Outcome.FELL if found is Outcome.RUNNING else found
    return Crossing(
        outcome=outcome,
        steps=tuple(runner.steps),
        simulated_seconds=runner.walker.simulation.time,
        wall_seconds=time.perf_counter() - began,
    )


def widest_possible_gap(model: StepModel, foot: float) -> float:
    """Width [m] that the longest example step reaches across with the whole foot."""
    return float(np.max(model.known.examples.length)) - foot


def require_possible(course: Course, model: StepModel, foot: float) -> None:
    """Refuse a gap that the longest example step does not reach across."""
    longest = float(np.max(model.known.examples.length))
    needed = course.widest_gap + foot
    if course.widest_gap and needed > longest:
        raise InputError(
            f"--terrain: a gap of {course.widest_gap:g} m needs a step of"
            f" {needed:.2f} m with a foot of {foot:.2f} m, and the longest example"
            f" step is {longest:.2f} m; give gaps of at most {longest - foot:.2f} m."
        )
