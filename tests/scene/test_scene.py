import math
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from gaitsmith.scene.ground import Ground, GroundSegment
from gaitsmith.scene.scene import Shape

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)


def test_a_scene_cannot_be_changed(make_scene):
    with pytest.raises(FrozenInstanceError):
        make_scene().label = "other"


def test_duration_is_from_the_first_to_the_last_frame(make_scene):
    assert make_scene(duration=1.5).duration == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "cone"}, "shape kind 'cone' is unknown. Known kinds: box, capsule"),
        ({"size": (0.1,)}, "a capsule needs 2 size(s), got 1."),
        ({"size": (0.1, -1.0)}, "sizes of a capsule must be positive"),
        ({"position": (0.0, math.nan, 0.0)}, "position must be three finite numbers"),
        ({"orientation": (1.0, 1.0, 0.0, 0.0)}, "must be a unit quaternion w x y z"),
        ({"color": "red"}, "color must be written #rrggbb, got 'red'."),
        ({"color": '#000000"'}, "color must be written #rrggbb"),
    ],
)
def test_a_shape_that_cannot_be_drawn_is_refused(changes, message):
    shape = Shape(0, "capsule", (0.1, 0.4), ORIGIN, UPRIGHT, "#2f6f8f")
    with pytest.raises(ValueError) as error:
        replace(shape, **changes)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"frame_rate": 0.0}, "scene 'after': frame_rate must be positive, got 0.0."),
        (
            {"positions": np.zeros((0, 2, 3))},
            "positions must have shape (frames, bodies, 3) with at least one frame",
        ),
        (
            {"orientations": np.zeros((41, 3, 4))},
            "orientations must have shape (41, 2, 4), got (41, 3, 4).",
        ),
        ({"orientations": np.zeros((41, 2, 4))}, "must be unit quaternions."),
        ({"com": np.zeros((41, 2))}, "com must have shape (41, 3), got (41, 2)."),
        ({"com": np.full((41, 3), np.nan)}, "com must be finite numbers."),
        (
            {"contact_positions": np.zeros((41, 1, 3))},
            "give contact_positions and contact_forces together.",
        ),
        (
            {
                "contact_positions": np.zeros((41, 2, 3)),
                "contact_forces": np.zeros((41, 1, 3)),
            },
            "contact_forces must have shape (41, 2, 3), got (41, 1, 3).",
        ),
        ({"shapes": ()}, "there is no shape to draw."),
        (
            {"shapes": (Shape(2, "sphere", (0.1,), ORIGIN, UPRIGHT, "#000000"),)},
            "a shape names body 2; there are 2 bodies.",
        ),
        (
            {"pushes": ((0.0, 1.0, (1.0, 0.0, 0.0), 7),)},
            "a push names body 7; there are 2 bodies.",
        ),
        (
            {"pushes": ((0.0, -1.0, (1.0, 0.0, 0.0), 0),)},
            "a push needs a start, a duration of at least zero",
        ),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(make_scene, changes, message):
    with pytest.raises(ValueError) as error:
        make_scene(**changes)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (((), (), ()), "at least one"),
        (((-math.inf, 1.0), (0.0,), (0.0,)), "got 2, 1 and 1."),
        (((0.0,), (0.0,), (0.0,)), "must start at -inf, got 0.0."),
        (((-math.inf, 2.0, 1.0), (0.0,) * 3, (0.0,) * 3), "starts must rise"),
        (((-math.inf,), (math.nan,), (0.0,)), "must be numbers."),
    ],
)
def test_ground_that_does_not_cover_the_line_is_refused(fields, message):
    with pytest.raises(ValueError) as error:
        Ground(*fields)
    assert message in str(error.value)


def test_the_first_segment_is_anchored_at_the_origin():
    slope = Ground(starts=(-math.inf,), heights=(0.5,), grades=(0.1,))
    assert slope.segments(-1.0, 2.0) == [GroundSegment(-1.0, 0.4, 2.0, 0.7)]


def test_segments_leave_out_gaps_and_follow_each_segment_from_its_own_start():
    ground = Ground(
        starts=(-math.inf, 1.0, 2.0), heights=(0.0, -1000.0, 0.2), grades=(0, 0, 0.5)
    )
    assert ground.segments(-1.0, 4.0) == [
        GroundSegment(-1.0, 0.0, 1.0, 0.0),
        GroundSegment(2.0, 0.2, 4.0, 1.2),
    ]
