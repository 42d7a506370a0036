"""gaitsmith optimize: a run."""

from gaitsmith.cli.console import command_line
from gaitsmith.cli.jobs import begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    ExperimentName,
    RunPath,
    Seed,
    Workers,
    changes_with_seed,
)


def optimize(
    experiment: ExperimentName,
    seed: Seed = None,
    workers: Workers = None,
    run: RunPath = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Search for better parameters, in a run folder."""
    from gaitsmith.experiment import load_experiment
    from gaitsmith.runs.search_job import SearchJob

    found = load_experiment(experiment, changes_with_seed(changes, seed))
    seed = found.search.seed
    command = command_line("optimize", experiment, seed=seed, changes=changes)
    folder = run or unused_folder(found.name, seed)
    tell(begun(SearchJob(found), folder, workers, command), folder, json)
