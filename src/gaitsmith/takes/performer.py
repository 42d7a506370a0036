"""A take is performed: step by step, and every step is tried before it is taken.

At each strike the next steps are simulated beside the real one, without pushes, which
nobody knows in advance. The first way to go on that holds is taken: the gait that the
speed asks for, changed to within more or fewer steps, or a step later; the turn that
stays nearest to the way; another gait about as fast, if nothing else keeps it up.
Nothing else acts on the body than in any rollout.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gaitsmith.gait.fall import fall_of
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import CourseRunner
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.snapshot import Snapshot
from gaitsmith.simulation.terrain import Crevasse, TerrainSpec
from gaitsmith.takes.gaits_in_motion import (
    Going,
    TriedSteps,
    finish,
    place_of,
    set_off,
    tried,
)
from gaitsmith.takes.performance import Footstep, Happening, Performance, reason_of
from gaitsmith.takes.repertoire import Gait, Repertoire
from gaitsmith.takes.take import Take, crevasse_of
from gaitsmith.takes.way import Way

CHANGES = (
    3,
    1,
    5,
    8,
)  # steps that a change of gait may take, what is tried first first
TURNS = (0.0, 5.0, -5.0, 12.0, -12.0)  # degrees at a step
FINER = (2.5, -2.5)  # degrees, beside the best of them
RESCUERS = 4  # gaits that are tried when the present one would fall
GAP_SIGHT = 5.0  # m before a gap: from here on, its gait is changed to
CORNER_SIGHT = 2.0  # m before a corner: from here on, its gait is changed to
PLANNED_FROM = 2.5  # m before a gap: from here on, steps are planned
PAST_GAP = 1.0  # m behind a gap, where planning ends
SLOWEST = 0.5  # of the speeds asked for; whoever is slower has no time left
SPARE_TIME = 10.0  # s
EXPECTS = "expects to fall"
LEAST_RATE = 100.0  # Hz of frames that tell how it fell

Watch = Callable[[float, float], None]  # m along the way, of how many


@dataclass
class _Count:
    """Where it is on its way."""

    going: Going
    time: float = 0.0
    along: float = 0.0
    place: tuple[float, float] = (0.0, 0.0)


class Performer:
    """One take, ready to be performed."""

    def __init__(
        self,
        take: Take,
        repertoire: Repertoire,
        way: Way,
        corner_gaits: Mapping[int, Gait],
    ) -> None:
        """Nothing is simulated yet.

        Args:
            take: What is asked for.
            repertoire: What the body can do.
            way: Of the take.
            corner_gaits: The gait that walks a corner, by its number.
        """
        self.take, self.repertoire, self.way = take, repertoire, way
        self._corner_gaits = corner_gaits
        self.setting = _setting(take, repertoire, way)
        self.walker = repertoire.walker(self.setting)
        # Gaps are stepped over by plans, which are tried by themselves.
        self._scout = self.walker.undisturbed(is_filled=bool(take.gaps))
        self._happenings: list[Happening] = []
        self._steps: list[Footstep] = []
        self._runner: CourseRunner | None = None
        self._refused: Gait | None = None

    def perform(
        self, frame_rate: float = 0.0, watch: Watch | None = None
    ) -> Performance:
        """From the start to the end of the path, of the time, or of its balance.

        Args:
            frame_rate: Hz of the recording; 0 for none.
            watch: told after each step how far it is.
        """
        first = self.repertoire.nearest(self.take.speed_at(0.0))
        self.walker.simulation.start(
            self.repertoire.drive(first), self.take.seed, frame_rate
        )
        here = _Count(Going(first))
        self._tell(here, f"starts with {first.name}")
        is_walking = finish(self.walker)
        while is_walking and not self._is_over(here):
            is_walking = self._step(here)
            if is_walking:
                self._note(here)
            if watch is not None:
                watch(here.along, self.way.length)
        return self._result(here, is_walking)

    def _step(self, here: _Count) -> bool:
        """One step; false if it fell."""
        if self._gap_ahead(here.along, PLANNED_FROM) and not self._is_changing(here):
            return self._planned_step(here)
        self._runner = None
        going, turn = self._chosen(here)
        here.going = set_off(self.walker, self.repertoire, going, turn)
        return finish(self.walker)

    def _chosen(self, here: _Count) -> tuple[Going, float]:
        """How to go on, and by how much to turn [rad]."""
        snapshot, wanted, going = self.walker.snapshot(), self._wanted(here), here.going
        if wanted.name != going.gait.name and going.before is None:
            for steps in CHANGES:
                changed = going.changed(wanted, steps)
                turn, trial = self._best_turn(snapshot, changed)
                if trial.holds:
                    self._tell(here, f"changes to {wanted.name} within {steps} steps")
                    self._refused = None
                    return changed, turn
            if self._refused is not wanted:
                self._refused = wanted
                self._tell(here, f"cannot change to {wanted.name} yet")
        turn, trial = self._best_turn(snapshot, going)
        if trial.holds:
            return going, turn
        for gait in self._others(here):
            changed = going.changed(gait, 1)
            other, its = self._best_turn(snapshot, changed)
            if its.holds:
                self._tell(here, f"goes over to {gait.name} to keep its balance")
                return changed, other
        self._tell(here, f"{EXPECTS} within {trial.held + 1} steps")
        return going, turn

    def _best_turn(self, snapshot: Snapshot, going: Going) -> tuple[float, TriedSteps]:
        """The turn [rad] that keeps it up and nearest to its way."""
        trials: dict[float, TriedSteps] = {}

        def try_out(degrees: float) -> None:
            if degrees not in trials:
                self._scout.restore(snapshot)
                turn = math.radians(degrees)
                trials[degrees] = tried(
                    self._scout, self.repertoire, self.way, going, turn
                )

        for degrees in TURNS:
            try_out(degrees)
        best = min(trials, key=lambda turn: trials[turn].cost)
        for change in FINER:
            try_out(best + change)
        best = min(trials, key=lambda turn: trials[turn].cost)
        return math.radians(best), trials[best]

    def _others(self, here: _Count) -> list[Gait]:
        """Gaits about as fast, nearest first: one of them may keep its balance."""
        if not self.repertoire.can_change:
            return []
        asked = self.take.speed_at(here.along)
        near = sorted(self.repertoire.gaits, key=lambda gait: abs(gait.speed - asked))
        return [gait for gait in near if gait.name != here.going.gait.name][:RESCUERS]

    def _wanted(self, here: _Count) -> Gait:
        """The gait for the place that it is at."""
        base = self.repertoire.base
        if base is not None and self._gap_ahead(here.along, GAP_SIGHT):
            return base
        for corner in self.way.corners:
            if corner.start - CORNER_SIGHT < here.along < corner.end:
                if corner.number in self._corner_gaits:
                    return self._corner_gaits[corner.number]
        return self.repertoire.nearest(self.take.speed_at(here.along))

    def _is_changing(self, here: _Count) -> bool:
        base = self.repertoire.base
        return (
            base is None
            or here.going.gait.name != base.name
            or (here.going.before is not None)
        )

    def _gap_ahead(self, along: float, sight: float) -> bool:
        return any(
            gap.at - sight < along < gap.at + gap.width + PAST_GAP
            for gap in self.take.gaps
        )

    def _planned_step(self, here: _Count) -> bool:
        """A step by the planner, over what is missing of the ground."""
        if self._runner is None:
            self._runner = self._new_runner()
            self._runner.take_over(here.going.heading)
            self._tell(here, "plans its steps over gaps")
        runner = self._runner
        runner.plan_next()
        here.going = replace(here.going, heading=runner.heading)
        after = runner.walker.finish_step()
        if after is None:
            return False
        step = runner.finish_step(after)
        if not step.is_good:
            self._tell(here, "steps into a gap with more than half of a foot")
        return True

    def _new_runner(self) -> CourseRunner:
        skill = self.repertoire.skill
        assert skill is not None
        terrain = self.setting.terrain
        ends = np.arange(1.0, self.way.length + 3.0, 1.0)
        is_planar = self.repertoire.character.is_planar
        waypoints = () if is_planar else tuple(self.way.at(float(s)) for s in ends)
        course = Course(
            gaps=terrain.gaps,
            segments=terrain.segments,
            crevasses=terrain.crevasses,
            waypoints=waypoints,
        )
        settings = PlannerSettings(planner="rehearsed", seed=self.take.seed)
        preferred = skill.plan.preferred_step
        return CourseRunner(self.walker, skill.model, course, settings, preferred)

    def _is_over(self, here: _Count) -> bool:
        return (
            here.along >= self.way.length
            or self.walker.outcome is Outcome.COMPLETED
            or self.walker.simulation.time >= (self.take.duration or 1e9)
        )

    def _note(self, here: _Count) -> None:
        """Take down a step."""
        simulation = self.walker.simulation
        place, time = place_of(self.walker), simulation.time
        along = self.way.nearest(place, here.along)
        way = float(np.hypot(place[0] - here.place[0], place[1] - here.place[1]))
        self._steps.append(
            Footstep(
                time=time,
                along=along,
                off=self.way.off(place, along),
                speed=way / max(time - here.time, 1e-9),
                asked=self.take.speed_at(along),
                gait=here.going.gait.name,
            )
        )
        here.going = replace(here.going, along=along)
        here.time, here.along, here.place = time, along, place

    def _tell(self, here: _Count, words: str) -> None:
        time = self.walker.simulation.time
        self._happenings.append(Happening(time, here.along, words))

    def _result(self, here: _Count, is_walking: bool) -> Performance:
        rollout = self.walker.simulation.result()
        reached = here.along >= self.way.length
        is_late = self.take.duration is None and not reached
        arrived = is_walking and not is_late
        reason = ""
        if arrived:
            rollout = replace(
                rollout, outcome=Outcome.COMPLETED, duration=rollout.seconds
            )
        else:
            has_stopped = rollout.outcome is Outcome.RUNNING
            if has_stopped:  # stepping, and cannot go on
                rollout = replace(rollout, outcome=Outcome.FELL)
            told = self._all_happenings(rollout.seconds)
            doing = [one for one in told if not one.words.startswith(EXPECTS)][-1]
            words = f"after it {doing.words} at {doing.time:.1f} s"
            how = "It took no step for too long." if has_stopped else self._how(rollout)
            reason = reason_of(rollout, here.along, words, how)
        return Performance(
            take=self.take,
            way=self.way,
            character=self.repertoire.character,
            setting=self.setting,
            rollout=rollout,
            happenings=self._all_happenings(rollout.seconds),
            steps=tuple(self._steps),
            arrived=arrived,
            reason=reason,
        )

    def _all_happenings(self, seconds: float) -> tuple[Happening, ...]:
        """What was decided and what befell it, in order."""
        times = [step.time for step in self._steps]
        places = [step.along for step in self._steps]
        pushed = [
            Happening(
                push.start,
                float(np.interp(push.start, times, places)) if times else 0.0,
                f"is pushed with {math.hypot(*push.force):.0f} N",
            )
            for push in self.take.pushes
            if push.start < seconds
        ]
        return tuple(sorted([*self._happenings, *pushed], key=lambda one: one.time))

    def _how(self, rollout: Rollout) -> str:
        """How it fell, if frames tell."""
        recording = rollout.recording
        if recording is None or (recording.frame_rate or 0.0) < LEAST_RATE:
            return ""
        terrain, character = self.setting.terrain, self.repertoire.character
        friction = self.setting.friction
        if friction is None:
            friction = character.spec.ground.friction
        return fall_of(character, recording, friction, terrain).sentence


def _setting(take: Take, repertoire: Repertoire, way: Way) -> Setting:
    """Where it is performed, with time enough."""
    slowest = min(speed for _, speed in take.stages)
    seconds = way.length / (SLOWEST * slowest) + SPARE_TIME
    gaps: tuple[tuple[float, float], ...] = ()
    crevasses: tuple[Crevasse, ...] = ()
    if repertoire.character.is_planar:
        gaps = tuple((gap.at, gap.at + gap.width) for gap in take.gaps)
    else:
        middles = [gap.at + 0.5 * gap.width for gap in take.gaps]
        crevasses = tuple(
            crevasse_of(gap, way.at(middle), way.heading(middle))
            for gap, middle in zip(take.gaps, middles, strict=True)
        )
    terrain = TerrainSpec(
        slope=take.slope, segments=take.segments, gaps=gaps, crevasses=crevasses
    )
    changes = {
        "duration": min(take.duration or seconds, 3600.0),
        "terrain": terrain,
        "pushes": take.pushes,
    }
    return repertoire.setting.model_copy(update=changes)
