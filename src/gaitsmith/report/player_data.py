"""Scenes as the JSON that the player in the page reads."""

import base64
import json
import math
from dataclasses import asdict

import numpy as np

from gaitsmith.scene.camera import calm_path
from gaitsmith.scene.colors import FULL, REST
from gaitsmith.scene.footprint import sole
from gaitsmith.scene.ground_faces import breaks, surface
from gaitsmith.scene.pictured_body import figure_size
from gaitsmith.scene.polygons import Polygon, fans, joined
from gaitsmith.scene.ruler import ground_unit, ruler_marks
from gaitsmith.scene.scene import Scene

_GROUND_MARGIN = 60.0
"""Ground drawn around the path [m]; the player's fog ends sooner."""

_RULER_MARGIN = 3.0
"""How far the distance marks go beyond the path [m]."""

_RULER_OFFSET = 0.32
"""How far they are to the right of the way [fraction of the figure's size]."""

_MOST_MARKS = 100

# Around a sole, as a fraction of its length.
_STONE, _STROKE = 0.18, 0.1


def player_json(scenes: tuple[Scene, ...]) -> str:
    """The scenes as JSON that may stand inside a script element.

    Positions and orientations become base64 of little-endian float32, frame by frame:
    a tenth of a micrometre is enough to look at.
    """
    text = json.dumps(
        [_scene_record(scene) for scene in scenes],
        allow_nan=False,
        separators=(",", ":"),
    )
    # "</script>" or "<!--" in a name would end the element or open a comment.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _scene_record(scene: Scene) -> dict[str, object]:
    contacts = scene.contact_positions
    return {
        "label": scene.label,
        "caption": scene.caption,
        "frameRate": scene.frame_rate,
        "numFrames": scene.positions.shape[0],
        "numBodies": scene.positions.shape[1],
        "numContacts": 0 if contacts is None else contacts.shape[1],
        "shapes": [asdict(shape) for shape in scene.shapes],
        "positions": _base64_floats(scene.positions),
        "orientations": _base64_floats(scene.orientations),
        "com": _base64_floats(scene.com),
        "contactPositions": _base64_floats(contacts),
        "contactForces": _base64_floats(scene.contact_forces),
        "pushes": [push._asdict() for push in scene.pushes],
        "size": figure_size(scene),
        "cameraPath": _base64_floats(calm_path(scene)),
        "ground": _ground_record(scene),
        **_muscles_record(scene),
        **_footprints_record(scene),
    }


def _ground_record(scene: Scene) -> dict[str, object]:
    """The corners of its triangles, one after another, and the marks of its ruler."""
    x, y = (
        (float(places.min()) - _GROUND_MARGIN, float(places.max()) + _GROUND_MARGIN)
        for places in scene.com.T[:2]
    )
    size = figure_size(scene)
    unit, side = ground_unit(size), -_RULER_OFFSET * size
    unmarked = _GROUND_MARGIN - _RULER_MARGIN
    ruler = (x[0] + unmarked, x[1] - unmarked)
    marks = ruler_marks(scene.ground, ruler, side, unit, _MOST_MARKS)
    tops, _ = _triangles(joined(surface(scene.ground, x, y)))
    broken = breaks(scene.ground, x, y, unit)
    corners, numbers = _triangles([face.corners for face in broken])
    shades = np.array([face.shade(z) for face in broken for _, _, z in face.corners])
    return {
        "unit": unit,
        "surface": _base64_floats(tops),
        "breaks": _base64_floats(corners),
        "shades": _base64_floats(shades[numbers]),
        "ruler": [mark._asdict() | {"text": mark.text} for mark in marks],
        "rulerSide": side,
    }


def _triangles(polygons: list[Polygon]) -> tuple[np.ndarray, np.ndarray]:
    """(corners, 3) [m] of their triangles, and the number of each polygon's corner."""
    points, corners = fans(polygons)
    return points[corners.ravel()], corners.ravel()


def _footprints_record(scene: Scene) -> dict[str, object]:
    """Nothing of a scene without footprints."""
    if not scene.footprints:
        return {}
    edges = {"plain": 0.0, "rim": _STROKE, "stone": _STONE}
    return {
        "soles": {name: sole(room).tolist() for name, room in edges.items()},
        "footprints": [
            asdict(one) | {"end": one.end if math.isfinite(one.end) else None}
            for one in scene.footprints
        ],
    }


def _muscles_record(scene: Scene) -> dict[str, object]:
    """Lines and activations, 0 to 255; nothing of a scene without muscles."""
    if scene.activations is None:
        return {}
    levels = np.round(255 * np.clip(scene.activations, 0, 1)).astype(np.uint8)
    return {
        "muscles": {
            "lines": [line._asdict() for line in scene.muscles],
            "activations": base64.b64encode(levels.tobytes()).decode(),
            "rest": REST,
            "full": FULL,
        }
    }


def _base64_floats(array: np.ndarray | None) -> str:
    if array is None:
        return ""
    return base64.b64encode(np.ascontiguousarray(array, dtype="<f4").tobytes()).decode()
