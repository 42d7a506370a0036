"""A recording cut and resampled: frames at other times, between those that it has."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.export.motion import Motion
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.recording import Recording

FREE_ROOT = slice(3, 7)  # of qpos: the quaternion w x y z of a root that moves freely
EXACT = 1e-6  # s


def trimmed(motion: Motion, start: float, end: float) -> Motion:
    """The frames from `start` to `end` [s] of the simulation.

    Raises:
        InputError: there are less than two.
    """
    recording = motion.recording
    time = recording.time
    keep = (time >= start - EXACT) & (time <= end + EXACT)
    if keep.sum() < 2:
        raise InputError(
            f"--trim {start:g}:{end:g}: the motion lasts from {time[0]:g} to"
            f" {time[-1]:.4g} s, and less than two of its frames are in between."
        )
    cut = {name: array[keep] for name, array in _framed(recording).items()}
    seconds = float(cut["time"][-1] - cut["time"][0])
    rollout = replace(motion.rollout, seconds=seconds, duration=seconds)
    # Videos count time from their first frame on.
    pushes = tuple(
        push.model_copy(update={"start": push.start - float(cut["time"][0])})
        for push in motion.setting.pushes
    )
    setting = motion.setting.model_copy(update={"pushes": pushes})
    part = replace(motion, rollout=rollout, setting=setting)
    return _with_recording(part, replace(recording, **cut))


def times_at(motion: Motion, rate: float) -> Floats:
    """s, from the first frame on, `rate` [Hz] times a second."""
    time = motion.recording.time
    count = int((time[-1] - time[0]) * rate + EXACT) + 1
    return time[0] + np.arange(count) / rate


def resampled(motion: Motion, times: Floats) -> Motion:
    """Frames at `times` [s], between those of the recording."""
    recording, character = motion.recording, motion.character
    fields = {
        name: _between(array, recording.time, times)
        for name, array in _framed(recording).items()
        if name not in ("qpos", "state")
    }
    nearest = np.searchsorted(recording.time, times + EXACT) - 1
    fields |= {
        "qpos": poses_between(character, recording, times),
        "state": recording.state[np.clip(nearest, 0, len(recording.time) - 1)],
    }
    return _with_recording(motion, replace(recording, **fields))


def poses_between(character: Character, recording: Recording, times: Floats) -> Floats:
    """(times, nq) poses at other times [s] than those of the frames."""
    qpos = _between(recording.qpos, recording.time, times)
    if not character.is_planar:
        turns = Rotation.from_quat(recording.qpos[:, FREE_ROOT], scalar_first=True)
        inside = np.clip(times, recording.time[0], recording.time[-1])
        found = Slerp(recording.time, turns)(inside)
        qpos[:, FREE_ROOT] = found.as_quat(scalar_first=True)
    return qpos


def _framed(recording: Recording) -> dict[str, np.ndarray]:
    """The arrays that have a row for each frame."""
    frames = len(recording.time)
    arrays = recording.arrays()
    return {name: array for name, array in arrays.items() if len(array) == frames}


def _between(array: np.ndarray, time: Floats, times: Floats) -> Floats:
    flat = array.reshape(len(array), -1)
    columns = [np.interp(times, time, column) for column in flat.T]
    return np.array(columns).T.reshape(len(times), *array.shape[1:])


def _with_recording(motion: Motion, recording: Recording) -> Motion:
    return replace(motion, rollout=replace(motion.rollout, recording=recording))
