"""One table a gait: what each stage of the search made of it."""

from dataclasses import dataclass

from gaitsmith.papers.vandepanne1995.tables.motion import (
    Motion,
    motion_of,
    period_plot,
    stage_of,
)
from gaitsmith.reproduction.comparison import (
    Comparison,
    Exhibit,
    Plot,
    Row,
    TableMaker,
    Tell,
)
from gaitsmith.reproduction.tables import reproduces
from gaitsmith.runs.solution import Solution
from gaitsmith.workflows import start_of


@dataclass(frozen=True)
class Gait:
    """A gait of section 4."""

    title: str
    solutions: str
    """What the names of its solutions begin with."""
    paper: str
    """What the paper says of it."""
    choice: str = ""
    """How its searches were chosen, if not by the objective alone."""
    has_free: bool = False
    """Whether it also goes without the guide."""


GAITS = {
    "simpleton": Gait(
        "Simpleton walks",
        "simpleton",
        "The paper has 50 to 200 trials for stages 1 and 2, gaits from a slow trundle"
        " to a loping run, and about 500 trials for 5 s of free, balanced walking.",
        has_free=True,
    ),
    "robo-bird": Gait(
        "Robo-bird walks",
        "robo_bird",
        "The paper shows its walk after stages 1 and 2; its stage 3 found no gait that"
        " is entirely free of the guide.",
    ),
    "human-walk": Gait(
        "a human walks",
        "human_walk",
        "The paper has the human's stages 1 and 2 only; its walk begins with stepping"
        " in place.",
    ),
    "human-run": Gait(
        "a human runs",
        "human_run",
        "The paper has the human's stages 1 and 2 only; its run begins with hopping"
        " from leg to leg, the ankles pushing the body into the air.",
        choice="Of three seeds of stage 2, two run and one skips; seed 1 is kept.",
    ),
    "human-skip": Gait(
        "a human skips",
        "human_skip",
        "The paper has the human's stages 1 and 2 only; its skip begins with skipping"
        " in place.",
        choice="Stage 1 is the one of three seeds that skips to the end.",
    ),
}


def table_of(name: str) -> TableMaker:
    """The function that makes a gait's table."""
    gait = GAITS[name]

    def make(tell: Tell, _workers: int | None = None) -> Comparison:
        return _compare(gait, tell)

    make.__doc__ = f"Stage by stage: {gait.title}."
    return make


def searched(solution: Solution) -> int:
    """Rollouts of a search that uses all of its generations."""
    search = solution.provenance.search
    assert search is not None, "it was searched for"
    each = search.optimizer.num_candidates(solution.problem.space.dimension)
    return search.optimizer.max_generations * each


def _compare(gait: Gait, tell: Tell) -> Comparison:
    motions, rollouts = _motions(gait)
    rows: list[Row] = []
    for motion, number in zip(motions, rollouts, strict=True):
        tell(f"{motion.label}: {motion.rollout.sentence}")
        rows.append(_row(motion, number, motions[1].effort))
    return Comparison.of(
        f"vandepanne1995: {gait.title}, stage by stage",
        rows,
        f"{gait.paper} {_found(gait, motions)}",
        exhibits=tuple(Exhibit(motion.label, motion.solution) for motion in motions),
        plots=_plots([motion for motion in motions if motion.is_up]),
    )


def _motions(gait: Gait) -> tuple[list[Motion], list[int]]:
    """Every stage, and the rollouts that its search took."""
    stages = [stage_of(f"{gait.solutions}_{number}") for number in (1, 2)]
    start = start_of(stages[0])
    motions = [motion_of(start, "start keyframes")]
    motions += [motion_of(s, f"stage {i}") for i, s in enumerate(stages, start=1)]
    rollouts = [0, *map(searched, stages)]
    if gait.has_free:
        free = stage_of(gait.solutions)
        motions.append(motion_of(free, "stage 3, without the guide"))
        rollouts.append(free.provenance.evaluations)
    return motions, rollouts


def _row(motion: Motion, rollouts: int, first_effort: float) -> Row:
    rollout = motion.rollout
    row: Row = {
        "stage": motion.label,
        "rollouts": rollouts,
        "s up": rollout.seconds,
        "m/s": rollout.measures.speed,
    }
    if not motion.is_up:
        return row
    return {
        **row,
        "stride m": motion.stride,
        "flight share": motion.flight_share,
        "strikes in a period": motion.strikes or None,
        "guide N2 m2 s a stride": motion.effort,
        "of stage 1's": motion.effort / first_effort,
    }


def _found(gait: Gait, motions: list[Motion]) -> str:
    """Our result, in words."""
    first, second = motions[1], motions[2]
    left = second.effort / first.effort
    words = [f"Ours: stage 2 leaves {left:.2f} of stage 1's effort of the guide."]
    styles = [f"{m.label}: {m.style}" for m in motions if m.is_up]
    words.append(f"By strikes and flight, {'; '.join(styles)}.")
    if gait.choice:
        words.append(gait.choice)
    if gait.has_free:
        free = motions[-1].rollout
        way = free.measures.speed * free.seconds
        words.append(f"It goes {free.seconds:.2f} s and {way:.1f} m without the guide.")
    return " ".join(words)


def _plots(motions: list[Motion]) -> tuple[Plot, ...]:
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
