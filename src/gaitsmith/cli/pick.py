"""gaitsmith pick: a gait that a search passed on its way."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaitsmith.cli.console import aligned, notes, print_result, program
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes

if TYPE_CHECKING:
    from gaitsmith.improvements import Improvement, ReplayedRun


def pick(
    run: Annotated[Path, typer.Argument(help="The run folder of a search.")],
    speed: Annotated[
        float | None, typer.Option(help="m/s; of those that stay up, the nearest one.")
    ] = None,
    generation: Annotated[
        int | None,
        typer.Option(min=1, help="The best that was known after this generation."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            help="The solution file to write.",
            show_default="generation-N.json in the run folder",
        ),
    ] = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """List the bests that a search passed, or keep one of them."""
    from gaitsmith.improvements import nearest, replay_run
    from gaitsmith.runs.files import require_place

    _check_options(speed, generation, output, changes)
    if output is not None:
        require_place(output)
    with notes().status("Replaying the search"):
        replayed = replay_run(run)
    announce_compiling(replayed.experiment.problem)
    if generation is not None:
        _keep(replayed.as_of(generation).changed(changes or ()), run, output, json)
        return
    improvements = _simulated(replayed)
    if speed is not None:
        _keep(nearest(improvements, speed).changed(changes or ()), run, output, json)
        return
    rows = [_figures(one) for one in improvements]
    how = f"Keep one with: {program()} pick {run} --speed M/S, or --generation N"
    result = {"run": str(run), "improvements": rows}
    print_result(json, result, *_table(rows), "", how)


def _check_options(
    speed: float | None,
    generation: int | None,
    output: Path | None,
    changes: list[str] | None,
) -> None:
    if speed is not None and generation is not None:
        raise typer.BadParameter("--speed and --generation: give one of them.")
    if speed is not None and not math.isfinite(speed):
        raise typer.BadParameter(f"--speed {speed}: give a speed in m/s, such as 0.6.")
    for option, given in (("--output", output), ("--set", changes)):
        if given and speed is None and generation is None:
            raise typer.BadParameter(f"{option} goes with --speed or --generation.")


def _simulated(replayed: "ReplayedRun") -> "list[Improvement]":
    with notes().status("Simulating") as status:
        return replayed.improvements(
            lambda done, count: status.update(f"Simulating best {done} of {count}")
        )


def _keep(
    improvement: "Improvement", run: Path, output: Path | None, as_json: bool
) -> None:
    """Write the solution file, and say so."""
    from gaitsmith.runs.files import require_place

    file = output or run / f"generation-{improvement.generation}.json"
    require_place(file)
    improvement.solution.save(file)
    command = improvement.solution.provenance.command
    figures = _figures(improvement)
    strength = improvement.guide_strength
    fate = f", held by a guide of strength {strength:.3g}" if strength else ""
    fate += "" if improvement.is_up else f", falls after {improvement.seconds:.4g} s"
    print_result(
        as_json,
        {"run": str(run), "file": str(file), **figures, "command": command},
        f"{file} written: the best of generation {improvement.generation},"
        f" {improvement.speed:.2f} m/s{fate}.",
        f"Look at it with: {program()} report {file}",
    )


def _figures(improvement: "Improvement") -> dict[str, Any]:
    score = improvement.solution.score
    return {
        "generation": improvement.generation,
        "evaluations": improvement.solution.provenance.evaluations,
        "total": score["total"],
        "speed": improvement.speed,
        "simulated_seconds": improvement.seconds,
        "outcome": score["outcome"],
        "guide_strength": improvement.guide_strength,
    }


def _table(rows: list[dict[str, Any]]) -> list[str]:
    heads = ("generation", "evaluations", "objective", "m/s", "stays up [s]", "guide")
    lines = [
        heads,
        *(
            (
                str(row["generation"]),
                str(row["evaluations"]),
                f"{row['total']:.6g}",
                f"{row['speed']:z.2f}",
                f"{row['simulated_seconds']:.4g}",
                f"{row['guide_strength']:.3g}",
            )
            for row in rows
        ),
    ]
    is_guided = any(row["guide_strength"] for row in rows)
    return aligned(lines if is_guided else [line[:-1] for line in lines])
