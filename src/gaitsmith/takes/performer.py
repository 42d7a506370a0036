"""A take is performed: step by step, and every step is tried before it is taken.

At each strike the next steps are simulated beside the real one, without pushes, which
nobody knows in advance. The first way to go on that holds is taken: the gait that the
speed asks for, changed to within more or fewer steps, or a step later; the turn that
stays nearest to the way; another gait about as fast, if nothing else keeps it up.
Nothing else acts on the body than in any rollout.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from gaitsmith.gait.fall import fall_of
from gaitsmith.planning.course import Course
from gaitsmith.planning.crossing import CourseRunner
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.snapshot import Snapshot
from gaitsmith.takes.changed_steps import back_to
from gaitsmith.takes.first_steps import CHANGED, STANDS_FIRST, begun
from gaitsmith.takes.gaits_in_motion import (
    Going,
    TriedSteps,
    finish,
    place_of,
    set_off,
    tried,
)
from gaitsmith.takes.last_steps import STANDS, LastSteps, find_last_steps, halted
from gaitsmith.takes.performance import Footstep, Happening, Performance, reason_of
from gaitsmith.takes.prepared import Prepared
from gaitsmith.takes.repertoire import Gait, Repertoire
from gaitsmith.takes.setting import setting_of
from gaitsmith.takes.standing import still
from gaitsmith.takes.take import Take
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
STOP_SIGHT = 3.0  # m before its last steps: from here on, their gait is changed to
OVERRUN = 1.5  # m beyond its end, in which it may still come to a stand
HALF_STEP = 0.25  # s, about
CORNER_SIGHT = 2.0  # m before a corner: from here on, its gait is changed to
PLANNED_FROM = 2.5  # m before a gap: from here on, steps are planned
PAST_GAP = 1.0  # m behind a gap, where planning ends
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
        self, take: Take, repertoire: Repertoire, way: Way, prepared: Prepared
    ) -> None:
        """Nothing is simulated.

        Args:
            take: What is asked for.
            repertoire: What the body can do.
            way: Of the take.
            prepared: What was found to work in it.
        """
        self.take, self.repertoire, self.way = take, repertoire, way
        self._prepared = prepared
        self.setting = setting_of(take, repertoire, way)
        self.walker = repertoire.walker(self.setting)
        # Gaps are stepped over by plans, which are tried by themselves.
        self.scout = self.walker.undisturbed(is_filled=bool(take.gaps))
        """Tries steps before they are taken."""
        self._happenings: list[Happening] = []
        self._steps: list[Footstep] = []
        self._runner: CourseRunner | None = None
        self._refused: Gait | None = None
        self._has_stopped, self._stands = False, False

    def perform(
        self, frame_rate: float = 0.0, watch: Watch | None = None
    ) -> Performance:
        """From the start to the end of the path, of the time, or of its balance.

        Args:
            frame_rate: Hz of the recording; 0 for none.
            watch: told after each step how far it is.
        """
        here, is_walking = self._begun(frame_rate)
        while is_walking and not self._is_over(here):
            last = self._last_steps(here)
            is_walking = self._step(here) if last is None else self._stop(here, last)
            if watch is not None:
                watch(here.along, self.way.length)
        return self._result(here, is_walking)

    def _begun(self, frame_rate: float) -> tuple[_Count, bool]:
        """Where it is when it walks, and whether it does."""
        simulation, first = self.walker.simulation, self._prepared.first
        if first is None:
            gait = self.repertoire.nearest(self.take.speed_at(0.0))
            drive = self.repertoire.drive(gait)
            simulation.start(drive, self.take.seed, frame_rate)
            here = _Count(Going(gait))
            self._tell(here, f"starts with {gait.name}")
            return here, finish(self.walker)
        simulation.start(first.stance.drive, self.take.seed, frame_rate)
        here = _Count(Going(first.gait), place=place_of(self.walker))
        self._tell(here, "stands")
        simulation.advance(STANDS_FIRST)
        here.time = simulation.time
        self._tell(here, f"starts with {first.gait.name}")
        for _ in begun(self.walker, self.repertoire, first):
            self._note(here)
        return here, len(self._steps) == CHANGED

    def _last_steps(self, here: _Count) -> LastSteps | None:
        """Steps to a stand, if its end is near and they have been found."""
        known, going = self._prepared.last, here.going
        if known is None or going.before is not None:
            return None
        left = self.way.length - here.along
        if left > known.way + HALF_STEP * going.gait.speed:
            return None
        back_to(self.scout, self.walker.simulation.drive, self.walker.snapshot())
        last = find_last_steps(
            self.scout,
            self.repertoire,
            replace(known, gait=going.gait),
            going.heading,
            left,
        )
        if last is None:
            self._tell(here, "cannot stop yet")
        return last

    def _stop(self, here: _Count, last: LastSteps) -> bool:
        """Come to a stand; false if it fell."""
        self._tell(here, "begins to stop")
        steps = halted(self.walker, self.repertoire, last, here.going.heading)
        for number, _ in enumerate(steps):
            if number < CHANGED:
                self._note(here)
        simulation = self.walker.simulation
        simulation.advance(STANDS)
        found = still(self.walker, last.stance, here.going.heading)
        self._has_stopped, self._stands = True, found.stands
        if found.stands:
            self._tell(here, f"stands, one foot {found.apart:.2f} m before the other")
        return simulation.outcome is Outcome.RUNNING

    def _step(self, here: _Count) -> bool:
        """One step; false if it fell."""
        is_walking = self._taken(here)
        if is_walking:
            self._note(here)
        return is_walking

    def _taken(self, here: _Count) -> bool:
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
                self.scout.restore(snapshot)
                turn = math.radians(degrees)
                trials[degrees] = tried(
                    self.scout, self.repertoire, self.way, going, turn
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
        base, last = self.repertoire.base, self._prepared.last
        if base is not None and self._gap_ahead(here.along, GAP_SIGHT):
            return base
        for corner in self.way.corners:
            if corner.start - CORNER_SIGHT < here.along < corner.end:
                if corner.number in self._prepared.corners:
                    return self._prepared.corners[corner.number]
        if last and here.along > self.way.length - last.way - STOP_SIGHT:
            return last.gait
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
        overrun = 0.0 if self._prepared.last is None else OVERRUN
        return (
            self._has_stopped
            or here.along >= self.way.length + overrun
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
        if self._prepared.last is not None:
            arrived = self._stands
        else:
            reached = here.along >= self.way.length
            arrived = is_walking and (reached or self.take.duration is not None)
        reason = ""
        if arrived:
            rollout = replace(
                rollout, outcome=Outcome.COMPLETED, duration=rollout.seconds
            )
        else:
            is_stuck = rollout.outcome is Outcome.RUNNING and not is_walking
            if is_stuck:  # stepping, and cannot go on
                rollout = replace(rollout, outcome=Outcome.FELL)
            told = self._all_happenings(rollout.seconds)
            doing = [one for one in told if not one.words.startswith(EXPECTS)][-1]
            words = f"after it {doing.words} at {doing.time:.1f} s"
            how = "It took no step for too long." if is_stuck else self._how(rollout)
            if is_walking and self._prepared.last is not None:
                rollout = replace(
                    rollout, outcome=Outcome.COMPLETED, duration=rollout.seconds
                )
                no_steps = "It found no steps to a stand at the end of its way."
                how = "It still sways." if self._has_stopped else no_steps
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
