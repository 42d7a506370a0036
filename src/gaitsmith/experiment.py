"""An experiment: a problem and how it is searched; here, files become objects.

Above this file there are objects only: `Experiment`, `Problem`, `Search`. An experiment
file (TOML), and the part of a solution file that is one (JSON), are read and written
here.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from gaitsmith.actuators.devices import device_parameters
from gaitsmith.actuators.muscle_model import MUSCLE_MODELS, muscles_of
from gaitsmith.changes import apply_change, meant_key
from gaitsmith.characters.character import (
    MODEL_ENDINGS,
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.control.controllers import CONTROLLERS, build_controller, declaration_of
from gaitsmith.declarations import Bound, Declaration, Line, declare, merged, read_toml
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.objectives.score_card import declare_objective
from gaitsmith.objectives.term import TERMS
from gaitsmith.optimization.optimizers import (
    BY_CMA,
    OPTIMIZERS,
    Search,
    declare_optimizer,
)
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.robustness import RobustnessSpec
from gaitsmith.optimization.sturdiness import SturdinessSpec
from gaitsmith.optimization.withdrawal import WithdrawalSpec, check_withdrawal
from gaitsmith.parameters import ParameterSpace, moved_values
from gaitsmith.plugins import Origin, needed_plugins, require_plugins
from gaitsmith.resources import named_file, shipped_files
from gaitsmith.simulation.setting import Setting
from gaitsmith.solution_file import BEST_FILE, gallery, read_outline

Seed = Annotated[int, Field(ge=0, lt=2**31)]


class ParameterOverride(Declaration):
    """Changes to one parameter's declaration; what is left out stays."""

    initial: float | None = None
    scale: float | None = None
    lower: Bound | None = None
    upper: Bound | None = None


class PluginName(Declaration):
    """A plug-in that is needed; naming one loads nothing."""

    name: str
    package: str = ""
    digest: str = ""


class ExperimentSpec(Declaration):
    """What an experiment file may say."""

    name: Line = ""
    """Set from the file's name when left out."""
    description: Line = ""
    character: str | dict[str, Any]
    """A name of the catalogue, a character file's path, or such a file's content."""
    controller: Mapping[str, Any]
    """What the law that it names can be told, see `gaitsmith list`."""
    parameters: Mapping[str, float | ParameterOverride] = Field(default={})
    """A number fixes the parameter; a table changes its declaration."""
    start_from: str = ""
    """A solution whose values are the initial ones: a gallery name, a solution file or
    a run folder. [parameters] comes after it."""
    setting: Setting = Setting()
    robustness: RobustnessSpec = RobustnessSpec()
    objective: dict[str, dict[str, Any]]
    """[objective.NAME] tables, see `gaitsmith list`."""
    optimizer: Mapping[str, Any] = Field(default={})
    """The [optimizer] table of the method that it names, see `gaitsmith list`."""
    withdrawal: WithdrawalSpec | None = None
    """Lower a number of the problem, such as the guide's strength, until it is 0."""
    sturdiness: SturdinessSpec = SturdinessSpec()
    """The last bests are compared by how they do at other time steps and starts."""
    seed: Seed = 1
    """Of the search, of motor noise and disturbed trials."""
    search_seed: Seed | None = None
    """Of the search alone; left out: `seed`."""
    plugins: tuple[PluginName, ...] = ()
    """Plug-ins that must have been loaded."""


class _Needed(Declaration):
    plugins: tuple[PluginName, ...]


@dataclass(frozen=True)
class Experiment:
    """A problem, how it is searched, and what both are called."""

    name: str
    problem: Problem
    search: Search = BY_CMA
    description: str = ""
    source: str = ""
    """Where it comes from, for error messages: a file, or who made it."""

    def __repr__(self) -> str:
        """In a line."""
        method, seed = self.search.optimizer.method, self.search.seed
        return f"Experiment {self.name!r}: {self.problem.words}; {method}, seed {seed}"

    def check(self) -> None:
        """Refuse what cannot be searched, before anything is simulated."""
        if self.problem.space.dimension == 0:
            raise InputError(
                f"{self.source or self.name}: parameters: all are fixed; nothing can be"
                " searched."
            )
        if self.search.withdrawal is not None:
            where = self.source or self.name
            check_withdrawal(self.problem, self.search.withdrawal, where)
        self.problem.check(self.source or self.name)

    def as_dict(self) -> dict[str, Any]:
        """As it is stored: self-contained, nothing is left to defaults."""
        return experiment_as_dict(
            self.problem, self.search, self.name, self.description
        )

    def changed(self, changes: Mapping[str, Any], source: str) -> "Experiment":
        """The same experiment with other top-level values of its file, checked again.

        `source` is who asks for it, for the error message.
        """
        values = {**self.as_dict(), **changes}
        return experiment_from_values(values, source, Path(), self.problem)


def shipped_experiments() -> dict[str, Path]:
    """Names of the experiments that ship with gaitsmith, and their files."""
    return shipped_files("experiments", ".toml")


def load_experiment(
    name_or_file: str | Path, changes: str | Sequence[str] = ()
) -> Experiment:
    """A shipped experiment by name, or one from a TOML file.

    Args:
        name_or_file: a name such as "demo", or the path of a .toml file.
        changes: "key=value", one or several, that replace values of the file.
    """
    name, values, path = experiment_file(name_or_file)
    for change in [changes] if isinstance(changes, str) else changes:
        apply_change(values, change)
    return experiment_from_values({"name": name, **values}, str(path), path.parent)


def experiment_file(name_or_file: str | Path) -> tuple[str, dict[str, Any], Path]:
    """Name, contents over what they are based on, and path; see `load_experiment`."""
    known = shipped_experiments()
    name, path = named_file("experiment", name_or_file, known)
    chain = [name for name in known if known[name] == path]
    return name, _with_base(read_toml(path), str(path), chain), path


def _with_base(values: dict[str, Any], source: str, chain: list[str]) -> dict[str, Any]:
    """A file's values over those of the shipped experiment it is based on."""
    if "based_on" not in values:
        return values
    own = dict(values)
    base, known = str(own.pop("based_on")), shipped_experiments()
    if base not in known:
        raise unknown_name("experiment", base, known, f"{source}: based_on")
    if base in chain:
        raise InputError(f"{source}: based_on: '{base}' is based on itself.")
    path = known[base]
    return merged(_with_base(read_toml(path), str(path), [*chain, base]), own)


def experiment_from_values(
    values: Mapping[str, Any], source: str, folder: Path, before: Problem | None = None
) -> Experiment:
    """Check the contents of an experiment file and build what they declare.

    Args:
        values: of the file.
        source: where they come from, for error messages.
        folder: what paths in them are relative to.
        before: a problem whose character is taken over if it is the one declared.
    """
    needed = {"plugins": values.get("plugins", ())}
    plugins = declare(_Needed, needed, source).plugins
    require_plugins([plugin.model_dump() for plugin in plugins], source)
    _refuse_misplaced_terms(values.get("objective"), source)
    spec = declare(ExperimentSpec, values, source)
    optimizer = declare_optimizer(spec.optimizer, source)
    character = _character(spec.character, source, folder, before)
    controller = build_controller(
        character, spec.controller, f"{source}: controller", folder
    )
    refusal = getattr(controller, "refuses_start_from", "")
    if spec.start_from and refusal:
        raise InputError(f"{source}: start_from: {refusal}")
    start = _start_values(controller.space, spec.start_from, source, folder)
    problem = Problem(
        character=character,
        controller=controller,
        setting=spec.setting,
        objective=declare_objective(spec.objective, source, folder),
        space=_overridden(controller.space, start, spec.parameters, source),
        robustness=spec.robustness,
        seed=spec.seed,
    )
    seed = spec.seed if spec.search_seed is None else spec.search_seed
    search = Search(optimizer, spec.withdrawal, seed, spec.sturdiness)
    experiment = Experiment(spec.name, problem, search, spec.description, source)
    experiment.check()
    return experiment


def _refuse_misplaced_terms(objective: Any, source: str) -> None:
    """Say where an option belongs that stands in [objective] itself."""
    for name, value in objective.items() if isinstance(objective, Mapping) else ():
        meant = meant_key(f"objective.{name}")
        if meant and not isinstance(value, Mapping):
            raise InputError(
                f"{source}: objective.{name}: no term is called so. Did you mean"
                f" '{meant}'?"
            )


def experiment_as_dict(
    problem: Problem, search: Search | None, name: str, description: str = ""
) -> dict[str, Any]:
    """The contents of an experiment file that builds the same objects anywhere.

    Args:
        problem: is stored with all its parts.
        search: how it is searched; None if nobody knows.
        name: of the experiment.
        description: of the experiment.
    """
    if not hasattr(problem.controller, "declaration"):
        kind = type(problem.controller).__name__
        raise InputError(
            f"{kind}: this controller has no declaration(), so it cannot be stored."
        )
    # What these are is said where the device is: change or take it off there.
    worn = device_parameters(problem.character)
    values: dict[str, Any] = {
        "name": name,
        "description": description,
        "character": self_contained(problem.character),
        "controller": declaration_of(problem.controller),
        "parameters": {
            p.name: {
                "initial": p.initial,
                "scale": p.scale,
                "lower": p.lower,
                "upper": p.upper,
            }
            for p in problem.space.parameters
            if p not in worn
        },
        "start_from": "",  # it is in the parameters' initial values
        "setting": problem.setting.model_dump(exclude_none=True),
        "robustness": problem.robustness.model_dump(exclude_none=True),
        "objective": problem.objective.as_dict(),
    }
    if search is not None:
        values["optimizer"] = search.optimizer.model_dump(exclude_none=True)
        if search.withdrawal is not None:
            values["withdrawal"] = search.withdrawal.model_dump()
        values["sturdiness"] = search.sturdiness.model_dump()
    values["seed"] = problem.seed
    if search is not None and search.seed != problem.seed:
        values["search_seed"] = search.seed
    plugins = needed_plugins(_origins(problem, search))
    if plugins:
        values["plugins"] = plugins
    return storable(values)


def _origins(problem: Problem, search: Search | None) -> Iterator[Origin]:
    """Where the parts were written that have a name."""
    method = [] if search is None else [search.optimizer.method]
    muscles = problem.character.spec.muscles
    for registry, names in (
        (CONTROLLERS, [declaration_of(problem.controller)["law"]]),
        (TERMS, problem.objective.options),
        (OPTIMIZERS, method),
        (MUSCLE_MODELS, [muscles["model"]] if muscles else []),
    ):
        yield from (registry.origin(name) for name in names)


def storable(value: Any) -> Any:
    """The same value for TOML and JSON, which has no infinity: it becomes a word."""
    if isinstance(value, dict):
        return {key: storable(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [storable(part) for part in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def _character(
    given: str | dict[str, Any], source: str, folder: Path, before: Problem | None
) -> Character:
    if before and storable(given) == storable(self_contained(before.character)):
        return before.character
    place = f"{source}: character"
    if isinstance(given, dict):
        name = str(given.get("name", "character"))
        character = character_from_values(given, place, name, folder)
        muscles_of(character, f"{place}.muscles")  # can be built, or complains
        return character
    is_file = given.endswith((".toml", *MODEL_ENDINGS))
    character = load_character(folder / given if is_file else given, place)
    muscles_of(character, f"{folder / given if is_file else place}: muscles")
    return character


def _start_values(
    space: ParameterSpace, start_from: str, source: str, folder: Path
) -> dict[str, float]:
    """A solution's values, moved to this body; none if there is no solution."""
    if not start_from:
        return {}
    where = f"{source}: start_from"
    path = gallery().get(start_from, folder / start_from)
    if path.is_dir():
        path = path / BEST_FILE
    if start_from not in gallery() and not path.is_file():
        raise unknown_name(
            "gallery entry, solution file or run", start_from, gallery(), where
        )
    content = read_outline(path)
    earlier = experiment_from_values(content["experiment"], where, path.parent).problem
    values = earlier.space.checked_values(content["parameters"], f"{where}: parameters")
    space.require_known(values, where)
    return moved_values(values, earlier.controller.space, space)


def _overridden(
    space: ParameterSpace,
    start: Mapping[str, float],
    overrides: Mapping[str, float | ParameterOverride],
    source: str,
) -> ParameterSpace:
    """Apply the start, then the [parameters] table; every bound is checked.

    A start that is outside of its bounds begins at the bound.
    """
    changes: dict[str, dict[str, float]] = {name: {} for name in start}
    for name, override in overrides.items():
        is_table = isinstance(override, ParameterOverride)
        changes[name] = (
            override.model_dump(exclude_none=True)
            if is_table
            else {"initial": float(override), "scale": 0.0}
        )
    for parameter in space.parameters:
        if parameter.name in start and "initial" not in changes[parameter.name]:
            own = replace(parameter, **changes[parameter.name])
            changes[parameter.name]["initial"] = own.within(start[parameter.name])
    return space.changed(changes, f"{source}: parameters")
