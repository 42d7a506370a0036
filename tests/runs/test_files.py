import errno
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.runs.files import (
    append_durably,
    remove_half_written,
    require_place,
    to_json,
    write_atomically,
)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written does not reach the disk any more."""

    def fail(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)


def test_a_file_is_written_whole(tmp_path: Path):
    write_atomically(tmp_path / "a.txt", "höhe\n")
    assert (tmp_path / "a.txt").read_bytes() == "höhe\n".encode()
    write_atomically(tmp_path / "a.txt", b"\x00new")
    assert (tmp_path / "a.txt").read_bytes() == b"\x00new"


def test_on_a_full_disk_the_old_file_survives(tmp_path: Path, full_disk):
    path = tmp_path / "best.json"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(WorkFailedError) as raised:
        write_atomically(path, "new")
    assert str(raised.value) == f"{path}: cannot be written: No space left on device."
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "best.json"
    path.write_text("old", encoding="utf-8")

    def interrupt(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_has_half_written_is_removed(tmp_path: Path):
    (tmp_path / "stage").mkdir()
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    orphan = tmp_path / "stage" / f".best.json.{ended.pid}.tmp"
    under_way = tmp_path / f".best.json.{os.getppid()}.tmp"
    others = [tmp_path / ".notes.tmp", tmp_path / f"mine.{ended.pid}.tmp"]
    for file in (orphan, under_way, *others):
        file.touch()
    remove_half_written(tmp_path)
    assert not orphan.exists()
    assert all(file.exists() for file in (under_way, *others))


def test_appending_to_a_full_disk_is_explained(tmp_path: Path, full_disk):
    path = tmp_path / "costs.csv"
    path.write_text("1\n", encoding="utf-8")
    with pytest.raises(WorkFailedError, match=r"costs\.csv: cannot be written: No sp"):
        append_durably(path, "2\n")
    assert path.read_text(encoding="utf-8").startswith("1\n")


def test_a_folder_that_does_not_exist_is_explained(tmp_path: Path):
    path = tmp_path / "no" / "a.txt"
    with pytest.raises(WorkFailedError) as raised:
        write_atomically(path, "text")
    assert str(raised.value) == (
        f"{path}: cannot be written: No such file or directory."
    )


def test_a_folder_is_not_overwritten(tmp_path: Path):
    with pytest.raises(WorkFailedError, match="cannot be written: "):
        write_atomically(tmp_path, "text")
    assert tmp_path.is_dir()


def test_appended_text_follows_what_was_there(tmp_path: Path):
    append_durably(tmp_path / "a.csv", "1\n")
    append_durably(tmp_path / "a.csv", "2\n")
    assert (tmp_path / "a.csv").read_bytes() == b"1\n2\n"


def test_numbers_keep_every_bit():
    numbers = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0]
    assert json.loads(to_json(numbers)) == numbers


def test_infinity_is_valid_json_and_comes_back():
    text = to_json({"a": math.inf, "b": [-math.inf, "Infinity", "NaN"]})
    back = json.loads(text, parse_constant=pytest.fail)
    assert back == {"a": math.inf, "b": [-math.inf, "Infinity", "NaN"]}


def test_nan_is_refused():
    with pytest.raises(ValueError, match="NaN cannot be stored"):
        to_json({"a": [1.0, math.nan]})


def test_json_is_indented_and_keeps_letters():
    assert to_json({"größe": 1.5}) == '{\n  "größe": 1.5\n}\n'


def test_a_place_that_can_be_written_stays_empty(tmp_path: Path):
    require_place(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with pytest.raises(InputError, match="this is a folder; give the name of a file"):
        require_place(tmp_path)
    with pytest.raises(InputError, match=r"there is no folder '.*no'; make it first"):
        require_place(tmp_path / "no" / "page.html")
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(InputError, match="cannot be written: Permission denied"):
        require_place(tmp_path / "page.html")
