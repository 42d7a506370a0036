"""A solution's experiment with a value changed, and the solution's values with it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment, apply_change
from gaitsmith.parameters import moved_values
from gaitsmith.runs.solution import Solution


def changed_solution(
    solution: Solution, changes: Sequence[str], seed: int | None = None
) -> Solution:
    """The same solution with its experiment changed by "key=value" strings.

    Values move to another body in proportion, take what is fixed, stay within bounds.
    """
    earlier = solution.as_experiment()
    tables = earlier.as_dict()
    speed = _goal_speed(tables)
    for change in changes:
        apply_change(tables, change)
    if seed is not None:
        tables["seed"] = seed
    _let_start_follow(tables, speed)
    changed = earlier.changed(tables, solution.name)
    before = {p.name: p for p in earlier.problem.space.parameters}
    moved = moved_values(
        solution.values,
        earlier.problem.controller.space,
        changed.problem.controller.space,
    )
    values = {}
    for parameter in changed.problem.space.parameters:
        was = before[parameter.name]
        is_fixed_anew = not parameter.is_free and (
            was.is_free or was.initial != parameter.initial
        )
        value = parameter.initial if is_fixed_anew else moved[parameter.name]
        values[parameter.name] = parameter.within(value)
    made = replace(solution.provenance, search=changed.search, seed=changed.search.seed)
    return replace(solution, problem=changed.problem, values=values, provenance=made)


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
    speed = _goal_speed(tables)
    _put(tables, key, value)
    _let_start_follow(tables, speed)
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


def _goal_speed(tables: dict[str, Any]) -> float | None:
    return tables["objective"].get("user", {}).get("speed")


def _let_start_follow(tables: dict[str, Any], speed_before: float | None) -> None:
    """The start is compared with the goal's speed; when that changes, so does this."""
    drift = tables["objective"].get("vel")
    speed = _goal_speed(tables)
    if isinstance(drift, dict) and drift.get("speed") == speed_before and speed:
        drift["speed"] = speed
