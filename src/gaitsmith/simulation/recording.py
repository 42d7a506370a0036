"""A recording: named arrays over time. Costs nothing when none is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats, LaneIntegers
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.vectors import plus, rotated, row


class RecordingBuffer(NamedTuple):
    """Where compiled code writes; a stride of 0: nothing."""

    stride: int  # time steps between frames
    num_frames: LaneIntegers  # (1,) written so far
    time: LaneFloats  # (frames,) s
    qpos: LaneFloats  # (frames, nq)
    qvel: LaneFloats  # (frames, nv)
    torque: LaneFloats  # (frames, nv) N m, of the motors
    contact_force: LaneFloats  # (frames, points, 3) N
    contact_position: LaneFloats  # (frames, points, 3) m
    com: LaneFloats  # (frames, 3) m
    state: LaneIntegers  # (frames,) the controller's
    activation: (
        LaneFloats  # (frames, 2, muscles) of each leg's muscles; 0 muscles: none
    )
    muscle_force: LaneFloats  # (frames, 2, muscles) N, of the tendons
    fiber_length: LaneFloats  # (frames, 2, muscles) m
    device_torque: LaneFloats  # (frames, nv) N m; nothing worn on joints: (frames, 0)


@compiled
def record(recording, step, senses, actuation, law_state):
    """Write a frame if one is due: the state now, torques and forces that led here."""
    if step % recording.stride != 0:
        return
    body, points, muscles = senses.body, senses.points, senses.muscles
    frame = step // recording.stride
    recording.num_frames[0] = frame + 1
    recording.time[frame] = step * senses.dt
    recording.state[frame] = law_state
    for axis in range(3):
        recording.com[frame, axis] = body.com[axis]
    for address in range(body.qpos.shape[0]):
        recording.qpos[frame, address] = body.qpos[address]
    for axis in range(body.qvel.shape[0]):
        recording.qvel[frame, axis] = body.qvel[axis]
        recording.torque[frame, axis] = (
            actuation.torque[axis] - actuation.damping[axis] * body.qvel[axis]
        )
    for axis in range(recording.device_torque.shape[1]):
        damping = actuation.device_damping[axis]
        recording.device_torque[frame, axis] = (
            actuation.device_torque[axis] - damping * body.qvel[axis]
        )
    for point in range(points.body.shape[0]):
        part = points.body[point]
        place = plus(
            rotated(body.orientation, part, row(points.offset, point)),
            row(body.position, part),
        )
        for axis in range(3):
            force = senses.contact.force[point, axis]
            recording.contact_position[frame, point, axis] = place[axis]
            recording.contact_force[frame, point, axis] = force
    for leg in range(muscles.force.shape[0]):
        for muscle in range(muscles.force.shape[1]):
            active, length = muscles.activation, muscles.fiber_length
            recording.activation[frame, leg, muscle] = active[leg, muscle]
            recording.muscle_force[frame, leg, muscle] = muscles.force[leg, muscle]
            recording.fiber_length[frame, leg, muscle] = length[leg, muscle]


def _none() -> Floats:
    """Of a character without muscles."""
    return np.zeros((0, 2, 0))


@dataclass(frozen=True)
class Recording:
    """What happened, frame by frame."""

    time: Floats  # (frames,) s
    qpos: Floats  # (frames, nq)
    qvel: Floats  # (frames, nv)
    torque: Floats  # (frames, nv) N m, of the motors
    contact_force: Floats  # (frames, points, 3) N, of the ground on the character
    contact_position: Floats  # (frames, points, 3) m
    com: Floats  # (frames, 3) m, whole-body centre of mass
    state: Integers  # (frames,) the controller's
    activation: Floats = field(
        default_factory=_none
    )  # (frames, 2, muscles) of each leg's muscles
    muscle_force: Floats = field(
        default_factory=_none
    )  # (frames, 2, muscles) N, of the tendons
    fiber_length: Floats = field(default_factory=_none)  # (frames, 2, muscles) m
    device_torque: Floats = field(
        default_factory=lambda: np.zeros((0, 0))
    )  # (frames, nv) N m, of what is worn on joints; nothing: (frames, 0)

    @property
    def frame_rate(self) -> float:
        """Frames per second of simulated time."""
        return 1.0 / float(self.time[1] - self.time[0]) if len(self.time) > 1 else 0.0

    def __repr__(self) -> str:
        """In a line."""
        end = float(self.time[-1]) if len(self.time) else 0.0
        return f"Recording: {len(self.time)} frames, {end:.4g} s"

    def arrays(self) -> Mapping[str, np.ndarray]:
        """The arrays by name, as they are stored."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def empty_buffer(
    num_frames: int,
    stride: int,
    nq: int,
    nv: int,
    num_points: int,
    num_muscles: int,
    num_worn: int = 0,
) -> RecordingBuffer:
    """Room for `num_frames` frames, one every `stride` time steps.

    `num_worn`: nv if anything is worn on joints, else 0.
    """
    return RecordingBuffer(
        stride=stride,
        num_frames=np.zeros(1, dtype=np.int64),
        time=np.zeros(num_frames),
        qpos=np.zeros((num_frames, nq)),
        qvel=np.zeros((num_frames, nv)),
        torque=np.zeros((num_frames, nv)),
        contact_force=np.zeros((num_frames, num_points, 3)),
        contact_position=np.zeros((num_frames, num_points, 3)),
        com=np.zeros((num_frames, 3)),
        state=np.zeros(num_frames, dtype=np.int64),
        activation=np.zeros((num_frames, 2, num_muscles)),
        muscle_force=np.zeros((num_frames, 2, num_muscles)),
        fiber_length=np.zeros((num_frames, 2, num_muscles)),
        device_torque=np.zeros((num_frames, num_worn)),
    )


def finished_recording(buffer: RecordingBuffer) -> Recording:
    """The frames that were written."""
    frames = int(buffer.num_frames[0])
    fields = Recording.__dataclass_fields__
    return Recording(**{name: getattr(buffer, name)[:frames].copy() for name in fields})
