"""Moments, powers and forces: signs and units by hand, torques by inverse dynamics."""

import dataclasses

import mujoco
import numpy as np
import pytest

from gaitsmith.gait.kinematics import kinematics_of
from gaitsmith.gait.kinetics import joint_torques, kinetics_of, whole_body_of
from gaitsmith.workflows import load_solution, simulate, with_setting


def axis_of(character, role):
    (hinge,) = (hinge for hinge in character.roles.hinges if hinge.role == role)
    return hinge.axis


def test_moments_are_the_anatomists_per_kg(stocky, blank):
    recording = blank(stocky, 3)
    # P-convention: + turns the thigh back, bends the knee, points the toes.
    for joint, torque in (("hip", 70.0), ("knee", -35.0), ("ankle", 140.0)):
        recording.torque[:, axis_of(stocky, f"left_{joint}_y")] = torque
    left, right = kinetics_of(stocky, recording, np.zeros(3)).moments
    per_kg = 1.0 / stocky.mass
    assert left["hip"] == pytest.approx([70.0 * per_kg] * 3)  # extension
    assert left["knee"] == pytest.approx([35.0 * per_kg] * 3)  # extension
    assert left["ankle"] == pytest.approx([140.0 * per_kg] * 3)  # plantarflexion
    assert all(np.all(right[joint] == 0.0) for joint in right)


def test_power_is_torque_times_rate_over_all_axes_of_the_joint(stocky, blank):
    recording = blank(stocky, 1)
    for role, torque, rate in (
        ("right_hip_y", 10.0, 2.0),
        ("right_hip_x", 5.0, -1.0),
        ("right_hip_z", 1.0, 3.0),
        ("right_knee_y", 4.0, -2.0),
    ):
        recording.torque[:, axis_of(stocky, role)] = torque
        recording.qvel[:, axis_of(stocky, role)] = rate
    _, right = kinetics_of(stocky, recording, np.zeros(1)).powers
    assert right["hip"] == pytest.approx((20.0 - 5.0 + 3.0) / stocky.mass)
    assert right["knee"] == pytest.approx(-8.0 / stocky.mass)


def test_forces_turn_with_the_heading_and_count_toward_the_midline(stocky, blank):
    recording = blank(stocky, 1)
    for side in range(2):
        point = np.flatnonzero(stocky.points.side == side)[0]
        # Facing left (+y): ahead is +y, the walker's left is -x.
        recording.contact_force[0, point] = np.array([30.0, 20.0, 700.0])
    heading = np.array([np.pi / 2.0])
    left, right = kinetics_of(stocky, recording, heading).forces
    weight = stocky.mass * 9.81
    for side in (left, right):
        assert side["vertical"] == pytest.approx(700.0 / weight)
        assert side["fore_aft"] == pytest.approx(20.0 / weight)
    # +x is the walker's right: inward for the left foot, outward for the right one.
    assert left["medio_lateral"] == pytest.approx(30.0 / weight)
    assert right["medio_lateral"] == pytest.approx(-30.0 / weight)


def test_a_planar_body_has_no_sideways_force(planar, blank):
    left, _ = kinetics_of(planar, blank(planar, 2), np.zeros(2)).forces
    assert set(left) == {"vertical", "fore_aft"}


def test_a_joint_beyond_its_range_is_held_by_its_stop(stocky, blank, bend):
    (knee,) = (h for h in stocky.roles.hinges if h.role == "left_knee_y")
    recording = blank(stocky, 1)
    beyond = 0.02  # rad
    bend(stocky, recording, "left_knee_y", np.degrees(knee.range[0] - beyond))
    recording.qvel[:, knee.axis] = -0.5
    stop = stocky.spec.joint_stop
    torque = joint_torques(stocky, recording)
    expected = stop.stiffness * beyond + 0.5 * stop.damping
    assert torque[0, knee.axis] == pytest.approx(expected)
    assert np.count_nonzero(torque) == 1


def test_legs_without_knees_have_no_knee_moment(stocky, blank):
    def kneeless(leg, side):
        knee = dataclasses.replace(leg.knee, role=f"{side}_shin")
        return dataclasses.replace(leg, knee=knee)

    left, right = stocky.roles.legs
    legs = (kneeless(left, "left"), kneeless(right, "right"))
    roles = dataclasses.replace(stocky.roles, legs=legs)
    stiff = dataclasses.replace(stocky, roles=roles)
    kinetics = kinetics_of(stiff, blank(stocky, 1), np.zeros(1))
    assert set(kinetics.moments[0]) == set(kinetics.powers[1]) == {"hip", "ankle"}


def inverse_dynamics(character, recording, frame):
    """(nv,) torques that explain the motion from `frame` to the next, by MuJoCo."""
    model = character.model
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = recording.qpos[frame], recording.qvel[frame]
    step = recording.time[frame + 1] - recording.time[frame]
    mujoco.mj_fwdPosition(model, data)
    mujoco.mj_fwdVelocity(model, data)
    change = (recording.qvel[frame + 1] - recording.qvel[frame]) / step
    force = np.zeros(model.nv)
    mujoco.mj_mulM(model, data, force, change)
    force += data.qfrc_bias
    for point, body in enumerate(character.points.body):
        jacobian = np.zeros((3, model.nv))
        place = recording.contact_position[frame, point]
        mujoco.mj_jac(model, data, jacobian, None, place, int(body))
        force -= jacobian.T @ recording.contact_force[frame + 1, point]
    return force


def test_the_torques_are_those_of_inverse_dynamics():
    solution = with_setting(load_solution("wang2009/stocky"), duration=1.5)
    character = solution.problem.character
    rate = solution.problem.setting.rate
    recording = simulate(solution, rate).rollout.recording
    torque = joint_torques(character, recording)
    axes = [hinge.axis for hinge in character.roles.hinges]
    differences = [
        np.max(np.abs(inverse_dynamics(character, recording, f) - torque[f + 1])[axes])
        for f in range(30, len(recording.time) - 1, 7)
    ]
    # A stop that is reached within a step counts from the next one on.
    assert np.quantile(differences, 0.95) < 1e-6
    root = inverse_dynamics(character, recording, 400)[:6]
    assert root == pytest.approx(np.zeros(6), abs=1e-6)  # nothing holds the body


def test_angular_momentum_of_a_turning_body(stocky, blank):
    recording = blank(stocky, 1)
    recording.qvel[0, 3:6] = (0.0, 0.0, 2.0)  # rad/s, about the vertical
    body = whole_body_of(stocky, recording, np.zeros(1))
    data = mujoco.MjData(stocky.model)
    mujoco.mj_forward(stocky.model, data)
    # Moment of inertia about the vertical through the centre of mass, part by part.
    inertia = 0.0
    for part in range(1, stocky.model.nbody):
        rotation = data.ximat[part].reshape(3, 3)
        own = rotation @ np.diag(stocky.model.body_inertia[part]) @ rotation.T
        arm = data.xipos[part] - data.subtree_com[1]
        mass = stocky.model.body_mass[part]
        inertia += own[2, 2] + mass * (arm[0] ** 2 + arm[1] ** 2)
    height = stocky.standing_com[2]
    scale = stocky.mass * height * np.sqrt(9.81 * height)
    assert body.angular_momentum[0, 2] == pytest.approx(2.0 * inertia / scale, rel=1e-6)


def test_the_head_leans_with_the_body(stocky, blank, face):
    recording = blank(stocky, 2)
    face(recording, yaw=60.0, pitch=12.0)
    heading = kinematics_of(stocky, recording).heading
    body = whole_body_of(stocky, recording, heading)
    assert body.head_pitch == pytest.approx([12.0, 12.0])
