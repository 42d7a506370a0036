"""kill -9 at any moment, ten times over: the resumed run ends in the same bytes."""

import itertools
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli_w

GENERATIONS = 60
KILLS = 10
MOST_BYTES = 300  # of costs.csv between two kills: at most a few generations
LONGEST_DELAY = 0.05  # s after such a moment, to hit what follows the costs
POLL = 0.001  # s

Moment = Callable[[subprocess.Popen[str], Path], None]


def gaitsmith(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    program = Path(sys.executable).with_name("gaitsmith")
    return subprocess.Popen(
        [str(program), *arguments, "--json"],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def begin(folder: Path) -> subprocess.Popen[str]:
    """Start the run, or go on with it once it is one."""
    if (folder / "experiment.toml").exists():
        return gaitsmith("resume", folder.name, cwd=folder.parent)
    return gaitsmith("optimize", "tiny.toml", "--run", folder.name, cwd=folder.parent)


def wait_until(process: subprocess.Popen[str], is_due: Callable[[], bool]) -> None:
    while process.poll() is None and not is_due():
        time.sleep(POLL)


def while_starting(share: float) -> Moment:
    """A moment of the start-up, long before the first generation."""

    def wait(_process: subprocess.Popen[str], _folder: Path) -> None:
        time.sleep(0.5 * share)

    return wait


def while_making_the_folder() -> Moment:
    """As soon as the folder is there, which is not yet a run."""

    def wait(process: subprocess.Popen[str], folder: Path) -> None:
        wait_until(process, folder.exists)

    return wait


def while_running(num_bytes: int, delay: float) -> Moment:
    """When the log has grown, or a little later."""

    def wait(process: subprocess.Popen[str], folder: Path) -> None:
        log = folder / "costs.csv"

        def size() -> int:
            return log.stat().st_size if log.exists() else 0

        before = size()
        wait_until(process, lambda: size() >= before + num_bytes)
        time.sleep(delay)

    return wait


def moments() -> list[Moment]:
    chance = random.Random(20090803)
    running = [
        while_running(chance.randint(1, MOST_BYTES), chance.uniform(0, LONGEST_DELAY))
        for _ in range(KILLS - 4)
    ]
    return [
        while_starting(chance.random()),
        while_making_the_folder(),
        *running[:3],
        while_starting(chance.random()),
        *running[3:],
        while_starting(chance.random()),
    ]


@pytest.fixture
def place(tiny_values, tmp_path: Path) -> Path:
    """A folder with an experiment that takes a while for a test."""
    tiny_values["optimizer"] |= {"max_generations": GENERATIONS}
    tiny_values["setting"] |= {"duration": 1.0, "rate": 2400.0}
    tiny_values["sturdiness"] = {"finalists": 2, "seconds": 2.0}
    (tmp_path / "tiny.toml").write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    return tmp_path


def assert_same(folder: Path, whole: Path) -> None:
    for name in (
        "costs.csv",
        "terms.csv",
        "best.json",
        "experiment.toml",
        "sturdiness.json",
    ):
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name
    rows = (folder / "progress.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [int(row.split(",")[0]) for row in rows] == list(range(1, GENERATIONS + 1))


def finish(process: subprocess.Popen[str]) -> None:
    out, err = process.communicate()
    assert process.returncode == 0, err
    result = json.loads(out)
    found = (result["generations"], result["stop_reason"])
    assert found == (GENERATIONS, "budget_used")


def test_a_run_killed_ten_times_ends_in_the_same_bytes(place: Path):
    # This one also compiles, if need be: the others must not spend their time on it.
    whole, folder = place / "whole", place / "killed"
    finish(
        gaitsmith(
            "optimize", "tiny.toml", "--run", "whole", "--workers", "1", cwd=place
        )
    )
    logs: list[bytes] = []
    for wait in itertools.islice(itertools.cycle(moments()), 3 * KILLS):
        process = begin(folder)
        wait(process, folder)
        if process.poll() is not None:  # we slept through the moment: once more
            finish(process)
            assert_same(folder, whole)
            shutil.rmtree(folder)
            continue
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        log = folder / "costs.csv"
        logs.append(log.read_bytes() if log.exists() else b"")
        if len(logs) == KILLS:
            break
    assert len(logs) == KILLS
    assert len(set(logs)) > KILLS // 2  # most kills fell into the search itself
    finish(begin(folder))
    assert_same(folder, whole)
