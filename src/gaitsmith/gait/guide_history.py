"""What the guide did, moment by moment, from a recording."""

from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.external import present_torque
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.disturbances import GuideSpec, guide_record
from gaitsmith.simulation.physics import body_state
from gaitsmith.simulation.recording import Recording


@dataclass(frozen=True)
class GuideHistory:
    """The guide's torque on its body in every frame."""

    time: Floats  # (frames,) s
    torque: Floats  # (frames, 3) N m, in the world

    @property
    def size(self) -> Floats:
        """(frames,) N m, how large the torque is."""
        return np.linalg.norm(self.torque, axis=1)

    @property
    def effort(self) -> Floats:
        """(frames,) N2 m2 s, integral of the squared torque up to each frame."""
        lasting = np.diff(self.time, prepend=self.time[:1])
        before = np.concatenate([[0.0], self.size[:-1]])
        return np.cumsum(before**2 * lasting)


def guide_history(
    character: Character, recording: Recording, guide: GuideSpec
) -> GuideHistory:
    """The torque that a guide has put on a character that was recorded.

    A frame stands for the time until the next one, as a time step does in the
    simulation; so the effort is as exact as the recording is dense.
    """
    record = guide_record(guide, character)
    data = mujoco.MjData(character.model)
    body = body_state(character.model)
    torque = np.zeros((len(recording.time), 3))
    for frame, time in enumerate(recording.time):
        if guide.is_on:
            data.qpos[:] = recording.qpos[frame]
            data.qvel[:] = recording.qvel[frame]
            mujoco.mj_kinematics(character.model, data)
            mujoco.mj_comPos(character.model, data)
            mujoco.mj_comVel(character.model, data)
            body.orientation[:] = data.xmat
            body.velocity[:] = data.cvel
            torque[frame] = present_torque(record, float(time), body)
    return GuideHistory(recording.time, torque)
