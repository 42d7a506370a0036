"""gaitsmith demo: learns to walk from a start that falls."""

from pathlib import Path

from gaitsmith.cli.console import (
    command_line,
    notes,
    print_result,
    program,
)
from gaitsmith.cli.jobs import announce_compiling, begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    RunPath,
    Seed,
    Workers,
    changes_with_seed,
)


def demo(
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
    experiment = load_experiment("demo", changes_with_seed(changes, seed))
    seed = experiment.search.seed
    folder = run or unused_folder("demo", seed)
    announce_compiling(experiment.problem)
    before = simulate(initial_solution(experiment)).rollout
    console.print(
        f"A {experiment.problem.character.mass:g} kg character, and a controller with"
        f" {experiment.problem.space.dimension} parameters whose balance is switched"
        " off."
        f"\nBefore: {before.sentence}",
        markup=False,
    )
    command = command_line("demo", seed=seed, changes=changes)
    found = begun(SearchJob(experiment), folder, workers, command)
    if found.is_interrupted:
        tell(found, folder, json)
    longer = with_setting(found.best, duration=CHECK_SECONDS, rate=CHECK_RATE)
    after = simulate(longer).rollout
    page = write_run_page(found.folder, found.best)
    result = {
        "before_seconds": before.seconds,
        "outcome": after.outcome.word,
        "simulated_seconds": after.seconds,
        "speed": after.measures.speed,
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
        f"It walks {after.measures.speed:.2f} m/s with"
        f" {after.measures.step_length:.2f} m steps.",
        "",
        f"Open this page: {Path(page).resolve()}",
        "",
        "Then try:",
        f"  {program()} simulate {folder} --push 100,0@3 --duration 20",
        f"  {program()} simulate {folder} --slope 3 --heading 45@5 --duration 20",
        f"  {program()} optimize demo --set character=tall",
    )
