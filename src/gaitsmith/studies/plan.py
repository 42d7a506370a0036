"""A study file becomes a study, or is refused before anything is searched."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gaitsmith.changes import parse_change, put
from gaitsmith.characters.character import MODEL_ENDINGS
from gaitsmith.declarations import declare, read_toml, shown
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.experiment import Experiment, experiment_file, experiment_from_values
from gaitsmith.objectives.term import TERMS
from gaitsmith.parameters import moved_values
from gaitsmith.resources import named_file, shipped_files
from gaitsmith.runs.solution import Solution
from gaitsmith.studies.grid import EXPERIMENT, VARIANT, Axis, Base, Cell, Study
from gaitsmith.studies.study_file import Range, StudyFile

MOST_VALUES = 10_000_000  # of an axis; more would not fit into memory
FILE_ENDINGS = (".toml", ".json", *MODEL_ENDINGS)
CHECKED_VALUES = 50  # of every axis, before the study begins


def shipped_studies() -> dict[str, Path]:
    """Names of the studies that ship with gaitsmith, and their files."""
    return shipped_files("studies", ".toml")


def load_study(
    name_or_file: str | Path, changes: Sequence[str] = (), limit: int | None = None
) -> Study:
    """A shipped study by name, or one from a TOML file.

    Args:
        name_or_file: a name of `gaitsmith list studies`, or the path of a .toml file.
        changes: "key=value" strings that change the experiment of every cell.
        limit: only the first so many cells; None: all.
    """
    name, path = named_file("study", name_or_file, shipped_studies())
    source = str(path)
    said = declare(StudyFile, read_toml(path), source)
    common = {**said.set, **dict(map(parse_change, changes))}
    axes = tuple(
        Axis(key=key, values=_values(key, value, f"{source}: grid.{key}"))
        for key, value in _axes(said, common, source).items()
    )
    names = next((a.values for a in axes if a.key == EXPERIMENT), (said.experiment,))
    folder = path.parent
    study = Study(
        name=name,
        description=said.description,
        axes=tuple(_from_folder(axis, folder) for axis in axes),
        bases=tuple(_base(str(one), folder, source) for one in names),
        variants=said.variants,
        set=common,
        chain=said.chain,
        success=said.success,
        measure=said.measure,
        show=said.show,
        front=said.front,
        limit=limit,
    )
    _check(study, source)
    return study


def _axes(said: StudyFile, common: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Values by key, the list of variants first."""
    axes = dict(said.grid)
    if said.variants:
        axes = {VARIANT: [variant.name for variant in said.variants], **axes}
    if not axes:
        raise InputError(
            f"{source}: grid: there is no key to vary, so the study has no cell; give"
            " one, such as seed = { first = 1, last = 20 }, or [[variants]]."
        )
    if EXPERIMENT not in axes and not said.experiment:
        raise InputError(f"{source}: experiment: this key is missing.")
    if EXPERIMENT in axes and said.experiment:
        raise InputError(
            f"{source}: experiment: [grid] has this key, too; leave out one of them."
        )
    for key in axes:
        if key in common:
            raise InputError(
                f"{source}: grid.{key}: this key is set for all cells, too; leave out"
                " one of them."
            )
    return axes


def _values(key: str, given: Any, place: str) -> tuple[Any, ...]:
    """The values of an axis, each once, at least one."""
    if isinstance(given, Mapping):
        span = declare(Range, given, place)
        if span.number > MOST_VALUES:
            raise InputError(
                f"{place}: these are {span.number} values; give at most {MOST_VALUES}."
            )
        given = span.values()
    if not isinstance(given, list | tuple):
        raise InputError(
            f"{place}: {shown(given)} given; it must be a list of values, or a table"
            " such as { first = 1, last = 20 }."
        )
    if not given:
        raise InputError(
            f"{place}: this key has no value, so the study has no cell; give some, such"
            " as [1, 2, 3]."
        )
    text, times = Counter(json.dumps(one) for one in given).most_common(1)[0]
    if times > 1:
        raise InputError(f"{place}: {text} is given twice; give every value once.")
    return tuple(given)


def _from_folder(axis: Axis, folder: Path) -> Axis:
    """Files are meant from where the study file is."""
    if axis.key not in ("character", "start_from", "controller.gait"):
        return axis

    def found(value: Any) -> Any:
        is_file = isinstance(value, str) and value.endswith(FILE_ENDINGS)
        return str((folder / value).absolute()) if is_file else value

    return Axis(key=axis.key, values=tuple(map(found, axis.values)))


def _base(name: str, folder: Path, source: str) -> Base:
    own = folder / name
    is_file = name.endswith(".toml")
    try:
        _, values, path = experiment_file(own if is_file else name)
    except InputError as error:
        raise InputError(f"{source}: experiment: {error}") from None
    # Where it is on this machine is nobody's business, unless it names other files.
    place = str(path.parent.absolute()) if _names_files(values) else ""
    return Base(name=name, folder=place, values=values)


def _names_files(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_names_files, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_names_files, value))
    return isinstance(value, str) and value.endswith(FILE_ENDINGS)


def experiment_of(
    study: Study, cell: Cell, start: Solution | None = None
) -> Experiment:
    """What a cell searches.

    Args:
        study: that it belongs to.
        cell: which of them.
        start: whose values it starts from; left out: as its experiment says.
    """
    base = study.base(cell)
    values: dict[str, Any] = json.loads(json.dumps(base.values))  # a copy with lists
    source = f"{study.name}, cell {cell.number} ({cell.words})"
    for key, value in study.changes(cell).items():
        put(values, key, value, source)
    named = {"name": base.name.removesuffix(".toml"), **values}
    experiment = experiment_from_values(named, source, Path(base.folder))
    return experiment if start is None else _starting_at(experiment, start)


def _starting_at(experiment: Experiment, start: Solution) -> Experiment:
    """The same experiment whose free parameters begin at a solution's values."""
    tables = experiment.as_dict()
    new = experiment.problem.controller.space
    moved = moved_values(start.values, start.problem.controller.space, new)
    for parameter in experiment.problem.space.parameters:
        if parameter.is_free and parameter.name in moved:
            value = parameter.within(moved[parameter.name])
            tables["parameters"][parameter.name]["initial"] = value
    started = experiment.changed(tables, experiment.source)
    return replace(started, source=experiment.source)


def _check(study: Study, source: str) -> None:
    """Refuse keys, values and columns that cannot be, before the long work."""
    keys = [axis.key for axis in study.axes]
    for key in study.chain.along:
        if key not in keys:
            raise unknown_name("key of the grid", key, keys, f"{source}: chain.along")
    for key, value in study.chain.start.items():
        if key not in study.chain.along:
            raise InputError(
                f"{source}: chain.start.{key}: the chain does not go along this key."
            )
        values = study.axes[keys.index(key)].values
        if value not in values:
            raise InputError(
                f"{source}: chain.start.{key}: {shown(value)} is none of its values:"
                f" {shown(values)}."
            )
    for name in study.success.terms:
        if name not in TERMS:
            raise unknown_name("term", name, TERMS, f"{source}: success.terms")
    if study.limit is not None and study.chain.along:
        _check_limit(study)
    for cell in _examples(study):
        try:
            experiment_of(study, cell)
        except InputError as error:
            raise InputError(f"{source}: {error}") from None


def _check_limit(study: Study) -> None:
    for cell in study.cells():
        if cell.before is not None and cell.before > study.count:
            raise InputError(
                f"--limit {study.limit}: cell {cell.number} starts from the best of"
                f" cell {cell.before}, which is beyond this limit; give"
                f" {study.all_cells}, or leave it out."
            )


def _examples(study: Study) -> list[Cell]:
    """The first cell, and for every axis those that differ from it in its value."""
    first = next(study.cells())
    found = [first]
    for axis in study.axes:
        for value in axis.values[1:CHECKED_VALUES]:
            found.append(replace(first, values={**first.values, axis.key: value}))
    return found
