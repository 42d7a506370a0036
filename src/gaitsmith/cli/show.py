"""gaitsmith show: an experiment resolved, or a body read, without running."""

from typing import TYPE_CHECKING

from gaitsmith.cli.console import aligned, print_json, print_lines
from gaitsmith.cli.options import AsJson, Changes, ExperimentName
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.characters.character import Character


def show(
    experiment: ExperimentName, changes: Changes = None, json: AsJson = False
) -> None:
    """Show an experiment resolved, and check it without running.

    Of an MJCF file (BODY.xml): the body as it would be simulated, with guessed roles.
    """
    import tomli_w

    from gaitsmith.characters.character import MODEL_ENDING, load_character
    from gaitsmith.experiment import load_experiment

    if experiment.endswith(MODEL_ENDING):
        if changes:
            raise InputError("--set: a body alone has no settings; leave it out.")
        _show_body(load_character(experiment), json)
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


def _show_body(character: "Character", json: bool) -> None:
    """A model file read: its roles, as they can be pasted into a character file."""
    import tomli_w

    from gaitsmith.characters.character import self_contained

    roles = self_contained(character)["roles"]
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
            }
        )
        return
    where = "in the sagittal plane" if character.is_planar else "in space"
    print_lines(
        f"# {character.name}: {character.mass:.4g} kg, {character.height:.3g} m,"
        f" {character.model.nv} degrees of freedom {where}",
        *(f"# note: {note}" for note in character.notes),
        "# Roles as guessed: save this as a .toml file and correct what is wrong.",
        tomli_w.dumps({"model_file": f"{character.name}.xml", "roles": roles}),
    )
