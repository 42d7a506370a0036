"""Guided optimization for balanced locomotion (van de Panne & Lamouret 1995)."""

from rich.console import Console

from gaitsmith.guidance.window import guided_effort
from gaitsmith.reproduction.comparison import Cell, Comparison, Exhibit
from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate

GAITS = ("simpleton", "robo_bird", "human_walk", "human_run", "human_skip")
# Trials of Simpleton's stages 1 and 2 together, and of 5 s of free walking (section 4).
FEWEST, MOST, FREE_TRIALS, FREE_SECONDS = 50, 200, 500, 5.0


def _solution(name: str) -> Solution:
    return load_solution(gallery()[f"vandepanne1995/{name}"])


def trials(console: Console, _workers: int | None = None) -> Comparison:
    """Simpleton: rollouts that each stage takes, beside the paper's."""
    stages = [_solution(name) for name in ("simpleton_1", "simpleton_2", "simpleton")]
    rollouts = [simulate(stage).rollout for stage in stages]
    for stage, rollout in zip(stages, rollouts, strict=True):
        console.print(f"{stage.name}: {rollout.sentence}", markup=False)
    searched = [stage.experiment.spec.optimizer.max_generations for stage in stages[:2]]
    free = rollouts[2]
    rows: list[tuple[Cell, ...]] = [
        (
            "stages 1 and 2",
            sum(searched),
            f"{FEWEST} to {MOST}",
            _yes(sum(searched) <= MOST),
        ),
        (
            f"stage 3, {FREE_SECONDS:g} s without guide",
            stages[2].evaluations,
            f"about {FREE_TRIALS}",
            _yes(
                stages[2].evaluations <= FREE_TRIALS
                and free.seconds >= FREE_SECONDS
                and free.measures.guide_effort == 0.0
            ),
        ),
    ]
    return Comparison(
        title="vandepanne1995: trials of Simpleton's stages",
        columns=("stage", "ours", "paper", "reached"),
        rows=tuple(rows),
        verdict=(
            f"Walks {free.seconds:.2f} s and {free.measures.speed * free.seconds:.1f} m"
            " with the guide off, after"
            f" {sum(searched) + stages[2].evaluations} rollouts in all."
        ),
        exhibits=tuple(Exhibit(stage.name, stage) for stage in stages),
    )


def guidance(console: Console, _workers: int | None = None) -> Comparison:
    """Effort of the guide in a stride, before and after stage 2, of every gait."""
    rows: list[tuple[Cell, ...]] = []
    exhibits: list[Exhibit] = []
    for gait in GAITS:
        before, after = _solution(f"{gait}_1"), _solution(f"{gait}_2")
        efforts = guided_effort(before), guided_effort(after)
        speeds = [simulate(one).rollout.measures.speed for one in (before, after)]
        console.print(f"{gait}: {efforts[0]:.0f} to {efforts[1]:.0f}", markup=False)
        rows.append((gait, *speeds, *efforts, efforts[1] / efforts[0]))
        exhibits.append(Exhibit(after.name, after))
    return Comparison(
        title="vandepanne1995: what stage 2 leaves of the guide's effort",
        columns=(
            "gait",
            "m/s, stage 1",
            "m/s, stage 2",
            "N2 m2 s a stride, stage 1",
            "N2 m2 s a stride, stage 2",
            "ratio",
        ),
        rows=tuple(rows),
        verdict="The paper prints no figures of these; it shows the gaits.",
        exhibits=tuple(exhibits),
    )


def _yes(is_reached: bool) -> str:
    return "yes" if is_reached else "no"
