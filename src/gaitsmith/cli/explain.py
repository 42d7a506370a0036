"""gaitsmith explain: why a solution or a run failed, and what to try."""

from typing import Any

from gaitsmith.cli.console import command_line, notes, print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes, SolutionOrStart, Workers


def explain(
    solution: SolutionOrStart,
    workers: Workers = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Say why a solution or a run failed, and what to try."""
    from gaitsmith.diagnosis.explain import explained
    from gaitsmith.diagnosis.subject import loaded, subject_of

    announce_compiling(loaded(solution, tuple(changes or ())).problem)
    with notes().status("Simulating") as status:
        subject = subject_of(solution, tuple(changes or ()))
        found = explained(subject, workers, status.update)
    print_result(json, _runnable(found.as_dict()), _runnable(str(found)))


def _runnable(value: Any) -> Any:
    """The same with every command as it must be typed with these plug-ins."""
    if isinstance(value, str):
        plain, ours = "gaitsmith ", f"{command_line()} "
        lines = value.split("\n")
        return "\n".join(
            line.replace(plain, ours, 1) if line.lstrip().startswith(plain) else line
            for line in lines
        )
    if isinstance(value, dict):
        return {key: _runnable(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_runnable(part) for part in value]
    return value
