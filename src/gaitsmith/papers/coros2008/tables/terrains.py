"""Gaps, stones, heights, pushes, styles and a path: does it get across, and in time?"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from gaitsmith.papers.coros2008.tables.crossings import (
    BIPED,
    REHEARSED,
    WALK,
    PlannedSkill,
    Walks,
    error_within,
    finding,
    gaps_crossed,
    is_completed,
    last_error,
    mean_error,
    ours,
    published,
    walks_over,
)
from gaitsmith.reproduction.comparison import Comparison, Tell
from gaitsmith.reproduction.findings import (
    PaperFigure,
    Sample,
    at_least,
    at_most,
    compare,
    every_seed,
    within,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.workers import AnyWorkers
from gaitsmith.skills.skill import load_skill

WIDTHS, SPACINGS = (0.2, 0.3, 0.4, 0.5), (1.0, 0.75, 0.5, 0.25)
# Table 1: share of successful gaps, by spacing and width.
TABLE_1 = {
    1.0: (1.0, 1.0, 1.0, 0.93),
    0.75: (1.0, 1.0, 1.0, 0.93),
    0.5: (0.86, 0.93, 0.86, 0.6),
    0.25: (0.8, 0.93, 0.66, 0.3),
}
STYLES = {
    WALK: "planar biped, normal walk",
    "coros2008/high_step": "planar biped, high steps",
    "coros2008/bird": "planar big-bird",
    BIPED: "3D biped",
    "wang2009/preferred": "3D humanoid on a pose graph (not in the paper)",
}
MARKED = "there is ground where the gaps are; a foot that lands on it has not crossed"
LIFTED = (
    "base gait optimised on edges of 3 cm with pushes; examples by Gauss-Newton, feet"
    " lifted by 8 cm"
)
TO_THE_EDGE = "steps are planned up to the very edges, which the paper leaves open"
WALLED = "walls stop a foot that comes from below; the paper's ground may only push up"
NARROW = "coros2008/narrow_biped"
FEET_APART, IN_3D = 0.15, 1000  # m, and example steps of the 3D biped
SIDEWAYS = (
    "3D biped on feet 15 cm apart; examples by Gauss-Newton, feet lifted by 8 cm, the"
    " swing hip's roll in their actions; explored steps beside them; smooth model; the"
    " next four steps are simulated ahead and corrected before one is taken"
)
FEW = range(1, 6)  # seeds; the paper has three walks
EASY = "gaps:width=0.3,spacing=1,count=5"
STONES = "stones:count=20,min=0.2,max=0.8"
SHOWN = "shown"


@reproduces("coros2008/stress")
def stress(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Share of gaps crossed by their width and spacing, 5 walks a cell (Table 1)."""
    ways, findings = (published("hybrid"), ours()), []
    for spacing, width in product(SPACINGS, WIDTHS):
        theirs = TABLE_1[spacing][WIDTHS.index(width)]
        course = f"gaps:width={width:g},spacing={spacing:g},count=5"
        walks = [walks_over(way, course, workers, FEW) for way in ways]
        what = f"gaps of {width:g} m, {spacing:g} m apart"
        one = finding(what, theirs, gaps_crossed, walks, at_least(theirs))
        findings.append(one)
        tell(f"{what}: {one.published}, {one.ours}")
    return compare(
        "coros2008, Table 1: share of five gaps crossed",
        findings,
        "A gap is not crossed if less than half of a foot is on the ground beside it."
        " The paper's method: planner hybrid. The paper has 3 walks a cell.",
    )


@reproduces("coros2008/stones")
def stones(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Twenty stones that must be hit, errors in cm (Figure 8)."""
    ways = published("regular"), ours()
    fixed, relative = (
        [walks_over(way, f"{STONES}{more}", workers) for way in ways]
        for more in ("", ",relative=true")
    )
    tell(f"{fixed[0].sample(mean_error)}, {fixed[1].sample(mean_error)}")
    return compare(
        "coros2008, Figure 8: 20 stones of 0.2 to 0.8 m",
        [
            finding("mean error [cm]", 5.0, mean_error, fixed, at_most(5.0)),
            finding("last step [cm]", 8.9, last_error, fixed, at_most(8.9)),
            finding("walked to the end", SHOWN, is_completed, fixed, every_seed()),
            finding(
                "mean error of lengths, each from the last footfall [cm]",
                5.0,
                mean_error,
                relative,
                at_most(5.0),
            ),
            finding("the same walked to the end", "–", is_completed, relative),
        ],
        "The paper's method: planner regular. A walk that fell has no mean error: not"
        " reached. Paper: 'stepping error', and 'stepping length errors' in figures.",
    )


@reproduces("coros2008/stones-3d")
def stones_3d(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Stepping stones in 3D: ahead, to the side, at other heights; what was made."""
    way, few = ours(NARROW), at_most(5.0)
    findings = []
    for where, more in (
        ("ahead", ""),
        ("up to 10 cm to the side", ",aside=0.1"),
        ("up to 5 cm higher or lower", ",height=0.05"),
    ):
        walks = walks_over(way, f"stones:count=20,min=0.3,max=0.7{more}", workers)
        tell(f"stones {where}: {walks.sample(mean_error)}")
        paper, both = "future work" if more else "–", (None, walks)
        findings += [
            finding(f"stones {where}: {what}", paper, figure, both, asked, SIDEWAYS)
            for what, figure, asked in (
                ("mean error [cm]", mean_error, few),
                ("walked to the end", is_completed, every_seed()),
            )
        ]
        findings.append(
            PaperFigure(
                f"stones {where}: plan, 99 % [ms]",
                paper,
                at_most(STEP),
                ours=walks.planning_ms(0.99),
                differences=SIDEWAYS,
            )
        )
    examples = way.skill.examples
    apart = Sample.fixed(float(np.mean(examples.aside)))
    made = (
        ("feet apart in the examples [m]", FEET_APART, within(FEET_APART, 0.02), apart),
        ("example steps", IN_3D, at_least(IN_3D), Sample.fixed(len(examples))),
    )
    findings += [
        PaperFigure(what, paper, asked, ours=own, differences=SIDEWAYS)
        for what, paper, asked, own in made
    ]
    return compare(
        "coros2008, in 3D: 20 stones of 0.3 to 0.7 m, and the examples behind them",
        findings,
        "The error is that as seen from above where stones lie to the side, else that"
        " along the way. Times are of a processor that had other things to do.",
    )


@reproduces("coros2008/causes")
def causes(tell: Tell, workers: AnyWorkers) -> Comparison:
    """What is between the paper's method and its figures: one change at a time."""
    findings = []
    plain, skill = published("hybrid"), load_skill(WALK)
    other_examples = PlannedSkill(skill.with_model("nearest"), plain.settings)
    for width, spacing in ((0.3, 1.0), (0.5, 0.5)):
        course = f"gaps:width={width:g},spacing={spacing:g},count=5"
        theirs = TABLE_1[spacing][WIDTHS.index(width)]
        first = walks_over(plain, course, workers, FEW)
        cases = (
            ("walls", WALLED, plain),
            ("up to the edges", TO_THE_EDGE, published("hybrid", margin=0.0)),
            ("gaps that are only marked", MARKED, plain),
            ("our base gait and examples", LIFTED, other_examples),
        )
        for label, differences, way in cases:
            own = walks_over(
                way,
                course,
                workers,
                FEW,
                is_filled=differences == MARKED,
                has_walls=True if differences == WALLED else None,
            )
            what = f"{width:g} m, {spacing:g} m apart; {label}"
            asked = at_least(theirs)
            both = first, own
            one = finding(what, theirs, gaps_crossed, both, asked, differences)
            findings.append(one)
            tell(f"{what}: {findings[-1].published}, {findings[-1].ours}")
    findings += _causes_on_stones(tell, workers)
    return compare(
        "coros2008: what keeps the paper's method from its figures",
        findings,
        "Share of gaps crossed, planner hybrid, and of steps within 6 cm of their"
        " stones, planner regular. The paper's method: the same walks in each row.",
    )


def _causes_on_stones(tell: Tell, workers: AnyWorkers) -> list[PaperFigure]:
    """Of what is predicted: how many examples there are, and what is made of them."""
    plain = published("regular")
    half = len(plain.skill.examples) // 2
    first, *others = (
        walks_over(PlannedSkill(one, plain.settings), STONES, workers, FEW)
        for one in (
            plain.skill,
            plain.skill.with_examples(half),
            plain.skill.with_model("kernel"),
            load_skill(WALK).with_model("nearest"),
        )
    )
    labels = (
        ("half of the examples", f"{half} examples"),
        ("our model of the same examples", "smooth model (kernel ridge regression)"),
        ("our base gait and examples", LIFTED),
    )
    found = []
    for (label, differences), own in zip(labels, others, strict=True):
        what = f"stones; {label}"
        both = first, own
        found.append(
            finding(what, "–", error_within(0.0, 0.06), both, differences=differences)
        )
        tell(f"{what}: {found[-1].published}, {found[-1].ours}")
    return found


@reproduces("coros2008/latency")
def latency(tell: Tell, _workers: AnyWorkers) -> Comparison:
    """Time of a plan, each planner, in the plane and in 3D."""
    cases = [
        *((f"plane, {planner}", published(planner), None) for planner in PLANNED),
        ("plane, rehearsed", None, ours()),
        ("3D, rehearsed", None, ours(BIPED)),
    ]
    findings: list[PaperFigure] = []
    for label, *ways in cases:
        walks = [way and walks_over(way, EASY, 1, range(1, 11)) for way in ways]
        findings += _in_time(label, walks, _told(label))
        tell(f"{label}: {findings[-1]}")
    hard = walks_over(ours(BIPED), HARD, 1, range(1, 6))
    findings += _in_time("3D, rehearsed, ten crevasses of 0.5 m", (None, hard), SHOWN)
    return compare(
        "coros2008: planning time, five gaps of 0.3 m, 1 m apart, 10 walks",
        findings,
        "One walk after the other on one processor, whatever else it had to do; it is"
        " one of today, the paper's was one of 2008. Real time counts simulation and"
        " planning; a step takes about 0.4 s.",
    )


def _told(label: str) -> str:
    return SLOWER if "regular" in label else "real time"


PLANNED = ("hybrid", "random", "regular")
HARD = "crevasses:width=0.5,count=10,turn=40"
STEP = 400.0  # ms
SLOWER = "slower than real time"


def _in_time(
    label: str, walks: Sequence[Walks | None], paper: str
) -> list[PaperFigure]:
    theirs, own = walks
    is_judged = paper != SLOWER  # what the paper has not is nothing to reach
    figures = (
        ("x real time", at_least(1.0), Walks.times_real_time),
        ("plan, median [ms]", None, lambda walks: walks.planning_ms(0.5)),
        ("plan, 99 % [ms]", at_most(STEP), lambda walks: walks.planning_ms(0.99)),
    )
    return [
        PaperFigure(
            f"{label}: {what}",
            paper,
            asked if is_judged else None,
            published=theirs and measure(theirs),
            ours=own and measure(own),
            differences=REHEARSED if own else "",
        )
        for what, asked, measure in figures
    ]


@reproduces("coros2008/styles")
def styles(tell: Tell, workers: AnyWorkers) -> Comparison:
    """The same terrain with other bodies and styles (Figure 5)."""
    findings = []
    for name, words in STYLES.items():
        theirs = (
            walks_over(published("hybrid"), EASY, workers) if name == WALK else None
        )
        own = walks_over(ours(name), EASY, workers)
        findings.append(finding(words, SHOWN, gaps_crossed, (theirs, own)))
        tell(f"{words}: {findings[-1].ours}")
    return compare(
        "coros2008, Figure 5: share of five gaps of 0.3 m, 1 m apart, crossed", findings
    )


@reproduces("coros2008/heights")
def heights(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Gaps behind which the ground is 4 cm higher or lower."""
    ways, findings = (published("hybrid"), ours()), []
    for height in (0.0, 0.04):
        walks = [walks_over(way, f"{EASY},height={height:g}", workers) for way in ways]
        what = f"ground up to {100 * height:g} cm higher or lower"
        findings.append(finding(what, SHOWN, gaps_crossed, walks))
        tell(f"{what}: {findings[-1].published}, {findings[-1].ours}")
    return compare(
        "coros2008: share of five gaps of 0.3 m, 1 m apart, crossed on uneven ground",
        findings,
        "The models know level ground only.",
    )


@reproduces("coros2008/push")
def push(tell: Tell, workers: AnyWorkers) -> Comparison:
    """Pushed in mid-stride while crossing gaps (Figure 9)."""
    ways, findings = (published("hybrid"), ours()), []
    for force in (0.0, 50.0, 100.0, 200.0, -50.0, -100.0):
        once = PushSpec(start=3.0, duration=0.2, force=(force, 0.0, 0.0))
        pushes = (once,) if force else ()
        walks = [
            walks_over(way, EASY, workers, pushes=lambda _seed, acting=pushes: acting)
            for way in ways
        ]
        findings.append(finding(f"{force:g} N", SHOWN, gaps_crossed, walks))
        tell(f"{force:g} N: {findings[-1].published}, {findings[-1].ours}")
    return compare(
        "coros2008, Figure 9: share of five gaps of 0.3 m, 1 m apart, crossed, pushed"
        " for 0.2 s at 3 s",
        findings,
        "The paper shows one push after which a step less is taken.",
    )


@reproduces("coros2008/path")
def path(tell: Tell, workers: AnyWorkers) -> Comparison:
    """A 3D biped on a curved path with ten crevasses, and pushed between (Figure 7)."""
    findings = []
    for width, force in ((0.3, 0.0), (0.4, 0.0), (0.5, 0.0), (0.5, 40.0)):
        own = walks_over(
            ours(BIPED),
            f"crevasses:width={width:g},count=10,turn=40",
            workers,
            pushes=lambda seed, force=force: _pushes(force, seed),
        )
        pushed = f", pushed with {force:g} N" if force else ""
        what = f"crevasses of {width:g} m{pushed}"
        findings.append(finding(what, SHOWN, is_completed, (None, own), every_seed()))
        tell(f"{what}: {findings[-1].ours}")
    return compare(
        "coros2008, Figure 7: walks to the end of a curved path over ten crevasses",
        findings,
        "The paper shows one such walk. Its method in 3D has not been run here: body"
        " and base gait are not published; no examples have feet 15 cm apart.",
    )


def _pushes(force: float, seed: int) -> tuple[PushSpec, ...]:
    """Four pushes [N] of a walk from all around; none without a force."""
    angles = np.random.default_rng([7, seed - 1]).uniform(0.0, 2.0 * np.pi, 4)
    return tuple(
        PushSpec(
            start=4.0 + 6.0 * i,
            duration=0.2,
            force=(force * np.cos(a), force * np.sin(a), 0.0),
        )
        for i, a in enumerate(angles)
        if force
    )
