"""Walks for a very long time, and rolls out any numbers on any body.

    python scripts/soak.py walk [SOLUTION ...] [--simulated 100000]
    python scripts/soak.py numbers [--rollouts N] [--seconds S] [--seed N]

`walk` simulates gaits without a pause, and tells how far each came, what it took and
how much memory was added. `numbers` draws finite parameters at random, mild and huge,
for the start of every shipped experiment, on its own body and on others that its law
takes: each rollout must complete, fall or diverge, and have an objective.
"""

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Mapping

import numpy as np

from gaitsmith.characters.character import catalogue
from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment, shipped_experiments
from gaitsmith.optimization.problem import Problem
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.workflows import load_solution, undisturbed

GAITS = ("simbicon/walk", "wang2009/stocky", "wang2012/nwalk", "coros2008/walk")
PART = 1000.0  # s, simulated between two looks
WIDTHS = (0.0, 0.1, 1.0, 10.0, 1e3, 1e6, 1e12, 1e300)  # of the draws, in scales


def memory() -> float:
    """MB, the most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def walk(name: str, simulated: float) -> None:
    """One gait, until it falls or has walked long enough."""
    solution = undisturbed(load_solution(name))
    problem = solution.problem
    longer = problem.setting.model_copy(update={"duration": simulated})  # than a file's
    walker = Simulation(problem.character, longer, notes_strikes=False)
    walker.start(problem.controller.drive(solution.values), problem.seed)
    walker.advance(1.0)
    before, began = memory(), time.perf_counter()
    while walker.outcome is Outcome.RUNNING and walker.time < simulated:
        walker.advance(PART)
    took = time.perf_counter() - began
    print(
        f"{name}: {walker.outcome.name.lower()} after {walker.time:.0f} s,"
        f" {walker.moment().com[0]:.0f} m ahead; {walker.time / took:.0f} x real time,"
        f" memory +{memory() - before:.1f} MB",
        flush=True,
    )


def drawn(problem: Problem, chance: random.Random) -> dict[str, float]:
    """Finite numbers for all parameters, anywhere in their bounds."""
    width = chance.choice(WIDTHS)
    values: dict[str, float] = {}
    for one in problem.space.parameters:
        value = one.initial + one.scale * width * chance.gauss(0.0, 1.0)
        if chance.random() < 0.05:
            value = chance.choice((0.0, one.lower, one.upper, -value, 1e-300))
        value = float(np.nan_to_num(value, nan=0.0, posinf=1e308, neginf=-1e308))
        values[one.name] = one.within(value) if one.is_free else one.initial
    return values


def bits(problem: Problem, values: Mapping[str, float]) -> tuple[str, float]:
    """How a rollout ended, and when."""
    rollout = problem.roll_out(values)
    assert rollout.outcome in (Outcome.COMPLETED, Outcome.FELL, Outcome.DIVERGED)
    return rollout.outcome.name.lower(), rollout.seconds


def problems(chance: random.Random) -> list[tuple[str, Problem]]:
    """Shipped experiments on the bodies that they take."""
    found = []
    for name in shipped_experiments():
        bodies = ["", *catalogue()]
        chance.shuffle(bodies)
        for body in bodies:
            changes = ["setting.duration=2", *([f"character={body}"] if body else [])]
            try:
                problem = load_experiment(name, changes).problem
            except InputError:
                continue  # the law does not take this body
            found.append((f"{name} on {body or 'its own body'}", problem))
            if len(found) % 4 == 0:
                break
    return found


def numbers(rollouts: int, seconds: float, seed: int) -> None:
    """Random numbers in turn on everything."""
    chance, tally, slowest = random.Random(seed), Counter[str](), (0.0, "")
    deadline = time.monotonic() + seconds
    chosen = problems(chance)
    print(f"{len(chosen)} problems", flush=True)
    done = 0
    while done < rollouts and time.monotonic() < deadline:
        name, problem = chosen[done % len(chosen)]
        values = drawn(problem, chance)
        began = time.perf_counter()
        outcome, _ = bits(problem, values)
        slowest = max(slowest, (time.perf_counter() - began, name))
        tally[outcome] += 1
        score = problem.judge(values).score.total
        assert not np.isnan(score), f"{name}: no objective for {values}"
        done += 1
    ends = ", ".join(f"{count} {name}" for name, count in tally.most_common())
    print(
        f"{done} rollouts: {ends}; slowest {slowest[0]:.2f} s ({slowest[1]})."
        f" Seed {seed}."
    )


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("walk", "numbers"))
    parser.add_argument("solutions", nargs="*", default=GAITS)
    parser.add_argument("--simulated", type=float, default=100_000.0, help="s")
    parser.add_argument("--rollouts", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "walk":
        for name in given.solutions:
            walk(name, given.simulated)
    else:
        numbers(given.rollouts, given.seconds, given.seed)


if __name__ == "__main__":
    main()
