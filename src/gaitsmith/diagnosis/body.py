"""What in it made it fall: weak muscles, values, or balance that nothing controls."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from gaitsmith.diagnosis.explanation import Finding, Try
from gaitsmith.diagnosis.subject import UNNAMED, Explained
from gaitsmith.diagnosis.world import helps, up
from gaitsmith.gait.stability import pendulum_length
from gaitsmith.optimization.problem import OF_CONTROLLER
from gaitsmith.simulation.disturbances import GuideSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.tasks import Task
from gaitsmith.workflows import solution_or_start, with_changes

MUSCLE_STEPS = 5  # stages of the chain that is proposed
HOLD = 2.0  # times the stiffness that holds a body upright on its feet
DOES_NOT_FALL = "withdrawal.met=100"  # a fall costs more
MOST_GROUPS = 400  # that are tried
MOST_SHOWN = 4  # values in a sentence


def body_findings(subject: Explained, is_explained: bool = False) -> Iterator[Finding]:
    """Weak muscles, values and balance that it would not fall with otherwise.

    Args:
        subject: who fell.
        is_explained: whether the world around it explains the fall: with a hand that
            holds it, nobody falls.
    """
    weak = list(_muscles(subject))
    yield from weak
    if not weak and not is_explained:
        blamed = [] if subject.is_slow else list(_values(subject))
        yield from blamed or _balance(subject)


def _muscles(subject: Explained) -> Iterator[Finding]:
    table = subject.problem.character.spec.muscles
    strengths = dict((table or {}).get("strength", {}))
    weak = {name: factor for name, factor in strengths.items() if factor < 1.0}
    if not weak:
        return
    healthy = tuple(f"character.muscles.strength.{name}=1.0" for name in weak)
    other = with_changes(subject.solution, healthy).problem
    strong = replace(
        subject.problem,
        character=other.character,
        controller=other.controller,
        space=OF_CONTROLLER,
    )
    seconds = strong.roll_out(subject.values).seconds
    if not helps(subject, seconds):
        return
    words = ", ".join(f"{name} at {factor:g}" for name, factor in weak.items())
    weakest = min(weak, key=lambda name: weak[name])
    key = f"character.muscles.strength.{weakest}"
    yield Finding(
        "weak_muscles",
        f"Of their strength: {words}; at full strength {up(subject, seconds)}.",
        (
            Try(
                f"Weaken {weakest} step by step, so that it learns to do without.",
                subject.command(
                    "adapt",
                    *("--to", f"{key}={weak[weakest]:g}", "--from", "1"),
                    *("--step", f"{(1.0 - weak[weakest]) / MUSCLE_STEPS:.2g}"),
                    changes=(f"{key}=1.0",),
                ),
            ),
            Try(
                "See it with all its strength.",
                subject.command("simulate", changes=healthy),
            ),
        ),
    )


def _values(subject: Explained) -> Iterator[Finding]:
    """Values that, put back to what they were, keep it up to the end.

    Tried are all of them, each alone, and those that are called alike in several
    states. What helps must do so at twice the rate, too: of many tries some help by
    chance.
    """
    for words, own in _references(subject):
        other = {n: v for n, v in own.items() if v != subject.values[n]}
        helping = _helping(subject, other)
        if not helping:
            continue
        back = min(helping, key=len)
        shown = [f"{n} {subject.values[n]:g} ({back[n]:g})" for n in back]
        more = len(shown) - MOST_SHOWN
        tail = f" and {more} more" if more > 0 else ""
        whole = subject.problem.setting.duration
        yield Finding(
            "changed_values",
            f"With {words}, in brackets, {up(subject, whole)}:"
            f" {', '.join(shown[:MOST_SHOWN])}{tail}.",
            _tries(subject, back),
        )
        return


def _tries(subject: Explained, back: dict[str, float]) -> tuple[Try, ...]:
    if len(back) > 2 * MOST_SHOWN:
        return (Try("Search for better ones.", subject.search()),)
    sets = tuple(f"parameters.{name}={value!r}" for name, value in back.items())
    free = tuple(
        f"parameters.{name}={{initial={value!r},scale={scale_of(subject, name):g}}}"
        for name, value in back.items()
    )
    return (
        Try("Put them back.", subject.command("simulate", changes=sets)),
        Try("Search for better ones, from there.", subject.search(*free)),
    )


def scale_of(subject: Explained, name: str) -> float:
    """Of a parameter, so that a search may change it."""
    spaces = (subject.problem.space, subject.problem.controller.space)
    scales = [p.scale for space in spaces for p in space.parameters if p.name == name]
    return max(scales) or max(0.1 * abs(subject.values[name]), 0.1)


def _references(subject: Explained) -> Iterator[tuple[str, dict[str, float]]]:
    """Values that may be better: before --set, and those that the law declares."""
    if subject.changes and subject.name != UNNAMED:
        yield f"what {subject.name} has", solution_or_start(subject.name).values
    yield "the law's own values", subject.problem.controller.space.initial_values()


def _helping(subject: Explained, other: dict[str, float]) -> list[dict[str, float]]:
    """Groups of values with which it stays up to the end, at twice the rate, too."""
    groups = [{name: other[name] for name in names} for names in _groups(other)]
    for rate in (1.0, 2.0):
        setting = subject.with_setting(rate=rate * subject.problem.setting.rate)
        drives = [subject.problem.drive(subject.values | group) for group in groups]
        tasks = [
            Task(index, drive, setting, subject.problem.seed)
            for index, drive in enumerate(drives)
        ]
        found = dict(subject.problem.batch_in([setting]).roll_out(tasks))
        groups = [
            group
            for index, group in enumerate(groups)
            if found[index].outcome is Outcome.COMPLETED
        ]
    return groups


def _groups(names: dict[str, float]) -> list[tuple[str, ...]]:
    """Each name alone, all of them, and those that begin or end alike."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name in names:
        state, _, own = name.rpartition(".")
        for key in (f"{state}.", own, f"{own.partition('_')[0]}_"):
            alike[key].append(name)
    several = {tuple(group): None for group in (*alike.values(), list(names))}
    alone = {(name,): None for name in names}
    return [group for group in (alone | several) if group][:MOST_GROUPS]


def _balance(subject: Explained) -> Iterator[Finding]:
    """Whether a hand that holds its trunk upright would keep it from falling."""
    if subject.problem.setting.guide.is_on:
        return
    body = subject.problem.character
    stiffness = round(HOLD * body.weight * pendulum_length(body), -1)
    guide = GuideSpec(stiffness=stiffness, damping=stiffness / 10.0)
    seconds = subject.seconds_in(subject.with_setting(guide=guide))
    if not helps(subject, seconds):
        return
    held = f"setting.guide={{stiffness={stiffness:.0f},damping={stiffness / 10:.0f}}}"
    yield Finding(
        "off_balance",
        f"With a guide that holds its trunk, {up(subject, seconds)}: its legs walk, and"
        " nothing keeps it upright.",
        (
            Try(
                "Let it learn with a guide that is withdrawn.",
                subject.search(held, DOES_NOT_FALL),
            ),
            Try("See it held.", subject.command("simulate", changes=(held,))),
        ),
    )
