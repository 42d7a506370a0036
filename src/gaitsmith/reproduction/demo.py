"""How often the demo succeeds."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from gaitsmith.assessment import assess
from gaitsmith.experiment import load_experiment
from gaitsmith.reproduction.comparison import Comparison, Row, Tell, count_true
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.workflows import (
    CHECK_RATE,
    CHECK_SECONDS,
    initial_solution,
    optimize,
    simulate,
    with_setting,
)

SEEDS = range(1, 11)
BODIES = ((1.55, 50.0), (1.65, 55.0), (1.72, 63.0), (1.9, 95.0))  # m, kg
SPEED = 0.5  # m/s; slower is no walk


@reproduces("demo/success-rate")
def success_rate(tell: Tell, workers: AnyWorkers) -> Comparison:
    """The demo with ten seeds and on other bodies; success is 40 s at 2400 Hz."""
    asked = [([f"seed={seed}"], "1.80 m, 70 kg", seed) for seed in SEEDS]
    for height, mass in BODIES:
        changes = [f"character.height={height}", f"character.mass={mass}"]
        asked.append((changes, f"{height:.2f} m, {mass:g} kg", 1))
    rows = [_row(*one, tell, workers) for one in asked]
    successes = count_true(rows, "walks 40 s")
    return Comparison.of(
        "The demo with ten seeds, and on other bodies: seconds walked before and after",
        rows,
        f"{successes} of {len(rows)} walk {CHECK_SECONDS:g} s. The score is that of the"
        " joint angles against people's at the same speed, 0.8 to 0.95 for a person; a"
        " positive width is one of feet that do not cross.",
    )


def _row(
    changes: Sequence[str], body: str, seed: int, tell: Tell, workers: AnyWorkers
) -> Row:
    experiment = load_experiment("demo", changes)
    before = simulate(initial_solution(experiment)).rollout
    with tempfile.TemporaryDirectory() as folder:
        run = optimize(experiment, Path(folder) / "run", workers)
        if run.is_interrupted:
            raise KeyboardInterrupt
    best = with_setting(run.best, duration=CHECK_SECONDS, rate=CHECK_RATE)
    after = simulate(best).rollout
    tell(f"{body}, seed {seed}: {after.sentence}")
    walks = after.outcome is Outcome.COMPLETED and after.measures.speed > SPEED
    assessed = assess(run.best) if walks else None
    summary = assessed.analysis.summary if assessed else None
    return {
        "body": body,
        "seed": seed,
        "before s": before.seconds,
        "candidates": run.evaluations,
        "search s": run.seconds,
        "after s": after.seconds,
        "m/s": summary.speed if summary else None,
        "steps/min": summary.cadence if summary else None,
        "step m": summary.step_length if summary else None,
        "width m": summary.step_width if summary else None,
        "score": assessed.score.angles["average"].standard_score if assessed else None,
        "walks 40 s": walks,
    }
