import io
import math

import numpy as np
import pytest
from PIL import Image

from gaitsmith.scene.filmstrip import filmstrip_png, time_labels
from gaitsmith.scene.ground import GroundShape, rectangle


def pixels_of(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGBA")).astype(int)


def pixels(data: bytes) -> np.ndarray:
    return pixels_of(Image.open(io.BytesIO(data)))


def columns_with_color(picture: np.ndarray, red: int, green: int, blue: int):
    """Columns where a colour of about this hue is seen."""
    wanted = np.array([red, green, blue]) / max(red, green, blue)
    brightest = picture[..., :3].max(axis=-1)
    hue = picture[..., :3] / np.maximum(brightest, 1)[..., None]
    is_close = (np.abs(hue - wanted) < 0.08).all(axis=-1) & (picture[..., 3] > 200)
    return np.nonzero(is_close.any(axis=0))[0]


def runs(columns: np.ndarray) -> int:
    """How many groups of neighbouring columns there are."""
    return 1 + int((np.diff(columns) > 1).sum()) if len(columns) else 0


def test_a_strip_has_the_width_asked_for_and_no_background(make_scene):
    picture = pixels(filmstrip_png(make_scene(), width=500))
    assert picture.shape[1] == 500
    assert (picture[0, 0, 3], picture[-1, -1, 3]) == (0, 0)


@pytest.mark.parametrize("moments", [1, 3, 5])
def test_a_strip_shows_as_many_poses_as_moments(make_scene, moments):
    scene = make_scene(duration=4.0)
    picture = pixels(filmstrip_png(scene, moments=moments, width=900))
    boxes = columns_with_color(picture, 0x2F, 0x6F, 0x8F)
    assert runs(boxes) == moments


def test_poses_that_would_hide_each_other_get_cells_of_their_own(make_scene):
    standing = make_scene()
    standing.positions[:, :, 0] = 0
    standing.com[:, 0] = 0
    picture = pixels(filmstrip_png(standing, moments=4, width=900))
    assert runs(columns_with_color(picture, 0x2F, 0x6F, 0x8F)) == 4


def test_seconds_limits_the_strip_to_the_beginning(make_scene):
    scene = make_scene(duration=4.0)
    whole = filmstrip_png(make_scene(duration=2.0), width=400)
    assert filmstrip_png(scene, seconds=2.0, width=400) == whole


def test_a_gap_in_the_ground_is_empty(make_scene):
    ground = GroundShape((-math.inf, 0.5, 1.5), (0.0, -1000.0, 0.0), (0.0, 0.0, 0.0))
    scene = make_scene(duration=2.0)
    with_gap = make_scene(duration=2.0, ground=ground)
    whole = pixels(filmstrip_png(scene, moments=3, width=600))
    broken = pixels(filmstrip_png(with_gap, moments=3, width=600))
    assert (broken[..., 3] > 0).sum() < (whole[..., 3] > 0).sum() - 500


def test_a_crevasse_across_the_way_is_as_empty_as_a_gap(make_scene):
    gap = GroundShape((-math.inf, 0.5, 1.5), (0.0, -1000.0, 0.0), (0.0, 0.0, 0.0))
    crevasse = rectangle((1.0, 0.0), 0.0, 1.0, 5.0)
    strips = [
        pixels(filmstrip_png(make_scene(ground=ground), moments=3, width=600))
        for ground in (gap, GroundShape((-math.inf,), (0.0,), (0.0,), (crevasse,)))
    ]
    assert np.abs(strips[0] - strips[1]).mean() < 0.1


def test_a_crevasse_beside_the_way_is_seen_in_its_place(make_scene):
    def columns(x: float) -> np.ndarray:
        """Where a crevasse at x [m] changes the strip."""
        crevasse = rectangle((x, -0.2), math.radians(30.0), 0.2, 0.2)
        ground = GroundShape((-math.inf,), (0.0,), (0.0,), (crevasse,))
        cleft = pixels(filmstrip_png(make_scene(ground=ground), moments=3, width=600))
        return np.nonzero((np.abs(whole - cleft).max(axis=-1) > 8).any(axis=0))[0]

    whole = pixels(filmstrip_png(make_scene(), moments=3, width=600))
    near, far = columns(0.5), columns(1.5)
    boxes = columns_with_color(whole, 0x2F, 0x6F, 0x8F)  # around 1 m
    assert (near.mean() + far.mean()) / 2 == pytest.approx(boxes.mean(), abs=4)
    metre = far.mean() - near.mean()
    # A square that is turned is wider than its side.
    assert len(near) == pytest.approx(0.2 * 1.366 * metre, abs=4)


def test_the_same_scene_gives_the_same_strip(make_scene):
    first, second = (filmstrip_png(make_scene(), width=300) for _ in range(2))
    assert first == second


def test_solids_are_shaded_rather_than_flat(make_scene):
    picture = pixels(filmstrip_png(make_scene(), moments=1, width=400))
    is_figure = (picture[..., 0] > picture[..., 2] + 40) & (picture[..., 3] == 255)
    assert len(np.unique(picture[is_figure, 0])) > 20


@pytest.mark.parametrize("wrong", [{"moments": 0}, {"seconds": -1.0}])
def test_a_strip_of_nothing_is_refused(make_scene, wrong):
    with pytest.raises(ValueError, match=r"moment|negative"):
        filmstrip_png(make_scene(), **wrong)


@pytest.mark.parametrize(
    ("frames", "labels"),
    [
        ([0, 100, 200], ["0.0 s", "1.0 s", "2.0 s"]),
        ([0, 14, 28], ["0.00 s", "0.14 s", "0.28 s"]),
        ([0], ["0.0 s"]),
    ],
)
def test_moments_that_are_close_are_told_with_two_decimals(frames, labels):
    assert time_labels(frames, 100.0) == labels
