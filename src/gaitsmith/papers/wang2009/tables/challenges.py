"""Pushes (Table 1), slopes (Figure 8) and friction."""

from collections.abc import Mapping

from gaitsmith.papers.wang2009.tables.goals import kept_goals
from gaitsmith.papers.wang2009.tables.measures import (
    OURS,
    Judged,
    Measure,
    judge,
    num_features,
    power,
    seconds,
    speed,
    step,
    table,
    trunk_lean,
)
from gaitsmith.pushes import DIRECTIONS, push_table
from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import (
    PaperFigure,
    at_least,
    at_most,
    within,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import LONG, Walk, measured_walks
from gaitsmith.runs.push_file import push_file, read_pushes
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import simulate, with_setting

# Table 1: largest force component [N], in the order of DIRECTIONS.
TABLE_1 = {
    "short": (75, 75, 100, 50, 60, 40, 100, 75),
    "overweight_08": (1, 1, 25, 50, 75, 40, 20, 1),
    "tall": (20, 20, 200, 70, 120, 70, 200, 20),
    "short2": (10, 10, 50, 40, 75, 40, 75, 10),
    "stocky_fast": (50, 65, 125, 75, 50, 50, 125, 50),
    "simbicon": (225, 150, 250, 100, 120, 100, 275, 125),
}
WITH_GOALS = {"overweight_08", "short2", "stocky_fast"}  # for speed or step
# The paper's own SIMBICON, not the one optimised for squared torque.
SIMBICON = "simbicon/walk"
PLAIN = {name: f"wang2009/{name}" for name in TABLE_1 if name != "simbicon"}
# The same walkers after a search in which they were pushed.
PUSHED = {name: f"wang2009/{name}_pushed" for name in TABLE_1}
TRAINED = "pushed while it learned, with motor noise; the paper's never were."
NATURAL = f"{TRAINED[:-1]}; pushed rollouts were judged by falls and drift alone."
SIMBICON_LEARNED = "learned with turns and with pushes of 80 N."
TITLE = "Table 1: largest pushes that are survived by walkers"
HOW = (
    "Forces on the trunk for 0.4 s, once every 4 s for 40 s; of a diagonal push each of"
    " its two components; in brackets where it goes, (forward, left)."
)
ROBUST, UNPUSHED = "wang2009/robust", "wang2009/stocky"
ROBUST_FORCE = 150.0  # N in every direction (ours)
ROBUST_POWER = 1.15  # times that of the walker that was never pushed (ours)
SLOPES = (3.0, 6.0, 9.0, 12.0)  # degrees
LEVEL_WALKER = "wang2009/short2"
STEEPEST = "wang2009/steepest"  # the furthest of a chain towards 30 degrees
STEP, TOLERANCE = 0.65, 0.025  # m
FRICTIONS = ("wang2009/stocky", "wang2009/friction_0.8", "wang2009/friction_0.3")
PUSHED_A_LITTLE = f"{OURS[:-1]}, with pushes of 10 N and motor noise of 2 %."
SLOWER = 0.95  # times the speed on rough ground, at most (ours)


def forces_of(solution: Solution, workers: AnyWorkers) -> Mapping[str, float]:
    """Its push table: that of the gallery, unless the solution has changed."""
    file = push_file(gallery()[solution.name])
    kept = read_pushes(file, solution) if file.is_file() else None
    found = kept or push_table(solution.problem, solution.values, workers=workers)
    return found.forces


@reproduces("wang2009/push")
def push(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Table 1: the largest pushes of walkers that were never pushed before."""
    walks = measured_walks(PLAIN.values(), tell, workers)
    found = {name: forces_of(walk.shipped, workers) for name, walk in walks.items()}
    findings: list[PaperFigure] = []
    for key, name in PLAIN.items():
        findings += judge(f"{key}, ", _by_direction(key, found[name]), walks[name])
    title = f"{TITLE} that were never pushed in their search"
    return table(title, findings, walks, HOW, pushes=found)


@reproduces("wang2009/push-trained")
def push_trained(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Table 1 beside walkers that were pushed while they learned."""
    pushed = {key: name for key, name in PUSHED.items() if name in gallery()}
    names = (SIMBICON, *pushed.values(), ROBUST, UNPUSHED)
    walks = measured_walks(names, tell, workers)
    found = {name: forces_of(walk.shipped, workers) for name, walk in walks.items()}
    judged = _by_direction("simbicon", found[SIMBICON])
    findings = judge("simbicon, ", judged, walks[SIMBICON], SIMBICON_LEARNED)
    for key, name in pushed.items():
        judged = [_trained(key, walks[name], found[name])]
        findings += judge(f"{key}: ", judged, walks[name], TRAINED)
    judged = _robust(walks[UNPUSHED], found[ROBUST])
    return table(
        f"{TITLE} that were pushed in their search",
        [*findings, *judge("robust: ", judged, walks[ROBUST], NATURAL)],
        walks,
        f"{HOW} The paper's were not: these rows do not compare like with like. Natural"
        " and robust at once is asked by us.",
        pushes=found,
    )


def _by_direction(key: str, forces: Mapping[str, float]) -> list[Judged]:
    """A row for each of the eight directions."""
    return [
        Judged(
            f"{way.words} ({name}) [N]",
            _constant(forces[name]),
            theirs,
            at_least(theirs),
        )
        for (name, way), theirs in zip(DIRECTIONS.items(), TABLE_1[key], strict=True)
    ]


def _constant(value: float | None) -> Measure:
    return lambda _walk: value


def _trained(key: str, walk: Walk, forces: Mapping[str, float]) -> Judged:
    """How many directions it takes like the paper's; none if its task is lost."""
    goals = kept_goals(walk) if key in WITH_GOALS else []
    lost = "; ".join(goal.words for goal in goals if not goal.is_met)
    pairs = zip(DIRECTIONS, TABLE_1[key], strict=True)
    at_par = sum(forces[direction] >= theirs for direction, theirs in pairs)
    words = "directions in which it takes what the paper's takes" + (
        f" (task lost: {lost})" if lost else ""
    )
    num = len(DIRECTIONS)
    return Judged(words, _constant(None if lost else at_par), num, at_least(num))


def _robust(unpushed: Walk, forces: Mapping[str, float]) -> tuple[Judged, ...]:
    """Natural and robust at once, which the paper leaves to others."""
    most, every = round(ROBUST_POWER * power(unpushed)), len(unpushed.features())
    weakest = _constant(min(forces.values()))
    return (
        Judged("weakest direction [N]", weakest, asked=at_least(ROBUST_FORCE)),
        Judged(f"natural features of {every}", num_features, asked=at_least(every)),
        Judged("E_power [N2 m2]", power, asked=at_most(most)),
    )


@reproduces("wang2009/slopes")
def slopes(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Figure 8: uphill walkers, each started from the one before it."""
    uphill = [f"wang2009/slope_{slope:g}" for slope in SLOPES]
    walks = measured_walks((LEVEL_WALKER, *uphill, STEEPEST), tell, workers)
    level = walks[LEVEL_WALKER]
    on_slope = with_setting(level.solution, terrain={"slope": SLOPES[0]}, duration=LONG)
    fails = _constant(simulate(on_slope).rollout.seconds)
    judged = [Judged("walks [s]", fails, "fails", at_most(LONG - 1.0))]
    findings = judge("level walker at 3 degrees: ", judged, level)
    upright = round(trunk_lean(level), 1)
    leans = at_least(upright + 1.0)
    for name in (*uphill, STEEPEST):
        judged = [
            Judged("walks [s]", seconds, "walks", at_least(LONG)),
            Judged("step [m]", step, STEP, within(STEP, TOLERANCE)),
            Judged("lean [deg]", trunk_lean, "leans into it", leans),
        ]
        if name == STEEPEST:  # further than the paper
            judged = [one._replace(paper="–", asked=None) for one in judged]
        slope = walks[name].solution.problem.setting.terrain.slope
        differences = PUSHED_A_LITTLE.replace(" term `knee`,", "")
        findings += judge(f"{slope:g} degrees: ", judged, walks[name], differences)
    remarks = f"On level ground the trunk leans by {upright:g} degrees."
    return table("Figure 8: walking uphill with 0.65 m steps", findings, walks, remarks)


@reproduces("wang2009/friction")
def friction(tell: Tell, workers: AnyWorkers) -> Comparison:
    """From friction 10 to 0.8 and to 0.3."""
    walks = measured_walks(FRICTIONS, tell, workers)
    slower = at_most(round(SLOWER * speed(walks[FRICTIONS[0]]), 2))
    findings: list[PaperFigure] = []
    for name, walk in walks.items():
        rate = Judged("speed [m/s]", speed)
        if name == FRICTIONS[-1]:
            rate = rate._replace(paper="at a slower rate", asked=slower)
        judged = (
            Judged("walks [s]", seconds, "walks", at_least(LONG)),
            rate,
            Judged("step [m]", step),
            Judged("E_power [N2 m2]", power),
        )
        value = walk.solution.problem.setting.friction
        differences = OURS if name == FRICTIONS[0] else PUSHED_A_LITTLE
        findings += judge(f"friction {value:g}: ", judged, walk, differences)
    return table(
        "Slippery ground: friction 10, 0.8, 0.3",
        findings,
        walks,
        "The pushes do not make it slower: the same search with pushes at friction 10"
        " (wang2009/sturdy) finds nothing better than the walker that it starts from.",
    )
