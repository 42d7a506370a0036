"""A recording: named arrays over time. Costs nothing when none is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numba.extending import overload

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.kernels.vectors import plus, rotated, row


class RecordingBuffer(NamedTuple):
    """Where compiled code writes; a stride of 0 records nothing."""

    stride: int  # time steps between frames
    num_frames: Integers  # (1,) written so far
    time: Floats  # (frames,) s
    qpos: Floats  # (frames, nq)
    qvel: Floats  # (frames, nv)
    torque: Floats  # (frames, nv) N m, of the motors
    contact_force: Floats  # (frames, points, 3) N
    contact_position: Floats  # (frames, points, 3) m
    com: Floats  # (frames, 3) m
    state: Integers  # (frames,) the controller's
    activation: Floats  # (frames, 2, muscles) of each leg's muscles; 0 muscles: none
    muscle_force: Floats  # (frames, 2, muscles) N, of the tendons
    fiber_length: Floats  # (frames, 2, muscles) m


def record_muscles(recording, frame, memory):
    """Write what the muscles do, if the law's memory has some."""
    if "activation" in memory.dtype.names:
        recording.activation[frame] = memory[0]["activation"]
        recording.muscle_force[frame] = memory[0]["force"]
        recording.fiber_length[frame] = memory[0]["fiber_length"]


@overload(record_muscles)
def _record_muscles_compiled(recording, frame, memory):
    if "activation" not in memory.dtype.fields:
        return lambda recording, frame, memory: None

    def write(recording, frame, memory):
        mind = memory[0]
        for side in range(recording.activation.shape[1]):
            for muscle in range(recording.activation.shape[2]):
                recording.activation[frame, side, muscle] = mind.activation[
                    side, muscle
                ]
                recording.muscle_force[frame, side, muscle] = mind.force[side, muscle]
                recording.fiber_length[frame, side, muscle] = mind.fiber_length[
                    side, muscle
                ]

    return write


@compiled
def record(recording, step, dt, body_state, points, state, memory):
    """Write one frame: the state now, torques and forces of the step that led here."""
    frame = step // recording.stride
    recording.num_frames[0] = frame + 1
    recording.time[frame] = step * dt
    recording.state[frame] = memory[0].state
    for axis in range(3):
        recording.com[frame, axis] = body_state.com[axis]
    for address in range(body_state.qpos.shape[0]):
        recording.qpos[frame, address] = body_state.qpos[address]
    for axis in range(body_state.qvel.shape[0]):
        recording.qvel[frame, axis] = body_state.qvel[axis]
        damping = state.servos.damping[axis]
        recording.torque[frame, axis] = (
            state.servos.torque[axis] - damping * body_state.qvel[axis]
        )
    for point in range(points.body.shape[0]):
        body = points.body[point]
        place = plus(
            rotated(body_state.orientation, body, row(points.offset, point)),
            row(body_state.position, body),
        )
        for axis in range(3):
            recording.contact_position[frame, point, axis] = place[axis]
            recording.contact_force[frame, point, axis] = state.touch.force[point, axis]
    record_muscles(recording, frame, memory)


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

    @property
    def frame_rate(self) -> float:
        """Frames per second of simulated time."""
        return 1.0 / float(self.time[1] - self.time[0]) if len(self.time) > 1 else 0.0

    def arrays(self) -> Mapping[str, np.ndarray]:
        """The arrays by name, as they are stored."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def empty_buffer(
    num_frames: int, stride: int, nq: int, nv: int, num_points: int, num_muscles: int
) -> RecordingBuffer:
    """Room for `num_frames` frames, one every `stride` time steps."""
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
    )


def finished_recording(buffer: RecordingBuffer) -> Recording:
    """The frames that were written."""
    frames = int(buffer.num_frames[0])
    fields = Recording.__dataclass_fields__
    return Recording(**{name: getattr(buffer, name)[:frames].copy() for name in fields})
