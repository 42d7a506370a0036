"""Markers of somebody who stands, from files with any axes and units."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.measured.landmarks import landmark_of
from gaitsmith.measured.static import read_static

# Rows: the file's x, y, z by ours: forward, left, up.
Z_UP_ALONG_Y = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
BACKWARD = np.array([[-1.0, 0, 0], [0, 0, -1], [0, -1, 0]])
ASKEW = np.array([[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]])


@pytest.mark.parametrize("unit", ["mm", "m"])
@pytest.mark.parametrize("turn", [None, Z_UP_ALONG_Y, BACKWARD, ASKEW])
def test_markers_come_forward_left_and_up_in_metres(make_person, write_trc, unit, turn):
    person = make_person()
    found = read_static(write_trc(person, unit=unit, turn=turn))
    for name, place in person.items():
        assert found.places[name] == pytest.approx(place[0], abs=1e-4)
    assert found.landmarks["right_heel"] == "RHEE"
    assert found.landmark("left_knee") == pytest.approx((0.0, 0.15, 0.5), abs=1e-4)
    assert found.landmark("head") is None


@pytest.mark.parametrize(
    ("marker", "landmark"),
    [
        ("R.ASIS", "right_asis"),
        ("LASI", "left_asis"),
        ("Anna:RHEE", "right_heel"),
        ("RCAL", "right_heel"),
        ("l_toe", "left_toe"),
        ("V.Sacral", "sacrum"),
        ("LMFC", "left_inner_knee"),
        ("LLFC", "left_knee"),
        ("R.Thigh.Upper", None),
    ],
)
def test_markers_are_known_by_the_names_of_common_sets(marker, landmark):
    assert landmark_of(marker) == landmark


def test_a_marker_that_is_hidden_for_a_while_keeps_its_mean(make_person, write_trc):
    person = make_person()
    person["LKNE"][3:] = np.nan
    person["RSHO"][:] = np.nan
    found = read_static(write_trc(person))
    assert found.places["LKNE"] == pytest.approx((0.0, 0.15, 0.5), abs=1e-4)
    assert "RSHO" not in found.places
    assert "never seen, and left out: RSHO." in found.notes


WRONG = {
    "millimetres for metres": (
        lambda person, text: text(person).replace("\tmm\n", "\tm\n"),
        "the pelvis is above the feet by 943.5 m, which must be 0.2 to 1.4 m: the file"
        " says that markers are in m. The numbers fit mm.",
    ),
    "metres for millimetres": (
        lambda person, text: text(person, unit="m").replace("\tm\n", "\tmm\n"),
        "The numbers fit m.",
    ),
    "mirrored": (
        lambda person, text: text(person, turn=np.diag([1.0, -1, 1])),
        "the left asis is 0.26 m to the right of the right one: two axes of the file"
        " are exchanged, one is mirrored, or left and right are.",
    ),
    "lying": (
        lambda person, text: text(
            {k: x @ np.array([[0.7, 0, -0.7], [0, 1, 0], [0.7, 0, 0.7]]) for k, x in
             person.items()}
        ),
        "no axis is upright",
    ),
    "no marker": (
        lambda person, text: text({k: x * np.nan for k, x in person.items()}),
        "there is no marker in it that is ever seen.",
    ),
    "cut short": (
        lambda person, text: text(person).rsplit("\n", 3)[0],
        "the header says 11 frames, but there are",
    ),
    "no trc": (lambda person, text: "frame,time\n", "it does not begin with PathFile"),
    "a word": (
        lambda person, text: text(person).replace("\t0.02000\t", "\tlate\t"),
        'line 9: "late" given; it must be a number or empty.',
    ),
    "unit": (
        lambda person, text: text(person).replace("\tmm\n", "\tinch\n"),
        'line 3: Units "inch" given; it must be one of m, cm, mm.',
    ),
    "twice": (
        lambda person, text: text(person).replace("\tLKNE", "\tRKNE"),
        "these markers are there twice: RKNE.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_file_is_refused_with_a_sentence(make_person, as_trc, write_trc, kind):
    make, sentence = WRONG[kind]
    path = write_trc(make(make_person(), as_trc))
    with pytest.raises(InputError) as error:
        read_static(path)
    assert str(error.value).startswith(f"{path}: ")
    assert sentence in str(error.value)


def test_who_walks_does_not_stand(make_person, write_trc):
    path = write_trc(make_person(duration=2.0, speed=1.2))
    with pytest.raises(InputError, match=r"LASI moves by 2\.40 m: this is no trial of"):
        read_static(path)
