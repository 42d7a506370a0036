"""An experiment: character, controller, setting, objective and search in one file."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator

from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.characters.character import (
    MODEL_ENDING,
    Character,
    character_from_values,
    load_character,
    self_contained,
)
from gaitsmith.control.controllers import build_controller, declaration_of
from gaitsmith.declarations import Bound, Declaration, declare, merged, read_toml
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.objectives.score_card import declare_objective
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.robustness import RobustnessSpec
from gaitsmith.optimization.spec import OptimizerSpec
from gaitsmith.optimization.withdrawal import WithdrawalSpec
from gaitsmith.parameters import ParameterSpace, moved_values
from gaitsmith.resources import shipped_files
from gaitsmith.simulation.setting import Setting
from gaitsmith.solution_file import BEST_FILE, gallery, read_outline


class ParameterOverride(Declaration):
    """Changes to one parameter's declaration; what is left out stays."""

    initial: float | None = None
    scale: float | None = None
    lower: Bound | None = None
    upper: Bound | None = None


class ExperimentSpec(Declaration):
    """What an experiment file may say."""

    name: str = ""
    """Set from the file's name when left out."""
    description: str = ""
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
    optimizer: OptimizerSpec = OptimizerSpec()
    withdrawal: WithdrawalSpec | None = None
    """Lower the guide of [setting.guide] during the search until it is off."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1

    @field_validator("name", "description")
    @classmethod
    def _is_printable(cls, text: str) -> str:
        # It goes to terminals as it is, and may come from a stranger's file.
        if not text.isprintable():
            raise ValueError("it has line breaks or control characters; remove them.")
        return text


@dataclass(frozen=True)
class Experiment:
    """A checked experiment; `spec` is self-contained and can be stored."""

    spec: ExperimentSpec
    problem: Problem
    source: str

    @property
    def name(self) -> str:
        """The experiment's name."""
        return self.spec.name

    def as_dict(self) -> dict[str, Any]:
        """The resolved experiment, as it is stored: nothing is left to defaults."""
        return _storable(self.spec.model_dump(exclude_none=True))

    def changed(self, changes: Mapping[str, Any], source: str) -> "Experiment":
        """The same experiment with other top-level values, checked again.

        `source` is who asks for it, for the error message.
        """
        values = {**self.as_dict(), **changes}
        return experiment_from_values(values, source, Path())

    def guided(self, share: float) -> "Experiment":
        """What a solution was found in: with a share of the guide that stays as it is.

        Without a withdrawal, the experiment itself.
        """
        if self.spec.withdrawal is None:
            return self
        return replace(
            self,
            spec=self.spec.model_copy(
                update={
                    "setting": self.spec.setting.guided(share),
                    "withdrawal": None,
                }
            ),
            problem=self.problem.guided(share),
        )


def shipped_experiments() -> dict[str, Path]:
    """Names of the experiments that ship with gaitsmith, and their files."""
    return shipped_files("experiments", ".toml")


def load_experiment(
    name_or_file: str | Path, changes: Sequence[str] = ()
) -> Experiment:
    """An experiment that ships with gaitsmith, or one from a TOML file.

    A file with `based_on = "NAME"` says only what differs from that shipped experiment.

    Args:
        name_or_file: a name such as "demo", or the path of a .toml file.
        changes: "key=value" strings that replace values of the file, such as
            "optimizer.sigma=0.5"; the value is written as in TOML.
    """
    text = str(name_or_file)
    known = shipped_experiments()
    if text.endswith(".toml"):
        path, name = Path(text), Path(text).stem
    else:
        if text not in known:
            raise unknown_name("experiment", text, known)
        path, name = known[text], text
    values = _with_base(
        read_toml(path), str(path), [name for name in known if known[name] == path]
    )
    for change in changes:
        apply_change(values, change)
    return experiment_from_values({"name": name, **values}, str(path), path.parent)


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
    values: Mapping[str, Any], source: str, folder: Path
) -> Experiment:
    """Check the contents of an experiment file and build its problem."""
    spec = declare(ExperimentSpec, values, source)
    character = _character(spec.character, source, folder)
    controller = build_controller(
        character, spec.controller, f"{source}: controller", folder
    )
    refusal = getattr(controller, "refuses_start_from", "")
    if spec.start_from and refusal:
        raise InputError(f"{source}: start_from: {refusal}")
    start = _start_values(controller.space, spec.start_from, source, folder)
    space = _overridden(controller.space, start, spec.parameters, source)
    if space.dimension == 0:
        raise InputError(
            f"{source}: parameters: all are fixed; nothing can be searched."
        )
    if spec.withdrawal and not spec.setting.guide.is_on:
        raise InputError(
            f"{source}: withdrawal: there is no guide that could be withdrawn; give"
            " setting.guide a stiffness or a damping, and a strength above 0."
        )
    objective = declare_objective(spec.objective, source)
    problem = Problem(
        character=character,
        controller=controller,
        space=space,
        setting=spec.setting,
        objective=objective,
        seed=spec.seed,
        robustness=spec.robustness,
    )
    problem.trials  # noqa: B018 - can be made, or complains
    try:
        problem.simulations()  # resolves body names of pushes and guide, or complains
    except InputError as error:
        raise InputError(f"{source}: setting.{error}") from None
    drive = controller.drive(space.initial_values())  # can be driven, or complains
    objective.check(character, drive, f"{source}: objective")
    resolved = spec.model_copy(
        update={
            "character": self_contained(character),
            "controller": declaration_of(controller),
            "parameters": _tables(space),
            "start_from": "",  # now in the parameters' initial values
            "objective": problem.objective.as_dict(),
        }
    )
    return Experiment(resolved, problem, source)


def _is_whole(keyframes: object) -> bool:
    return isinstance(keyframes, dict) and "targets" in keyframes


def _tables(space: ParameterSpace) -> dict[str, ParameterOverride]:
    """The [parameters] table with nothing left out."""
    return {
        parameter.name: ParameterOverride(
            initial=parameter.initial,
            scale=parameter.scale,
            lower=parameter.lower,
            upper=parameter.upper,
        )
        for parameter in space.parameters
    }


def _storable(value: Any) -> Any:
    """The same value for TOML and JSON, which has no infinity: it becomes a word."""
    if isinstance(value, dict):
        return {key: _storable(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(part) for part in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def _character(given: str | dict[str, Any], source: str, folder: Path) -> Character:
    place = f"{source}: character"
    if isinstance(given, dict):
        name = str(given.get("name", "character"))
        character = character_from_values(given, place, name, folder)
        muscles_of(character, f"{place}.muscles")  # can be built, or complains
        return character
    is_file = given.endswith((".toml", MODEL_ENDING))
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
    where = f"{source}: parameters"
    space.require_known(overrides, where)
    changed = []
    for parameter in space.parameters:
        override = overrides.get(parameter.name)
        match override:
            case None:
                changes = {}
            case ParameterOverride():
                changes = override.model_dump(exclude_none=True)
            case _:
                changes = {"initial": float(override), "scale": 0.0}
        overridden = replace(parameter, **changes)
        if parameter.name in start and "initial" not in changes:
            initial = overridden.within(start[parameter.name])
            overridden = replace(overridden, initial=initial)
        overridden.check(where)
        changed.append(overridden)
    return ParameterSpace(tuple(changed))


def apply_change(values: dict[str, Any], change: str) -> None:
    """Put one "key=value" into nested tables; parameter names keep their dots."""
    key, equals, text = change.partition("=")
    if not equals or not key.strip():
        raise InputError(
            f"--set {change}: write key=value, such as optimizer.sigma=0.5."
        )
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    parts = key.strip().split(".")
    if parts[0] == "parameters" and len(parts) > 1:
        parts = ["parameters", ".".join(parts[1:])]
    table = values
    for part in parts[:-1]:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise InputError(f"--set {change}: '{part}' is a value, not a table.")
    names_file = parts in (["character"], ["controller", "gait"])
    is_file = names_file and str(value).endswith((".toml", MODEL_ENDING))
    is_start = parts == ["start_from"] and isinstance(value, str) and value
    if is_file or (is_start and value not in gallery()):
        value = str(Path(value).absolute())  # typed here, so it is meant from here
    if parts == ["controller", "gait"] and _is_whole(table.get("keyframes")):
        table.pop("keyframes")  # those of the gait that is replaced
    table[parts[-1]] = value
