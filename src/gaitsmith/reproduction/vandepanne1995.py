"""Guided optimization for balanced locomotion (van de Panne & Lamouret 1995)."""

from typing import cast

import numpy as np
from rich.console import Console

from gaitsmith.gait.cycles import NUM_POINTS
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.gait.summary import summarize
from gaitsmith.guidance.window import guided_effort
from gaitsmith.reproduction.comparison import Cell, Comparison, Exhibit, Line, Plot
from gaitsmith.runs.solution import Solution
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import initial_solution, load_solution, simulate

GAITS = ("simpleton", "robo_bird", "human_walk", "human_run", "human_skip")
# Trials of Simpleton's stages 1 and 2 together, and of 5 s of free walking (section 4).
FEWEST, MOST, FREE_TRIALS, FREE_SECONDS = 50, 200, 500, 5.0
HEIGHT_RATE = 200.0  # Hz of recordings


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


def pelvis_height(console: Console, _workers: int | None = None) -> Comparison:
    """Height of the pelvis over a period of the human's walk, run and skip."""
    rows: list[tuple[Cell, ...]] = []
    lines: list[Line] = []
    solutions = [_solution(f"human_{gait}_1") for gait in ("walk", "run", "skip")]
    for solution in solutions:
        character = solution.experiment.problem.character
        recording = simulate(solution, HEIGHT_RATE).rollout.recording
        assert recording is not None, "it was asked for"
        pelvis = body_poses(character, recording).position[:, character.roles.pelvis, 2]
        last = round(solution.values["period"] * recording.frame_rate)
        cycle = pelvis[-last:]
        summary = summarize(character, recording, settling_time=1.0)
        console.print(f"{solution.name}: {np.mean(cycle):.3f} m", markup=False)
        rows.append(
            (
                solution.name,
                float(np.mean(cycle)),
                float(np.ptp(cycle)),
                summary.flight_share,
                summary.speed,
            )
        )
        share = np.linspace(0.0, 1.0, NUM_POINTS)
        heights = np.interp(share, np.linspace(0.0, 1.0, len(cycle)), cycle)
        lines.append(Line(solution.name, heights))
    flights = [str(row[0]).split("_")[1] for row in rows if cast(float, row[3]) > 0.05]
    return Comparison(
        title="vandepanne1995: height of the pelvis in three gaits",
        columns=("gait", "mean m", "rise and fall m", "flight share", "m/s"),
        rows=tuple(rows),
        verdict=(
            "The paper draws it in Figure 10, and has no numbers of it in its text."
            " Both feet are off the ground for more than 5 % of the time in:"
            f" {', '.join(flights) or 'none'}."
        ),
        exhibits=tuple(Exhibit(solution.name, solution) for solution in solutions),
        plots=(
            Plot(
                "Height of the pelvis",
                "period [%]",
                "m",
                np.linspace(0.0, 100.0, NUM_POINTS),
                tuple(lines),
            ),
        ),
    )


def terrain(console: Console, _workers: int | None = None) -> Comparison:
    """Simpleton on uneven ground, and leaning into a load: how far in 4 s."""
    rows: list[tuple[Cell, ...]] = []
    names = ("simpleton_1", "simpleton_terrain_1", "simpleton_lean_1")
    solutions = [_solution(name) for name in names]
    for solution in solutions:
        before = simulate(initial_solution(solution.experiment)).rollout
        after = simulate(solution).rollout
        console.print(f"{solution.name}: {after.sentence}", markup=False)
        rows.append(
            (
                solution.name,
                before.seconds,
                after.seconds,
                after.measures.speed * after.seconds,
                solution.evaluations,
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
