"""Loops: closed exactly, on standing feet, and refused where nothing repeats."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from gaitsmith.errors import InputError
from gaitsmith.export.clip import resampled, trimmed
from gaitsmith.export.cycle import DENSE, closed
from gaitsmith.export.foot_events import events_table
from gaitsmith.export.formats import motion_of
from gaitsmith.export.motion import Motion, RootTravel, Staging
from gaitsmith.export.planting import largest_slip
from gaitsmith.export.rig import rig_of
from gaitsmith.export.rig_motion import ROOT, rig_motion
from gaitsmith.export.shot import Shot, taken
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.workflows import load_solution, with_setting

RATE = 60.0  # Hz


@pytest.fixture(scope="module")
def walk() -> Motion:
    return motion_of(load_solution("wang2009/stocky"), duration=6.0, frame_rate=DENSE)


@pytest.fixture(scope="module")
def loop(walk: Motion) -> Motion:
    return closed(walk, RATE)


def test_the_last_frame_is_the_first_one(loop: Motion):
    for travel in (RootTravel.IN_PLACE, RootTravel.ROOT):
        staged = replace(loop, staging=Staging("gaitsmith", travel))
        moved = rig_motion(staged, rig_of(loop.character, "gaitsmith"))
        np.testing.assert_allclose(moved.hips[-1], moved.hips[0], atol=1e-9)
        first, last = (Rotation.from_quat(moved.turns[n]) for n in (0, -1))
        assert (first * last.inv()).magnitude().max() < 1e-6
        way = moved.root[-1] - moved.root[0]
        is_moving = travel is RootTravel.ROOT
        speed = 1.05 if is_moving else 0.0
        np.testing.assert_allclose(
            way, [0.0, 0.0, speed * moved.time[-1]], atol=0.03 * speed + 1e-12
        )
        assert np.abs(np.diff(moved.turns[:, ROOT], axis=0)).max() == 0.0


def test_velocities_meet_at_the_joint(loop: Motion, walk: Motion):
    qpos = loop.recording.qpos[:, 7:]
    before, after = qpos[-1] - qpos[-2], qpos[1] - qpos[0]
    # Strikes make legs jump in the simulation, too.
    times = np.arange(1.0, 5.0, 1.0 / RATE)
    simulated = resampled(walk, times).recording.qpos[:, 7:]
    jumps = np.abs(np.diff(simulated, n=2, axis=0)).max(axis=0)
    assert np.all(np.abs(after - before) <= 1.1 * jumps + 2e-3)
    # Hardly anything was changed: angles are those of a cycle of the simulation.
    assert loop.cycle is not None
    assert loop.cycle.bend < np.radians(2.0)
    low, high = (
        walk.recording.qpos[:, 7:].min(axis=0),
        walk.recording.qpos[:, 7:].max(0),
    )
    assert np.all(qpos > low - 0.05)
    assert np.all(qpos < high + 0.05)


def test_standing_feet_do_not_slide_and_stay_on_the_ground(loop: Motion):
    assert loop.cycle is not None
    assert loop.cycle.slip > 0.004  # or there was nothing to do
    assert largest_slip(loop) < 0.0005
    table = events_table(loop)
    load = loop.recording.contact_force[..., 2]
    heights = loop.recording.contact_position[..., 2]
    assert np.abs(heights[load > 0.05 * loop.character.weight]).max() < 0.01
    assert table["events"][0] == {
        "event": "strike",
        "foot": "left",
        "frame": 0,
        "time": 0.0,
    }
    assert [e["event"] for e in table["events"]].count("strike") == 2


@pytest.mark.parametrize("rate", [24.0, 30.0, 120.0])
def test_a_loop_has_whole_frames_at_any_rate(rate: float, walk: Motion):
    loop = closed(walk, rate)
    assert loop.recording.frame_rate == pytest.approx(rate)
    assert loop.cycle is not None
    assert loop.recording.time[-1] == pytest.approx(loop.cycle.seconds, abs=0.5 / rate)
    assert largest_slip(loop) < 0.002


def test_several_strides_are_as_long(walk: Motion, loop: Motion):
    twice = closed(walk, RATE, strides=2)
    assert twice.cycle is not None
    assert loop.cycle is not None
    assert twice.cycle.way == pytest.approx(2.0 * loop.cycle.way, rel=0.03)


def test_a_loop_uphill_climbs(walk: Motion):
    setting = walk.setting.model_copy(update={"terrain": TerrainSpec(slope=5.0)})
    recording = walk.recording
    rise = np.tan(np.radians(5.0)) * recording.qpos[:, 0]
    qpos = recording.qpos.copy()
    qpos[:, 2] += rise
    place = recording.contact_position.copy()
    place[..., 2] += np.tan(np.radians(5.0)) * place[..., 0]
    lifted = replace(recording, qpos=qpos, contact_position=place)
    uphill = replace(
        walk, setting=setting, rollout=replace(walk.rollout, recording=lifted)
    )
    loop = closed(uphill, RATE)
    assert loop.cycle is not None
    x, _, z, _ = loop.cycle.path[-1]
    assert z / x == pytest.approx(np.tan(np.radians(5.0)), rel=0.01)


def test_what_does_not_repeat_is_refused(walk: Motion):
    qpos = walk.recording.qpos.copy()
    qpos[:, 12] += 0.6 * walk.recording.time  # a hip that opens and opens
    odd = replace(walk.rollout, recording=replace(walk.recording, qpos=qpos))
    with pytest.raises(InputError, match="this gait does not repeat: after"):
        closed(replace(walk, rollout=odd), RATE)
    with pytest.raises(InputError, match=r"there is no loop: .* foot strikes 1 times"):
        closed(trimmed(walk, 3.0, 4.0), RATE)


def test_a_sharp_turn_is_no_loop():
    turns = {"duration": 4.0, "heading": ({"heading": 170.0, "time": 1.0},)}
    walk = with_setting(load_solution("simbicon/walk"), **turns)
    with pytest.raises(InputError, match="closing 4 strides would change an angle"):
        closed(motion_of(walk, frame_rate=DENSE), RATE)


def test_a_fall_is_no_loop_but_a_part_before_it_may_be(walk: Motion):
    fell = replace(walk, rollout=replace(walk.rollout, outcome=Outcome.FELL))
    with pytest.raises(InputError, match="What falls does not repeat; take a part"):
        taken(lambda _: fell, 2400.0, Shot(RATE, is_loop=True))
    part = taken(lambda _: fell, 2400.0, Shot(RATE, is_loop=True, trim=(2.0, 5.0)))
    assert part.cycle is not None


def test_frames_may_lie_between_those_of_the_recording(walk: Motion):
    times = walk.recording.time[:-1] + 0.25 / walk.recording.frame_rate
    found = resampled(walk, times).recording
    before, after = walk.recording.qpos[:-1], walk.recording.qpos[1:]
    wanted = 0.75 * before[:, 7:] + 0.25 * after[:, 7:]
    np.testing.assert_allclose(found.qpos[:, 7:], wanted, atol=1e-9)
    assert np.linalg.norm(found.qpos[:, 3:7], axis=1) == pytest.approx(1.0)


def test_a_push_in_a_part_acts_when_it_did(walk: Motion):
    push = PushSpec(start=1.5, force=(10.0, 0.0, 0.0))
    pushed = walk.setting.model_copy(update={"pushes": (push,)})
    part = trimmed(replace(walk, setting=pushed), 1.0, 2.0)
    assert [one.start for one in part.setting.pushes] == pytest.approx([0.5])
    assert part.rollout.seconds == pytest.approx(1.0)


def test_a_part_outside_of_the_motion_is_refused(walk: Motion):
    assert trimmed(walk, 1.0, 2.0).recording.time[[0, -1]] == pytest.approx([1.0, 2.0])
    with pytest.raises(
        InputError, match=r"--trim 7:8: the motion lasts from 0 to 5.99"
    ):
        trimmed(walk, 7.0, 8.0)
