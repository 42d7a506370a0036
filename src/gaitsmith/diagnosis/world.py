"""What around it made it fall: it is simulated again without each, one by one."""

import math
from collections.abc import Iterator
from dataclasses import replace

from gaitsmith.diagnosis.explanation import Finding, Try
from gaitsmith.diagnosis.subject import Explained
from gaitsmith.gait.fall import Fall
from gaitsmith.optimization.sturdiness_check import RATES
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.terrain import TerrainSpec

LEVEL = TerrainSpec()
GRIP = 1.0  # a friction that no gait of ours slips on
COARSE = 600.0  # Hz; searches of ours have as much or more
LATER = 1.5  # times as long up is a cause; shorter is chance


def world_findings(subject: Explained, fall: Fall) -> Iterator[Finding]:
    """Pushes, ground, noise, turns and time steps that it does not fall without."""
    yield from _pushes(subject, fall)
    yield from _friction(subject, fall)
    yield from _terrain(subject, fall)
    yield from _others(subject)
    yield from _rate(subject)


def slide_finding(subject: Explained, fall: Fall) -> Iterator[Finding]:
    """A long slide that is not the only reason: with more friction it falls, too."""
    if fall.kind == "slip":
        seconds = subject.seconds_in(subject.with_setting(friction=GRIP))
        yield Finding(
            "slippery",
            f"Its {fall.foot} foot slid {100 * fall.amount:.0f} cm at a friction of"
            f" {subject.friction:g}. That is not all: with {GRIP:g} it falls after"
            f" {seconds:.2f} s.",
        )


def calm(subject: Explained) -> Explained | None:
    """The same on level ground with grip, undisturbed; None: it is so already."""
    own, sets = subject.problem.setting, list(subject.changes)
    quiet = {"pushes": (), "heading": (), "motor_noise": 0.0, "terrain": LEVEL}
    written = {"terrain": "{}", "motor_noise": "0.0"}
    changes = {k: v for k, v in quiet.items() if v != getattr(own, k)}
    sets += [f"setting.{key}={written.get(key, '[]')}" for key in changes]
    if subject.friction < GRIP:
        changes["friction"] = GRIP
        sets.append(f"setting.friction={GRIP:g}")
    if not changes:
        return None
    problem = replace(subject.problem, setting=subject.with_setting(**changes))
    kept = {one.partition("=")[0]: one for one in sets}  # the last of each key
    return replace(
        subject,
        problem=problem,
        rollout=problem.roll_out(subject.values),
        changes=tuple(kept.values()),
    )


def helps(subject: Explained, seconds: float) -> bool:
    """Whether it stays up much longer than it did."""
    whole = subject.problem.setting.duration
    return seconds >= min(LATER * subject.seconds, whole) > subject.seconds


def up(subject: Explained, seconds: float) -> str:
    """How long it stays up, in words."""
    whole = subject.problem.setting.duration
    if seconds >= whole * (1.0 - 1e-9):
        return f"it stays up all {whole:g} s instead of {subject.seconds:.2f} s"
    return f"it stays up {seconds:.2f} s instead of {subject.seconds:.2f} s"


def _pushes(subject: Explained, fall: Fall) -> Iterator[Finding]:
    pushes = subject.problem.setting.pushes
    if not pushes:
        return
    seconds = subject.seconds_in(subject.with_setting(pushes=()))
    if not helps(subject, seconds):
        return
    last, push = _decisive(subject, fall)
    strongest = math.hypot(*push.force)
    evidence = (
        f"The push that counts, {strongest:.0f} N from {last:.2f} s on, came"
        f" {fall.time - last:.2f} s before it was down; without pushes"
        f" {up(subject, seconds)}."
    )
    yield Finding(
        "pushed",
        evidence,
        (
            Try(
                "See how large a push it takes from each side.",
                subject.command("push"),
            ),
            Try(
                "Push it from all sides while it learns.",
                subject.search(
                    "robustness.trials=4",
                    f"robustness.push={max(abs(part) for part in push.force):g}",
                ),
            ),
        ),
    )


def _decisive(subject: Explained, fall: Fall) -> tuple[float, PushSpec]:
    """The push without which it stays up, and when [s] it last began.

    If there is none, or several, it is the last of them.
    """
    begun = [
        (start, push)
        for push in subject.problem.setting.pushes
        for start in _starts(push.start, push.every, fall.time)
    ]
    pushes = [p for p in subject.problem.setting.pushes if p.start < fall.time]

    def is_decisive(push: PushSpec) -> bool:
        others = tuple(p for p in subject.problem.setting.pushes if p != push)
        setting = subject.with_setting(pushes=others)
        return helps(subject, subject.seconds_in(setting))

    decisive = [push for push in pushes if is_decisive(push)] if len(pushes) > 1 else []
    counted = [one for one in begun if one[1] in decisive] or begun
    return max(counted, key=lambda one: one[0])


def _starts(start: float, every: float, end: float) -> list[float]:
    """S, of every push that began before the end."""
    if start >= end:
        return []
    count = int((end - start) / every) if every else 0
    return [start + every * number for number in range(count + 1)]


def _friction(subject: Explained, fall: Fall) -> Iterator[Finding]:
    if subject.friction >= GRIP:
        return
    seconds = subject.seconds_in(subject.with_setting(friction=GRIP))
    # What falls anyhow may fall later by chance; without a slip, grip is no reason.
    is_cured = seconds >= subject.problem.setting.duration * (1.0 - 1e-9)
    if not helps(subject, seconds) or not (fall.kind == "slip" or is_cured):
        return
    slid = (
        f"Its {fall.foot} foot slid {100 * fall.amount:.0f} cm; "
        if fall.kind == "slip"
        else ""
    )
    grip = f"with {GRIP:g} {up(subject, seconds)}"
    friction = subject.friction
    goal = f"setting.friction={friction:g}"
    step = f"{(GRIP - friction) / 5:.2g}"
    yield Finding(
        "slippery",
        f"{slid}the friction is {friction:g}, {grip}.",
        (
            Try(
                "Adapt it to this ground step by step.",
                subject.command(
                    "adapt",
                    *("--to", goal, "--from", f"{GRIP:g}", "--step", step),
                    changes=(f"setting.friction={GRIP:g}",),
                ),
            ),
            Try(
                "See it with more friction.",
                subject.command("simulate", changes=(f"setting.friction={GRIP:g}",)),
            ),
        ),
    )


def _terrain(subject: Explained, fall: Fall) -> Iterator[Finding]:
    terrain = subject.problem.setting.terrain
    if terrain == LEVEL:
        return
    seconds = subject.seconds_in(subject.with_setting(terrain=LEVEL))
    if not helps(subject, seconds):
        return
    level = f"on level ground {up(subject, seconds)}."
    if fall.kind == "gap":
        yield Finding(
            "gap",
            f"Its {fall.foot} foot went {100 * fall.amount:.0f} cm below the edge;"
            f" {level}",
            (Try("A stepping skill plans where to step: see docs/stepping.md."),),
        )
        return
    what = f"Its {fall.foot} foot was stopped; " if fall.kind == "trip" else ""
    is_slope = terrain.slope != 0.0 and not terrain.segments
    tries = (
        (
            Try(
                "Adapt it to the slope step by step.",
                subject.command(
                    "adapt",
                    *("--to", f"setting.terrain.slope={terrain.slope:g}"),
                    *("--from", "0", "--step", "3"),
                    changes=("setting.terrain.slope=0.0",),
                ),
            ),
        )
        if is_slope
        else (
            Try("Let it learn on this ground.", subject.search()),
            Try("A stepping skill plans where to step: see docs/stepping.md."),
        )
    )
    yield Finding("uneven_ground", f"{what}{level}", tries)


def _others(subject: Explained) -> Iterator[Finding]:
    """Motor noise, and turns."""
    setting = subject.problem.setting
    if setting.motor_noise:
        seconds = subject.seconds_in(subject.with_setting(motor_noise=0.0))
        if helps(subject, seconds):
            yield Finding(
                "noisy",
                f"The motors' noise is {setting.motor_noise:.0%} of each torque;"
                f" without it {up(subject, seconds)}.",
                (
                    Try(
                        "Let it learn with noise.",
                        subject.search(
                            "robustness.trials=4",
                            "robustness.push=0",
                            f"robustness.motor_noise={setting.motor_noise:g}",
                        ),
                    ),
                ),
            )
    if setting.heading:
        seconds = subject.seconds_in(subject.with_setting(heading=()))
        if helps(subject, seconds):
            yield Finding(
                "turned",
                f"Straight ahead {up(subject, seconds)}.",
                (Try("Let it learn to turn, by smaller angles.", subject.search()),),
            )


def _rate(subject: Explained) -> Iterator[Finding]:
    """Time steps that are too long, for the law or for this gait."""
    rate = subject.problem.setting.rate
    # Far below the rates that gaits are searched at, twice the rate is coarse as well.
    factors = (2.0, 4.0) if rate >= COARSE else (4.0, 8.0)
    times = [
        (factor, subject.seconds_in(subject.with_setting(rate=factor * rate)))
        for factor in factors
        if factor * rate <= RATES[1]
    ]
    if not times or not all(helps(subject, seconds) for _, seconds in times):
        return
    found = ", ".join(
        f"{factor * rate:g} Hz {seconds:.2f} s" for factor, seconds in times
    )
    faster = f"setting.rate={times[-1][0] * rate:g}"
    yield Finding(
        "fragile_rate",
        f"At {rate:g} Hz it stays up {subject.seconds:.2f} s, at {found}.",
        (
            Try(
                "See it in smaller time steps.",
                subject.command("simulate", changes=(faster,)),
            ),
            Try("Search on in smaller time steps.", subject.search(faster)),
        ),
    )
