"""How often the demo succeeds."""

import tempfile
from pathlib import Path

from gaitsmith.experiment import load_experiment
from gaitsmith.reproduction.comparison import Comparison, Row, Tell, count_true
from gaitsmith.reproduction.tables import reproduces
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


@reproduces("demo/success-rate")
def success_rate(tell: Tell, workers: int | None) -> Comparison:
    """The demo's budget with ten seeds; success is 40 s of walking at 2400 Hz."""
    rows: list[Row] = []
    for seed in SEEDS:
        experiment = load_experiment("demo", (f"seed={seed}",))
        before = simulate(initial_solution(experiment)).rollout
        with tempfile.TemporaryDirectory() as folder:
            run = optimize(experiment, Path(folder) / "run", workers)
            if run.is_interrupted:
                raise KeyboardInterrupt
            best = with_setting(run.best, duration=CHECK_SECONDS, rate=CHECK_RATE)
            after = simulate(best).rollout
        walks = after.outcome is Outcome.COMPLETED and after.measures.speed > 0.5
        rows.append(
            {
                "seed": seed,
                "before s": before.seconds,
                "candidates": run.evaluations,
                "search s": run.seconds,
                "after s": after.seconds,
                "m/s": after.measures.speed,
                "step m": after.measures.step_length,
                "walks 40 s": walks,
            }
        )
        tell(f"seed {seed}: {after.sentence}")
    successes = count_true(rows, "walks 40 s")
    return Comparison.of(
        "The demo with ten seeds: seconds walked before and after",
        rows,
        f"{successes} of {len(rows)} seeds walk {CHECK_SECONDS:g} s.",
    )
