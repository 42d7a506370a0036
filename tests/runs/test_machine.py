"""What machines do to a search: they sleep, and their disk is full."""

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import tomli_w

PROGRAM = str(Path(sys.executable).with_name("gaitsmith"))


def begin(*words: str, cwd: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [PROGRAM, *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(log: Path, work: subprocess.Popen[str]) -> None:
    while work.poll() is None and not log.exists():
        time.sleep(0.005)


@pytest.fixture(scope="module")
def place(make_experiment, tmp_path_factory) -> Path:
    """A folder with an experiment of a second or two."""
    folder = tmp_path_factory.mktemp("machine")
    values = make_experiment(optimizer={"max_generations": 30}).as_dict()
    (folder / "tiny.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    names = ("experiment.toml", "costs.csv", "terms.csv", "best.json")
    return {name: (folder / name).read_bytes() for name in names}


@pytest.fixture(scope="module")
def whole(place: Path) -> dict[str, bytes]:
    """What the search comes to if nothing happens."""
    work = begin("optimize", "tiny.toml", "--run", "whole", cwd=place)
    assert work.communicate() and work.returncode == 0
    return files_of(place / "whole")


def test_a_machine_that_sleeps_finds_the_same(place: Path, whole):
    work = begin("optimize", "tiny.toml", "--run", "slept", cwd=place)
    wait_for(place / "slept" / "costs.csv", work)
    for _ in range(3):
        work.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        work.send_signal(signal.SIGCONT)
        time.sleep(0.02)
    work.communicate()
    assert work.returncode == 0
    assert files_of(place / "slept") == whole


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="asks Linux")
def test_a_disk_that_fills_is_told_and_nothing_is_lost(place: Path, whole):
    """The kernel refuses what is beyond a size, as it does on a full disk."""
    work = begin("optimize", "tiny.toml", "--run", "full", cwd=place)
    log = place / "full" / "costs.csv"
    wait_for(log, work)
    no_more = log.stat().st_size + 10
    resource.prlimit(work.pid, resource.RLIMIT_FSIZE, (no_more, no_more))
    _, said = work.communicate()
    assert work.returncode == 1, said
    assert "cannot be written: File too large" in said
    assert "Traceback" not in said
    again = begin("resume", "full", cwd=place)
    assert again.communicate() and again.returncode == 0
    assert files_of(place / "full") == whole
    assert not list((place / "full").glob("*.tmp"))
