"""Example steps by optimisation: steps of random lengths, window by window.

Coros et al. 2008, section 3. A window of three steps slides over a sequence; after each
search its first step is taken for good, and the other two are where the next search
starts. Sequences are independent of each other: they are made in parallel, and come out
the same whoever makes them. What a sequence has finalised is logged step by step, so a
sequence is gone on with by taking the same steps again.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.examples import ExampleSteps
from gaitsmith.planning.problems import step_lengths
from gaitsmith.planning.skill_spec import SkillSpec
from gaitsmith.planning.walker import STATE_NAMES, Walker
from gaitsmith.planning.window import WindowProblem, WindowSearch

SETTLING_STEPS = 10  # of the base gait, before the first example
DROPPED_STEPS = 5  # before a fall, which led to it


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
    rows: list[Floats] = []
    fell = False
    for step in range(min(spec.sequence, spec.examples + DROPPED_STEPS)):
        if not goes_on():
            return None
        start, state = walker.snapshot(), walker.state()
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
        walker.restore(start)
        after, brushes = walker.watched_step(final.action)
        if after is None:
            fell = True
            break
        rows.append(
            np.array(
                [
                    *state,
                    *final.action,
                    *walker.state(),
                    after.ahead - before.ahead,
                    after.ahead - targets[step],
                    float(brushes),
                ]
            )
        )
        before = after
        actions = np.vstack([final.pending, space.base])
    if fell:
        rows = rows[: max(0, len(rows) - DROPPED_STEPS)]
    return Sequence(number, _examples(space.names, number, rows), fell)


def _examples(names: tuple[str, ...], number: int, rows: list[Floats]) -> ExampleSteps:
    states, parts = len(STATE_NAMES), len(names)
    table = np.array(rows).reshape(len(rows), 2 * states + parts + 3)
    return ExampleSteps(
        action_names=names,
        sequence=np.full(len(rows), number, dtype=np.int64),
        number=np.arange(len(rows), dtype=np.int64),
        state=table[:, :states],
        action=table[:, states : states + parts],
        next_state=table[:, states + parts : 2 * states + parts],
        length=table[:, -3],
        error=table[:, -2],
        brushes=table[:, -1].astype(np.int64),
    )
