import math

import numpy as np
import pytest

from gaitsmith.scene.ground import GroundShape
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.viewer import live_world
from gaitsmith.viewer.session import MOST_AT_ONCE, RESTART_AFTER, SINGLE_STEP
from gaitsmith.workflows import with_setting

TOO_STRONG = 700.0  # N: no walker of ours stays up


def foremost(snapshot) -> float:
    return float(snapshot.moment.contact_position[:, 0].max())


def has_fallen(snapshot) -> bool:
    return snapshot.outcome is Outcome.FELL


def test_simulated_time_follows_the_clock_without_drift(visit):
    periods = (0.011, 0.031, 0.0171)  # no whole number of time steps
    for turn in range(300):
        visit.wait(periods[turn % 3], period=periods[turn % 3])
    one_step = 1 / visit.snapshot.setting.rate
    passed = visit.clock.now - 100.0
    assert visit.snapshot.moment.time == pytest.approx(passed, abs=one_step)


@pytest.mark.parametrize("factor", [0.05, 0.5, 2.0])
def test_time_runs_as_fast_as_it_is_told(visit, factor):
    visit.session.set_time_factor(factor)
    visit.wait(0.0)
    passed = visit.wait(2.0).moment.time
    assert passed == pytest.approx(2.0 * factor, abs=factor / 60 + 1e-3)


def test_after_a_hold_up_time_goes_on_and_does_not_jump(visit):
    visit.wait(0.5)
    before = visit.snapshot.moment.time
    after = visit.wait(5.0, period=5.0).moment.time
    assert after - before == pytest.approx(MOST_AT_ONCE, abs=1e-3)
    assert visit.wait(0.5).moment.time - after == pytest.approx(0.5, abs=1e-3)


def test_a_pause_holds_the_time(visit):
    visit.wait(0.5)
    visit.session.set_paused(True)
    held = visit.wait(1 / 60)
    assert held.is_paused
    assert visit.wait(1.0).moment.time == held.moment.time
    visit.session.set_paused(False)
    assert visit.wait(0.5).moment.time == pytest.approx(
        held.moment.time + 0.5, abs=0.02
    )


def test_a_single_step_goes_a_little_further_and_holds(visit):
    visit.session.step()
    stepped = visit.wait(1 / 60)
    assert stepped.moment.time == pytest.approx(SINGLE_STEP, abs=1e-3)
    assert visit.wait(1.0).moment.time == stepped.moment.time


def test_a_push_changes_the_velocity_while_it_acts(planar, make_visit):
    pushed, alone = make_visit(planar), make_visit(planar)
    for each in (pushed, alone):
        each.wait(0.5)
    pushed.session.push(1.0, 0.0, 120.0)
    during, quiet = pushed.wait(0.3), alone.wait(0.3)
    gained = during.moment.com_velocity[0] - quiet.moment.com_velocity[0]
    assert gained > 0.1
    assert during.num_pushes == 1
    assert [push.force for push in during.pushes] == [(120.0, 0.0, 0.0)]
    assert pushed.wait(0.3).pushes == ()


def test_a_push_from_the_right_sends_a_walker_to_the_left(stocky, make_visit):
    pushed, alone = make_visit(stocky), make_visit(stocky)
    for each in (pushed, alone):
        each.wait(1.0)
    pushed.session.push(0.0, 1.0, 100.0)
    sideways = (
        pushed.wait(0.4).moment.com_velocity - alone.wait(0.4).moment.com_velocity
    )
    assert sideways[1] > 0.2
    assert abs(sideways[0]) < sideways[1]


def test_what_cannot_be_done_is_said_and_the_walk_goes_on(visit):
    visit.wait(0.2)
    visit.session.push(0.0, 1.0, 100.0)
    snapshot = visit.wait(0.2)
    assert "cannot be pushed sideways" in snapshot.message
    assert snapshot.moment.time == pytest.approx(0.4, abs=0.02)
    visit.session.push(1.0, 0.0, 50.0)
    assert visit.wait(0.1).pushes != ()


def test_slope_changes_ahead_and_never_under_the_feet(visit):
    visit.wait(1.0)
    front = foremost(visit.snapshot)
    visit.session.set_slope(10.0)
    ground = GroundShape.of(visit.wait(0.0 + 1 / 60).setting.terrain)
    for x in (-5.0, 0.0, front, front + 0.29):
        assert ground.height_at(x) == 0.0
    far = front + live_world.AHEAD + 2.0
    assert ground.height_at(far) == pytest.approx(2.0 * math.tan(math.radians(10.0)))


def test_a_walker_climbs_the_slope_that_it_was_given(visit):
    visit.session.set_slope(3.0)
    start = visit.wait(1 / 60)
    end = visit.wait(5.0)
    assert end.outcome is Outcome.RUNNING
    climbed = end.moment.com[2] - start.moment.com[2]
    assert climbed > 0.5 * math.tan(math.radians(3.0)) * end.moment.com[0]


def test_friction_is_changed_and_given_back(visit):
    as_found = visit.snapshot.setting.friction
    visit.session.set_friction(0.3)
    assert visit.wait(1 / 60).setting.friction == 0.3
    visit.session.set_friction(None)
    assert visit.wait(1 / 60).setting.friction == as_found


def test_restart_begins_anew_in_the_world_that_was_made(visit):
    visit.session.set_slope(2.0)
    visit.session.set_friction(0.7)
    visit.session.push(1.0, 0.0, 30.0)
    start = visit.snapshot.moment
    visit.wait(1.0)
    visit.session.restart()
    again = visit.wait(1 / 60)
    assert again.moment.time < 0.05
    assert again.moment.com == pytest.approx(start.com, abs=0.1)
    assert again.setting.friction == 0.7
    assert again.setting.terrain.segments[-1].slope == 2.0
    assert again.pushes == ()


def test_reset_begins_anew_in_the_world_of_the_experiment(visit, planar):
    visit.session.set_slope(2.0)
    visit.session.set_friction(0.7)
    visit.session.set_time_factor(0.1)
    worlds = visit.wait(1.0).num_worlds
    visit.session.reset()
    again = visit.wait(0.5)
    found = planar.problem.setting
    assert (again.setting.terrain, again.setting.friction) == (
        found.terrain,
        found.friction,
    )
    assert again.moment.time == pytest.approx(0.5, abs=0.05)
    assert again.num_worlds == worlds + 1


def test_a_fall_is_told_and_a_new_walk_begins_after_a_while(visit):
    visit.wait(0.5)
    visit.session.push(1.0, 0.0, TOO_STRONG)
    fallen = visit.wait_until(has_fallen)
    assert visit.wait(RESTART_AFTER - 0.1).moment.time == fallen.moment.time
    assert visit.wait(0.3).outcome is Outcome.RUNNING
    assert visit.snapshot.moment.time < 0.3


def test_without_leave_nobody_gets_up_again(visit):
    visit.session.set_restarting(False)
    visit.wait(0.5)
    visit.session.push(1.0, 0.0, TOO_STRONG)
    fallen = visit.wait_until(has_fallen)
    assert visit.wait(5 * RESTART_AFTER).moment.time == fallen.moment.time
    visit.session.restart()
    assert visit.wait(0.1).outcome is Outcome.RUNNING


def test_at_the_end_of_the_longest_walk_another_begins(planar, make_visit, monkeypatch):
    monkeypatch.setattr(live_world, "LONGEST", 0.5)
    visit = make_visit(planar)
    assert 0.0 < visit.wait(0.8).moment.time < 0.4
    assert visit.snapshot.outcome is Outcome.RUNNING


def test_another_walker_takes_the_place_of_the_first(visit, stocky):
    visit.session.set_friction(0.2)
    visit.wait(0.5)
    visit.session.exchange(stocky)
    snapshot = visit.wait(0.5)
    assert snapshot.name == "wang2009/stocky"
    assert snapshot.character is stocky.problem.character
    assert snapshot.setting.friction == stocky.problem.setting.friction
    assert snapshot.moment.time == pytest.approx(0.5, abs=0.05)


def test_an_experiments_own_pushes_stay(planar, make_visit):
    own = {"start": 0.2, "duration": 0.2, "force": (50.0, 0.0, 0.0), "every": 1.0}
    visit = make_visit(with_setting(planar, pushes=[own]))
    assert visit.wait(0.1).pushes == ()
    assert [push.force[0] for push in visit.wait(0.2).pushes] == [50.0]
    visit.session.push(-1.0, 0.0, 20.0)
    assert [push.force[0] for push in visit.wait(1 / 60).pushes] == [50.0, -20.0]
    assert visit.wait(0.9).pushes != ()


@pytest.mark.parametrize("nonsense", [1e9, -1e9, math.inf, math.nan])
def test_numbers_from_the_network_are_bounded(visit, nonsense):
    visit.session.set_paused(True)
    visit.session.push(1.0, 0.0, nonsense)
    visit.session.set_slope(nonsense)
    visit.session.set_friction(nonsense)
    visit.session.set_time_factor(nonsense)
    snapshot = visit.wait(0.1)
    assert snapshot.message == ""
    assert 0.0 <= snapshot.pushes[0].force[0] <= 800.0
    assert abs(snapshot.setting.terrain.segments[-1].slope) <= 25.0
    assert 0.05 <= snapshot.setting.friction <= 10.0


def test_a_failure_holds_the_time_until_a_restart(visit):
    visit.wait(0.2)
    visit.session.fail(RuntimeError("the disk is on fire"))
    held = visit.wait(0.2)
    assert "the disk is on fire" in held.message
    assert visit.wait(0.5).moment.time == held.moment.time
    visit.session.restart()
    assert visit.wait(0.2).message == ""
    assert visit.snapshot.moment.time > 0.1


def test_a_snapshot_stays_as_it_was(visit):
    early = visit.wait(0.2)
    position = early.moment.position.copy()
    visit.wait(0.5)
    assert np.array_equal(early.moment.position, position)
