"""The physics against formulas: weight, friction, momentum, energy, convergence."""

import copy
import dataclasses

import mujoco
import numpy as np
import pytest

from gaitsmith.papers.yin2007.simbicon_controller import SimbiconController
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

GRAVITY = 9.81


def total_energy(character, qpos, qvel):
    """Kinetic and potential energy [J] of a state, by the engine."""
    data = mujoco.MjData(character.model)
    data.qpos[:], data.qvel[:] = qpos, qvel
    mujoco.mj_fwdPosition(character.model, data)
    mujoco.mj_fwdVelocity(character.model, data)
    mujoco.mj_energyPos(character.model, data)
    mujoco.mj_energyVel(character.model, data)
    return float(data.energy.sum())


def contact_energy(character, recording, frame, stiffness):
    """Energy [J] in the ground's normal springs."""
    depth = np.maximum(0.0, -recording.contact_position[frame, :, 2])
    return 0.5 * stiffness * float(np.sum(depth**2))


def stop_energy(character, qpos):
    """Energy [J] in the springs of the joint stops."""
    excess = [
        max(
            hinge.range[0] - qpos[hinge.position],
            qpos[hinge.position] - hinge.range[1],
            0,
        )
        for hinge in character.roles.hinges
    ]
    stiffness = character.spec.joint_stop.stiffness * character.gain_scale
    return 0.5 * stiffness * float(np.sum(np.square(excess)))


def without_head_fall(character):
    """The same character, never counted as fallen."""
    return dataclasses.replace(character, fallen_below=-100.0)


def momentum(character, qpos, qvel):
    data = mujoco.MjData(character.model)
    data.qpos[:], data.qvel[:] = qpos, qvel
    mujoco.mj_fwdPosition(character.model, data)
    mujoco.mj_fwdVelocity(character.model, data)
    mujoco.mj_subtreeVel(character.model, data)
    return character.mass * np.array(data.subtree_linvel[1]), np.array(
        data.subtree_angmom[1]
    )


@pytest.mark.parametrize("rate", [600.0, 2400.0])
def test_resting_load_equals_weight(stocky, roll_out, rate):
    rollout = roll_out(stocky, duration=3.0, rate=rate, frame_rate=100.0)
    assert rollout.outcome is Outcome.COMPLETED
    load = rollout.recording.contact_force[-20:].sum(axis=1).mean(axis=0)
    assert load[2] == pytest.approx(stocky.mass * GRAVITY, rel=1e-3)
    assert np.abs(load[:2]).max() < 1.0


@pytest.mark.parametrize("friction", [0.1, 0.3, 0.8])
@pytest.mark.parametrize("rate", [1200.0, 2400.0])
def test_sliding_deceleration_is_mu_g(sled, roll_out, friction, rate):
    stop = 3.0 / (friction * GRAVITY)
    rollout = roll_out(
        sled,
        values={"start.speed": 3.0},
        duration=0.8 * stop,
        rate=rate,
        friction=friction,
        frame_rate=100.0,
    )
    # From the first tenth on: the runners settle into the ground at the start.
    time, speed = rollout.recording.time, rollout.recording.qvel[:, 0]
    settled = time > 0.1 * stop
    slope = np.polyfit(time[settled], speed[settled], 1)[0]
    assert -slope == pytest.approx(friction * GRAVITY, rel=0.02)


def test_a_body_on_a_slope_below_the_friction_angle_does_not_creep(sled, roll_out):
    rollout = roll_out(
        sled,
        duration=3.0,
        friction=0.5,
        terrain={"slope": 15.0},
        frame_rate=50.0,
    )
    x = rollout.recording.com[:, 0]
    assert abs(x[-1] - x[len(x) // 2]) < 1e-4


def test_a_body_on_a_slope_beyond_the_friction_angle_slides_as_coulomb_says(
    sled, roll_out
):
    slope, friction = np.radians(30.0), 0.3
    rollout = roll_out(
        sled, duration=1.0, friction=friction, terrain={"slope": 30.0}, frame_rate=200.0
    )
    velocity = rollout.recording.qvel[:, 0] / np.cos(slope)
    half = len(velocity) // 2
    measured = (velocity[-1] - velocity[half]) / (
        rollout.recording.time[-1] - rollout.recording.time[half]
    )
    expected = -GRAVITY * (np.sin(slope) - friction * np.cos(slope))
    assert measured == pytest.approx(expected, rel=0.02)


def test_ground_impulse_and_gravity_account_for_all_momentum(stocky, roll_out):
    limp = without_head_fall(stocky)
    start = {"start.height": 0.2, "start.speed": 1.0}
    rollout = roll_out(
        limp, "limp", values=start, duration=1.5, rate=9600.0, frame_rate=9600.0
    )
    recording = rollout.recording
    before, _ = momentum(limp, recording.qpos[0], recording.qvel[0])
    after, _ = momentum(limp, recording.qpos[-1], recording.qvel[-1])
    # The last frame is the state after all steps but one.
    forces = recording.contact_force[1:].sum(axis=(0, 1)) / 9600.0
    seconds = recording.time[-1]
    weight = np.array([0.0, 0.0, -limp.mass * GRAVITY * seconds])
    scale = limp.mass * GRAVITY * seconds
    assert np.abs(after - before - forces - weight).max() < 1e-3 * scale


def test_a_whole_walk_obeys_the_balance_of_momentum(stocky):
    controller = SimbiconController(stocky, "walk_3d")
    values = controller.space.initial_values() | {"start.speed": 0.6}
    simulation = Simulation(stocky, Setting(duration=3.0))
    rollout = simulation.roll_out(controller.drive(values), frame_rate=2400.0)
    assert rollout.outcome is Outcome.COMPLETED
    assert rollout.measures.steps > 5
    recording = rollout.recording
    before, _ = momentum(stocky, recording.qpos[0], recording.qvel[0])
    after, _ = momentum(stocky, recording.qpos[-1], recording.qvel[-1])
    impulse = recording.contact_force[1:].sum(axis=(0, 1)) / 2400.0
    scale = stocky.mass * GRAVITY * recording.time[-1]
    gravity = np.array([0.0, 0.0, -scale])
    assert np.abs(after - before - impulse - gravity).max() < 1e-3 * scale


def test_a_passive_drop_never_gains_energy(stocky, roll_out):
    limp = without_head_fall(stocky)
    rollout = roll_out(
        limp, "limp", values={"start.height": 0.3}, duration=2.0, frame_rate=2400.0
    )
    recording = rollout.recording
    stiffness = limp.spec.ground.stiffness
    # Only until the body's middle is down: limbs without contact shapes pass the floor.
    energy = np.array(
        [
            total_energy(limp, recording.qpos[f], recording.qvel[f])
            + contact_energy(limp, recording, f, stiffness)
            + stop_energy(limp, recording.qpos[f])
            for f in range(0, len(recording.time), 8)
        ]
    )
    gain = energy[1:] - np.minimum.accumulate(energy)[:-1]
    assert gain.max() < 2e-3 * energy[0]


def test_free_flight_conserves_angular_momentum(stocky, roll_out):
    rng = np.random.default_rng(5)
    limp = without_head_fall(stocky)
    qvel = np.concatenate([np.zeros(6), rng.normal(scale=2.0, size=30)])
    rollout = roll_out(
        limp,
        "limp",
        qvel=qvel,
        values={"start.height": 5.0},
        duration=0.5,
        rate=9600.0,
        frame_rate=100.0,
    )
    recording = rollout.recording
    first = momentum(limp, recording.qpos[0], recording.qvel[0])[1]
    last = momentum(limp, recording.qpos[-1], recording.qvel[-1])[1]
    assert np.linalg.norm(first) > 0.5
    assert np.linalg.norm(last - first) < 0.01 * np.linalg.norm(first)


def test_free_flight_equals_the_engines_own_step(stocky, roll_out):
    no_stop = stocky.spec.joint_stop.model_copy(
        update={"stiffness": 0.0, "damping": 0.0}
    )
    spec = stocky.spec.model_copy(update={"joint_stop": no_stop})
    free = dataclasses.replace(without_head_fall(stocky), spec=spec)
    qvel = np.random.default_rng(6).normal(scale=0.3, size=36)
    start = {"start.height": 5.0}
    recording = roll_out(
        free, "limp", qvel=qvel, values=start, duration=0.5, frame_rate=2400.0
    ).recording
    model = copy.copy(stocky.model)
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    model.opt.timestep = 1.0 / 2400.0
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = recording.qpos[0], qvel
    for _ in range(len(recording.time) - 1):
        mujoco.mj_step(model, data)
    assert np.allclose(recording.qpos[-1], data.qpos, atol=1e-9)
    assert np.allclose(recording.qvel[-1], data.qvel, atol=1e-9)


def test_halving_the_step_changes_a_passive_motion_little(stocky, roll_out):
    """A standing body is dropped by 5 cm and sways on its springs for 2 s."""
    places = {}
    for rate in (1200.0, 2400.0, 4800.0):
        rollout = roll_out(
            stocky,
            values={"start.height": 0.05, "start.speed": 0.1},
            duration=2.0,
            rate=rate,
            frame_rate=100.0,
        )
        places[rate] = rollout.recording.com[:190]
    coarse = np.abs(places[1200.0] - places[2400.0]).max()
    fine = np.abs(places[2400.0] - places[4800.0]).max()
    assert fine < 2e-3  # m
    assert fine < 0.75 * coarse  # first order: about half


def test_mirrored_start_gives_the_mirrored_motion(stocky, roll_out):
    limp = without_head_fall(stocky)
    rng = np.random.default_rng(7)
    qvel = rng.normal(scale=0.5, size=36)
    mirrored_qvel = mirror_velocity(stocky, qvel)
    runs = [
        roll_out(
            limp,
            qvel=velocity,
            values={"start.height": 0.1},
            duration=1.0,
            frame_rate=100.0,
        ).recording
        for velocity in (qvel, mirrored_qvel)
    ]
    flip = np.array([1.0, -1.0, 1.0])
    assert np.abs(runs[0].com * flip - runs[1].com).max() < 1e-6
    assert np.ptp(runs[0].com[:, 1]) > 1e-3


def mirror_velocity(character, qvel):
    """Swap left and right; x and z rotations and y translation change sign."""
    mirrored = np.array(qvel)
    mirrored[[1, 3, 5]] *= -1.0  # root: y velocity, roll and yaw rates
    hinges = {hinge.name: hinge.axis for hinge in character.roles.hinges}
    swap = {"left": "right", "right": "left"}
    for name, axis in hinges.items():
        side, _, rest = name.partition("_")
        partner = f"{swap[side]}_{rest}" if side in swap else name
        sign = 1.0 if name.endswith("_y") else -1.0
        mirrored[axis] = sign * qvel[hinges[partner]]
    return mirrored
