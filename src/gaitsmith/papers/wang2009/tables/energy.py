"""What walking costs, how fast bodies prefer to walk, goals for speed and step."""

import math

from gaitsmith.reproduction.comparison import (
    Comparison,
    Row,
    Tell,
    count_true,
    yes_or_no,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import exhibits, measured_walks
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

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


@reproduces("wang2009/simbicon-energy")
def simbicon_energy(tell: Tell, workers: int | None) -> Comparison:
    """Squared torque of the default walker beside that of optimised SIMBICON."""
    names = ("wang2009/stocky", "wang2009/simbicon")
    walks = measured_walks(names, tell, workers)
    walk, simbicon = (walks[name].measures for name in names)
    ours = simbicon.torque_squared / walk.torque_squared
    per_metre = walk.torque_squared / walk.speed
    paper_per_metre = PAPER_POWER / PAPER_SPEED
    columns = ("walker", "ours", "paper", "our m/s", "paper m/s", "reached")
    figures = (
        ("pose graph", walk.torque_squared, PAPER_POWER, walk.speed, PAPER_SPEED,
         walk.torque_squared <= PAPER_POWER),
        ("SIMBICON, optimised", simbicon.torque_squared, PAPER_SIMBICON_POWER,
         simbicon.speed, PAPER_SIMBICON_SPEED, None),
        ("SIMBICON / pose graph", ours, PAPER_SIMBICON_POWER / PAPER_POWER, None, None,
         ours >= PAPER_RATIO),
        ("pose graph, per m/s", per_metre, paper_per_metre, walk.speed, PAPER_SPEED,
         per_metre <= paper_per_metre),
    )  # fmt: skip
    first, _, second, third = (yes_or_no(bool(row[-1])) for row in figures)
    return Comparison.of(
        "E_power [N2 m2] with the same objective, no target speed",
        [dict(zip(columns, row, strict=True)) for row in figures],
        f"E_power at or below the paper's: {first}; at least {PAPER_RATIO:g} times"
        f" below SIMBICON's: {second}; divided by the speed, as the search minimises"
        f" it, at or below the paper's: {third}.",
        exhibits=exhibits(walks),
    )


@reproduces("wang2009/body-shapes")
def body_shapes(tell: Tell, workers: int | None) -> Comparison:
    """Figure 8: the gait that each of six bodies prefers."""
    walks = measured_walks([f"wang2009/{b}" for b in BODIES], tell, workers)
    rows: list[Row] = []
    for body, walk in zip(BODIES, walks.values(), strict=True):
        character, measures = walk.character, walk.measures
        height = float(character.standing_com[2])
        rows.append(
            {
                "body": body,
                "height m": float(getattr(character.spec, "height", math.nan)),
                "mass kg": character.mass,
                "m/s": measures.speed,
                "paper m/s": PAPER_TALL_SPEED if body == "tall" else None,
                "step m": measures.step_length,
                "speed / sqrt(g h)": measures.speed / math.sqrt(GRAVITY * height),
                "E_power x 70/mass": measures.torque_squared * 70.0 / character.mass,
                "walks 100 s": walk.walks_long,
            }
        )
    speeds = {body: walks[f"wang2009/{body}"].measures.speed for body in BODIES}
    is_fastest = max(speeds, key=speeds.__getitem__) == "tall"
    return Comparison.of(
        "Figure 8: six bodies at their preferred gait",
        rows,
        "The paper: the tall character prefers a much faster gait than the short ones."
        f" Ours: tall is the fastest: {yes_or_no(is_fastest)}"
        f" ({speeds['tall']:.2f} m/s).",
        exhibits=exhibits(walks),
    )


@reproduces("wang2009/speeds")
def speeds(tell: Tell, workers: int | None) -> Comparison:
    """Goals for speed and step length, and what came of them."""
    walks = measured_walks(GOALS, tell, workers)
    rows: list[Row] = []
    for name, walk in walks.items():
        goal = walk.solution.problem.objective.as_dict()["user"]
        wanted = goal.get("speed"), goal.get("step_length")
        found = walk.measures.speed, walk.measures.step_length
        is_reached = all(
            aim is None or abs(got - aim) <= TOLERANCE
            for aim, got in zip(wanted, found, strict=True)
        )
        rows.append(
            {
                "walker": name,
                "goal m/s": wanted[0],
                "m/s": found[0],
                "goal m": wanted[1],
                "step m": found[1],
                "reached": is_reached,
                "walks 100 s": walk.walks_long,
            }
        )
    reached = count_true(rows, "reached")
    return Comparison.of(
        "Goals for speed and step length",
        rows,
        f"{reached} of {len(rows)} within {TOLERANCE:g} m/s and {TOLERANCE:g} m.",
        exhibits=exhibits(walks),
    )


@reproduces("wang2009/fastest")
def fastest(tell: Tell, workers: int | None) -> Comparison:
    """The objective 1/v instead of torque: walking as fast as mechanically possible."""
    names = ("wang2009/stocky", "wang2009/stocky_fast", "wang2009/fastest")
    walks = measured_walks(names, tell, workers)
    rows = [
        {
            "walker": name,
            "m/s": walk.measures.speed,
            "step m": walk.measures.step_length,
            "E_power": walk.measures.torque_squared,
            "double support": walk.feature("double support"),
            "walks 100 s": walk.walks_long,
        }
        for name, walk in walks.items()
    ]
    speed = walks["wang2009/fastest"].measures.speed
    return Comparison.of(
        "1/v instead of power",
        rows,
        f"The paper: extremely fast walking, without a figure. Ours: {speed:.2f} m/s.",
        exhibits=exhibits(walks),
    )


PAPER_SECONDS = 3 * 3600.0  # for 1000 generations, on 19 processors
PAPER_EVALUATIONS = 19_000
NOMINAL = ("wang2009/first_steps", "wang2009/preferred", "wang2009/stocky")


@reproduces("wang2009/cost")
def cost(_tell: Tell, _workers: int | None) -> Comparison:
    """Evaluations and wall time of every gallery solution."""
    rows: list[Row] = []
    nominal = 0.0
    for name in gallery():
        if not name.startswith("wang2009/"):
            continue
        solution = load_solution(name)
        rows.append(
            {
                "solution": name,
                "evaluations": solution.provenance.evaluations,
                "wall time s": solution.provenance.seconds,
                "objective": solution.score.get("total"),
            }
        )
        if name in NOMINAL:
            nominal += solution.provenance.seconds or 0.0
    return Comparison.of(
        "What the searches cost; those with a start elsewhere, without that start",
        rows,
        f"The default walk took {nominal / 60:.0f} minutes on two processors, in three"
        f" searches ({' + '.join(NOMINAL)}); the paper's took 3 hours per 1000"
        f" generations ({PAPER_EVALUATIONS} evaluations) on 19 processors:"
        f" {19 * PAPER_SECONDS / 3600:.0f} hours of one processor.",
    )
