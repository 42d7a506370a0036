"""Scenes as the JSON that the player in the page reads."""

import base64
import json
import math

import numpy as np

from gaitsmith.scene.ground_pieces import joined, rims, surface_pieces
from gaitsmith.scene.muscle_color import FULL, REST
from gaitsmith.scene.scene import Push, Scene

_GROUND_MARGIN = 60.0
"""Ground drawn around the path [m]; the player's fog ends sooner."""

_RULER_MARGIN = 3.0
"""How far the distance marks go beyond the path [m]."""


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
    x, y = (
        (float(places.min()) - _GROUND_MARGIN, float(places.max()) + _GROUND_MARGIN)
        for places in scene.com.T[:2]
    )
    unmarked = _GROUND_MARGIN - _RULER_MARGIN
    return {
        "label": scene.label,
        "frameRate": scene.frame_rate,
        "numFrames": scene.positions.shape[0],
        "numBodies": scene.positions.shape[1],
        "numContacts": 0 if contacts is None else contacts.shape[1],
        "shapes": [
            {
                "body": int(shape.body),
                "kind": shape.kind,
                "size": _numbers(shape.size),
                "position": _numbers(shape.position),
                "orientation": _numbers(shape.orientation),
                "color": shape.color,
            }
            for shape in scene.shapes
        ],
        "positions": _base64_floats(scene.positions),
        "orientations": _base64_floats(scene.orientations),
        "com": _base64_floats(scene.com),
        "contactPositions": _base64_floats(contacts),
        "contactForces": _base64_floats(scene.contact_forces),
        "pushes": [
            {
                "start": float(push.start),
                "duration": float(push.duration),
                "force": _numbers(push.force),
                "body": int(push.body),
            }
            for push in map(Push._make, scene.pushes)
        ],
        "ground": [
            {
                "start": segment.start,
                "startHeight": segment.start_height,
                "end": segment.end,
                "endHeight": segment.end_height,
            }
            for segment in scene.ground.segments(*x)
        ],
        "groundSides": y,
        "groundPieces": joined(surface_pieces(scene.ground, x, y)),
        "crevasses": [
            {"corners": crevasse.corners, "rims": edges}
            for crevasse, edges in zip(
                scene.ground.crevasses, rims(scene.ground, *x), strict=True
            )
            if edges
        ],
        "rulerRange": [x[0] + unmarked, x[1] - unmarked],
        **_muscles_record(scene),
        **_footprints_record(scene),
    }


def _footprints_record(scene: Scene) -> dict[str, object]:
    """Nothing of a scene without footprints."""
    if not scene.footprints:
        return {}
    return {
        "footprints": [
            {
                "kind": one.kind,
                "place": _numbers(one.place),
                "heading": one.heading,
                "length": one.length,
                "color": one.color,
                "from": one.start,
                "until": one.end if math.isfinite(one.end) else None,
            }
            for one in scene.footprints
        ]
    }


def _muscles_record(scene: Scene) -> dict[str, object]:
    """Lines and activations, 0 to 255; nothing of a scene without muscles."""
    if scene.activations is None:
        return {}
    levels = np.round(255 * np.clip(scene.activations, 0, 1)).astype(np.uint8)
    return {
        "muscles": {
            "lines": [
                {
                    "radius": line.radius,
                    "points": [
                        {"body": int(body), "place": _numbers(place)}
                        for body, place in line.points
                    ],
                }
                for line in scene.muscles
            ],
            "activations": base64.b64encode(levels.tobytes()).decode(),
            "rest": REST,
            "full": FULL,
        }
    }


def _numbers(values: tuple[float, ...]) -> list[float]:
    return [float(value) for value in values]


def _base64_floats(array: np.ndarray | None) -> str:
    if array is None:
        return ""
    return base64.b64encode(np.ascontiguousarray(array, dtype="<f4").tobytes()).decode()
