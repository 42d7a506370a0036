"""Joint angles from markers, of a person whose joints turn as we say."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.measured.inverse_kinematics import FRAMES, Pose, angles_of, displaced
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.skeleton import segment_of, skeleton_of
from gaitsmith.measured.static import read_static
from gaitsmith.measured.walk_file import read_gait

EXTRA = {"THI": (0.03, 0.19, 0.75), "TIB": (0.02, 0.17, 0.3)}  # m, on the left side
TIME = np.arange(121) / 100.0
PHASE = 2.0 * np.pi * TIME / 1.1


@pytest.fixture
def standing(make_person, write_trc):
    """Who stands, with wands on thigh and shank."""
    markers = make_person()
    for letter, sign in (("L", 1.0), ("R", -1.0)):
        for stem, (x, y, z) in EXTRA.items():
            place = np.array([x, sign * y, z])
            markers[letter + stem] = place + np.zeros_like(markers["LASI"])
    return skeleton_of(read_static(write_trc(markers)))


def pitched(degrees: np.ndarray) -> np.ndarray:
    """(frames, 3, 3) about the axis to the left."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    found = np.tile(np.eye(3), (len(degrees), 1, 1))
    found[:, 0, 0], found[:, 0, 2], found[:, 2, 0], found[:, 2, 2] = c, s, -s, c
    return found


def walked(skeleton) -> tuple[Markers, dict[str, np.ndarray]]:
    """Markers of who swings both legs alike, and what the joints are turned by."""
    hip, knee = 25.0 * np.cos(PHASE), 30.0 - 28.0 * np.cos(PHASE + 1.0)
    ankle, tilt = 12.0 * np.sin(PHASE), 4.0 * np.sin(2.0 * PHASE)
    frames = len(TIME)
    origin = np.mean([skeleton.places[m] for m in skeleton.of("pelvis")], axis=0)
    shift = origin + np.array([1.2, 0.0, 0.0]) * TIME[:, None]
    pose = Pose(
        shift=shift,
        pelvis=pitched(tilt),
        hips=np.tile(pitched(-hip), (2, 1, 1, 1)),
        knees=np.tile(np.radians(knee), (2, 1)),
        ankles=np.tile(pitched(-ankle), (2, 1, 1, 1)),
    )
    segments = displaced(skeleton, pose, origin)
    places = {
        m: segments[on](skeleton.places[m]) + np.zeros((frames, 3))
        for m, on in skeleton.markers.items()
    }
    markers = Markers(TIME, places, np.eye(3))
    return markers, {"hip": hip, "knee": knee, "ankle": ankle, "tilt": tilt}


def test_the_turns_of_joints_are_found_from_markers(standing):
    markers, turned = walked(standing)
    series, notes = angles_of(standing, markers)
    for side, leg in zip(series.sides, standing.legs, strict=True):
        thigh, shank = leg.knee - leg.hip, leg.ankle - leg.knee
        thigh_held, shank_held = (
            np.degrees(np.arctan2(part[0], -part[2])) for part in (thigh, shank)
        )
        held = {
            "hip": thigh_held,
            "knee": thigh_held - shank_held,
            "ankle": -shank_held,
        }
        for joint, angle in held.items():
            # A joint is turned from how it is held in the static trial.
            assert side[joint] == pytest.approx(turned[joint] + angle, abs=0.05), joint
        assert side["thigh"] == pytest.approx(side["hip"] - turned["tilt"], abs=0.01)
    assert "markers are 0 mm off" in notes[0]


def test_a_marker_that_is_hidden_for_a_while_and_noise_change_little(standing):
    markers, turned = walked(standing)
    noise = np.random.default_rng(3)
    places = {m: x + noise.normal(0, 0.002, x.shape) for m, x in markers.places.items()}
    places["LTHI"][20:60] = np.nan
    series, notes = angles_of(standing, Markers(TIME, places, np.eye(3)))
    off = series.sides[0]["knee"] - turned["knee"]
    assert np.std(off) < 1.0
    assert "markers are 3 mm off" in notes[0]


def test_a_leg_that_is_hidden_for_long_is_left_out_and_said(standing):
    markers, _ = walked(standing)
    places = {m: x.copy() for m, x in markers.places.items()}
    for marker in ("RTIB", "RANK"):
        places[marker][10:90] = np.nan
    series, notes = angles_of(standing, Markers(TIME, places, np.eye(3)))
    assert series.sides[1] == {}
    assert "knee" in series.sides[0]
    assert "left out, as markers are hidden for too long: right hip" in notes[1]


def test_long_files_are_solved_in_parts_alike(standing):
    markers, _ = walked(standing)
    times = 1 + FRAMES // len(TIME) + 1
    places = {m: np.tile(x, (times, 1)) for m, x in markers.places.items()}
    long = np.arange(times * len(TIME)) / 100.0
    series, _ = angles_of(standing, Markers(long, places, np.eye(3)))
    once = angles_of(standing, markers)[0].sides[0]["knee"]
    assert series.sides[0]["knee"] == pytest.approx(np.tile(once, times), abs=1e-3)


def test_the_static_trial_of_another_person_is_refused(standing):
    markers, _ = walked(standing)
    shorter = {m: 0.75 * x for m, x in markers.places.items()}
    with pytest.raises(InputError, match=r"mm \(RMS\) from where own.trc has them"):
        angles_of(standing, Markers(TIME, shorter, np.eye(3)))


def test_a_segment_without_markers_is_named(standing):
    markers, _ = walked(standing)
    fewer = {m: x for m, x in markers.places.items() if m not in ("LTIB", "LANK")}
    with pytest.raises(InputError, match="the left shank has 0 markers that"):
        angles_of(standing, Markers(TIME, fewer, np.eye(3)))


def test_a_static_trial_without_knees_is_refused(make_person, write_trc):
    markers = {m: x for m, x in make_person().items() if m != "LKNE"}
    with pytest.raises(InputError, match="has no marker of left_knee"):
        skeleton_of(read_static(write_trc(markers)))


def test_a_static_trial_needs_markers_that_walk(write_trc, make_person, tmp_path):
    static = write_trc(make_person())
    table = tmp_path / "curves.csv"
    table.write_text("percent,knee_mean\n0,1\n100,1\n")
    with pytest.raises(InputError, match="a static trial goes with markers"):
        read_gait([table], static=static)


@pytest.mark.parametrize(
    ("marker", "segment"),
    [
        ("R.Thigh.Upper", "right_thigh"),
        ("LTHI", "left_thigh"),
        ("RTIAP", "right_shank"),
        ("Anna:LTIB", "left_shank"),
        ("R.Midfoot.Sup", "right_foot"),
        ("V.Sacral", "pelvis"),
        ("LTHO", None),
        ("RSHO", None),
        ("r_hip", None),
        ("leftthigh1", "left_thigh"),
    ],
)
def test_markers_are_on_segments_by_their_names(marker, segment):
    assert segment_of(marker) == segment
