"""Practice: steps that a planner asks for, taken, and learned from.

Ours. A planner looks for the best that a model promises, and so finds the places where
the model promises too much. A few imagined courses are therefore walked on level
ground, and what the steps really do is added to what the model knows.
"""

from collections.abc import Iterator

import numpy as np

from gaitsmith.kernels.records import Floats
from gaitsmith.planning.course import Course, GapsSpec, StonesSpec
from gaitsmith.planning.crossing import CourseRunner, widest_possible_gap
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.step_model import StepModel
from gaitsmith.planning.synthesis import row_of
from gaitsmith.planning.walker import Walker

ROUNDS = 5  # after each of which the model is made anew
NARROWEST, WIDEST = 0.2, 0.5  # m, of imagined gaps
SPACING = (0.25, 1.0)  # m
STONES = 12  # of every third course


def imagined_courses(
    model: StepModel, foot: float, random: np.random.Generator
) -> Iterator[Course]:
    """Gaps and stones of all kinds that the longest steps allow, without end.

    Args:
        model: of the steps that can be made.
        foot: m, its length.
        random: where chance comes from.
    """
    widest = min(WIDEST, widest_possible_gap(model, foot))
    shortest, longest = model.known.step_lengths
    while True:
        for _ in range(2):
            yield GapsSpec(
                width=float(random.uniform(min(NARROWEST, 0.5 * widest), widest)),
                spacing=_spacing(random),
                seed=int(random.integers(2**31)),
            ).course()
        seed = int(random.integers(2**31))
        yield StonesSpec(count=STONES, min=shortest, max=longest, seed=seed).course()


def _spacing(random: np.random.Generator) -> float:
    """Between gaps [m]; more often little, which is harder."""
    least, most = SPACING
    return least + (most - least) * float(random.random()) ** 2


def practise(
    walker: Walker, model: StepModel, course: Course, preferred: float
) -> list[Floats]:
    """Walk one imagined course on level ground.

    Args:
        walker: on level ground; its state before does not matter.
        model: plans the steps.
        course: that is imagined.
        preferred: m, length of the base gait's steps.

    Returns:
        a row for every planned step, as `synthesis.examples_of` reads them.
    """
    planner = "regular" if course.stones else "hybrid"
    settings = PlannerSettings(planner=planner)
    runner = CourseRunner(walker, model, course, settings, preferred)
    runner.start()
    rows: list[Floats] = []
    while not runner.is_over:
        before, state = walker.footfall(), walker.state()
        plan = runner.plan_next()
        after, swing = walker.finish_watched()
        if after is None:
            break
        runner.finish_step(after)
        if plan is not None:
            row = row_of(state, plan.action, walker.state(), before, after, swing)
            rows.append(np.array([len(rows), *row]))
    return rows
