"""Whether solutions hold at other time steps and from other starts, on their page."""

from collections.abc import Mapping

from gaitsmith.report.sections import Section, Table
from gaitsmith.runs.solution import Solution


def sturdiness_section(solution: Solution) -> tuple[Section, ...]:
    """The rollouts of its check; nothing if it was not checked."""
    found = solution.sturdiness
    if found is None:
        return ()
    rows = tuple(
        (
            trial.rate,
            f"{trial.start}, a little off" if trial.start else "its own",
            trial.outcome,
            trial.seconds,
        )
        for trial in found.trials
    )
    note = (
        f"{found.sentence} Nobody pushes. Starts that are a little off differ by up to"
        f" {found.millimeters:g} mm in height and {found.degrees:g} degrees in every"
        " joint and in how the trunk leans."
    )
    return (Table("Does it hold?", ("Hz", "start", "outcome", "s"), rows, note),)


def sturdiness_table(solutions: Mapping[str, Solution]) -> tuple[Section, ...]:
    """What each of several holds; nothing if none was checked."""
    found = {name: solution.sturdiness for name, solution in solutions.items()}
    if not any(found.values()):
        return ()
    rows = tuple(
        (name, one.sentence if one else "Not checked.") for name, one in found.items()
    )
    return (Table("Do they hold?", ("solution", "at other steps and starts"), rows),)
