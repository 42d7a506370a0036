import numpy as np
import pytest

from gaitsmith.scene.scene import Shape
from gaitsmith.scene.solids import half_extents, shape_hits

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
STEP = 0.005  # between rays [m]

KINDS = {
    "sphere": (0.5,),
    "ellipsoid": (0.3, 0.4, 0.5),
    "capsule": (0.2, 0.4),
    "cylinder": (0.2, 0.4),
    "box": (0.2, 0.3, 0.4),
}


def solid(kind: str) -> Shape:
    return Shape(0, kind, KINDS[kind], (0.0, 0.0, 0.0), UPRIGHT, "#000000")


def rays(direction: np.ndarray) -> np.ndarray:
    """A square of parallel rays around the origin, 2 m wide."""
    helper = np.eye(3)[np.argmin(np.abs(direction))]
    right = np.cross(direction, helper)
    right /= np.linalg.norm(right)
    up = np.cross(direction, right)
    steps = np.arange(-1, 1, STEP) + STEP / 2
    grid = steps[:, None, None] * right + steps[None, :, None] * up
    return grid.reshape(-1, 3)


@pytest.mark.parametrize(
    ("kind", "direction", "area"),
    [
        ("sphere", (0, -1, 0), np.pi * 0.5**2),
        ("ellipsoid", (0, -1, 0), np.pi * 0.3 * 0.5),
        ("capsule", (0, -1, 0), np.pi * 0.2**2 + 0.4 * 0.8),
        ("capsule", (0, 0, 1), np.pi * 0.2**2),
        ("cylinder", (0, -1, 0), 0.4 * 0.8),
        ("cylinder", (0, 0, 1), np.pi * 0.2**2),
        ("box", (0, -1, 0), 0.4 * 0.8),
        ("box", (0.6, 0, 0.8), 0.6 * (0.6 * 0.8 + 0.8 * 0.4)),
    ],
)
def test_silhouettes_have_the_area_of_the_projected_solid(kind, direction, area):
    direction = np.array(direction, float)
    hits = shape_hits(solid(kind), rays(direction), direction)
    assert np.isfinite(hits.distances).sum() * STEP**2 == pytest.approx(area, rel=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_visible_points_lie_on_the_surface_and_face_the_viewer(kind):
    direction = np.array([0.48, -0.6, 0.64])
    origins = rays(direction)
    hits = shape_hits(solid(kind), origins, direction)
    is_hit = np.isfinite(hits.distances)
    normals = hits.normals[is_hit]
    points = origins[is_hit] + hits.distances[is_hit, None] * direction
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-9)
    assert (normals @ direction > -1e-9).all()
    # A little further out along the normal, nothing is in the way any more.
    beyond = shape_hits(solid(kind), points + 1e-6 * normals, direction)
    assert (beyond.distances < 1e-2).all()


@pytest.mark.parametrize("kind", KINDS)
def test_half_extents_bound_the_silhouette_closely(kind):
    direction = np.array([0.48, -0.6, 0.64])
    origins = rays(direction)
    hits = shape_hits(solid(kind), origins, direction)
    is_hit = np.isfinite(hits.distances)
    points = origins[is_hit] + hits.distances[is_hit, None] * direction
    across = np.cross(direction, [0, 0, 1])
    across /= np.linalg.norm(across)
    reach = half_extents(solid(kind), np.eye(3), across[None, :])
    assert (points @ across).max() == pytest.approx(reach[0], abs=2 * STEP)
