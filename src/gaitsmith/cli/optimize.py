"""gaitsmith optimize: a run."""

import shlex

from gaitsmith.cli.console import notes
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
    from gaitsmith.cli.searching import search_with_progress, tell_run, unused_folder
    from gaitsmith.experiment import load_experiment

    all_changes = [*(changes or ()), *([] if seed is None else [f"seed={seed}"])]
    found = load_experiment(experiment, all_changes)
    command = making_command(experiment, found.search.seed, changes or [])
    folder = run or unused_folder(found.name, found.search.seed)
    finished = search_with_progress(
        notes(),
        found,
        lambda watch: workflows.optimize(found, folder, workers, watch, command),
    )
    tell_run(finished, json)


def making_command(experiment: str, seed: int, changes: list[str]) -> str:
    """The command that makes the same result again, in any folder on any machine."""
    words = ["gaitsmith", "optimize", experiment, "--seed", str(seed)]
    for change in changes:
        words += ["--set", change]
    return shlex.join(words)
