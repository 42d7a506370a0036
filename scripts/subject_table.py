"""What `gaitsmith subject` comes to on many bodies: the table of docs/subject.md.

    python scripts/subject_table.py --runs runs/subjects [--seeds 1,2,3] [--workers 2]

Each search has its own folder, and goes on where it stopped. A row is the median over
seeds; "holds" counts seeds that hold 100 s at three rates and from four other starts.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import gaitsmith
from gaitsmith.gait.cycles import NoStepsError

PEOPLE = {
    "1.50 m, 45 kg": "--height 1.50 --mass 45",
    "1.60 m, 55 kg, a woman": "--height 1.60 --mass 55 --sex female",
    "1.65 m, 58 kg": "--height 1.65 --mass 58 --speed 1.1",
    "1.72 m, 63.5 kg": "--height 1.72 --mass 63.5 --speed 1.2",
    "1.75 m, 55 kg, thin": "--height 1.75 --mass 55",
    "1.75 m, 105 kg, heavy": "--height 1.75 --mass 105",
    "1.80 m, 75 kg": "--height 1.80 --mass 75",
    "1.80 m, 75 kg, slow": "--height 1.80 --mass 75 --speed 0.9",
    "1.80 m, 75 kg, fast": "--height 1.80 --mass 75 --speed 1.5",
    "1.95 m, 95 kg": "--height 1.95 --mass 95",
    "1.70 m, 70 kg, 75 years": "--height 1.70 --mass 70 --age 75 --speed 1.1",
    "1.52 m, 42 kg, 12 years": "--height 1.52 --mass 42 --age 12",
    "1.34 m, 29 kg, 9 years": "--height 1.34 --mass 29 --age 9",
    "1.16 m, 21 kg, 6 years": "--height 1.16 --mass 21 --age 6",
    "1.80 m, 75 kg, left soleus 0.4": (
        "--height 1.80 --mass 75 --weak left_soleus=0.4 --free-sides"
    ),
    "1.80 m, 75 kg, 5 degrees up": "--height 1.80 --mass 75 --slope 5 --speed 1.1",
}
COLUMNS = (
    *("person", "holds", "candidates", "s", "m/s", "steps/min of m"),
    *("hip, knee, ankle", "average", "J/kg/m"),
)


def searched(folder: Path, options: str, seed: int, workers: int) -> dict[str, Any]:
    """What the command says of one person."""
    verb = ["resume", str(folder)]
    if not folder.exists():
        verb = ["subject", *options.split(), "--seed", str(seed), "--run", str(folder)]
    command = [sys.executable, "-m", "gaitsmith", *verb]
    done = subprocess.run(
        [*command, "--workers", str(workers), "--json"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return json.loads(done.stdout)


def figures(folder: Path, told: dict[str, Any]) -> dict[str, float]:
    """Of one seed; of a walk without whole cycles, only what the search says."""
    check = told.get("sturdiness") or {}
    found = {
        "holds": float(bool(check.get("holds"))),
        "candidates": told.get("evaluations", 0),
        "s": told.get("seconds", 0.0),
    }
    try:
        gait = gaitsmith.assess(folder / "best.json")
    except (NoStepsError, gaitsmith.InputError):
        return found
    summary, angles = gait.analysis.summary, gait.score.angles
    scores = {name: angles[name].standard_score for name in angles}
    cost = gait.rollout.measures.cost_of_transport
    return (
        found
        | {"speed": summary.speed, "cadence": summary.cadence, "cost": cost or 0.0}
        | {"step": summary.step_length, **scores}
    )


def row(name: str, seeds: list[dict[str, float]]) -> str:
    """Of the table."""

    def middle(key: str) -> float:
        known = [one[key] for one in seeds if key in one]
        return statistics.median(known) if known else float("nan")

    joints = "/".join(f"{middle(joint):.2f}" for joint in ("hip", "knee", "ankle"))
    cells = (
        name,
        f"{sum(one['holds'] for one in seeds):.0f} of {len(seeds)}",
        f"{middle('candidates'):.0f}",
        f"{middle('s'):.0f}",
        f"{middle('speed'):.2f}",
        f"{middle('cadence'):.0f} of {middle('step'):.2f}",
        joints,
        f"{middle('average'):.2f}",
        f"{middle('cost'):.2f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Search what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for number, (name, options) in enumerate(PEOPLE.items(), start=1):
        seeds = []
        for seed in map(int, given.seeds.split(",")):
            folder = given.runs / f"person-{number:02}-{seed}"
            told = searched(folder, options, seed, given.workers)
            seeds.append(figures(folder, told))
        print(row(name, seeds), flush=True)


if __name__ == "__main__":
    main()
