"""A simulation: one character in one setting, driven by one controller at a time.

One object per thread. It can be advanced in pieces (a live view, a planner that changes
the next step) or at once (`roll_out`); the result is the same to the last bit. Many
rollouts of one character are quicker in a `Batch`, with the same results.
"""

import copy
from collections.abc import Mapping
from typing import Any

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_centers
from gaitsmith.control.command import Command, heading_at
from gaitsmith.control.controller import STATE_ONLY, Drive
from gaitsmith.control.law import AS_ASKED, is_plain_python, run_plain_law
from gaitsmith.kernels.records import Floats, Senses
from gaitsmith.simulation.closed_loop import (
    FROM_LAW,
    TO_LAW,
    WHOLE,
    advance_one,
    sense_one,
)
from gaitsmith.simulation.compiled_loop import (
    CompiledLoop,
    QuickCall,
    are_of_one_type,
    compiled_loop,
)
from gaitsmith.simulation.lane_group import LaneGroup
from gaitsmith.simulation.moment import Moment
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.running import Moving, SharedSetup
from gaitsmith.simulation.setting import Setting, build_world
from gaitsmith.simulation.snapshot import Snapshot, copied, overwrite

CHUNK = 24_000  # time steps per compiled call


class Simulation:
    """One rollout after another."""

    def __init__(
        self,
        character: Character,
        setting: Setting,
        terms: Mapping[str, Any] | None = None,
        notes_strikes: bool = True,
    ) -> None:
        """Resolve the setting; nothing is simulated yet.

        Args:
            character: who moves.
            setting: where and how long.
            terms: options of the objective terms that own meters, by name.
            notes_strikes: false: only the first few, so that snapshots are small.
        """
        self.character = character
        self.setting = setting
        self._stage = SharedSetup(
            character, setting, terms, notes_strikes=notes_strikes
        )
        self._world = self._stage.world
        self._parts = self._stage.parts()
        self._sense = QuickCall(CompiledLoop(sense_one, ()))
        self._loop: Any = None  # until the start

    def start(self, drive: Drive, seed: int = 0, frame_rate: float = 0.0) -> None:
        """Put the character at its start; record at `frame_rate` [Hz], 0 for not."""
        self._drive = drive
        self._memory = drive.memory.copy()  # a drive can be used again
        self._start = self._stage.put(drive)
        self._moving = self._stage.at_start(drive)
        self._moving.body.qpos[:] = self._start.qpos
        self._moving.body.qvel[:] = self._start.qvel
        self._loop = compiled_loop(
            advance_one,
            AS_ASKED if is_plain_python(drive.law) else drive.law,
            self._moving.actuators,
            self._moving.meters,
        )
        self._call = QuickCall(self._loop)
        self._generator = np.random.default_rng(seed)
        self._recording = self._stage.buffer(frame_rate, self._moving)
        self._outcome = Outcome.RUNNING

    @property
    def _step(self) -> int:
        """The next time step."""
        return int(self._moving.clock.step[0])

    def advance(self, seconds: float | None = None) -> Outcome:
        """Go on for `seconds` of simulated time, or to the end."""
        last = self.setting.num_steps
        if seconds is not None:
            last = min(last, self._step + max(1, round(seconds * self.setting.rate)))
        while self._outcome is Outcome.RUNNING and self._step < last:
            self._advance_to(min(last, self._step + CHUNK))
        return self._outcome

    def advance_step(self, longest: float) -> bool:
        """Go on until the law goes over to the other leg, at most `longest` [s].

        Returns:
            whether it did; otherwise it fell, diverged, ended, or took too long.
        """
        if self._outcome is not Outcome.RUNNING:
            return False
        stance = self.stance
        last = self._step + max(1, round(longest * self.setting.rate))
        self._advance_to(min(last, self.setting.num_steps), ends_with_stance=True)
        return self._outcome is Outcome.RUNNING and self.stance != stance

    @property
    def outcome(self) -> Outcome:
        """How it stands: running, or how it ended."""
        return self._outcome

    @property
    def time(self) -> float:
        """Simulated so far [s]."""
        return self._step / self.setting.rate

    @property
    def stance(self) -> int:
        """The leg that the law stands on, LEFT or RIGHT."""
        return int(self._drive.phases.stance[self._memory[0]["state"]])

    def follow(self, law: Any, heading: float | None = None) -> None:
        """Go on with other numbers of the same law, and towards a heading [rad]."""
        if type(law) is not type(self._drive.law):
            raise TypeError("a running simulation cannot change its kind of law")
        if not are_of_one_type(law, self._drive.law):
            self._call = QuickCall(self._loop)
        self._drive = self._drive._replace(law=law)
        if heading is not None:
            command = Command(np.zeros(1), np.array([float(heading)]))
            self._world = self._world._replace(command=command)

    def hand_over(self, drive: Drive) -> None:
        """Go on under another law, which begins to remember now; the body goes on.

        Its phases must have as many states as those of the law before: meters count
        by them.
        """
        if len(drive.phases.stance) != len(self._drive.phases.stance):
            raise ValueError("a law with another number of states cannot take over")
        self._memory = drive.memory.copy()
        if "since" in (self._memory.dtype.names or ()):
            self._memory["since"] = self.time
        if type(drive.law) is not type(self._drive.law):
            self._loop = compiled_loop(
                advance_one,
                AS_ASKED if is_plain_python(drive.law) else drive.law,
                self._moving.actuators,
                self._moving.meters,
            )
            self._call = QuickCall(self._loop)
        elif not are_of_one_type(drive.law, self._drive.law):
            self._call = QuickCall(self._loop)
        self._drive = drive

    def _advance_to(self, last: int, ends_with_stance: bool = False) -> None:
        """One compiled call, short enough that Ctrl-C is heard soon after it."""
        if is_plain_python(self._drive.law):
            self._advance_plainly(last, ends_with_stance)
        else:
            self._call_loop(self._drive.law, last, ends_with_stance)

    def _advance_plainly(self, last: int, ends_with_stance: bool) -> None:
        """The law is plain Python: it is asked between two halves of each time step.

        Slow, some hundred times slower than a compiled law, but easy to look into.
        """
        stance = self.stance
        memory = self._memory.view(np.recarray)[0]
        while self._outcome is Outcome.RUNNING and self._step < last:
            self._call_loop(AS_ASKED, self._step + 1, False, TO_LAW)
            if self._outcome is not Outcome.RUNNING:
                return
            actuation = self._moving.state.actuation
            run_plain_law(self._drive.law, memory, self._senses(), actuation)
            self._call_loop(AS_ASKED, self._step + 1, False, FROM_LAW)
            if ends_with_stance and self.stance != stance:
                return

    def _senses(self) -> Senses:
        """What the loop has just sensed."""
        state, time = self._moving.state, self._step * self._world.dt
        return Senses(
            time=time,
            dt=self._world.dt,
            heading=heading_at(self._world.command, time),
            body=self._moving.body,
            points=self._world.points,
            contact=state.contact,
            muscles=state.muscles,
        )

    def _call_loop(
        self, law: Any, last: int, ends_with_stance: bool, part: int = WHOLE
    ) -> None:
        memory, moving = self._memory, self._moving
        if law is AS_ASKED:  # one loop for all plain laws, whatever they remember
            memory = np.zeros(1, dtype=STATE_ONLY)
            memory["state"] = self._memory["state"]
        moving.clock.last[0] = last
        self._call(
            self._world,
            moving.body,
            self._parts,
            law,
            self._drive.phases,
            memory,
            moving.actuators,
            moving.state,
            (*moving.standard, *moving.meters),
            self._recording,
            (self._generator,),
            moving.clock,
            ends_with_stance,
            part,
        )
        if moving.clock.has_fallen[0]:
            self._outcome = Outcome.FELL
        elif moving.clock.has_diverged[0]:
            self._outcome = Outcome.DIVERGED
        elif self._step >= self.setting.num_steps:
            self._outcome = Outcome.COMPLETED

    def snapshot(self) -> Snapshot:
        """All that the rest of the rollout depends on, to come back to."""
        return Snapshot(
            memory=self._memory.copy(),
            moving=copied(self._moving),
            outcome=self._outcome,
            generator=copy.deepcopy(self._generator),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of a rollout of the same character and law."""
        self._memory = snapshot.memory.copy()
        overwrite(self._moving, snapshot.moving)
        self._outcome = snapshot.outcome
        self._generator = copy.deepcopy(snapshot.generator)

    @property
    def drive(self) -> Drive:
        """What drives it now."""
        return self._drive

    def lane_group(self) -> LaneGroup:
        """Room for eight rollouts like this one."""
        return LaneGroup(self._stage, self._drive)

    @property
    def qpos(self) -> Floats:
        """(nq,) where its body is."""
        return self._moving.body.qpos

    def point_places(self, qpos: Floats | None = None) -> Floats:
        """(points, 3) where the contact points are [m]; left out: now."""
        return self._stage.point_places(self.qpos if qpos is None else qpos)

    def sensed(self) -> Moving:
        """What moves, with its bodies where `qpos` and `qvel` put them now.

        No copy, other than `moment`: it moves on with the simulation.
        """
        self._sense(self._world.tree, self._moving.body, self._parts)
        return self._moving

    def moment(self) -> Moment:
        """How things stand; the simulation goes on as if nobody had looked."""
        model, data = self.character.model, self._stage.engine(self._moving)
        com = self._stage.com(self._moving.body.qpos)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        actuation, muscles = self._moving.state.actuation, self._moving.state.muscles
        return Moment(
            time=self.time,
            qpos=np.array(data.qpos),
            qvel=np.array(data.qvel),
            torque=actuation.torque - actuation.damping * data.qvel,
            position=np.array(data.xpos),
            quaternion=np.array(data.xquat),
            com=com,
            com_velocity=np.array(data.subtree_linvel[1]),
            contact_position=point_centers(self.character.points, data),
            contact_force=self._moving.state.contact.force.copy(),
            activation=muscles.activation.copy(),
            muscle_force=muscles.force / np.maximum(muscles.max_force, 1e-9),
            fiber_length=muscles.fiber_length / muscles.optimal_length,
        )

    def change_setting(self, setting: Setting) -> None:
        """Go on from here in another world: ground, pushes, noise, guide, heading.

        Rate and duration stay. Ground that changes under a foot may throw it; let it
        change further on.
        """
        if (setting.rate, setting.duration) != (
            self.setting.rate,
            self.setting.duration,
        ):
            raise ValueError("rate and duration of a running simulation cannot change")
        self._world = self._stage.world = build_world(self.character, setting)
        if self._loop is not None:  # it has been started
            self._call = QuickCall(self._loop)
        self.setting = setting

    def result(self) -> Rollout:
        """What came of it so far."""
        return self._stage.result(
            self._outcome, self._start, self._moving, self._recording, self.setting
        )

    def roll_out(self, drive: Drive, seed: int = 0, frame_rate: float = 0.0) -> Rollout:
        """Start, go on to the end, and tell what came of it."""
        self.start(drive, seed, frame_rate)
        self.advance()
        return self.result()

    def needs_compiling(self) -> bool:
        """Whether the first step takes a while because the loop is compiled first."""
        return self._loop is None or self._loop.needs_compiling
