"""Solids as triangles, for the live view and for glTF files."""

import numpy as np
import pytest

from gaitsmith.scene.scene import Shape
from gaitsmith.scene.triangles import solid_triangles

UPRIGHT = (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "size", "half"),
    [
        ("sphere", (0.2,), (0.2, 0.2, 0.2)),
        ("ellipsoid", (0.1, 0.2, 0.3), (0.1, 0.2, 0.3)),
        ("box", (0.1, 0.2, 0.3), (0.1, 0.2, 0.3)),
        ("capsule", (0.1, 0.3), (0.1, 0.1, 0.4)),
        ("cylinder", (0.1, 0.3), (0.1, 0.1, 0.3)),
    ],
)
def test_a_shape_reaches_as_far_as_its_size_says(kind, size, half):
    surface = solid_triangles(Shape(1, kind, size, (0.0, 0.0, 0.0), UPRIGHT, "#102030"))
    reach = np.abs(surface.points).max(axis=0)
    assert reach == pytest.approx(half, rel=0.02)
