"""A gait in tables: against people, in steps, and by its natural features."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from gaitsmith.actuators.legs import ENERGIES
from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, MUSCLE_WORDS
from gaitsmith.assessment import Assessment
from gaitsmith.gait.analysis import GaitAnalysis
from gaitsmith.gait.human import gait_parameters
from gaitsmith.gait.metabolism import FORMULA_WORDS, Metabolism
from gaitsmith.gait.score import GaitScore
from gaitsmith.report.sections import Cell, Table, sentence
from gaitsmith.simulation.measures import Measures

_SCORE_NOTE = (
    "Standard score: mean distance from the mean of people in their standard"
    " deviations (a single healthy subject: 0.8 to 0.95). RMSE in degrees, N m/kg or"
    " body weights."
)
# Rows of the tables: name, field of the summary, unit; what the data of people call it.
_STEP_FIGURES = (
    ("speed", "speed", "m/s", ""),
    ("cadence", "cadence", "steps/min", "cadence"),
    ("stride time", "stride_time", "s", "stride_time"),
    ("step length", "step_length", "m", "step_length"),
    ("step width", "step_width", "m", ""),
    ("stance", "duty_factor", "of the stride", "stance_share"),
    ("double support", "double_support_share", "of the time", ""),
    ("flight", "flight_share", "of the time", ""),
)


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


def steps_table(analysis: GaitAnalysis, size: float = 1.0) -> Table:
    """How fast, how often, how long and how wide, beside people at this speed.

    Args:
        analysis: of the gait.
        size: leg length over people's, see `human.gait_parameters`.
    """
    people = gait_parameters(analysis.gait, analysis.summary.speed, size)
    rows: list[tuple[Cell, ...]] = []
    for name, field, unit, peoples_name in _STEP_FIGURES:
        figure = people.get(peoples_name)
        theirs = f"{figure.mean:.3g} ± {figure.sd:.2g}" if figure else None
        rows.append((name, f"{getattr(analysis.summary, field):.3g}", theirs, unit))
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
    summaries = [one.analysis.summary for one in assessed.values()]
    rows: list[tuple[Cell, ...]] = [
        (f"{name} [{unit}]", *(f"{getattr(one, field):.3g}" for one in summaries))
        for name, field, unit, _ in _STEP_FIGURES
    ]
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
    spent = [one.metabolism for one in assessed.values()]
    if any(spent):
        rows += [
            (f"{name} [{unit}]", *energy_texts(field, spent))
            for name, field, unit in ENERGY_FIGURES
        ]
    notes = dict.fromkeys(
        f"{name}: {note}" for name, one in assessed.items() for note in one.score.notes
    )
    return Table(
        "Side by side",
        ("", *assessed),
        tuple(rows),
        note=" ".join(("Each is scored against people at its own speed.", *notes)),
    )


_POWER_NOTE = (
    "Both legs' muscles together; mean over the whole simulation. Heat of activation,"
    " of maintenance and of shortening, and work of the fibres."
)


# Name, field of a `Metabolism`, unit.
ENERGY_FIGURES = (
    ("metabolic power", "power", "W/kg"),
    ("cost of transport", "per_distance", "J/kg/m"),
)


def muscle_title(name: str) -> str:
    """A muscle in words, such as "Soleus (SOL)"."""
    return f"{MUSCLE_WORDS[name].capitalize()} ({name})"


def energy_facts(measures: Measures) -> tuple[tuple[str, Cell], ...]:
    """Two lines of a body with muscles; none of others."""
    if measures.muscles is None:
        return ()
    return (
        ("metabolic power", f"{measures.metabolic_power:.2f} W/kg"),
        ("cost of transport", f"{measures.cost_of_transport:.2f} J/kg/m"),
    )


def power_table(measures: Measures) -> tuple[Table, ...]:
    """Who spends what; nothing of a body without muscles."""
    spent = measures.muscles
    if spent is None:
        return ()
    whole = spent.metabolic_power
    legs = spent.power.sum(axis=0)  # (muscles, kinds) W

    def row(name: str, parts: np.ndarray) -> tuple[Cell, ...]:
        total = float(np.sum(parts))
        watts = (f"{part:.1f}" for part in parts)
        return name, f"{total:.1f}", f"{total / whole:.1%}", *watts

    unknown = (None,) * len(ENERGIES)
    basal = spent.basal_power
    return (
        Table(
            "Metabolic power",
            ("muscle", "total [W]", "share", *(f"{kind} [W]" for kind in ENERGIES)),
            (
                *map(row, map(muscle_title, MUSCLE_NAMES), legs),
                row("all muscles", legs.sum(axis=0)),
                ("body at rest", f"{basal:.1f}", f"{basal / whole:.1%}", *unknown),
                ("total", f"{whole:.1f}", "100.0%", *unknown),
            ),
            note=_POWER_NOTE,
        ),
    )


def cost_table(metabolism: Metabolism | None) -> tuple[Table, ...]:
    """Power per kilogram and cost per metre, beside people; nothing without muscles."""
    if metabolism is None:
        return ()
    spent = (metabolism, *metabolism.people.values())
    names = (f"people ({FORMULA_WORDS[name]})" for name in metabolism.people)
    notes = " ".join(map(sentence, metabolism.notes))
    return (
        Table(
            "Metabolic cost",
            ("", "this gait", *names, "unit"),
            tuple(
                (name, *energy_texts(field, spent), unit)
                for name, field, unit in ENERGY_FIGURES
            ),
            note=f"People's follow published formulas at this speed. {notes}".strip(),
        ),
    )


def energy_texts(field: str, spent: Iterable[object]) -> Iterator[str | None]:
    """A field of each `Metabolism`, or of what people's is told by; None without."""
    return (f"{getattr(one, field):.2f}" if one else None for one in spent)
