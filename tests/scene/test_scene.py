import math
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from gaitsmith.scene.ground import GroundSegment, GroundShape


def test_a_scene_cannot_be_changed(make_scene):
    with pytest.raises(FrozenInstanceError):
        make_scene().label = "other"


def test_duration_is_from_the_first_to_the_last_frame(make_scene):
    assert make_scene(duration=1.5).duration == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"orientations": np.zeros((41, 3, 4))},
            "orientations must be finite numbers of shape (41, 2, 4), got (41, 3, 4).",
        ),
        ({"com": np.full((41, 3), np.nan)}, "com must be finite numbers of shape"),
        (
            {
                "contact_positions": np.zeros((41, 2, 3)),
                "contact_forces": np.zeros((41, 1, 3)),
            },
            "contact_forces must be finite numbers of shape (41, 2, 3)",
        ),
        ({"activations": np.zeros((41, 1))}, "activations must be finite"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(make_scene, changes, message):
    with pytest.raises(ValueError) as error:
        make_scene(**changes)
    assert message in str(error.value)


def test_the_first_segment_is_anchored_at_the_origin():
    slope = GroundShape(starts=(-math.inf,), heights=(0.5,), grades=(0.1,))
    assert slope.segments(-1.0, 2.0) == [GroundSegment(-1.0, 0.4, 2.0, 0.7)]


def test_segments_leave_out_gaps_and_follow_each_segment_from_its_own_start():
    ground = GroundShape(
        starts=(-math.inf, 1.0, 2.0), heights=(0.0, -1000.0, 0.2), grades=(0, 0, 0.5)
    )
    assert ground.segments(-1.0, 4.0) == [
        GroundSegment(-1.0, 0.0, 1.0, 0.0),
        GroundSegment(2.0, 0.2, 4.0, 1.2),
    ]
