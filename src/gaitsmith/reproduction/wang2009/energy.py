"""What walking costs, how fast bodies prefer to walk, and goals for speed and step."""

import math

from rich.console import Console

from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.walks import (
    Walk,
    exhibits,
    measured_walks,
    yes_or_no,
)

GRAVITY = 9.81  # m/s2
PAPER_POWER, PAPER_SPEED = 12059.0, 1.48  # N2 m2, m/s
PAPER_SIMBICON_POWER, PAPER_SIMBICON_SPEED = 33392.0, 1.36
PAPER_RATIO = 2.8
BODIES = ("long_arm", "thin", "short", "stocky", "overweight", "tall")
PAPER_TALL_SPEED = 1.79  # m/s
GOALS = (
    "wang2009/first_steps",
    "wang2009/short_1ms",
    "wang2009/stocky_fast",
    "wang2009/short2",
    "wang2009/overweight_08",
)
TOLERANCE = 0.025  # m/s and m, the thresholds of E_user


def simbicon_energy(console: Console, workers: int | None) -> Comparison:
    """Squared torque of the default walker beside that of optimised SIMBICON."""
    names = ("wang2009/stocky", "wang2009/simbicon")
    walks = measured_walks(names, console, workers)
    walk, simbicon = (walks[name].measures for name in names)
    ours = simbicon.torque_squared / walk.torque_squared
    per_metre = walk.torque_squared / walk.speed
    rows = (
        (
            "pose graph",
            walk.torque_squared,
            PAPER_POWER,
            walk.speed,
            PAPER_SPEED,
            yes_or_no(walk.torque_squared <= PAPER_POWER),
        ),
        (
            "SIMBICON, optimised",
            simbicon.torque_squared,
            PAPER_SIMBICON_POWER,
            simbicon.speed,
            PAPER_SIMBICON_SPEED,
            None,
        ),
        (
            "SIMBICON / pose graph",
            ours,
            PAPER_SIMBICON_POWER / PAPER_POWER,
            None,
            None,
            yes_or_no(ours >= PAPER_RATIO),
        ),
        (
            "pose graph, per m/s",
            per_metre,
            PAPER_POWER / PAPER_SPEED,
            walk.speed,
            PAPER_SPEED,
            yes_or_no(per_metre <= PAPER_POWER / PAPER_SPEED),
        ),
    )
    return Comparison(
        "E_power [N2 m2] with the same objective, no target speed",
        ("walker", "ours", "paper", "our m/s", "paper m/s", "reached"),
        rows,
        f"E_power at or below the paper's: {rows[0][-1]}; at least {PAPER_RATIO:g}"
        f" times below SIMBICON's: {rows[2][-1]}; divided by the speed, as the search"
        f" minimises it, at or below the paper's: {rows[3][-1]}.",
        exhibits=exhibits(walks),
    )


def body_shapes(console: Console, workers: int | None) -> Comparison:
    """Figure 8: the gait that each of six bodies prefers."""
    walks = measured_walks([f"wang2009/{b}" for b in BODIES], console, workers)
    rows = []
    for body in BODIES:
        walk = walks[f"wang2009/{body}"]
        character = walk.solution.problem.character
        height = float(character.standing_com[2])
        rows.append(
            (
                body,
                float(getattr(character.spec, "height", math.nan)),
                character.mass,
                walk.measures.speed,
                PAPER_TALL_SPEED if body == "tall" else None,
                walk.measures.step_length,
                walk.measures.speed / math.sqrt(GRAVITY * height),
                walk.measures.torque_squared * 70.0 / character.mass,
                yes_or_no(walk.walks_long),
            )
        )
    speeds = {body: walks[f"wang2009/{body}"].measures.speed for body in BODIES}
    is_fastest = max(speeds, key=speeds.__getitem__) == "tall"
    return Comparison(
        "Figure 8: six bodies at their preferred gait",
        (
            "body",
            "height m",
            "mass kg",
            "m/s",
            "paper m/s",
            "step m",
            "speed / sqrt(g h)",
            "E_power x 70/mass",
            "walks 100 s",
        ),
        tuple(rows),
        "The paper: the tall character prefers a much faster gait than the short ones."
        f" Ours: tall is the fastest: {yes_or_no(is_fastest)}"
        f" ({speeds['tall']:.2f} m/s).",
        exhibits=exhibits(walks),
    )


def speeds(console: Console, workers: int | None) -> Comparison:
    """Goals for speed and step length, and what came of them."""
    walks = measured_walks(GOALS, console, workers)
    rows, reached = [], 0
    for name, walk in walks.items():
        goal = walk.solution.problem.objective.as_dict()["user"]
        speed, step = goal.get("speed"), goal.get("step_length")
        is_reached = all(
            wanted is None or abs(found - wanted) <= TOLERANCE
            for wanted, found in (
                (speed, walk.measures.speed),
                (step, walk.measures.step_length),
            )
        )
        reached += is_reached
        rows.append(
            (
                name,
                speed,
                walk.measures.speed,
                step,
                walk.measures.step_length,
                yes_or_no(is_reached),
                yes_or_no(walk.walks_long),
            )
        )
    return Comparison(
        "Goals for speed and step length",
        ("walker", "goal m/s", "m/s", "goal m", "step m", "reached", "walks 100 s"),
        tuple(rows),
        f"{reached} of {len(rows)} within {TOLERANCE:g} m/s and {TOLERANCE:g} m.",
        exhibits=exhibits(walks),
    )


def fastest(console: Console, workers: int | None) -> Comparison:
    """The objective 1/v instead of torque: walking as fast as mechanically possible."""
    names = ("wang2009/stocky", "wang2009/stocky_fast", "wang2009/fastest")
    walks = measured_walks(names, console, workers)
    rows = tuple(
        (
            name,
            walk.measures.speed,
            walk.measures.step_length,
            walk.measures.torque_squared,
            _double_support(walk),
            yes_or_no(walk.walks_long),
        )
        for name, walk in walks.items()
    )
    speed = walks["wang2009/fastest"].measures.speed
    return Comparison(
        "1/v instead of power",
        ("walker", "m/s", "step m", "E_power", "double support", "walks 100 s"),
        rows,
        f"The paper: extremely fast walking, without a figure. Ours: {speed:.2f} m/s.",
        exhibits=exhibits(walks),
    )


def _double_support(walk: Walk) -> float | None:
    found = walk.feature("double support")
    return None if found is None else found.value
