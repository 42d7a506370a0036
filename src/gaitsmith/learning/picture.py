"""A picture of a character as it is now; no display and no graphics card are needed."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from gaitsmith.characters.character import Character
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.camera import companion
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.pictured_body import figure_size, solids_of
from gaitsmith.scene.replay import FRAME_RATE, shapes_of
from gaitsmith.scene.ruler import ground_unit
from gaitsmith.scene.scene import Scene
from gaitsmith.simulation.setting import Setting

SIZE = (320, 320)  # pixels, width and height


def picture_of(
    character: Character, setting: Setting, qpos: Floats
) -> NDArray[np.uint8]:
    """(height, width, 3) red, green and blue from 0 to 255.

    Args:
        character: who is seen.
        setting: the ground that it is on.
        qpos: its pose.
    """
    data = mujoco.MjData(character.model)
    data.qpos[:] = qpos
    mujoco.mj_kinematics(character.model, data)
    mujoco.mj_comPos(character.model, data)
    scene = Scene(
        label=character.name,
        caption="",
        frame_rate=FRAME_RATE,
        shapes=shapes_of(character),
        positions=np.array(data.xpos)[None],
        orientations=np.array(data.xquat)[None],
        com=np.array(data.subtree_com[1])[None],
        ground=GroundShape.of(setting.terrain),
    )
    size = figure_size(scene)
    eye = companion(scene.com[0], size, *SIZE)
    solids = solids_of(scene, 0)
    subject = landscape(scene.ground, solids, eye, size, ground_unit(size))
    return np.ascontiguousarray(draw(subject, eye).pixels[..., :3])
