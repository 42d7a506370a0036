"""Pushes (Table 1), slopes (Figure 8) and friction."""

from collections.abc import Mapping

from rich.console import Console

from gaitsmith.gait.kinematics import kinematics_of
from gaitsmith.pushes import DIRECTIONS, push_table
from gaitsmith.reproduction.comparison import Cell, Comparison, Exhibit
from gaitsmith.reproduction.walks import (
    LONG,
    Walk,
    exhibits,
    measured_walks,
    yes_or_no,
)
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution, simulate, with_setting

# Table 1: largest force component [N], in the order of DIRECTIONS.
TABLE_1 = {
    "short": (75, 75, 100, 50, 60, 40, 100, 75),
    "overweight_08": (1, 1, 25, 50, 75, 40, 20, 1),
    "tall": (20, 20, 200, 70, 120, 70, 200, 20),
    "short2": (10, 10, 50, 40, 75, 40, 75, 10),
    "stocky_fast": (50, 65, 125, 75, 50, 50, 125, 50),
    "simbicon": (225, 150, 250, 100, 120, 100, 275, 125),
}
# The paper's own SIMBICON, not the one optimised for squared torque.
PLAIN = {name: f"wang2009/{name}" for name in TABLE_1} | {"simbicon": "simbicon/walk"}
# The same walkers after a search in which they were pushed.
PUSHED = {name: f"wang2009/{name}_pushed" for name in TABLE_1}
ROBUST = "wang2009/robust"
PLOTTED = (ROBUST, "wang2009/stocky_fast", "wang2009/short", "simbicon/walk")
ROBUST_FORCE = 100.0  # N in every direction
SLOPES = (3.0, 6.0, 9.0, 12.0)  # degrees
LEVEL_WALKER = "wang2009/short2"
STEEPEST = "wang2009/steepest"  # the furthest of a chain towards 30 degrees


def push(console: Console, workers: int | None) -> Comparison:
    """Table 1: the largest pushes, and those of walkers pushed while they learned."""
    trained = [name for name in PUSHED.values() if name in gallery()]
    names = (*PLAIN.values(), *trained, ROBUST)
    solutions = {name: load_solution(name) for name in names}
    found = {}
    for name, solution in solutions.items():
        problem = solution.problem
        found[name] = push_table(problem, solution.values, workers=workers).forces
        forces = ", ".join(f"{force:g}" for force in found[name].values())
        console.print(f"{name}: {forces} N", markup=False)
    rows = [
        _push_row(name, found, index, direction)
        for name in TABLE_1
        for index, direction in enumerate(DIRECTIONS)
    ]
    weakest = min(found[ROBUST].values())
    for direction, force in found[ROBUST].items():
        is_reached = yes_or_no(force >= ROBUST_FORCE)
        rows.append(("robust", f"({direction})", None, None, round(force), is_reached))
    reached = sum(row[-1] == "yes" for row in rows[: 8 * len(TABLE_1)])
    return Comparison(
        "Table 1: largest push [N per component] for 0.4 s every 4 s; (1,0) is forward",
        (
            "walker",
            "direction",
            "paper",
            "ours",
            "ours, pushed in training",
            "reached",
        ),
        tuple(rows),
        f"{reached} of {8 * len(TABLE_1)} at or above the paper's. The robust walker"
        f" takes {weakest:g} N from every side (at least {ROBUST_FORCE:g} N:"
        f" {yes_or_no(weakest >= ROBUST_FORCE)}).",
        pushes={name: found[name] for name in PLOTTED},
        exhibits=(Exhibit(ROBUST, solutions[ROBUST]),),
    )


def _push_row(
    name: str,
    found: Mapping[str, Mapping[str, float]],
    index: int,
    direction: str,
) -> tuple[Cell, ...]:
    theirs = TABLE_1[name][index]
    plain = found[PLAIN[name]][direction]
    pushed = found.get(PUSHED[name], {}).get(direction)
    best = plain if pushed is None else pushed
    return (
        name,
        f"({direction})",
        theirs,
        round(plain),
        None if pushed is None else round(pushed),
        yes_or_no(best >= theirs),
    )


def slopes(console: Console, workers: int | None) -> Comparison:
    """Figure 8: uphill walkers, each started from the one before it."""
    uphill = [f"wang2009/slope_{slope:g}" for slope in SLOPES]
    names = (LEVEL_WALKER, *uphill, STEEPEST)
    walks = measured_walks(names, console, workers)
    level = load_solution(LEVEL_WALKER)
    fails = simulate(
        with_setting(level, terrain={"slope": SLOPES[0]}, duration=LONG)
    ).rollout
    rows = [_slope_row(walks[name]) for name in names]
    reached = [
        walk.solution.problem.setting.terrain.slope
        for walk in walks.values()
        if walk.walks_long
    ]
    is_lost = fails.outcome is not Outcome.COMPLETED
    return Comparison(
        "Figure 8: walking uphill with 0.65 m steps",
        ("walker", "slope deg", "m/s", "step m", "trunk lean deg", "walks 100 s"),
        tuple(rows),
        f"The paper reaches 12 degrees; ours walk 100 s up to"
        f" {max(reached, default=0.0):g} degrees. The level walker"
        f" {'falls' if is_lost else 'walks on'} at 3 degrees (paper: fails).",
        exhibits=exhibits(walks),
    )


def _slope_row(walk: Walk) -> tuple[Cell, ...]:
    problem = walk.solution.problem
    lean = kinematics_of(problem.character, walk.recording).trunk
    return (
        walk.name,
        problem.setting.terrain.slope,
        walk.measures.speed,
        walk.measures.step_length,
        float(lean[walk.recording.time >= 2.0].mean()),
        yes_or_no(walk.walks_long),
    )


def friction(console: Console, workers: int | None) -> Comparison:
    """From friction 10 to 0.8 and to 0.3."""
    names = ("wang2009/stocky", "wang2009/friction_0.8", "wang2009/friction_0.3")
    walks = measured_walks(names, console, workers)
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            walk.solution.problem.setting.friction,
            walk.measures.speed,
            walk.measures.step_length,
            yes_or_no(walk.walks_long),
        )
        for name, walk in walks.items()
    ]
    first, _, last = (walk.measures for walk in walks.values())
    is_gingerly = last.speed < first.speed and last.step_length < first.step_length
    return Comparison(
        "Slippery ground: friction 10, 0.8, 0.3",
        ("walker", "friction", "m/s", "step m", "walks 100 s"),
        tuple(rows),
        "The paper: at 0.3 it walks more gingerly, at a slower rate. Ours: slower and"
        f" with shorter steps: {yes_or_no(is_gingerly)}; walks 100 s:"
        f" {yes_or_no(walks[names[-1]].walks_long)}.",
        exhibits=exhibits(walks),
    )
