"""Rollouts: pieces equal the whole, recordings cost nothing, outcomes are data."""

import dataclasses

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.posture import PostureController
from gaitsmith.errors import InputError
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.standard_meters import STRIKE_SHARE


@pytest.fixture(scope="module")
def biped():
    return load_character("planar_biped")


@pytest.fixture(scope="module")
def walk(biped):
    controller = SimbiconController(biped, "walk")
    return lambda: controller.drive(controller.space.initial_values())


def test_advancing_in_pieces_gives_the_same_bits_as_at_once(biped, walk):
    simulation = Simulation(biped, Setting(duration=3.0, motor_noise=0.05))
    whole = simulation.roll_out(walk(), seed=3, frame_rate=60.0)
    simulation.start(walk(), seed=3, frame_rate=60.0)
    outcomes = [simulation.advance(seconds) for seconds in (0.0004, 0.7, 1.1)]
    assert outcomes == [Outcome.RUNNING] * 3
    simulation.advance()
    pieces = simulation.result()
    assert pieces.outcome is whole.outcome is Outcome.COMPLETED
    assert pieces.measures == whole.measures
    for name, array in whole.recording.arrays().items():
        assert np.array_equal(array, pieces.recording.arrays()[name]), name


def test_a_rollout_leaves_no_trace_in_the_next_one(biped, walk):
    simulation = Simulation(biped, Setting(duration=2.0))
    first = simulation.roll_out(walk()).measures
    falling = SimbiconController(biped, "walk")
    values = falling.space.initial_values() | {"state0.torso_pitch": 1.0}
    simulation.roll_out(falling.drive(values))
    assert simulation.roll_out(walk()).measures == first


def test_recording_changes_nothing_and_is_only_made_when_asked(biped, walk):
    simulation = Simulation(biped, Setting(duration=1.0))
    silent, recorded = (
        simulation.roll_out(walk()),
        simulation.roll_out(walk(), 0, 240.0),
    )
    assert silent.recording is None
    assert recorded.measures == silent.measures
    assert recorded.recording.frame_rate == pytest.approx(240.0)
    assert len(recorded.recording.time) == 240


def test_motor_noise_depends_on_its_seed_alone(biped, walk):
    simulation = Simulation(biped, Setting(duration=1.0, motor_noise=0.1))
    first, again, other = (
        simulation.roll_out(walk(), seed).measures for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_a_fall_ends_the_rollout_with_a_sentence(biped):
    controller = SimbiconController(biped, "walk")
    values = controller.space.initial_values() | {"state0.torso_pitch": 1.2}
    rollout = Simulation(biped, Setting(duration=5.0)).roll_out(
        controller.drive(values)
    )
    assert rollout.outcome is Outcome.FELL
    assert rollout.seconds < 5.0
    assert rollout.sentence == f"Fell after {rollout.seconds:.2f} s of 5 s."
    assert rollout.measures.survived == pytest.approx(rollout.seconds / 5.0)


@pytest.mark.parametrize("velocity", [np.nan, np.inf, 1e9])
def test_an_exploding_state_is_an_outcome_not_a_crash(biped, walk, velocity):
    drive = walk()
    drive.qvel[3] = velocity
    rollout = Simulation(biped, Setting(duration=1.0)).roll_out(drive, frame_rate=60.0)
    assert rollout.outcome is Outcome.DIVERGED
    assert "diverged" in rollout.sentence
    assert np.isfinite(rollout.measures.velocity).all()


def test_a_nan_parameter_diverges_or_falls_but_returns(biped):
    controller = SimbiconController(biped, "walk")
    values = controller.space.initial_values() | {"state0.swing_knee": np.nan}
    rollout = Simulation(biped, Setting(duration=1.0)).roll_out(
        controller.drive(values)
    )
    assert rollout.outcome is Outcome.DIVERGED


def test_a_push_changes_momentum_by_force_times_duration(stocky, roll_out):
    flying = dataclasses.replace(stocky, fallen_below=-100.0)
    push = {"start": 0.1, "duration": 0.2, "force": (100.0, -50.0, 30.0)}
    with_push = roll_out(
        flying,
        values={"start.height": 9.0},
        duration=0.5,
        pushes=(push,),
        frame_rate=600,
    )
    velocity = np.diff(with_push.recording.com, axis=0)[-1] * 600.0
    expected = np.array([100.0, -50.0, 30.0]) * 0.2 / stocky.mass
    expected[2] -= 9.81 * (0.5 - 1.5 / 600.0)
    assert velocity == pytest.approx(expected, abs=2e-2)


def test_a_repeated_push_comes_again(stocky, roll_out):
    flying = dataclasses.replace(stocky, fallen_below=-100.0)
    push = {"start": 0.1, "duration": 0.1, "force": (70.0, 0.0, 0.0), "every": 0.2}
    rollout = roll_out(
        flying,
        values={"start.height": 9.0},
        duration=0.6,
        pushes=(push,),
        frame_rate=600,
    )
    speed = np.diff(rollout.recording.com[:, 0])[-1] * 600.0
    assert speed == pytest.approx(3 * 70.0 * 0.1 / 70.0, abs=1e-2)


def test_the_guide_is_off_by_default_and_its_effort_is_recorded(stocky, roll_out):
    leaning = {"qvel": np.eye(36)[4] * 1.0, "duration": 0.5}
    free = roll_out(stocky, **leaning)
    guided = roll_out(stocky, guide={"stiffness": 2000.0, "damping": 200.0}, **leaning)
    assert free.measures.metered["guide"]["effort"] == 0.0
    assert guided.measures.metered["guide"]["effort"] > 0.0
    assert guided.measures.metered["guide"]["work"] < 0.0  # it brakes the fall
    with pytest.raises(InputError, match=r"guide\.stiffness: -1\.0 given; it must be"):
        roll_out(stocky, guide={"stiffness": -1.0}, duration=0.1)


def test_the_guide_holds_an_otherwise_falling_body(stocky, roll_out):
    tilted = {"qvel": np.eye(36)[4] * 1.5, "duration": 3.0}
    assert roll_out(stocky, **tilted).outcome is Outcome.FELL
    helped = roll_out(stocky, guide={"stiffness": 3000.0, "damping": 300.0}, **tilted)
    assert helped.outcome is Outcome.COMPLETED


GUIDE = {"stiffness": 3000.0, "damping": 300.0}


@pytest.mark.parametrize(
    ("lean", "expected"), [((10.0, 0.0), (10.0, 0.0)), ((0.0, -8.0), (0.0, -8.0))]
)
def test_a_leaning_guide_leans_the_body(stocky, roll_out, lean, expected):
    flying = dataclasses.replace(stocky, fallen_below=-100.0)
    rollout = roll_out(
        flying,
        values={"start.height": 30.0},
        duration=2.0,
        guide={**GUIDE, "lean": lean},
        frame_rate=60,
    )
    up = body_poses(flying, rollout.recording).direction(
        flying.roles.trunk, flying.standing_up(flying.roles.trunk)
    )[-1]
    forward, left = np.degrees(np.arctan2(up[:2], up[2]))
    assert (forward, left) == pytest.approx(expected, abs=0.5)


def test_the_guide_acts_in_its_time_only(stocky, roll_out):
    tilted = {"qvel": np.eye(36)[4] * 1.5, "duration": 1.0}

    def effort(**times):
        return roll_out(stocky, guide=GUIDE | times, **tilted).measures.metered[
            "guide"
        ]["effort"]

    assert effort(strength=0.0) == effort(start=1.0) == 0.0
    assert effort(end=0.1) < effort(end=0.2) < effort()
    assert effort(start=0.0, end=1.0) == effort()
    halved = {"stiffness": 1500.0, "damping": 150.0}
    assert effort(strength=0.5) == effort(**halved)


def test_any_rate_gives_nearly_the_same_walk(biped, walk):
    lengths = [
        Simulation(biped, Setting(duration=8.0, rate=rate))
        .roll_out(walk())
        .measures.step_length
        for rate in (1200.0, 2400.0, 7000.0)
    ]
    assert np.ptp(lengths) < 0.01 * lengths[0]


def test_a_standing_posture_stands(stocky):
    controller = PostureController(stocky, "stand")
    simulation = Simulation(stocky, Setting(duration=2.0))
    rollout = simulation.roll_out(controller.drive(controller.space.initial_values()))
    assert rollout.outcome is Outcome.COMPLETED
    assert rollout.measures.steps == 0
    assert rollout.measures.duty_factor == pytest.approx(1.0)


def test_the_duty_factor_is_that_of_the_recording(biped, walk):
    setting = Setting(duration=8.0, rate=1200.0)
    rollout = Simulation(biped, setting).roll_out(walk(), frame_rate=1200.0)
    load = rollout.recording.contact_force[:, :, 2]
    limit = STRIKE_SHARE * biped.weight
    shares = [
        np.mean(load[:, biped.points.side == side].sum(axis=1) >= limit)
        for side in (LEFT, RIGHT)
    ]
    assert rollout.measures.duty_factor == pytest.approx(np.mean(shares), abs=0.002)


def test_looking_at_a_moment_changes_nothing_and_tells_what_is_recorded(biped, walk):
    simulation = Simulation(biped, Setting(duration=1.0, rate=1200.0))
    whole = simulation.roll_out(walk(), frame_rate=1200.0)
    simulation.start(walk(), frame_rate=1200.0)
    simulation.advance(0.5)
    moment = simulation.moment()
    simulation.advance()
    assert simulation.result().measures == whole.measures
    frame = 600
    recording = whole.recording
    assert moment.time == pytest.approx(0.5)
    for name in ("qpos", "qvel", "torque", "com", "contact_position", "contact_force"):
        recorded = getattr(recording, name)[frame]
        assert getattr(moment, name) == pytest.approx(recorded, abs=1e-9), name
    step = recording.com[frame + 1] - recording.com[frame - 1]
    assert moment.com_velocity == pytest.approx(600.0 * step, abs=0.02)


def test_a_running_simulation_goes_on_in_another_setting(biped, walk):
    setting = Setting(duration=3.0)
    simulation = Simulation(biped, setting)
    simulation.start(walk())
    simulation.advance(1.0)
    push = PushSpec(start=1.0, force=(900.0, 0.0, 0.0))
    simulation.change_setting(setting.model_copy(update={"pushes": (push,)}))
    before = simulation.moment().com_velocity[0]
    simulation.advance(0.2)
    assert simulation.moment().com_velocity[0] > before + 1.0
    assert simulation.advance() is Outcome.FELL
    with pytest.raises(ValueError, match="rate and duration"):
        simulation.change_setting(setting.model_copy(update={"rate": 1200.0}))
