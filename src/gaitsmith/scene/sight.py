"""A view, faces of the ground and solids as compiled code looks at them."""

import math

import numpy as np

from gaitsmith.kernels.sight import Faces, Seen, Solids, Vector, View
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_faces import Face
from gaitsmith.scene.pictured_body import Solid
from gaitsmith.scene.polygons import clipped, sides
from gaitsmith.scene.solids import KIND_NUMBERS, three_sizes

NEAREST = 0.9  # ground nearer to the viewer is not drawn [fraction of the distance]
_TOUCHING = 1e-5  # m in the picture plane: neighbours leave no crack between them
_NO_FALL = math.nan, math.nan


def view_of(eye: Eye) -> View:
    """An eye as numbers."""
    right, up, toward = (vector(axis) for axis in eye.axes)
    scale = float(eye.pixels_per_metre)
    return View((right, up, toward), vector(eye.center), scale, 1.0 / eye.distance)


def vector(array: np.ndarray) -> Vector:
    """Three numbers."""
    x, y, z = array.tolist()
    return float(x), float(y), float(z)


def places_of(eye: Eye) -> tuple[np.ndarray, np.ndarray]:
    """(width,) to the right and (height,) up, of the pixels' middles [m]."""
    across, upward = eye.places()
    return across.ravel().astype(float), upward.ravel().astype(float)


def nothing_seen(eye: Eye) -> Seen:
    """Room for what an eye sees."""
    shape = eye.height, eye.width
    return Seen(
        depth=np.empty(shape, dtype=np.float32),
        material=np.empty(shape, dtype=np.int16),
        ambient=np.empty(shape, dtype=np.float32),
        sunlight=np.empty(shape, dtype=np.float32),
    )


def solids_seen(solids: list[Solid], material: int) -> Solids:
    """Solids as numbers; the first has that material, the next the next one."""
    count = len(solids)
    shapes = [solid.shape for solid in solids]
    return Solids(
        kind=np.array([KIND_NUMBERS[one.kind] for one in shapes], dtype=np.int64),
        size=np.array([three_sizes(one) for one in shapes]).reshape(count, 3),
        center=np.array([solid.center for solid in solids]).reshape(count, 3),
        turn=np.array([solid.rotation for solid in solids]).reshape(count, 9),
        material=material,
        window=np.zeros((count, 4), dtype=np.int64),
        seen=np.zeros((count, 6, 3)),
    )


def faces_seen(faces: list[Face], materials: list[int], eye: Eye) -> Faces:
    """Those faces whose front is turned to the viewer, and where they are seen."""
    found = [
        (face, material, *seen)
        for face, material in zip(faces, materials, strict=True)
        if (seen := _outlined(face, eye)) is not None
    ]
    count = len(found)
    edges = [_edges(outline) for _, _, _, outline in found]
    most = max((len(one) for one in edges), default=0)
    padded = np.zeros((count, most, 3))
    for place, one in zip(padded, edges, strict=True):
        place[: len(one)] = one
    planes = [_plane(corners) for _, _, corners, _ in found]
    falls = [face.fall or _NO_FALL for face, *_ in found]
    windows = [_window(outline, eye) for *_, outline in found]
    return Faces(
        sides=padded,
        num_sides=np.array([len(one) for one in edges], dtype=np.int64),
        plane=np.array(planes).reshape(count, 4),
        material=np.array([one[1] for one in found], dtype=np.int64),
        fall=np.array(falls, dtype=float).reshape(count, 2),
        window=np.array(windows, dtype=np.int64).reshape(count, 4),
    )


def _outlined(face: Face, eye: Eye) -> tuple[np.ndarray, np.ndarray] | None:
    """Corners along the eye's axes (n, 3) and in the picture plane (n, 2) [m]."""
    corners = (np.array(face.corners) - eye.center) @ eye.axes.T
    if np.isfinite(eye.distance):
        room = NEAREST * eye.distance - corners[:, 2]
        corners = np.array(clipped([(*p,) for p in corners], room.tolist()))
    if len(corners) == 0:
        return None
    outline = corners[:, :2] / (1 - corners[:, 2:] / eye.distance)
    x, y = outline.T
    return (corners, outline) if x @ np.roll(y, -1) > y @ np.roll(x, -1) else None


def _edges(outline: np.ndarray) -> list[tuple[float, float, float]]:
    """a, b, c of the sides; inside is a across + b upward >= c."""
    found = []
    for start, end in sides(outline):
        dx, dy = end - start
        length = float(np.hypot(dx, dy))
        if length >= _TOUCHING:
            a, b = -dy / length, dx / length
            found.append((a, b, a * start[0] + b * start[1] - _TOUCHING))
    return found


def _plane(corners: np.ndarray) -> tuple[float, float, float, float]:
    """Normal along the eye's axes, and how far along it the plane is [m]."""
    ways = corners[1:] - corners[0]
    x, y, z = np.cross(ways[:-1], ways[1:]).sum(axis=0).tolist()
    return x, y, z, float(np.array([x, y, z]) @ corners[0])


def _window(outline: np.ndarray, eye: Eye) -> tuple[int, int, int, int]:
    """First row and the one after the last, and columns, around an outline [m]."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    scale, height, width = eye.pixels_per_metre, eye.height, eye.width
    rows = np.array([-high[1], -low[1]]) * scale + height / 2 + (-1, 2)
    columns = np.array([low[0], high[0]]) * scale + width / 2 + (-1, 2)
    top, bottom = np.clip(rows, 0, height).astype(int).tolist()
    left, right = np.clip(columns, 0, width).astype(int).tolist()
    return top, bottom, left, right
