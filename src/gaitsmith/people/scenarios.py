"""What scenarios do to one person's walk, beside what is published of people."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Row, Tell, count_true
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.subjects.figures import figure, unit_of
from gaitsmith.subjects.scenario import (
    PublishedEffect,
    load_scenario,
    shipped_scenarios,
)
from gaitsmith.subjects.search import PersonsWalk, SubjectJob, SubjectSpec
from gaitsmith.subjects.start import nearest_walk
from gaitsmith.subjects.subject import Subject

PERSON = Subject(height=1.72, mass=63.5, speed=1.2)
SEED = 1


@reproduces("people/scenarios")
def scenarios(tell: Tell, workers: AnyWorkers = None) -> Comparison:
    """A person without and with each scenario: direction and size of effects."""
    with tempfile.TemporaryDirectory() as folder:
        return compared(Path(folder), tell, workers)


def compared(folder: Path, tell: Tell, workers: AnyWorkers = None) -> Comparison:
    """The table; searches that a folder holds already are not done again.

    The scenarios start from the person's own walk, so that what differs is theirs.
    """
    start = nearest_walk(PERSON)
    spec = SubjectSpec(subject=PERSON, seed=SEED)
    own = _found(SubjectJob(start, spec), folder / "person", workers)
    before = assess(own.best)
    rows: list[Row] = []
    exhibits = [Exhibit("person", own.best)]
    for name in shipped_scenarios():
        scenario = load_scenario(name)
        spec = SubjectSpec(subject=scenario.of(PERSON), seed=SEED, rounds=1)
        found = _found(SubjectJob(own.best, spec), folder / name, workers)
        exhibits.append(Exhibit(name, found.best))
        known = found.best.sturdiness
        tell(f"{name}: {known.sentence if known else ''}")
        try:
            after = assess(found.best)
        except NoStepsError:
            after = None
        rows += _rows(name, scenario.effects, before, after, not found.failure)
    right = count_true(rows, "right")
    return Comparison.of(
        f"Scenarios, seed {SEED}: {PERSON.name} without and with each",
        rows,
        f"{right} of {len(rows)} effects have the published direction. All walk at the"
        " person's speed; the size is as published, often at speeds of their own.",
        exhibits=tuple(exhibits),
        judged=("right",),
    )


def _found(job: SubjectJob, place: Path, workers: AnyWorkers) -> PersonsWalk:
    return job.begin_or_resume(place, workers, lambda _: None, "")


def _rows(
    name: str,
    effects: tuple[PublishedEffect, ...],
    before: Assessment,
    after: Assessment | None,
    holds: bool,
) -> Iterator[Row]:
    for effect in effects:
        measure = figure(effect.figure)
        first = measure(before)
        last = measure(after) if after else float("nan")
        change = last - first
        wanted = change if effect.change == "more" else -change
        yield {
            "scenario": name,
            "figure": f"{effect.figure} [{unit_of(effect.figure)}]",
            "published": f"{effect.change}: {effect.size} ({effect.source})",
            "without": round(first, 3),
            "with": round(last, 3) if after else None,
            "change": round(change, 3) if after else None,
            "right": bool(wanted > effect.least),
            "holds": holds,
        }
