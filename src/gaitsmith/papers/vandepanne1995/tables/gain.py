"""What guiding gains: searches with and without a guide, from the same bad starts.

Van de Panne & Lamouret 1995 argue for the guide and do not measure it. All runs are
kept in a folder, so that the table can be interrupted and goes on where it was.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gaitsmith.experiment import Experiment, load_experiment
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.search_job import Run, SearchJob
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.withdrawal.windows import WindowsJob, WindowsSpec
from gaitsmith.workflows import simulate, with_setting

FOLDER = Path("reproductions") / "vandepanne1995-gain"
SEEDS = range(1, 21)
FREE_SECONDS, FREE_WAY = 5.0, 1.0  # s and m without guide, for keyframes to succeed
# Rollouts of Simpleton: stages 1 and 2, and what stage 3 may take at most.
STAGES, WINDOW_TRIALS = (50, 150), 500


@dataclass(frozen=True)
class Attempt:
    """One search, or one set of stages."""

    is_success: bool
    evaluations: int
    """Rollouts until the success, or all."""
    best: Solution


Way = Callable[[int, int | None], Attempt]


@reproduces("vandepanne1995/gain")
def gain(tell: Tell, workers: int | None) -> Comparison:
    """Success and rollouts to it with and without a guide, 20 seeds each."""
    ways: dict[tuple[str, str], Way] = {
        ("humanoid, SIMBICON", "no guide"): _humanoid("humanoid_unguided"),
        ("humanoid, SIMBICON", "withdrawn"): _humanoid("humanoid_guided"),
        ("Simpleton, keyframes", "no guide"): _simpleton_alone,
        ("Simpleton, keyframes", "three stages"): _simpleton_in_stages,
    }
    rows: list[Row] = []
    exhibits: list[Exhibit] = []
    for (who, how), attempt_at in ways.items():
        attempts: list[Attempt] = []
        for seed in SEEDS:
            attempts.append(attempt_at(seed, workers))
            last = attempts[-1]
            words = "succeeds" if last.is_success else "does not succeed"
            tell(f"{who}, {how}: seed {seed} {words} in {last.evaluations} rollouts")
        needed = [attempt.evaluations for attempt in attempts if attempt.is_success]
        rows.append(
            {
                "task": who,
                "guide": how,
                "succeed": len(needed),
                "of": len(attempts),
                "median rollouts": float(statistics.median(needed)) if needed else None,
                "mean rollouts": statistics.fmean(one.evaluations for one in attempts),
            }
        )
        best = next((a for a in attempts if a.is_success), attempts[0])
        exhibits.append(Exhibit(f"{who}, {how}", best.best))
    return Comparison.of(
        f"vandepanne1995: what a guide gains, {len(SEEDS)} seeds",
        rows,
        "The paper argues that guiding helps and has no figures. Median: of those that"
        " succeed; mean: failures count with all their rollouts.",
        exhibits=tuple(exhibits),
    )


def _humanoid(name: str) -> Way:
    """Success is the target of the experiment, reached without a guide."""

    def attempt_at(seed: int, workers: int | None) -> Attempt:
        experiment = load_experiment(f"vandepanne1995/{name}", (f"seed={seed}",))
        run = _kept(experiment, f"{name}-{seed}", workers)
        is_success = run.stop_reason is StopReason.TARGET_REACHED
        return Attempt(is_success, run.evaluations, run.best)

    return attempt_at


def _simpleton_alone(seed: int, workers: int | None) -> Attempt:
    """As far as it comes in 5 s, never held; as many rollouts as with the stages."""
    budget = sum(STAGES) + WINDOW_TRIALS
    changes = (
        "setting.guide.strength=0.0",
        f"setting.duration={FREE_SECONDS}",
        f"optimizer.max_generations={budget}",
        "optimizer.stall_generations=100000",
        # A fall outweighs every speed, so the target is not reached with one.
        "objective.fail.weight=1000.0",
        f"optimizer.target={-FREE_WAY / FREE_SECONDS}",
        f"seed={seed}",
    )
    experiment = load_experiment("vandepanne1995/simpleton_1", changes)
    run = _kept(experiment, f"simpleton-alone-{seed}", workers)
    return Attempt(_walks(run.best), run.evaluations, run.best)


def _simpleton_in_stages(seed: int, workers: int | None) -> Attempt:
    """Stages 1 and 2 with the guide, then withdrawn window by window."""
    first = _kept(
        load_experiment("vandepanne1995/simpleton_1", (f"seed={seed}",)),
        f"simpleton-1-{seed}",
        workers,
    )
    table = {name: {"initial": v} for name, v in first.best.values.items()}
    second = _kept(
        load_experiment("vandepanne1995/simpleton_2", (f"seed={seed}",)).changed(
            {"parameters": table}, "stage 2"
        ),
        f"simpleton-2-{seed}",
        workers,
    )
    folder = FOLDER / f"simpleton-3-{seed}"
    spec = WindowsSpec(seconds=FREE_SECONDS, seed=seed)
    withdrawn = WindowsJob(second.best, spec).begin_or_resume(folder, workers)
    evaluations = first.evaluations + second.evaluations + withdrawn.evaluations
    is_success = withdrawn.is_reached and _walks(withdrawn.best)
    is_success = is_success and withdrawn.evaluations <= WINDOW_TRIALS
    return Attempt(is_success, evaluations, withdrawn.best)


def _walks(solution: Solution) -> bool:
    """Whether it walks 5 s and a metre without a guide."""
    guide = solution.problem.setting.guide.model_copy(update={"strength": 0.0})
    free = with_setting(solution, duration=FREE_SECONDS, guide=guide.model_dump())
    rollout = simulate(free).rollout
    way = rollout.measures.speed * rollout.seconds
    return rollout.outcome is Outcome.COMPLETED and way >= FREE_WAY


def _kept(experiment: Experiment, name: str, workers: int | None) -> Run:
    """A run in the folder; one that was begun before goes on.

    Raises:
        KeyboardInterrupt: it was interrupted, so there is nothing to count.
    """
    folder = FOLDER / name
    run = SearchJob(experiment).begin_or_resume(folder, workers)
    if run.is_interrupted:
        raise KeyboardInterrupt
    return run
