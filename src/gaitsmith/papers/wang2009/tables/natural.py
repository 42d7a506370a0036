"""Natural features of the gait, and its curves beside those of people (Figure 6)."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from gaitsmith.gait import human
from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve, mean_cycle
from gaitsmith.gait.fidelity import fidelity
from gaitsmith.gait.human import Band
from gaitsmith.papers.wang2009.tables.measures import (
    OURS,
    is_up,
    num_features,
    paper_seeds,
    sample,
    table,
)
from gaitsmith.reproduction.comparison import Comparison, CurvePlot, Line, Tell
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    Sample,
    at_least,
    at_most,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import Walk, measured_walks
from gaitsmith.simulation.workers import AnyWorkers

NOMINAL = ("wang2009/stocky", "wang2009/short", "wang2009/tall")
# Seven optimised walkers and SIMBICON, as in Figure 6.
WALKERS = (
    "wang2009/stocky",
    "wang2009/short",
    "wang2009/tall",
    "wang2009/thin",
    "wang2009/overweight",
    "wang2009/short2",
    "wang2009/stocky_fast",
)
SIMBICON = "simbicon/walk"
ANGLES = {
    "thigh": "Thigh against the vertical, forward +",
    "knee": "Knee flexion",
    "foot": "Foot against the ground, toes up +",
}
HUMAN_SPEED = 1.25  # m/s; the paper's people walked at a comfortable speed


@reproduces("wang2009/features")
def features(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Heel strike, push-off, knees, arms and head of the walkers without goals."""
    papers = paper_seeds()
    walks = measured_walks((*papers, *NOMINAL), tell, workers)
    published, ours = [walks[name] for name in papers], walks[NOMINAL[0]]
    findings = [
        PaperFigure(
            f"{feature.name} [{feature.unit}]",
            "shown",
            _shown(feature.name, (*published, ours)),
            sample(published, lambda walk, name=feature.name: walk.feature(name)),
            sample([ours], lambda walk, name=feature.name: walk.feature(name)),
            OURS,
        )
        for feature in ours.features()
    ]
    every = len(findings)
    findings += [
        PaperFigure(
            f"{name.partition('/')[2]}: features shown, of {every}",
            "all",
            at_least(every),
            ours=sample([walks[name]], num_features),
            differences=OURS,
        )
        for name in NOMINAL[1:]
    ]
    criteria = "; ".join(f"{one.name}: {one.criterion}" for one in ours.features())
    return table(
        "Natural features of the default walker, which the paper shows in pictures",
        findings,
        walks,
        f"Shown means: {criteria}.",
    )


def _shown(name: str, walks: Iterable[Walk]) -> Criterion:
    """By the feature's own criterion, which may look at more than its value."""
    shown = {
        feature.value: feature.shown
        for walk in walks
        for feature in walk.features()
        if feature.name == name
    }
    return Criterion("shown", lambda found: all(shown[one] for one in found.measured))


@reproduces("wang2009/human-curves")
def human_curves(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Figure 6: thigh, knee and foot of seven walkers and SIMBICON, over people."""
    papers = paper_seeds()
    walks = measured_walks((*papers, *WALKERS, SIMBICON), tell, workers)
    curves = {name: _curves(walk) for name, walk in walks.items() if is_up(walk)}
    people = human.angles("walk", HUMAN_SPEED)

    def mean(names: Sequence[str], angle: str, field: str) -> float:
        found = (fidelity(curves[name][angle].mean, people[angle]) for name in names)
        return float(np.mean([getattr(one, field) for one in found]))

    findings: list[PaperFigure] = []
    for angle in ANGLES:
        theirs = round(mean([SIMBICON], angle, "rmse"), 1)
        ours = Sample({1: mean(WALKERS, angle, "rmse")})
        findings.append(
            PaperFigure(
                f"{angle}: difference from people [deg]",
                "closer than SIMBICON",
                at_most(theirs),
                sample(
                    [walks[name] for name in papers],
                    lambda walk, angle=angle: mean([walk.name], angle, "rmse"),
                ),
                ours,
                f"mean of {len(WALKERS)} walkers; {OURS}",
            )
        )
    told = "; ".join(
        f"{angle} {mean(WALKERS, angle, 'correlation'):.2f} (SIMBICON"
        f" {mean([SIMBICON], angle, 'correlation'):.2f})"
        for angle in ANGLES
    )
    return table(
        "Figure 6: seven optimised walkers and SIMBICON against people",
        findings,
        walks,
        "Root mean square over the cycle; asked is what our SIMBICON has. Correlation"
        f" with people: {told}.",
        plots=tuple(
            _plot(angle, title, curves, people[angle])
            for angle, title in ANGLES.items()
        ),
    )


def _curves(walk: Walk) -> dict[str, MeanCurve]:
    return mean_cycle(walk.character, walk.recording, names=tuple(ANGLES))


def _plot(
    angle: str, title: str, curves: Mapping[str, dict[str, MeanCurve]], people: Band
) -> CurvePlot:
    lines = tuple(
        Line(name, found[angle].mean, is_reference=name == SIMBICON)
        for name, found in curves.items()
    )
    percent = np.linspace(0.0, 100.0, NUM_POINTS)
    return CurvePlot(
        title, "% of the cycle", "degrees", percent, lines, (people.mean, people.sd)
    )
