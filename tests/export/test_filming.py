"""Cameras, sizes, transparency, numbered pictures and contact sheets."""

import math
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from gaitsmith.errors import InputError
from gaitsmith.export.film import Film
from gaitsmith.export.formats import export_motion
from gaitsmith.export.motion import Filming, Motion
from gaitsmith.scene.camera import VIEWPOINTS, camera
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.scene import Scene

SMALL = (192, 108)


@pytest.fixture(scope="module")
def motion(make_experiment) -> Motion:
    """Half a second of the planar walk."""
    problem = make_experiment(setting={"duration": 0.5}).problem
    rollout = problem.roll_out(problem.space.initial_values(), frame_rate=10.0)
    return Motion("tiny walk", problem.character, problem.setting, rollout)


def filmed(motion: Motion, **values: object) -> Motion:
    return replace(motion, filming=Filming(size=SMALL, **values))


def turning_scene() -> Scene:
    """A point that walks 6 m ahead and then 6 m to the left, at 1 m/s."""
    time = np.arange(0.0, 12.0, 0.1)
    com = np.stack([np.minimum(time, 6.0), np.maximum(time - 6.0, 0.0)], axis=1)
    com = np.hstack([com, np.ones((len(time), 1))])
    nobody = np.zeros((len(time), 0, 3)), np.zeros((len(time), 0, 4))
    return Scene("x", "", 10.0, (), *nobody, com, GroundShape.flat())


@pytest.mark.parametrize(
    ("name", "at_first", "at_last"),
    [
        ("side", (0, -1), (1, 0)),
        ("front", (1, 0), (0, 1)),
        ("follow", (-1, 0), (0, -1)),
        ("three-quarter", (1, -1), (1, 1)),
    ],
)
def test_cameras_keep_their_side_of_whoever_turns(name, at_first, at_last):
    eye = camera(turning_scene(), name, 1.6, SMALL)
    for frame, expected in ((0, at_first), (119, at_last)):
        x, y, _ = eye(frame).toward
        wanted = math.atan2(expected[1], expected[0])
        assert math.remainder(math.atan2(y, x) - wanted, math.tau) == pytest.approx(
            0.0, abs=0.1
        )


def test_an_orbit_goes_once_around_in_twelve_seconds():
    eye = camera(turning_scene(), "orbit", 1.6, SMALL)
    first, half, last = (eye(frame).toward[:2] for frame in (0, 60, 119))
    assert first @ half < -0.9 * (first @ first)
    assert first @ last > 0.9 * (first @ first)


@pytest.mark.parametrize("name", VIEWPOINTS)
def test_every_camera_sees_the_character_in_the_middle(motion, name):
    film = Film(filmed(motion, camera=name, is_transparent=True), SMALL)
    alpha = np.asarray(film.picture(3))[..., 3]
    columns = np.nonzero(alpha.max(axis=0) == 255)[0]
    assert columns.mean() == pytest.approx(SMALL[0] / 2, abs=12)
    assert alpha[0].max() == 0  # nothing is cut off at the top


def test_a_transparent_picture_is_the_character_and_its_shadow(motion):
    picture = np.asarray(Film(filmed(motion, is_transparent=True), SMALL).picture(2))
    alpha = picture[..., 3]
    assert (alpha == 0).mean() > 0.7
    assert (alpha == 255).sum() > 500
    shadow = (alpha > 40) & (alpha < 90) & (picture[..., :3].max(axis=-1) == 0)
    assert shadow.sum() > 30


def test_a_plain_picture_has_no_lettering(motion):
    plain, full = (
        np.asarray(Film(filmed(motion, is_plain=plain), SMALL).picture(2)).astype(int)
        for plain in (True, False)
    )
    corner = np.s_[:20, :60]
    assert np.ptp(plain[corner], axis=(0, 1)).max() < 10
    assert np.ptp(full[corner], axis=(0, 1)).max() > 100


def test_a_webm_keeps_what_is_transparent(motion, tmp_path):
    path = tmp_path / "walk.webm"
    export_motion(filmed(motion, is_transparent=True), path)
    with av.open(str(path)) as video:
        stream = video.streams.video[0]
        assert stream.metadata["alpha_mode"] == "1"
        assert (stream.width, stream.height) == SMALL
        decoder = av.CodecContext.create("libvpx-vp9", "r")
        packets = [packet for packet in video.demux(stream) if packet.size]
        frames = [frame for packet in packets for frame in decoder.decode(packet)]
    assert len(packets) == len(motion.recording.time)
    alpha = frames[0].to_ndarray(format="rgba")[..., 3]
    assert alpha[:10].max() < 10
    assert (alpha > 240).sum() > 500


def test_a_sequence_is_a_folder_of_numbered_pictures(motion, tmp_path):
    export_motion(filmed(motion, is_transparent=True), tmp_path / "walk.png")
    files = sorted((tmp_path / "walk").iterdir())
    assert [file.name for file in files] == [f"{n:04d}.png" for n in range(1, 6)]
    with Image.open(files[0]) as picture:
        assert (picture.mode, picture.size) == ("RGBA", SMALL)
    assert list(tmp_path.iterdir()) == [tmp_path / "walk"]
    with pytest.raises(InputError, match="pictures go into a new folder"):
        export_motion(filmed(motion), tmp_path / "walk.png")


def test_an_interrupted_sequence_leaves_nothing(motion, tmp_path):
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_motion(filmed(motion), tmp_path / "walk.png", interrupt)
    assert list(tmp_path.iterdir()) == []


def test_a_contact_sheet_shows_moments_beside_each_other(motion, tmp_path):
    path = tmp_path / "sheet.png"
    export_motion(filmed(motion, sheet=4), path)
    with Image.open(path) as sheet:
        assert sheet.size == (2 * SMALL[0] + 4, 2 * SMALL[1] + 4)
        cells = [np.asarray(sheet.crop((0, y, *SMALL))) for y in (0,)]
    assert np.ptp(cells[0]) > 100
    assert Path(path).stat().st_size > 1000
