"""Ideas for searches, tried on this project's own problems with matched seeds.

    python benchmarks/search_ideas.py run demo --seeds 10   # adds what lacks
    python benchmarks/search_ideas.py run first_walk --ideas "as is,start,model"
    python benchmarks/search_ideas.py chain                 # what a chain hands on
    python benchmarks/search_ideas.py walks --seeds 20      # how soon a walk is found
    python benchmarks/search_ideas.py table                 # those of docs/search.md

A run is kept as a line of search_ideas.jsonl: how the best cost fell, by candidates and
by processor seconds of one worker, without loading and compiling. What was kept is a
key of [optimizer]; what was not is in `trial_optimizers` and `trial_evaluations`.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import trial_evaluations as trials
from trial_evaluations import WALKS, Plain, ended_early, longest
from trial_optimizers import Handed, shaped

import gaitsmith
from gaitsmith.adaptation.varying import experiment_at
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.search import search
from gaitsmith.runs.best import best_of

RESULTS = Path(__file__).with_name("search_ideas.jsonl")
NEAR = 1.05  # of the best known objective


class Task(NamedTuple):
    """A problem, and how long it is searched."""

    experiment: str
    generations: int
    population: int
    sigma: float


TASKS = {
    "demo": Task("demo", 30, 16, 0.1),
    "first_walk": Task("simbicon/first_walk", 40, 16, 0.5),
    "demo_long": Task("demo", 100, 16, 0.1),
    "first_walk_long": Task("simbicon/first_walk", 120, 16, 0.5),
    "steps2009": Task("wang2009/first_steps", 60, 19, 0.003),
    "steps2012": Task("wang2012/first_steps", 60, 16, 0.15),
    "nwalk": Task("wang2012/nwalk", 30, 16, 0.05),
    "steady": Task("wang2012/steady_steps", 150, 16, 0.1),
    "preferred": Task("wang2009/preferred", 300, 19, 0.003),
}


class Idea(NamedTuple):
    """What is different."""

    words: str
    changes: Callable[[Task], dict[str, Any]] = lambda _task: {}
    """Of the [optimizer] table."""
    evaluate: type[Plain] = Plain


def _keys(**changes: Any) -> Callable[[Task], dict[str, Any]]:
    return lambda _task: changes


def _sigma(factor: float, **changes: Any) -> Callable[[Task], dict[str, Any]]:
    return lambda task: {"sigma": factor * task.sigma, **changes}


IDEAS = {
    "as is": Idea("one CMA-ES as the experiment says"),
    "start": Idea("the first candidate is the start", _keys(include_start=True)),
    "sigma/2": Idea("half the first step", _sigma(0.5)),
    "sigma/4": Idea("a quarter of it", _sigma(0.25)),
    "sigma*2": Idea("twice the first step", _sigma(2.0)),
    "start sigma/2": Idea("both", _sigma(0.5, include_start=True)),
    "start sigma/4": Idea("both", _sigma(0.25, include_start=True)),
    "damping/2": Idea("the step follows sooner", _keys(step_damping=0.5)),
    "damping/4": Idea("the step follows much sooner", _keys(step_damping=0.25)),
    "damping/8": Idea("even sooner", _keys(step_damping=0.125)),
    "start damping/4": Idea("both", _keys(step_damping=0.25, include_start=True)),
    "start damping/4 sigma/2": Idea(
        "all three", _sigma(0.5, step_damping=0.25, include_start=True)
    ),
    "start full": Idea(
        "all pairs of parameters are learnt", _keys(diagonal=False, include_start=True)
    ),
    "start population 8": Idea(
        "eight candidates", _keys(population=8, include_start=True)
    ),
    "start population 16": Idea(
        "16 candidates", _keys(population=16, include_start=True)
    ),
    "start population 24": Idea(
        "24 candidates", _keys(population=24, include_start=True)
    ),
    "start population 32": Idea(
        "32 candidates", _keys(population=32, include_start=True)
    ),
    "two points": Idea(
        "the step by two points (TPA)", _keys(method="trial-options", steps="TPA")
    ),
    "population 8": Idea("eight candidates", _keys(population=8)),
    "population 24": Idea("24 candidates", _keys(population=24)),
    "population 32": Idea("32 candidates", _keys(population=32)),
    "elitist": Idea(
        "the best so far is in every generation",
        _keys(method="trial-options", elitist=True),
    ),
    "heats 2x4": Idea(
        "of two searches, one goes on after 4 generations",
        _keys(method="trial-heats", searches=2, heat=4),
    ),
    "heats 4x4": Idea(
        "of four, half go on after 4 generations, one after 8",
        _keys(method="trial-heats", searches=4, heat=4),
    ),
    "restarts": Idea(
        "begins again after 10 generations without progress",
        _keys(method="trial-restarts"),
    ),
    "bipop": Idea(
        "BIPOP: begins again after 10 generations without progress",
        _keys(method="trial-bipop", include_start=True),
    ),
    "narrow 10": Idea(
        "after 10 without progress, on from the best with half the step",
        _keys(method="trial-narrow"),
    ),
    "narrow 5": Idea("the same after 5", _keys(method="trial-narrow", stall=5)),
    "narrow 3": Idea("the same after 3", _keys(method="trial-narrow", stall=3)),
    "model": Idea(
        "a quadratic model chooses among three times as many",
        _keys(method="trial-model"),
    ),
    "growing": Idea("2.5 s, doubled when half stay up", evaluate=trials.Growing),
    "growing soon": Idea(
        "2.5 s, doubled when one stays up", evaluate=trials.GrowingSoon
    ),
    "growing 5": Idea("5 s, doubled when one stays up", evaluate=trials.Halved),
    "ending early": Idea(
        "ended when it costs more than the last better half had then",
        _keys(include_start=True),
        evaluate=trials.Cut,
    ),
    "ending early 1.5": Idea(
        "the same at one and a half times as much",
        _keys(include_start=True),
        evaluate=trials.CutLate,
    ),
    "damping/4 ending early": Idea(
        "both",
        _keys(step_damping=0.25),
        evaluate=trials.Cut,
    ),
    "deadzone": Idea("continuous deadzones", evaluate=trials.Continuous),
}


def prepared(name: str, idea: Idea) -> Experiment:
    """The experiment of a task, changed by an idea; as many candidates in all."""
    task = TASKS[name]
    found = gaitsmith.load_experiment(task.experiment)
    changes = idea.changes(task)
    population = changes.get("population", task.population)
    table = {
        **found.search.optimizer.model_dump(),
        "sigma": task.sigma,
        "population": population,
        "max_generations": round(task.generations * task.population / population),
        "include_start": False,
        "step_damping": 1.0,
        **changes,
    }
    return found.changed({"optimizer": table}, "search_ideas")


def one_run(
    experiment: Experiment, idea: Idea, seed: int, until: float = -math.inf
) -> dict[str, Any]:
    """How the best cost fell; what it cost, and what ending early could have saved.

    Args:
        experiment: what is searched, and how.
        idea: how candidates are evaluated.
        seed: of the search.
        until: it ends with a cost below this.
    """
    problem = experiment.problem
    evaluate = idea.evaluate(problem)
    curve: list[tuple[int, float, float]] = []
    lowest, simulated, taken, early = math.inf, 0.0, 0.0, 0.0
    began = time.process_time()
    evaluations, sigma = 0, 0.0
    for found in search(problem.space, experiment.search.optimizer, seed, evaluate):
        evaluations, sigma = found.evaluations, found.sigma
        lasted = evaluate.workers.seconds
        simulated += sum(lasted.values())
        taken += longest(list(lasted.values()))
        early += longest(ended_early(lasted, found.costs, problem.setting.duration))
        if evaluate.lowest is not None and evaluate.lowest < lowest:
            lowest = evaluate.lowest
            if lowest < WALKS:
                spent = time.process_time() - began
                curve.append((evaluations, round(spent, 3), round(lowest, 5)))
        if lowest < until:
            break
    return {
        "curve": curve,
        "evaluations": evaluations,
        "seconds": round(time.process_time() - began, 3),
        "simulated": round(simulated, 1),
        "idle": round(8 * taken - simulated, 1),
        "sigma": sigma,
        "early": round(early / taken, 4),
    }


def read() -> list[dict[str, Any]]:
    """All runs that are kept."""
    text = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def keep(row: dict[str, Any]) -> None:
    """Add a run to those that are kept."""
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    print({key: row[key] for key in row if key != "curve"}, flush=True)


def run(name: str, ideas: Sequence[str], seeds: range) -> None:
    """Do what is not kept yet; seed by seed, so that what is there is matched."""
    known = {(row["task"], row["idea"], row["seed"]) for row in read()}
    first = prepared(name, IDEAS["as is"])
    Plain(first.problem)([np.zeros(first.problem.space.dimension)], 1.0)  # compiles
    for seed in seeds:
        for idea in ideas:
            if (name, idea, seed) not in known:
                found = one_run(prepared(name, IDEAS[idea]), IDEAS[idea], seed)
                keep({"task": name, "idea": idea, "seed": seed, **found})


HANDED = ("anew", "step", "scales", "other draws", "other draws and scales")
CHAIN = "wang2009/short2", "setting.terrain.slope", (2.0, 4.0, 6.0)  # degrees
STAGE = 20  # generations


def chains(seeds: range, ideas: Sequence[str]) -> None:
    """Searches along a chain; each begins where the one before ended."""
    known = {(row["idea"], row["seed"]) for row in read() if row["task"] == "chain"}
    name, key, values = CHAIN
    first = gaitsmith.load_solution(name)
    for seed in seeds:
        for idea in HANDED:
            if (idea, seed) in known or idea not in ideas:
                continue
            Handed.last, Handed.is_on, last = None, idea == "step", first
            stages, began = [], time.process_time()
            for value in values:
                found = experiment_at(last, key, value, last.values, generations=STAGE)
                table = {**found.as_dict()["optimizer"], "method": "trial-handed"}
                found = found.changed({"optimizer": table}, "search_ideas")
                if "scales" in idea:
                    found = shaped(found)
                how, evaluate = found.search.optimizer, Plain(found.problem)
                draws = seed + ("other draws" in idea) * 1000 * len(stages)
                *_, end = search(found.problem.space, how, draws, evaluate)
                stages.append(round(end.best, 5))
                last = best_of(found, end, "").solution
            spent = round(time.process_time() - began, 3)
            row = {"task": "chain", "idea": idea, "seed": seed, "stages": stages}
            keep({**row, "seconds": spent})


def first_below(row: dict[str, Any], limit: float) -> tuple[float, float]:
    """Candidates and seconds until the best costs at most this; infinite: never."""
    for evaluations, seconds, cost in row["curve"]:
        if cost <= limit:
            return evaluations, seconds
    return math.inf, math.inf


def table(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Of a task: how many of the seeds reach what, and when the median one does."""
    ends = [row["curve"][-1][2] if row["curve"] else math.inf for row in rows]
    limit = NEAR * min(ends)
    print(f"\n{name}; near: at most {limit:.4g}\n")
    print(
        "| idea | walk | candidates | s | near | candidates | s | end, quartiles"
        " | all s | lanes empty |\n|---|---|---|---|---|---|---|---|---|---|"
    )
    for idea in IDEAS:
        mine = [row for row in rows if row["idea"] == idea]
        if not mine:
            continue
        cells = [idea]
        for level in (WALKS, limit):
            found = [first_below(row, level) for row in mine]
            reached = sum(evaluations < math.inf for evaluations, _ in found)
            cells.append(f"{reached} of {len(mine)}")
            cells.append(f"{statistics.median(e for e, _ in found):.0f}")
            cells.append(f"{statistics.median(s for _, s in found):.1f}")
        last = sorted(row["curve"][-1][2] if row["curve"] else math.inf for row in mine)
        low, high = last[len(last) // 4], last[-1 - len(last) // 4]
        cells.append(f"{statistics.median(last):.3g} ({low:.3g} to {high:.3g})")
        cells.append(f"{statistics.mean(row['seconds'] for row in mine):.1f}")
        empty = sum(row["idle"] for row in mine)
        share = empty / (empty + sum(row["simulated"] for row in mine))
        print("| " + " | ".join([*cells, f"{share:.0%}"]) + " |")
    saved = [1.0 - row["early"] for row in rows if row["idea"] == "as is"]
    if saved:
        print(f"\nEnding early would save {statistics.mean(saved):.1%} at most.")


def chain_table(rows: Sequence[dict[str, Any]]) -> None:
    """Objectives at the ends of a chain's stages."""
    print("\n| handed on | seeds | " + " | ".join(f"{v:g}" for v in CHAIN[2]) + " |")
    print("|---|---|" + "---|" * len(CHAIN[2]))
    for idea in HANDED:
        mine = [row["stages"] for row in rows if row["idea"] == idea]
        if mine:
            middle = [f"{statistics.median(s):.3g}" for s in zip(*mine, strict=True)]
            print(f"| {idea} | {len(mine)} | " + " | ".join(middle) + " |")


def first_walks(name: str, seeds: range) -> None:
    """How soon searches find something that stays up, from the published start."""
    found = []
    first = prepared(name, IDEAS["start"])
    Plain(first.problem)([np.zeros(first.problem.space.dimension)], 1.0)  # compiles
    for seed in seeds:
        row = one_run(first, IDEAS["start"], seed, until=WALKS)
        found.append(first_below(row, WALKS))
    walked = sum(evaluations < math.inf for evaluations, _ in found)
    candidates, spent = zip(*found, strict=True)
    print(
        f"{name}: {walked} of {len(found)}; candidates: median"
        f" {statistics.median(candidates):.0f}, last {max(candidates):.0f}; processor"
        f" seconds: median {statistics.median(spent):.2f}, last {max(spent):.2f}",
        flush=True,
    )


def main() -> None:
    """Run, or make the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["run", "chain", "walks", "table"])
    parser.add_argument("tasks", nargs="*", default=list(TASKS))
    parser.add_argument("--ideas", default="")
    parser.add_argument("--seeds", type=int, default=10)
    given = parser.parse_args()
    seeds = range(1, 1 + given.seeds)
    if given.what == "chain":
        chains(seeds, given.ideas.split(",") if given.ideas else list(HANDED))
    elif given.what == "run":
        for name in given.tasks:
            run(name, given.ideas.split(",") if given.ideas else list(IDEAS), seeds)
    elif given.what == "walks":
        for name in given.tasks:
            first_walks(name, seeds)
    else:
        rows = read()
        for name in given.tasks:
            mine = [row for row in rows if row["task"] == name]
            if mine:
                table(name, mine)
        chain_table([row for row in rows if row["task"] == "chain"])


if __name__ == "__main__":
    sys.exit(main())
