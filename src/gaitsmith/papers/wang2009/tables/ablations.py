"""The same walk with a term and without it (Figures 3 and 4, and section 5's text)."""

from collections.abc import Callable, Mapping

import numpy as np

from gaitsmith.gait.events import events_of
from gaitsmith.gait.kinematics import kinematics_of
from gaitsmith.reproduction.comparison import (
    Cell,
    Comparison,
    TableMaker,
    Tell,
    yes_or_no,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import Walk, exhibits, measured_walks

ARMS = ("shoulder", "elbow")
SHORT = "wang2009/short_1ms"  # the short character at 1.0 m/s


@reproduces("wang2009/ratio")
def ratio(tell: Tell, workers: int | None) -> Comparison:
    """Figure 3: the short character at 1.0 m/s, with E_ratio and without it."""
    published = {SHORT: (0.43, 0.05, 0.52), f"{SHORT}_no_ratio": (0.38, 0.21, 0.41)}
    walks = measured_walks(published, tell, workers)
    joints = ("hips", "knees", "ankles")
    rows = [
        {
            "E_ratio": word,
            **dict(zip(joints, walk.measures.torque_shares, strict=True)),
            **dict(zip((f"paper {x}" for x in joints), published[name], strict=True)),
            "knee in stance deg": _stance_knee(walk),
            "m/s": walk.measures.speed,
            "walks 100 s": walk.walks_long,
        }
        for word, (name, walk) in zip(("with", "without"), walks.items(), strict=True)
    ]
    with_it, without = (walk.measures.torque_shares[1] for walk in walks.values())
    return Comparison.of(
        "Figure 3: torque shares of hips, knees and ankles at 1.0 m/s",
        rows,
        f"With E_ratio the knees do {with_it:.2f} of the squared torque (below 0.1:"
        f" {yes_or_no(with_it < 0.1)}), without it {without:.2f}.",
        exhibits=exhibits(walks),
    )


@reproduces("wang2009/angular-momentum")
def angular_momentum(tell: Tell, workers: int | None) -> Comparison:
    """Figure 4: stocky at 1.8 m/s with 0.7 m steps, with E_ang and without it."""
    published = {
        "wang2009/stocky_fast": ("with", "against the legs", "100 or more"),
        "wang2009/stocky_fast_no_ang": (
            "without", "with the wrong legs", "little more than 10",
        ),
    }  # fmt: skip
    walks = measured_walks(published, tell, workers)
    rows = [
        {
            "E_ang": published[name][0],
            "avgL 1/s2": walk.measures.metered["ang"]["rate_squared"],
            "arm correlation": walk.feature("arm counter-swing"),
            "paper's arms": published[name][1],
            "walks s": walk.long.seconds,
            "paper s": published[name][2],
            "m/s": walk.measures.speed,
            "step m": walk.measures.step_length,
        }
        for name, walk in walks.items()
    ]
    with_it, without = walks.values()
    return Comparison.of(
        "Figure 4: 1.8 m/s with 0.7 m steps; how arms swing, and how long it walks",
        rows,
        f"With E_ang it walks {with_it.long.seconds:.0f} s (100 s:"
        f" {yes_or_no(with_it.walks_long)}), without it {without.long.seconds:.0f} s."
        " Arm correlation: of an arm with the leg of its side; -1 is counter-swing.",
        exhibits=exhibits(walks),
    )


def _ablation(
    term: str,
    without: str,
    published: str,
    columns: Mapping[str, Callable[[Walk], float]],
    summary: str,
) -> TableMaker:
    """The short character at 1.0 m/s, with a term and without it.

    Args:
        term: such as E_head.
        without: the gallery's solution without it.
        published: what the paper says happens without the term.
        columns: what is measured; the first is what the verdict is about.
        summary: for the list of tables.
    """

    def table(tell: Tell, workers: int | None) -> Comparison:
        walks = measured_walks((SHORT, without), tell, workers)
        rows: list[dict[str, Cell | bool]] = [
            {
                term: word,
                **{name: measure(walk) for name, measure in columns.items()},
                "walks 100 s": walk.walks_long,
            }
            for word, walk in zip(("with", "without"), walks.values(), strict=True)
        ]
        what = next(iter(columns))
        return Comparison.of(
            f"The short character at 1.0 m/s, with {term} and without it",
            rows,
            f"The paper: without it, {published}. Ours: {what}"
            f" {rows[0][what]:.3g} with it, {rows[1][what]:.3g} without it.",
            exhibits=exhibits(walks),
        )

    table.__doc__ = summary
    return table


def _stance_knee(walk: Walk) -> float:
    """Mean knee flexion [degrees] of the standing legs after the first 2 s."""
    angles = kinematics_of(walk.character, walk.recording)
    events = events_of(walk.character, walk.recording)
    late = walk.recording.time >= 2.0
    return float(
        np.mean(
            np.concatenate(
                [
                    side["knee"][late & foot.is_standing]
                    for side, foot in zip(angles.sides, events.feet, strict=True)
                ]
            )
        )
    )


def _trunk_range(walk: Walk) -> float:
    """How far the trunk pitches [degrees] after the first 2 s, from end to end."""
    trunk = kinematics_of(walk.character, walk.recording).trunk
    return float(np.ptp(trunk[walk.recording.time >= 2.0]))


def _loading_peak(walk: Walk) -> float:
    """99th percentile of the vertical ground force, in body weights."""
    weight = walk.character.weight
    forces = walk.recording.contact_force[..., 2].sum(axis=1)
    return float(np.percentile(forces, 99) / weight)


def _arm_effort(walk: Walk) -> float:
    """Mean squared torque [N2 m2] of shoulders and elbows."""
    hinges = walk.character.roles.hinges
    axes = [h.axis for h in hinges if any(joint in h.role for joint in ARMS)]
    return float(np.mean(np.sum(walk.recording.torque[:, axes] ** 2, axis=1)))


def _metered(walk: Walk, term: str, figure: str) -> float:
    return walk.measures.metered[term][figure]


def _torque(walk: Walk) -> float:
    return walk.measures.torque_squared


head = _ablation(
    "E_head",
    f"{SHORT}_no_head",
    "jerky upper-body motion",
    {
        "head speed sd m/s": lambda walk: _metered(walk, "head", "velocity_std"),
        "tilted share": lambda walk: _metered(walk, "head", "tilted"),
        "trunk pitch range deg": _trunk_range,
        "squared torque N2 m2": _torque,
    },
    "Without E_head the upper body moves jerkily.",
)
reproduces("wang2009/head")(head)
landing = _ablation(
    "E_land",
    f"{SHORT}_no_land",
    "foot landing and roll is jerky and abrupt",
    {
        "badly planted share": lambda walk: _metered(walk, "land", "share"),
        "peak force weights": _loading_peak,
        "squared torque N2 m2": _torque,
    },
    "Without E_land the foot lands and rolls abruptly.",
)
reproduces("wang2009/landing")(landing)
power = _ablation(
    "E_power",
    f"{SHORT}_no_power",
    "jerky arm motion",
    {
        "squared torque N2 m2": _torque,
        "of the arms": _arm_effort,
        "m/s": lambda walk: walk.measures.speed,
    },
    "Without E_power the arms move jerkily.",
)
reproduces("wang2009/power")(power)
