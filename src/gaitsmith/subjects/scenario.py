"""Scenarios: what is other about a person, and what is published of people like that.

A file each, in the folder `scenarios`; `gaitsmith subject --scenario NAME` walks one.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from gaitsmith.declarations import Declaration, Line, declare, read_toml
from gaitsmith.resources import named_file, shipped_files
from gaitsmith.subjects.figures import figure
from gaitsmith.subjects.subject import Factor, Subject


class PublishedSize(Declaration):
    """How large a change is published, up or down: from one number to another."""

    low: Annotated[float, Field(ge=0)]
    high: Annotated[float, Field(gt=0)]
    unit: Literal["figure", "%"] = "figure"
    """The figure's own, or per cent of what it is without."""

    def holds(self, before: float, change: float) -> bool:
        """Whether a change is half the smallest to twice the largest."""
        size = abs(change if self.unit == "figure" else 100.0 * change / before)
        return 0.5 * self.low <= size <= 2.0 * self.high


class PublishedEffect(Declaration):
    """One published effect, beside the same person without it at the same speed."""

    figure: str
    """See `figures`."""
    change: Literal["more", "less"]
    size: Line = ""
    """As published, in words."""
    source: Line
    read: Line = ""
    """Where this was read again in the source's own words; empty: it could not be."""
    published: PublishedSize | None = None
    """In numbers, if there are any."""
    least: Annotated[float, Field(ge=0)] = 0.0
    """In the figure's unit: what is less is no change."""

    def is_right(self, change: float) -> bool:
        """Whether a change of the figure goes the published way."""
        return (change if self.change == "more" else -change) > self.least

    @field_validator("figure")
    @classmethod
    def _is_known(cls, name: str) -> str:
        figure(name)
        return name


class Scenario(Declaration):
    """The file."""

    description: Line
    effects: Annotated[tuple[PublishedEffect, ...], Field(min_length=1)]
    age: float | None = None
    """years; left out: the person's own."""
    strength: Mapping[str, Factor] = Field(default={})
    heavier: Annotated[float, Field(gt=0, le=3)] = 1.0
    """Factor on the mass, all of it in the trunk."""
    load_share: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Of the mass, carried at the trunk."""
    sides: Literal["equal", "free"] = "equal"
    set: Mapping[str, Any] = Field(default={})
    """Changes of the experiment by key, as in --set."""

    def of(self, person: Subject) -> Subject:
        """The person as the scenario has them."""
        more = (self.heavier - 1.0 + self.load_share) * person.mass
        return person.model_copy(
            update={
                "age": person.age if self.age is None else self.age,
                "strength": {**person.strength, **self.strength},
                "load": person.load + more,
                "sides": self.sides if self.sides == "free" else person.sides,
                "changes": {**self.set, **person.changes},
            }
        )


def shipped_scenarios() -> dict[str, Path]:
    """Names of the scenarios that ship, and their files."""
    return shipped_files("scenarios", ".toml")


def load_scenario(name_or_file: str | Path) -> Scenario:
    """A scenario that ships, by name, or one from a .toml file."""
    _, path = named_file("scenario", name_or_file, shipped_scenarios())
    return declare(Scenario, read_toml(path), str(path))
