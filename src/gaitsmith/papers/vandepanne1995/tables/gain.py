"""What guiding gains: searches with and without a guide, from the same bad starts.

Van de Panne & Lamouret 1995 argue for the guide and do not measure it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gaitsmith.experiment import load_experiment
from gaitsmith.optimization.stopping import StopReason
from gaitsmith.papers.vandepanne1995.tables.free import BY_EFFORT, FREE_SECONDS
from gaitsmith.papers.vandepanne1995.tables.gaits import GAITS
from gaitsmith.papers.vandepanne1995.tables.searches import kept
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Tell
from gaitsmith.reproduction.findings import PaperFigure, Sample, compare
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.workflows import simulate, with_setting

SEEDS = range(1, 21)
FREE_WAY = 1.0  # m in 5 s without guide, for keyframes to succeed
TRIALS = 700  # of Simpleton: stages 1 and 2, and what stage 3 may take at most
NO_GUIDE = "no guide at any time, for as many rollouts"


@dataclass(frozen=True)
class Attempt:
    """One search, or one set of stages."""

    is_success: bool
    evaluations: int
    """Rollouts until the success, or all."""
    best: Solution


Attempts = Callable[[int, AnyWorkers], Attempt]


@reproduces("vandepanne1995/gain")
def gain(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Success and rollouts to it with and without a guide, 20 seeds each."""

    def attempts(what: str, attempt_at: Attempts) -> dict[int, Attempt]:
        found: dict[int, Attempt] = {}
        for seed in SEEDS:
            found[seed] = one = attempt_at(seed, workers)
            words = "succeeds" if one.is_success else "does not succeed"
            tell(f"{what}: seed {seed} {words} in {one.evaluations} rollouts")
        return found

    stages = attempts("Simpleton, three stages", _simpleton_in_stages)
    alone = attempts("Simpleton, no guide", _simpleton_alone)
    findings = _findings(
        f"Simpleton, {FREE_SECONDS:g} s and {FREE_WAY:g} m", alone, NO_GUIDE, stages
    )
    for name, differences in (
        ("humanoid_guided", "SIMBICON; the guide goes within one search"),
        ("humanoid_unguided", f"SIMBICON; {NO_GUIDE}"),
    ):
        found = attempts(name, humanoid(name))
        findings += _findings("humanoid, 0.8 m/s for 6 s", found, differences)
    return compare(
        f"vandepanne1995: what a guide gains, {len(SEEDS)} seeds",
        findings,
        "The paper argues that guiding helps and has no figures. Failures count with"
        " all their rollouts.",
        exhibits=(Exhibit("Simpleton, three stages", stages[SEEDS[0]].best),),
    )


def _findings(
    what: str,
    ours: Mapping[int, Attempt],
    differences: str,
    published: Mapping[int, Attempt] | None = None,
) -> list[PaperFigure]:
    """How many succeed, and in how many rollouts."""

    def by_seed(
        found: Mapping[int, Attempt], value: Callable[[Attempt], float | bool]
    ) -> Sample:
        return Sample({seed: value(one) for seed, one in found.items()})

    figures: dict[str, Callable[[Attempt], float | bool]] = {
        "succeed": lambda one: one.is_success,
        "rollouts": lambda one: float(one.evaluations),
    }
    return [
        PaperFigure(
            f"{what}: {words}",
            "guiding helps",
            None,
            None if published is None else by_seed(published, value),
            by_seed(ours, value),
            differences,
        )
        for words, value in figures.items()
    ]


def humanoid(name: str) -> Attempts:
    """Success is the target of the experiment, reached without a guide."""

    def attempt_at(seed: int, workers: AnyWorkers) -> Attempt:
        experiment = load_experiment(f"vandepanne1995/{name}", (f"seed={seed}",))
        run = kept(experiment, f"{name}-{seed}", workers)
        is_success = run.stop_reason is StopReason.TARGET_REACHED
        return Attempt(is_success, run.evaluations, run.best)

    return attempt_at


def _simpleton_alone(seed: int, workers: AnyWorkers) -> Attempt:
    """As far as it comes in 5 s, never held; as many rollouts as with the stages."""
    changes = (
        "setting.guide.strength=0.0",
        f"setting.duration={FREE_SECONDS}",
        f"optimizer.max_generations={TRIALS}",
        "optimizer.stall_generations=100000",
        # A fall outweighs every speed, so the target is not reached with one.
        "objective.fail.weight=1000.0",
        f"optimizer.target={-FREE_WAY / FREE_SECONDS}",
        f"seed={seed}",
    )
    experiment = load_experiment("vandepanne1995/simpleton_1", changes)
    run = kept(experiment, f"simpleton-alone-{seed}", workers)
    return Attempt(_walks(run.best), run.evaluations, run.best)


def _simpleton_in_stages(seed: int, workers: AnyWorkers) -> Attempt:
    """Stages 1 and 2 with the guide, then withdrawn window by window."""
    way = GAITS["simpleton"].published
    guided = sum(run.evaluations for run in way.stages(seed, workers))
    withdrawn = way.freed(seed, workers, BY_EFFORT)
    is_success = withdrawn.is_reached and _walks(withdrawn.best)
    return Attempt(is_success, guided + withdrawn.evaluations, withdrawn.best)


def _walks(solution: Solution) -> bool:
    """Whether it walks 5 s and a metre without a guide."""
    guide = solution.problem.setting.guide.model_copy(update={"strength": 0.0})
    free = with_setting(solution, duration=FREE_SECONDS, guide=guide.model_dump())
    rollout = simulate(free).rollout
    way = rollout.measures.speed * rollout.seconds
    return rollout.outcome is Outcome.COMPLETED and way >= FREE_WAY
