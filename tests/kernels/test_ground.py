"""The contact law at single points, against hand calculations."""

import math

import numpy as np
import pytest

from gaitsmith.kernels.ground import press_on_ground, realized_forces
from gaitsmith.kernels.records import (
    BodyState,
    ContactPoints,
    ContactState,
    Ground,
    Loads,
    Terrain,
    Tree,
)

DT = 1.0 / 2400.0
LEVEL = Terrain(np.array([-np.inf]), np.zeros(1), np.zeros(1), np.zeros(1))


@pytest.fixture
def ball():
    """One free body of 1 kg (three slides) with one contact point at its origin."""

    def make(height, velocity, radius=0.0):
        tree = Tree(
            parent=np.array([0, 0]),
            first_axis=np.array([-1, 0]),
            num_axes=np.array([0, 3]),
            row_start=np.array([0, 1, 3]),
            row_length=np.array([1, 2, 3]),
            row_axis=np.array([0, 0, 1, 0, 1, 2]),
            mass=np.array([0.0, 1.0]),
        )
        points = ContactPoints(
            np.array([1]), np.zeros((1, 3)), np.array([radius]), np.zeros(1, int),
            np.array([True]), np.array([False]), np.array([False]),
        )  # fmt: skip
        position = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, height]])
        spatial = np.zeros((2, 6))
        spatial[1, 3:] = velocity
        state = BodyState(
            com=position[1],
            position=position,
            orientation=np.tile(np.eye(3).ravel(), (2, 1)),
            velocity=spatial,
            mass_center=position,
            joint_axis=np.zeros((0, 3)),
            qpos=np.zeros(3),
            qvel=np.array(velocity, float),
            inertia=np.zeros((2, 10)),
            com_velocity=np.zeros(3),
        )
        contact = ContactState(
            np.zeros(1, bool), np.zeros(1, bool), np.zeros(1, bool), np.zeros((1, 3)),
            np.zeros(1), np.zeros((1, 3)), np.zeros((1, 3)), np.zeros((1, 3)),
            np.zeros((1, 3)), np.zeros(1), np.zeros(1), np.zeros(1),
            np.zeros((2, 6)), np.zeros(2),
            np.zeros(2), np.zeros(2, int), np.zeros(2, int), np.zeros(2, int),
        )  # fmt: skip
        loads = Loads(
            np.zeros(2, bool), np.zeros(2, bool), np.zeros((2, 6)), np.zeros((2, 6, 6))
        )
        return tree, points, state, contact, loads

    return make


def press(version, parts, ground):
    _, points, state, contact, loads = parts
    version(press_on_ground)(points, ground, LEVEL, state, DT, contact, loads)
    return contact


def test_a_point_above_ground_feels_nothing(version, ball):
    contact = press(version, ball(0.001, (0, 0, -1)), Ground(75e3, 2e3, 1.0))
    assert not contact.is_touching[0]


def test_normal_force_is_spring_plus_damper(version, ball):
    """f = k (p - dt v) - d v, with the velocity at the start of the step."""
    contact = press(version, ball(-0.002, (0, 0, -0.1)), Ground(75e3, 2e3, 1.0))
    assert contact.force[0] == pytest.approx(
        [0.0, 0.0, 75e3 * (0.002 + DT * 0.1) + 2e3 * 0.1]
    )
    assert contact.impedance_normal[0] == pytest.approx(2e3 + DT * 75e3)


def test_the_ground_never_pulls(version, ball):
    contact = press(version, ball(-0.001, (0, 0, 1.0)), Ground(75e3, 2e3, 1.0))
    assert not contact.is_touching[0]
    assert contact.load[0] == 0.0


def test_a_round_point_touches_at_its_lowest_place(version, ball):
    contact = press(
        version, ball(0.015, (0, 0, 0), radius=0.02), Ground(75e3, 2e3, 1.0)
    )
    assert contact.force[0, 2] == pytest.approx(75e3 * 0.005)
    assert contact.anchor[0, 2] == pytest.approx(-0.005)


@pytest.mark.parametrize("slip", [0.001, 0.01, 3.0])
def test_friction_never_exceeds_mu_times_the_load(version, ball, slip):
    parts = ball(-0.001, (slip, -slip, 0))
    parts[3].load[0] = 60.0
    contact = press(version, parts, Ground(75e3, 2e3, 0.5))
    assert math.hypot(contact.force[0, 0], contact.force[0, 1]) <= 30.0 * (1 + 1e-12)
    assert contact.force[0, 0] < 0.0 < contact.force[0, 1]


def test_infinite_friction_holds_with_the_full_spring_and_damper(version, ball):
    contact = press(version, ball(-0.001, (3.0, 0, 0)), Ground(75e3, 2e3, math.inf))
    assert contact.force[0, 0] == pytest.approx(-(2e3 + DT * 75e3) * 3.0)


def test_a_sliding_point_drags_its_anchor(version, ball):
    parts = ball(-0.001, (1.0, 0, 0))
    contact = parts[3]
    contact.load[0], contact.is_anchored[0] = 75.0, True
    contact.anchor[0] = (-0.01, 0.0, -0.001)
    press(version, parts, Ground(75e3, 2e3, 1.0))
    assert contact.anchor[0, 0] == pytest.approx(-0.001)  # 75 N / 75 kN/m


def test_realized_forces_use_the_velocity_at_the_end_of_the_step(version, ball):
    parts = ball(-0.002, (0.0, 0.0, -0.5))
    contact = press(version, parts, Ground(75e3, 2e3, 1.0))
    tree, points = parts[0], parts[1]
    axes = np.hstack([np.zeros((3, 3)), np.eye(3)])  # slides along x, y, z
    version(realized_forces)(points, tree, axes, np.array([0.0, 0.0, -0.1]), contact)
    expected = 75e3 * (0.002 + DT * 0.1) + 2e3 * 0.1
    assert contact.force[0, 2] == pytest.approx(expected)
    assert contact.load[0] == contact.foot_load[0] == contact.heel_load[0]
    assert contact.load[0] == pytest.approx(expected)
    assert contact.foot_load[1] == 0.0


def test_a_point_that_would_pull_is_released(version, ball):
    parts = ball(-0.002, (0.0, 0.0, 0.0))
    contact = press(version, parts, Ground(75e3, 2e3, 1.0))
    tree, points = parts[0], parts[1]
    axes = np.hstack([np.zeros((3, 3)), np.eye(3)])
    upward = np.array([0.0, 0.0, 1.0])
    assert version(realized_forces)(points, tree, axes, upward, contact) == 1
    assert contact.is_released[0]
    press(version, parts, Ground(75e3, 2e3, 1.0))
    assert not contact.is_touching[0]
    assert version(realized_forces)(points, tree, axes, upward, contact) == 0
    assert contact.force[0].tolist() == [0.0, 0.0, 0.0]


def test_points_are_counted_by_part_of_the_foot(version, ball):
    parts = ball(-0.002, (0.0, 0.0, 0.0))
    points = parts[1]._replace(is_toe=np.array([True]), is_toe_top=np.array([True]))
    parts = (parts[0], points, *parts[2:])
    contact = press(version, parts, Ground(75e3, 2e3, 1.0))
    axes = np.hstack([np.zeros((3, 3)), np.eye(3)])
    version(realized_forces)(points, parts[0], axes, np.zeros(3), contact)
    assert contact.toe_points.tolist() == contact.toe_top_points.tolist() == [1, 0]
    assert contact.foot_points.tolist() == [0, 0]
