"""Tables over several gaits: trials, what stage 2 leaves of the guide, terrain."""

import numpy as np

from gaitsmith.papers.vandepanne1995.tables.gaits import GAITS, searched
from gaitsmith.papers.vandepanne1995.tables.motion import (
    FLIGHT,
    motion_of,
    period_plot,
    stage_of,
)
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Row, Tell
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.solution import Solution
from gaitsmith.withdrawal.window import guided_effort
from gaitsmith.workflows import simulate, start_of

# Trials of Simpleton's stages 1 and 2 together, and of 5 s of free walking (section 4).
FEWEST, MOST, FREE_TRIALS, FREE_SECONDS = 50, 200, 500, 5.0


@reproduces("vandepanne1995/trials")
def trials(tell: Tell, _workers: int | None = None) -> Comparison:
    """Simpleton: rollouts that each stage takes, beside the paper's."""
    stages = [stage_of(name) for name in ("simpleton_1", "simpleton_2", "simpleton")]
    rollouts = [simulate(stage).rollout for stage in stages]
    for stage, rollout in zip(stages, rollouts, strict=True):
        tell(f"{stage.name}: {rollout.sentence}")
    guided, freed = sum(map(searched, stages[:2])), stages[2].provenance.evaluations
    free = rollouts[2]
    effort = free.measures.metered["guide"]["effort"]
    is_free = free.seconds >= FREE_SECONDS and effort == 0.0
    rows = [
        {
            "stage": "stages 1 and 2",
            "ours": guided,
            "paper": f"{FEWEST} to {MOST}",
            "reached": guided <= MOST,
        },
        {
            "stage": f"stage 3, {FREE_SECONDS:g} s without guide",
            "ours": freed,
            "paper": f"about {FREE_TRIALS}",
            "reached": is_free and freed <= FREE_TRIALS,
        },
    ]
    return Comparison.of(
        "vandepanne1995: trials of Simpleton's stages",
        rows,
        f"Walks {free.seconds:.2f} s and {free.measures.speed * free.seconds:.1f} m"
        f" with the guide off, after {guided + freed} rollouts in all.",
        exhibits=_exhibits(stages),
    )


@reproduces("vandepanne1995/guidance")
def guidance(tell: Tell, _workers: int | None = None) -> Comparison:
    """Effort of the guide in a stride, before and after stage 2, of every gait."""
    rows: list[Row] = []
    shown: list[Solution] = []
    for gait in (one.solutions for one in GAITS.values()):
        before, after = stages = [stage_of(f"{gait}_{number}") for number in (1, 2)]
        efforts = guided_effort(before), guided_effort(after)
        speeds = [simulate(one).rollout.measures.speed for one in stages]
        tell(f"{gait}: {efforts[0]:.0f} to {efforts[1]:.0f}")
        rows.append(
            {
                "gait": gait,
                "m/s, stage 1": speeds[0],
                "m/s, stage 2": speeds[1],
                "N2 m2 s a stride, stage 1": efforts[0],
                "N2 m2 s a stride, stage 2": efforts[1],
                "ratio": efforts[1] / efforts[0],
            }
        )
        shown.append(after)
    return Comparison.of(
        "vandepanne1995: what stage 2 leaves of the guide's effort",
        rows,
        "The paper prints no figures of these; it shows the gaits.",
        exhibits=_exhibits(shown),
    )


@reproduces("vandepanne1995/pelvis-height")
def pelvis_height(tell: Tell, _workers: int | None = None) -> Comparison:
    """Height of the pelvis over a period of the human's walk, run and skip."""
    names = [f"human_{gait}_1" for gait in ("walk", "run", "skip")]
    motions = [motion_of(stage_of(name), name) for name in names]
    rows: list[Row] = []
    for motion in motions:
        height = motion.pelvis_height
        tell(f"{motion.label}: {np.mean(height):.3f} m")
        rows.append(
            {
                "gait": motion.label,
                "mean m": float(np.mean(height)),
                "rise and fall m": float(np.ptp(height)),
                "flight share": motion.flight_share,
                "m/s": motion.stride / motion.period,
            }
        )
    flights = [m.label.split("_")[1] for m in motions if m.flight_share > FLIGHT]
    heights = {motion.label: motion.pelvis_height for motion in motions}
    return Comparison.of(
        "vandepanne1995: height of the pelvis in three gaits",
        rows,
        "The paper draws it in Figure 10, and has no numbers of it in its text."
        " Both feet are off the ground for more than 5 % of the time in:"
        f" {', '.join(flights) or 'none'}.",
        exhibits=tuple(Exhibit(motion.label, motion.solution) for motion in motions),
        plots=(period_plot("Height of the pelvis", "m", heights),),
    )


@reproduces("vandepanne1995/terrain")
def terrain(tell: Tell, _workers: int | None = None) -> Comparison:
    """Simpleton on uneven ground, and leaning into a load: how far in 4 s."""
    rows: list[Row] = []
    names = ("simpleton_1", "simpleton_terrain_1", "simpleton_lean_1")
    solutions = [stage_of(name) for name in names]
    for solution in solutions:
        before = simulate(start_of(solution)).rollout
        after = simulate(solution).rollout
        tell(f"{solution.name}: {after.sentence}")
        rows.append(
            {
                "gait": solution.name,
                "start stays up s": before.seconds,
                "stays up s": after.seconds,
                "way m": after.measures.speed * after.seconds,
                "rollouts": solution.provenance.evaluations,
            }
        )
    return Comparison.of(
        "vandepanne1995: Simpleton on variable terrain, and pulling a load",
        rows,
        "The paper shows these in Plate A, without figures.",
        exhibits=_exhibits(solutions),
    )


def _exhibits(solutions: list[Solution]) -> tuple[Exhibit, ...]:
    return tuple(Exhibit(solution.name, solution) for solution in solutions)
