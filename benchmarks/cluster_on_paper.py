"""A search and a study on 64 and 256 cores, on paper: what would wait for what.

    python benchmarks/cluster_on_paper.py [--batch-ms 500] [--call-ms 5]

Events only, nothing is simulated: workers do batches of eight candidates, the command
sends and receives one after the other, and a generation begins when the last is over.
`--call-ms` is the command's own time for a batch, see `cluster_overhead.py`.
"""

import argparse
import heapq
import random
from collections import deque
from dataclasses import dataclass

GENERATIONS = 20
LATENCY = 0.005  # s, there and back over a network, and Dask's own
BETWEEN = 0.010  # s, of the command between two generations: told, asked, logged
LANES = 8


@dataclass(frozen=True)
class Case:
    """What is worked on."""

    name: str
    searches: int
    population: int


CASES = (
    Case("one search of 16", 1, 16),
    Case("one search of 50", 1, 50),
    Case("study of 20 searches of 16", 20, 16),
    Case("study of 128 searches of 16", 128, 16),
    Case("study of 512 searches of 16", 512, 16),
)


def seconds(case: Case, cores: int, batch: float, call: float) -> tuple[float, float]:
    """Of the whole, and the share of the cores' time that is worked."""
    dice = random.Random(1)
    events: list[tuple[float, int, str]] = []  # time, search, what
    waiting: deque[int] = deque()
    missing, left = [0] * case.searches, [GENERATIONS] * case.searches
    free, command, worked, now = cores, 0.0, 0.0, 0.0
    batches = -(-case.population // LANES)
    begun = min(case.searches, cores)  # as many at once as there are workers
    for number in range(begun):
        heapq.heappush(events, (0.0, number, "ask"))
    while events:
        now, number, what = heapq.heappop(events)
        if what == "ask":
            missing[number] = batches
            command = max(command, now) + BETWEEN
            for _ in range(batches):
                command += call
                heapq.heappush(events, (command, number, "sent"))
        elif what == "sent":
            waiting.append(number)
        else:
            free += 1
            missing[number] -= 1
            if not missing[number]:
                left[number] -= 1
                if left[number]:
                    heapq.heappush(events, (now, number, "ask"))
                elif begun < case.searches:
                    heapq.heappush(events, (now, begun, "ask"))
                    begun += 1
        while free and waiting:
            one = waiting.popleft()
            free -= 1
            took = batch * dice.uniform(0.5, 1.0)  # until the last of eight has fallen
            worked += took
            heapq.heappush(events, (now + took + LATENCY, one, "done"))
    return now, worked / (cores * now)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch-ms", type=float, default=500.0)
    parser.add_argument("--call-ms", type=float, default=5.0)
    given = parser.parse_args()
    batch, call = 1e-3 * given.batch_ms, 1e-3 * given.call_ms
    print("| work | cores | s | times as fast as one core | cores at work |")
    print("|---|---|---|---|---|")
    for case in CASES:
        alone, _ = seconds(case, 1, batch, call)
        for cores in (8, 64, 256):
            took, share = seconds(case, cores, batch, call)
            print(
                f"| {case.name} | {cores} | {took:.0f} | {alone / took:.1f} |"
                f" {share:.0%} |"
            )


if __name__ == "__main__":
    main()
