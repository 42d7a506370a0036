"""How often and how well: cells that differ in their seeds only, taken together."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import Study, words_of

CONFIDENT = 1.959963984540054  # standard normal: 95 % lie within


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Bounds of a success rate with 95 % confidence (Wilson 1927).

    With p = successes / trials, n trials and z = 1.96:
    (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n).
    """
    if trials == 0:
        return 0.0, 1.0
    share, squared = successes / trials, CONFIDENT**2 / trials
    center = share + squared / 2
    half = CONFIDENT * math.sqrt(share * (1 - share) / trials + squared / (4 * trials))
    low, high = (center - half) / (1 + squared), (center + half) / (1 + squared)
    # None or all of them leave no doubt on one side, but for rounding.
    return (0.0 if successes == 0 else low), (1.0 if successes == trials else high)


@dataclass(frozen=True)
class Spread:
    """Some numbers."""

    count: int
    best: float
    median: float
    lower_quartile: float
    upper_quartile: float
    worst: float


def spread(numbers: Sequence[float]) -> Spread | None:
    """Of some numbers, the lowest being the best; None of none."""
    found = sorted(number for number in numbers if math.isfinite(number))
    if not found:
        return None
    quartiles = (
        statistics.quantiles(found, n=4, method="inclusive")
        if len(found) > 1
        else [found[0]] * 3
    )
    low, median, high = quartiles
    return Spread(len(found), found[0], median, low, high, found[-1])


@dataclass(frozen=True)
class Summary:
    """Cells that differ in their seeds only."""

    group: dict[str, Any]
    found: tuple[Found, ...]

    @property
    def successes(self) -> int:
        """How many of them are."""
        return sum(one.is_success for one in self.found)

    @property
    def rate(self) -> float:
        """Share of them."""
        return self.successes / len(self.found)

    @property
    def interval(self) -> tuple[float, float]:
        """Of the rate, with 95 % confidence."""
        return wilson(self.successes, len(self.found))

    @property
    def words(self) -> str:
        """What they have in common; empty: the study varies nothing but seeds."""
        return words_of(self.group)

    def numbers(self, column: str) -> list[float]:
        """What is known in a column."""
        values = (one.numbers.get(column) for one in self.found)
        return [float(value) for value in values if value is not None]

    def spread(self, column: str) -> Spread | None:
        """Of a column."""
        return spread(self.numbers(column))

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it, and a row of summary.csv."""
        low, high = self.interval
        row: dict[str, Any] = {
            **self.group,
            "cells": len(self.found),
            "successes": self.successes,
            "rate": self.rate,
            "rate_low": low,
            "rate_high": high,
        }
        for column in ("objective", "evaluations", "evaluations_to_goal"):
            found = self.spread(column)
            if found is not None:
                row |= {
                    f"{column}_best": found.best,
                    f"{column}_lower_quartile": found.lower_quartile,
                    f"{column}_median": found.median,
                    f"{column}_upper_quartile": found.upper_quartile,
                    f"{column}_worst": found.worst,
                }
        return row

    def __str__(self) -> str:
        """In a line."""
        low, high = self.interval
        found = self.spread("objective")
        text = (
            f"{self.successes} of {len(self.found)} succeed: {self.rate:.0%}, with 95 %"
            f" confidence {low:.0%} to {high:.0%}"
        )
        if found is not None:
            text += (
                f"; objective {found.best:.4g} (best), {found.median:.4g} (median),"
                f" {found.lower_quartile:.4g} to"
                f" {found.upper_quartile:.4g} (middle half)"
            )
        return f"{self.words}: {text}" if self.words else text[:1].upper() + text[1:]


def summaries(study: Study, found: Sequence[Found]) -> tuple[Summary, ...]:
    """Groups in the order of their first cells."""
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(repr(study.group(one.cell)), []).append(one)
    return tuple(
        Summary(dict(study.group(rows[0].cell)), tuple(rows))
        for rows in groups.values()
    )
