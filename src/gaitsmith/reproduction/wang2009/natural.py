"""Natural features of the gait, and its curves beside those of people (Figure 6)."""

from collections.abc import Mapping

import numpy as np
from rich.console import Console

from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve, mean_cycle
from gaitsmith.gait.fidelity import Fidelity, fidelity
from gaitsmith.gait.human import Band, walking_angles
from gaitsmith.reproduction.comparison import Comparison, Exhibit, Line, Plot
from gaitsmith.reproduction.walks import (
    Walk,
    exhibits,
    measured_walks,
    yes_or_no,
)

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


def features(console: Console, workers: int | None) -> Comparison:
    """Heel strike, push-off, knees, arms and head of the walkers without goals."""
    walks = measured_walks(NOMINAL, console, workers)
    found = {name: walk.features() for name, walk in walks.items()}
    rows, shown = [], 0
    for lines in zip(*found.values(), strict=True):
        is_shown = all(line.shown for line in lines)
        shown += is_shown
        values = tuple(line.value for line in lines)
        first = lines[0]
        shown_by_all = yes_or_no(is_shown)
        rows.append((first.name, first.unit, *values, first.criterion, shown_by_all))
    names = tuple(name.partition("/")[2] for name in NOMINAL)
    return Comparison(
        "Natural features, which the paper shows in its figures and video",
        ("feature", "unit", *names, "asked for", "shown by all"),
        tuple(rows),
        f"{shown} of {len(rows)} features are shown by all {len(walks)} walkers.",
        exhibits=exhibits(walks),
    )


def human_curves(console: Console, workers: int | None) -> Comparison:
    """Figure 6: thigh, knee and foot of seven walkers and SIMBICON, over people."""
    walks = measured_walks((*WALKERS, SIMBICON), console, workers)
    curves = {name: _curves(walk) for name, walk in walks.items()}
    people = walking_angles(HUMAN_SPEED)
    rows = []
    closer = 0
    for angle in ANGLES:
        ours = [fidelity(curves[name][angle].mean, people[angle]) for name in WALKERS]
        theirs = fidelity(curves[SIMBICON][angle].mean, people[angle])
        is_closer = _mean(ours, "rmse") < theirs.rmse
        closer += is_closer
        rows.append(
            (
                angle,
                _mean(ours, "rmse"),
                theirs.rmse,
                _mean(ours, "correlation"),
                theirs.correlation,
                _mean(ours, "standard_score"),
                theirs.standard_score,
                yes_or_no(is_closer),
            )
        )
    return Comparison(
        "Figure 6: seven optimised walkers (mean) and SIMBICON against people",
        (
            "angle",
            "ours deg",
            "SIMBICON deg",
            "our r",
            "SIMBICON r",
            "our score",
            "SIMBICON score",
            "ours closer, as in the paper",
        ),
        tuple(rows),
        f"{closer} of {len(rows)} angles are closer to people than SIMBICON's"
        " (root mean square difference in degrees; r: correlation; score: mean"
        " distance in standard deviations of people).",
        plots=tuple(
            _plot(angle, title, curves, people[angle])
            for angle, title in ANGLES.items()
        ),
        exhibits=tuple(
            Exhibit(name, walks[name].solution) for name in (*WALKERS[:3], SIMBICON)
        ),
    )


def _curves(walk: Walk) -> dict[str, MeanCurve]:
    character = walk.solution.problem.character
    return mean_cycle(character, walk.recording, names=tuple(ANGLES))


def _mean(found: list[Fidelity], field: str) -> float:
    return float(np.mean([getattr(one, field) for one in found]))


def _plot(
    angle: str, title: str, curves: Mapping[str, dict[str, MeanCurve]], people: Band
) -> Plot:
    lines = tuple(
        Line(name, found[angle].mean, is_reference=name == SIMBICON)
        for name, found in curves.items()
    )
    percent = np.linspace(0.0, 100.0, NUM_POINTS)
    return Plot(
        title, "% of the cycle", "degrees", percent, lines, (people.mean, people.sd)
    )
