"""gaitsmith show: an experiment resolved, checked without running."""

from gaitsmith.cli.console import aligned, print_json, print_lines
from gaitsmith.cli.options import AsJson, Changes, ExperimentName


def show(
    experiment: ExperimentName, changes: Changes = None, json: AsJson = False
) -> None:
    """Show an experiment resolved, with its parameters; checks it without running."""
    import tomli_w

    from gaitsmith.experiment import load_experiment

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
