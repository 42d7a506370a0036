"""gaitsmith score: a gait against people."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import aligned, print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    ReferenceFile,
    SolutionOrStart,
    Strikes,
    strike_times,
)

if TYPE_CHECKING:
    from gaitsmith.assessment import Assessment
    from gaitsmith.gait.activity import Activity
    from gaitsmith.gait.fidelity import Fidelity
    from gaitsmith.gait.metabolism import Metabolism


def score(
    solution: SolutionOrStart,
    reference: ReferenceFile = None,
    strikes: Strikes = "",
    duration: Annotated[
        float, typer.Option(min=3.0, max=600.0, help="Seconds to simulate.")
    ] = 10.0,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Compare a gait's curves over the cycle with people's."""
    from gaitsmith.assessment import assess
    from gaitsmith.workflows import solution_or_start

    times = strike_times(strikes, reference)
    found = solution_or_start(solution, changes or ())
    announce_compiling(found.problem)
    assessed = assess(found, duration, reference, times)
    spent = assessed.metabolism
    result = assessed.score.as_dict() | (spent.as_dict() if spent else {})
    print_result(json, result, *score_lines(found.name, assessed))


def score_lines(name: str, assessed: "Assessment") -> list[str]:
    """The score for people."""
    score, summary = assessed.score, assessed.analysis.summary
    verb = "runs" if score.gait == "run" else "walks"
    lines = [
        f"{name} {verb} at {score.speed:.2f} m/s: {summary.cadence:.0f} steps/min of"
        f" {summary.step_length:.2f} m, stance {summary.duty_factor:.0%}, double"
        f" support {summary.double_support_share:.0%}; mean of {score.num_cycles}"
        " cycles",
        f"compared with {score.reference.name}",
    ]
    for title, unit, part in (
        ("angles", "degrees", score.angles),
        ("moments", "N m/kg", score.moments),
        ("ground forces", "body weights", score.forces),
    ):
        if part:
            lines += ["", *aligned(_rows(title, unit, part))]
    spent = assessed.metabolism
    if score.activity:
        lines += ["", *aligned(_activity_rows(score.activity))]
    lines += ["", *aligned(_energy_rows(spent))] if spent else []
    lines += [
        "",
        "standard score: mean distance from people's mean, in standard deviations;"
        " a single healthy subject: 0.8 to 0.95",
    ]
    if assessed.features:
        shown = sum(feature.shown for feature in assessed.features)
        lines.append(
            f"natural features of walking: {shown} of {len(assessed.features)}"
        )
    notes = (*score.notes, *(spent.notes if spent else ()))
    return lines + [f"note: {note}" for note in dict.fromkeys(notes)]


def _activity_rows(activity: Mapping[str, "Activity"]) -> list[tuple[str, ...]]:
    def times(spans: tuple[tuple[int, int], ...]) -> str:
        return ", ".join(f"{begin}-{end}" for begin, end in spans)

    return [
        ("muscles", "correlation", "on and off alike", "on [%]", "reference on [%]"),
        *(
            (
                name,
                f"{one.correlation:z.2f}",
                f"{one.agree:.0%}",
                times(one.on),
                times(one.person_on),
            )
            for name, one in activity.items()
        ),
    ]


def _energy_rows(spent: "Metabolism") -> list[tuple[str, ...]]:
    from gaitsmith.gait.metabolism import FORMULA_WORDS

    people = spent.people.values()
    words = (f"people ({FORMULA_WORDS[name]})" for name in spent.people)
    return [
        ("energy", "this gait", *words),
        (
            "metabolic power [W/kg]",
            f"{spent.power:.2f}",
            *(f"{one.power:.2f}" for one in people),
        ),
        (
            "cost of transport [J/kg/m]",
            f"{spent.per_distance:.2f}",
            *(f"{one.per_distance:.2f}" for one in people),
        ),
    ]


def _rows(
    title: str, unit: str, part: Mapping[str, "Fidelity"]
) -> list[tuple[str, ...]]:
    heads = (title, "standard score", "within 1 SD", f"RMSE [{unit}]", "correlation")
    return [
        heads,
        *(
            (
                name.replace("_", "-"),
                f"{one.standard_score:.2f}",
                f"{one.within_one_sd:.0%}",
                f"{one.rmse:.3g}",
                f"{one.correlation:z.2f}",
            )
            for name, one in part.items()
        ),
    ]
