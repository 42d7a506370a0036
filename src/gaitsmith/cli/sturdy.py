"""gaitsmith sturdy: whether a solution holds at other time steps and starts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import aligned, notes, print_result
from gaitsmith.cli.crew import told_by, who_works
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    OnCluster,
    SolutionOrStart,
    Workers,
)
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.optimization.sturdiness import Sturdiness, SturdyTrial


def sturdy(
    solution: SolutionOrStart,
    rates: Annotated[
        str,
        typer.Option(
            metavar="HZ,HZ,...",
            help="Time steps a second.",
            show_default="once, twice and four times its own",
        ),
    ] = "",
    seconds: Annotated[
        float | None, typer.Option(help="s, of each.", show_default="100")
    ] = None,
    starts: Annotated[
        int | None, typer.Option(help="Starts a little off.", show_default="4")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep what came of it in its file.")
    ] = False,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Check that a solution holds at other time steps and starts."""
    from gaitsmith.optimization.sturdiness_check import check_sturdiness, spec_in_hertz
    from gaitsmith.runs.advance import Advance
    from gaitsmith.runs.progress_bar import JobProgress
    from gaitsmith.runs.solution import keep_sturdiness
    from gaitsmith.workflows import find_solution, is_start, solution_or_start

    if keep and (changes or is_start(solution)):
        raise InputError(
            "--keep: this is not the solution of a file; leave out --keep, or name a"
            " solution without --set."
        )
    found = solution_or_start(solution, changes or ())
    spec = spec_in_hertz(
        found.problem.setting.rate, _numbers(rates), seconds=seconds, starts=starts
    )
    announce_compiling(found.problem)
    done = 0
    with (
        who_works(workers, cluster, different_bits) as crew,
        JobProgress(notes()) as watch,
    ):

        def tell(rate: float, trials: "Sequence[SturdyTrial]") -> None:
            nonlocal done
            done += 1
            held = sum(trial.holds for trial in trials)
            words = f"{held} of {len(trials)} hold at {rate:g} Hz"
            is_last = done == len(spec.rates)
            told_by(crew, watch)(
                Advance("rate", done, len(spec.rates), words, is_last=is_last)
            )

        checked = check_sturdiness(found.problem, found.values, spec, crew, tell)
    if checked is None:
        raise InputError(
            f"{solution}: its law is plain Python, with which this takes hours; compile"
            " it with @gaitsmith.compiled."
        )
    kept = find_solution(solution) if keep else None
    if kept:
        keep_sturdiness(kept, checked)
    print_result(
        json,
        checked.as_dict(),
        checked.sentence,
        "",
        *_table(checked),
        *([f"\nKept in {kept}"] if kept else []),
    )


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")] if text else []
    except ValueError:
        raise InputError(
            f"--rates {text}: write Hz with commas, such as 1200,2400,4800."
        ) from None


def _table(checked: "Sturdiness") -> list[str]:
    rows: list[tuple[str, ...]] = [("Hz", "start", "outcome", "s")]
    rows += [
        (
            f"{trial.rate:g}",
            f"{trial.start} (a little off)" if trial.start else "its own",
            trial.outcome,
            f"{trial.seconds:.2f}",
        )
        for trial in checked.trials
    ]
    return aligned(rows)
