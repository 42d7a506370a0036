"""Tables over several gaits: trials, what stage 2 leaves of the guide, terrain."""

import numpy as np
from rich.console import Console

from gaitsmith.reproduction.comparison import Cell, Comparison, Exhibit
from gaitsmith.reproduction.vandepanne1995.gaits import GAITS, searched
from gaitsmith.reproduction.vandepanne1995.motion import (
    FLIGHT,
    motion_of,
    period_plot,
    stage_of,
)
from gaitsmith.withdrawal.window import guided_effort
from gaitsmith.workflows import simulate, start_of

# Trials of Simpleton's stages 1 and 2 together, and of 5 s of free walking (section 4).
FEWEST, MOST, FREE_TRIALS, FREE_SECONDS = 50, 200, 500, 5.0


def trials(console: Console, _workers: int | None = None) -> Comparison:
    """Simpleton: rollouts that each stage takes, beside the paper's."""
    stages = [stage_of(name) for name in ("simpleton_1", "simpleton_2", "simpleton")]
    rollouts = [simulate(stage).rollout for stage in stages]
    for stage, rollout in zip(stages, rollouts, strict=True):
        console.print(f"{stage.name}: {rollout.sentence}", markup=False)
    guided = sum(map(searched, stages[:2]))
    free = rollouts[2]
    rows: list[tuple[Cell, ...]] = [
        (
            "stages 1 and 2",
            guided,
            f"{FEWEST} to {MOST}",
            _yes(guided <= MOST),
        ),
        (
            f"stage 3, {FREE_SECONDS:g} s without guide",
            stages[2].provenance.evaluations,
            f"about {FREE_TRIALS}",
            _yes(
                stages[2].provenance.evaluations <= FREE_TRIALS
                and free.seconds >= FREE_SECONDS
                and free.measures.metered["guide"]["effort"] == 0.0
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
            f" {guided + stages[2].provenance.evaluations} rollouts in all."
        ),
        exhibits=tuple(Exhibit(stage.name, stage) for stage in stages),
    )


def guidance(console: Console, _workers: int | None = None) -> Comparison:
    """Effort of the guide in a stride, before and after stage 2, of every gait."""
    rows: list[tuple[Cell, ...]] = []
    exhibits: list[Exhibit] = []
    for gait in (one.solutions for one in GAITS.values()):
        before, after = stage_of(f"{gait}_1"), stage_of(f"{gait}_2")
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


def pelvis_height(console: Console, _workers: int | None = None) -> Comparison:
    """Height of the pelvis over a period of the human's walk, run and skip."""
    names = [f"human_{gait}_1" for gait in ("walk", "run", "skip")]
    motions = [motion_of(stage_of(name), name) for name in names]
    rows: list[tuple[Cell, ...]] = []
    for motion in motions:
        height = motion.pelvis_height
        console.print(f"{motion.label}: {np.mean(height):.3f} m", markup=False)
        rows.append(
            (
                motion.label,
                float(np.mean(height)),
                float(np.ptp(height)),
                motion.flight_share,
                motion.stride / motion.period,
            )
        )
    flights = [m.label.split("_")[1] for m in motions if m.flight_share > FLIGHT]
    heights = {motion.label: motion.pelvis_height for motion in motions}
    return Comparison(
        title="vandepanne1995: height of the pelvis in three gaits",
        columns=("gait", "mean m", "rise and fall m", "flight share", "m/s"),
        rows=tuple(rows),
        verdict=(
            "The paper draws it in Figure 10, and has no numbers of it in its text."
            " Both feet are off the ground for more than 5 % of the time in:"
            f" {', '.join(flights) or 'none'}."
        ),
        exhibits=tuple(Exhibit(motion.label, motion.solution) for motion in motions),
        plots=(period_plot("Height of the pelvis", "m", heights),),
    )


def terrain(console: Console, _workers: int | None = None) -> Comparison:
    """Simpleton on uneven ground, and leaning into a load: how far in 4 s."""
    rows: list[tuple[Cell, ...]] = []
    names = ("simpleton_1", "simpleton_terrain_1", "simpleton_lean_1")
    solutions = [stage_of(name) for name in names]
    for solution in solutions:
        before = simulate(start_of(solution)).rollout
        after = simulate(solution).rollout
        console.print(f"{solution.name}: {after.sentence}", markup=False)
        rows.append(
            (
                solution.name,
                before.seconds,
                after.seconds,
                after.measures.speed * after.seconds,
                solution.provenance.evaluations,
            )
        )
    return Comparison(
        title="vandepanne1995: Simpleton on variable terrain, and pulling a load",
        columns=("gait", "start stays up s", "stays up s", "way m", "rollouts"),
        rows=tuple(rows),
        verdict="The paper shows these in Plate A, without figures.",
        exhibits=tuple(Exhibit(solution.name, solution) for solution in solutions),
    )


def _yes(is_reached: bool) -> str:
    return "yes" if is_reached else "no"
