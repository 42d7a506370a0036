"""gaitsmith optimize: a run."""

from gaitsmith.cli.console import notes, print_json, print_lines
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    ExperimentName,
    RunPath,
    Seed,
    Workers,
)


def optimize(
    experiment: ExperimentName,
    seed: Seed = None,
    workers: Workers = None,
    run: RunPath = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Search for better parameters; everything is kept in a run folder."""
    from gaitsmith import workflows
    from gaitsmith.cli.searching import (
        run_lines,
        run_result,
        search_with_progress,
        unused_folder,
    )
    from gaitsmith.experiment import load_experiment
    from gaitsmith.runs.provenance import this_command

    all_changes = [*(changes or ()), *([] if seed is None else [f"seed={seed}"])]
    found = load_experiment(experiment, all_changes)
    folder = run or unused_folder(found.name, found.spec.seed)
    finished = search_with_progress(
        notes(),
        found,
        lambda watch: workflows.optimize(found, folder, workers, watch, this_command()),
    )
    if json:
        print_json(run_result(finished))
    else:
        print_lines(*run_lines(finished))
