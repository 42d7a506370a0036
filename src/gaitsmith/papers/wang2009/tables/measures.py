"""What the tables measure of a walk, and samples of it by seed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.gait.events import events_of
from gaitsmith.gait.kinematics import body_poses, kinematics_of
from gaitsmith.kernels.records import Floats
from gaitsmith.reproduction.comparison import Comparison
from gaitsmith.reproduction.findings import Criterion, PaperFigure, Sample, compare
from gaitsmith.reproduction.walks import FRAME_RATE, Walk, exhibits
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import gallery

OURS = (
    "600 instead of 2400 Hz, scales that were measured, sigma 0.003, a diagonal"
    " covariance, term `knee`, the arms' gains held, from another walk of ours instead"
    " of Table 2."
)
PAPER_POPULATION, PAPER_GENERATIONS = 19, 3000
SETTLED = 2.0  # s; what comes before is left out
ARMS = ("shoulder", "elbow")

Measure = Callable[[Walk], float | bool | None]


class Judged(NamedTuple):
    """A measure, the paper's figure or words, and what is asked."""

    words: str
    measure: Measure
    paper: float | str = "–"
    asked: Criterion | None = None


def paper_seeds() -> tuple[str, ...]:
    """What ships of the paper's own search, one solution for each seed."""
    return tuple(name for name in gallery() if name.startswith("wang2009/paper"))


def sample(walks: Iterable[Walk], measure: Measure) -> Sample | None:
    """By seed; a walk that falls before it is over comes to nothing."""
    found: dict[int | None, float | bool | None] = {
        walk.shipped.provenance.seed: measure(walk) if is_up(walk) else None
        for walk in walks
    }
    return Sample(found) if found else None


def judge(
    what: str,
    judged: Iterable[Judged],
    ours: Walk | Sequence[Walk],
    differences: str = OURS,
    published: Sequence[Walk] = (),
) -> list[PaperFigure]:
    """A finding for each measure of a walk of ours, and of the paper's method.

    Args:
        what: is said before the words of each measure.
        judged: measures.
        ours: a walk, or one for each seed.
        differences: of its search from the paper's.
        published: walks by the paper's search, one for each seed.
    """
    return [
        PaperFigure(
            f"{what}{words}",
            paper,
            asked,
            sample(published, measure),
            sample([ours] if isinstance(ours, Walk) else ours, measure),
            differences,
        )
        for words, measure, paper, asked in judged
    ]


def is_up(walk: Walk) -> bool:
    """Whether it is on its feet at the end of what was optimised."""
    return walk.rollout.outcome is Outcome.COMPLETED


def speed(walk: Walk) -> float:
    """Mean [m/s]."""
    return walk.measures.speed


def step(walk: Walk) -> float:
    """Mean length [m]."""
    return walk.measures.step_length


def power(walk: Walk) -> float:
    """E_power [N2 m2]."""
    return walk.measures.torque_squared


def power_per_speed(walk: Walk) -> float:
    """What a search without a goal for the speed minimises [N2 m s]."""
    return power(walk) / speed(walk)


def walks_long(walk: Walk) -> bool:
    """Whether it is on its feet after 100 s."""
    return walk.walks_long


def seconds(walk: Walk) -> float:
    """How long it walks [s], 100 at most, at the rate at which it falls first."""
    checked = walk.shipped.sturdiness
    trials = checked.trials if checked else ()
    return min([walk.seconds, *(one.seconds for one in trials if not one.start)])


def arm_phase(walk: Walk) -> float | None:
    """Correlation of an arm with the leg of its side; -1 is counter-swing."""
    return walk.feature("arm counter-swing")


def arm_swing(walk: Walk) -> float:
    """Range [degrees] of the shoulder that flexes less."""
    sides = kinematics_of(walk.character, walk.recording).sides
    late = walk.recording.time >= SETTLED
    return min(float(np.ptp(side["shoulder"][late])) for side in sides)


def num_features(walk: Walk) -> int:
    """How many natural features it shows."""
    return sum(feature.shown for feature in walk.features())


def stance_knee(walk: Walk) -> float:
    """Mean knee flexion [degrees] of the standing legs."""
    angles = kinematics_of(walk.character, walk.recording)
    events = events_of(walk.character, walk.recording)
    late = walk.recording.time >= SETTLED
    standing = [
        side["knee"][late & foot.is_standing]
        for side, foot in zip(angles.sides, events.feet, strict=True)
    ]
    return float(np.mean(np.concatenate(standing)))


def trunk_lean(walk: Walk) -> float:
    """Mean [degrees], forward positive."""
    lean = kinematics_of(walk.character, walk.recording).trunk
    return float(lean[walk.recording.time >= SETTLED].mean())


def head_acceleration(walk: Walk) -> float:
    """Root mean square [m/s2]."""
    head = walk.character.roles.head
    assert head is not None, "only whole bodies are compared"
    place = body_poses(walk.character, walk.recording).position[:, head]
    return _rms(_second_differences(place, walk))


def arm_jerk(walk: Walk) -> float:
    """Root mean square of the third derivative [rad/s3] of shoulders and elbows."""
    hinges = walk.character.roles.hinges
    axes = [h.axis for h in hinges if any(joint in h.role for joint in ARMS)]
    return _rms(_second_differences(walk.recording.qvel[:, axes], walk))


def peak_force(walk: Walk) -> float:
    """99th percentile of the vertical force on the ground [body weights]."""
    forces = walk.recording.contact_force[..., 2].sum(axis=1)
    late = walk.recording.time >= SETTLED
    return float(np.percentile(forces[late], 99) / walk.character.weight)


def _searched(walk: Walk) -> str:
    """How far the paper's search got."""
    made = walk.shipped.provenance
    best = round((made.evaluations or 0) / PAPER_POPULATION)
    return (
        f"The paper's method, seed {made.seed}: the best of generation {best};"
        f" {PAPER_GENERATIONS} are its limit."
    )


def _second_differences(values: Floats, walk: Walk) -> Floats:
    """(frames, n) second derivative in time, of the settled walk."""
    late = values[walk.recording.time >= SETTLED]
    return np.diff(late, 2, axis=0) * FRAME_RATE**2


def _rms(values: Floats) -> float:
    """Of the vectors in the rows."""
    return float(np.sqrt(np.mean(np.sum(values**2, axis=1))))


def table(
    title: str,
    findings: Sequence[PaperFigure],
    walks: Mapping[str, Walk],
    remarks: str = "",
    **shown: Any,
) -> Comparison:
    """Findings as a table that shows the walks, and says which do not hold."""
    fragile = [
        f"Fragile: {name}. {one.shipped.sturdiness.sentence}"
        for name, one in walks.items()
        if one.shipped.sturdiness and not one.shipped.sturdiness.holds
    ]
    searched = [_searched(one) for name, one in walks.items() if name in paper_seeds()]
    told = " ".join(filter(None, [*searched, remarks, *fragile]))
    return compare(title, findings, told, exhibits=exhibits(walks), **shown)
