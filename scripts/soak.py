"""Walks for a very long time, and rolls out any numbers on any body.

    python scripts/soak.py walk [SOLUTION ...] [--simulated 100000] [--results FILE]
    python scripts/soak.py numbers [--rollouts N] [--seconds S] [--seed N]

`walk` simulates gaits without a pause, eight walkers side by side, and tells how far
they came together, what it took and how much memory was added. `numbers` draws finite
parameters at random, mild and huge, for the start of every shipped experiment, on its
own body and on others that its law takes: each rollout must complete, fall or diverge,
and have an objective.
"""

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from promises import add_up

from gaitsmith.characters.character import catalogue
from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment, shipped_experiments
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.kernels.records import Flags
from gaitsmith.optimization.problem import Problem
from gaitsmith.simulation.lockstep import Lockstep
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.workflows import load_solution, undisturbed

GAITS = ("simbicon/walk", "wang2009/stocky", "wang2012/nwalk", "coros2008/walk")
PART = 100.0  # s of each walker, simulated between two looks
LANES = range(WIDTH)
WIDTHS = (0.0, 0.1, 1.0, 10.0, 1e3, 1e6, 1e12, 1e300)  # of the draws, in scales


def memory() -> float:
    """MB, the most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def walk(name: str, simulated: float, results: Path | None) -> None:
    """Eight who differ by a millionth, until all have fallen or walked long enough."""
    solution = undisturbed(load_solution(name))
    problem = solution.problem
    duration = simulated / WIDTH
    longer = problem.setting.model_copy(update={"duration": duration})  # than a file's
    chance = random.Random(name)
    drives = [problem.drive(slightly(problem, solution.values, chance)) for _ in LANES]
    walkers = Lockstep(problem.character, longer, drives[0])
    for lane, drive in zip(LANES, drives, strict=True):
        walkers.start(lane, drive)
    steps = round(PART * longer.rate)
    walkers.advance(steps, walking(walkers))
    before, began = memory(), time.process_time()
    seconds = 0.0
    while walking(walkers).any() and seconds < simulated - PART * WIDTH:
        walkers.advance(steps, walking(walkers))
        seconds = float(walkers.sensed().clock.step.sum()) / longer.rate
    took = time.process_time() - began
    ahead = float(walkers.sensed().body.com[0].sum())
    held = int(walking(walkers).sum())
    added = max(0.0, memory() - before)
    print(
        f"{name}: {held} of {WIDTH} never fell; {seconds:.0f} s, {ahead:.0f} m;"
        f" {(seconds - PART * WIDTH) / took:.0f} x real time, memory +{added:.1f} MB",
        flush=True,
    )
    row = {"gait": name, "simulated": round(seconds), "metres": round(ahead)}
    add_up(results, "walking", **row, held=held, megabytes=round(added, 1))


def slightly(
    problem: Problem, values: Mapping[str, float], chance: random.Random
) -> dict[str, float]:
    """The values, each off by about a millionth of its scale."""
    return {
        one.name: one.within(values[one.name] + 1e-6 * one.scale * chance.gauss(0, 1))
        if one.is_free
        else values[one.name]
        for one in problem.space.parameters
    }


def walking(walkers: Lockstep) -> Flags:
    """(lanes,) who is."""
    return np.array([one is Outcome.RUNNING for one in walkers.outcomes])


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


def numbers(rollouts: int, seconds: float, seed: int, results: Path | None) -> None:
    """Random numbers in turn on everything, eight side by side."""
    chance, tally, slowest = random.Random(seed), Counter[str](), (0.0, "")
    deadline = time.monotonic() + seconds
    chosen = problems(chance)
    print(f"{len(chosen)} problems", flush=True)
    done = 0
    while done < rollouts and time.monotonic() < deadline:
        name, problem = chosen[done // WIDTH % len(chosen)]
        compiles = problem.needs_compiling()
        drawn_values = [drawn(problem, chance) for _ in LANES]
        tasks = [t for i in LANES for t in problem.tasks(i, drawn_values[i])]
        began = time.process_time()
        found = dict(problem.batch().roll_out(tasks))
        took = time.process_time() - began
        if not compiles:
            slowest = max(slowest, (took, name))
        for lane, values in zip(LANES, drawn_values, strict=True):
            trials = [found[lane, trial] for trial in range(len(problem.trials))]
            outcome = trials[0].outcome
            assert outcome in (Outcome.COMPLETED, Outcome.FELL, Outcome.DIVERGED)
            tally[outcome.name.lower()] += 1
            total = problem.judgement(trials).score.total
            assert not np.isnan(total), f"{name}: no objective for {values}"
        done += WIDTH
    ends = ", ".join(f"{count} {name}" for name, count in tally.most_common())
    print(
        f"{done} rollouts: {ends}; slowest {slowest[0]:.2f} s ({slowest[1]})."
        f" Seed {seed}."
    )
    row = {"seed": seed, "rollouts": done, "problems": len(chosen)}
    row |= {name: tally[name] for name in ("completed", "fell", "diverged")}
    add_up(results, "numbers", **row, slowest=round(slowest[0], 2))


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("walk", "numbers"))
    parser.add_argument("solutions", nargs="*", default=GAITS)
    parser.add_argument(
        "--simulated", type=float, default=100_000.0, help="s of each gait"
    )
    parser.add_argument("--rollouts", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="where a line is added")
    given = parser.parse_args()
    if given.what == "walk":
        for name in given.solutions:
            walk(name, given.simulated, given.results)
    else:
        numbers(given.rollouts, given.seconds, given.seed, given.results)


if __name__ == "__main__":
    main()
