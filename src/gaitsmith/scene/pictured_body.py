"""The character in a picture: where its solids are."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import mujoco
import numpy as np

from gaitsmith.scene.colors import muscle_color
from gaitsmith.scene.scene import Scene, Shape
from gaitsmith.scene.solids import half_extents

_UNPLACED = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)  # where it is, its `Solid` says


class Solid(NamedTuple):
    """A shape, and where it is."""

    shape: Shape
    center: np.ndarray
    """World [m]."""
    rotation: np.ndarray
    """(3, 3) from the shape to the world."""
    aside: float = 0.0
    """How far to the left of the body's middle it is [m]."""


def solids_of(scene: Scene, frame: int) -> list[Solid]:
    """The character's solids in one frame."""
    solids = []
    for shape in scene.shapes:
        turn = rotation_of(scene.orientations[frame, shape.body])
        center = scene.positions[frame, shape.body] + turn @ shape.position
        aside = float(center[1] - scene.com[frame, 1])
        rotation = turn @ rotation_of(shape.orientation)
        solids.append(Solid(shape, center, rotation, aside))
    return solids + muscle_solids(scene, frame)


def muscle_solids(scene: Scene, frame: int) -> list[Solid]:
    """The character's muscles in one frame, a capsule for each straight piece."""
    if scene.activations is None:
        return []
    solids = []
    for line, activation in zip(scene.muscles, scene.activations[frame], strict=True):
        color = muscle_color(float(activation))
        places = [
            scene.positions[frame, body]
            + rotation_of(scene.orientations[frame, body]) @ np.array(place)
            for body, place in line.points
        ]
        for start, end in pairwise(places):
            length = max(float(np.linalg.norm(end - start)), 1e-6)
            size = (line.radius, length / 2)
            shape = Shape(line.points[0][0], "capsule", size, *_UNPLACED, color)
            upright = np.zeros(4)
            mujoco.mju_quatZ2Vec(upright, end - start)
            center = (start + end) / 2
            aside = float(center[1] - scene.com[frame, 1])
            solids.append(Solid(shape, center, rotation_of(upright), aside))
    return solids


def rotation_of(quaternion: Iterable[float]) -> np.ndarray:
    """(3, 3) the rotation of a quaternion w x y z."""
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, np.array(quaternion, dtype=float))
    return rotation.reshape(3, 3)


def figure_size(scene: Scene) -> float:
    """Largest extent of the character in the first frame along a world axis [m]."""
    low, high = bounds_of(solids_of(scene, 0), np.eye(3))
    return float((high - low).max())


def bounds_of(
    solids: Iterable[Solid], directions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How far solids reach along world directions (n, 3): lowest, highest [m]."""
    lows, highs = [], []
    for solid in solids:
        middle = directions @ solid.center
        reach = half_extents(solid.shape, solid.rotation, directions)
        lows.append(middle - reach)
        highs.append(middle + reach)
    return np.min(lows, axis=0), np.max(highs, axis=0)
