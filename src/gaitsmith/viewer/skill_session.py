"""A skill that crosses gaps without end, in real time: at every strike it plans anew.

Nothing here draws; see `session`.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from threadpoolctl import ThreadpoolController

from gaitsmith.errors import InputError
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import CourseRunner, widest_possible_gap
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.planners import PLANNERS
from gaitsmith.planning.walker import LONGEST_STEP, foot_length
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.skills.skill import Skill, SkillGround
from gaitsmith.viewer import live_world
from gaitsmith.viewer.endless import NARROWEST, EndlessGaps
from gaitsmith.viewer.live_world import LiveWorld, bounded
from gaitsmith.viewer.session import LiveState, LiveWalker, Session, command, foremost
from gaitsmith.viewer.travel import WalkProgress

WIDEN_EVERY = 0.2  # s of real time; all ground is drawn anew
HARDLY_KNOWN = 0.95  # share of the examples that the model knows better
FIRST_WIDTH = 0.3  # m, or less if the skill does not reach so far


@dataclass(frozen=True)
class SkillWalker(LiveWalker):
    """A skill that is ready to walk: compiled, its model fitted."""

    skill: Skill
    runner: CourseRunner
    widest: float
    """The widest gap [m] that its longest example step reaches across."""


class SkillSession(Session[SkillWalker]):
    """One skill at a time on endless ground, as a visitor treats it."""

    most_due = 0.5  # s; a plan may take longer than a tick, and is made up for

    def __init__(
        self,
        skill: Skill,
        planner: str = "rehearsed",
        width: float | None = None,
        seed: int = 1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Compile if need be, and stand ready; time starts with the first tick.

        Args:
            skill: who walks.
            planner: a name of `PLANNERS`.
            width: m, of the gaps; None: a narrow one.
            seed: of the ground; every new walk has another.
            clock: s of real time.
        """
        self._settings = PlannerSettings(planner=planner)
        super().__init__(_ready(skill, self._settings), clock)
        wanted = min(FIRST_WIDTH, self.widest) if width is None else width
        self.width = bounded(wanted, (NARROWEST, self.widest))
        """Of the gaps to come [m]."""
        self._seed = seed
        self._widened = -math.inf  # s, real time of the last new width
        self._blas = ThreadpoolController().select(user_api="blas")
        self.travel = WalkProgress()
        """How the walk goes."""
        self._begin()

    @property
    def skill(self) -> Skill:
        """Who walks."""
        return self.walker.skill

    @property
    def widest(self) -> float:
        """The widest gap [m] that the skill's longest example step reaches across."""
        return self.walker.widest

    @property
    def planner(self) -> str:
        """That makes the next plan."""
        return self._settings.planner

    @property
    def foot(self) -> float:
        """Length of a foot [m]."""
        return self.walker.runner.foot

    # Commands, from any thread.

    @command
    def set_width(self, width: float) -> None:
        """Of the gaps [m] that are far enough ahead."""
        self.width = bounded(width, (NARROWEST, self.widest))

    @command
    def set_planner(self, name: str) -> None:
        """Plan in another way from the next strike on; unknown names do nothing."""
        if name in PLANNERS:
            self._settings = self._settings.model_copy(update={"planner": name})
            self.walker.runner.settings = self._settings
            self.travel.forget_times()

    def exchange(self, skill: Skill) -> None:
        """Let another skill walk.

        Fits its model, and compiles if need be, in the calling thread; the present one
        goes on until the next is ready.
        """
        self.take(_ready(skill, self._settings))
        self.commands.put(self.travel.forget_times)

    # One thread only.

    def tick(self) -> LiveState:
        """Carry out the commands, and let as much time pass as the clock says."""
        before, moment, outcome = self._before, self._moment, self._outcome
        began = time.perf_counter()
        with self._blas.limit(limits=1):  # more threads make a plan slower
            snapshot = super().tick()
        if self._renew_ground():
            snapshot = self.snapshot()
        spent = time.perf_counter() - began
        simulated = snapshot.moment.time - moment.time
        # A pause, a fall or a restart says nothing of how fast the machine is.
        is_walking = outcome is snapshot.outcome is Outcome.RUNNING and simulated >= 0.0
        if is_walking and not snapshot.is_paused and before is not None:
            self.travel.add_tick((self._before or before) - before, simulated, spent)
        return snapshot

    def _start(self) -> None:
        runner, world = self.walker.runner, self.world
        runner.settings = self._settings
        self.width = bounded(self.width, (NARROWEST, self.widest))
        self._endless = EndlessGaps(self.width, runner.foot, self._seed)
        self._seed += 1
        world.clear_pushes()
        self._lay_ground()
        runner.start()
        unsure = float(np.quantile(self.skill.model.uncertainty, HARDLY_KNOWN))
        # More than is allowed may be rejected.
        self.travel.begin(runner.foot, min(unsure, self._settings.most_uncertain))
        self._plan()

    def _renew_ground(self) -> bool:
        """Make what is missing ahead; let a new width begin, a few times a second."""
        front = foremost(self._moment)
        is_new = False
        now = self._clock()
        if self.width != self._endless.width and now - self._widened >= WIDEN_EVERY:
            self._widened = now
            is_new = self._endless.set_width(self.width, front)
        if not self._endless.follow(front) and not is_new:
            return False
        self._lay_ground()
        return True

    def _lay_ground(self) -> None:
        """Let simulation and planner know the ground as it is now."""
        runner, world = self.walker.runner, self.world
        runner.course = Course(gaps=self._endless.gaps)
        world.set_terrain(runner.course.terrain)
        runner.change_setting(world.setting)

    def _plan(self) -> None:
        runner = self.walker.runner
        plan = runner.plan_next()
        self.travel.add_plan(plan, runner.walker.footfall())
        self._step_began = self.simulation.time

    def _go_on(self, seconds: float) -> Outcome:
        """Simulate for so long [s]; at every strike, plan the next step."""
        runner, simulation = self.walker.runner, self.simulation
        end, half = simulation.time + seconds, 0.5 / simulation.setting.rate
        while simulation.outcome is Outcome.RUNNING and end - simulation.time > half:
            if simulation.advance_step(end - simulation.time):
                footfall = runner.walker.footfall()
                self.travel.add_step(runner.finish_step(footfall))
                self._plan()
        outcome = simulation.outcome
        if simulation.time - self._step_began > LONGEST_STEP:
            outcome = Outcome.FELL  # or stands, sits or lies without a step
        self.travel.falls += outcome in (Outcome.FELL, Outcome.DIVERGED)
        return outcome


def widest_gap(skill: Skill) -> float:
    """The widest gap [m] that can be asked for, in whole centimetres."""
    reach = widest_possible_gap(skill.model, foot_length(skill.plan.character))
    widest = math.floor(100.0 * reach) / 100.0
    if widest <= NARROWEST:
        raise InputError(
            f"{skill.name}: its longest example step reaches across no gap of more than"
            f" {NARROWEST:g} m; train it with longer step_lengths."
        )
    return widest


def require_width(skill: Skill, width: float) -> None:
    """Refuse gaps [m] that the slider would not offer."""
    widest = widest_gap(skill)
    if not NARROWEST <= width <= widest:
        raise InputError(
            f"--gap {width:g}: {skill.name} can be shown gaps of {NARROWEST:g} to"
            f" {widest:g} m."
        )


def _ready(skill: Skill, settings: PlannerSettings) -> SkillWalker:
    course = Course(gaps=EndlessGaps(NARROWEST, 0.2, 0).gaps)
    ground = SkillGround(course, duration=live_world.LONGEST)
    runner = skill.runner(ground, settings)
    simulation = runner.walker.simulation
    runner.start()
    simulation.advance(1.0 / simulation.setting.rate)  # compiles
    world = LiveWorld(simulation.setting)
    return SkillWalker(skill.name, simulation, world, skill, runner, widest_gap(skill))
