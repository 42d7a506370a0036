"""The same walk with a term and without it (Figures 3 and 4, and section 5's text)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from gaitsmith.gait.events import events_of
from gaitsmith.gait.kinematics import kinematics_of
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import (
    Walk,
    exhibits,
    measured_walks,
    yes_or_no,
)

ARMS = ("shoulder", "elbow")


def ratio(console: Console, workers: int | None) -> Comparison:
    """Figure 3: the short character at 1.0 m/s, with E_ratio and without it."""
    published = {
        "wang2009/short_1ms": (0.43, 0.05, 0.52),
        "wang2009/short_1ms_no_ratio": (0.38, 0.21, 0.41),
    }
    walks = measured_walks(published, console, workers)
    rows: list[tuple[Cell, ...]] = [
        (
            "with" if index == 0 else "without",
            *walk.measures.torque_shares,
            *published[name],
            _stance_knee(walk),
            walk.measures.speed,
            yes_or_no(walk.walks_long),
        )
        for index, (name, walk) in enumerate(walks.items())
    ]
    with_it, without = (walk.measures.torque_shares[1] for walk in walks.values())
    return Comparison(
        "Figure 3: torque shares of hips, knees and ankles at 1.0 m/s",
        (
            "E_ratio",
            "hips",
            "knees",
            "ankles",
            "paper hips",
            "paper knees",
            "paper ankles",
            "knee in stance deg",
            "m/s",
            "walks 100 s",
        ),
        tuple(rows),
        f"With E_ratio the knees do {with_it:.2f} of the squared torque (below 0.1:"
        f" {yes_or_no(with_it < 0.1)}), without it {without:.2f}.",
        exhibits=exhibits(walks),
    )


def angular_momentum(console: Console, workers: int | None) -> Comparison:
    """Figure 4: stocky at 1.8 m/s with 0.7 m steps, with E_ang and without it."""
    published = {
        "wang2009/stocky_fast": ("against the legs", "100 or more"),
        "wang2009/stocky_fast_no_ang": ("with the wrong legs", "little more than 10"),
    }
    walks = measured_walks(published, console, workers)
    rows = []
    for index, (name, walk) in enumerate(walks.items()):
        swing = walk.feature("arm counter-swing")
        rows.append(
            (
                "with" if index == 0 else "without",
                walk.measures.metered["ang"]["rate_squared"],
                None if swing is None else swing.value,
                published[name][0],
                walk.long.seconds,
                published[name][1],
                walk.measures.speed,
                walk.measures.step_length,
            )
        )
    with_it, without = walks.values()
    return Comparison(
        "Figure 4: 1.8 m/s with 0.7 m steps; how arms swing, and how long it walks",
        (
            "E_ang",
            "avgL 1/s2",
            "arm correlation",
            "paper's arms",
            "walks s",
            "paper s",
            "m/s",
            "step m",
        ),
        tuple(rows),
        f"With E_ang it walks {with_it.long.seconds:.0f} s (100 s:"
        f" {yes_or_no(with_it.walks_long)}), without it {without.long.seconds:.0f} s."
        " Arm correlation: of an arm with the leg of its side; -1 is counter-swing.",
        exhibits=exhibits(walks),
    )


@dataclass(frozen=True)
class Ablation:
    """The short character at 1.0 m/s, with a term and without it."""

    without: str
    """The gallery's solution."""
    term: str
    published: str
    """What the paper says happens without the term."""
    columns: Mapping[str, Callable[[Walk], float]]
    """What is measured; the first is what the verdict is about."""

    def table(self, console: Console, workers: int | None) -> Comparison:
        """Both walks, measured."""
        walks = measured_walks(("wang2009/short_1ms", self.without), console, workers)
        rows = [
            (
                word,
                *(measure(walk) for measure in self.columns.values()),
                yes_or_no(walk.walks_long),
            )
            for word, walk in zip(("with", "without"), walks.values(), strict=True)
        ]
        what = next(iter(self.columns))
        return Comparison(
            f"The short character at 1.0 m/s, with {self.term} and without it",
            (self.term, *self.columns, "walks 100 s"),
            tuple(rows),
            f"The paper: without it, {self.published}. Ours: {what}"
            f" {rows[0][1]:.3g} with it, {rows[1][1]:.3g} without it.",
            exhibits=exhibits(walks),
        )


def head(console: Console, workers: int | None) -> Comparison:
    """Without E_head the upper body moves jerkily."""
    return Ablation(
        "wang2009/short_1ms_no_head",
        "E_head",
        "jerky upper-body motion",
        {
            "head speed sd m/s": lambda walk: walk.measures.metered["head"][
                "velocity_std"
            ],
            "tilted share": lambda walk: walk.measures.metered["head"]["tilted"],
            "trunk pitch range deg": _trunk_range,
            "squared torque N2 m2": lambda walk: walk.measures.torque_squared,
        },
    ).table(console, workers)


def landing(console: Console, workers: int | None) -> Comparison:
    """Without E_land the foot lands and rolls abruptly."""
    return Ablation(
        "wang2009/short_1ms_no_land",
        "E_land",
        "foot landing and roll is jerky and abrupt",
        {
            "badly planted share": lambda walk: walk.measures.metered["land"]["share"],
            "peak force weights": _loading_peak,
            "squared torque N2 m2": lambda walk: walk.measures.torque_squared,
        },
    ).table(console, workers)


def power(console: Console, workers: int | None) -> Comparison:
    """Without E_power the arms move jerkily."""
    return Ablation(
        "wang2009/short_1ms_no_power",
        "E_power",
        "jerky arm motion",
        {
            "squared torque N2 m2": lambda walk: walk.measures.torque_squared,
            "of the arms": _arm_effort,
            "m/s": lambda walk: walk.measures.speed,
        },
    ).table(console, workers)


def _stance_knee(walk: Walk) -> float:
    """Mean knee flexion [degrees] of the standing legs after the first 2 s."""
    character = walk.solution.problem.character
    angles = kinematics_of(character, walk.recording)
    events = events_of(character, walk.recording)
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
    character = walk.solution.problem.character
    trunk = kinematics_of(character, walk.recording).trunk
    return float(np.ptp(trunk[walk.recording.time >= 2.0]))


def _loading_peak(walk: Walk) -> float:
    """99th percentile of the vertical ground force, in body weights."""
    weight = walk.solution.problem.character.weight
    forces = walk.recording.contact_force[..., 2].sum(axis=1)
    return float(np.percentile(forces, 99) / weight)


def _arm_effort(walk: Walk) -> float:
    """Mean squared torque [N2 m2] of shoulders and elbows."""
    hinges = walk.solution.problem.character.roles.hinges
    axes = [h.axis for h in hinges if any(joint in h.role for joint in ARMS)]
    return float(np.mean(np.sum(walk.recording.torque[:, axes] ** 2, axis=1)))
