"""The contact law at single points, against hand calculations."""

import math

import mujoco
import numpy as np
import pytest

from gaitsmith.kernels.ground import press_on_ground, realized_forces
from gaitsmith.kernels.records import ContactPoints, ContactState, Ground, Terrain
from gaitsmith.simulation.physics import articulation, body_state

DT = 1.0 / 2400.0
LEVEL = Terrain(np.array([-np.inf]), np.zeros(1), np.zeros(1), np.zeros(1))
BALL = """
<mujoco>
  <worldbody>
    <body>
      <joint type="slide" axis="1 0 0"/>
      <joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/>
      <geom size="0.1" mass="1"/>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def ball():
    """One free body of 1 kg (three slides) with one contact point at its origin."""

    def make(height, velocity, radius=0.0):
        model = mujoco.MjModel.from_xml_string(BALL)
        points = ContactPoints(
            np.array([1]), np.zeros((1, 3)), np.array([radius]), np.zeros(1, int),
            np.array([True]), np.array([False]), np.array([False]),
        )  # fmt: skip
        state = body_state(model)
        state.position[1, 2] = state.com[2] = height
        state.orientation[1] = np.eye(3).ravel()
        state.velocity[1, 3:] = velocity
        flags = [np.zeros(1, bool) for _ in range(3)]
        contact = ContactState(
            *flags, np.zeros((1, 3)), np.zeros(1), *np.zeros((3, 1, 3)),
            *np.zeros((3, 1)), *np.zeros((5, 2)),
        )  # fmt: skip
        return points, state, articulation(model), contact

    return make


def ground(friction, stiffness=75e3):
    return Ground(np.array([stiffness]), 2e3, friction)


def press(version, ball, floor, is_due=True):
    points, state, parts, contact = ball
    version(press_on_ground)(points, floor, LEVEL, state, parts, DT, contact, is_due)
    return contact


def realize(version, ball, end_velocity):
    """What is realized if the ball has this velocity at the end of the step."""
    points, state, parts, contact = ball
    parts.acceleration[1, 3:] = (np.array(end_velocity) - state.velocity[1, 3:]) / DT
    return version(realized_forces)(points, parts, DT, contact, True)


def test_a_point_above_ground_feels_nothing(version, ball):
    lifted = ball(0.001, (0, 0, -1))
    lifted[-1].load[0] = 500.0  # of the step before
    contact = press(version, lifted, ground(1.0))
    assert not contact.is_touching[0]
    assert contact.load[0] == 0.0


def test_normal_force_is_spring_plus_damper(version, ball):
    """f = k (p - dt v) - d v, with the velocity at the start of the step."""
    contact = press(version, ball(-0.002, (0, 0, -0.1)), ground(1.0))
    assert contact.force[0] == pytest.approx(
        [0.0, 0.0, 75e3 * (0.002 + DT * 0.1) + 2e3 * 0.1]
    )
    assert contact.impedance_normal[0] == pytest.approx(2e3 + DT * 75e3)


def test_the_ground_never_pulls(version, ball):
    contact = press(version, ball(-0.001, (0, 0, 1.0)), ground(1.0))
    assert not contact.is_touching[0]
    assert contact.load[0] == 0.0


def test_a_round_point_touches_at_its_lowest_place(version, ball):
    contact = press(version, ball(0.015, (0, 0, 0), radius=0.02), ground(1.0))
    assert contact.force[0, 2] == pytest.approx(75e3 * 0.005)
    assert contact.anchor[0, 2] == pytest.approx(-0.005)


@pytest.mark.parametrize("slip", [0.001, 0.01, 3.0])
def test_friction_never_exceeds_mu_times_the_load(version, ball, slip):
    falling = ball(-0.001, (slip, -slip, 0))
    falling[3].load[0] = 60.0
    contact = press(version, falling, ground(0.5))
    assert math.hypot(contact.force[0, 0], contact.force[0, 1]) <= 30.0 * (1 + 1e-12)
    assert contact.force[0, 0] < 0.0 < contact.force[0, 1]


def test_infinite_friction_holds_with_the_full_spring_and_damper(version, ball):
    contact = press(version, ball(-0.001, (3.0, 0, 0)), ground(math.inf))
    assert contact.force[0, 0] == pytest.approx(-(2e3 + DT * 75e3) * 3.0)


def test_a_sliding_point_drags_its_anchor(version, ball):
    falling = ball(-0.001, (1.0, 0, 0))
    contact = falling[3]
    contact.load[0], contact.is_anchored[0] = 75.0, True
    contact.anchor[0] = (-0.01, 0.0, -0.001)
    press(version, falling, ground(1.0))
    assert contact.anchor[0, 0] == pytest.approx(-0.001)  # 75 N / 75 kN/m


def test_realized_forces_use_the_velocity_at_the_end_of_the_step(version, ball):
    falling = ball(-0.002, (0.0, 0.0, -0.5))
    contact = press(version, falling, ground(1.0))
    assert not realize(version, falling, (0.0, 0.0, -0.1))
    expected = 75e3 * (0.002 + DT * 0.1) + 2e3 * 0.1
    assert contact.force[0, 2] == pytest.approx(expected)
    assert contact.load[0] == contact.foot_load[0] == contact.heel_load[0]
    assert contact.load[0] == pytest.approx(expected)
    assert contact.foot_load[1] == 0.0


def test_a_point_that_would_pull_is_released(version, ball):
    falling = ball(-0.002, (0.0, 0.0, 0.0))
    contact = press(version, falling, ground(1.0))
    assert realize(version, falling, (0.0, 0.0, 1.0))
    assert contact.is_released[0]
    press(version, falling, ground(1.0))
    assert not contact.is_touching[0]
    assert not realize(version, falling, (0.0, 0.0, 1.0))
    assert contact.force[0].tolist() == [0.0, 0.0, 0.0]


def test_points_are_counted_by_part_of_the_foot(version, ball):
    falling = ball(-0.002, (0.0, 0.0, 0.0))
    is_one = np.array([True])
    points = falling[0]._replace(is_toe=is_one, is_toe_top=is_one)
    falling = (points, *falling[1:])
    contact = press(version, falling, ground(1.0))
    realize(version, falling, (0.0, 0.0, 0.0))
    assert contact.toe_points.tolist() == contact.toe_top_points.tolist() == [1, 0]
    assert contact.foot_points.tolist() == [0, 0]


def test_force_and_impedance_are_put_on_the_body(version, ball):
    """At the centre of mass: no moment, and an added mass in all directions."""
    falling = ball(-0.002, (0.0, 0.0, -0.1))
    contact = press(version, falling, ground(1.0))
    parts = falling[2]
    assert parts.wrench[1] == pytest.approx([0, 0, 0, 0, 0, -contact.force[0, 2]])
    inertia = np.zeros((6, 6))
    inertia[np.tril_indices(6)] = parts.inertia[1]
    assert np.allclose(np.diag(inertia), [0, 0, 0] + 3 * [DT * (2e3 + DT * 75e3)])
    assert np.allclose(np.tril(inertia, -1), 0.0)


def test_nothing_changes_where_the_step_is_not_done_again(version, ball):
    falling = ball(-0.002, (1.0, 0.0, -0.1))
    before = [array.copy() for array in falling[3]]
    contact = press(version, falling, ground(1.0), is_due=False)
    for old, now in zip(before, contact, strict=True):
        assert np.array_equal(old, now)
