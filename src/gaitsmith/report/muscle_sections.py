"""What muscles cost, in tables: muscle by muscle, and beside people."""

from collections.abc import Iterable, Iterator

import numpy as np

from gaitsmith.actuators.legs import ENERGIES
from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, MUSCLE_WORDS
from gaitsmith.gait.metabolism import FORMULA_WORDS, Metabolism
from gaitsmith.report.sections import Cell, Table, sentence
from gaitsmith.simulation.measures import Measures

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
