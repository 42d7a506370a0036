"""What a cluster costs: processor time of a candidate by local:N, over that by threads.

    python benchmarks/cluster_overhead.py [EXPERIMENT] [--sizes 1,2,4,8]

Processor time of all processes, after they have started and compiled, so that other
work on the machine and idle cores do not count. Both kinds take turns; every row is the
median over the rounds.
"""

import argparse
import statistics
import time
from contextlib import ExitStack
from typing import Any

import numpy as np
import psutil

from gaitsmith.cluster.places import open_crew
from gaitsmith.experiment import load_experiment
from gaitsmith.optimization.evaluation import Evaluator

CALLS = 200  # of a function that does nothing
ROUNDS = 5


def processor_seconds() -> float:
    """Of this process and all that it has started [s]."""
    own = psutil.Process()
    total = 0.0
    for process in [own, *own.children(recursive=True)]:
        times = process.cpu_times()
        total += times.user + times.system
    return total


def spent(evaluate: Evaluator, generations: list[Any]) -> float:
    """Processor time of some generations [s]."""
    before = processor_seconds()
    for vectors in generations:
        evaluate(vectors)
    return processor_seconds() - before


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("experiment", nargs="?", default="demo")
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--sizes", default="1,2,4,8")
    given = parser.parse_args()
    problem = load_experiment(given.experiment).problem
    random = np.random.default_rng(1)
    start = problem.space.encode(problem.space.initial_values())
    # Sixteen candidates for each of the workers, near to the start.
    print(f"{given.experiment}: ms of processor time a candidate")
    print("N  threads  local:N  cluster costs  spread  ms of the command's own a batch")
    for size in map(int, given.sizes.split(",")):
        count = 16 * size
        generations = [
            [start + 0.02 * random.standard_normal(len(start)) for _ in range(count)]
            for _ in range(given.generations)
        ]
        with ExitStack() as stack:
            crew = stack.enter_context(open_crew(f"local:{size}"))
            kinds = [Evaluator(problem, size), Evaluator(problem, crew)]
            for evaluate in kinds:
                spent(evaluate, generations[:1])
                spent(evaluate, generations[:1])  # the pace is known now
            before = time.process_time()
            list(crew.map(abs, range(CALLS)))
            call = 1e3 * (time.process_time() - before) / CALLS
            rounds = [
                [spent(evaluate, generations) for evaluate in kinds]
                for _ in range(ROUNDS)
            ]
        each = 1e3 / (count * given.generations)
        threads, cluster = (
            each * statistics.median(k) for k in zip(*rounds, strict=True)
        )
        ratios = [cluster / threads - 1.0 for threads, cluster in rounds]
        print(
            f"{size}  {threads:.2f}  {cluster:.2f}  {statistics.median(ratios):+.1%}"
            f"  {min(ratios):+.1%} to {max(ratios):+.1%}  {call:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
