"""How often the demo succeeds."""

import tempfile
from pathlib import Path

from rich.console import Console

from gaitsmith.experiment import load_experiment
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.workflows import (
    CHECK_RATE,
    CHECK_SECONDS,
    initial_solution,
    optimize,
    simulate,
    with_setting,
)

SEEDS = range(1, 11)


def success_rate(console: Console, workers: int | None) -> Comparison:
    """The demo's budget with ten seeds; success is 40 s of walking at 2400 Hz."""
    rows, successes = [], 0
    for seed in SEEDS:
        experiment = load_experiment("demo", (f"seed={seed}",))
        before = simulate(initial_solution(experiment)).rollout
        with tempfile.TemporaryDirectory() as folder:
            run = optimize(experiment, Path(folder) / "run", workers)
            if run.stop_reason is StopReason.INTERRUPTED:
                raise KeyboardInterrupt
            best = with_setting(run.best, duration=CHECK_SECONDS, rate=CHECK_RATE)
            after = simulate(best).rollout
        walks = after.outcome is Outcome.COMPLETED and after.measures.speed > 0.5
        successes += walks
        rows.append(
            (
                seed,
                before.seconds,
                run.evaluations,
                run.seconds,
                after.seconds,
                after.measures.speed,
                after.measures.step_length,
                "yes" if walks else "no",
            )
        )
        console.print(f"seed {seed}: {after.sentence}", markup=False)
    return Comparison(
        "The demo with ten seeds: seconds walked before and after",
        (
            "seed",
            "before s",
            "candidates",
            "search s",
            "after s",
            "m/s",
            "step m",
            "walks 40 s",
        ),
        tuple(rows),
        f"{successes} of {len(rows)} seeds walk {CHECK_SECONDS:g} s.",
    )
