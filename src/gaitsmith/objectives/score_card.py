"""The score card: which term cost how much."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.objectives.term import TERMS, TermOptions, value_of
from gaitsmith.objectives.terms import DriftOptions, GoalOptions
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.recording import Recording


@dataclass(frozen=True)
class TermScore:
    """One line of the score card."""

    name: str
    value: float
    unit: str
    weight: float
    human_data: str = ""
    """Whose motion the value depends on; empty: nobody's."""

    @property
    def contribution(self) -> float:
        """What the term adds to the objective."""
        return self.weight * self.value


@dataclass(frozen=True)
class ScoreCard:
    """All terms of an objective."""

    terms: tuple[TermScore, ...]

    @property
    def total(self) -> float:
        """The objective: the sum of all contributions."""
        return sum(term.contribution for term in self.terms)

    @property
    def human_data(self) -> tuple[str, ...]:
        """Which terms that count depend on a person's motion, and whose."""
        return tuple(
            f"{term.name}: {term.human_data}"
            for term in self.terms
            if term.human_data and term.weight
        )

    def as_dict(self) -> dict[str, dict[str, float]]:
        """Value, weight and contribution by term, as scripts read them."""
        return {
            term.name: {
                "value": term.value,
                "weight": term.weight,
                "contribution": term.contribution,
            }
            for term in self.terms
        }

    def with_terms_of(self, other: "ScoreCard", names: Collection[str]) -> "ScoreCard":
        """The same, but these terms are those of another card."""
        pairs = zip(self.terms, other.terms, strict=True)
        return ScoreCard(
            tuple(theirs if own.name in names else own for own, theirs in pairs)
        )

    def __str__(self) -> str:
        """An aligned table."""
        lines = [f"{'term':<8}{'value':>14}{'weight':>12}{'contribution':>16}  unit"]
        lines += [
            f"{t.name:<8}{t.value:>14.6g}{t.weight:>12g}{t.contribution:>16.6g}"
            f"  {t.unit}".rstrip()
            for t in self.terms
        ]
        lines.append(f"{'total':<8}{self.total:>42.6g}")
        lines += [f"scored with human data, {one}" for one in self.human_data]
        return "\n".join(lines)

    __repr__ = __str__


def mean_card(cards: Sequence[ScoreCard]) -> ScoreCard:
    """Every term's mean over score cards of the same objective."""
    if len(cards) == 1:
        return cards[0]
    return ScoreCard(
        tuple(
            replace(lines[0], value=sum(line.value for line in lines) / len(lines))
            for lines in zip(*(card.terms for card in cards), strict=True)
        )
    )


@dataclass(frozen=True)
class Objective:
    """Terms with their options, in the order of the experiment."""

    options: Mapping[str, TermOptions]

    def as_dict(self) -> dict[str, dict[str, Any]]:
        """The [objective.NAME] tables with nothing left out."""
        tables = {}
        for name, options in self.options.items():
            others = options.model_dump(exclude_none=True, exclude={"weight"})
            tables[name] = {"weight": self._weight(name), **others}
        return tables

    def _weight(self, name: str) -> float:
        own = self.options[name].weight
        return TERMS[name].weight if own is None else own

    def score(
        self,
        measures: Measures,
        recording: Recording | None = None,
        character: Character | None = None,
    ) -> ScoreCard:
        """The score card of one rollout.

        Args:
            measures: of it.
            recording: for terms that need one.
            character: whose recording it is.
        """
        return ScoreCard(
            tuple(
                TermScore(
                    name,
                    value_of(name, measures, options, recording, character),
                    TERMS[name].unit,
                    self._weight(name),
                    options.human_data,
                )
                for name, options in self.options.items()
            )
        )

    @property
    def recording_rate(self) -> float:
        """Hz, of the recording that its terms need; 0: none."""
        return max((TERMS[name].recording_rate for name in self.options), default=0.0)

    def check(self, character: Character, drive: Drive, where: str) -> None:
        """Refuse a body or a law that a term means nothing to.

        Args:
            character: whose motion is judged.
            drive: what drives it.
            where: where the objective stands, for the error message.
        """
        for name, options in self.options.items():
            try:
                TERMS[name].check(character, drive, options)
            except InputError as error:
                raise InputError(f"{where}.{name}: {error}") from None


def make_objective(**terms: Mapping[str, Any]) -> Objective:
    """An objective by the names of its terms, each with its options.

    Such as make_objective(fail={}, user={"speed": 1.2}); see `gaitsmith list terms`.
    """
    return declare_objective(terms, "objective")


def declare_objective(
    tables: Mapping[str, Any], source: str, folder: Path = Path()
) -> Objective:
    """The objective of an experiment's [objective.NAME] tables.

    Args:
        tables: by the names of the terms.
        source: where they come from, for error messages.
        folder: what paths in them are relative to.
    """
    if not tables:
        raise InputError(
            f"{source}: objective: no term is given; give at least one of"
            f" {', '.join(TERMS)}."
        )
    options = {}
    for name, table in tables.items():
        known = TERMS.find(name, f"{source}: objective")
        place = f"{source}: objective.{name}"
        try:
            full = known.options.prepared(table, folder)
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        options[name] = declare(known.options, full, place)
    goal, drift = options.get("user"), options.get("vel")
    if isinstance(goal, GoalOptions) and isinstance(drift, DriftOptions):
        if drift.speed is None and goal.speed is not None:
            options["vel"] = drift.model_copy(update={"speed": goal.speed})
    return Objective(options)
