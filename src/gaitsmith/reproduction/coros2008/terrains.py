"""Gaps, stones, heights, pushes, styles and a path: does it get across, and in time?"""

import numpy as np
from rich.console import Console

from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.planners import PLANNERS
from gaitsmith.reproduction.comparison import Cell, Comparison
from gaitsmith.reproduction.coros2008.crossings import (
    WALK,
    missing,
    not_trained,
    told,
    trained,
    walks_over,
)
from gaitsmith.simulation.disturbances import PushSpec

SEEDS = range(1, 21)
WIDTHS, SPACINGS = (0.2, 0.3, 0.4, 0.5), (1.0, 0.75, 0.5, 0.25)
# Table 1: share of successful gaps, by spacing and width.
TABLE_1 = {
    1.0: (1.0, 1.0, 1.0, 0.93),
    0.75: (1.0, 1.0, 1.0, 0.93),
    0.5: (0.86, 0.93, 0.86, 0.6),
    0.25: (0.8, 0.93, 0.66, 0.3),
}
STYLES = {
    "coros2008/walk": "planar biped, normal walk",
    "coros2008/high_step": "planar biped, high steps",
    "coros2008/bird": "planar big-bird",
    "coros2008/biped": "3D biped",
    "wang2009/preferred": "3D humanoid on a pose graph (ours)",
}
BIPED = "coros2008/biped"


def _gaps(width: float, spacing: float, **more: float) -> list[str]:
    extra = "".join(f",{key}={value:g}" for key, value in more.items())
    return [
        f"gaps:width={width:g},spacing={spacing:g},count=5,seed={seed}{extra}"
        for seed in SEEDS
    ]


def stress(console: Console, workers: int | None) -> Comparison:
    """Share of gaps crossed by their width and spacing, 20 walks a cell (Table 1)."""
    skill = trained(WALK)
    columns = (
        "spacing [m]",
        "width [m]",
        "rehearsed",
        "hybrid",
        "paper",
        "reached",
        "to the end, rehearsed",
    )
    rows: list[tuple[Cell, ...]] = []
    reached = 0
    for spacing in SPACINGS if skill else ():
        for width, theirs in zip(WIDTHS, TABLE_1[spacing], strict=True):
            assert skill is not None
            texts = _gaps(width, spacing)
            walks = walks_over(skill, texts, PlannerSettings(), workers)
            predicted = PlannerSettings(planner="hybrid")
            others = walks_over(skill, texts, predicted, workers).gaps_crossed
            ours = walks.gaps_crossed
            reached += ours >= theirs
            word = "yes" if ours >= theirs else "no"
            ended = f"{walks.completed} of {len(walks.courses)}"
            rows.append((spacing, width, ours, others, theirs, word, ended))
            told(console, f"{spacing:g} m apart, {width:g} m: {ours:.2f}, {others:.2f}")
    return Comparison(
        title="coros2008, Table 1: share of five gaps crossed",
        columns=columns,
        rows=tuple(rows) or (missing(len(columns), WALK),),
        verdict=(
            f"{reached} of {len(rows)} cells at or above the paper's (of 3 walks) with"
            " rehearsed steps (ours); hybrid only predicts, as the paper does."
            " A gap that a foot lands in by more than half is not crossed."
            + not_trained(WALK)
        ),
    )


def latency(console: Console, workers: int | None) -> Comparison:
    """Time of a plan, each planner, in the plane and in 3D."""
    columns = (
        "skill",
        "planner",
        "gaps crossed",
        "plan, median [ms]",
        "plan, 99 % [ms]",
        "x real time",
    )
    rows: list[tuple[Cell, ...]] = []
    for name in (WALK, BIPED):
        skill = trained(name)
        if skill is None:
            rows.append(missing(len(columns), name))
            continue
        for planner in PLANNERS:
            settings = PlannerSettings(planner=planner)
            walks = walks_over(skill, _gaps(0.3, 1.0)[:10], settings, 1)
            rows.append(
                (
                    name,
                    planner,
                    walks.gaps_crossed,
                    walks.planning_ms(0.5),
                    walks.planning_ms(0.99),
                    walks.realtime_factor,
                )
            )
            told(console, f"{name}, {planner}: {walks.planning_ms(0.5):.0f} ms")
    return Comparison(
        "coros2008: planning time, five gaps of 0.3 m, 1 m apart, 10 walks",
        columns,
        tuple(rows),
        "One walk after the other on one processor. Real time counts simulation and"
        " planning; the paper has 5 x in the plane and 3 x in 3D."
        + not_trained(WALK, BIPED),
    )


def stones(console: Console, workers: int | None) -> Comparison:
    """Mean error on stepping stones never seen (Figure 8)."""
    columns = (
        "planner, model",
        "mean error [cm]",
        "last step [cm]",
        "to the end",
        "plan, median [ms]",
        "plan, 99 % [ms]",
        "x real time",
    )
    skill = trained(WALK)
    rows: list[tuple[Cell, ...]] = [("paper", 5.0, 8.9, None, None, None, None)]
    kinds = (("rehearsed", "kernel"), ("regular", "kernel"), ("regular", "nearest"))
    for planner, model in kinds if skill else ():
        assert skill is not None
        texts = [f"stones:count=20,min=0.2,max=0.8,seed={seed}" for seed in SEEDS]
        settings = PlannerSettings(planner=planner)
        walks = walks_over(skill.with_model(model), texts, settings, workers)
        last = [crossing.errors[-1] for crossing in walks.crossings if crossing.errors]
        rows.append(
            (
                f"{planner}, {model}",
                100.0 * float(np.mean(walks.errors)),
                100.0 * float(np.mean(last)),
                f"{walks.completed} of {len(walks.courses)}",
                walks.planning_ms(0.5),
                walks.planning_ms(0.99),
                walks.realtime_factor,
            )
        )
        told(console, f"{planner}, {model}: {rows[-1][1]:.1f} cm")
    return Comparison(
        "coros2008, Figure 8: 20 stones of 0.2 to 0.8 m, 20 times",
        columns,
        tuple(rows),
        "Mean over the steps that were taken. Nearest: the paper's model."
        + not_trained(WALK),
    )


def styles(console: Console, workers: int | None) -> Comparison:
    """The same terrain with other bodies and styles (Figure 5)."""
    columns = ("skill", "gaps crossed", "to the end", "mean step [m]", "x real time")
    rows: list[tuple[Cell, ...]] = []
    for name, words in STYLES.items():
        skill = trained(name)
        if skill is None:
            rows.append(missing(len(columns), words))
            continue
        walks = walks_over(skill, _gaps(0.3, 1.0), PlannerSettings(), workers)
        lengths = [
            after.footfall.ahead - before.footfall.ahead
            for crossing in walks.crossings
            for before, after in zip(crossing.steps, crossing.steps[1:], strict=False)
        ]
        rows.append(
            (
                words,
                walks.gaps_crossed,
                f"{walks.completed} of {len(walks.courses)}",
                float(np.mean(lengths)),
                walks.realtime_factor,
            )
        )
        told(console, f"{words}: {walks.gaps_crossed:.2f}")
    return Comparison(
        "coros2008, Figure 5: five gaps of 0.3 m, 1 m apart, 20 walks",
        columns,
        tuple(rows),
        "The paper shows them and has no figures." + not_trained(*STYLES),
    )


def heights(console: Console, workers: int | None) -> Comparison:
    """Gaps behind which the ground is 4 cm higher or lower."""
    columns = ("height [cm]", "gaps crossed", "to the end")
    skill = trained(WALK)
    rows: list[tuple[Cell, ...]] = []
    for height in (0.0, 0.04) if skill else ():
        assert skill is not None
        texts = _gaps(0.3, 1.0, height=height)
        walks = walks_over(skill, texts, PlannerSettings(), workers)
        ended = f"{walks.completed} of {len(walks.courses)}"
        rows.append((100.0 * height, walks.gaps_crossed, ended))
        told(console, f"{100 * height:g} cm: {walks.gaps_crossed:.2f}")
    return Comparison(
        "coros2008: gaps of 0.3 m, 1 m apart, on uneven ground, 20 walks",
        columns,
        tuple(rows) or (missing(len(columns), WALK),),
        "The paper shows it and has no figures; the model knows level ground only."
        + not_trained(WALK),
    )


def push(console: Console, workers: int | None) -> Comparison:
    """Pushed in mid-stride while crossing gaps (Figure 9)."""
    columns = ("push [N]", "gaps crossed", "to the end", "mean steps")
    skill = trained(WALK)
    rows: list[tuple[Cell, ...]] = []
    for force in (0.0, 50.0, 100.0, 200.0, -50.0, -100.0) if skill else ():
        assert skill is not None

        def pushes(_: int, force: float = force) -> tuple[PushSpec, ...]:
            if not force:
                return ()
            return (PushSpec(start=3.0, duration=0.2, force=(force, 0.0, 0.0)),)

        texts = _gaps(0.3, 1.0)
        walks = walks_over(skill, texts, PlannerSettings(), workers, pushes)
        steps = float(np.mean([len(crossing.steps) for crossing in walks.crossings]))
        ended = f"{walks.completed} of {len(walks.courses)}"
        rows.append((force, walks.gaps_crossed, ended, steps))
        told(console, f"{force:g} N: {walks.gaps_crossed:.2f}")
    return Comparison(
        "coros2008, Figure 9: pushed for 0.2 s at 3 s, gaps of 0.3 m, 20 walks",
        columns,
        tuple(rows) or (missing(len(columns), WALK),),
        "The paper shows one push after which a step less is taken."
        + not_trained(WALK),
    )


def path(console: Console, workers: int | None) -> Comparison:
    """A 3D biped on a curved path with ten crevasses, and pushed between (Figure 7)."""
    columns = (
        "crevasses",
        "pushed",
        "walks to the end",
        "of",
        "plan, median [ms]",
        "plan, 99 % [ms]",
        "x real time",
    )
    skill = trained(BIPED)
    rows: list[tuple[Cell, ...]] = []
    for width, force in ((0.3, 0.0), (0.4, 0.0), (0.5, 0.0), (0.5, 40.0)):
        if skill is None:
            break
        texts = [
            f"crevasses:width={width:g},count=10,turn=40,seed={seed}" for seed in SEEDS
        ]

        def pushes(number: int, force: float = force) -> tuple[PushSpec, ...]:
            random = np.random.default_rng([7, number])
            angles = random.uniform(0.0, 2.0 * np.pi, 4)
            return tuple(
                PushSpec(
                    start=4.0 + 6.0 * i,
                    duration=0.2,
                    force=(force * np.cos(a), force * np.sin(a), 0.0),
                )
                for i, a in enumerate(angles)
                if force
            )

        walks = walks_over(skill, texts, PlannerSettings(), workers, pushes)
        rows.append(
            (
                f"10 of {width:g} m",
                f"{force:g} N",
                walks.completed,
                len(walks.courses),
                walks.planning_ms(0.5),
                walks.planning_ms(0.99),
                walks.realtime_factor,
            )
        )
        told(console, f"{width:g} m, {force:g} N: {walks.completed} of 20")
    return Comparison(
        "coros2008, Figure 7: along a curved path over crevasses",
        columns,
        tuple(rows) or (missing(len(columns), BIPED),),
        "The paper shows one such walk and has no figures." + not_trained(BIPED),
    )
