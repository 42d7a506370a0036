"""Several short searches against a long one, from searches that were done anyhow.

    gaitsmith study demo_seeds --run FOLDER
    python benchmarks/search_heats.py FOLDER    # keeps search_heats.csv
    python benchmarks/search_heats.py           # the table of docs/search.md

Searches know nothing of each other, so what heats of them come to follows exactly from
their best costs by generation: all pairs, or sixty fours of twenty.
"""

import csv
import itertools
import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from trial_evaluations import WALKS

KEPT = Path(__file__).with_suffix(".csv")
PLANS = {  # how many searches, and generations until the better half goes on
    "one search": (1, 0),
    "heats 2x4": (2, 4),
    "heats 2x8": (2, 8),
    "heats 4x2": (4, 2),
    "heats 4x4": (4, 4),
    "the better of two": (2, 12),
}
Bests = list[float]  # by generation


def keep(folder: Path) -> None:
    """Best costs so far, by generation, of all searches of a study."""
    with KEPT.open("w", newline="", encoding="utf-8") as file:
        for path in sorted(folder.glob("*/costs.csv")):
            lowest: dict[int, float] = {}
            for row in csv.DictReader(path.read_text("utf-8").splitlines()):
                number, cost = int(row["generation"]), float(row["cost"])
                lowest[number] = min(cost, lowest.get(number, math.inf))
            bests = itertools.accumulate(lowest.values(), min)
            csv.writer(file).writerow(f"{best:.6g}" for best in bests)


def heats(searches: Sequence[Bests], heat: int, budget: int) -> Bests:
    """Best cost after every generation; after each heat the better half goes on."""
    live, done, found = list(searches), 0, []
    while len(found) < budget:
        found += [one[done] for one in live]  # they take turns
        done += 1
        if len(live) > 1 and done % heat == 0:
            live = sorted(live, key=lambda one: one[done - 1])[: len(live) // 2]
    return list(itertools.accumulate(found[:budget], min))


def teams(runs: Sequence[Bests], size: int) -> list[tuple[Bests, ...]]:
    """All of one or two; of more, three times as many as there are runs."""
    if size <= 2:
        return list(itertools.combinations(runs, size))
    return [
        tuple(runs[(first + 7 * i + 3 * turn) % len(runs)] for i in range(size))
        for first in range(len(runs))
        for turn in range(3)
    ]


def main() -> None:
    """Keep, or make the table."""
    if len(sys.argv) > 1:
        keep(Path(sys.argv[1]))
    lines = KEPT.read_text("utf-8").splitlines()
    runs = [[float(cell) for cell in row] for row in csv.reader(lines)]
    budget = len(runs[0])
    print("| plan | of | walk after generations | best at the end | below 2 |")
    print("|---|---|---|---|---|")
    for name, (size, heat) in PLANS.items():
        found = [heats(team, heat, budget) for team in teams(runs, size)]
        ends = sorted(bests[-1] for bests in found)
        walks = [
            next(i for i, b in enumerate(bests, 1) if b < WALKS) for bests in found
        ]
        low, high = ends[len(ends) // 4], ends[-1 - len(ends) // 4]
        share = sum(end < 2.0 for end in ends) / len(ends)
        middle = statistics.median(ends)
        print(
            f"| {name} | {len(found)} | {statistics.median(walks):g}"
            f" | {middle:.3g} ({low:.3g} to {high:.3g}) | {share:.0%} |"
        )


if __name__ == "__main__":
    main()
