import math
import resource
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from av.error import FFmpegError
from PIL import Image

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.export.motion import Motion
from gaitsmith.export.video import write_video
from gaitsmith.export.video_overlays import draw_ruler
from gaitsmith.scene.eye import Eye
from gaitsmith.scene.ground import GroundShape, rectangle
from gaitsmith.scene.landscape import landscape
from gaitsmith.scene.painting import draw
from gaitsmith.scene.polygons import Hole

RATE = 10.0  # Hz
PUSH = {"start": 0.35, "duration": 0.2, "force": [60.0, 0.0, 0.0]}


@pytest.fixture(scope="module")
def motion(make_experiment) -> Motion:
    """A second of the planar walk, pushed in its middle."""
    problem = make_experiment(setting={"duration": 1.0, "pushes": [PUSH]}).problem
    rollout = problem.roll_out(problem.space.initial_values(), frame_rate=RATE)
    return Motion("tiny walk", problem.character, problem.setting, rollout)


@pytest.fixture(scope="module")
def mp4(motion: Motion, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("video") / "walk.mp4"
    write_video(motion, path)
    return path


@pytest.fixture(scope="module")
def pictures(mp4: Path) -> list[np.ndarray]:
    with av.open(str(mp4)) as video:
        return [frame.to_ndarray(format="rgb24") for frame in video.decode(video=0)]


def has_hue(picture: np.ndarray, color: tuple[int, int, int]) -> np.ndarray:
    """Which pixels have about this colour."""
    return np.abs(picture.astype(int) - color).max(axis=-1) < 40


def is_figure(picture: np.ndarray) -> np.ndarray:
    """Which pixels are colourful; ground, sky and lettering are greyish."""
    below_caption = picture[90:].astype(int)
    return below_caption.max(axis=-1) - below_caption.min(axis=-1) > 45


def test_an_mp4_has_the_frames_and_the_rate_of_the_recording(motion, mp4, pictures):
    frames = len(motion.recording.time)
    assert len(pictures) == frames == 10
    with av.open(str(mp4)) as video:
        stream = video.streams.video[0]
        assert stream.average_rate == Fraction(10)
        assert stream.frames == frames
        assert float(stream.duration * stream.time_base) == pytest.approx(1.0)
        times = [float(frame.time) for frame in video.decode(stream)]
    assert times == pytest.approx(list(motion.recording.time))


def test_an_mp4_is_what_every_player_opens(mp4):
    with av.open(str(mp4)) as video:
        codec = video.streams.video[0].codec_context
        assert (codec.name, codec.pix_fmt) == ("h264", "yuv420p")
        assert (codec.width, codec.height) == (960, 540)
        assert (codec.colorspace, codec.color_range) == (
            1,
            1,
        )  # BT.709, as on television
    content = mp4.read_bytes()
    assert 0 < content.index(b"moov") < content.index(b"mdat")  # plays while it loads


def test_the_character_moves_and_stays_in_the_middle(motion, pictures):
    way = np.ptp(motion.recording.com[:, 0])
    assert way > 0.8  # a camera that stood still would lose it from the middle
    first, last = pictures[0].astype(int), pictures[-1].astype(int)
    assert (np.abs(first - last).max(axis=-1) > 15).mean() > 0.05
    for picture in pictures:
        rows, columns = np.nonzero(is_figure(picture))
        assert columns.mean() == pytest.approx(480, abs=60)
        assert rows.max() + 90 < 530  # its feet are in the picture, too
        assert len(rows) > 5000


def test_a_push_is_drawn_while_it_acts(motion, pictures):
    counts = [has_hue(p, (194, 47, 85)).sum() for p in pictures]
    acting = [t < 0.55 and t + 1 / RATE > 0.35 for t in motion.recording.time]
    assert sum(acting) == 3
    assert [count > 1000 for count in counts] == acting


def test_ground_forces_are_drawn_where_there_are_any(motion, pictures):
    for picture, forces in zip(pictures, motion.recording.contact_force, strict=True):
        is_loaded = np.linalg.norm(forces, axis=1).sum() > 100
        assert (has_hue(picture, (18, 134, 74)).sum() > 20) == is_loaded


def test_progress_counts_the_pictures(motion, tmp_path):
    seen = []
    write_video(motion, tmp_path / "walk.gif", lambda *count: seen.append(count))
    assert seen == [(number, 25) for number in range(1, 26)]


def test_a_gif_loops_in_real_time(motion, tmp_path):
    write_video(motion, tmp_path / "walk.GIF")
    with Image.open(tmp_path / "walk.GIF") as gif:
        assert (gif.format, gif.size, gif.info["loop"]) == ("GIF", (480, 270), 0)
        assert gif.n_frames == 25
        durations, columns = [], []
        for number in range(gif.n_frames):
            gif.seek(number)
            durations.append(gif.info["duration"])
            seen = np.abs(np.diff(np.asarray(gif.convert("RGB")).astype(int)))
            columns.append(seen)
    assert set(durations) == {40}
    assert sum(durations) == pytest.approx(1000, abs=40)
    # 25 pictures from 10 frames: those between are drawn, too.
    changes = [np.abs(a - b).mean() for a, b in pairwise(columns)]
    assert min(changes) > 0.2 * max(changes)


@pytest.mark.parametrize("suffix", [".mp4", ".gif"])
def test_an_interrupted_video_leaves_nothing(motion, tmp_path, suffix, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    old = tmp_path / f"old{suffix}"
    old.write_bytes(b"old")

    def interrupt(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    for path in (old, tmp_path / f"new{suffix}"):
        with pytest.raises(KeyboardInterrupt):
            write_video(motion, path, interrupt)
    assert list(tmp_path.iterdir()) == [old]
    assert old.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("suffix", "message"),
    [
        (
            ".mp4",
            "{path}: the video cannot be made, because the temporary folder is full or"
            " cannot be written: File too large.",
        ),
        (".gif", "{path}: cannot be written: File too large."),
    ],
)
def test_a_full_disk_is_said_in_one_sentence(
    motion, tmp_path, suffix, message, monkeypatch
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    path = tmp_path / f"walk{suffix}"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))  # as good as full
    try:
        with pytest.raises(WorkFailedError) as failed:
            write_video(motion, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert str(failed.value) == message.format(path=path)
    assert list(tmp_path.iterdir()) == []


def test_an_encoder_that_gives_up_is_no_full_disk(motion, tmp_path, monkeypatch):
    def give_up(*_: object, **__: object) -> None:
        raise FFmpegError(1, "Generic error", "/secret/video.mp4")

    monkeypatch.setattr(av, "open", give_up)
    path = tmp_path / "walk.mp4"
    with pytest.raises(WorkFailedError) as failed:
        write_video(motion, path)
    assert str(failed.value) == f"{path}: the video cannot be encoded: Generic error."


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "walk.avi",
            "{path}: a video needs the suffix .mp4, .webm or .gif, not '.avi'.",
        ),
        ("no/walk.mp4", "{path}: there is no folder '{path.parent}'; make it first."),
        ("folder.mp4", "{path}: this is a folder; give the name of a file."),
    ],
)
def test_a_wrong_path_is_refused_before_the_work(motion, tmp_path, name, message):
    (tmp_path / "folder.mp4").mkdir()
    path = tmp_path / name
    with pytest.raises(InputError) as refused:
        write_video(motion, path, lambda done, total: pytest.fail("work was begun"))
    assert str(refused.value) == message.format(path=path)


def test_no_distance_is_written_over_a_crevasse():
    eye = Eye(0.3, 0.2, np.array([0.5, 0.0, 0.5]), 100.0, 400, 240, 4.5)
    hole = rectangle((1.0, 0.0), 0.0, 0.5, 1.2)

    def marked(holes: tuple[Hole, ...]) -> list[bool]:
        """Whether there is a mark at 0 and at 1 m."""
        ground = GroundShape((-math.inf,), (0.0,), (0.0,), holes)
        paper = Image.new("RGB", (eye.width, eye.height), "white")
        drawn = draw(landscape(ground, [], eye, 1.6, 1.0), eye)
        draw_ruler(paper, ground, eye, drawn.depth, 1.6, 1.0)
        ink = np.asarray(paper).min(axis=-1) < 200
        places = np.array([[x, -0.39, 0.0] for x in (0.0, 1.0)])
        spots = eye.pixels(places).astype(int)
        return [bool(ink[r - 3 : r + 4, c - 3 : c + 4].any()) for c, r in spots]

    assert marked(()) == [True, True]
    assert marked((hole,)) == [True, False]
