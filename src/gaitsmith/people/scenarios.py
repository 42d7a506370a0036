"""What scenarios do to one person's walk, beside what is published of people.

The person's walk is found, and from it, with each seed, each scenario's, and once more
the person's own with nothing other about them: an effect is the difference from that
one, which was searched as long. All searches are kept in a folder, so that the table
can be interrupted and goes on where it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Row, Tell, count_true
from gaitsmith.reproduction.findings import Sample
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.advance import Advance
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
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

FOLDER = Path("reproductions") / "people-scenarios"
PERSON = Subject(height=1.72, mass=63.5, speed=1.2)
SEEDS = (1, 2)
# Of each scenario's search, from a walk that holds: 480 candidates, left alone.
SHORT = {
    "optimizer.max_generations": 30,
    "robustness.trials": 0,
    "sturdiness.finalists": 0,
}
SECONDS = 20.0  # of each walk that is measured
NOTHING = "nothing"  # other about the person


@reproduces("people/scenarios")
def scenarios(tell: Tell, workers: AnyWorkers = None) -> Comparison:
    """A person without and with each scenario: direction and size of effects."""
    return compared(FOLDER, SEEDS, tell, workers)


@dataclass(frozen=True)
class FoundWalk:
    """What one search came to, measured."""

    walk: Solution

    @cached_property
    def measured(self) -> Assessment | None:
        """None: it falls, or takes no complete cycle."""
        try:
            found = assess(self.walk, SECONDS)
        except NoStepsError:
            return None
        return found if found.rollout.outcome is Outcome.COMPLETED else None

    def value(self, name: str) -> float | None:
        """Of a figure; None: it could not be measured."""
        return None if self.measured is None else float(figure(name)(self.measured))


Found = dict[str, FoundWalk]
"""By scenario."""


def compared(
    folder: Path, seeds: Sequence[int], tell: Tell, workers: AnyWorkers = None
) -> Comparison:
    """The table; searches that a folder holds already are not done again."""
    known = {name: load_scenario(name) for name in shipped_scenarios()}

    def search(job: SubjectJob, place: Path, what: str) -> Solution:
        def watch(advance: Advance) -> None:
            if advance.is_milestone and not advance.is_replayed:
                tell(f"{what}: {advance.words}")

        command = "gaitsmith reproduce people/scenarios"
        done: PersonsWalk = job.begin_or_resume(place, workers, watch, command)
        return done.best

    who = SubjectSpec(subject=PERSON)
    own = search(SubjectJob(nearest_walk(PERSON), who), folder / "person", "person")
    others = {NOTHING: PERSON, **{name: one.of(PERSON) for name, one in known.items()}}
    found: dict[int, Found] = {}
    for seed in seeds:
        found[seed] = {}
        for name, subject in others.items():
            changes = {**SHORT, **subject.changes}
            other = subject.model_copy(update={"changes": changes})
            spec = SubjectSpec(subject=other, seed=seed, rounds=1)
            place = folder / f"seed-{seed}" / name
            best = search(SubjectJob(own, spec), place, f"seed {seed}, {name}")
            found[seed][name] = FoundWalk(best)
    rows = [
        _row(name, effect, found)
        for name, scenario in known.items()
        for effect in scenario.effects
    ]
    right, sized = (count_true(rows, column) for column in ("right", "as large"))
    of_size = sum(row["as large"] is not None for row in rows)
    first = found[seeds[0]]
    return Comparison.of(
        f"Scenarios, seeds {', '.join(map(str, seeds))}: {PERSON.name} without and"
        " with each",
        rows,
        f"{right} of {len(rows)} effects have the published direction with every seed,"
        f" and {sized} of {of_size} whose size is published are as large.",
        exhibits=tuple(Exhibit(name, one.walk) for name, one in first.items()),
        judged=("right",),
        notes=(
            "Without: the same person, searched as long from the same walk (480"
            " candidates, undisturbed). All walk at the person's speed; sizes are"
            " published, often, at speeds of their own. Mean ± standard deviation"
            " between seeds. As large: half the smallest published change to twice the"
            " largest. A source that could not be read again is marked. Stays up: how"
            f" many seeds do so for {SECONDS:.0f} s; a walk that falls is no evidence.",
        ),
    )


def _row(name: str, effect: PublishedEffect, found: Mapping[int, Found]) -> Row:
    def values(of: str) -> list[float | None]:
        return [one[of].value(effect.figure) for one in found.values()]

    before, after = values(NOTHING), values(name)
    pairs = [
        None if a is None or b is None else (a, b - a)
        for a, b in zip(before, after, strict=True)
    ]
    changes = [None if pair is None else pair[1] for pair in pairs]
    size = effect.published
    return {
        "scenario": name,
        "figure": f"{effect.figure} [{unit_of(effect.figure)}]",
        "published": f"{effect.change}: {effect.size}",
        "source": effect.source if effect.read else f"{effect.source} (not confirmed)",
        "without": _sample(before),
        "with": _sample(after),
        "change": _sample(changes),
        "right": all(x is not None and effect.is_right(x) for x in changes),
        "as large": size and all(x is not None and size.holds(*x) for x in pairs),
        "stays up": f"{sum(one is not None for one in after)} of {len(after)}",
    }


def _sample(values: list[float | None]) -> str:
    return str(Sample(dict(enumerate(values))))
