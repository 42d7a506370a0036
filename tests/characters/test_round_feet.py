"""Feet that roll on cylinders at heel, ball and toes; and boxes, which stay."""

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.characters.contact_points import point_places
from gaitsmith.kernels.records import LEFT, RIGHT


def standing_places(character):
    import mujoco

    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    return point_places(character.points, data)


@pytest.fixture(scope="module")
def adult():
    return load_character("adult")


def body(tmp_path, **changes):
    values = {"height": 1.65, "mass": 70.0, **changes}
    return character_from_values(values, "own.toml", "own", tmp_path)


@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_a_round_foot_has_three_pairs_of_points(adult, side):
    points = adult.points
    mine = points.side == side
    assert np.count_nonzero(mine) == 6
    assert np.count_nonzero(points.is_heel & mine) == 2
    assert np.count_nonzero(points.is_toe & mine) == 2
    # Nothing is on top of the toes: a cylinder has one underside.
    assert not points.is_toe_top.any()


def test_the_cylinders_are_as_high_as_the_boxes_were(adult):
    points, scale = adult.points, 1.80 / 1.65
    heel, toe = 0.025 * scale, 0.0125 * scale  # half of the boxes' heights
    assert points.radius[points.is_heel] == pytest.approx(heel)
    assert points.radius[~points.is_heel] == pytest.approx(toe)


def test_a_round_foot_stands_with_its_soles_on_the_ground(adult):
    places = standing_places(adult)
    assert places[:, 2] == pytest.approx(0.0, abs=1e-9)
    assert adult.standing_com[2] == pytest.approx(0.57 * 1.80, rel=0.02)


def test_the_cylinders_reach_as_far_as_the_foot(adult):
    places, points = standing_places(adult), adult.points
    ends = places[:, 0] + np.where(points.is_heel, -1.0, 1.0) * points.radius
    # Heel behind the ankle, ball, tip of the toes: shares of the height.
    assert ends.min() == pytest.approx(-0.030 * 1.80)
    foot = ~points.is_toe & ~points.is_heel
    assert ends[foot] == pytest.approx(0.070 * 1.80)
    assert ends[points.is_toe] == pytest.approx((0.070 + 0.036) * 1.80)
    width = np.abs(places[points.side == LEFT, 1] - 0.053 * 1.80) + points.radius[:6]
    assert width == pytest.approx(0.055 * 1.80 / 2.0)


def test_box_feet_are_what_they_were(tmp_path):
    boxes, stocky = body(tmp_path), load_character("stocky")
    for field in stocky.points._fields:
        assert np.array_equal(
            getattr(boxes.points, field), getattr(stocky.points, field)
        )
    assert len(stocky.points.body) == 32  # 8 corners of foot and toes, both sides
    assert not stocky.points.radius.any()
    assert np.count_nonzero(stocky.points.is_toe_top) == 8


def test_round_feet_change_no_mass_and_no_joint(tmp_path):
    boxes, rounded = body(tmp_path), body(tmp_path, round_feet=True)
    assert rounded.mass == pytest.approx(boxes.mass)
    assert rounded.model.body_inertia == pytest.approx(boxes.model.body_inertia)
    assert rounded.model.body_pos == pytest.approx(boxes.model.body_pos)
    assert rounded.standing_com == pytest.approx(boxes.standing_com)


def test_a_stiff_round_foot_has_heel_and_tip(tmp_path):
    stiff = body(tmp_path, round_feet=True, has_toes=False)
    assert len(stiff.points.body) == 8
    assert not stiff.points.is_toe.any()
    assert standing_places(stiff)[:, 2] == pytest.approx(0.0, abs=1e-9)
