"""Every solution that ships is simulated again, and does what it is there for."""

import json
import re
import shlex
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from gaitsmith.actuators.hill_muscles import HillSpec
from gaitsmith.assessment import assess
from gaitsmith.declarations import declare
from gaitsmith.experiment import load_experiment
from gaitsmith.objectives.terms import step_width
from gaitsmith.optimization.withdrawal import lowered
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.solution_file import gallery
from gaitsmith.studies.plan import experiment_of, load_study
from gaitsmith.workflows import load_solution, simulate, with_setting

# A step on the way to a run, on the edge: it falls after 8 s on the present core.
FRAGILE = {"wang2012/first_flight"}


@pytest.mark.parametrize("name", gallery())
def test_solution_scores_what_its_file_says(name, request):
    if name in FRAGILE:
        request.applymarker(pytest.mark.xfail(reason="falls since the core changed"))
    solution = load_solution(name)
    found = solution.problem.judge(solution.values)
    assert {rollout.outcome for rollout in found.rollouts} == {Outcome.COMPLETED}
    assert found.score.total == pytest.approx(solution.score["total"], rel=0.02)


@pytest.mark.parametrize("name", gallery())
def test_solution_names_the_command_and_seed_that_made_it(name):
    content = json.loads(gallery()[name].read_text("utf-8"))
    verbs = ("optimize", "adapt", "withdraw", "study")
    command = content["command"]
    assert command.startswith(tuple(f"gaitsmith {verb} " for verb in verbs))
    if command.startswith("gaitsmith study "):
        assert content["seed"] in {cell.values["seed"] for cell in cells_of(command)}
    else:
        assert f"--seed {content['seed']}" in command


def cells_of(command):
    """The cells of a study that ships."""
    return study_of(shlex.split(command)[2]).cells()


@cache
def study_of(name):
    """A study that ships; many solutions are of the same one."""
    return load_study(name)


@cache
def searches_of(name):
    """What each of its cells searches in."""
    study = study_of(name)
    cells = [experiment_of(study, cell).as_dict() for cell in study.cells()]
    return [without_start(cell) for cell in cells]


def comparable(experiment):
    """With all options of the muscles; a body with muscles has another name now."""
    character = {**experiment["character"]}
    if character.get("muscles") is not None:
        character["muscles"] = declare(HillSpec, character["muscles"], "muscles")
        del character["name"], character["description"]
    return {**experiment, "character": character}


@pytest.mark.parametrize("name", gallery())
def test_the_command_of_a_solution_still_searches_in_the_same_problem(name):
    solution = load_solution(name)
    searching, *picking = solution.provenance.command.split(" && ")
    words = shlex.split(searching)
    if words[1] == "optimize":
        changes = [after for word, after in pairwise(words) if word == "--set"]
        seed = words[words.index("--seed") + 1]
        experiment = load_experiment(words[2], [*changes, f"seed={seed}"])
        # What was withdrawn is gone at the end.
        search = experiment.search
        problem = lowered(experiment.problem, search.withdrawal, 0.0)
        ended = replace(
            experiment, problem=problem, search=replace(search, withdrawal=None)
        )
        again = ended.as_dict()
        # What was picked on the way says so in its description.
        same = {"description": again["description"]} if picking else {}
        found = solution.as_experiment().as_dict() | same
        assert comparable(again) == comparable(found)
    elif words[1] == "study":
        # A cell starts from its neighbour's best.
        found = without_start(solution.as_experiment().as_dict())
        assert found in searches_of(words[2])
    else:
        assert words[2] in gallery()  # what was adapted is there


def without_start(experiment):
    """All that a search is about but where it starts."""
    return {**comparable(experiment), "parameters": None}


@pytest.mark.parametrize("name", gallery())
def test_what_was_picked_names_the_run_and_the_generation(name):
    solution = load_solution(name)
    searching, *picking = solution.provenance.command.split(" && ")
    if not picking:
        return
    assert solution.provenance.search
    optimizer = solution.provenance.search.optimizer
    each = optimizer.population if optimizer.method == "cma" else 1
    assert each is not None
    run, generation = (
        shlex.split(searching)[-1],
        solution.provenance.evaluations // each,
    )
    (pick,) = picking
    # Of a chain, a stage is picked from.
    assert re.fullmatch(
        rf"gaitsmith pick {run}(/stage-\d\d)? --generation {generation}", pick
    )
    assert searching.endswith(f" --run {run}")
    description = solution.description
    speed = simulate(solution).rollout.measures.speed
    assert description.endswith(f"; generation {generation}: {speed:.2f} m/s")


@pytest.mark.parametrize("rate", [1200.0, 2400.0])
def test_geyers_walk_goes_on_at_its_speed(rate):
    solution = load_solution("geyer2010/walk")
    rollout = simulate(with_setting(solution, duration=60.0, rate=rate)).rollout
    assert rollout.outcome is Outcome.COMPLETED
    assert rollout.measures.strikes.regular_until(60.0, 1.3, 0.15) == 60.0
    assert rollout.measures.speed == pytest.approx(1.3, abs=0.05)
    assert 3.0 < rollout.measures.metabolic_power < 4.5  # W/kg; people need 4


@pytest.mark.parametrize("rate", [1200.0, 2400.0])
def test_the_3d_base_walk_of_coros2008_is_steady_and_even(rate):
    solution = load_solution("coros2008/biped")
    level = {"terrain": {}, "heading": (), "duration": 30.0, "rate": rate}
    walk = simulate(with_setting(solution, **level)).rollout
    assert walk.outcome is Outcome.COMPLETED
    strikes = walk.strikes.since(10.0)
    steps = strikes.step_lengths()
    assert np.mean(steps) == pytest.approx(0.40, abs=0.03)
    assert np.ptp(steps) < 0.02  # left and right alike
    assert walk.measures.speed == pytest.approx(1.18, abs=0.05)  # on level ground
    assert step_width(strikes) == pytest.approx(0.15, abs=0.05)


@pytest.mark.parametrize(
    "part",
    [
        *(f"state{state}.torso_pitch" for state in range(3)),
        *(f"state{state}.swing_hip_pitch" for state in range(3)),
        *(f"state{state}.stance_ankle" for state in range(2)),
    ],
)
@pytest.mark.parametrize("change", [-0.1, 0.1])  # rad
def test_the_3d_base_walk_of_coros2008_bears_other_angles(part, change):
    solution = load_solution("coros2008/biped")
    values = solution.values | {part: solution.values[part] + change}
    changed = with_setting(replace(solution, values=values), duration=12.0)
    assert simulate(changed).rollout.outcome is Outcome.COMPLETED


SPEEDS = {"trundle": (0.2, 0.5), "walk": (0.8, 1.0), "lope": (1.7, 2.1)}  # m/s


@pytest.mark.parametrize("gait", SPEEDS)
def test_simpleton_at_every_speed_is_what_it_is_called(gait):
    solution = load_solution(f"vandepanne1995/simpleton_{gait}")
    slowest, fastest = SPEEDS[gait]
    assert slowest < simulate(solution).rollout.measures.speed < fastest
    summary = assess(solution).analysis.summary
    if gait == "lope":
        assert summary.flight_share > 0.1
    else:
        assert summary.flight_share < 0.01


SHORT_WALKS = {
    # Kept to start others from.
    "wang2009/first_steps",
    *(
        name
        for name in gallery()
        if re.match(r"people/(?!natural_[12]|robust|pushed|walk|sturdy)", name)
    ),
    "wang2012/first_run",
    "wang2012/first_flight",
    "wang2012/run_faster",
    "wang2012/run_fastest",
    "wang2012/fast_5",
    # Trials of 4 s, upright by the guide; one walks 5 s without it.
    *(name for name in gallery() if name.startswith("vandepanne1995/")),
}


@pytest.mark.parametrize("name", sorted(set(gallery()) - SHORT_WALKS))
def test_a_walker_walks_100_seconds(name):
    walk = simulate(with_setting(load_solution(name), duration=100.0)).rollout
    assert walk.outcome is Outcome.COMPLETED
    assert walk.measures.speed > 0.3


def undisturbed(**changes):
    """The walk at the full rate, without the turns and pushes of its training."""
    return with_setting(
        load_solution("simbicon/walk"),
        **({"rate": 2400.0, "pushes": [], "heading": []} | changes),
    )


@pytest.mark.slow
def test_simbicon_walks_100_seconds_and_turns_to_commanded_headings():
    turns = [
        {"time": 20.0, "heading": 90.0},
        {"time": 50.0, "heading": -45.0},
        {"time": 75.0, "heading": 180.0},
    ]
    straight = simulate(undisturbed(duration=100.0)).rollout
    assert straight.outcome is Outcome.COMPLETED
    assert straight.measures.speed > 1.0
    assert abs(straight.measures.heading_degrees) < 5.0
    turning = simulate(undisturbed(duration=100.0, heading=turns)).rollout
    assert turning.outcome is Outcome.COMPLETED
    assert abs(abs(turning.measures.heading_degrees) - 180.0) < 5.0


def test_a_turning_walk_is_measured_along_its_heading():
    straight = simulate(undisturbed(duration=12.0)).rollout.measures
    turn = [{"time": 1.0, "heading": 90.0}]
    turned = simulate(undisturbed(duration=12.0, heading=turn)).rollout.measures
    assert turned.velocity[1] > 0.5 > turned.velocity[0]
    assert turned.speed == pytest.approx(straight.speed, rel=0.3)
    assert turned.step_length == pytest.approx(straight.step_length, rel=0.3)


def test_pushes_move_the_walk_but_it_goes_on():
    push = {"start": 3.0, "force": (0.0, 60.0, 0.0)}
    pushed = simulate(undisturbed(duration=8.0, pushes=[push])).rollout
    assert pushed.outcome is Outcome.COMPLETED
    calm = simulate(undisturbed(duration=8.0)).rollout
    assert pushed.measures.velocity[1] > calm.measures.velocity[1]


CREVASSE = {"heading": 15.0, "width": 0.8, "length": 4.0}


@pytest.mark.parametrize(
    ("center", "outcome"),
    [((4.2, 0.0), Outcome.FELL), ((4.2, 3.5), Outcome.COMPLETED)],
    ids=["across its way", "beside its way"],
)
def test_a_walker_that_does_not_look_falls_into_a_crevasse(center, outcome):
    terrain = {"crevasses": [{"center": center, **CREVASSE}]}
    rollout = simulate(undisturbed(duration=6.0, terrain=terrain)).rollout
    assert rollout.outcome is outcome
