"""Likeness to people: Table 1, Figure 6b, other measures of effort; and energy."""

import numpy as np
from rich.console import Console

from gaitsmith.gait.human import metabolic_cost, walking_moments
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.walks import yes_or_no
from gaitsmith.reproduction.wang2012.gaits import (
    JOINTS,
    angle_plot,
    exhibits,
    measured,
    moment_plot,
)

# Table 1: hip, knee, ankle, average; the average of fwalk is printed as 1.28.
TABLE_1 = {
    "swalk": (0.41, 1.28, 1.41, 1.04),
    "nwalk": (0.43, 1.79, 1.34, 1.19),
    "fwalk": (0.79, 2.53, 1.28, 1.53),
    "vfwalk": (1.31, 3.19, 1.69, 2.06),
    "min_torque": (1.35, 1.79, 4.32, 2.49),
    "min_activation": (1.51, 3.20, 3.74, 2.82),
}


def _scores(title: str, names: tuple[str, ...], console: Console) -> Comparison:
    gaits = measured(names, console)
    rows: list[tuple[Cell, ...]] = []
    reached = 0
    for name in names:
        paper = TABLE_1[name]
        if name not in gaits:
            rows.append((name, *[None] * 7, paper[3], "no"))
            continue
        one = gaits[name]
        measures = one.assessment.rollout.measures
        is_reached = one.score("average") <= paper[3]
        reached += is_reached
        rows.append(
            (
                name,
                one.speed,
                *(one.score(joint) for joint in (*JOINTS, "average")),
                measures.metabolic_power,
                yes_or_no(one.goes_on),
                paper[3],
                yes_or_no(is_reached),
            )
        )
    return Comparison(
        title,
        (
            "gait",
            "m/s",
            "hip",
            "knee",
            "ankle",
            "average",
            "W/kg",
            "walks 100 s",
            "paper's average",
            "reached",
        ),
        tuple(rows),
        f"{reached} of {len(names)} are at or below the paper's average score. A person"
        " among others scores 0.8 to 0.95.",
        exhibits=exhibits(gaits),
        plots=tuple(angle_plot(joint, gaits) for joint in JOINTS),
    )


def table1(console: Console, _workers: int | None = None) -> Comparison:
    """Table 1: standard scores of joint angles at four speeds."""
    names = ("swalk", "nwalk", "fwalk", "vfwalk")
    return _scores("Table 1: standard scores at four speeds", names, console)


def objectives(console: Console, _workers: int | None = None) -> Comparison:
    """Least energy, least squared torque, least squared activation at 1.25 m/s."""
    names = ("nwalk", "min_torque", "min_activation")
    return _scores("Table 1: other measures of effort, 1.25 m/s", names, console)


def moments(console: Console, _workers: int | None = None) -> Comparison:
    """Figure 6b: moments of the walks at hip, knee and ankle, over people's."""
    gaits = measured(("swalk", "nwalk", "fwalk"), console)
    rows: list[tuple[Cell, ...]] = []
    for name, one in gaits.items():
        people = walking_moments(one.speed)
        for joint in JOINTS:
            score = one.assessment.score.moments[joint]
            rows.append(
                (
                    name,
                    joint,
                    float(np.max(one.moment(joint))),
                    float(np.max(people[joint].mean)),
                    score.standard_score,
                    score.correlation,
                )
            )
    return Comparison(
        "Figure 6b: joint moments, N m/kg",
        ("gait", "joint", "peak", "people's peak", "standard score", "correlation"),
        tuple(rows),
        "The paper shows curves without figures.",
        exhibits=exhibits(gaits),
        plots=tuple(moment_plot(joint, gaits) for joint in JOINTS),
    )


def energy(console: Console, _workers: int | None = None) -> Comparison:
    """Metabolic power and cost of transport of the walks, beside people's."""
    gaits = measured(("swalk", "nwalk", "fwalk", "vfwalk"), console)
    rows: list[tuple[Cell, ...]] = []
    for name, one in gaits.items():
        measures = one.assessment.rollout.measures
        people = metabolic_cost("walk", one.speed)
        rows.append(
            (
                name,
                one.speed,
                measures.metabolic_power,
                measures.cost_of_transport,
                *(cost.power for cost in people.values()),
            )
        )
    formulas = tuple(f"people W/kg ({name})" for name in metabolic_cost("walk", 1.25))
    return Comparison(
        "Metabolic energy over speed",
        ("gait", "m/s", "W/kg", "J/kg/m", *formulas),
        tuple(rows),
        "The sixteen muscles of the legs and the body at rest; people's from published"
        " formulas.",
        exhibits=exhibits(gaits),
    )
