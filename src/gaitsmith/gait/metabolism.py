"""What a gait costs in metabolic energy, beside what published formulas say of people.

Power of the muscles and of the body at rest together, as a mask over the mouth would
measure it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gaitsmith.gait.human import MetabolicCost, metabolic_cost
from gaitsmith.simulation.measures import Measures

# The formulas' names in the table of people, and who they are of.
FORMULA_WORDS = {
    "looney2019_gross": "Looney 2019",
    "ralston1958_gross": "Ralston 1958",
    "acsm_gross": "ACSM",
    "minetti2002_net": "Minetti 2002, without standing",
}


@dataclass(frozen=True)
class Metabolism:
    """Mean over a rollout."""

    power: float  # W per kg of body mass
    per_distance: float  # J per kg and m
    people: Mapping[str, MetabolicCost]
    """The same of people in this gait at this speed, by formula."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the people."""
        notes = (one.note for one in self.people.values())
        return tuple(dict.fromkeys(note for note in notes if note))

    def as_dict(self) -> dict[str, Any]:
        """As `gaitsmith score --json` prints it."""
        return {
            "metabolic_power": self.power,
            "cost_of_transport": self.per_distance,
            "people": {
                name: {
                    "metabolic_power": one.power,
                    "cost_of_transport": one.per_distance,
                }
                for name, one in self.people.items()
            },
        }


def metabolism_of(
    measures: Measures, gait: str, speed: float, size: float = 1.0
) -> Metabolism | None:
    """What a rollout cost; None without muscles.

    Args:
        measures: of the rollout.
        gait: "walk" or "run".
        speed: m/s, of the gait.
        size: leg length over people's, who are at equal dimensionless speed: their
            power grows with its root, their cost per distance is the same.
    """
    power, per_distance = measures.metabolic_power, measures.cost_of_transport
    if power is None or per_distance is None:
        return None
    pace = math.sqrt(size)
    people = {
        name: replace(cost, power=pace * cost.power)
        for name, cost in metabolic_cost(gait, speed / pace).items()
    }
    return Metabolism(power, per_distance, people)
