"""The best candidate of a search after a generation, as a solution."""

import math
from dataclasses import dataclass, replace

from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment
from gaitsmith.optimization.problem import Judgement
from gaitsmith.optimization.search import Generation
from gaitsmith.optimization.withdrawal import lowered
from gaitsmith.runs.solution import Provenance, Solution
from gaitsmith.simulation.rollout import Rollout

SAME_COST = 0.05  # relative; a larger difference means another problem


@dataclass(frozen=True)
class Best:
    """The best so far, and its rollout that was over first."""

    solution: Solution
    rollout: Rollout


def best_of(
    experiment: Experiment,
    generation: Generation,
    command: str,
    judgement: Judgement | None = None,
) -> Best:
    """The best so far, in the problem at the level that it was found at.

    Args:
        experiment: whose search it is.
        generation: where the search stands.
        command: that started it.
        judgement: of the best, if it was simulated a moment ago; else it is now.
    """
    how = experiment.search
    problem = lowered(experiment.problem, how.withdrawal, generation.level)
    values = problem.space.decode(generation.best_vector)
    judgement = judgement or problem.judge(values)
    card = judgement.score
    # To the bit on the same kind of processor, nearly so on another.
    if not math.isclose(card.total, generation.best, rel_tol=SAME_COST):
        raise InputError(
            f"{experiment.source}: the best candidate cost {generation.best!r} when it"
            f" was found, and costs {card.total!r} now; the run was made with other"
            " settings or another version. Start a new run."
        )
    solution = Solution(
        name=experiment.name,
        problem=problem,
        values=values,
        provenance=Provenance(
            command=command,
            seed=how.seed,
            evaluations=generation.best_generation * len(generation.costs),
            search=replace(how, withdrawal=None),  # its problem is at one level
            experiment=experiment.name,
        ),
        description=experiment.description,
        score=judgement.as_dict(),
    )
    return Best(solution, judgement.first_to_end)
