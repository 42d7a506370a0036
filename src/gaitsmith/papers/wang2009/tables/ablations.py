"""The same walk with a term and without it (Figures 3 and 4, and section 5's text).

What a search leaves out gets worse by itself; so each pair is judged by something else
than the term, which the paper describes or shows.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gaitsmith.papers.wang2009.tables.measures import (
    Judged,
    Measure,
    arm_jerk,
    arm_phase,
    arm_swing,
    head_acceleration,
    is_up,
    judge,
    peak_force,
    power,
    seconds,
    speed,
    stance_knee,
    table,
)
from gaitsmith.reproduction.comparison import Comparison, TableMaker, Tell
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    at_least,
    at_most,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.reproduction.walks import LONG, Walk, measured_walks
from gaitsmith.simulation.workers import AnyWorkers

SHORT = "wang2009/short_1ms"  # the short character at 1.0 m/s, from Table 2
STILL = "wang2009/still_arms"  # 1.8 m/s with 0.7 m steps, from Table 2, arms at rest
FROM_TABLE_2 = (
    "600 instead of 2400 Hz, scales that were measured, sigma 0.003, a diagonal"
    " covariance"
)
HELD = f"{FROM_TABLE_2}, the arms' gains held."
FREE = f"{FROM_TABLE_2}, 200 generations, arm_swing 0 at first."
JERKY = 1.5  # times as much as with the term is jerky (ours)
HARD = 1.25  # times the peak force with the term is abrupt (ours)
CROUCH = 5.0  # degrees of the standing knee more than with the term (ours)

AGAINST = at_most(-0.5)  # an arm swings against the leg of its side

Asked = Callable[[float], Criterion] | None
"""What is asked without the term depends on the value with it."""


def jerky(value: float) -> Criterion:
    """So many times as much as with the term."""
    return at_least(float(f"{JERKY * value:.3g}"))


def hard(value: float) -> Criterion:
    """A foot that lands abruptly."""
    return at_least(round(HARD * value, 2))


def crouched(value: float) -> Criterion:
    """Knees more bent than with the term."""
    return at_least(round(value + CROUCH, 1))


Pair = tuple[Judged, tuple[float | str, Asked]]
"""With the term; the paper's figure and what is asked without it."""


class Ablation(NamedTuple):
    """A term of the objective, and what becomes of a walk without it."""

    term: str
    walk: str
    without: str
    title: str
    judged: tuple[Pair, ...]
    differences: str = HELD
    remarks: str = ""


def _share(joint: int) -> Measure:
    return lambda walk: walk.measures.torque_shares[joint]


def _coupling(walk: Walk) -> float:
    return walk.shipped.values["arm_swing"]


ABLATIONS: Mapping[str, Ablation] = {
    "ratio": Ablation(
        "E_ratio",
        SHORT,
        f"{SHORT}_no_ratio",
        "Figure 3: without the ratio of torques the knees do more, and it crouches",
        (
            (Judged("share of the hips", _share(0), 0.43), (0.38, None)),
            (
                Judged("share of the knees", _share(1), 0.05, at_most(0.1)),
                (0.21, lambda share: at_least(round(2.0 * share, 3))),
            ),
            (Judged("share of the ankles", _share(2), 0.52), (0.41, None)),
            (Judged("knee in stance [deg]", stance_knee), ("semi-crouching", crouched)),
        ),
    ),
    "angular-momentum": Ablation(
        "E_ang",
        STILL,
        f"{STILL}_no_ang",
        "Figure 4: without angular momentum the arms swing with the wrong legs",
        (
            (
                Judged("arm's correlation with its leg", arm_phase, "against", AGAINST),
                ("with the wrong legs", lambda _: at_least(0.0)),
            ),
            (Judged("arms swing by [deg]", arm_swing), ("–", None)),
            (Judged("the law's coupling `arm_swing`", _coupling), ("–", None)),
            (
                Judged("walks [s]", seconds, "100 or more", at_least(LONG)),
                ("little more than 10", lambda _: at_most(50.0)),
            ),
            (Judged("speed [m/s]", speed, 1.8), (1.8, None)),
        ),
        FREE,
        "From arms at rest neither search couples arms and legs by much: the arms"
        " hang on springs, and the trunk swings them, little and against the legs, with"
        " the term and without it.",
    ),
    "head": Ablation(
        "E_head",
        SHORT,
        f"{SHORT}_no_head",
        "Without E_head the upper body moves jerkily",
        ((Judged("head's acceleration [m/s2]", head_acceleration), ("jerky", jerky)),),
    ),
    "landing": Ablation(
        "E_land",
        SHORT,
        f"{SHORT}_no_land",
        "Without E_land the foot lands and rolls abruptly",
        ((Judged("peak force [weights]", peak_force, "smooth"), ("abrupt", hard)),),
    ),
    "power": Ablation(
        "E_power",
        SHORT,
        f"{SHORT}_no_power",
        "Without E_power the arms move jerkily",
        (
            (Judged("arms' jerk [rad/s3]", arm_jerk), ("jerky", jerky)),
            (Judged("E_power [N2 m2]", power), ("–", None)),
        ),
    ),
}


def _table(ablation: Ablation) -> TableMaker:
    def make(tell: Tell, workers: AnyWorkers) -> Comparison:
        names = (ablation.walk, ablation.without)
        walks = measured_walks(names, tell, workers)
        first, second = walks.values()
        findings: list[PaperFigure] = []
        for judged, (paper, asked) in ablation.judged:
            value = judged.measure(first) if is_up(first) else None
            then = None if asked is None or value is None else asked(value)
            other = judged._replace(paper=paper, asked=then)
            for word, one, walk in (
                ("with", judged, first),
                ("without", other, second),
            ):
                what = f"{word} {ablation.term}: "
                findings += judge(what, [one], walk, ablation.differences)
        return table(ablation.title, findings, walks, ablation.remarks)

    make.__doc__ = f"{ablation.title}."
    return make


for _name, _ablation in ABLATIONS.items():
    reproduces(f"wang2009/{_name}")(_table(_ablation))
