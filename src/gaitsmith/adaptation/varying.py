"""A solution's experiment with one number changed, for the next stage of a chain."""

from typing import Any

from gaitsmith.changes import goal_speed, let_start_follow, meant_key
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.parameters import moved_values
from gaitsmith.runs.solution import Solution


def experiment_at(
    solution: Solution,
    key: str,
    value: float,
    guess: dict[str, float],
    name: str = "",
    enough: float | None = None,
    generations: int = 1,
) -> Experiment:
    """The solution's experiment with one value changed, starting at `guess`."""
    earlier = solution.as_experiment()
    source = f"{solution.name}: {key}={value:g}"
    tables = earlier.as_dict()
    speed = goal_speed(tables)
    _put(tables, key, value)
    let_start_follow(tables, speed)
    tables["name"] = name or solution.name
    tables["optimizer"]["max_generations"] = generations
    tables["optimizer"].pop("target", None)
    if enough is not None:
        tables["optimizer"]["target"] = enough
    changed = earlier.changed(tables, source)
    old, new = earlier.problem.controller.space, changed.problem.controller.space
    moved = moved_values(guess, old, new)
    sizes = {p.name: p.scale for p in new.parameters}
    before = {p.name: p.scale for p in old.parameters}
    for parameter in changed.problem.space.parameters:
        table = tables["parameters"][parameter.name]
        table["initial"] = parameter.within(moved[parameter.name])
        if before[parameter.name]:
            table["scale"] *= sizes[parameter.name] / before[parameter.name]
    return earlier.changed(tables, source)


def number_at(solution: Solution, key: str) -> float:
    """The value of a dotted key in the solution's experiment."""
    value = value_at(solution.as_experiment().as_dict(), key)
    meant = meant_key(key)
    if meant:
        raise InputError(f"{key}: no key is called so. Did you mean '{meant}'?")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(
            f"{key}: '{solution.name}' has no number there to start from; check the key"
            " (gaitsmith show), or give the value with --from."
        )
    if isinstance(value, int):
        raise InputError(
            f"{key}: this is a whole number, which cannot be walked in steps; change it"
            " with --set."
        )
    return value


def value_at(tables: dict[str, Any], key: str) -> Any:
    """What is at a dotted key; None if nothing is."""
    value: Any = tables
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _put(tables: dict[str, Any], key: str, value: float) -> None:
    *parts, last = key.split(".")
    table = tables
    for part in parts:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise InputError(f"{key}: '{part}' is a value, not a table.")
    if isinstance(table.get(last), dict):
        raise InputError(f"{key}: this is a table, not a value.")
    table[last] = value
