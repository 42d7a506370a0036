"""Whole jobs, timed in this checkout and in another one: same seed, same budget.

    git worktree add ../before COMMIT && make -C ../before setup
    python benchmarks/searches.py ../before

Two workers. Each job is done once to compile and then timed, alternately here and
there: what the job itself counts, the whole command's wall time, and the processor's
seconds of all of its processes, which others on the machine disturb least. Times differ
between machines and moments: compare within a row.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WORKERS = ("--workers", "2", "--json")
# The check at the end of a search is newer than what is compared with.
UNCHECKED = ("--set", "sturdiness.finalists=0")
FIRST_WALK = {True: "simbicon/first_walk", False: "demo"}  # its name here, and before
JOBS = {
    "first walk": ("optimize", "", "--run", "RUN"),
    "wang2009/first_steps": ("optimize", "wang2009/first_steps", "--run", "RUN"),
    "wang2012/first_steps": ("optimize", "wang2012/first_steps", "--run", "RUN"),
    "push table of wang2009/robust": ("push", "wang2009/robust"),
    "skill coros2008/walk, 200 examples": (
        "skill", "train", "coros2008/walk", "--examples", "200", "--run", "RUN",
    ),
}  # fmt: skip


class Took(NamedTuple):
    """Seconds of a command."""

    own: float | None
    """What it says itself."""
    wall: float
    processor: float


def processor_seconds() -> float:
    """Of all processes that were waited for so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def took(checkout: Path, words: tuple[str, ...]) -> Took:
    """How long a command takes in a checkout."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(checkout / ".venv" / "bin" / "gaitsmith")]
        for word in words:
            command.append(str(Path(folder) / "run") if word == "RUN" else word)
        began, used = time.perf_counter(), processor_seconds()
        # As users have it: Python keeps what it compiles of a library.
        world = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(
            [*command, *WORKERS], capture_output=True, check=True, env=world
        )
        wall, used = time.perf_counter() - began, processor_seconds() - used
        return Took(json.loads(done.stdout).get("seconds"), wall, used)


def main() -> None:
    """A row a job."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, help="another checkout, set up")
    parser.add_argument("jobs", nargs="*", help="only those with this in their name")
    given = parser.parse_args()
    kinds = ("", "command ", "processor ")
    heads = "".join(f" {kind}before s | now s | times |" for kind in kinds)
    print(f"| job |{heads}\n|{'---|' * (1 + 3 * len(kinds))}")
    for name, words in JOBS.items():
        if given.jobs and not any(part in name for part in given.jobs):
            continue
        found: dict[bool, Took] = {}
        for _ in ("to compile", "to be timed"):
            for is_here, checkout in ((True, ROOT), (False, given.before.resolve())):
                job = tuple(word or FIRST_WALK[is_here] for word in words)
                if is_here and job[0] == "optimize":
                    job += UNCHECKED
                found[is_here] = took(checkout, job)
        cells = [name]
        for before, now in zip(found[False], found[True], strict=True):
            if before and now:
                cells += [f"{before:.1f}", f"{now:.1f}", f"{before / now:.1f}"]
            else:
                cells += ["", "", ""]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
