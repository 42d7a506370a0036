"""The check of a solution's sturdiness: long rollouts at several time steps and starts.

The rollouts at one rate are beside each other in the lanes of a core; a thread each for
the rates. What a search was disturbed with is left out: pushes and motor noise. Ground,
guide and commanded heading stay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gaitsmith.control.law import is_plain_python
from gaitsmith.declarations import declare
from gaitsmith.errors import InputError
from gaitsmith.optimization.problem import Problem
from gaitsmith.optimization.starts import StartOff
from gaitsmith.optimization.sturdiness import (
    STARTS_SEED,
    Sturdiness,
    SturdinessSpec,
    SturdyTrial,
)
from gaitsmith.simulation.batch import Recipe
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.tasks import Queue, Task
from gaitsmith.simulation.workers import AnyWorkers, Work, workers_of

RATES = (100.0, 100_000.0)  # Hz, that a setting may have
Tell = Callable[[float, Sequence[SturdyTrial]], None]
"""Is given a rate [Hz] that is done, and what came of its rollouts."""


@dataclass(frozen=True)
class Candidate:
    """Who is checked, and how."""

    problem: Problem
    values: dict[str, float]
    spec: SturdinessSpec

    def tasks(self, who: int) -> Iterator[Task]:
        """Its rollouts; their keys are triples (who, Hz, number of the start)."""
        own, spec = self.problem.setting.rate, self.spec
        drive = self.problem.drive(self.values)
        rates = [own * multiple for multiple in spec.rates]
        tried = [(rate, 0, drive) for rate in rates if RATES[0] <= rate <= RATES[1]]
        for start in range(1, spec.starts + 1):
            off = StartOff(spec.millimeters, spec.degrees, (STARTS_SEED, start))
            tried.append((own, start, off.of(self.problem.character, drive)))
        for rate, start, one in tried:
            yield Task((who, rate, start), one, self.setting(rate))

    def setting(self, rate: float) -> Setting:
        """Where it is checked: as it was found, but that nobody disturbs it."""
        calm = {"pushes": (), "motor_noise": 0.0}
        changes = {**calm, "duration": self.spec.seconds, "rate": rate}
        return self.problem.setting.model_copy(update=changes)


def check_sturdiness(
    problem: Problem,
    values: dict[str, float],
    spec: SturdinessSpec,
    workers: AnyWorkers = None,
    tell: Tell | None = None,
) -> Sturdiness | None:
    """Roll out a solution at every rate, and at its own from starts a little off.

    Args:
        problem: whose character, law and ground are simulated.
        values: of the controller's parameters.
        spec: what is tried.
        workers: who rolls out; left out: a thread per processor.
        tell: called in this thread after each rate.

    Returns:
        what came of it, the same for any number of workers; None of a law in plain
        Python, with which it would take hours.
    """
    if is_plain_python(problem.drive(values).law):
        return None
    candidate = Candidate(problem, values, spec)
    # With the meters of the search: their loop has been compiled.
    return check_together([candidate], problem.objective.options, workers, tell)[0]


def check_together(
    candidates: Sequence[Candidate],
    terms: Mapping[str, Any] | None = None,
    workers: AnyWorkers = None,
    tell: Tell | None = None,
) -> list[Sturdiness]:
    """Check several solutions beside each other, so that no lane is empty.

    Args:
        candidates: on one body and ground, under equal commands, all for as long.
        terms: options of objective terms whose meters go along; they change nothing.
        workers: who rolls out; left out: a thread per processor.
        tell: called in this thread after each rate.
    """
    first = candidates[0]
    if any(one.setting(100.0) != first.setting(100.0) for one in candidates):
        raise ValueError("these solutions have different grounds, commands or times")
    wanted: dict[float, list[Task]] = {}
    for who, candidate in enumerate(candidates):
        for task in candidate.tasks(who):
            wanted.setdefault(task.setting.rate, []).append(task)
    character = first.problem.character
    works = [  # the slowest first
        Work(Recipe(character, (first.setting(rate),), terms), Queue(iter(tasks)))
        for rate, tasks in sorted(wanted.items(), reverse=True)
    ]
    found: dict[Any, SturdyTrial] = {}
    missing = {rate: len(tasks) for rate, tasks in wanted.items()}
    for key, rollout in workers_of(workers).roll_out(*works):
        _, rate, start = key
        outcome = rollout.outcome.word
        found[key] = SturdyTrial(rate, start, rollout.seconds, outcome)
        missing[rate] -= 1
        if tell and not missing[rate]:
            tell(rate, [trial for trial in found.values() if trial.rate == rate])
    ordered = [(key[0], found[key]) for key in sorted(found)]
    return [
        Sturdiness(
            seconds=one.spec.seconds,
            millimeters=one.spec.millimeters,
            degrees=one.spec.degrees,
            seed=STARTS_SEED,
            trials=tuple(trial for key, trial in ordered if key == who),
        )
        for who, one in enumerate(candidates)
    ]


def spec_in_hertz(
    own: float, rates: Sequence[float] = (), **changes: float | None
) -> SturdinessSpec:
    """What is tried, by rates in Hz.

    Args:
        own: Hz, rate of the solution's setting.
        rates: Hz; none: as multiples of its own.
        changes: fields of `SturdinessSpec`; None: as it is.
    """
    table: dict[str, object] = {k: v for k, v in changes.items() if v is not None}
    for rate in rates:
        if not RATES[0] <= rate <= RATES[1]:
            raise InputError(
                f"rates: {rate:g} Hz given; a rate is between {RATES[0]:g} and"
                f" {RATES[1]:g} Hz."
            )
    if rates:
        table["rates"] = tuple(rate / own for rate in rates)
    return declare(SturdinessSpec, table, "sturdiness")
