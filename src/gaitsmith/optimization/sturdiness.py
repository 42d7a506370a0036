"""Sturdiness: whether a solution holds at other time steps and from other starts.

A gait that walks at one time step only, or from one start only, is an artefact of its
simulation. Here is what is tried and what came of it; `sturdiness_check` tries it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from gaitsmith.declarations import Declaration
from gaitsmith.simulation.outcome import Outcome

STARTS_SEED = 1  # the same starts for everybody, so that solutions can be compared
_VERBS = {"fell": "falls", "diverged": "diverges"}
_Positive = Annotated[float, Field(gt=0, le=100)]


class SturdinessSpec(Declaration):
    """What a solution must hold, and how many bests of a search are compared by it."""

    seconds: Annotated[float, Field(gt=0, le=3600)] = 100.0
    """s, of every rollout."""
    rates: Annotated[tuple[_Positive, ...], Field(min_length=1, max_length=8)] = (
        1.0,
        2.0,
        4.0,
    )
    """Time steps a second, as multiples of the setting's rate."""
    starts: Annotated[int, Field(ge=0, le=7)] = 4
    """Starts a little off, at the setting's own rate, beside the start itself."""
    millimeters: Annotated[float, Field(ge=0, le=100)] = 5.0
    """By which a start is off at most, in height and along any slide."""
    degrees: Annotated[float, Field(ge=0, le=30)] = 2.0
    """By which a start is off at most, in every joint and in how the root leans."""
    finalists: Annotated[int, Field(ge=0, le=20)] = 3
    """Bests of a search that are compared at most; 0 switches the check off."""

    @field_validator("rates")
    @classmethod
    def _each_once(cls, rates: tuple[float, ...]) -> tuple[float, ...]:
        if len(set(rates)) < len(rates):
            raise ValueError("every multiple must be given once")
        return rates


@dataclass(frozen=True)
class SturdyTrial:
    """One rollout of a check."""

    rate: float
    """Hz, time steps a second."""
    start: int
    """0: the solution's own start; else the number of one that is a little off."""
    seconds: float
    """s until it ended."""
    outcome: str
    """As scripts read it: "completed", "fell", "diverged"."""

    @property
    def holds(self) -> bool:
        """Whether it stayed up to the end."""
        return self.outcome == Outcome.COMPLETED.word


@dataclass(frozen=True)
class Sturdiness:
    """What came of a check."""

    seconds: float
    """s, of every rollout."""
    millimeters: float
    """See `SturdinessSpec`."""
    degrees: float
    """See `SturdinessSpec`."""
    seed: int
    """Of the starts that are a little off."""
    trials: tuple[SturdyTrial, ...]

    @property
    def num_held(self) -> int:
        """Rollouts that stayed up to the end."""
        return sum(trial.holds for trial in self.trials)

    @property
    def holds(self) -> bool:
        """Whether all of them did."""
        return self.num_held == len(self.trials)

    @property
    def sentence(self) -> str:
        """What holds, or all that does not, in a sentence."""
        time = f"{self.seconds:g} s"
        own = [trial for trial in self.trials if not trial.start]
        others = [trial for trial in self.trials if trial.start]
        if self.holds:
            rates = _listed([f"{trial.rate:g}" for trial in own])
            word = "start" if len(others) == 1 else "starts"
            also = f" and from {len(others)} {word} a little off" if others else ""
            return f"Holds {time} at {rates} Hz{also}."
        parts = [
            f"{_VERBS[trial.outcome]} after {trial.seconds:.1f} s at {trial.rate:g} Hz"
            for trial in own
            if not trial.holds
        ]
        off = [trial.seconds for trial in others if not trial.holds]
        if off:
            first = "the first after" if len(off) > 1 else "after"
            parts.append(
                f"falls from {len(off)} of {len(others)} starts a little off,"
                f" {first} {min(off):.1f} s"
            )
        return f"Does not hold {time}: {_listed(parts)}."

    def as_dict(self) -> dict[str, Any]:
        """As scripts and solution files read it."""
        return {
            "holds": self.holds,
            "held": self.num_held,
            "sentence": self.sentence,
            "seconds": self.seconds,
            "millimeters": self.millimeters,
            "degrees": self.degrees,
            "seed": self.seed,
            "trials": [dict(vars(trial)) for trial in self.trials],
        }


class _TrialDeclaration(Declaration):
    rate: Annotated[float, Field(gt=0)]
    start: Annotated[int, Field(ge=0)]
    seconds: Annotated[float, Field(ge=0)]
    outcome: Literal["completed", "fell", "diverged"]


class SturdinessDeclaration(Declaration):
    """What `Sturdiness.as_dict` has written."""

    holds: bool
    held: int
    sentence: str
    seconds: Annotated[float, Field(gt=0)]
    millimeters: Annotated[float, Field(ge=0)]
    degrees: Annotated[float, Field(ge=0)]
    seed: int
    trials: Annotated[tuple[_TrialDeclaration, ...], Field(min_length=1)]

    def read(self) -> Sturdiness:
        """The check itself; what follows from its trials is not believed."""
        return Sturdiness(
            self.seconds,
            self.millimeters,
            self.degrees,
            self.seed,
            tuple(SturdyTrial(**trial.model_dump()) for trial in self.trials),
        )


def sturdiest(found: Sequence[Sturdiness]) -> int:
    """Which one of several finalists wins; they come best cost first.

    The first that holds everything; if none does, the one that holds most.
    """
    return max(range(len(found)), key=lambda i: (found[i].holds, found[i].num_held, -i))


def _listed(words: Sequence[str]) -> str:
    """As people list them: "a, b and c"."""
    return " and ".join([part for part in (", ".join(words[:-1]), words[-1]) if part])
