"""How well feet land where they should: offline, and online on stones never seen."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from gaitsmith.papers.coros2008.tables.crossings import (
    AS_PUBLISHED,
    SEEDS,
    WALK,
    Figure,
    PlannedSkill,
    Walks,
    error_within,
    finding,
    mean_error,
    published,
    walks_over,
)
from gaitsmith.planning.examples import ExampleSteps
from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    Sample,
    at_least,
    at_most,
    compare,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.skills.skill import SkillPlan, load_plan
from gaitsmith.skills.training import TrainingJob

FOLDER = Path("reproductions") / "coros2008-offline-error"
FRESH_SEEDS, FRESH_STEPS = (1001,), 100  # one, as in the paper
STONES = "stones:count=20,min=0.1,max=0.9,relative=true"  # as uniform as the examples
EXAMPLE_COUNTS = (100, 250, 500, 975)
GRIDS = (2, 3, 5, 7, 11, 15)
REMARKS = "Planner regular, 20 steps of 0.1 to 0.9 m, each from the last footfall."
BINS = ((0.0, 0.03), (0.03, 0.06), (0.06, 0.09), (0.09, 0.12), (0.12, np.inf))  # m


@reproduces("coros2008/offline-error")
def offline_error(tell: Tell, workers: AnyWorkers) -> Comparison:
    """How far optimised steps land from where they should, on fresh sequences."""
    theirs, own = (_fresh(name, tell, workers) for name in (AS_PUBLISHED, WALK))
    figures: tuple[tuple[str, float, Criterion, Callable[..., float]], ...] = (
        ("mean error [cm]", 4.3, at_most(4.3), lambda e: 100.0 * float(np.mean(e))),
        ("below 6 cm", 0.77, at_least(0.77), lambda e: float(np.mean(e < 0.06))),
        ("above 12 cm", 0.09, at_most(0.09), lambda e: float(np.mean(e > 0.12))),
    )

    def sample(made: dict[int, ExampleSteps], figure: Callable[..., float]) -> Sample:
        return Sample({s: figure(np.abs(one.error)) for s, one in made.items()})

    return compare(
        f"coros2008, section 6: errors of fresh sequences of {FRESH_STEPS} optimised"
        " steps",
        [
            PaperFigure(
                what,
                paper,
                asked,
                published=sample(theirs, figure),
                ours=sample(own, figure),
                differences="base gait optimised on edges of 3 cm with pushes;"
                " Gauss-Newton instead of descent along the gradient; a foot that"
                " swings lower than 8 cm counts like an error of placement",
            )
            for what, paper, asked, figure in figures
        ],
    )


def _fresh(name: str, tell: Tell, workers: AnyWorkers) -> dict[int, ExampleSteps]:
    """Sequences that are in no model, by seed."""
    made = {}
    for seed in FRESH_SEEDS:
        plan = load_plan(name)
        only = {"seed": seed, "examples": FRESH_STEPS, "explored": 0, "practice": 0}
        fresh = SkillPlan(plan.spec.model_copy(update=only), plan.base)
        folder = FOLDER / name / str(seed)
        made[seed] = TrainingJob(fresh).begin_or_resume(folder, workers).skill.examples
        tell(f"{name}, {seed}")
    return made


def _histograms(
    tell: Tell,
    workers: AnyWorkers,
    title: str,
    cases: Sequence[tuple[str, PlannedSkill]],
    judged: Callable[[list[Walks]], Sequence[tuple[str, str, Criterion, Sample]]],
) -> Comparison:
    """Errors on stones of the paper's method, by case.

    Args:
        tell: is told how it goes on.
        workers: who works.
        title: of the table.
        cases: what is varied.
        judged: what the paper's text says of the figure.
    """
    shown: list[PaperFigure] = []
    every: list[Walks] = []
    figures: list[tuple[str, Figure]] = [("mean error [cm]", mean_error)]
    for low, high in BINS:
        most = "more" if high == np.inf else f"{100 * high:g}"
        figures.append((f"{100 * low:g} to {most} cm", error_within(low, high)))
    for label, way in cases:
        every.append(walks_over(way, STONES, workers))
        shown += [
            finding(f"{label}: {words}", "in colours", one, (every[-1], None))
            for words, one in figures
        ]
        tell(f"{label}: {every[-1].sample(mean_error)}")
    said = [
        PaperFigure(what, paper, asked, published=sample)
        for what, paper, asked, sample in judged(every)
    ]
    return compare(
        title, [*said, *shown], "Planner regular, 20 stones of 0.1 to 0.9 m."
    )


def _apart(one: Walks, other: Walks, low: float, high: float) -> Sample:
    """How much more of the errors are within [m], by seed."""
    values = [walks.sample(error_within(low, high)).values for walks in (one, other)]
    return Sample(
        {s: float(values[0][s] or 0) - float(values[1][s] or 0) for s in SEEDS}
    )


def _more_small_errors(walks: list[Walks]) -> list[tuple[str, str, Criterion, Sample]]:
    """The last case beside the first."""
    more = _apart(walks[-1], walks[0], 0.0, 0.06)
    words = "share below 6 cm: last case minus first"
    return [(words, "the more, the better", at_least(0.0), more)]


@reproduces("coros2008/examples")
def examples(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Errors on new stones by the number of example steps (Figure 10)."""
    way = published("regular")
    cases = [
        (
            f"{count} examples",
            PlannedSkill(way.skill.with_examples(count), way.settings),
        )
        for count in EXAMPLE_COUNTS
    ]
    title = "coros2008, Figure 10: errors by the number of example steps"
    return _histograms(tell, workers, title, cases, _more_small_errors)


@reproduces("coros2008/horizon")
def horizon(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Errors on new stones by the planning horizon (Figure 11)."""
    cases = [
        (f"{steps} ahead", published("regular", horizon=steps)) for steps in (1, 2, 3)
    ]

    def judged(walks: list[Walks]) -> list[tuple[str, str, Criterion, Sample]]:
        one, two, three = walks
        large, small = (0.12, np.inf), (0.0, 0.03)
        least, most = at_least(0.0), at_most(0.0)
        above, below = "share above 12 cm", "share below 3 cm"
        return [
            (f"{above}: 1 minus 2", "performs poorly", least, _apart(one, two, *large)),
            (f"{above}: 3 minus 2", "slightly fewer", most, _apart(three, two, *large)),
            (f"{below}: 3 minus 2", "fewer", most, _apart(three, two, *small)),
        ]

    title = "coros2008, Figure 11: errors by the planning horizon"
    return _histograms(tell, workers, title, cases, judged)


@reproduces("coros2008/samples")
def samples(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Errors on new stones by the number of samples (Figure 12)."""
    cases = [(f"{n * n} samples", published("regular", grid=n)) for n in GRIDS]
    title = "coros2008, Figure 12: errors by the number of sampled actions"
    return _histograms(tell, workers, title, cases, _more_small_errors)
