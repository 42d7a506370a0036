"""One table a gait: what stages 1 and 2 make of it, over several seeds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gaitsmith.objectives.score_card import make_objective
from gaitsmith.papers.vandepanne1995.tables.motion import (
    RecordedMotion,
    motion_of,
    period_plot,
)
from gaitsmith.papers.vandepanne1995.tables.searches import SearchWay
from gaitsmith.reproduction.comparison import (
    Comparison,
    CurvePlot,
    Exhibit,
    TableMaker,
    Tell,
)
from gaitsmith.reproduction.findings import (
    Criterion,
    PaperFigure,
    Sample,
    at_most,
    compare,
    every_seed,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.workers import AnyWorkers

MOST_TRIALS = 200  # of stages 1 and 2 (section 4.1)
REDUCED = 0.5  # of the guide's effort: "greatly" is no number, this is ours
TURNS = 1.0  # degrees; less would not be seen
RUN_START = 0.5  # of the left leg's cycle; there the start keyframes are likest to it
RUN_SPEED = 3.0  # m/s


@dataclass(frozen=True)
class StagedGait:
    """A gait of section 4."""

    title: str
    style: str
    """What it is by its strikes and flight."""
    paper: str
    """What the paper says of it."""
    published: SearchWay
    ours: SearchWay
    differences: str
    seeds: tuple[int, ...] = (1, 2, 3)
    people: Mapping[str, float | str] | None = None
    """Options of `likeness`, of a gait that is compared with people's."""


@dataclass(frozen=True)
class Pair:
    """What stages 1 and 2 of one seed came to."""

    first: RecordedMotion
    second: RecordedMotion
    rollouts: int

    @property
    def left(self) -> float | None:
        """Of the guide's effort in a stride of stage 1; None: one of them falls."""
        if not (self.first.is_up and self.second.is_up):
            return None
        return self.second.effort / self.first.effort


def _only(*terms: str) -> tuple[str, ...]:
    """Changes that switch terms off."""
    return tuple(f"objective.{term}.weight=0" for term in terms)


GAITS = {
    "simpleton": StagedGait(
        "Simpleton walks",
        "a walk",
        "The paper: a walk after 50 to 200 trials.",
        SearchWay("simpleton", label="published"),
        SearchWay("simpleton_steady"),
        "left-right symmetry; a speed of 0.6 m/s, feet that stand for 0.6 of the time"
        " and alternating steps of 0.1 m or more instead of the way, in both stages",
        seeds=(1, 2, 3, 4, 5),
    ),
    "robo-bird": StagedGait(
        "Robo-bird walks",
        "a walk",
        "The paper shows its walk after stages 1 and 2, turning from side to side.",
        SearchWay(
            "robo_bird",
            (
                ("objective.distance.weight=1.0", *_only("user", "duty")),
                (*_only("user", "duty"), "optimizer.sigma=0.1"),
            ),
            "published",
        ),
        SearchWay("robo_bird"),
        "a speed of 1 m/s and feet that stand for 0.6 of the time instead of the way;"
        " stage 2 keeps asking for both, with a first step of 0.03 of each range",
    ),
    "human-walk": StagedGait(
        "a human walks",
        "a walk",
        "The paper: distance and likeness to people, then balance; it begins with"
        " stepping in place.",
        SearchWay(
            "human_walk",
            (
                ("setting.duration=4.0", "optimizer.max_generations=150"),
                (
                    *_only("distance", "likeness"),
                    "setting.duration=4.0",
                    "optimizer.max_generations=150",
                ),
            ),
            "published",
        ),
        SearchWay("human_walk"),
        "trials of 6 s, 1400 of them, and stage 2 also asks for the way and likeness",
        seeds=(1,),
        people={"gait": "walk", "speed": 1.25, "start": 0.6},
    ),
    "human-run": StagedGait(
        "a human runs",
        "a run",
        "The paper: distance and likeness to people, then balance; it begins with"
        " hopping from leg to leg.",
        SearchWay(
            "human_run",
            (
                (
                    "objective.likeness.gait=run",
                    f"objective.likeness.speed={RUN_SPEED}",
                    f"objective.likeness.start={RUN_START}",
                    "objective.likeness.weight=6.0",
                ),
                (*_only("distance", "duty"), "optimizer.sigma=0.1"),
            ),
            "published",
        ),
        SearchWay("human_run"),
        "no likeness in stage 1; stage 2 also asks for the way and for feet that stand"
        " for 0.25 of the time, with a first step of 0.03 of each range",
        people={"gait": "run", "speed": RUN_SPEED, "start": RUN_START},
    ),
    "human-skip": StagedGait(
        "a human skips",
        "a skip",
        "The paper: distance, then balance; it begins with skipping in place. Of a skip"
        " no curves of people are at hand.",
        SearchWay(
            "human_skip",
            (
                (),
                (
                    *_only("distance"),
                    "optimizer.sigma=0.1",
                    "setting.duration=4.0",
                ),
            ),
            "published",
        ),
        SearchWay("human_skip"),
        "stage 2 also asks for the way, with a first step of 0.03 of each range and"
        " trials of 8 s",
    ),
}


def table_of(name: str) -> TableMaker:
    """The function that makes a gait's table."""
    gait = GAITS[name]

    def make(tell: Tell, workers: AnyWorkers = None) -> Comparison:
        return _compare(gait, tell, workers)

    make.__doc__ = f"Stages 1 and 2: {gait.title}."
    return make


def _compare(gait: StagedGait, tell: Tell, workers: AnyWorkers) -> Comparison:
    published = pairs(gait.published, gait.seeds, tell, workers)
    ours = pairs(gait.ours, gait.seeds, tell, workers)
    findings = gait_findings(gait, published, ours)
    shown = ours[gait.seeds[0]]
    motions = [shown.first, shown.second]
    return compare(
        f"vandepanne1995: {gait.title}, stages 1 and 2",
        findings,
        f"{gait.paper} Style is told by the strikes and the flight of the last period.",
        exhibits=tuple(Exhibit(one.label, one.solution) for one in motions),
        plots=_plots([motion for motion in motions if motion.is_up]),
    )


def pairs(
    way: SearchWay, seeds: Sequence[int], tell: Tell, workers: AnyWorkers
) -> dict[int, Pair]:
    """Stages 1 and 2, by seed."""
    found: dict[int, Pair] = {}
    for seed in seeds:
        runs = way.stages(seed, workers)
        first, second = (
            motion_of(run.best, f"{way.label}, stage {stage}, seed {seed}")
            for stage, run in enumerate(runs, start=1)
        )
        rollouts = sum(run.evaluations for run in runs)
        found[seed] = pair = Pair(first, second, rollouts)
        left = (
            "falls" if pair.left is None else f"{pair.left:.2f} of the effort is left"
        )
        tell(f"{way.experiments}, {way.label}, seed {seed}: {left}")
    return found


def gait_findings(
    gait: StagedGait, published: Mapping[int, Pair], ours: Mapping[int, Pair]
) -> list[PaperFigure]:
    """Its rows."""

    def row(
        what: str,
        paper: str,
        asked: Criterion | None,
        value: Callable[[Pair], float | bool | None],
    ) -> PaperFigure:
        by_paper, by_us = (
            Sample({seed: value(pair) for seed, pair in pairs.items()})
            for pairs in (published, ours)
        )
        return PaperFigure(what, paper, asked, by_paper, by_us, gait.differences)

    is_simpleton = gait is GAITS["simpleton"]
    rows = [
        row(
            f"stage 1: {gait.style}", "yes", every_seed(), lambda p: _is(gait, p.first)
        ),
        row(
            f"stage 2: {gait.style}", "yes", every_seed(), lambda p: _is(gait, p.second)
        ),
        row(
            "stage 2: guide's effort a stride, of stage 1's",
            "greatly reduced",
            at_most(REDUCED),
            lambda p: p.left,
        ),
        row("stage 1: speed [m/s]", "–", None, lambda p: _up(p.first, "speed")),
        row("stage 2: speed [m/s]", "–", None, lambda p: _up(p.second, "speed")),
        row("stage 2: in the air", "–", None, lambda p: _up(p.second, "flight_share")),
        row(
            "rollouts of stages 1 and 2",
            "50 to 200" if is_simpleton else "–",
            at_most(MOST_TRIALS) if is_simpleton else None,
            lambda p: float(p.rollouts),
        ),
    ]
    if gait is GAITS["robo-bird"]:
        rows.append(
            row(
                "stage 2: turns from side to side [degrees]",
                "yes",
                Criterion(f"> {TURNS:g}", lambda s: min(s.measured) > TURNS),
                lambda p: _up(p.second, "turning"),
            )
        )
    if people := gait.people:
        rows.append(
            row(
                "stage 2: unlike people [rad²]",
                "–",
                None,
                lambda p: unlike(p.second.solution, people),
            )
        )
    return rows


def _is(gait: StagedGait, motion: RecordedMotion) -> bool:
    return motion.is_up and motion.style == gait.style


def _up(motion: RecordedMotion, name: str) -> float | None:
    """A figure of a motion that stays up."""
    return float(getattr(motion, name)) if motion.is_up else None


def unlike(solution: Solution, people: Mapping[str, float | str]) -> float:
    """Mean squared difference [rad2] from people's hips, knees and ankles."""
    likeness = make_objective(likeness={**people})
    problem = replace(solution.problem, objective=likeness)
    return problem.judge(solution.values).score.as_dict()["likeness"]["value"]


def _plots(motions: list[RecordedMotion]) -> tuple[CurvePlot, ...]:
    return (
        *(
            period_plot(
                f"Flexion of the left {joint}",
                "degrees",
                {motion.label: motion.left_angle(joint) for motion in motions},
            )
            for joint in ("hip", "knee")
        ),
        period_plot(
            "Height of the pelvis",
            "m",
            {motion.label: motion.pelvis_height for motion in motions},
        ),
    )


for name in GAITS:
    reproduces(f"vandepanne1995/{name}")(table_of(name))
