"""Rollouts in lanes: each the same to the last bit as in a simulation of its own."""

import dataclasses
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import typeof

from gaitsmith.characters.character import load_character
from gaitsmith.control.command import HeadingChange
from gaitsmith.control.controllers import make_controller
from gaitsmith.control.law import LAWS
from gaitsmith.experiment import load_experiment
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.tasks import Queue, Task

RATE, FRAME_RATE = 1200.0, 100.0
HOP = Path(__file__).parents[2] / "examples"
CASES = {
    "simbicon": ("planar_biped", "walk"),
    "pose_graph": ("adult", "walk"),
    "reflexes": ("adult_muscles", "walk"),
    "push_off_reflexes": ("person", "walk"),
    "keyframes": ("simpleton", "simpleton_walk"),
    "posture": ("planar_biped", "stand"),
}


def bits(part):
    """All numbers of a record, such that those that differ anywhere are not equal."""
    if dataclasses.is_dataclass(part):
        names = [field.name for field in dataclasses.fields(part)]
        return {name: bits(getattr(part, name)) for name in names}
    if isinstance(part, Mapping):
        return {name: bits(value) for name, value in part.items()}
    if isinstance(part, tuple):
        return [bits(value) for value in part]
    if isinstance(part, np.ndarray):
        return part.shape, part.tobytes()
    return repr(part)


def drives(controller, count, spread=0.4):
    """What a search tries in a generation; the controller's own values first."""
    rng = np.random.default_rng(2)
    space = controller.space
    center = space.encode(space.initial_values())
    steps = spread * rng.normal(size=(count, len(center)))
    steps[0] = 0.0
    return [controller.drive(space.decode(center + step)) for step in steps]


def tasks_of(wanted, stage=0):
    return [Task(key, drive, stage, seed=key) for key, drive in enumerate(wanted)]


def in_lanes(character, settings, tasks, terms=None):
    batch = Batch(character, settings, terms, FRAME_RATE)
    return dict(batch.roll_out(placed(tasks, settings)))


def placed(tasks, settings):
    """Tasks whose settings are given by their number."""
    return [task._replace(setting=settings[task.setting]) for task in tasks]


def check(character, settings, tasks, found, terms=None):
    """Every task has its own result, and no other one."""
    assert sorted(found) == sorted(task.key for task in tasks)
    simulations = [Simulation(character, setting, terms) for setting in settings]
    for task in tasks:
        own = task.setting
        number = own if isinstance(own, int) else settings.index(own)
        alone = simulations[number].roll_out(task.drive, task.seed, FRAME_RATE)
        assert bits(found[task.key]) == bits(alone), task.key


@pytest.fixture(scope="module")
def walker():
    """The planar walk: whom to simulate, and by what."""
    biped = load_character("planar_biped")
    return biped, make_controller(biped, "simbicon", gait="walk")


@pytest.mark.parametrize("law", CASES)
def test_lanes_give_the_bits_of_simulations(law):
    """More tasks than lanes: those that end make room for the next."""
    body, gait = CASES[law]
    character = load_character(body)
    controller = make_controller(character, law, gait=gait)
    settings = [Setting(duration=0.8, rate=RATE, motor_noise=0.02)]
    tasks = tasks_of(drives(controller, WIDTH + 3, spread=0.05))
    found = in_lanes(character, settings, tasks)
    check(character, settings, tasks, found)
    assert len({rollout.measures.speed for rollout in found.values()}) == len(tasks)
    assert np.median([rollout.seconds for rollout in found.values()]) > 0.1


@pytest.mark.parametrize("law", CASES)
def test_a_laws_types_do_not_depend_on_its_values(law):
    """Else a start of whole numbers makes integers, and another compiled loop."""
    body, gait = CASES[law]
    controller = make_controller(load_character(body), law, gait=gait)
    as_declared = controller.drive(controller.space.initial_values()).law
    assert typeof(as_declared) == typeof(drives(controller, 1)[0].law)


def test_who_falls_leaves_the_others_alone(walker):
    character, controller = walker
    settings = [Setting(duration=3.0, rate=RATE)]
    tasks = tasks_of(drives(controller, 2 * WIDTH, spread=0.7))
    found = in_lanes(character, settings, tasks)
    outcomes = [rollout.outcome for rollout in found.values()]
    assert {Outcome.FELL, Outcome.COMPLETED} == set(outcomes)
    check(character, settings, tasks, found)


def test_who_diverges_leaves_the_others_alone(walker):
    """At the start of the batch, and while the others are under way."""
    character, controller = walker
    settings = [Setting(duration=2.0, rate=RATE)]
    wanted = drives(controller, 2 * WIDTH, spread=0.7)
    for key in (3, WIDTH, WIDTH + 1):
        wanted[key].qvel[3:] = 2e4
    found = in_lanes(character, settings, tasks_of(wanted))
    diverged = [k for k, r in found.items() if r.outcome is Outcome.DIVERGED]
    assert sorted(diverged) == [3, WIDTH, WIDTH + 1]
    check(character, settings, tasks_of(wanted), found)


def test_who_came_before_in_a_lane_leaves_no_trace(walker):
    character, controller = walker
    settings = [Setting(duration=0.8, rate=RATE)]
    tasks = placed(tasks_of(drives(controller, WIDTH)), settings)
    batch = Batch(character, settings, None, FRAME_RATE)
    first = {key: bits(rollout) for key, rollout in batch.roll_out(tasks)}
    other = placed(tasks_of(drives(controller, 2 * WIDTH, spread=1.0)), settings)
    assert len(list(batch.roll_out(other))) == len(other)
    again = {key: bits(rollout) for key, rollout in batch.roll_out(tasks[::-1])}
    assert again == first


def test_one_task_fills_no_other_lane(walker):
    character, controller = walker
    settings = [Setting(duration=0.8, rate=RATE, motor_noise=0.05)]
    tasks = tasks_of(drives(controller, 1))
    check(character, settings, tasks, in_lanes(character, settings, tasks))
    assert in_lanes(character, settings, []) == {}


def test_trials_with_pushes_noise_and_seeds_go_side_by_side(make_experiment):
    robustness = {"trials": 3, "push": 60.0, "push_every": 0.3, "motor_noise": 0.1}
    problem = make_experiment(setting={"duration": 2.0}, robustness=robustness).problem
    center = problem.space.encode(problem.space.initial_values())
    rng = np.random.default_rng(0)
    tasks = [
        task
        for candidate in range(3)
        for task in problem.tasks(
            candidate, problem.space.decode(center + rng.normal(size=len(center)) / 5)
        )
    ]
    found = dict(problem.batch(FRAME_RATE).roll_out(tasks))
    settings = [trial.setting for trial in problem.trials]
    terms = problem.objective.options
    check(problem.character, settings, tasks, found, terms)
    torques = {found[0, trial].measures.torque_squared for trial in range(4)}
    assert len(torques) == 4


def test_every_lane_has_its_own_headings_and_pushes():
    stocky = load_character("stocky")
    controller = make_controller(stocky, "simbicon", gait="walk_3d")
    left = HeadingChange(time=0.2, heading=40.0)
    right = HeadingChange(time=0.2, heading=-40.0)
    back = HeadingChange(time=0.6, heading=10.0)
    sideways = PushSpec(start=0.3, force=(0.0, 40.0, 0.0), body="pelvis")
    forward = PushSpec(start=0.1, force=(9.0, 0.0, 0.0), body="head")
    settings = [
        Setting(duration=1.5, rate=RATE, heading=heading, pushes=pushes)
        for heading, pushes in (
            ((), ()),
            ((left,), ()),
            ((right, back), (sideways,)),
            ((), (sideways,)),
            ((), (forward, forward)),
        )
    ]
    [drive] = drives(controller, 1)
    tasks = [Task(index, drive, index) for index in range(len(settings))]
    found = in_lanes(stocky, settings, tasks)
    check(stocky, settings, tasks, found)
    ends = [found[index].measures.heading_degrees for index in range(len(settings))]
    assert len(set(ends)) == len(settings)
    assert ends[1] > ends[0] + 5.0


def test_settings_of_a_batch_may_not_differ_otherwise(walker):
    settings = [Setting(duration=1.0), Setting(duration=2.0)]
    with pytest.raises(ValueError, match="differ in pushes, motor noise and headings"):
        Batch(walker[0], settings)


def test_threads_share_one_queue(walker):
    character, controller = walker
    settings = [Setting(duration=1.0, rate=RATE)]
    tasks = tasks_of(drives(controller, 4 * WIDTH))
    queue = Queue(iter(placed(tasks, settings)))
    batches = [Batch(character, settings, None, FRAME_RATE) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        shares = list(pool.map(lambda batch: list(batch.roll_out(queue)), batches))
    found = [pair for share in shares for pair in share]
    assert len(found) == len(tasks)
    check(character, settings, tasks, dict(found))


def test_what_is_no_longer_wanted_makes_room(walker):
    character, controller = walker
    settings = [Setting(duration=20.0, rate=RATE)]
    tasks = placed(tasks_of(drives(controller, 2 * WIDTH, spread=0.0)), settings)
    ended: list[int] = []
    queue = Queue(
        iter(tasks),
        note=lambda key, _: ended.append(key),
        is_wanted=lambda key: key in (2, WIDTH + 1),
    )
    batch = Batch(character, settings, None, FRAME_RATE)
    found = dict(batch.roll_out(queue))
    assert list(found) == [2, WIDTH + 1]
    check(character, settings, [tasks[2], tasks[WIDTH + 1]], found)


def test_another_law_in_between_is_none_of_the_others_business(walker):
    """It cannot share their compiled loop."""
    character, controller = walker
    settings = [Setting(duration=0.6, rate=RATE)]
    standing = make_controller(character, "posture", gait="stand")
    wanted = drives(controller, WIDTH + 2)
    wanted[2:2] = drives(standing, 2)
    tasks = tasks_of(wanted)
    check(character, settings, tasks, in_lanes(character, settings, tasks))


def test_parts_of_a_plugin_need_not_know_lanes(plugin):
    """The plug-in's law and meter are asked for one lane after the other."""
    plugin(HOP / "hop_plugin.py")
    problem = load_experiment(HOP / "hop.toml").problem
    setting = problem.setting.model_copy(update={"duration": 0.5})
    tasks = tasks_of(drives(problem.controller, WIDTH + 2))
    terms = problem.objective.options
    found = in_lanes(problem.character, [setting], tasks, terms)
    check(problem.character, [setting], tasks, found, terms)
    ways = {rollout.measures.metered["bob"]["way"] for rollout in found.values()}
    assert len(ways) == len(tasks)


@pytest.fixture
def on_own_muscles(plugin, with_muscles):
    """A character on the plug-in's muscles, and what moves it."""
    plugin(HOP / "hop_plugin.py")
    tiring = with_muscles(model="tiring")
    controller = make_controller(tiring, "reflexes", gait="walk")
    return tiring, tasks_of(drives(controller, WIDTH + 2, spread=0.05))


def test_muscles_of_a_plugin_need_not_know_lanes(on_own_muscles):
    character, tasks = on_own_muscles
    settings = [Setting(duration=0.3, rate=RATE)]
    found = in_lanes(character, settings, tasks)
    simulation = Simulation(character, settings[0])
    for task in tasks:
        alone = bits(simulation.roll_out(task.drive, task.seed, FRAME_RATE))
        for name, value in bits(found[task.key]).items():
            assert value == alone[name], (task.key, name)


def test_a_law_in_plain_python_is_asked_by_itself(walker, monkeypatch):
    character, controller = walker
    settings = [Setting(duration=0.2, rate=RATE, motor_noise=0.02)]
    tasks = tasks_of(drives(controller, 2))
    compiled = in_lanes(character, settings, tasks)
    kind = type(tasks[0].drive.law)
    monkeypatch.setitem(LAWS, kind, LAWS[kind].py_func)
    plain = in_lanes(character, settings, tasks)
    check(character, settings, tasks, plain)
    assert bits(plain[1])["recording"] == bits(compiled[1])["recording"]
