"""Kills jobs at random moments, resumes them, and compares what comes of them.

    python scripts/kills.py [JOB ...] [--by TROUBLE] [--kills N] [--seconds S]
                            [--seed N] [--workers 1|2|local:2] [--folder FOLDER]
                            [--results FILE]

Jobs: search, chain, withdrawal, training, study. Each is done once undisturbed. Then it
is begun again and again, and killed with SIGKILL at random moments of its work until it
ends: its folder must hold the same files with the same bytes (but for times), and
nothing may be left: no temporary file, no process. Exit code 1 if anything differs.
Other troubles (`TROUBLES`): signals; the machine sleeps; the disk fills; nobody reads
what it prints; its folder may not be written; another process works on it. None of them
may end in a traceback, either.

What is killed is the program as a process of its own, forked from one that has loaded
everything: so there are no seconds in which nothing is at stake.
"""

import argparse
import csv
import io
import random
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

from promises import add_up
from troubles import ENDLESS, JOBS, TIMES, TROUBLES, Kind, Place, program

LONGEST = 0.5  # of what a job takes, from one kill to the next
SPARED = 0.3  # of the times nothing happens, so that every job ends


def contents(folder: Path, kind: Kind) -> dict[str, bytes]:
    """What a job has come to, without times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_timed = name.startswith(kind.timed) or path.name == "provenance.json"
        if path.is_file() and not is_timed:
            found[name] = _unnamed(path, folder.name)
    return found


def _unnamed(path: Path, run: str) -> bytes:
    """What is in a file, without times; pages say how to resume their folder."""
    if path.suffix == ".csv":
        return _untimed(path)
    found = path.read_bytes()
    return found.replace(run.encode(), b"RUN") if path.suffix == ".html" else found


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


def undisturbed(place: Place, job: str) -> tuple[float, dict[str, bytes]]:
    """How long a job takes [s], and what it comes to."""
    calm = f"{job}-calm"
    # In this process: what it has loaded and compiled, its children have, too. Those of
    # a cluster have nothing of it.
    if ":" in place.workers:
        code = place.end(place.start(job, calm), ENDLESS)
    else:
        code = program(place.words(job, calm), place.folder)
    if code:
        sys.exit(f"{job}: cannot be done at all")
    assert threading.active_count() == 1, "a process with threads cannot be forked"
    shutil.rmtree(place.folder / calm)
    began = time.monotonic()
    assert place.end(place.start(job, calm), ENDLESS) == 0
    life = time.monotonic() - began
    return life, contents(place.folder / calm, JOBS[job])


def disturb(
    place: Place, job: str, given: argparse.Namespace, chance: random.Random
) -> Tally:
    """Kill and resume a job until it was killed often enough."""
    tally, (life, expected) = Tally(), undisturbed(place, job)
    print(f"{job}: {life:.1f} s undisturbed, {len(expected)} files", flush=True)
    largest = max(map(len, expected.values()))
    deadline = time.monotonic() + given.seconds
    while tally.kills < given.kills and time.monotonic() < deadline:
        run = f"{job}-{tally.ends}"
        code: int | None = None
        while code is None:
            is_spared = given.by != "kill" and chance.random() < SPARED
            wait, share = chance.uniform(0.0, LONGEST * life), chance.random()
            if is_spared or time.monotonic() > deadline:
                code = place.end(place.start(job, run), ENDLESS)
                continue
            size = round(share * largest)
            code, wrong = place.suffer(job, run, given.by, wait, size)
            tally.kills += 1
            if wrong:
                tally.note(f"{job}: {run}: {wrong}")
        if code:
            tally.note(f"{job}: {run} ended with {code}")
        tally.ends += 1
        if wrong := differences(place, job, run, expected):
            tally.note(f"{job}: {run}: {wrong}")
        else:
            shutil.rmtree(place.folder / run)
    print(
        f"{job}, {place.workers}: {tally.kills} by {given.by}, {tally.ends} jobs ended,"
        f" {len(tally.wrong)} wrong",
        flush=True,
    )
    return tally


def differences(place: Place, job: str, run: str, expected: dict[str, bytes]) -> str:
    """What is not as it should be of a job that has ended."""
    found = contents(place.folder / run, JOBS[job])
    wrong = [
        f"{name} differs"
        for name in sorted(found.keys() | expected.keys())
        if found.get(name) != expected.get(name)
    ]
    wrong += [f"left: {one}" for one in place.left()]
    said = (place.folder / f"{run}.log").read_text("utf-8", "replace")
    return "; ".join([*wrong, *(["a traceback"] if "Traceback" in said else [])])


def main() -> None:
    """Print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(JOBS))
    parser.add_argument("--by", choices=TROUBLES, default="kill")
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
        tally = disturb(place, job, given, chance)
        row = {"job": job, "on": given.workers, "by": given.by, "seed": given.seed}
        row |= {"kills": tally.kills, "ends": tally.ends, "wrong": len(tally.wrong)}
        add_up(given.results, "kills", **row)
        tallies.append(tally)
    kills = sum(tally.kills for tally in tallies)
    wrong = sum(len(tally.wrong) for tally in tallies)
    print(f"{kills} by {given.by}, {wrong} wrong. Seed {given.seed}; in {folder}.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
