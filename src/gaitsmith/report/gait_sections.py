"""A gait in tables: against people, in steps, and by its natural features."""

from collections.abc import Mapping, Sequence

from gaitsmith.assessment import Assessment
from gaitsmith.gait.analysis import GaitAnalysis
from gaitsmith.gait.human import gait_parameters
from gaitsmith.gait.metabolism import Metabolism
from gaitsmith.gait.score import GaitScore
from gaitsmith.report.sections import Cell, Table

_SCORE_NOTE = (
    "Standard score: mean distance from the mean of people in their standard"
    " deviations (a single healthy subject: 0.8 to 0.95). RMSE in degrees, N m/kg or"
    " body weights."
)
# Rows of the step table, and what the data of people call them.
_PEOPLES_NAMES = {
    "cadence": "cadence",
    "stride time": "stride_time",
    "step length": "step_length",
    "stance": "stance_share",
}


def sentence(note: str) -> str:
    """A note as running text."""
    return note[:1].upper() + note[1:]


def score_table(score: GaitScore) -> Table:
    """The four figures of every curve that can be compared."""
    rows: list[tuple[Cell, ...]] = []
    for word, part in (
        ("angle", score.angles),
        ("moment", score.moments),
        ("force", score.forces),
    ):
        rows += [
            (
                f"{name.replace('_', '-')} {word}",
                f"{one.standard_score:.2f}",
                f"{one.within_one_sd:.0%}",
                f"{one.rmse:.3g}",
                f"{one.correlation:z.2f}",
            )
            for name, one in part.items()
        ]
    return Table(
        "Against people",
        ("curve", "standard score", "within 1 SD", "RMSE", "correlation"),
        tuple(rows),
        note=" ".join(
            (
                f"Compared with {score.reference.name}.",
                _SCORE_NOTE,
                *map(sentence, score.notes),
            )
        ),
    )


def steps_table(analysis: GaitAnalysis) -> Table:
    """How fast, how often, how long and how wide, beside people at this speed."""
    people = gait_parameters(analysis.gait, analysis.summary.speed)
    rows: list[tuple[Cell, ...]] = []
    for name, value, unit in _step_figures(analysis):
        figure = people.get(_PEOPLES_NAMES.get(name, ""))
        theirs = f"{figure.mean:.3g} ± {figure.sd:.2g}" if figure else None
        rows.append((name, f"{value:.3g}", theirs, unit))
    notes = dict.fromkeys(
        sentence(figure.note) for figure in people.values() if figure.note
    )
    verb = "running" if analysis.gait == "run" else "walking"
    return Table(
        "Steps",
        ("", "this gait", f"people {verb}", "unit"),
        tuple(rows),
        note=" ".join(
            (f"Mean of {analysis.summary.num_cycles} strides after 2 s.", *notes)
        ),
    )


def _step_figures(analysis: GaitAnalysis) -> list[tuple[str, float, str]]:
    summary = analysis.summary
    return [
        ("speed", summary.speed, "m/s"),
        ("cadence", summary.cadence, "steps/min"),
        ("stride time", summary.stride_time, "s"),
        ("step length", summary.step_length, "m"),
        ("step width", summary.step_width, "m"),
        ("stance", summary.duty_factor, "of the stride"),
        ("double support", summary.double_support_share, "of the time"),
        ("flight", summary.flight_share, "of the time"),
    ]


def features_table(assessment: Assessment) -> Table:
    """The natural features of walking, each with its criterion."""
    shown = sum(feature.shown for feature in assessment.features)
    return Table(
        "Natural features",
        ("feature", "value", "unit", "shown", "criterion"),
        tuple(
            (
                feature.name,
                f"{feature.value:.3g}",
                feature.unit,
                "✓ yes" if feature.shown else "✘ no",
                feature.criterion,
            )
            for feature in assessment.features
        ),
        note=f"{shown} of {len(assessment.features)} are shown.",
    )


def several_table(assessed: Mapping[str, Assessment]) -> Table:
    """The figures of several gaits side by side."""
    rows: list[tuple[Cell, ...]] = []
    figures = {name: _step_figures(one.analysis) for name, one in assessed.items()}
    names_of_figures = [name for name, _, _ in next(iter(figures.values()))]
    for number, name in enumerate(names_of_figures):
        unit = next(iter(figures.values()))[number][2]
        values = (f"{mine[number][1]:.3g}" for mine in figures.values())
        rows.append((f"{name} [{unit}]", *values))
    for joint in ("hip", "knee", "ankle", "average"):
        scores = (one.score.angles.get(joint) for one in assessed.values())
        texts = (f"{one.standard_score:.2f}" if one else None for one in scores)
        rows.append((f"standard score, {joint} angle", *texts))
    shown = (
        f"{sum(f.shown for f in one.features)} of {len(one.features)}"
        if one.features
        else None
        for one in assessed.values()
    )
    rows.append(("natural features of walking", *shown))
    rows += _energy_rows([one.metabolism for one in assessed.values()])
    notes = dict.fromkeys(
        f"{name}: {note}" for name, one in assessed.items() for note in one.score.notes
    )
    return Table(
        "Side by side",
        ("", *assessed),
        tuple(rows),
        note=" ".join(("Each is scored against people at its own speed.", *notes)),
    )


def _energy_rows(spent: Sequence[Metabolism | None]) -> list[tuple[Cell, ...]]:
    """None if nobody has muscles."""
    if not any(spent):
        return []
    return [
        (
            "metabolic power [W/kg]",
            *(f"{one.power:.2f}" if one else None for one in spent),
        ),
        (
            "cost of transport [J/kg/m]",
            *(f"{one.per_distance:.2f}" if one else None for one in spent),
        ),
    ]
