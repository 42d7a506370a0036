"""Whether it is fragile: other time steps, other starts, small pushes."""

import math
from collections.abc import Iterator, Sequence

from gaitsmith.diagnosis.explanation import Finding, Try
from gaitsmith.diagnosis.subject import Explained
from gaitsmith.optimization.sturdiness import Sturdiness, SturdinessSpec, SturdyTrial
from gaitsmith.optimization.sturdiness_check import check_sturdiness
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.tasks import Task
from gaitsmith.simulation.workers import AnyWorkers

SMALL = 0.15  # m/s, by which a small push changes the velocity of the whole body
PUSH_DURATION = 0.4  # s
NUM_PUSHES = 8  # rollouts, as many as the lanes of a core
SHORTEST = 4.0  # s; who is up for less is pushed at the start, not in a gait


def sturdiness_of(subject: Explained, workers: AnyWorkers = None) -> Sturdiness | None:
    """What is known of its sturdiness, or what comes of a check now.

    What falls by itself is checked for as long as it was simulated.
    """
    known = subject.solution.sturdiness
    if known is not None:
        return known
    search = subject.solution.provenance.search
    spec = search.sturdiness if search else SturdinessSpec()
    whole = subject.problem.setting.duration
    if subject.seconds < whole:
        spec = spec.model_copy(update={"seconds": whole})
    return check_sturdiness(subject.problem, subject.values, spec, workers)


def fragility_findings(
    subject: Explained, sturdiness: Sturdiness | None
) -> Iterator[Finding]:
    """What it does not hold, of a solution that stays up by itself."""
    if sturdiness is not None:
        yield from _rates(subject, sturdiness)
        yield from _starts(subject, sturdiness)
    yield from _pushes(subject)


def _rates(subject: Explained, sturdiness: Sturdiness) -> Iterator[Finding]:
    own = [trial for trial in sturdiness.trials if not trial.start]
    lost = [trial for trial in own if not trial.holds]
    if not lost:
        return
    first = min(lost, key=lambda trial: trial.seconds)
    rate = f"setting.rate={first.rate:g}"
    duration = f"setting.duration={math.ceil(first.seconds + 1.0)}"
    yield Finding(
        "fragile_rate",
        f"Of {len(own)} rates it holds {len(own) - len(lost)}:"
        f" {_listed(lost, sturdiness.seconds)}.",
        (
            Try(
                "See why it falls there.",
                subject.command("explain", changes=(rate, duration)),
            ),
            Try(
                "Search on at a higher rate, for longer.",
                subject.search(
                    f"setting.rate={max(trial.rate for trial in own):g}",
                    f"setting.duration={2 * subject.problem.setting.duration:g}",
                ),
            ),
        ),
    )


def _listed(trials: Sequence[SturdyTrial], seconds: float) -> str:
    words = [f"{t.outcome} after {t.seconds:.1f} s at {t.rate:g} Hz" for t in trials]
    return f"{', '.join(words)}, of {seconds:g} s"


def _starts(subject: Explained, sturdiness: Sturdiness) -> Iterator[Finding]:
    off = [trial for trial in sturdiness.trials if trial.start]
    lost = [trial.seconds for trial in off if not trial.holds]
    if not lost:
        return
    yield Finding(
        "fragile_start",
        f"From {len(lost)} of {len(off)} starts that are up to"
        f" {sturdiness.degrees:g} degrees off it falls, first after {min(lost):.1f} s.",
        (_pushed_search(subject),),
    )


def _pushed_search(subject: Explained) -> Try:
    return Try(
        "Search on with pushes and noise, and for longer.",
        subject.search(
            "robustness.trials=4",
            f"robustness.push={_small_force(subject):g}",
            f"setting.duration={2 * subject.problem.setting.duration:g}",
        ),
    )


def _small_force(subject: Explained) -> float:
    """N, of a small push."""
    return round(SMALL * subject.problem.character.mass / PUSH_DURATION, 0)


def _pushes(subject: Explained) -> Iterator[Finding]:
    """One small push each, from every side, at several moments of a stride."""
    problem, whole = subject.problem, subject.problem.setting.duration
    if whole < SHORTEST:
        return
    force = _small_force(subject)
    sides = {"from behind": (1, 0), "from the front": (-1, 0)}
    if not problem.character.is_planar:
        sides |= {"from the right": (0, 1), "from the left": (0, -1)}
    moments = NUM_PUSHES // len(sides)
    settings = {
        (words, number): subject.with_setting(
            pushes=(
                PushSpec(
                    start=0.4 * whole + 0.25 * number,
                    duration=PUSH_DURATION,
                    force=(force * x, force * y, 0.0),
                ),
            )
        )
        for words, (x, y) in sides.items()
        for number in range(moments)
    }
    drive = problem.drive(subject.values)
    tasks = [Task(key, drive, one, problem.seed) for key, one in settings.items()]
    batch = problem.batch_in(list(settings.values()))
    lost = sorted(
        key
        for key, rollout in batch.roll_out(tasks)
        if rollout.outcome is not Outcome.COMPLETED
    )
    if not lost:
        return
    words = ", ".join(dict.fromkeys(words for words, _ in lost))
    yield Finding(
        "fragile_push",
        f"{len(lost)} of {len(tasks)} pushes of {force:.0f} N for {PUSH_DURATION:g} s,"
        f" which change its speed by {SMALL:g} m/s, throw it over: {words}.",
        (
            Try(
                "See how large a push it takes from each side.",
                subject.command("push"),
            ),
            _pushed_search(subject),
        ),
    )
