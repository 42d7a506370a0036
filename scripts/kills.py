"""Kills jobs at random moments, resumes them, and compares what comes of them.

    python scripts/kills.py [JOB ...] [--kills N] [--seconds S] [--seed N]
                            [--workers 1|2|local:2] [--folder FOLDER] [--results FILE]

Jobs: search, chain, withdrawal, training, study. Each is done once undisturbed. Then it
is begun again and again, and killed with SIGKILL at random moments of its work until it
ends: its folder must hold the same files with the same bytes (but for times), and
nothing may be left: no temporary file, no process. Exit code 1 if anything differs.

What is killed is the program as a process of its own, forked from one that has loaded
everything: so there are no seconds in which nothing is at stake.
"""

import argparse
import atexit
import csv
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import tomli_w
from promises import add_up

from gaitsmith.cli.main import main as run_program

MARK = "GAITSMITH_KILLS"  # in the environment of all that is started
TINY = {
    "name": "tiny",
    "character": "planar_biped",
    "controller": {"law": "simbicon", "gait": "walk"},
    "setting": {"duration": 1.0, "rate": 2400.0},
    "objective": {"fail": {}, "user": {"speed": 1.2}, "power": {}},
    "optimizer": {"population": 4, "max_generations": 40, "sigma": 0.3},
    "sturdiness": {"finalists": 2, "seconds": 2.0},
}
SKILL = {
    "base": "coros2008/walk",
    "action": [
        {"sets": ["state0.torso_pitch"]},
        {"sets": ["state0.swing_hip_pitch"]},
    ],
    "step_lengths": [0.3, 0.5],
    "window": 2,
    "sequence": 6,
    "examples": 9,
}
STUDY = {
    "experiment": "tiny.toml",
    "grid": {"seed": {"first": 1, "last": 3}},
    "success": {"seconds": 0.5},
    "measure": {"gait": False},
    "set": {"optimizer.max_generations": 10},
}
SLOPE = "setting.terrain.slope"


class Kind(NamedTuple):
    """How a kind of job is begun, and the file that says that it has been."""

    command: str
    marker: str
    timed: tuple[str, ...] = ()
    """Files that hold times only, or more of a job than it needed."""


JOBS = {
    "search": Kind("optimize tiny.toml", "experiment.toml"),
    "chain": Kind(
        f"adapt simbicon/walk --to {SLOPE}=2 --step 1 --enough 1000 --generations 4"
        " --set setting.duration=2 --set sturdiness.finalists=0",
        "chain.toml",
    ),
    "withdrawal": Kind(
        "withdraw vandepanne1995/simpleton_2 --seconds 2.2 --trials 40 --judge effort",
        "withdrawal.toml",
    ),
    "training": Kind("skill train quick.toml", "skill.toml", ("sequences/",)),
    "study": Kind("study own.toml --yes", "study.toml", ("times.csv",)),
}
TIMES = {"seconds"}  # columns that hold wall times
LONGEST = 0.5  # of what a job takes, from one kill to the next
ENDLESS = 1200.0  # s
ENDS = 15.0  # s within which what a killed command has started must end


class Place:
    """A folder to work in, with the files that the jobs begin from."""

    def __init__(self, folder: Path, workers: str) -> None:
        """Write them."""
        self.folder, self.workers = folder, workers
        self.temporary = folder / "tmp"
        self.temporary.mkdir(parents=True, exist_ok=True)
        self.token = f"{os.getpid()}"
        self.sessions: set[int] = set()
        for name, values in (("tiny", TINY), ("quick", SKILL), ("own", STUDY)):
            text = tomli_w.dumps(values)
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")

    def words(self, job: str, run: str) -> list[str]:
        """The command that begins a job, or resumes it once it is one."""
        kind = JOBS[job]
        is_begun = (self.folder / run / kind.marker).is_file()
        words = ("resume", run) if is_begun else (*kind.command.split(), "--run", run)
        option = "--cluster" if ":" in self.workers else "--workers"
        return ["gaitsmith", *words, option, self.workers]

    def start(self, job: str, run: str) -> int:
        """Do it in a process of its own."""
        words, log = self.words(job, run), self.folder / f"{run}.log"
        child = os.fork()
        if not child:
            os.setsid()
            output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.environ |= {MARK: self.token, "TMPDIR": str(self.temporary)}
            tempfile.tempdir = None
            code = program(words, self.folder)
            threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
            atexit._run_exitfuncs()
            os._exit(code)
        self.sessions.add(child)
        return child

    def processes(self) -> list[str]:
        """What is still running of all that was started here."""
        found = []
        mark = f"{MARK}={self.token}".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                session = int(
                    (entry / "stat").read_text().rpartition(")")[2].split()[3]
                )
                environment = (entry / "environ").read_bytes().split(b"\0")
                if session in self.sessions or mark in environment:
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" "))
            except OSError:
                continue
        return [words.decode(errors="replace") for words in found if words]

    def left(self) -> list[str]:
        """Processes that do not end by themselves, and temporary files."""
        deadline = time.monotonic() + ENDS
        while (running := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.2)
        return running + [f"file {path.name}" for path in self.temporary.iterdir()]


def program(words: list[str], folder: Path) -> int:
    """Run the program in this process; its exit code."""
    os.chdir(folder)
    sys.argv = words
    try:
        run_program()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


def ended(process: int, seconds: float) -> int | None:
    """The exit code of a child that ends within some time."""
    deadline = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            return None
        time.sleep(0.002)


def contents(folder: Path, kind: Kind) -> dict[str, bytes]:
    """What a job has come to, without times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_timed = name.startswith(kind.timed) or path.name == "provenance.json"
        if path.is_file() and not is_timed:
            found[name] = _untimed(path) if path.suffix == ".csv" else path.read_bytes()
    return found


def _untimed(path: Path) -> bytes:
    text = path.read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    kept = [i for i, name in enumerate(rows[0] if rows else []) if name not in TIMES]
    lines = [",".join(row[i] for i in kept if i < len(row)) for row in rows]
    return "\n".join(lines).encode()


class Tally:
    """What happened so far."""

    def __init__(self) -> None:
        """Nothing."""
        self.kills = self.ends = 0
        self.wrong: list[str] = []

    def note(self, what: str) -> None:
        """Something is not as it should be."""
        self.wrong.append(what)
        print(f"WRONG: {what}", flush=True)


def disturb(
    place: Place, job: str, kills: int, seconds: float, chance: random.Random
) -> Tally:
    """Kill and resume a job until it was killed often enough."""
    kind, tally = JOBS[job], Tally()
    calm = f"{job}-calm"
    # In this process: what it has loaded and compiled, its children have, too. Those of
    # a cluster have nothing of it.
    if ":" in place.workers:
        code = ended(place.start(job, calm), ENDLESS)
    else:
        code = program(place.words(job, calm), place.folder)
    if code:
        sys.exit(f"{job}: cannot be done at all")
    assert threading.active_count() == 1, "a process with threads cannot be forked"
    shutil.rmtree(place.folder / calm)
    began = time.monotonic()
    assert ended(place.start(job, calm), ENDLESS) == 0
    life = time.monotonic() - began
    expected = contents(place.folder / calm, kind)
    print(f"{job}: {life:.1f} s undisturbed, {len(expected)} files", flush=True)
    deadline = time.monotonic() + seconds
    while tally.kills < kills and time.monotonic() < deadline:
        run = f"{job}-{tally.ends}"
        while True:
            process = place.start(job, run)
            is_late = time.monotonic() > deadline
            wait = chance.uniform(0.0, LONGEST * life)
            code = ended(process, ENDLESS if is_late else wait)
            if code is None:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                tally.kills += 1
                continue
            if code:
                tally.note(f"{job}: {run} ended with {code}")
            break
        tally.ends += 1
        found = contents(place.folder / run, kind)
        others = sorted(
            name
            for name in found.keys() | expected.keys()
            if found.get(name) != expected.get(name)
        )
        if others:
            tally.note(f"{job}: {run} differs in {', '.join(others)}")
        if left := place.left():
            tally.note(f"{job}: left after {run}: {'; '.join(left)}")
        if not others:
            shutil.rmtree(place.folder / run)
    print(
        f"{job}, {place.workers}: {tally.kills} kills, {tally.ends} jobs ended,"
        f" {len(tally.wrong)} wrong",
        flush=True,
    )
    return tally


def main() -> None:
    """Print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(JOBS))
    parser.add_argument("--kills", type=int, default=20, help="of each job")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", default="1")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--results", type=Path, help="where a line is added")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="gaitsmith-kills-"))
    place = Place(folder.resolve(), given.workers)
    chance = random.Random(given.seed)
    tallies = []
    for job in given.jobs or JOBS:
        tally = disturb(place, job, given.kills, given.seconds, chance)
        row = {"job": job, "on": given.workers, "seed": given.seed}
        row |= {"kills": tally.kills, "ends": tally.ends, "wrong": len(tally.wrong)}
        add_up(given.results, "kills", **row)
        tallies.append(tally)
    kills = sum(tally.kills for tally in tallies)
    wrong = sum(len(tally.wrong) for tally in tallies)
    print(f"{kills} kills, {wrong} wrong. Seed {given.seed}; in {folder}.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
