"""gaitsmith show: an experiment resolved, or a body read, without running."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gaitsmith.cli.console import aligned, print_json, print_lines
from gaitsmith.cli.options import AsJson, Changes, ExperimentName
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.characters.character import Character


def show(
    experiment: ExperimentName, changes: Changes = None, json: AsJson = False
) -> None:
    """Show an experiment resolved, and check it without running.

    Of a character's name, of an MJCF file (BODY.xml) or of a model of OpenSim
    (MODEL.osim): the body as it would be simulated, and the file that says so; what
    such files do not say is guessed.
    """
    import tomli_w

    from gaitsmith.characters.character import (
        MODEL_ENDINGS,
        catalogue,
        load_character,
    )
    from gaitsmith.characters.registered import CHARACTERS
    from gaitsmith.experiment import load_experiment, shipped_experiments

    is_character = experiment in {*catalogue(), *CHARACTERS} - {*shipped_experiments()}
    if is_character or experiment.endswith(MODEL_ENDINGS):
        if changes:
            raise InputError("--set: a body alone has no settings; leave it out.")
        _show_body(load_character(experiment), experiment, json)
        return
    found = load_experiment(experiment, changes or ())
    space = found.problem.space
    population = found.search.optimizer.num_candidates(space.dimension)
    if json:
        print_json(
            {
                "experiment": found.as_dict(),
                "dimension": space.dimension,
                "population": population,
                "notes": found.problem.character.notes,
                "parameters": [
                    {
                        "name": p.name,
                        "unit": p.unit,
                        "initial": p.initial,
                        "scale": p.scale,
                        "lower": p.lower,
                        "upper": p.upper,
                        "free": p.is_free,
                        "meaning": p.meaning,
                    }
                    for p in space.parameters
                ],
            }
        )
        return
    rows = [("parameter", "initial", "scale", "bounds", "unit", "meaning")]
    rows += [
        (
            p.name,
            f"{p.initial:.6g}",
            f"{p.scale:g}" if p.is_free else "fixed",
            f"{p.lower:g} to {p.upper:g}",
            p.unit,
            p.meaning,
        )
        for p in space.parameters
    ]
    character = found.problem.character
    print_lines(
        # The parameters follow as a table of their own.
        tomli_w.dumps({k: v for k, v in found.as_dict().items() if k != "parameters"}),
        f"{character.name}: {character.mass:g} kg, {character.model.nv} degrees of"
        f" freedom; centre of mass at {character.standing_com[2]:.3f} m",
        *(f"note: {note}" for note in character.notes),
        f"{space.dimension} free parameters, {population} candidates a generation",
        "",
        *aligned(rows),
    )


def _show_body(character: "Character", given: str, json: bool) -> None:
    """A body, and the character file that declares it; of a model file, its roles."""
    import tomli_w

    from gaitsmith.characters.character import self_contained
    from gaitsmith.experiment import storable

    declared = storable(self_contained(character))
    roles = declared.get("roles")
    if json:
        print_json(
            {
                "name": character.name,
                "mass": character.mass,
                "height": character.height,
                "degrees_of_freedom": character.model.nv,
                "center_of_mass": character.standing_com.tolist(),
                "is_planar": character.is_planar,
                "roles": roles,
                "notes": character.notes,
                **_guessed(given),
            }
        )
        return
    where = "in the sagittal plane" if character.is_planar else "in space"
    remark = "The file that declares it: save it as a .toml file to change it."
    if roles is not None:
        remark = "Roles: save this as a .toml file and correct what is wrong."
        declared = {"model_file": f"{character.name}.xml", "roles": roles}
        declared = _guessed(given) or declared
    print_lines(
        f"# {character.name}: {character.mass:.4g} kg, {character.height:.3g} m,"
        f" {character.model.nv} degrees of freedom {where}",
        *(f"# note: {note}" for note in character.notes),
        f"# {remark}",
        tomli_w.dumps(declared),
    )


def _guessed(given: str) -> dict[str, Any]:
    """What was guessed of a model of OpenSim, as a character file says it."""
    if not given.endswith(".osim"):
        return {}
    from gaitsmith.opensim.conversion import declared
    from gaitsmith.opensim.spec import OpensimSpec

    return declared(OpensimSpec(opensim_file=given), Path(given))
