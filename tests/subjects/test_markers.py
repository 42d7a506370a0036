"""Segment lengths from markers of which every place is known."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.subjects.growth import proportions
from gaitsmith.subjects.markers import segment_lengths
from gaitsmith.subjects.subject import Subject

# Standing on z = 0: ankles 0.08 m, knees 0.50 m high, pelvis 0.24 m wide, 0.15 m deep.
HALF = {
    "knee": (0.0, 0.15, 0.50),
    "inner_knee": (0.0, 0.05, 0.50),
    "ankle": (0.0, 0.13, 0.08),
    "inner_ankle": (0.0, 0.07, 0.08),
    "heel": (-0.05, 0.1, 0.03),
    "toe": (0.17, 0.1, 0.03),
    "asis": (0.10, 0.12, 1.00),
    "psis": (-0.05, 0.04, 1.00),
}


def markers(**changed):
    found = {}
    for name, (x, y, z) in HALF.items():
        found[f"left_{name}"] = np.array([x, y, z])
        found[f"right_{name}"] = np.array([x, -y, z])
    return {**found, **changed}


def test_lengths_are_between_joint_centres():
    found = segment_lengths(markers())
    assert found["shank"] == pytest.approx(0.42)
    assert found["ankle_height"] == pytest.approx(0.08)
    assert found["heel"] == pytest.approx(0.05)
    # Harrington: 0.24 x 0.15 + 0.0099 behind, 0.30 x 0.24 + 0.0109 below the front.
    hip = np.array([0.10 - 0.0459, 0.33 * 0.24 + 0.0073, 1.00 - 0.0829])
    assert found["hip_half_width"] == pytest.approx(hip[1])
    assert found["thigh"] == pytest.approx(np.linalg.norm(hip - [0.0, 0.1, 0.5]))


def test_without_the_pelvis_thighs_are_those_of_the_age():
    places = {k: v for k, v in markers().items() if "asis" not in k}
    assert "thigh" not in segment_lengths(places)


def test_a_missing_marker_and_a_wrong_unit_are_named():
    places = markers()
    del places["left_heel"]
    with pytest.raises(InputError, match="no marker of the left heel was found"):
        segment_lengths(places)
    millimetres = {name: 1000.0 * place for name, place in markers().items()}
    with pytest.raises(InputError, match="in the unit that the file says"):
        segment_lengths(millimetres)


def test_measured_legs_are_the_bodys_and_the_trunk_takes_the_rest():
    lengths = segment_lengths(markers())
    person = Subject(height=1.75, mass=70.0, lengths=lengths)
    assert person.leg == pytest.approx(
        lengths["thigh"] + lengths["shank"] + lengths["ankle_height"]
    )
    p = person.proportions
    stacked = p.ankle_height + p.shank + p.thigh + p.pelvis + p.torso + p.head
    assert stacked == pytest.approx(1.0)
    assert p.head == proportions(30.0).head


def test_legs_of_somebody_else_are_refused():
    with pytest.raises(InputError, match="are lengths and height of one person"):
        Subject(height=1.25, mass=30.0, age=12.0, lengths=segment_lengths(markers()))
