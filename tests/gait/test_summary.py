import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.cycles import strides_of
from gaitsmith.gait.summary import summary_of
from gaitsmith.kernels.records import RIGHT


@pytest.fixture
def hip_width(stocky):
    return 2.0 * stocky.spec.height * stocky.spec.proportions.hip_half_width


@pytest.mark.parametrize("yaw", [0.0, 90.0, 180.0])
def test_a_known_walk_has_its_numbers_whatever_its_heading(
    stocky, make_walk, hip_width, yaw
):
    walk = make_walk(stocky, period=1.1, speed=1.3, duration=9.0, yaw=yaw)
    summary = summary_of(strides_of(stocky, walk))
    assert summary.stride_time == pytest.approx(1.1)
    assert summary.cadence == pytest.approx(120.0 / 1.1)
    assert summary.speed == pytest.approx(1.3)
    assert summary.step_length == pytest.approx(1.3 * 1.1 / 2.0, rel=1e-3)
    assert summary.step_width == pytest.approx(hip_width, rel=1e-3)
    assert summary.stance_shares == pytest.approx((0.6, 0.6), abs=0.01)
    assert summary.duty_factor == pytest.approx(0.6, abs=0.01)
    assert summary.double_support_share == pytest.approx(0.2, abs=0.01)
    assert summary.flight_share == 0.0


def test_a_run_has_flight_and_no_double_support(stocky, make_walk):
    run = make_walk(stocky, rear=(0.0, 0.2), front=(0.05, 0.35), speed=3.0)
    summary = summary_of(strides_of(stocky, run))
    assert summary.duty_factor == pytest.approx(0.35, abs=0.01)
    assert summary.flight_share == pytest.approx(0.3, abs=0.01)
    assert summary.double_support_share == 0.0


def test_walking_backward_is_negative(stocky, make_walk):
    summary = summary_of(strides_of(stocky, make_walk(stocky, speed=-0.5)))
    assert summary.speed == pytest.approx(-0.5)
    assert summary.step_length == pytest.approx(-0.25)


def test_the_speed_around_a_circle_is_that_along_it(stocky, make_walk, face):
    walk = make_walk(stocky, duration=8.0)
    radius, turned = 4.0, 0.3 * walk.time  # 1.2 m/s
    circle = radius * np.stack([np.sin(turned), 1.0 - np.cos(turned)], axis=1)
    walk.qpos[:, :2] = walk.com[:, :2] = circle
    face(walk, yaw=np.degrees(turned))
    assert summary_of(strides_of(stocky, walk)).speed == pytest.approx(1.2, rel=0.01)


def test_a_planar_gait_has_no_width(planar, make_walk):
    summary = summary_of(strides_of(planar, make_walk(planar, speed=1.0)))
    assert summary.step_width == 0.0
    assert summary.step_length == pytest.approx(0.5)


def test_a_foot_without_a_cycle_has_no_stance_share(stocky, make_walk):
    hop = make_walk(stocky)
    hop.contact_force[:, stocky.points.side == RIGHT] = 0.0
    summary = summary_of(strides_of(stocky, hop))
    assert summary.stance_shares == (pytest.approx(0.6), None)
    assert summary.duty_factor == pytest.approx(0.6)
    assert summary.step_length == 0.0


def test_standing_still_has_no_summary(stocky, blank):
    with pytest.raises(InputError, match="no complete gait cycle"):
        summary_of(strides_of(stocky, blank(stocky, 500)))
