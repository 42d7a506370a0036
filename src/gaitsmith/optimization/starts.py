"""Starts a little off: a gait that holds from one start only is an artefact."""

from typing import NamedTuple

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.contact_points import point_places
from gaitsmith.control.controller import Drive


class StartOff(NamedTuple):
    """How far a start is off at most, and which of all such starts it is."""

    millimeters: float
    """In height and along any slide."""
    degrees: float
    """In every joint and in how the root leans and points."""
    draw: tuple[int, int]
    """Every start has random numbers of its own."""

    def of(self, character: Character, drive: Drive) -> Drive:
        """The drive from there; velocities are the same."""
        model, data = character.model, character.engine_data

        def lowest(qpos: np.ndarray) -> float:
            data.qpos[:] = qpos
            mujoco.mj_kinematics(model, data)
            return float(np.min(point_places(character.points, data)[:, 2]))

        largest = np.array([self._largest(model, axis) for axis in range(model.nv)])
        random = np.random.default_rng(list(self.draw))
        offset = largest * random.uniform(-1.0, 1.0, model.nv)
        qpos = np.array(drive.qpos)
        mujoco.mj_integratePos(model, qpos, offset, 1.0)
        height = 1 if character.is_planar else 2
        # A foot pressed into the ground would be a kick: it may start higher only.
        qpos[height] += lowest(drive.qpos) - lowest(qpos) + abs(offset[height])
        return drive._replace(qpos=qpos)

    def _largest(self, model: mujoco.MjModel, axis: int) -> float:
        """By how much [m or rad] a degree of freedom is off at most."""
        joint = model.dof_jntid[axis]
        kind = model.jnt_type[joint]
        is_slide = kind == mujoco.mjtJoint.mjJNT_SLIDE or (
            kind == mujoco.mjtJoint.mjJNT_FREE and axis - model.jnt_dofadr[joint] < 3
        )
        return self.millimeters * 1e-3 if is_slide else float(np.radians(self.degrees))
