"""gaitsmith optimize: a run."""

import shlex

from gaitsmith.cli.console import command_words
from gaitsmith.cli.jobs import tell, unused_folder, watched
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
    """Search for better parameters, in a run folder."""
    from gaitsmith import workflows
    from gaitsmith.experiment import load_experiment

    all_changes = [*(changes or ()), *([] if seed is None else [f"seed={seed}"])]
    found = load_experiment(experiment, all_changes)
    command = making_command(experiment, found.search.seed, changes or [])
    folder = run or unused_folder(found.name, found.search.seed)
    finished = watched(
        folder,
        found.problem,
        lambda watch: workflows.optimize(found, folder, workers, watch, command),
    )
    tell(finished, folder, json)


def making_command(experiment: str, seed: int, changes: list[str]) -> str:
    """The command that makes the same result again, in any folder on any machine."""
    words = command_words("optimize", experiment, "--seed", str(seed))
    for change in changes:
        words += ["--set", change]
    return shlex.join(words)
