"""Whole jobs, timed in this checkout and in another one: same seed, same budget.

    git worktree add ../before COMMIT && make -C ../before setup
    python benchmarks/searches.py ../before

Two workers. Each job is done once to compile and then timed, alternately here and
there; wall time is that of the whole command, and what the job itself counts. Times
differ between machines and moments: compare within a row.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


def seconds_of(checkout: Path, words: tuple[str, ...]) -> tuple[float, float | None]:
    """Wall time of a command in a checkout, and what it says itself."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(checkout / ".venv" / "bin" / "gaitsmith")]
        for word in words:
            command.append(str(Path(folder) / "run") if word == "RUN" else word)
        began = time.perf_counter()
        # As users have it: Python keeps what it compiles of a library.
        world = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(
            [*command, *WORKERS], capture_output=True, check=True, env=world
        )
        return time.perf_counter() - began, json.loads(done.stdout).get("seconds")


def main() -> None:
    """A row a job."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, help="another checkout, set up")
    parser.add_argument("jobs", nargs="*", help="only those with this in their name")
    given = parser.parse_args()
    print("| job | before s | now s | times | command before s | now s | times |")
    print("|---|---|---|---|---|---|---|")
    for name, words in JOBS.items():
        if given.jobs and not any(part in name for part in given.jobs):
            continue
        found: dict[bool, tuple[float, float | None]] = {}
        for _ in ("to compile", "to be timed"):
            for is_here, checkout in ((True, ROOT), (False, given.before.resolve())):
                job = tuple(word or FIRST_WALK[is_here] for word in words)
                if is_here and job[0] == "optimize":
                    job += UNCHECKED
                found[is_here] = seconds_of(checkout, job)
        (now, own_now), (before, own_before) = found[True], found[False]
        cells = [name, "", "", ""]
        if own_now and own_before:
            cells[1:] = (
                f"{own_before:.1f}",
                f"{own_now:.1f}",
                ratio(own_before, own_now),
            )
        cells += [f"{before:.1f}", f"{now:.1f}", ratio(before, now)]
        print("| " + " | ".join(cells) + " |", flush=True)


def ratio(before: float, now: float) -> str:
    """How many times as fast."""
    return f"{before / now:.1f}"


if __name__ == "__main__":
    sys.exit(main())
