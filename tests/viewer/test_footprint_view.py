"""How footprints look."""

import pytest

from gaitsmith.viewer.footprint_view import sole, uncertainty_color


def test_a_sole_is_as_long_as_the_foot_and_begins_at_the_heel():
    vertices, faces = sole(0.2)
    assert vertices[:, 0].min() == pytest.approx(0.0)
    assert vertices[:, 0].max() == pytest.approx(0.2)
    assert vertices[:, 1].min() == pytest.approx(-vertices[:, 1].max())
    assert faces.max() < len(vertices)


def test_the_less_sure_the_redder():
    colors = [uncertainty_color(unsure, 0.4) for unsure in (0.0, 0.1, 0.2, 0.4, 9.0)]
    reds = [red for red, _, _ in colors]
    assert reds == sorted(reds)
    assert colors[-1] == colors[-2] != colors[0]
