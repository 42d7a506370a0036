"""Gaps, stones, heights, pushes, styles and a path: does it get across, and in time?"""

from itertools import pairwise, product

import numpy as np

from gaitsmith.papers.coros2008.tables.crossings import (
    WALK,
    Walks,
    not_trained,
    trained,
    walks_over,
)
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.planners import PLANNERS
from gaitsmith.reproduction.comparison import Cell, Comparison, Row, Tell, count_true
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.skills.skill import Skill

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


def _trained(*names: str) -> list[tuple[str, Skill]]:
    """Those of these skills that are in the gallery."""
    return [(name, skill) for name in names if (skill := trained(name)) is not None]


@reproduces("coros2008/stress")
def stress(tell: Tell, workers: int | None) -> Comparison:
    """Share of gaps crossed by their width and spacing, 20 walks a cell (Table 1)."""
    rows: list[Row] = []
    for _, skill in _trained(WALK):
        for spacing, width in product(SPACINGS, WIDTHS):
            theirs = TABLE_1[spacing][WIDTHS.index(width)]
            texts = _gaps(width, spacing)
            walks = walks_over(skill, texts, PlannerSettings(), workers)
            predicted = PlannerSettings(planner="hybrid")
            others = walks_over(skill, texts, predicted, workers).gaps_crossed
            ours = walks.gaps_crossed
            rows.append(
                {
                    "spacing [m]": spacing,
                    "width [m]": width,
                    "rehearsed": ours,
                    "hybrid": others,
                    "paper": theirs,
                    "reached": ours >= theirs,
                    "to the end, rehearsed": walks.to_the_end,
                }
            )
            tell(f"{spacing:g} m apart, {width:g} m: {ours:.2f}, {others:.2f}")
    return Comparison.of(
        "coros2008, Table 1: share of five gaps crossed",
        rows or [{"spacing [m]": WALK}],
        f"{count_true(rows, 'reached')} of {len(rows)} cells at or above the paper's"
        " (of 3 walks) with rehearsed steps (ours); hybrid only predicts, as the paper"
        " does. A gap that a foot lands in by more than half is not crossed."
        + not_trained(WALK),
    )


@reproduces("coros2008/latency")
def latency(tell: Tell, _workers: int | None) -> Comparison:
    """Time of a plan, each planner, in the plane and in 3D."""
    rows: list[Row] = []
    for (name, skill), planner in product(_trained(WALK, BIPED), PLANNERS):
        settings = PlannerSettings(planner=planner)
        walks = walks_over(skill, _gaps(0.3, 1.0)[:10], settings, 1)
        crossed = {"gaps crossed": walks.gaps_crossed}
        rows.append({"skill": name, "planner": planner} | crossed | walks.pace)
        tell(f"{name}, {planner}: {walks.planning_ms(0.5):.0f} ms")
    return Comparison.of(
        "coros2008: planning time, five gaps of 0.3 m, 1 m apart, 10 walks",
        rows or [{"skill": WALK}],
        "One walk after the other on one processor. Real time counts simulation and"
        " planning; the paper has 5 x in the plane and 3 x in 3D."
        + not_trained(WALK, BIPED),
    )


@reproduces("coros2008/stones")
def stones(tell: Tell, workers: int | None) -> Comparison:
    """Mean error on stepping stones never seen (Figure 8)."""
    rows: list[Row] = [
        {"planner, model": "paper", "mean error [cm]": 5.0, "last step [cm]": 8.9}
    ]
    kinds = (("rehearsed", "kernel"), ("regular", "kernel"), ("regular", "nearest"))
    texts = [f"stones:count=20,min=0.2,max=0.8,seed={seed}" for seed in SEEDS]
    for (_, skill), (planner, model) in product(_trained(WALK), kinds):
        settings = PlannerSettings(planner=planner)
        walks = walks_over(skill.with_model(model), texts, settings, workers)
        last = [crossing.errors[-1] for crossing in walks.crossings if crossing.errors]
        mean = 100.0 * float(np.mean(walks.errors))
        rows.append(
            {
                "planner, model": f"{planner}, {model}",
                "mean error [cm]": mean,
                "last step [cm]": 100.0 * float(np.mean(last)),
                "to the end": walks.to_the_end,
                **walks.pace,
            }
        )
        tell(f"{planner}, {model}: {mean:.1f} cm")
    return Comparison.of(
        "coros2008, Figure 8: 20 stones of 0.2 to 0.8 m, 20 times",
        rows,
        "Mean over the steps that were taken. Nearest: the paper's model."
        + not_trained(WALK),
    )


@reproduces("coros2008/styles")
def styles(tell: Tell, workers: int | None) -> Comparison:
    """The same terrain with other bodies and styles (Figure 5)."""
    rows: list[Row] = []
    for name, words in STYLES.items():
        skill = trained(name)
        if skill is None:
            rows.append({"skill": words})
            continue
        walks = walks_over(skill, _gaps(0.3, 1.0), PlannerSettings(), workers)
        lengths = [
            after.footfall.ahead - before.footfall.ahead
            for crossing in walks.crossings
            for before, after in pairwise(crossing.steps)
        ]
        rows.append(
            {
                "skill": words,
                **_crossed(walks),
                "mean step [m]": float(np.mean(lengths)),
                "x real time": walks.pace["x real time"],
            }
        )
        tell(f"{words}: {walks.gaps_crossed:.2f}")
    return Comparison.of(
        "coros2008, Figure 5: five gaps of 0.3 m, 1 m apart, 20 walks",
        rows,
        "The paper shows them and has no figures." + not_trained(*STYLES),
    )


def _crossed(walks: Walks) -> dict[str, Cell]:
    return {"gaps crossed": walks.gaps_crossed, "to the end": walks.to_the_end}


@reproduces("coros2008/heights")
def heights(tell: Tell, workers: int | None) -> Comparison:
    """Gaps behind which the ground is 4 cm higher or lower."""
    rows: list[Row] = []
    for (_, skill), height in product(_trained(WALK), (0.0, 0.04)):
        texts = _gaps(0.3, 1.0, height=height)
        walks = walks_over(skill, texts, PlannerSettings(), workers)
        rows.append({"height [cm]": 100.0 * height, **_crossed(walks)})
        tell(f"{100 * height:g} cm: {walks.gaps_crossed:.2f}")
    return Comparison.of(
        "coros2008: gaps of 0.3 m, 1 m apart, on uneven ground, 20 walks",
        rows or [{"height [cm]": WALK}],
        "The paper shows it and has no figures; the model knows level ground only."
        + not_trained(WALK),
    )


@reproduces("coros2008/push")
def push(tell: Tell, workers: int | None) -> Comparison:
    """Pushed in mid-stride while crossing gaps (Figure 9)."""
    rows: list[Row] = []
    forces = (0.0, 50.0, 100.0, 200.0, -50.0, -100.0)
    for (_, skill), force in product(_trained(WALK), forces):
        once = PushSpec(start=3.0, duration=0.2, force=(force, 0.0, 0.0))
        pushes = (once,) if force else ()
        texts, settings = _gaps(0.3, 1.0), PlannerSettings()
        walks = walks_over(skill, texts, settings, workers, [pushes] * len(texts))
        steps = float(np.mean([len(crossing.steps) for crossing in walks.crossings]))
        rows.append({"push [N]": force, **_crossed(walks), "mean steps": steps})
        tell(f"{force:g} N: {walks.gaps_crossed:.2f}")
    return Comparison.of(
        "coros2008, Figure 9: pushed for 0.2 s at 3 s, gaps of 0.3 m, 20 walks",
        rows or [{"push [N]": WALK}],
        "The paper shows one push after which a step less is taken."
        + not_trained(WALK),
    )


@reproduces("coros2008/path")
def path(tell: Tell, workers: int | None) -> Comparison:
    """A 3D biped on a curved path with ten crevasses, and pushed between (Figure 7)."""
    rows: list[Row] = []
    cases = ((0.3, 0.0), (0.4, 0.0), (0.5, 0.0), (0.5, 40.0))
    for (_, skill), (width, force) in product(_trained(BIPED), cases):
        texts = [
            f"crevasses:width={width:g},count=10,turn=40,seed={seed}" for seed in SEEDS
        ]
        pushes = [_pushes(force, number) for number in range(len(texts))]
        walks = walks_over(skill, texts, PlannerSettings(), workers, pushes)
        rows.append(
            {
                "crevasses": f"10 of {width:g} m",
                "pushed": f"{force:g} N",
                "walks to the end": walks.completed,
                "of": len(walks.courses),
                **walks.pace,
            }
        )
        tell(f"{width:g} m, {force:g} N: {walks.completed} of 20")
    return Comparison.of(
        "coros2008, Figure 7: along a curved path over crevasses",
        rows or [{"crevasses": BIPED}],
        "The paper shows one such walk and has no figures." + not_trained(BIPED),
    )


def _pushes(force: float, number: int) -> tuple[PushSpec, ...]:
    """Four pushes [N] of a walk from all around; none without a force."""
    angles = np.random.default_rng([7, number]).uniform(0.0, 2.0 * np.pi, 4)
    return tuple(
        PushSpec(
            start=4.0 + 6.0 * i,
            duration=0.2,
            force=(force * np.cos(a), force * np.sin(a), 0.0),
        )
        for i, a in enumerate(angles)
        if force
    )
