"""What the objective says: which term dominates, which goal is missed, which bounds."""

import math
from collections.abc import Iterator
from dataclasses import replace

from gaitsmith.diagnosis.explanation import Finding, Try
from gaitsmith.diagnosis.subject import Explained
from gaitsmith.objectives.score_card import ScoreCard
from gaitsmith.objectives.terms import GoalOptions
from gaitsmith.parameters import Parameter
from gaitsmith.simulation.measures import SLOWEST
from gaitsmith.simulation.outcome import Outcome

DOMINATES = 0.5  # of the sum of what terms add
MISSED = 0.2  # of a goal; who is nearer has it, but for the other terms
SLOW_STEP = 2.0  # s; who takes longer stands
FAR = 0.5  # of a goal
NEAR_BOUND = 0.02  # of a scale
BEYOND = 1.0  # scales beyond a bound that are tried
HELPS = 0.02  # of the objective, by which it must be better there
HELPS_FALLING = 0.2  # if it falls: a fall that comes a little later is chance
MOST_SHOWN = 4  # values in a sentence


def contributions(score: ScoreCard) -> dict[str, float]:
    """What each term adds to the objective, largest first."""
    ranked = sorted(score.terms, key=lambda term: -abs(term.contribution))
    return {term.name: term.contribution for term in ranked}


def term_finding(score: ScoreCard) -> Iterator[Finding]:
    """The term that most of the objective comes from."""
    terms = contributions(score)
    total = sum(abs(value) for value in terms.values())
    if not terms or not math.isfinite(total) or total == 0.0:
        return
    name, value = next(iter(terms.items()))
    if abs(value) < DOMINATES * total:
        return
    yield Finding(
        "term_dominates",
        f"'{name}' makes {abs(value) / total:.0%} of {score.total:,.4g}.",
    )


def missed_goals(subject: Explained) -> list[tuple[str, float, float, str]]:
    """(field, asked, reached, unit) of goals that are missed by much."""
    options = subject.problem.objective.options.get("user")
    if not isinstance(options, GoalOptions):
        return []
    measures = subject.rollout.measures
    asked = (
        ("speed", options.speed, measures.speed, "m/s"),
        ("step_length", options.step_length, measures.step_length, "m"),
    )
    missed = [
        (name, goal, reached, unit)
        for name, goal, reached, unit in asked
        if goal is not None and abs(reached - goal) > MISSED * max(abs(goal), 0.1)
    ]
    return sorted(missed, key=lambda one: -abs(1.0 - one[2] / (one[1] or 0.1)))


def standing_finding(subject: Explained) -> Iterator[Finding]:
    """Whether it only stands where it was asked to go."""
    options = subject.problem.objective.options.get("user")
    goal = options.speed if isinstance(options, GoalOptions) else None
    rollout = subject.rollout
    late = rollout.measures.strikes.since(rollout.seconds / 2.0)
    if (
        not goal
        or abs(goal) < SLOWEST
        or len(late.time) >= rollout.seconds / SLOW_STEP / 2
    ):
        return
    yield Finding(
        "stands",
        f"In its second half, from {rollout.seconds / 2.0:.1f} s on, it takes"
        f" {len(late.time)} steps; {goal:g} m/s were asked for.",
        (
            Try(
                "Let only steps of a gait count as time on its feet.",
                subject.search("objective.gait.weight=120000"),
            ),
        ),
    )


def is_far(goal: float, reached: float) -> bool:
    """Whether a goal is so far away that a search has no way to go there at once."""
    return abs(goal - reached) > FAR * abs(goal)


def goal_finding(subject: Explained, what: str = "goal_missed") -> Iterator[Finding]:
    """Goals that are missed by much, and a chain that walks towards them."""
    missed = missed_goals(subject)
    if not missed:
        return
    words = "; ".join(
        f"{name.replace('_', ' ')} {reached:.2f} of {goal:g} {unit}"
        for name, goal, reached, unit in missed
    )
    name, goal, reached, _ = missed[0]
    key = f"objective.user.{name}"
    tries = (
        Try(
            "Ask for a little more than it does, step by step.",
            subject.command(
                "adapt",
                *("--to", f"{key}={goal:g}", "--from", f"{reached:.2f}"),
                *("--step", f"{abs(goal - reached) / 10:.2g}"),
                changes=(f"{key}={reached:.2f}",),
            ),
        ),
        Try("Ask for less.", subject.search(f"{key}={(reached + goal) / 2:.2g}")),
    )
    yield Finding(what, f"Reached: {words}.", tries)


def bound_findings(subject: Explained) -> Iterator[Finding]:
    """Parameters on a bound; in the way, if the objective is lower beyond it."""
    sits = [p for p in subject.problem.space.free if _at_bound(p, subject.values)]
    if not sits:
        return
    gains = {p: _gain_beyond(subject, p) for p in sits}
    falls = subject.rollout.outcome is not Outcome.COMPLETED
    least = HELPS_FALLING if falls else HELPS
    blocking = {p: gain for p, gain in gains.items() if gain > least}
    if not blocking:
        yield Finding("on_a_bound", f"{_named(sits, subject)}.")
        return
    ranked = sorted(blocking, key=lambda p: -blocking[p])
    best = ranked[0]
    yield Finding(
        "at_bound",
        f"{_named(ranked, subject)}. One scale beyond its bound,"
        f" '{best.name}' alone lowers the objective by {blocking[best]:.0%}.",
        (
            Try(
                "Move the bound.",
                subject.search(*(_wider(p, subject.values) for p in ranked)),
            ),
        ),
    )


def _at_bound(parameter: Parameter, values: dict[str, float]) -> bool:
    value, near = values[parameter.name], NEAR_BOUND * parameter.scale
    return value - parameter.lower <= near or parameter.upper - value <= near


def _is_low(parameter: Parameter, values: dict[str, float]) -> bool:
    value = values[parameter.name]
    return value - parameter.lower <= parameter.upper - value


def _gain_beyond(subject: Explained, parameter: Parameter) -> float:
    """Share of the objective that is saved beyond the bound, as far as the law goes."""
    values = subject.values
    law = next(
        p
        for p in subject.problem.controller.space.parameters
        if p.name == parameter.name
    )
    sign = -1.0 if _is_low(parameter, values) else 1.0
    there = law.within(values[parameter.name] + sign * BEYOND * parameter.scale)
    if there == values[parameter.name]:
        return 0.0
    total = subject.score.total
    problem = subject.solution.problem
    beyond = problem.judge(values | {parameter.name: there}).score.total
    return (total - beyond) / max(abs(total), 1e-9) if math.isfinite(beyond) else 0.0


def _named(parameters: list[Parameter], subject: Explained) -> str:
    words = [
        f"{p.name} {subject.values[p.name]:.4g} {p.unit}".rstrip() for p in parameters
    ]
    more = len(words) - MOST_SHOWN
    return ", ".join(words[:MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _wider(parameter: Parameter, values: dict[str, float]) -> str:
    """The --set that moves a bound away by ten scales."""
    far = 10.0 * parameter.scale
    moved = (
        replace(parameter, lower=parameter.lower - far)
        if _is_low(parameter, values)
        else replace(parameter, upper=parameter.upper + far)
    )
    parts = {"scale": moved.scale, "lower": moved.lower, "upper": moved.upper}
    table = ",".join(f"{k}={_written(v)}" for k, v in parts.items())
    return f"parameters.{parameter.name}={{{table}}}"


def _written(value: float) -> str:
    return f'"{value}"' if math.isinf(value) else f"{value:g}"
