"""Natural features of the gait, and its curves beside those of people (Figure 6)."""

from collections.abc import Mapping

import numpy as np

from gaitsmith.gait import human
from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve, mean_cycle
from gaitsmith.gait.fidelity import Fidelity, fidelity
from gaitsmith.gait.human import Band
from gaitsmith.reproduction.comparison import (
    Comparison,
    Exhibit,
    Line,
    Plot,
    Row,
    Tell,
    count_true,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import Walk, exhibits, measured_walks

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
def features(tell: Tell, workers: int | None) -> Comparison:
    """Heel strike, push-off, knees, arms and head of the walkers without goals."""
    walks = measured_walks(NOMINAL, tell, workers)
    rows = [
        {
            "feature": of_all[0].name,
            "unit": of_all[0].unit,
            **{
                name.partition("/")[2]: feature.value
                for name, feature in zip(walks, of_all, strict=True)
            },
            "asked for": of_all[0].criterion,
            "shown by all": all(feature.shown for feature in of_all),
        }
        for of_all in zip(*(walk.features() for walk in walks.values()), strict=True)
    ]
    shown = count_true(rows, "shown by all")
    return Comparison.of(
        "Natural features, which the paper shows in its figures and video",
        rows,
        f"{shown} of {len(rows)} features are shown by all {len(walks)} walkers.",
        exhibits=exhibits(walks),
    )


@reproduces("wang2009/human-curves")
def human_curves(tell: Tell, workers: int | None) -> Comparison:
    """Figure 6: thigh, knee and foot of seven walkers and SIMBICON, over people."""
    walks = measured_walks((*WALKERS, SIMBICON), tell, workers)
    curves = {name: _curves(walk) for name, walk in walks.items()}
    people = human.angles("walk", HUMAN_SPEED)
    rows: list[Row] = []
    for angle in ANGLES:
        ours = [fidelity(curves[name][angle].mean, people[angle]) for name in WALKERS]
        theirs = fidelity(curves[SIMBICON][angle].mean, people[angle])
        rows.append(
            {
                "angle": angle,
                "ours deg": _mean(ours, "rmse"),
                "SIMBICON deg": theirs.rmse,
                "our r": _mean(ours, "correlation"),
                "SIMBICON r": theirs.correlation,
                "our score": _mean(ours, "standard_score"),
                "SIMBICON score": theirs.standard_score,
                "ours closer, as in the paper": _mean(ours, "rmse") < theirs.rmse,
            }
        )
    closer = count_true(rows, "ours closer, as in the paper")
    return Comparison.of(
        "Figure 6: seven optimised walkers (mean) and SIMBICON against people",
        rows,
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
    return mean_cycle(walk.character, walk.recording, names=tuple(ANGLES))


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
