"""Draws one or more poses over a strip of ground as a shaded picture, without a GPU."""

import numpy as np

from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground_pieces import Polygon
from gaitsmith.scene.pictured_body import Canvas, figure_size, paint_figure, solids_of
from gaitsmith.scene.scene import Scene
from gaitsmith.scene.shading import SHADOW, ShadowMap, lit_figure
from gaitsmith.scene.solids import convex_hits

_TILES = np.array([[0.80, 0.83, 0.86], [0.66, 0.70, 0.74]], dtype=np.float32)
_EARTH = np.array([0.55, 0.59, 0.64])


def draw_poses(
    scene: Scene,
    frames: list[int],
    eye: Eye,
    ground: list[Polygon],
    *,
    ground_floor: float,
    tile: float,
) -> np.ndarray:
    """Poses of a scene over a strip of ground.

    Args:
        scene: Whose poses.
        frames: Which of its frames, all in one picture.
        eye: From where, and how large; its lines of sight are parallel.
        ground: The pieces of ground to draw.
        ground_floor: Down to which height the ground is solid [m].
        tile: Edge of the ground's squares [m].

    Returns:
        (height, width, 4) red, green, blue, opacity; 0 to 255, not premultiplied.
    """
    canvas = Canvas.empty(eye)
    poses = [solids_of(scene, frame) for frame in frames]
    for frame, solids in zip(frames, poses, strict=True):
        paint_figure(canvas, solids, scene.com[frame, 1], figure_size(scene, frames[0]))
    earth = canvas.add_material(_EARTH)
    _paint_ground(canvas, ground, ground_floor, earth)
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


def _block_faces(corners: np.ndarray, floor: float) -> tuple[np.ndarray, np.ndarray]:
    """The block under a piece of ground, as faces for `convex_hits`."""
    sides = np.roll(corners, -1, axis=0) - corners
    top = np.cross(sides[0], sides[1])
    outward = np.column_stack([sides[:, 1], -sides[:, 0], np.zeros(len(sides))])
    normals = np.vstack([top, [0.0, 0.0, -1.0], outward])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    on_face = np.vstack([corners[0], [0.0, 0.0, floor], corners])
    return normals, (normals * on_face).sum(axis=1)


def _paint_ground(
    canvas: Canvas, ground: list[Polygon], floor: float, earth: int
) -> None:
    eye = canvas.eye
    for piece in ground:
        corners = np.array(piece)
        below = np.column_stack([corners[:, :2], np.full(len(corners), floor)])
        window = eye.window_of(np.vstack([corners, below]))
        if any(part.start >= part.stop for part in window):
            continue
        normals, offsets = _block_faces(corners, floor)
        rays = eye.rays(*window, eye.center, np.eye(3))
        room = offsets - normals @ eye.center
        hits = convex_hits(normals, room, rays.origins, rays.directions)
        canvas.paint(window, hits, earth)
