"""What a person's search is: the experiment, and the shipped walk that it starts from.

The walks that ship are put on the person's body by dynamic similarity (`similarity`);
of those nearest in dimensionless speed, the one that does best there is the start.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gaitsmith.changes import put
from gaitsmith.characters.spec import HumanoidSpec
from gaitsmith.errors import InputError
from gaitsmith.experiment import Experiment, experiment_file, experiment_from_values
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.solution_file import gallery
from gaitsmith.subjects.growth import GROWN, leg_length
from gaitsmith.subjects.similarity import similar_values
from gaitsmith.subjects.subject import (
    LONGEST_STEP,
    SHORTEST_STEP,
    USUAL_LEG,
    Subject,
    body_of,
)
from gaitsmith.workflows import load_solution

EXPERIMENT = "people/subject"
DOWN = 20.0  # of an objective, for a walk that is down all the time when disturbed
# Walks that hold, pushed and from other starts, and are as upright as people's. A
# crouched walk stays up on more bodies, but its search ends in a crouch.
WALKS = ("people/robust_100", "people/robust_125", "people/robust_150")


def experiment_of(
    subject: Subject, start: Solution, seed: int, shipped: Solution | None = None
) -> Experiment:
    """What is searched for a person.

    Args:
        subject: who it is.
        start: whose values it starts with, whatever its body.
        seed: of the search.
        shipped: the walk whose law, muscles and soles it has; left out: the start's.
    """
    name, values, path = experiment_file(EXPERIMENT)
    earlier = (shipped or start).as_experiment().as_dict()
    speed, size = subject.wanted_speed, subject.leg / USUAL_LEG
    values |= {
        "name": f"{name}: {subject.name}",
        "start_from": "",
        "character": body_of(subject, earlier["character"]),
        "controller": _controller(earlier["controller"], subject),
        "seed": seed,
    }
    source = f"subject {subject.name}"
    for key, value in {
        "objective.user.speed": speed,
        "objective.vel.speed": speed,
        "objective.gait.longest_step": LONGEST_STEP * math.sqrt(size),
        "objective.gait.shortest_step": SHORTEST_STEP * size,
        "setting.terrain.slope": subject.slope,
        **subject.changes,
    }.items():
        put(values, key, value, source)
    experiment = experiment_from_values(values, source, path.parent)
    tables = experiment.as_dict()
    alike = similar_values(
        start.values,
        experiment.problem.controller.space,
        subject.leg / leg_of(start),
        subject.mass / start.problem.character.mass,
    )
    # As fast for its goal as the walk was for its own.
    alike["start.speed"] = start.values["start.speed"] * speed / asked_speed(start)
    for parameter, value in alike.items():
        table = tables["parameters"][parameter]
        table["initial"] = value
    made = experiment.changed(tables, source)
    return replace(made, source=source)


def _controller(earlier: Mapping[str, Any], subject: Subject) -> dict[str, Any]:
    sides = {"sides": "free"} if subject.sides == "free" else {}
    return {**earlier, **sides}


def leg_of(start: Solution) -> float:
    """Hip joint above the ground [m] of a humanoid that walks."""
    spec = start.problem.character.spec
    assert isinstance(spec, HumanoidSpec), "the walks that ship are humanoids"
    return spec.height * leg_length(spec.proportions)


def asked_speed(start: Solution) -> float:
    """m/s that a walk was asked for."""
    return float(start.problem.objective.as_dict()["user"]["speed"])


def between(start: Solution, subject: Subject, share: float) -> Subject:
    """Who is `share` of the way from the body that walks to a person."""
    if share == 1.0:
        return subject
    spec = start.problem.character.spec
    assert isinstance(spec, HumanoidSpec), "the walks that ship are humanoids"

    def mixed(first: float, last: float) -> float:
        return first + share * (last - first)

    grown = min(subject.age, GROWN)
    return subject.model_copy(
        update={
            "height": mixed(spec.height, subject.height),
            "mass": mixed(spec.mass, subject.mass),
            "speed": mixed(asked_speed(start), subject.wanted_speed),
            "age": mixed(GROWN, grown) if grown < GROWN else subject.age,
            "slope": mixed(0.0, subject.slope),
            "strength": {k: mixed(1.0, v) for k, v in subject.strength.items()},
        }
    )


def walks() -> dict[str, Solution]:
    """The walks that ship and may be a start, by name."""
    return {
        name: replace(read_solution(gallery()[name]), name=name)
        for name in WALKS
        if name in gallery()
    }


def nearest_walk(subject: Subject) -> Solution:
    """The shipped walk that does best on the person's body.

    All are put on it, left alone and disturbed as in the search. What one costs when
    left alone counts, and a little how long it is down when disturbed: a search
    makes a cheap walk sturdy sooner than a costly one cheap.
    """

    def cost(walk: Solution) -> float:
        problem = experiment_of(subject, walk, 1).problem
        judged = problem.judge(problem.space.initial_values())
        quiet, *disturbed = judged.rollouts
        down = sum(1.0 - one.measures.survived for one in disturbed)
        total = problem.score(quiet).total + DOWN * down / max(1, len(disturbed))
        return total if math.isfinite(total) else math.inf

    return min(walks().values(), key=cost)


def shipped_walk(subject: Subject, name: str = "") -> Solution:
    """The walk to start from: of the gallery, a file or a run; else the nearest."""
    if not name:
        return nearest_walk(subject)
    found = load_solution(name)
    spec = found.problem.character.spec
    if not isinstance(spec, HumanoidSpec) or spec.muscles is None:
        known = ", ".join(WALKS)
        raise InputError(f"{name}: this is no person on muscles; try one of {known}.")
    return replace(found, name=name)
