"""Example steps by optimisation: steps of random lengths, window by window.

Coros et al. 2008, section 3. A window of three steps slides over a sequence; after each
search its first step is taken for good, and the other two are where the next search
starts. Sequences are independent of each other: they are made in parallel, and come out
the same whoever makes them. What a sequence has finalised is logged step by step, so a
sequence is gone on with by taking the same steps again.

Ours: from where each step starts, a few others are tried with actions of other steps.
They are not optimised, so they cost little, and tell a model what happens off the way.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.action import ActionSpace
from gaitsmith.planning.course import step_lengths
from gaitsmith.planning.examples import FIGURES, ExampleSteps, from_rows
from gaitsmith.planning.skill_spec import SkillSpec
from gaitsmith.planning.walker import Footfall, Swing, Walker
from gaitsmith.planning.window import WindowProblem, WindowSearch
from gaitsmith.simulation.snapshot import Snapshot

SETTLING_STEPS = 10  # of the base gait, before the first example
DROPPED_STEPS = 5  # before a fall, which led to it
ERROR = FIGURES.index("error") - len(FIGURES)  # where it is in a row
NOISE = 5.0  # of explored actions, in steps of finite differences


@dataclass(frozen=True)
class FinalStep:
    """A step that was taken for good, and where the search for the next ones starts."""

    action: Floats  # (parts,)
    pending: Floats  # (window - 1, parts)


@dataclass(frozen=True)
class Sequence:
    """All steps of a sequence, those before a fall left out."""

    number: int
    examples: ExampleSteps
    explored: ExampleSteps  # from the same states, with other actions
    fell: bool


def settle(walker: Walker) -> None:
    """Walk until the base gait is steady."""
    walker.start()
    for _ in range(SETTLING_STEPS):
        if walker.step(walker.actions.base) is None:
            raise FallingBaseError


class FallingBaseError(Exception):
    """The base gait falls before it can be changed."""


def make_sequence(
    walker: Walker,
    spec: SkillSpec,
    number: int,
    done: list[FinalStep],
    log: Callable[[FinalStep], None],
    goes_on: Callable[[], bool],
) -> Sequence | None:
    """Make one sequence, after the steps that are `done` already.

    Args:
        walker: of the skill's character; its state before does not matter.
        spec: the skill.
        number: of the sequence.
        done: final steps of an earlier try.
        log: is given every further one.
        goes_on: asked before every step; None is returned when it says no.
    """
    space = walker.actions
    search = WindowSearch(walker, spec.method, spec.differences == "central")
    settle(walker)
    before = walker.footfall()
    lengths = step_lengths(
        spec.seed, number, spec.sequence + spec.window, *spec.step_lengths
    )
    targets = before.ahead + np.cumsum(lengths)
    actions = np.tile(space.base, (spec.window, 1))
    taken: list[Floats] = []
    rows: list[Floats] = []
    explored: list[list[Floats]] = []
    fell = False
    for step in range(min(spec.sequence, spec.examples + DROPPED_STEPS)):
        if not goes_on():
            return None
        start = walker.snapshot()
        if step < len(done):
            final = done[step]
        else:
            problem = WindowProblem(
                start,
                before,
                targets[step : step + spec.window],
                spec.spacing,
                spec.lift,
            )
            found = search.improve(problem, actions)
            final = FinalStep(found.actions[0], found.actions[1:])
            log(final)
        random = np.random.default_rng([spec.seed, number, step])
        tried = [_other_action(space, taken, random) for _ in range(spec.explored)]
        others = [_take(walker, start, action) for action in tried]
        row = _take(walker, start, final.action)
        if row is None:
            fell = True
            break
        before = walker.footfall()
        row[ERROR] = before.ahead - targets[step]
        rows.append(np.array([step, *row]))
        explored.append([np.array([step, *other]) for other in others if other])
        taken.append(final.action)
        actions = np.vstack([final.pending, space.base])
    if fell:
        kept = max(0, len(rows) - DROPPED_STEPS)
        rows, explored = rows[:kept], explored[:kept]
    return Sequence(
        number,
        examples_of(space.names, number, rows),
        examples_of(space.names, number, [row for some in explored for row in some]),
        fell,
    )


def _other_action(
    space: ActionSpace, taken: list[Floats], random: np.random.Generator
) -> Floats:
    """That of another step of the sequence, or of the base gait, a little changed."""
    options = [space.base, *taken]
    action = options[random.integers(len(options))]
    change = NOISE * space.difference * random.standard_normal(len(action))
    return space.within(action + change)


def _take(walker: Walker, start: Snapshot, action: Floats) -> list[float] | None:
    """Take a step; numbers of its row but the first, without error; None: it fell."""
    walker.restore(start)
    before, state = walker.footfall(), walker.state()
    after, swing = walker.watched_step(action)
    if after is None:
        return None
    return row_of(state, action, walker.state(), before, after, swing)


def row_of(
    state: Floats,
    action: Floats,
    next_state: Floats,
    before: Footfall,
    after: Footfall,
    swing: Swing,
) -> list[float]:
    """Numbers of a step as `examples_of` reads them, but the first; no error yet."""
    length, aside = after.ahead - before.ahead, after.outward_of(before)
    figures = length, 0.0, swing.clearance, swing.skid, aside
    return [*state, *action, *next_state, *figures]


def examples_of(
    names: tuple[str, ...], number: int, rows: list[Floats]
) -> ExampleSteps:
    """Steps of one sequence.

    Args:
        names: of the action's parts.
        number: of the sequence.
        rows: step number, state, action, next state, length, error, clearance, skid,
            aside.
    """
    return from_rows(names, [np.array([number, *row]) for row in rows])
