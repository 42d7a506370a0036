"""A simulation: one character in one setting, driven by one controller at a time.

One object per thread. It can be advanced in pieces (a live view, a planner that changes
the next step) or at once (`roll_out`); the result is the same to the last bit.
"""

import copy
import math
from collections.abc import Mapping
from typing import Any

import mujoco
import numpy as np

from gaitsmith.actuators.muscle_measures import measure_muscles
from gaitsmith.actuators.muscle_model import actuators_of, muscle_state
from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_centers, point_places
from gaitsmith.control.command import Command, heading_at
from gaitsmith.control.controller import STATE_ONLY, Drive
from gaitsmith.control.law import AS_ASKED, is_plain_python, run_plain_law
from gaitsmith.kernels.records import Floats, Integers, Senses
from gaitsmith.kernels.terrain import walking_height
from gaitsmith.simulation.closed_loop import FROM_LAW, TO_LAW, WHOLE
from gaitsmith.simulation.compiled_loop import CompiledLoop, compiled_loop
from gaitsmith.simulation.measures import measure, strikes_of
from gaitsmith.simulation.meters import (
    Ended,
    Started,
    chosen_meters,
    finish_meter,
    start_meter,
)
from gaitsmith.simulation.moment import Moment
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.physics import physics_views
from gaitsmith.simulation.recording import (
    RecordingBuffer,
    empty_buffer,
    finished_recording,
)
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting, build_world, empty_state
from gaitsmith.simulation.snapshot import Moving, Snapshot, copied
from gaitsmith.simulation.standard_meters import standard_meters

CHUNK = 24_000  # time steps per compiled call


class Simulation:
    """The engine state and buffers of one rollout after another."""

    def __init__(
        self,
        character: Character,
        setting: Setting,
        terms: Mapping[str, Any] | None = None,
    ) -> None:
        """Resolve the setting; nothing is simulated yet.

        Args:
            character: who moves.
            setting: where and how long.
            terms: options of the objective terms that own meters, by name.
        """
        self.character = character
        self.setting = setting
        self._terms = chosen_meters(terms or {})
        self._data = mujoco.MjData(character.model)
        self._physics, self._body = physics_views(
            character.model, self._data, 1.0 / setting.rate
        )
        self._world = build_world(character, setting)
        self._actuators = actuators_of(character)

    def start(self, drive: Drive, seed: int = 0, frame_rate: float = 0.0) -> None:
        """Put the character at its start; record at `frame_rate` [Hz], 0 for not."""
        mujoco.mj_resetData(self.character.model, self._data)
        self._data.qpos[:] = drive.qpos
        self._data.qvel[:] = drive.qvel
        self._drive = drive
        self._memory = drive.memory.copy()  # a drive can be used again
        self._lift_out_of_ground()
        self._moving = self._at_start(drive)
        self._loop: CompiledLoop = compiled_loop(
            AS_ASKED if is_plain_python(drive.law) else drive.law,
            self._moving.actuators,
            self._moving.meters,
        )
        self._generator = np.random.default_rng(seed)
        self._recording = self._buffer(frame_rate)
        self._step = 0
        self._outcome = Outcome.RUNNING
        self._start_com = self._com()
        mujoco.mj_comVel(self.character.model, self._data)
        mujoco.mj_subtreeVel(self.character.model, self._data)
        self._start_speed = float(self._data.subtree_linvel[1, 0])

    def _at_start(self, drive: Drive) -> Moving:
        """Everything at zero: nothing touches, nothing was counted."""
        actuators = copied(self._actuators)
        about = Started(
            duration=self.setting.duration,
            rate=self.setting.rate,
            period=drive.phases.period,
            first_state=int(drive.memory[0]["state"]),
            num_states=len(drive.phases.stance),
        )
        return Moving(
            actuators=actuators,
            state=empty_state(self.character, muscle_state(actuators)),
            standard=standard_meters(self.character, about),
            meters=tuple(
                start_meter(name, self.character, options, about)
                for name, options in self._terms.items()
            ),
        )

    def _buffer(self, frame_rate: float) -> RecordingBuffer:
        stride = max(1, round(self.setting.rate / frame_rate)) if frame_rate else 0
        frames = self.setting.num_steps // stride + 1 if stride else 0
        model = self.character.model
        points = len(self.character.points.body)
        muscles = self._moving.state.muscles.force.shape[1]
        return empty_buffer(frames, stride, model.nq, model.nv, points, muscles)

    def _lift_out_of_ground(self) -> None:
        """Starts are made for level ground; on other ground, raise or lower the body.

        The deepest contact point keeps the depth that it has at its start on level
        ground, so that a slope or a platform gives no kick.
        """
        mujoco.mj_kinematics(self.character.model, self._data)
        places = point_places(self.character.points, self._data)
        terrain = self._world.terrain
        depth = max(walking_height(terrain, place[0]) - place[2] for place in places)
        level = max(-place[2] for place in places)
        height = 1 if self.character.is_planar else 2
        self._data.qpos[height] += depth - level

    def _com(self) -> np.ndarray:
        mujoco.mj_kinematics(self.character.model, self._data)
        mujoco.mj_comPos(self.character.model, self._data)
        return np.array(self._data.subtree_com[1])

    def _heading(self) -> float:
        """Where the pelvis points [rad]; call after `_com`."""
        pelvis = self.character.roles.pelvis
        rotation = self._data.xmat[pelvis].reshape(3, 3)
        x, y, _ = rotation @ self.character.standing_forward(pelvis)
        return math.atan2(y, x)

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
        self._drive = self._drive._replace(law=law)
        if heading is not None:
            command = Command(np.zeros(1), np.array([heading]))
            self._world = self._world._replace(command=command)

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
        state, time = self._moving.state, self._step * self._physics.dt
        return Senses(
            time=time,
            dt=self._physics.dt,
            heading=heading_at(self._world.command, time),
            body=self._body,
            points=self._world.points,
            contact=state.contact,
            muscles=state.muscles,
        )

    def _call_loop(
        self, law: Any, last: int, ends_with_stance: bool, part: int = WHOLE
    ) -> None:
        memory = self._memory
        if law is AS_ASKED:  # one loop for all plain laws, whatever they remember
            memory = np.zeros(1, dtype=STATE_ONLY)
            memory["state"] = self._memory["state"]
        code, self._step = self._loop(
            self._physics,
            self._body,
            self._world,
            law,
            self._drive.phases,
            memory,
            self._moving.actuators,
            self._moving.state,
            (*self._moving.standard, *self._moving.meters),
            self._recording,
            self._generator,
            self._step,
            last,
            ends_with_stance,
            part,
        )
        self._outcome = Outcome(code)
        if self._outcome is Outcome.COMPLETED and self._step < self.setting.num_steps:
            self._outcome = Outcome.RUNNING

    def snapshot(self) -> Snapshot:
        """All that the rest of the rollout depends on, to come back to."""
        return Snapshot(
            qpos=np.array(self._data.qpos),
            qvel=np.array(self._data.qvel),
            memory=self._memory.copy(),
            moving=copied(self._moving),
            step=self._step,
            outcome=self._outcome,
            generator=copy.deepcopy(self._generator),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of a rollout of the same character and law."""
        self._data.qpos[:] = snapshot.qpos
        self._data.qvel[:] = snapshot.qvel
        self._memory = snapshot.memory.copy()
        self._moving = copied(snapshot.moving)
        self._step = snapshot.step
        self._outcome = snapshot.outcome
        self._generator = copy.deepcopy(snapshot.generator)

    def point_places(self) -> Floats:
        """(points, 3) where the contact points are [m]."""
        mujoco.mj_kinematics(self.character.model, self._data)
        return point_centers(self.character.points, self._data)

    def moment(self) -> Moment:
        """How things stand; the simulation goes on as if nobody had looked."""
        model, data = self.character.model, self._data
        com = self._com()
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        actuation, muscles = self._moving.state.actuation, self._moving.state.muscles
        return Moment(
            time=self._step / self.setting.rate,
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
        self._world = build_world(self.character, setting)
        self.setting = setting

    def result(self) -> Rollout:
        """What came of it so far."""
        steps = max(1, self._step)
        seconds = steps / self.setting.rate
        standard = self._moving.standard
        ended = Ended(
            num_steps=steps,
            seconds=seconds,
            speed=float(standard.travel.headway[0]) / seconds,
            character=self.character,
        )
        legs = self._legs
        return Rollout(
            outcome=self._outcome,
            seconds=self._step / self.setting.rate,
            duration=self.setting.duration,
            measures=measure(
                self.character,
                standard,
                self._start_com,
                self._start_speed,
                self._com(),
                self._heading(),
                self._step,
                self.setting,
                {
                    name: finish_meter(name, meter, ended)
                    for name, meter in zip(
                        self._terms, self._moving.meters, strict=True
                    )
                },
                None
                if legs is None
                else measure_muscles(
                    legs, standard.torque.squared, self.character.mass, steps, seconds
                ),
            ),
            strikes=strikes_of(standard.strikes),
            recording=(
                finished_recording(self._recording) if self._recording.stride else None
            ),
            muscles=None if legs is None else legs.muscles,
        )

    @property
    def _legs(self) -> Any | None:
        """The muscles' legs, of a body that has some."""
        found = [a.legs for a in self._moving.actuators if hasattr(a, "legs")]
        return found[0] if found else None

    @property
    def muscle_axes(self) -> Integers:
        """Qvel addresses of the joints that muscles move; none without muscles."""
        found = [a.legs.axis.ravel() for a in self._actuators if hasattr(a, "legs")]
        return np.concatenate(found or [np.zeros(0, dtype=np.int64)])

    def roll_out(self, drive: Drive, seed: int = 0, frame_rate: float = 0.0) -> Rollout:
        """Start, go on to the end, and tell what came of it."""
        self.start(drive, seed, frame_rate)
        self.advance()
        return self.result()

    def needs_compiling(self) -> bool:
        """Whether the first step takes a while because the loop is compiled first."""
        return self._loop.needs_compiling
