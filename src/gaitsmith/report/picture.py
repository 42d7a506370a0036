"""Draws one or more poses over a strip of ground as a shaded picture, without a GPU."""

import numpy as np

from gaitsmith.report.eye import Eye
from gaitsmith.report.pictured_body import Canvas, figure_size, paint_figure, solids_of
from gaitsmith.report.scene import GroundSegment, Scene
from gaitsmith.report.shading import SHADOW, ShadowMap, lit_figure
from gaitsmith.report.solids import convex_hits

_TILES = np.array([[0.80, 0.83, 0.86], [0.66, 0.70, 0.74]], dtype=np.float32)
_EARTH = np.array([0.55, 0.59, 0.64])


def draw_poses(
    scene: Scene,
    frames: list[int],
    eye: Eye,
    ground: list[GroundSegment],
    *,
    ground_floor: float,
    ground_half_width: float,
    tile: float,
) -> np.ndarray:
    """Poses of a scene over a strip of ground.

    Args:
        scene: Whose poses.
        frames: Which of its frames, all in one picture.
        eye: From where, and how large; its lines of sight are parallel.
        ground: The pieces of ground to draw.
        ground_floor: Down to which height the ground is solid [m].
        ground_half_width: How far the strip reaches to both sides of the picture's
            centre [m].
        tile: Edge of the ground's squares [m].

    Returns:
        (height, width, 4) red, green, blue, opacity; 0 to 255, not premultiplied.
    """
    canvas = Canvas.empty(eye)
    poses = [solids_of(scene, frame) for frame in frames]
    for frame, solids in zip(frames, poses, strict=True):
        paint_figure(canvas, solids, scene.com[frame, 1], figure_size(scene, frames[0]))
    earth = canvas.add_material(_EARTH)
    sides = (eye.center[1] - ground_half_width, eye.center[1] + ground_half_width)
    _paint_ground(canvas, ground, ground_floor, sides, earth)
    shadows = ShadowMap.of(
        [solid for solids in poses for solid in solids],
        figure_size(scene, 0),
        eye.pixels_per_metre,
    )
    pixels = canvas.covered()
    return canvas.picture(pixels, _shaded(canvas, pixels, shadows, earth, tile))


def _shaded(
    canvas: Canvas,
    pixels: np.ndarray,
    shadows: ShadowMap,
    earth: int,
    tile: float,
) -> np.ndarray:
    """(pixels, 3) colours of the canvas's pixels, 0 to 1."""
    points = canvas.points(pixels)
    normal = canvas.normals(pixels)
    material = canvas.material.ravel()[pixels]
    color = np.array(canvas.colors, dtype=np.float32)[material]
    is_ground = material == earth
    is_top = is_ground & (normal[2] > 0.5)
    x, y, _ = np.floor(points[is_top].T / tile + 1e-5)
    color[is_top] = _TILES[((x + y) % 2).astype(int)]

    shadow = shadows.share(points)
    # The ground keeps its own colours, whatever its slope; only shadows darken it.
    brightness = np.where(is_ground, 1 - SHADOW * shadow, lit_figure(normal, shadow))
    return color * brightness[:, None]


def _ground_faces(
    segment: GroundSegment, floor: float, sides: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """The block under a ground segment, as faces for `convex_hits`."""
    run = segment.end - segment.start
    top = np.array([segment.start_height - segment.end_height, 0.0, run])
    top /= np.linalg.norm(top)
    normals = np.array(
        [top, [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], dtype=float
    )
    offsets = np.array(
        [
            top[0] * segment.start + top[2] * segment.start_height,
            -floor,
            segment.end,
            -segment.start,
            sides[1],
            -sides[0],
        ]
    )
    return normals, offsets


def _paint_ground(
    canvas: Canvas,
    ground: list[GroundSegment],
    floor: float,
    sides: tuple[float, float],
    earth: int,
) -> None:
    eye = canvas.eye
    for segment in ground:
        ends = (
            (segment.start, segment.start_height),
            (segment.end, segment.end_height),
        )
        window = eye.window_of(
            np.array(
                [[x, y, z] for x, top in ends for y in sides for z in (floor, top)]
            )
        )
        if any(part.start >= part.stop for part in window):
            continue
        normals, offsets = _ground_faces(segment, floor, sides)
        rays = eye.rays(*window, eye.center, np.eye(3))
        room = offsets - normals @ eye.center
        hits = convex_hits(normals, room, rays.origins, rays.directions)
        canvas.paint(window, hits, earth)
