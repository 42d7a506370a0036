"""A skill that crosses gaps live: planning, its ground, falls; without a browser."""

import math

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.planning.plan import PlannerSettings
from gaitsmith.planning.planners import PLANNERS
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.viewer.endless import NARROWEST, UNCHANGED
from gaitsmith.viewer.session import RESTART_AFTER
from gaitsmith.viewer.skill_session import SkillSession, require_width
from gaitsmith.viewer.travel import MOST_FOOTPRINTS

TOO_STRONG = 700.0  # N, from the front; one from behind may be outrun


def has_fallen(snapshot) -> bool:
    return snapshot.outcome is Outcome.FELL


def is_on_its_feet(crossing) -> bool:
    return crossing.snapshot.outcome is Outcome.RUNNING


@pytest.fixture
def narrow(crossing):
    """On gaps that are easy."""
    crossing.session.set_width(NARROWEST)
    crossing.session.restart()
    crossing.wait(1 / 60)
    return crossing


def test_time_goes_on_smoothly_while_steps_end_at_strikes(narrow):
    times = []
    for _ in range(240):
        times.append(narrow.wait(1 / 60).moment.time)
        assert is_on_its_feet(narrow)
    assert np.diff(times) == pytest.approx(1 / 60, abs=1.01e-3)
    assert narrow.session.travel.num_steps >= 6


def test_steps_are_planned_near_gaps_and_land_about_there(narrow):
    session = narrow.session
    narrow.wait_until(lambda _: session.travel.planned)
    planned = session.travel.planned
    taken = session.travel.num_steps
    assert len(planned) == PlannerSettings().steps_ahead
    assert narrow.foremost - 0.3 < planned[0].place[0] < planned[1].place[0]
    narrow.wait_until(lambda _: session.travel.num_steps > taken)
    travel = session.travel
    assert travel.real[-1].place[0] == pytest.approx(planned[0].place[0], abs=0.15)
    assert travel.median_ms > 0.0
    assert travel.median_ms <= travel.p99_ms
    assert travel.planned_steps >= 1


def test_a_walk_in_pieces_is_the_same_as_one_step_after_the_other(narrow):
    session = narrow.session
    whole = SkillSession(session.skill, width=NARROWEST, seed=2)
    # The walk has been restarted once: its ground is that of the second seed.
    assert whole.world.setting.terrain.gaps == narrow.gaps
    narrow.wait(4.0)
    other = whole.walker.runner
    other.start()
    count = session.travel.num_steps
    heels = [other.step().footfall.heel[0] for _ in range(count)]
    assert [print_.place[0] for print_ in session.travel.real] == heels


def test_gaps_change_ahead_and_never_near_the_feet(crossing):
    crossing.wait(1.0)
    before, front = crossing.gaps, crossing.foremost
    crossing.session.set_width(crossing.session.widest)
    crossing.wait(1 / 60)
    near = [gap for gap in before if gap[0] < front + UNCHANGED]
    assert list(crossing.gaps[: len(near)]) == near
    far = crossing.gaps[len(near) :]
    assert all(b - a == pytest.approx(crossing.session.widest) for a, b in far)
    assert crossing.gaps != before


def test_a_slider_that_is_dragged_changes_the_ground_a_few_times_a_second(crossing):
    crossing.session.set_paused(True)
    grounds, widths = set(), np.linspace(NARROWEST, crossing.session.widest, 60)
    for width in widths:
        crossing.session.set_width(float(width))
        crossing.wait(1 / 60)
        grounds.add(crossing.gaps)
    assert 4 <= len(grounds) <= 7
    crossing.wait(0.3)
    start, end = crossing.gaps[-1]
    assert end - start == pytest.approx(crossing.session.widest)


def test_ground_near_the_feet_stays_whatever_the_visitor_does(narrow):
    session = narrow.session
    widths = np.linspace(NARROWEST, session.widest, 7)
    for turn in range(300):
        before, front, time = narrow.gaps, narrow.foremost, narrow.snapshot.moment.time
        session.set_width(float(widths[turn % 7]))
        narrow.wait(1 / 60)
        if narrow.snapshot.moment.time < time:  # it fell, and walks on other ground
            continue
        for place in np.arange(front - 3.0, front + 2.0, 0.05):
            assert is_gap(before, place) == is_gap(narrow.gaps, place)


def is_gap(gaps, place: float) -> bool:
    return any(start < place < end for start, end in gaps)


def test_there_is_always_ground_ahead_and_little_behind(narrow):
    narrow.session.set_time_factor(2.0)
    for _ in range(30):
        narrow.wait(0.5)
        assert narrow.gaps[-1][1] > narrow.foremost + 8.0
        assert len(narrow.gaps) < 60
        assert len(narrow.session.travel.real) <= MOST_FOOTPRINTS


@pytest.mark.parametrize("planner", PLANNERS)
def test_the_planner_is_changed_while_it_walks(narrow, planner):
    session = narrow.session
    session.set_planner(planner)
    session.set_planner("no such planner")
    narrow.wait(1 / 60)
    assert session.planner == planner
    before = session.travel.planned_steps
    narrow.wait_until(lambda _: session.travel.planned_steps > before + 1)
    assert session.travel.median_ms > 0.0
    assert narrow.snapshot.message == ""


def test_a_fall_is_told_and_another_walk_begins(narrow):
    narrow.wait(0.5)
    gaps = narrow.gaps
    narrow.session.push(-1.0, 0.0, TOO_STRONG)
    fallen = narrow.wait_until(has_fallen)
    assert narrow.session.travel.falls == 1
    assert narrow.wait(RESTART_AFTER - 0.1).moment.time == fallen.moment.time
    assert narrow.wait(0.3).outcome is Outcome.RUNNING
    assert narrow.snapshot.moment.time < 0.3
    assert narrow.session.travel.num_steps <= 1
    assert narrow.session.travel.falls == 1
    assert narrow.snapshot.pushes == ()
    assert narrow.gaps != gaps  # not the same trap again


def test_whoever_does_not_step_for_long_has_fallen(narrow, monkeypatch):
    monkeypatch.setattr("gaitsmith.viewer.skill_session.LONGEST_STEP", 0.05)
    assert narrow.wait(0.2).outcome is Outcome.FELL


def test_a_pause_holds_the_walk(narrow):
    narrow.wait(0.5)
    narrow.session.set_paused(True)
    held = narrow.wait(1 / 60).moment.time
    assert narrow.wait(1.0).moment.time == held
    narrow.session.set_paused(False)
    assert narrow.wait(0.5).moment.time == pytest.approx(held + 0.5, abs=0.02)
    assert narrow.session.travel.pace == pytest.approx(1.0, abs=0.02)


def test_real_time_is_kept_and_told(narrow):
    narrow.wait(3.0)
    travel = narrow.session.travel
    assert travel.pace == pytest.approx(1.0, abs=0.02)
    assert travel.load > 0.0


def test_a_plan_that_took_long_is_made_up_for(narrow):
    narrow.wait(1.0)
    before = narrow.snapshot.moment.time
    after = narrow.wait(0.4, period=0.4).moment.time
    assert after - before == pytest.approx(0.1, abs=2e-3)  # no jump
    assert narrow.wait(0.2).moment.time == pytest.approx(before + 0.6, abs=2e-2)


def test_a_machine_that_is_too_slow_says_so(narrow):
    narrow.wait(4.0, period=0.2)  # only half of it can be made up for
    assert narrow.session.travel.pace == pytest.approx(0.5, abs=0.05)


def test_another_skill_takes_the_place_of_the_first(narrow, skill):
    few = skill.with_examples(40)
    worlds = narrow.snapshot.num_worlds
    narrow.session.exchange(few)
    narrow.wait(0.2)
    assert narrow.session.skill is few
    assert narrow.snapshot.num_worlds == worlds + 1
    assert narrow.snapshot.moment.time < 0.25


@pytest.mark.parametrize("nonsense", [1e9, -1e9, math.inf, math.nan])
def test_widths_from_the_network_are_bounded(crossing, nonsense):
    crossing.session.set_width(nonsense)
    crossing.wait(0.1)
    session = crossing.session
    assert NARROWEST <= session.width <= session.widest
    assert crossing.snapshot.message == ""


@pytest.mark.parametrize("width", [0.0, -1.0, 0.05, 5.0, math.nan])
def test_gaps_that_cannot_be_are_refused(skill, width):
    with pytest.raises(InputError, match=r"can be shown gaps of 0\.1 to"):
        require_width(skill, width)
