"""Pictures of faces and solids in colour: tiles, light, shadows, haze, smooth edges."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.painting import TOP, Drawn, Paint, Shadows, paint, see_from_light
from gaitsmith.kernels.sight import LIGHT
from gaitsmith.scene.colors import rgb
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_faces import Face
from gaitsmith.scene.pictured_body import Solid, bounds_of
from gaitsmith.scene.sight import (
    faces_seen,
    nothing_seen,
    places_of,
    solids_seen,
    vector,
    view_of,
)

_SIDE, _SOLIDS = TOP + 1, TOP + 2  # materials of walls and of the first solid
_FAR_SIDE_SHADE = 0.26  # how much darker the far side of the body is
# Fractions of the figure's size.
_SHADE_DEPTH = 0.06  # how far aside the far side is
_SOFTNESS = 0.012
_BIAS = 0.02  # what is this near casts no shadow
_RESOLUTION = 200  # pixels per size of the figure


class Tones(NamedTuple):
    """Colours of the ground, written #rrggbb."""

    light: str
    dark: str
    side: str
    """Of what is not walked on."""


class Haze(NamedTuple):
    """What the distance fades into."""

    near: float
    """Where it begins, beyond the middle of the picture [m]."""
    far: float
    """Where nothing else is left [m]."""
    color: str
    """Written #rrggbb."""


@dataclass(frozen=True)
class Painted:
    """All that is in a picture, at one moment."""

    faces: list[Face]
    tones: Tones
    tile: float
    """Edge of the ground's squares [m]."""
    solids: list[Solid]
    size: float
    """Of the character [m]."""
    haze: Haze | None = None
    """None: there is no background."""
    is_shadow: bool = False
    """Whether the ground is not drawn, but the shadow on it."""


class Drawing(NamedTuple):
    """A picture, and how far away what it shows is."""

    pixels: np.ndarray
    """(height, width, 4) red, green, blue, opacity; 0 to 255."""
    depth: np.ndarray
    """(height, width) towards the viewer [m]; minus infinity where nothing is."""


def draw(subject: Painted, eye: Eye) -> Drawing:
    """The picture that an eye sees, with smooth edges."""
    seen = nothing_seen(eye)
    pixels = np.empty((eye.height, eye.width, 4), dtype=np.uint8)
    materials = [TOP if face.kind == "top" else _SIDE for face in subject.faces]
    paint(
        view_of(eye),
        *places_of(eye),
        faces_seen(subject.faces, materials, eye),
        solids_seen(subject.solids, _SOLIDS),
        _paint(subject, eye),
        _shadows(subject, eye.pixels_per_metre),
        seen,
        Drawn(
            pixels,
            np.empty(pixels.shape[:2], dtype=bool),
            np.empty(eye.width, dtype=bool),
            np.empty((2, eye.width)),
        ),
    )
    return Drawing(pixels, seen.depth)


def _paint(subject: Painted, eye: Eye) -> Paint:
    """The colours of everything."""
    light, dark, side = (_color(tone) for tone in subject.tones)
    solids = [
        _color(one.shape.color) * _far_side_shade(one.aside, subject.size, eye)
        for one in subject.solids
    ]
    haze = subject.haze
    return Paint(
        colors=np.array([(light + dark) / 2, side, *solids]),
        contrast=vector(light - dark),
        tile=float(subject.tile),
        haze=vector(np.zeros(3) if haze is None else _color(haze.color)),
        near=0.0 if haze is None else float(haze.near),
        far=0.0 if haze is None else float(haze.far),
        is_shadow=subject.is_shadow,
    )


def _far_side_shade(aside: float, size: float, eye: Eye) -> float:
    """Less on the side of the body that is turned away: legs differ."""
    beyond = -np.sign(eye.toward[1]) * aside
    return 1 - _FAR_SIDE_SHADE * float(np.clip(beyond / (_SHADE_DEPTH * size), 0, 1))


def _color(text: str) -> np.ndarray:
    return np.array(rgb(text)) / 255


def _shadows(subject: Painted, most: float) -> Shadows:
    """What the light sees of the solids.

    Args:
        subject: one character, or the same one several times.
        most: pixels per metre beyond which detail would not be seen.
    """
    solids, size = subject.solids, subject.size
    resolution = min(most, _RESOLUTION / size)
    azimuth = float(np.arctan2(LIGHT[0], -LIGHT[1]))
    elevation = float(np.arcsin(LIGHT[2]))
    axes = Eye(azimuth, elevation, np.zeros(3), resolution, 1, 1).axes
    low, high = bounds_of(solids, axes) if solids else (np.zeros(3), np.zeros(3))
    softness = max(_SOFTNESS * size * resolution, 1.0)
    # An empty margin: what is beside the picture of the light is lit like its rim.
    margin = 2 * math.ceil(softness) + 4
    width, height, _ = ((high - low) * resolution + margin).astype(int).tolist()
    center = (low + high) / 2 @ axes
    eye = Eye(azimuth, elevation, center, resolution, width, height)
    view, seen = view_of(eye), nothing_seen(eye)
    nothing = faces_seen([], [], eye)
    see_from_light(view, *places_of(eye), nothing, solids_seen(solids, 0), seen)
    return Shadows(view, seen.depth, _BIAS * size, softness)
