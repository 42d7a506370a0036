"""A rollout under way: its records at the start, and what came of it at the end."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import mujoco
import numpy as np

from gaitsmith.actuators.device_measures import measure_devices
from gaitsmith.actuators.devices import fit_devices, worn_among
from gaitsmith.actuators.muscle_measures import measure_muscles
from gaitsmith.actuators.muscle_model import actuators_of, muscle_state
from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_centers, point_places
from gaitsmith.control.controller import Drive
from gaitsmith.kernels.records import Articulation, BodyState, Floats
from gaitsmith.kernels.terrain import greatest_depth
from gaitsmith.simulation.measures import measure, strikes_of
from gaitsmith.simulation.meters import (
    Ended,
    Started,
    chosen_meters,
    finish_meter,
    start_meter,
)
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.physics import articulation, body_state
from gaitsmith.simulation.recording import (
    RecordingBuffer,
    empty_buffer,
    finished_recording,
)
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import NO_ROOM, Room, Setting, build_world
from gaitsmith.simulation.snapshot import copied
from gaitsmith.simulation.standard_meters import StandardMeters, standard_meters
from gaitsmith.simulation.world import Clock, State, World, clock, empty_state


class Moving(NamedTuple):
    """What a rollout changes as it goes on; kept together, since they share arrays."""

    body: BodyState
    actuators: tuple[Any, ...]
    state: State
    standard: StandardMeters
    meters: tuple[Any, ...]  # of the objective terms
    clock: Clock


@dataclass(frozen=True)
class Start:
    """Where a rollout starts, after the body was put on the ground."""

    qpos: np.ndarray
    qvel: np.ndarray
    com: np.ndarray  # (3,) m
    speed: float  # m/s, of the centre of mass


class SharedSetup:
    """One character in one setting: what all its rollouts share. One per thread."""

    def __init__(
        self,
        character: Character,
        setting: Setting,
        terms: Mapping[str, Any] | None = None,
        room: Room = NO_ROOM,
        notes_strikes: bool = True,
    ) -> None:
        """Resolve the setting; nothing is simulated yet.

        Args:
            character: who moves.
            setting: where and how long.
            terms: options of the objective terms that own meters, by name.
            room: for more pushes and headings than the setting has.
            notes_strikes: false: only the first few, so that snapshots are small.
        """
        self._notes_strikes = notes_strikes
        self.character = character
        self.setting = setting
        self.terms = terms
        self.world: World = build_world(character, setting, room)
        self.actuators = actuators_of(character)
        self._terms = chosen_meters(terms or {})
        self._data = mujoco.MjData(character.model)

    def parts(self) -> Articulation:
        """Work space for the motion of the bodies."""
        return articulation(self.character.model)

    def put(self, drive: Drive) -> Start:
        """Put the character at its start."""
        model, data = self.character.model, self._data
        data.qpos[:] = drive.qpos
        data.qvel[:] = drive.qvel
        self._lift_out_of_ground()
        com = self.com(data.qpos)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        speed = float(data.subtree_linvel[1, 0])
        return Start(np.array(data.qpos), np.array(data.qvel), com, speed)

    def about(self, drive: Drive) -> Started:
        """What meters may know before the first step."""
        return Started(
            duration=self.setting.duration,
            rate=self.setting.rate,
            period=drive.phases.period,
            first_state=int(drive.memory[0]["state"]),
            num_states=len(drive.phases.stance),
        )

    def at_start(self, drive: Drive) -> Moving:
        """Everything at zero: nothing touches, nothing was counted."""
        about, actuators = self.about(drive), copied(self.actuators)
        fit_devices(actuators, drive.devices)
        noted = about if self._notes_strikes else about._replace(duration=0.0)
        return Moving(
            body=body_state(self.character.model),
            actuators=actuators,
            state=empty_state(self.character, muscle_state(actuators)),
            standard=standard_meters(self.character, noted),
            meters=tuple(
                start_meter(name, self.character, options, about)
                for name, options in self._terms.items()
            ),
            clock=clock(self.setting.num_steps),
        )

    def buffer(self, frame_rate: float, moving: Moving) -> RecordingBuffer:
        """Room for a recording at `frame_rate` [Hz]; 0 for none."""
        stride = max(1, round(self.setting.rate / frame_rate)) if frame_rate else 0
        frames = self.setting.num_steps // stride + 1 if stride else 0
        model = self.character.model
        points = len(self.character.points.body)
        muscles = moving.state.muscles.force.shape[1]
        worn = len(moving.state.actuation.device_torque)
        return empty_buffer(frames, stride, model.nq, model.nv, points, muscles, worn)

    def _lift_out_of_ground(self) -> None:
        """Starts are made for level ground; on other ground, raise or lower the body.

        The deepest contact point keeps the depth that it has at its start on level
        ground, so that a slope or a platform gives no kick.
        """
        mujoco.mj_kinematics(self.character.model, self._data)
        places = point_places(self.character.points, self._data)
        depth = greatest_depth(self.world.terrain, places)
        level = -np.min(places[:, 2])
        height = 1 if self.character.is_planar else 2
        self._data.qpos[height] += depth - level

    def engine(self, moving: Moving) -> mujoco.MjData:
        """The engine's state for the present positions and velocities."""
        self._data.qpos[:] = moving.body.qpos
        self._data.qvel[:] = moving.body.qvel
        return self._data

    def point_places(self, qpos: np.ndarray) -> np.ndarray:
        """(points, 3) where the contact points are [m] for these positions."""
        self._data.qpos[:] = qpos
        mujoco.mj_kinematics(self.character.model, self._data)
        return point_centers(self.character.points, self._data)

    def com(self, qpos: np.ndarray) -> np.ndarray:
        """(3,) whole-body centre of mass [m] for these positions."""
        self._data.qpos[:] = qpos
        mujoco.mj_kinematics(self.character.model, self._data)
        mujoco.mj_comPos(self.character.model, self._data)
        return np.array(self._data.subtree_com[1])

    def _heading(self) -> float:
        """Where the pelvis points [rad]; call after `com`."""
        pelvis = self.character.roles.pelvis
        rotation = self._data.xmat[pelvis].reshape(3, 3)
        x, y, _ = rotation @ self.character.standing_forward(pelvis)
        return math.atan2(y, x)

    def result(
        self,
        outcome: Outcome,
        start: Start,
        moving: Moving,
        recording: RecordingBuffer,
        setting: Setting,
    ) -> Rollout:
        """What came of a rollout so far."""
        taken = int(moving.clock.step[0])
        steps = max(1, taken)
        seconds = steps / setting.rate
        standard = moving.standard
        ended = Ended(
            num_steps=steps,
            seconds=seconds,
            speed=float(standard.travel.headway[0]) / seconds,
            character=self.character,
        )
        legs, own = legs_of(moving.actuators), legs_of(self.actuators)
        return Rollout(
            outcome=outcome,
            seconds=taken / setting.rate,
            duration=setting.duration,
            measures=measure(
                self.character,
                standard,
                start.com,
                start.speed,
                self.com(moving.body.qpos),
                self._heading(),
                taken,
                setting,
                {
                    name: finish_meter(name, meter, ended)
                    for name, meter in zip(self._terms, moving.meters, strict=True)
                },
                None
                if legs is None
                else measure_muscles(
                    legs,
                    standard.torque.squared,
                    self.character.mass,
                    steps,
                    seconds,
                    single_energy(moving.actuators),
                ),
                measure_devices(self.character, worn_among(moving.actuators), seconds),
            ),
            strikes=strikes_of(standard.strikes),
            recording=finished_recording(recording) if recording.stride else None,
            muscles=None if own is None else own.muscles,
        )


def legs_of(actuators: tuple[Any, ...]) -> Any | None:
    """The muscles' legs, of a body that has some."""
    found = [actuator.legs for actuator in actuators if hasattr(actuator, "legs")]
    return found[0] if found else None


def single_energy(actuators: tuple[Any, ...]) -> Floats | None:
    """J that single muscles spent, (2, n, 4), of a model whose legs have groups."""
    found = [getattr(one, "energy", None) for one in actuators if hasattr(one, "legs")]
    return found[0] if found else None
