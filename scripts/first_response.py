"""What a part of each scenario does to walks that hold, before they learn again.

    python scripts/first_response.py [--share 0.1]

Put on the body of people/robust_125 and its other seeds, 20 s each; how every figure
that is published changes, by seed. A walk that falls is a dash.
"""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gaitsmith.assessment import Assessment, assess
from gaitsmith.gait.cycles import NoStepsError
from gaitsmith.kernels.muscle_curves import PARALLEL_STRAIN
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import gallery
from gaitsmith.subjects.figures import figure, unit_of
from gaitsmith.subjects.scenario import Scenario, load_scenario, shipped_scenarios
from gaitsmith.subjects.start import experiment_of
from gaitsmith.subjects.subject import Subject
from gaitsmith.workflows import load_solution

WALK = "people/robust_125"
BODY = Subject(height=1.80, mass=70.0, speed=1.3)
SECONDS = 20.0
STRONG_AGE = 40.0  # years, until which muscles are as strong as ever
USUAL: Mapping[str, Any] = {"length": 1.0, "passive_strain": PARALLEL_STRAIN}


def part(scenario: Scenario, share: float) -> Scenario:
    """The same, by a share of it."""

    def mixed(usual: float, other: float) -> float:
        return usual + share * (other - usual)

    def changed(key: str, value: Any) -> Any:
        if key.endswith("contractures"):
            return {
                muscle: {name: mixed(USUAL[name], x) for name, x in one.items()}
                for muscle, one in value.items()
            }
        if key.endswith("slower"):
            return {side: mixed(1.0, x) for side, x in value.items()}
        if isinstance(value, Mapping):
            return {name: share * x for name, x in value.items()}
        return share * value

    age = scenario.age
    return scenario.model_copy(
        update={
            "strength": {m: mixed(1.0, f) for m, f in scenario.strength.items()},
            "heavier": mixed(1.0, scenario.heavier),
            "load_share": share * scenario.load_share,
            "age": age if age is None else mixed(STRONG_AGE, age),
            "set": {key: changed(key, value) for key, value in scenario.set.items()},
        }
    )


def walked(who: Subject, start: Solution, seed: int) -> Assessment | None:
    """The walk on the person's body, as it is; None: it falls."""
    problem = experiment_of(who, start, seed).problem
    put_on = replace(start, problem=problem, values=problem.space.initial_values())
    try:
        found = assess(put_on, SECONDS)
    except NoStepsError:
        return None
    return found if found.rollout.outcome is Outcome.COMPLETED else None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.1)
    share = parser.parse_args().share
    starts = read_seeds(gallery()[WALK], load_solution(WALK))
    before = {seed: walked(BODY, one, seed) for seed, one in starts.items()}
    print("| scenario | figure | published | change, by seed |\n|---|---|---|---|")
    for name in shipped_scenarios():
        scenario = load_scenario(name)
        who = part(scenario, share).of(BODY)
        after = {seed: walked(who, one, seed) for seed, one in starts.items()}
        for effect in scenario.effects:
            measure = figure(effect.figure)
            changes = [
                "-" if not (old and new) else f"{measure(new) - measure(old):+.3f}"
                for old, new in zip(before.values(), after.values(), strict=True)
            ]
            shown = f"{effect.figure} [{unit_of(effect.figure)}]"
            print(f"| {name} | {shown} | {effect.change} | {', '.join(changes)} |")


if __name__ == "__main__":
    main()
