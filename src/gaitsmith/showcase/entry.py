"""What a card of the gallery tells of a solution."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gaitsmith.assessment import assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.pushes import PushTable
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout

TWO_LEGS = 2
MINUTE = 60.0  # s


class CardFigure:
    """Names of the figures, as they stand in an entry."""

    SPEED = "speed"  # m/s
    CADENCE = "cadence"  # steps/min
    STEP = "step_length"  # m
    SCORE = "score"  # standard score against people, mean of hip, knee, ankle
    PUSH = "push"  # N, largest from the weakest of eight directions
    COST = "cost_of_transport"  # J/kg/m, metabolic; muscles only
    ENERGY = "torque_squared"  # N2 m2


@dataclass(frozen=True)
class Entry:
    """A solution in words and figures."""

    name: str
    description: str
    body: str
    law: str
    gait: str
    """A walk, a run, or of how many legs; guided, if a torque holds the trunk."""
    kind: str
    """A result, or a step to others."""
    holds: bool | None
    """At other time steps and starts; None: nobody has looked."""
    sentence: str
    """How its rollout ended."""
    command: str
    figures: Mapping[str, float | None]
    """By name, see `CardFigure`; None: it has none."""

    def as_dict(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)


def entry_of(solution: Solution, rollout: Rollout, pushes: PushTable | None) -> Entry:
    """What a solution is like.

    Args:
        solution: of the gallery, or anybody's.
        rollout: of it, in its own setting.
        pushes: its push table, if it is known.
    """
    problem, check = solution.problem, solution.sturdiness
    measures = rollout.measures
    legs = len(problem.character.roles.legs)
    gait, score = f"{legs} legs", None
    if legs == TWO_LEGS:
        gait, score = _gait(solution, rollout)
    if problem.setting.guide.acting_strength > 0.0:
        gait += ", guided"
    figures = {
        CardFigure.SPEED: measures.speed,
        CardFigure.CADENCE: MINUTE * measures.steps / max(rollout.seconds, 1e-9),
        CardFigure.STEP: measures.step_length,
        CardFigure.SCORE: score,
        CardFigure.PUSH: min(pushes.forces.values()) if pushes else None,
        CardFigure.COST: measures.cost_of_transport,  # None without muscles
        CardFigure.ENERGY: measures.torque_squared,
    }
    return Entry(
        name=solution.name,
        description=solution.description,
        body=problem.character.name,
        law=problem.controller.declaration().law,
        gait=gait,
        kind=solution.kind,
        holds=None if check is None else check.holds,
        sentence=rollout.sentence,
        command=solution.provenance.command,
        figures={
            name: value if value is not None and math.isfinite(value) else None
            for name, value in figures.items()
        },
    )


def _gait(solution: Solution, rollout: Rollout) -> tuple[str, float | None]:
    """Walk or run, and its score against people; a fall has neither."""
    if rollout.outcome is not Outcome.COMPLETED:
        return "falls", None
    try:
        assessed = assess(solution)
    except NoStepsError:
        return "no steps", None
    average = assessed.score.angles.get("average")
    return assessed.score.gait, average and average.standard_score
