"""How a character stands: its bodies and shapes in the pose of the model file."""

from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np
import pytest

from gaitsmith.characters.character import Character

HALF_EXTENT = {
    mujoco.mjtGeom.mjGEOM_SPHERE: lambda up, size: size[0],
    mujoco.mjtGeom.mjGEOM_CAPSULE: lambda up, size: size[0] + abs(up[2]) * size[1],
    mujoco.mjtGeom.mjGEOM_ELLIPSOID: lambda up, size: np.linalg.norm(up * size),
    mujoco.mjtGeom.mjGEOM_BOX: lambda up, size: np.abs(up) @ size,
}


@dataclass(frozen=True)
class Standing:
    """A character in its standing pose."""

    character: Character
    data: mujoco.MjData

    def place(self, body: str) -> np.ndarray:
        """m, of the body's own frame: its proximal joint."""
        return np.array(self.data.body(body).xpos)

    @property
    def top(self) -> float:
        """m, of the highest shape."""
        model = self.character.model
        tops = []
        for geom in range(model.ngeom):
            up = self.data.geom_xmat[geom].reshape(3, 3)[2]
            half = HALF_EXTENT[mujoco.mjtGeom(model.geom_type[geom])]
            tops.append(self.data.geom_xpos[geom, 2] + half(up, model.geom_size[geom]))
        return max(tops)

    @property
    def soles(self) -> dict[int, float]:
        """m, height of the lowest contact point of each leg."""
        points = self.character.points
        lowest = dict.fromkeys(range(len(self.character.roles.legs)), np.inf)
        for body, offset, radius, side in zip(
            points.body, points.offset, points.radius, points.side, strict=True
        ):
            rotation = self.data.xmat[body].reshape(3, 3)
            height = self.data.xpos[body, 2] + rotation[2] @ offset - radius
            lowest[side] = min(lowest[side], height)
        return lowest


@pytest.fixture
def standing() -> Callable[[Character], Standing]:
    def stand(character: Character) -> Standing:
        data = mujoco.MjData(character.model)
        mujoco.mj_kinematics(character.model, data)
        mujoco.mj_comPos(character.model, data)
        return Standing(character, data)

    return stand
