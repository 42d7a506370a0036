"""How far the shapes of a bone reach, in the axes of `skeleton.py`."""

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.export.skeleton import Bone, standing_pose, y_up
from gaitsmith.kernels.records import Floats

UPPER, UP = 1, 1  # the upper end of two, along the axis that points up
STUB = 0.05  # m, length of a last bone on which nothing is drawn


def reach_of(character: Character, bone: Bone) -> Floats:
    """(2, 3) m, lowest and highest of its shapes from its joint, standing."""
    model, data = character.model, standing_pose(character)
    corners = []
    for geom in np.flatnonzero(model.geom_bodyid == bone.body):
        center, half_size = np.split(model.geom_aabb[geom], 2)
        turn = data.geom_xmat[geom].reshape(3, 3)
        middle = data.geom_xpos[geom] + turn @ center
        reach = np.abs(turn) @ half_size
        corners += [
            y_up(middle - reach) - bone.place,
            y_up(middle + reach) - bone.place,
        ]
    if not corners:
        return np.array([[0.0, 0.0, 0.0], [0.0, STUB, 0.0]])
    return np.array([np.min(corners, axis=0), np.max(corners, axis=0)])


def tip_of(character: Character, bone: Bone) -> Floats:
    """Where a bone ends, from its joint [m]: where its shapes reach furthest.

    That is the middle of a face of the box around them: the front of a foot, the
    fingertips of a hanging arm. A trunk, which may be wider than high, and a head end
    at their top.
    """
    ends = reach_of(character, bone)
    end, axis = np.unravel_index(np.argmax(np.abs(ends)), ends.shape)
    is_upright = bone.body in (character.roles.trunk, character.roles.head)
    if is_upright and ends[UPPER, UP] > 0.0:
        end, axis = UPPER, UP
    tip = ends.mean(axis=0)
    tip[axis] = ends[end, axis]
    return tip
