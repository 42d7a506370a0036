"""Other ground, another posture, and the height of the pelvis."""

from collections.abc import Callable, Mapping

import numpy as np

from gaitsmith.papers.vandepanne1995.tables.gaits import REDUCED, Pair, pairs
from gaitsmith.papers.vandepanne1995.tables.motion import FLIGHT, motion_of, period_plot
from gaitsmith.papers.vandepanne1995.tables.searches import SearchWay, shipped
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Tell
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    Sample,
    at_most,
    compare,
    every_seed,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.workers import AnyWorkers

SEEDS = (1, 2, 3, 4, 5)
TERRAIN = SearchWay(
    "simpleton_terrain", ((), ("objective.distance.weight=0",)), "published"
)
KEPT_WAY = "stage 2 also asks for the way"


def _rows(
    found: Mapping[int, Pair], figures: Mapping[str, Callable[[Pair], float | None]]
) -> list[PaperFigure]:
    """Figures of which the paper prints none, the paper's method only."""
    return [
        PaperFigure(
            what, "–", published=Sample({s: value(p) for s, p in found.items()})
        )
        for what, value in figures.items()
    ]


@reproduces("vandepanne1995/terrain")
def terrain(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Simpleton's stage 2 on variable terrain (Plate A)."""
    theirs = pairs(TERRAIN, SEEDS, tell, workers)
    ours = pairs(SearchWay("simpleton_terrain"), SEEDS, tell, workers)

    def row(
        what: str,
        asked: Criterion | None,
        value: Callable[[Pair], float | bool | None],
        paper: str = "–",
    ) -> PaperFigure:
        by_paper, by_us = (
            Sample({seed: value(pair) for seed, pair in found.items()})
            for found in (theirs, ours)
        )
        return PaperFigure(what, paper, asked, by_paper, by_us, KEPT_WAY)

    return compare(
        "vandepanne1995: Simpleton on variable terrain",
        [
            row("stage 2: up for 4 s", every_seed(), lambda p: p.second.is_up, "yes"),
            row(
                "guide's effort a stride, of stage 1's",
                at_most(REDUCED),
                lambda p: p.left,
                "greatly reduced",
            ),
            row("stage 1: way [m]", None, lambda p: p.first.way),
            row("stage 2: way [m]", None, lambda p: p.second.way),
        ],
        "The paper shows a motion after stage 2 in Plate A, without figures.",
        exhibits=(Exhibit("ours, stage 2", ours[1].second.solution),),
    )


@reproduces("vandepanne1995/lean")
def lean(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Leaning is upright for the guide: an artefact that stage 2 removes."""
    found = pairs(SearchWay("simpleton_lean"), SEEDS, tell, workers)
    left = PaperFigure(
        "guide's effort a stride, stage 2 of stage 1's",
        "the artefact is removed",
        at_most(REDUCED),
        Sample({seed: pair.left for seed, pair in found.items()}),
    )
    further = PaperFigure(
        "stage 2 puts the feet elsewhere: further ahead of the centre of mass",
        "changed foot placements",
        every_seed(),
        Sample(
            {
                seed: pair.second.foot_ahead > pair.first.foot_ahead
                for seed, pair in found.items()
            }
        ),
    )
    figures = {
        f"stage {number}: {words}": lambda p, n=number, name=name: float(
            getattr((p.first, p.second)[n - 1], name)
        )
        for words, name in (
            ("trunk leans forward [degrees]", "leaning"),
            ("foot at its strike ahead of the centre of mass [m]", "foot_ahead"),
            ("way [m]", "way"),
        )
        for number in (1, 2)
    }
    return compare(
        "vandepanne1995: Simpleton, upright defined as leaning 20 degrees forward",
        [left, further, *_rows(found, figures)],
        "The paper: after stage 1 it looks as if it pulled something heavy; stage 2"
        " removes this by other foot placements.",
        exhibits=tuple(
            Exhibit(one.label, one.solution)
            for one in (found[1].first, found[1].second)
        ),
    )


@reproduces("vandepanne1995/pelvis-height")
def pelvis_height(tell: Tell, _workers: AnyWorkers = None) -> Comparison:
    """Height of the pelvis over a period of the human's walk, run and skip."""
    gaits = {
        gait: motion_of(shipped(f"human_{gait}_2"), f"human_{gait}_2")
        for gait in ("walk", "run", "skip")
    }
    findings: list[PaperFigure] = []
    for gait, motion in gaits.items():
        tell(f"{motion.label}: {motion.rollout.sentence}")
        has_flight = gait != "walk"
        figures = {
            "mean height [m]": (float(np.mean(motion.pelvis_height)), None),
            "rise and fall [m]": (float(np.ptp(motion.pelvis_height)), None),
            "both feet in the air": (motion.flight_share, _flies(has_flight)),
        }
        findings += [
            PaperFigure(
                f"{gait}: {what}",
                ("yes" if has_flight else "no") if asked else "–",
                asked,
                ours=Sample({motion.solution.provenance.seed: value}),
                differences=f"goals of stage 2 as table human-{gait} tells them",
            )
            for what, (value, asked) in figures.items()
        ]
    heights = {motion.label: motion.pelvis_height for motion in gaits.values()}
    return compare(
        "vandepanne1995: height of the pelvis in three gaits after stage 2",
        findings,
        "The paper draws it in Figure 10, and has no numbers of it in its text.",
        exhibits=tuple(Exhibit(one.label, one.solution) for one in gaits.values()),
        plots=(period_plot("Height of the pelvis", "m", heights),),
    )


def _flies(has_flight: bool) -> Criterion:
    """For more than a scuff's time, or not."""
    if has_flight:
        return Criterion(f"> {FLIGHT:g}", lambda s: min(s.measured) > FLIGHT)
    return at_most(FLIGHT)
