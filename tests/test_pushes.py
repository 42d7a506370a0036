import math
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gaitsmith.control.command import HeadingChange
from gaitsmith.errors import InputError
from gaitsmith.force_search import forces_ahead, largest_force, needed
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.pushes import (
    DIRECTIONS,
    PushTable,
    is_walking_forward,
    late_speed,
    push_table,
)
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.measures import Strikes
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.tasks import Task
from gaitsmith.workflows import load_solution

STEP_TIME = 0.5  # s
SHORT = 8.0  # s, the shortest experiment
TRAINED_IN = Setting(
    duration=3.0,
    rate=600.0,
    motor_noise=0.1,
    pushes=(PushSpec(start=1.0, force=(900.0, 0.0, 0.0)),),
    heading=(HeadingChange(time=1.0, heading=90.0),),
    friction=0.7,
)


def steps(
    speed: float, duration: float, side: int | None = None, stop: float = math.inf
) -> Strikes:
    """Strikes every half second along x, alternating or of one foot."""
    time = np.arange(STEP_TIME, min(duration, stop), STEP_TIME)
    place = np.zeros((len(time), 3))
    place[:, 0] = speed * time
    alternating = np.arange(len(time)) % 2
    sides = alternating if side is None else np.full(len(time), side)
    return Strikes(time, sides, place, *np.zeros((2, len(time))))


def made_rollout(speed: float = 1.2, duration: float = 40.0, **changes: Any) -> Rollout:
    """A straight walk, with other measures or fields if given."""
    measures = {"velocity": (speed, 0.0, 0.0), "heading_degrees": 0.0}
    measures |= {key: changes.pop(key) for key in measures if key in changes}
    fields: dict[str, Any] = {
        "outcome": Outcome.COMPLETED,
        "seconds": duration,
        "duration": duration,
        "measures": SimpleNamespace(**measures),
        "strikes": steps(speed, duration),
        "recording": None,
    }
    return Rollout(**(fields | changes))


@dataclass(frozen=True)
class MadeProblem:
    """Survives pushes of up to `limits` [N] along (forward, left, backward, right)."""

    limits: tuple[float, float, float, float] = (100.0, 60.0, 40.0, 20.0)
    setting: Setting = TRAINED_IN
    is_planar: bool = False
    undisturbed: Rollout = field(default_factory=made_rollout)
    pushed_strikes: Strikes | None = None
    tried: list[Setting] = field(default_factory=list)

    @property
    def character(self) -> Any:
        return SimpleNamespace(is_planar=self.is_planar)

    @property
    def controller(self) -> Any:
        return SimpleNamespace(drive=lambda values: values)

    def recipe_in(self, settings: list[Setting]) -> "MadeRecipe":
        assert all(len(setting.pushes) == 1 for setting in settings)
        return MadeRecipe(self)

    def pushed(self, task: Task) -> Rollout:
        assert task.drive == {"a": 1.0}
        self.tried.append(task.setting)
        if not task.setting.pushes:
            return self.undisturbed
        (push,) = task.setting.pushes
        x, y, _ = push.force
        forward, left, backward, right = self.limits
        stays = -backward <= x <= forward and -right <= y <= left
        outcome = Outcome.COMPLETED if stays else Outcome.FELL
        strikes = self.pushed_strikes or self.undisturbed.strikes
        return replace(self.undisturbed, outcome=outcome, strikes=strikes)


@dataclass(frozen=True, eq=False)
class MadeRecipe:
    problem: MadeProblem

    def batch(self) -> "MadeBatch":
        return MadeBatch(self.problem)


@dataclass(frozen=True)
class MadeBatch:
    """Has some tasks under way at a time; the last that came is the first to end."""

    problem: MadeProblem
    lanes: int = 8

    def roll_out(self, tasks: Iterable[Task]) -> Iterator[tuple[Any, Rollout]]:
        under_way: list[Task] = []
        while True:
            under_way += islice(tasks, self.lanes - len(under_way))
            if not under_way:
                return
            task = under_way.pop()
            yield task.key, self.problem.pushed(task)


def table_of(problem: Any, **options: Any) -> PushTable:
    return push_table(problem, {"a": 1.0}, **options)


@pytest.mark.parametrize(
    ("limit", "found"),
    [
        (0.0, 0.0),
        (4.9, 0.0),
        (5.0, 5.0),
        (49.0, 45.0),
        (50.0, 50.0),
        (65.0, 65.0),
        (174.0, 170.0),
        (799.0, 795.0),
        (800.0, 800.0),
        (math.inf, 800.0),
    ],
)
def test_the_largest_force_is_found_to_five_newton(limit: float, found: float):
    tried = []

    def passes(force: float) -> bool:
        tried.append(force)
        return force <= limit

    assert largest_force(passes) == found
    assert len(tried) == len(set(tried)) <= 13
    assert max(tried) <= 800.0


def test_an_island_of_luck_is_not_reported():
    # Bisection between 100 N and 200 N ends on the island; 75 N, its half, fails.
    def passes(force: float) -> bool:
        return force <= 60.0 or 95.0 <= force <= 150.0

    assert largest_force(passes) == 60.0


def test_an_island_below_an_island_is_not_reported_either():
    def passes(force: float) -> bool:
        return force <= 15.0 or 50.0 <= force <= 60.0 or 100.0 <= force <= 150.0

    assert largest_force(passes) == 15.0


def test_luck_above_what_passes_does_not_matter():
    def passes(force: float) -> bool:
        return force <= 35.0 or force >= 600.0

    assert largest_force(passes) == 35.0


def test_what_is_needed_comes_before_what_may_be_needed():
    assert list(islice(forces_ahead({}), 3)) == [50.0, 100.0, 25.0]
    assert list(islice(forces_ahead({50.0: True}), 3)) == [100.0, 200.0, 75.0]
    small = dict.fromkeys((50.0, 25.0, 15.0, 10.0), False)
    assert list(forces_ahead(small)) == [5.0]


@pytest.mark.parametrize("limit", [0.0, 4.9, 60.0, 174.0, 800.0])
def test_what_may_be_needed_changes_nothing(limit: float):
    def passes(force: float) -> bool:
        return force <= limit or 95.0 <= force <= 150.0

    everything = {5.0 * multiple: passes(5.0 * multiple) for multiple in range(161)}
    assert needed(everything) is None
    assert largest_force(everything.__getitem__) == largest_force(passes)


def test_forces_are_components_by_direction():
    assert table_of(MadeProblem()).forces == {
        "1,0": 100.0,
        "1,1": 60.0,
        "0,1": 60.0,
        "-1,1": 40.0,
        "-1,0": 40.0,
        "-1,-1": 20.0,
        "0,-1": 20.0,
        "1,-1": 20.0,
    }


def test_a_push_to_the_left_comes_from_the_right():
    for way in DIRECTIONS.values():
        assert ("behind" in way.words) == (way.x > 0)
        assert ("front" in way.words) == (way.x < 0)
        assert ("right" in way.words) == (way.y > 0)
        assert ("left" in way.words) == (way.y < 0)


def test_the_experiment_is_that_of_the_paper():
    problem = MadeProblem()
    table = table_of(problem)
    assert (table.duration, table.period, table.by_phase) == (0.4, 4.0, None)
    assert set(table.as_dict()) == {"forces", "duration", "period", "walks"}
    for setting in problem.tried:
        assert (setting.duration, setting.rate) == (40.0, 1200.0)
        assert (setting.motor_noise, setting.heading) == (0.0, ())
        assert setting.friction == 0.7
        for push in setting.pushes:
            assert (push.start, push.every, push.duration) == (4.0, 4.0, 0.4)
            assert (push.body, push.force[2]) == ("", 0.0)


def test_a_higher_rate_is_kept():
    problem = MadeProblem(setting=Setting(rate=2400.0))
    table_of(problem)
    assert {setting.rate for setting in problem.tried} == {2400.0}


def test_a_planar_character_is_pushed_along_its_plane():
    table = table_of(MadeProblem(is_planar=True))
    assert table.forces == {"1,0": 100.0, "-1,0": 40.0}


def test_what_does_not_walk_undisturbed_takes_no_push():
    told: list[Any] = []
    problem = MadeProblem(undisturbed=made_rollout(outcome=Outcome.FELL))
    table = table_of(problem, phases=2, watch=told.append)
    assert set(table.forces.values()) == {0.0}
    assert (len(table.forces), table.by_phase, table.walks) == (8, (), False)
    assert told == []
    assert any(not setting.pushes for setting in problem.tried)


@pytest.mark.parametrize(
    ("undisturbed", "pushed", "passes"),
    [(1.2, 0.25, True), (1.2, 0.15, False), (0.4, 0.15, True), (0.4, 0.05, False)],
)
def test_a_pushed_walk_must_keep_some_of_its_speed(
    undisturbed: float, pushed: float, passes: bool
):
    problem = MadeProblem(
        is_planar=True,
        undisturbed=made_rollout(undisturbed),
        pushed_strikes=steps(pushed, 40.0),
    )
    assert (table_of(problem).forces["1,0"] > 0.0) is passes


def test_each_finished_direction_is_told_here():
    told, threads = [], set()

    def watch(finished: Any) -> None:
        told.append(finished)
        threads.add(threading.get_ident())

    table = table_of(MadeProblem(), watch=watch, workers=3)
    assert {(t.direction, t.force, t.phase) for t in told} == {
        (name, force, None) for name, force in table.forces.items()
    }
    assert len(told) == 8
    assert threads == {threading.get_ident()}


def test_phases_divide_a_stride_and_are_named_by_the_left_strike():
    # Left strikes at 0.5, 1.5, 2.5 s ...: a stride is 1 s, and 4 s is half of one.
    problem = MadeProblem(is_planar=True)
    table = table_of(problem, phases=4)
    assert table.by_phase is not None
    assert [part.start for part in table.by_phase] == pytest.approx(
        [4.0, 4.25, 4.5, 4.75]
    )
    assert [part.phase for part in table.by_phase] == pytest.approx(
        [0.5, 0.75, 0.0, 0.25]
    )
    assert all(part.forces == table.forces for part in table.by_phase)
    pushes = [push for setting in problem.tried for push in setting.pushes]
    assert {push.start for push in pushes if push.every == 0.0} == {
        part.start for part in table.by_phase
    }
    assert set(table.as_dict()["by_phase"][0]) == {"phase", "start", "forces"}


def test_a_hop_on_the_right_leg_has_no_phases():
    hop = made_rollout(strikes=steps(1.2, 40.0, side=RIGHT))
    assert table_of(MadeProblem(undisturbed=hop)).forces["1,0"] == 100.0
    with pytest.raises(InputError, match="the left foot hardly steps"):
        table_of(MadeProblem(undisturbed=hop), phases=2)


def test_a_failure_in_a_thread_is_not_lost():
    @dataclass(frozen=True)
    class Broken(MadeProblem):
        def pushed(self, task: Task) -> Rollout:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        table_of(Broken())


def test_an_experiment_without_room_for_a_push_is_refused():
    with pytest.raises(ValueError, match="need 8 s or more, got 7 s"):
        table_of(MadeProblem(), duration=7.0)


@pytest.mark.parametrize(
    ("changes", "walks"),
    [
        ({}, True),
        ({"outcome": Outcome.FELL}, False),
        ({"outcome": Outcome.DIVERGED}, False),
        ({"heading_degrees": 44.0}, True),
        ({"heading_degrees": -46.0}, False),
        ({"velocity": (1.0, 0.9, 0.0)}, True),
        ({"velocity": (1.0, -1.1, 0.0)}, False),
        ({"velocity": (-1.0, 0.0, 0.0)}, False),
        ({"strikes": steps(1.2, 40.0, stop=36.0)}, False),  # stands since
        ({"strikes": steps(0.25, 40.0)}, True),
        ({"strikes": steps(0.15, 40.0)}, False),
        ({"strikes": steps(-0.5, 40.0)}, False),
    ],
)
def test_walking_forward(changes: dict[str, Any], walks: bool):
    assert is_walking_forward(made_rollout(**changes), slowest=0.3) is walks


def test_a_slow_walk_may_go_on_slowly():
    slow = made_rollout(strikes=steps(0.15, 40.0))
    assert is_walking_forward(slow, slowest=0.1)
    assert not is_walking_forward(slow, slowest=0.2)


def test_late_speed_is_that_of_one_foot():
    strikes = steps(1.0, 40.0)
    strikes.place[strikes.side == LEFT, 0] += 5.0  # a split, not a distance walked
    assert late_speed(made_rollout(strikes=strikes)) == pytest.approx(1.0)
    assert late_speed(made_rollout(strikes=steps(1.0, 40.0, stop=36.2))) == 0.0
    assert late_speed(made_rollout(strikes=steps(1.0, 0.0))) == 0.0


def test_the_planar_walk_takes_a_real_push(make_experiment):
    problem = make_experiment().problem
    values = problem.space.initial_values()
    one, two = (
        push_table(problem, values, duration=SHORT, workers=workers)
        for workers in (1, 2)
    )
    assert one == two
    assert one.walks
    assert set(one.forces) == {"1,0", "-1,0"}
    # An independent simulation has 320 N forward and 380 N backward.
    assert all(200.0 <= force <= 500.0 for force in one.forces.values())
    assert problem.setting.duration == 0.5


def test_the_shipped_walk_is_pushed_straight_ahead():
    solution = load_solution("simbicon/walk")
    problem = solution.problem
    assert problem.setting.heading
    assert problem.setting.pushes
    quiet = replace(problem, setting=Setting(duration=SHORT, rate=1200.0))
    assert is_walking_forward(quiet.roll_out(solution.values))
    for force, walks in ((60.0, True), (700.0, False)):
        push = PushSpec(start=4.0, force=(0.0, force, 0.0))
        setting = quiet.setting.model_copy(update={"pushes": (push,)})
        rollout = replace(quiet, setting=setting).roll_out(solution.values)
        assert is_walking_forward(rollout) is walks
