import math
from dataclasses import dataclass

import numpy as np
import pytest

from gaitsmith.scene.colors import rgb
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground import GroundShape, rectangle
from gaitsmith.scene.landscape import SKY, landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.scene import Shape
from gaitsmith.scene.solids import shape_hits

LIGHT, DARK = (230, 234, 238), (208, 215, 222)
STEPPED = GroundShape(
    starts=(-math.inf, 0.6, 1.4),
    heights=(0.0, -1000.0, 0.3),
    grades=(0.0, 0.0, 0.0),
)  # a gap, then a platform


def eye_at(x: float = 0.0, z: float = 0.8) -> Eye:
    center = np.array([x, 0.0, z])
    return Eye(math.radians(20), math.radians(13), center, 100.0, 400, 240, 4.5)


@dataclass(frozen=True)
class Land:
    """The ground in a picture: red, green, blue and distance of its pixels."""

    eye: Eye
    colors: np.ndarray
    depth: np.ndarray


def draw_landscape(ground: GroundShape, eye: Eye, size: float, unit: float) -> Land:
    drawn = draw(landscape(ground, [], eye, size, unit), eye)
    assert (drawn.pixels[..., 3] == 255).all()
    return Land(eye, drawn.pixels[..., :3].astype(float), drawn.depth)


def color_at(land: Land, point: tuple[float, float, float]) -> np.ndarray:
    column, row = land.eye.pixels(np.array(point)).astype(int)
    return land.colors[row, column]


@pytest.mark.parametrize("distance", [4.5, math.inf])
def test_a_ray_passes_the_points_of_its_pixel(distance):
    eye = Eye(0.3, 0.2, np.array([1.0, 2.0, 0.5]), 80.0, 200, 100, distance)
    across, upward = eye.places()
    places = across[:, 50:90], upward[20:30]
    origins, directions = eye.rays(*places, np.zeros(3), np.eye(3))
    directions = np.broadcast_to(directions, origins.shape)
    for depth in (-2.0, 0.0, 1.5):
        pixels = eye.pixels(origins + depth * directions).reshape(10, 40, 2)
        rows, columns = np.mgrid[20:30, 50:90] + 0.5
        np.testing.assert_allclose(pixels[..., 0], columns, atol=1e-3)
        np.testing.assert_allclose(pixels[..., 1], rows, atol=1e-3)


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("sphere", (0.5,)),
        ("ellipsoid", (0.3, 0.4, 0.5)),
        ("capsule", (0.2, 0.4)),
        ("cylinder", (0.2, 0.4)),
        ("box", (0.2, 0.3, 0.4)),
    ],
)
def test_rays_of_different_directions_hit_as_each_of_them_alone(kind, size):
    shape = Shape(0, kind, size, (0.0,) * 3, (1.0, 0.0, 0.0, 0.0), "#000000")
    generator = np.random.default_rng(1)
    origins = generator.uniform(-0.4, 0.4, (200, 3))
    directions = generator.normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    together = shape_hits(shape, origins, directions)
    alone = [
        shape_hits(shape, origin[None], direction)
        for origin, direction in zip(origins, directions, strict=True)
    ]
    np.testing.assert_allclose(
        together.distances, np.concatenate([hits.distances for hits in alone])
    )
    is_hit = np.isfinite(together.distances)
    assert 20 < is_hit.sum()
    np.testing.assert_allclose(
        together.normals[is_hit],
        np.concatenate([hits.normals for hits in alone])[is_hit],
        atol=1e-12,
    )


def test_tiles_are_where_they_belong_and_fade_with_the_distance():
    land = draw_landscape(GroundShape.flat(), eye_at(), size=1.6, unit=1.0)
    for x, y, tile in [(0.25, 0.25, LIGHT), (0.75, 0.25, DARK), (0.25, -0.25, DARK)]:
        np.testing.assert_allclose(color_at(land, (x, y, 0.0)), tile, atol=1)
    far = color_at(land, (-2.25, 12.25, 0.0)) - color_at(land, (-2.25, 12.75, 0.0))
    assert np.abs(far).max() < 8  # of 22, nearby
    np.testing.assert_allclose(land.colors[0], np.tile(rgb(SKY), (400, 1)), atol=2)


def test_a_slope_is_seen_at_its_height():
    grade = math.tan(math.radians(12))
    ground = GroundShape(starts=(-math.inf,), heights=(0.0,), grades=(grade,))
    eye = eye_at(x=2.0, z=0.8 + 2 * grade)
    land = draw_landscape(ground, eye, size=1.6, unit=1.0)
    point = np.array([1.4, 0.3, 1.4 * grade])
    column, row = eye.pixels(point).astype(int)
    depth = (point - eye.center) @ eye.toward
    assert land.depth[row, column] == pytest.approx(depth, abs=0.05)
    np.testing.assert_allclose(
        color_at(land, (1.25, 0.25, 1.25 * grade)), LIGHT, atol=1
    )


def test_gaps_are_dark_and_platforms_hide_what_is_behind_them():
    land = draw_landscape(STEPPED, eye_at(x=1.0), size=1.6, unit=1.0)
    assert color_at(land, (0.65, 1.5, -0.4)).max() < 150
    np.testing.assert_allclose(color_at(land, (0.25, 0.25, 0.0)), LIGHT, atol=1)
    np.testing.assert_allclose(color_at(land, (1.75, 0.25, 0.3)), DARK, atol=1)
    # The rear edge of the platform is marked, and drawn with smooth edges.
    edge = color_at(land, (1.41, 0.0, 0.3))
    assert 120 < edge[0] < 205


@pytest.mark.parametrize("heading", [0.0, 20.0, -60.0, 90.0])
@pytest.mark.parametrize("grade", [0.0, 0.2])
def test_a_crevasse_is_dark_where_it_is_and_nowhere_else(heading, grade):
    center, turn = (0.2, 0.3), math.radians(heading)
    crevasse = rectangle(center, turn, 0.5, 1.2)
    whole, cleft = (
        draw_landscape(
            GroundShape((-math.inf,), (0.0,), (grade,), holes), eye_at(), 1.6, 1.0
        )
        for holes in ((), (crevasse,))
    )
    along = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-along[1], along[0]])

    def place(a: float, b: float) -> tuple[float, float, float]:
        x, y = center + a * along + b * across
        return x, y, grade * x

    for spot in [(0, 0), (0.2, 0.5), (-0.2, -0.5), (0.2, -0.5), (-0.2, 0.5)]:
        assert color_at(cleft, place(*spot)).max() < 150
    for spot in [(0.35, 0), (-0.35, 0), (0, 0.7), (0, -0.7), (0.35, 0.7)]:
        colors = (color_at(land, place(*spot)) for land in (cleft, whole))
        np.testing.assert_allclose(*colors, atol=2)


def test_a_step_ends_at_a_crevasse():
    holes = (rectangle((0.6, 0.0), 0.0, 3.0, 0.8),)
    steps = GroundShape((-math.inf, 0.6), (0.3, 0.0), (0.0, 0.0), holes)
    land = draw_landscape(steps, eye_at(), 1.6, 1.0)
    assert color_at(land, (0.6, 0.1, 0.15)).max() < 150
    assert color_at(land, (0.6, -0.6, 0.15)).min() > 150


def test_where_all_is_gap_only_the_sky_is_seen():
    ground = GroundShape(starts=(-math.inf,), heights=(-1000.0,), grades=(0.0,))
    land = draw_landscape(ground, eye_at(), size=1.6, unit=1.0)
    assert (land.colors == rgb(SKY)).all()
