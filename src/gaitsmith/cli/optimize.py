"""gaitsmith optimize: a run."""

from gaitsmith.cli.console import command_line
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.jobs import begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    ExperimentName,
    OnCluster,
    RunPath,
    Seed,
    Workers,
    changes_with_seed,
)


def optimize(
    experiment: ExperimentName,
    seed: Seed = None,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
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
    with who_works(workers, cluster, different_bits) as crew:
        done = begun(SearchJob(found), folder, crew, command)
    tell(done, folder, json)
