"""The suffix decides; bad targets are refused early; never half a file."""

import errno
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.export import formats
from gaitsmith.export.formats import (
    FORMATS,
    export_model,
    export_motion,
    format_of,
    motion_of,
    require_target,
)
from gaitsmith.export.motion import Motion
from gaitsmith.runs.solution import Solution
from gaitsmith.workflows import initial_solution

# How a file of each kind begins; the frames of an MP4 start after four bytes.
BEGINNINGS = {
    ".bvh": b"HIERARCHY",
    ".glb": b"glTF",
    ".usd": b"PXR-USDC",
    ".mot": b"tiny (start) coordinates\nversion=1\n",
    ".sto": b"tiny (start) forces\nversion=1\n",
    ".csv": b"time_s,com_x_m,",
    ".xml": b"<mujoco model=",
    ".mp4": b"ftyp",
    ".gif": b"GIF89a",
    ".png": b"\x89PNG",
    ".webm": b"\x1aE\xdf\xa3",
}


@pytest.fixture(scope="module")
def solution(make_experiment) -> Solution:
    return initial_solution(make_experiment())


@pytest.fixture(scope="module")
def motion(solution: Solution) -> Motion:
    return motion_of(solution, duration=0.2, frame_rate=30.0)


def names_of(file: Path) -> set[str]:
    """What is written: the file, and strikes for which it has no place; or pictures."""
    suffix = file.suffix.lower()
    if suffix == ".png":
        return {file.stem}
    events = {f"{file.stem}.events.json"} if suffix in (".bvh", ".usd") else set()
    return {file.name, *events}


def beginning_of(file: Path) -> bytes:
    """Of the file, or of the first of its pictures."""
    if file.suffix.lower() == ".png":
        file = file.with_suffix("") / "0001.png"
    return file.read_bytes()[4 if file.suffix.lower() == ".mp4" else 0 :][:60]


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_suffix_gives_a_file_of_its_kind(
    suffix: str, motion: Motion, tmp_path: Path
):
    file = tmp_path / f"walk{suffix}"
    export_motion(motion, file)
    assert beginning_of(file).startswith(BEGINNINGS[suffix])
    assert {one.name for one in tmp_path.iterdir()} == names_of(file)
    assert format_of(file).words


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_suffix_may_be_in_capitals_and_the_file_keeps_its_name(
    suffix: str, motion: Motion, tmp_path: Path
):
    file = tmp_path / f"Walk{suffix.upper()}"
    assert format_of(file) is FORMATS[suffix]
    export_motion(motion, file)
    assert beginning_of(file).startswith(BEGINNINGS[suffix])
    assert {one.name for one in tmp_path.iterdir()} == names_of(file)


def test_a_video_tells_how_far_it_is(motion: Motion, tmp_path: Path):
    seen: list[tuple[int, int]] = []
    export_motion(motion, tmp_path / "walk.gif", lambda *drawn: seen.append(drawn))
    assert seen[-1][0] == seen[-1][1] > 1


def test_the_body_alone_needs_no_motion(motion: Motion, tmp_path: Path):
    export_model(motion.character, tmp_path / "body.xml")
    export_motion(motion, tmp_path / "motion.xml")
    text = (tmp_path / "body.xml").read_text(encoding="utf-8")
    assert text == (tmp_path / "motion.xml").read_text(encoding="utf-8")


def test_an_unknown_suffix_is_refused_with_those_that_are_known():
    with pytest.raises(InputError) as raised:
        require_target(Path("walk.fbx"))
    assert str(raised.value) == (
        "walk.fbx: no export format is called '.fbx'. Known: .bvh, .csv, .gif, .glb,"
        " .mot, .mp4, .png, .sto, .usd, .webm, .xml."
    )


def test_a_folder_is_no_target(tmp_path: Path):
    (tmp_path / "walk.csv").mkdir()
    with pytest.raises(InputError, match=r"csv: this is a folder; give the name of a"):
        require_target(tmp_path / "walk.csv")


def test_a_target_in_no_folder_is_refused(tmp_path: Path):
    with pytest.raises(InputError, match=r"no/walk.csv: there is no folder '.*no'; "):
        require_target(tmp_path / "no" / "walk.csv")
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"walk.csv: there is no folder '.*file'; "):
        require_target(tmp_path / "file" / "walk.csv")


def test_a_target_where_nothing_may_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    # Not by the folder's mode: whoever may do everything may also write there.
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(InputError, match=r"cannot be written: Permission denied\.$"):
        require_target(tmp_path / "walk.csv")


def test_asking_whether_a_target_is_good_leaves_nothing_behind(tmp_path: Path):
    require_target(tmp_path / "walk.csv")
    assert list(tmp_path.iterdir()) == []


def fail(*_: Any) -> Any:
    raise ValueError("in the middle of it")


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_failure_leaves_the_old_file_and_no_other(
    suffix: str, motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / f"walk{suffix}"
    file.write_bytes(b"old")

    def no_space(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_space)
    monkeypatch.setattr(os, "replace", fail)  # for writers without a sync
    monkeypatch.setattr(Path, "replace", fail)
    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises((WorkFailedError, ValueError, OSError)):
        export_motion(motion, file)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_true_frame_rate_is_told(solution: Solution):
    # 1200 Hz: 17.14 time steps would be 70 Hz.
    found = motion_of(solution, duration=0.3, frame_rate=70.0)
    assert found.recording.frame_rate == pytest.approx(1200.0 / 17.0)
    assert found.rollout.seconds == found.setting.duration == 0.3
    assert found.name == solution.name


def test_left_out_the_duration_is_the_solutions_own(solution: Solution):
    assert motion_of(solution, frame_rate=60.0).rollout.seconds == 0.5


@pytest.mark.parametrize(
    "rate", [0.0, 1e-320, -60.0, float("nan"), float("inf"), 1.5, 2.0, 2.001]
)
def test_a_frame_rate_that_makes_no_motion_is_refused(rate: float, solution: Solution):
    with pytest.raises(InputError) as raised:
        motion_of(solution, frame_rate=rate)
    assert str(raised.value) == (
        f"frame rate: {rate} Hz given; it must be a finite number of at least 2.004 Hz,"
        " or 0.5 s would have no second frame."
    )


@pytest.mark.parametrize(
    ("duration", "rate"), [(0.5, 2.004), (0.04, 25.532), (2 / 1200, 1e5)]
)
def test_the_lowest_frame_rate_that_is_told_makes_two_frames(
    duration: float, rate: float, solution: Solution
):
    assert len(motion_of(solution, duration, rate).recording.time) == 2


def test_a_single_time_step_is_no_motion_at_any_frame_rate(solution: Solution):
    with pytest.raises(InputError) as raised:
        motion_of(solution, duration=0.001, frame_rate=60.0)
    assert str(raised.value) == (
        "duration: 0.001 s given; that is a single time step at 1200 Hz, and a motion"
        " needs at least two."
    )


def test_a_rollout_that_ends_at_once_is_no_motion(
    solution: Solution, monkeypatch: pytest.MonkeyPatch
):
    def fall_at_once(*_: object, **__: object) -> Any:
        scored = formats_simulate(solution, frame_rate=100.0)
        recording = scored.rollout.recording
        assert recording is not None
        first = {name: values[:1] for name, values in recording.arrays().items()}
        ended = replace(scored.rollout, recording=replace(recording, **first))
        return replace(scored, rollout=ended)

    formats_simulate = formats.simulate
    monkeypatch.setattr(formats, "simulate", fall_at_once)
    with pytest.raises(
        WorkFailedError, match=r"tiny \(start\): .* No motion is left\."
    ):
        motion_of(solution)
