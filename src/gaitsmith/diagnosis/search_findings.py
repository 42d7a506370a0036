"""What the course of a search explains, and what to change about it."""

from collections.abc import Iterator

import numpy as np

from gaitsmith.diagnosis.explanation import Finding, Try
from gaitsmith.diagnosis.goals import goal_finding, is_far, missed_goals
from gaitsmith.diagnosis.search_course import SearchCourse, course_of
from gaitsmith.diagnosis.subject import Explained, start_cost
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.optimization.problem import Problem
from gaitsmith.simulation.outcome import Outcome

LONGER = 4  # times the generations that are proposed
TRIED = 16  # candidates, two batches
NARROWER = (0.1, 0.01, 0.001)  # of the first step size
NARROWEST = 1e-6  # scales; steps like rounding lead nowhere


def search_findings(subject: Explained) -> Iterator[Finding]:
    """Why the search of a run folder did not find better."""
    if subject.folder is None:
        return
    experiment = subject.folder.experiment()
    search, space = experiment.search, experiment.problem.space
    costs = subject.folder.read_costs(search.optimizer.num_candidates(space.dimension))
    course = course_of(
        subject.folder.read_progress(), costs, start_cost(subject.folder)
    )
    if course is None:
        return
    fails = subject.rollout.outcome is not Outcome.COMPLETED
    missed = missed_goals(subject)
    sigma = float(getattr(search.optimizer, "sigma", 1.0))
    rare = (
        f"{course.share_better:.0%} of its last candidates were better than its start"
    )
    is_over = course.generations >= search.optimizer.max_generations
    narrower = _narrower(experiment.problem, sigma, course) if course.is_too_wide else 0
    if narrower:
        yield Finding(
            "step_too_wide",
            f"{rare.capitalize()}, the typical one cost {course.typical:.4g} instead of"
            f" {course.start:.4g}; sigma was {sigma:g} scales.",
            (
                Try(
                    "Begin with smaller steps.",
                    subject.search(f"optimizer.sigma={narrower:g}", is_anew=True),
                ),
            ),
        )
    elif course.is_too_narrow:
        wider = f"optimizer.sigma={max(30 * sigma, 0.1):g}"
        yield Finding(
            "step_too_narrow",
            f"The costs of a generation differ by {course.spread:.2g} of their median,"
            f" and sigma is still {course.sigma_ratio:.2g} times its first {sigma:g}.",
            (Try("Begin with larger steps.", subject.search(wider, is_anew=True)),),
        )
    elif not fails and any(is_far(*goal[1:3]) for goal in missed):
        yield from goal_finding(subject, "goal_out_of_reach")
    elif not course.has_levelled_off and is_over and (fails or missed):
        longer = LONGER * search.optimizer.max_generations
        yield Finding(
            "budget_too_short",
            f"Of all that was gained, {course.recent_share:.0%} came in the last third"
            f" of its {course.generations} generations; the objective is"
            f" {course.best:.4g}.",
            (
                Try(
                    "Search on from its best.",
                    subject.search(f"optimizer.max_generations={longer}"),
                ),
            ),
        )
    elif course.has_levelled_off:
        yield _levelled(subject, course, sigma, fails or bool(missed))


def _narrower(problem: Problem, sigma: float, course: SearchCourse) -> float:
    """A first step size with which some candidates are better; 0: there is none.

    Who falls from the slightest change does not suffer from wide steps.
    """
    draws = np.random.default_rng(1).standard_normal((TRIED, problem.space.dimension))
    first = problem.space.encode(problem.space.initial_values())
    lower, upper = problem.space.bounds()
    evaluate = Evaluator(problem, 1)
    for step in (share * sigma for share in NARROWER if share * sigma >= NARROWEST):
        places = np.clip(first + step * draws, lower, upper)
        if course.beats_start(np.array(evaluate(list(places)))):
            return step
    return 0.0


def _levelled(
    subject: Explained, course: SearchCourse, sigma: float, fails: bool
) -> Finding:
    evidence = (
        f"No better value for {course.since_best} of {course.generations} generations;"
        f" the step size is {course.sigma_ratio:.2g} times the first."
    )
    if not fails:
        return Finding("levelled_off", evidence)
    seed = subject.solution.provenance.seed + 1
    return Finding(
        "stuck",
        evidence,
        (
            Try("Try another seed.", subject.search(seed=seed, is_anew=True)),
            Try(
                "Begin at its best with steps as wide as at first.",
                subject.search(f"optimizer.sigma={sigma:g}"),
            ),
        ),
    )
