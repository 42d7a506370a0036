"""Tasks that bring their own setting, and a queue of them that is closed."""

import pytest

from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.tasks import Queue, Task

DURATION = 0.5  # s


@pytest.fixture
def problem(make_experiment):
    """The planar walk, for half a second."""
    return make_experiment(setting={"duration": DURATION}).problem


@pytest.fixture
def drive(problem):
    """Of the walk's start."""
    return problem.controller.drive(problem.space.initial_values())


def pushed(problem, force: float) -> Setting:
    push = PushSpec(start=0.1, force=(force, 0.0, 0.0))
    return problem.setting.model_copy(update={"pushes": (push,)})


def test_a_task_brings_a_setting_that_its_batch_has_not_seen(problem, drive):
    batch = problem.batch_in([pushed(problem, 10.0)])
    settings = {force: pushed(problem, force) for force in (10.0, 20.0, -300.0)}
    tasks = [Task(force, drive, setting) for force, setting in settings.items()]
    together = dict(batch.roll_out(tasks))
    assert set(together) == set(settings)
    for force, setting in settings.items():
        alone = Simulation(problem.character, setting, problem.objective.options)
        assert together[force].measures == alone.roll_out(drive).measures


def test_rollouts_of_a_batch_have_the_same_world_and_time(problem, drive):
    batch = problem.batch_in([problem.setting])
    longer = problem.setting.model_copy(update={"duration": 2 * DURATION})
    with pytest.raises(ValueError, match="may differ in pushes, motor noise"):
        list(batch.roll_out([Task("longer", drive, longer)]))
    with pytest.raises(ValueError, match="no more pushes and headings"):
        list(batch.roll_out([Task("pushed", drive, pushed(problem, 10.0))]))


def test_tasks_may_depend_on_what_came_of_others(problem, drive):
    noted = []

    class Doubled:
        """Asks for one rollout after the other, as long as it stays on its feet."""

        def __init__(self) -> None:
            self.waiting = [40.0]

        def __iter__(self) -> "Doubled":
            return self

        def __next__(self) -> Task:
            if not self.waiting:
                raise StopIteration
            force = self.waiting.pop()
            return Task(force, drive, pushed(problem, force))

        def note(self, force, rollout) -> None:
            noted.append(force)
            if rollout.outcome is Outcome.COMPLETED and len(noted) < 3:
                self.waiting.append(2.0 * force)

    tasks = Doubled()
    queue = Queue(tasks, tasks.note)
    for force, rollout in problem.batch_in([pushed(problem, 40.0)]).roll_out(queue):
        queue.note(force, rollout)
    assert noted == [40.0, 80.0, 160.0]


def test_what_is_under_way_is_left_when_a_queue_is_closed(problem, drive):
    queue = Queue(Task(number, drive, problem.setting) for number in range(100))
    results = problem.batch_in([problem.setting]).roll_out(queue)
    next(results)
    queue.is_closed = True
    assert len(list(results)) < 8
