"""What walking costs, how fast bodies prefer to walk, goals for speed and step."""

import math

from gaitsmith.papers.wang2009.tables.goals import TOLERANCE, kept_goals
from gaitsmith.papers.wang2009.tables.measures import (
    OURS,
    Judged,
    Measure,
    arm_phase,
    arm_swing,
    is_up,
    judge,
    paper_seeds,
    power,
    power_per_speed,
    seconds,
    speed,
    step,
    table,
)
from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import (
    PaperFigure,
    Sample,
    at_least,
    at_most,
    compare,
    within,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import LONG, Walk, measured_seeds, measured_walks
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.solution_file import gallery
from gaitsmith.workflows import load_solution

GRAVITY = 9.81  # m/s2
PAPER_POWER, PAPER_SPEED = 12059.0, 1.48  # N2 m2, m/s
PAPER_SIMBICON_POWER, PAPER_SIMBICON_SPEED = 33392.0, 1.36
PAPER_RATIO = 2.8
SIMBICON = (
    "600 instead of 2400 Hz, scales of ours with sigma 0.2, 600 generations, from the"
    " walk that Yin et al. published; one angle for the arms' swing, 0 at first."
)
BODIES = ("long_arm", "thin", "short", "stocky", "overweight", "tall")
TALL = BODIES[-1]
PAPER_TALL_SPEED, SPEED_TOLERANCE = 1.79, 0.15  # m/s; the tolerance is ours
FASTER = 1.2  # times a shorter body's speed is "much faster" (ours)
FROM_FAST = "wang2009/from_fast/"  # the same searches from the walk of 1.8 m/s
FASTEST = f"{OURS[:-1]}, with pushes of 10 N and motor noise of 2 %, pace weighs 50."
GOALS = (
    "wang2009/first_steps",
    "wang2009/short_1ms",
    "wang2009/stocky_fast",
    "wang2009/short2",
    "wang2009/overweight_08",
)


@reproduces("wang2009/simbicon-energy")
def simbicon_energy(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Squared torque of the default walker beside that of optimised SIMBICON."""
    papers, ours, simbicon = paper_seeds(), "wang2009/stocky", "wang2009/simbicon"
    walks = dict(measured_walks((*papers, ours), tell, workers))
    pose_graph, cost = walks[ours], round(PAPER_POWER / PAPER_SPEED)
    ratio: Measure = lambda walk: power(walk) / power(pose_graph)  # noqa: E731
    of_pose_graph = (
        # Not judged: to be slower is no merit.
        Judged("E_power [N2 m2]", power, PAPER_POWER),
        Judged("speed [m/s]", speed, PAPER_SPEED),
        Judged("E_power per m/s [N2 m s]", power_per_speed, cost, at_most(cost)),
    )
    cost = round(PAPER_SIMBICON_POWER / PAPER_SIMBICON_SPEED)
    of_simbicon = (
        Judged("E_power [N2 m2]", power, PAPER_SIMBICON_POWER),
        Judged("speed [m/s]", speed, PAPER_SIMBICON_SPEED),
        Judged("E_power per m/s [N2 m s]", power_per_speed, cost),
        Judged(
            "E_power over our pose graph's", ratio, PAPER_RATIO, at_least(PAPER_RATIO)
        ),
        Judged("arm's correlation with its leg", arm_phase, "swing", at_most(-0.5)),
        Judged("arms swing by [deg]", arm_swing),
    )
    published = [walks[name] for name in papers]
    seeds = measured_seeds(simbicon, tell, workers)
    walks[simbicon] = seeds[0]
    return table(
        "Squared torque per distance, and SIMBICON's beside it, at speeds of their own",
        [
            *judge("pose graph: ", of_pose_graph, pose_graph, OURS, published),
            *judge("SIMBICON: ", of_simbicon, seeds, SIMBICON),
        ],
        walks,
        "Both laws drive the default body, 1.65 m tall with toes, for the same terms,"
        " but for our `knee` in the pose graph's; SIMBICON's own body has no toes,"
        " which the pose graph needs.",
    )


@reproduces("wang2009/body-shapes")
def body_shapes(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Figure 8: the gait that each of six bodies prefers, from slow and fast starts."""
    named = {body: (f"wang2009/{body}", f"{FROM_FAST}{body}") for body in BODIES}
    starts = {
        body: [name for name in names if name in gallery()]
        for body, names in named.items()
    }
    names = [name for several in starts.values() for name in several]
    walks = measured_walks(names, tell, workers)
    # The cheapest of several starts is what a body prefers.
    best = {
        body: min((walks[name] for name in names), key=_cost)
        for body, names in starts.items()
    }
    fastest = max(speed(walk) for body, walk in best.items() if body != TALL)
    asked = within(PAPER_TALL_SPEED, SPEED_TOLERANCE)
    ratio: Measure = lambda walk: speed(walk) / fastest  # noqa: E731
    of_tall = Judged(
        "speed over that of the others", ratio, "much faster", at_least(FASTER)
    )
    findings: list[PaperFigure] = []
    for body, walk in best.items():
        rate = Judged("speed [m/s]", speed)
        if body == TALL:
            rate = rate._replace(paper=PAPER_TALL_SPEED, asked=asked)
        judged = (
            rate,
            Judged("speed / sqrt(g h)", _froude),
            Judged("walks [s]", seconds, "walks", at_least(LONG)),
        )
        findings += judge(f"{body}: ", judged, walk)
    tried = "; ".join(
        f"{body} {', '.join(_tried(walks[name]) for name in names)}"
        for body, names in starts.items()
        if len(names) > 1
    )
    return table(
        "Figure 8: six bodies at their preferred gait",
        [*findings, *judge(f"{TALL}: ", [of_tall], best[TALL])],
        walks,
        f"The objective, by start: {tried}." if tried else "",
    )


def _cost(walk: Walk) -> float:
    """What the search minimised; infinite of a walk that falls."""
    scored = walk.solution.problem.judge(walk.solution.values).score
    return scored.total if is_up(walk) else math.inf


def _tried(walk: Walk) -> str:
    """The objective, and the terms that are most of it, at the speed it came to."""
    card = walk.solution.problem.judge(walk.solution.values).score
    largest = sorted(card.terms, key=lambda term: -term.contribution)[:2]
    terms = ", ".join(f"{term.name} {term.contribution:.3f}" for term in largest)
    return f"{card.total:.3f} at {speed(walk):.2f} m/s ({terms})"


def _froude(walk: Walk) -> float:
    return speed(walk) / math.sqrt(GRAVITY * float(walk.character.standing_com[2]))


@reproduces("wang2009/speeds")
def speeds(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Goals for speed and step length, and what came of them."""
    walks = measured_walks(GOALS, tell, workers)
    findings: list[PaperFigure] = []
    for name, walk in walks.items():
        for goal in kept_goals(walk):
            asked = within(goal.wanted, TOLERANCE)
            words = f"{goal.wanted:g} {goal.unit}"
            judged = [Judged(words, lambda _, goal=goal: goal.found, "met", asked)]
            findings += judge(f"{name.partition('/')[2]}: ", judged, walk)
    return table("Goals for speed and step length", findings, walks)


@reproduces("wang2009/fastest")
def fastest(tell: Tell, workers: AnyWorkers) -> Comparison:
    """The objective 1/v instead of torque: walking as fast as mechanically possible."""
    walks = measured_walks(("wang2009/stocky", "wang2009/fastest"), tell, workers)
    slow, fast = walks.values()
    faster = at_least(round(speed(slow), 2))
    double: Measure = lambda walk: walk.feature("double support")  # noqa: E731
    judged = (
        Judged("speed [m/s]", speed, "extremely fast", faster),
        Judged("step [m]", step),
        Judged("both feet down [of the time]", double, "walks", at_least(0.02)),
        Judged("walks [s]", seconds, asked=at_least(LONG)),
    )
    findings = judge("", judged, fast, FASTEST)
    remarks = f"With E_power it walks at {speed(slow):.2f} m/s."
    return table("1/v instead of power", findings, walks, remarks)


PAPER_HOURS = 19 * 3.0  # of one processor, for 1000 generations (19000 evaluations)
NOMINAL = ("wang2009/first_steps", "wang2009/preferred", "wang2009/stocky")


@reproduces("wang2009/cost")
def cost(_tell: Tell, _workers: AnyWorkers) -> Comparison:
    """Evaluations and wall time of the default walk, and of every search that ships."""
    made = {
        name: load_solution(name).provenance
        for name in gallery()
        if name.startswith("wang2009/")
    }

    def total(names: tuple[str, ...], field: str, unit: float = 1.0) -> Sample | None:
        found = [getattr(made[name], field) for name in names]
        if not names or None in found:
            return None
        return Sample({made[names[0]].seed: sum(found) / unit})

    findings = [
        PaperFigure(
            "default walk: evaluations", 19000, None,
            total(paper_seeds()[:1], "evaluations"),
            total(NOMINAL, "evaluations"), OURS,
        ),
        PaperFigure(
            "default walk: hours of two shared processors",
            f"{PAPER_HOURS:g} of one", None,
            total(paper_seeds()[:1], "seconds", 3600.0),
            total(NOMINAL, "seconds", 3600.0), OURS,
        ),
    ]  # fmt: skip
    findings += [
        PaperFigure(
            f"{name.partition('/')[2]}: evaluations", "–",
            ours=Sample({one.seed: one.evaluations}),
            differences="without what its start took.",
        )
        for name, one in made.items()
        if name not in paper_seeds()
    ]  # fmt: skip
    return compare(
        "What the searches cost",
        findings,
        "Nothing is judged: a search is only as cheap as what it finds is good, and"
        " processors are others than in 2009.",
    )
