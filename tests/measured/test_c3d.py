"""C3D files that ezc3d wrote, and damaged ones."""

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.measured import c3d
from gaitsmith.measured.static import read_static
from gaitsmith.measured.walk_file import read_gait

RATE, ANALOG_RATE, STRIDE = 100.0, 500.0, 1.1
WEIGHT = 700.0  # N
Z_UP_ALONG_Y = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])


def loads(duration):
    """(samples,) time, and N that each foot carries: they take turns at 0, 0.55 s."""
    time = np.arange(round(duration * ANALOG_RATE)) / ANALOG_RATE
    left = ((time / STRIDE - 0.5) % 1.0 < 0.5) * WEIGHT
    return time, left, WEIGHT - left


@pytest.fixture
def write_c3d(tmp_path):
    """Markers in m, and if asked for two plates side by side, events and outputs."""
    ezc3d = pytest.importorskip("ezc3d", reason="ezc3d reads and writes C3D files")

    def write(markers, plates=False, events=(), outputs=None):
        frames = len(next(iter(markers.values()))) if markers else 300
        frames -= frames % 2
        everything = {
            **{name: x[:frames] @ Z_UP_ALONG_Y.T * 1000 for name, x in markers.items()},
            **(outputs or {}),
        }
        file = ezc3d.c3d()
        file["parameters"]["POINT"]["UNITS"]["value"] = ["mm"]
        file["parameters"]["POINT"]["RATE"]["value"] = [RATE]
        file["parameters"]["POINT"]["LABELS"]["value"] = list(everything)
        points = np.ones((4, len(everything), frames))
        for k, places in enumerate(everything.values()):
            points[:3, k] = places[:frames].T
        file["data"]["points"] = points
        if plates:
            add_plates(file, frames / RATE)
        for side, time in events:
            file.add_event((0, time), side, "Foot Strike")
        path = tmp_path / "own.c3d"
        file.write(str(path))
        return path

    return write


def add_plates(file, duration):
    """Two plates of type 1, left and right of the way along y: forces and places."""
    _, left, right = loads(duration)
    channels = np.zeros((1, 12, len(left)))
    for k, load in enumerate((left, right)):
        channels[0, 6 * k + 2] = -load  # a plate counts what presses on it
    file["parameters"]["ANALOG"]["RATE"]["value"] = [ANALOG_RATE]
    analog = file["parameters"]["ANALOG"]
    kinds = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")
    analog["LABELS"]["value"] = [f"{kind}{k + 1}" for k in range(2) for kind in kinds]
    analog["UNITS"]["value"] = ["N", "N", "N", "Nmm", "Nmm", "Nmm"] * 2
    file["parameters"]["ANALOG"]["SCALE"]["value"] = np.ones(12)
    file["data"]["analogs"] = channels
    corners = np.zeros((3, 4, 2))
    ends = ((250, 4000), (-250, 4000), (-250, 0), (250, 0))
    for k, x in enumerate((-300.0, 300.0)):
        for corner, (dx, y) in enumerate(ends):
            corners[:, corner, k] = (x + dx, y, 0.0)
    for name, value in {
        "USED": np.array([2]),
        "TYPE": np.array([2, 2]),
        "ZERO": np.array([1, 0]),
        "CORNERS": corners,
        "ORIGIN": np.zeros((3, 2)),
        "CHANNEL": np.arange(1, 13).reshape(2, 6).T,
    }.items():
        kind = 2 if value.dtype == int else 4  # INT, FLOAT
        one = {"type": kind, "description": "", "is_locked": False, "value": value}
        file["parameters"]["FORCE_PLATFORM"][name] = one


def test_markers_of_a_c3d_stand_as_those_of_a_trc(make_person, write_c3d):
    person = make_person()
    found = read_static(write_c3d(person))
    for name, place in person.items():
        assert found.places[name] == pytest.approx(place[0], abs=1e-4)
    assert found.notes[0] == "z of the file is up, y is forward."


def test_forces_of_plates_tell_strikes_mass_and_sides(make_person, write_c3d):
    walker = make_person(duration=3.4, speed=1.2)
    gait = read_gait([write_c3d(walker, plates=True)])
    assert gait.mass == pytest.approx(WEIGHT / 9.81, rel=1e-3)
    left, right = gait.strikes
    assert left == pytest.approx((0.55, 1.65, 2.75), abs=0.004)
    assert right == pytest.approx((1.1, 2.2, 3.3), abs=0.004)
    assert gait.curves["vertical"].left.mean[25] == pytest.approx(1.0, abs=0.01)
    assert gait.curves["vertical"].right.mean[75] == pytest.approx(0.0, abs=0.01)


def test_strikes_that_do_not_fit_the_forces_are_refused(make_person, write_c3d):
    walker = make_person(duration=3.4, speed=1.2)
    good = [("Left", 0.55), ("Left", 1.65), ("Right", 1.1), ("Right", 2.2)]
    gait = read_gait([write_c3d(walker, plates=True, events=good)])
    assert np.ravel(gait.strikes) == pytest.approx((0.55, 1.65, 1.1, 2.2))
    bad = [*good[:3], ("Right", 2.5)]
    with pytest.raises(InputError) as error:
        read_gait([write_c3d(walker, plates=True, events=bad)])
    assert str(error.value).endswith(
        "the strike of the right foot given at 2.500 s does not fit: by ground forces"
        " it strikes at 2.200 s."
    )


def test_angles_of_plug_in_gait_are_read(make_person, write_c3d):
    walker = make_person(duration=3.4, speed=1.2)
    time = np.arange(341)[:, None] / RATE
    bent = 30.0 + 30.0 * np.sin(2 * np.pi * time / STRIDE) * np.ones(3)
    outputs = {"LKneeAngles": bent, "RKneeAngles": bent, "RAnkleMoment": 100 * bent}
    gait = read_gait([write_c3d(walker, outputs=outputs)])
    assert gait.curves["knee"].right.mean[25] == pytest.approx(60.0, abs=0.2)
    assert gait.curves["knee"].left.mean[25] == pytest.approx(0.0, abs=0.2)
    assert gait.curves["ankle_moment"].right.mean[0] == pytest.approx(3.0, abs=0.03)
    assert gait.curves["ankle_moment"].left is None


def test_a_c3d_without_markers_is_refused(write_c3d):
    path = write_c3d({})
    for read in (read_static, lambda one: read_gait([one])):
        with pytest.raises(InputError, match="there is no marker in it"):
            read(path)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.4, 0.8])
def test_a_damaged_file_is_refused(make_person, write_c3d, share):
    path = write_c3d(make_person())
    whole = path.read_bytes()
    path.write_bytes(whole[: 3 + round(share * len(whole))])
    with pytest.raises(InputError) as error:
        read_static(path)
    assert str(error.value).startswith(f"{path}: ")


def test_other_files_are_no_c3d(tmp_path, monkeypatch):
    path = tmp_path / "own.c3d"
    path.write_text("percent,knee\n")
    with pytest.raises(InputError, match="this is no C3D file"):
        c3d.read_c3d(path)
    path.write_bytes(b"\x02\x50" + b"\x00" * 600)
    monkeypatch.setattr(c3d, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'gaitsmith\[c3d\]'"):
        c3d.read_c3d(path)


def changed_c3d(path, change):
    """The file with something in it changed by `change(file)`."""
    import ezc3d

    file = ezc3d.c3d(str(path))
    change(file)
    file.write(str(path))
    return path


def put(group, name, value):
    def change(file):
        file["parameters"][group][name]["value"][:] = value

    return change


def times_a_million(file):
    file["data"]["analogs"] *= 1e6


def far_away(file):
    file["data"]["points"][:3, 3, 10] = 1e30


WRONG = {
    "corners of a plate": (
        put("FORCE_PLATFORM", "CORNERS", np.nan),
        "force plate 1: its forces are no numbers; check its corners and its channels.",
    ),
    "a plate of a type that nobody knows": (
        put("FORCE_PLATFORM", "TYPE", 99),
        "markers alone tell strikes and speed, but no curve: add a static trial of the"
        " same person (--static), or a file of angles, moments or forces. Its force"
        " plates are not read: ",
    ),
    "forces in micronewtons": (
        times_a_million,
        "by the mean ground force of a stride somebody of 7.136e+07 kg walks here; 5 to"
        " 500 can be: are forces in N?",
    ),
    "a marker beyond the moon": (far_away, "marker LANK is 1e+27 m away: damaged?"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_right_in_a_c3d_is_named(make_person, write_c3d, what):
    change, sentence = WRONG[what]
    path = write_c3d(make_person(duration=3.4, speed=1.2), plates=True)
    with pytest.raises(InputError) as error:
        read_gait([changed_c3d(path, change)])
    assert str(error.value).startswith(f"{path}: {sentence}")
