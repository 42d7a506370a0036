"""gaitsmith demo: learns to walk from a start that falls."""

from pathlib import Path
from typing import Annotated

import typer

from gaitsmith.cli.console import command_line, notes, print_result, program
from gaitsmith.cli.jobs import announce_compiling, begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    RunPath,
    Seed,
    Workers,
    changes_with_seed,
)

HEIGHTS, MASSES = (1.5, 2.0), (40.0, 150.0)  # m, kg, of adults


def _height(value: float | None) -> float | None:
    return _within(value, HEIGHTS, "m")


def _mass(value: float | None) -> float | None:
    return _within(value, MASSES, "kg")


def _within(
    value: float | None, bounds: tuple[float, float], unit: str
) -> float | None:
    least, most = bounds
    if value is not None and not least <= value <= most:
        raise typer.BadParameter(
            f"{value:g} given; it must be from {least:g} to {most:g} {unit}."
        )
    return value


Height = Annotated[
    float | None,
    typer.Option(help="Of the body, m.", show_default="1.8", callback=_height),
]
Mass = Annotated[
    float | None,
    typer.Option(help="Of the body, kg.", show_default="70", callback=_mass),
]


def demo(
    height: Height = None,
    mass: Mass = None,
    seed: Seed = None,
    workers: Workers = None,
    run: RunPath = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Learn to walk from a start that falls, and write the page."""
    from gaitsmith.experiment import load_experiment
    from gaitsmith.report.build import write_run_page
    from gaitsmith.runs.search_job import SearchJob
    from gaitsmith.workflows import (
        CHECK_RATE,
        CHECK_SECONDS,
        initial_solution,
        simulate,
        with_setting,
    )

    console = notes()
    body = {"height": height, "mass": mass}
    own = [f"character.{key}={value}" for key, value in body.items() if value]
    asked = changes_with_seed([*(changes or ()), *own], seed)
    experiment = load_experiment("demo", asked)
    seed = experiment.search.seed
    folder = run or unused_folder("demo", seed)
    announce_compiling(experiment.problem)
    before = simulate(initial_solution(experiment)).rollout
    problem = experiment.problem
    console.print(
        f"A body of {problem.character.height:.2f} m and {problem.character.mass:g} kg,"
        f" and a controller with {problem.space.dimension} parameters whose balance is"
        f" switched off.\nBefore: {before.sentence}",
        markup=False,
        soft_wrap=True,
    )
    command = command_line("demo", **body, seed=seed, changes=changes)
    found = begun(SearchJob(experiment), folder, workers, command)
    if found.is_interrupted:
        tell(found, folder, json)
    longer = with_setting(found.best, duration=CHECK_SECONDS, rate=CHECK_RATE)
    after = simulate(longer).rollout
    cadence = 60.0 * after.measures.steps / after.seconds
    page = write_run_page(found.folder, found.best)
    result = {
        "before_seconds": before.seconds,
        "outcome": after.outcome.word,
        "simulated_seconds": after.seconds,
        "speed": after.measures.speed,
        "cadence": cadence,
        "step_length": after.measures.step_length,
        "seed": seed,
        "evaluations": found.evaluations,
        "optimization_seconds": found.seconds,
        "run": str(folder),
        "report": str(page),
    }
    print_result(
        json,
        result,
        f"After {found.evaluations} candidates in {found.seconds:.0f} s:"
        f" {after.sentence}",
        f"It walks {after.measures.speed:.2f} m/s: {cadence:.0f} steps a minute of"
        f" {after.measures.step_length:.2f} m.",
        "",
        f"Open this page: {Path(page).resolve()}",
        "",
        "Then try:",
        f"  {program()} view {folder}",
        f"  {program()} score {folder}",
        f"  {program()} simulate {folder} --set parameters.coronal.velocity=0",
        f"  {program()} demo --height 1.72 --mass 63",
    )
