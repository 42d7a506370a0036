from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.reference import Reference, human_reference
from gaitsmith.measured.reference_file import read_reference

PERCENT = np.arange(101.0)
SPEED = 1.25
BORROWED = (
    "own.mot does not say how people differ in hip, knee, ankle: the spread is that"
    " between people walking at 1.25 m/s."
)


@pytest.fixture
def people() -> Reference:
    return human_reference("walk", SPEED)


@pytest.fixture
def write(tmp_path):
    def write(text: str, name: str = "own.mot") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def motion_text(
    curves: Mapping[str, np.ndarray], time: np.ndarray, in_degrees: bool = True
) -> str:
    """A .mot file of angles in degrees."""
    head = f"own\nversion=1\nnRows={len(time)}\nnColumns={len(curves) + 1}\n"
    head += f"inDegrees={'yes' if in_degrees else 'no'}\nendheader\n"
    values = list(curves.values()) if in_degrees else np.radians(list(curves.values()))
    rows = np.array([time, *values]).T
    lines = [
        "\t".join(["time", *curves]),
        *("\t".join(map(repr, r)) for r in rows.tolist()),
    ]
    return head + "\n".join(lines) + "\n"


@pytest.fixture
def leg(people) -> dict[str, np.ndarray]:
    """One cycle of the right leg, as the Rajagopal model names it."""
    names = {"hip": "hip_flexion_r", "knee": "knee_angle_r", "ankle": "ankle_angle_r"}
    return {name: people.angles[joint].mean for joint, name in names.items()}


def refusal(path: Path, strikes: tuple[float, ...] | list[float] = ()) -> str:
    with pytest.raises(InputError) as error:
        read_reference(path, "walk", SPEED, strikes)
    return str(error.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("in_degrees", [True, False])
def test_a_motion_of_one_cycle_gives_its_angles(write, people, leg, in_degrees):
    path = write(motion_text(leg, 3.0 + 0.011 * PERCENT, in_degrees))
    found = read_reference(path, "walk", SPEED)
    assert found.name == "own.mot"
    assert set(found.angles) == {"hip", "knee", "ankle"}
    assert found.moments == found.forces == {}
    for joint, band in found.angles.items():
        assert band.mean == pytest.approx(people.angles[joint].mean)
        assert band.sd.tolist() == people.angles[joint].sd.tolist()
    assert found.notes == (BORROWED,)
    assert np.max(found.angles["knee"].mean) == pytest.approx(62.8, abs=0.1)


@pytest.mark.parametrize("in_degrees", [True, False])
def test_a_motion_that_opensim_wrote_gives_the_same(write, people, leg, in_degrees):
    opensim = pytest.importorskip("opensim")
    opensim.Logger.setLevelString("Off")
    table = opensim.TimeSeriesTable()
    paths = [f"/jointset/walker_{name[:4]}/{name}/value" for name in leg]
    table.setColumnLabels([*paths, "/jointset/hip_r/hip_flexion_r/speed"])
    for i in range(101):
        angles = [float(curve[i]) for curve in leg.values()]
        row = angles if in_degrees else np.radians(angles).tolist()
        table.appendRow(i * 0.011, opensim.RowVector([*row, 99.0]))
    table.addTableMetaDataString("inDegrees", "yes" if in_degrees else "no")
    path = write("", "own.sto")
    opensim.STOFileAdapter.write(table, str(path))
    found = read_reference(path, "walk", SPEED)
    assert set(found.angles) == {"hip", "knee", "ankle"}
    for joint, band in found.angles.items():
        assert band.mean == pytest.approx(people.angles[joint].mean)


def test_cycles_are_cut_at_the_strikes_and_averaged(write, leg):
    # A cycle of 1 s and one of 1.4 s, 6 degrees higher, between two halves of others.
    long = np.linspace(0.0, 1.4, 141)
    shifted = {k: np.interp(long / 1.4 * 100, PERCENT, v) for k, v in leg.items()}
    curves = {
        k: np.concatenate([v[50:100], v[:100], shifted[k][:140] + 6.0, v[:50]])
        for k, v in leg.items()
    }
    time = np.arange(len(curves["knee_angle_r"])) / 100.0
    path = write(motion_text(curves, time))
    found = read_reference(path, "walk", SPEED, [0.5, 1.5, 2.9])
    for joint, name in (("hip", "hip_flexion_r"), ("knee", "knee_angle_r")):
        # The last point of a cycle is the first of the next.
        mean = found.angles[joint].mean[:-1]
        assert mean == pytest.approx(leg[name][:-1] + 3.0, abs=0.1)
    assert found.notes[0] == (
        "the mean of 2 cycles of one person; how these differ is not how people differ,"
        " and is not used."
    )
    one = read_reference(path, "walk", SPEED, [0.5, 1.5])
    assert one.angles["hip"].mean[:-1] == pytest.approx(leg["hip_flexion_r"][:-1])


def test_a_knee_that_bends_to_the_negative_is_turned(write, people, leg):
    leg["knee_angle_r"] = -leg["knee_angle_r"]
    found = read_reference(write(motion_text(leg, PERCENT)), "walk", SPEED)
    assert found.angles["knee"].mean == pytest.approx(people.angles["knee"].mean)
    note = "knee_angle_r counts flexion as negative: its sign was turned."
    assert note in found.notes


def test_thigh_and_foot_follow_from_the_pelvis(write, people, leg):
    # OpenSim's pelvis_tilt is negative when the pelvis leans forward.
    leg["pelvis_tilt"] = np.full(101, -12.0)
    leg["hip_flexion_r"] = people.angles["thigh"].mean + 12.0
    leg["knee_angle_r"] = -leg["knee_angle_r"]
    path = write(motion_text(leg, PERCENT))
    found = read_reference(path, "walk", SPEED)
    assert list(found.angles) == ["thigh", "hip", "knee", "ankle", "foot"]
    for name in ("thigh", "foot"):
        assert found.angles[name].mean == pytest.approx(people.angles[name].mean)
    assert any(note.startswith("thigh and foot derived") for note in found.notes)
    assert set(read_reference(path, "run", 3.0).angles) == {"hip", "knee", "ankle"}


def test_the_left_leg_stands_in_for_a_missing_right_one(write, people, leg):
    left = {name.replace("_r", "_l"): curve for name, curve in leg.items()}
    mixed = left | {"hip_flexion_r": leg["hip_flexion_r"] + 5.0}
    path = write(motion_text(left, PERCENT))
    found = read_reference(path, "walk", SPEED)
    assert found.angles["ankle"].mean == pytest.approx(people.angles["ankle"].mean)
    assert found.notes[0] == (
        "the file has the left leg only: it is used, and strikes are taken for those of"
        " the left foot."
    )
    path = write(motion_text(mixed, PERCENT))
    found = read_reference(path, "walk", SPEED)
    assert found.angles["hip"].mean == pytest.approx(people.angles["hip"].mean + 5.0)
    assert list(found.angles) == ["hip"]


def test_moments_of_a_motion_are_left_out_where_no_mass_is_known(write, leg):
    path = write(motion_text(leg | {"ankle_angle_r_moment": PERCENT}, PERCENT))
    found = read_reference(path, "walk", SPEED)
    assert found.moments == found.forces == {}
    assert (
        "moments are left out: they are per body, and the mass is not known; gaitsmith"
        " import --mass KG says it."
    ) in found.notes


def test_a_file_that_is_no_cycle_asks_for_strikes(write, leg):
    cut = {name: curve[:51] for name, curve in leg.items()}
    path = write(motion_text(cut, PERCENT[:51] / 100.0))
    hip = leg["hip_flexion_r"]
    gap = f"the hip begins at {hip[0]:.3g} and ends at {hip[50]:.3g} degrees"
    assert refusal(path) == (
        f"the file is not one gait cycle: {gap}. Say when the foot strikes the ground,"
        " in s: --strikes T1,T2."
    )
    assert read_reference(path, "walk", SPEED, [0.0, 0.5]).notes[0] == (
        f"from 0 to 0.5 s {gap}: check that these are two strikes of the same foot,"
        " with none between them."
    )


GAITS = [("walk", 0.75), ("walk", 1.25), ("walk", 1.75)]
GAITS += [("run", speed) for speed in (2.0, 3.0, 4.0, 5.0)]


def repeated(gait: str, speed: float, times: int) -> dict[str, np.ndarray]:
    """People's hip and knee over some whole cycles."""
    people = human_reference(gait, speed).angles
    return {
        name: np.append(np.tile(people[joint].mean[:-1], times), people[joint].mean[0])
        for joint, name in (("hip", "hip_flexion_r"), ("knee", "knee_angle_r"))
    }


@pytest.mark.parametrize(("gait", "speed"), GAITS)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_one_cycle_of_people_is_taken_wherever_it_begins(write, gait, speed, sign):
    for begin in range(0, 100, 20):
        curves = {
            name: sign * np.append(np.roll(curve[:-1], begin), curve[-begin - 1])
            for name, curve in repeated(gait, speed, 1).items()
        }
        found = read_reference(write(motion_text(curves, PERCENT)), gait, speed)
        assert set(found.angles) == {"hip", "knee"}


@pytest.mark.parametrize(("gait", "speed"), GAITS)
@pytest.mark.parametrize("times", [2, 3, 60])
@pytest.mark.parametrize("joint", ["hip", "knee"])
def test_several_cycles_ask_for_strikes(write, gait, speed, times, joint):
    curves = {
        name: curve
        for name, curve in repeated(gait, speed, times).items()
        if name.startswith(joint)
    }
    path = write(motion_text(curves, np.arange(100 * times + 1) / 100.0))
    assert refusal(path) == (
        f"the file is not one gait cycle: the {joint} swings {times} times. Say when"
        " the foot strikes the ground, in s: --strikes T1,T2."
    )
    strikes = [float(i) for i in range(times + 1)]
    found = read_reference(path, gait, speed, strikes)
    mean = human_reference(gait, speed).angles[joint].mean
    assert found.angles[joint].mean[:-1] == pytest.approx(mean[:-1])
    assert not any("swings" in note for note in found.notes)
    assert read_reference(path, gait, speed, [0.0, 2.0]).notes[0] == (
        f"from 0 to 2 s the {joint} swings 2 times: check that these are two strikes of"
        " the same foot, with none between them."
    )


def test_a_knee_that_hardly_moves_does_not_count_cycles(write, leg):
    leg["knee_angle_r"] = 20.0 + 2.0 * np.sin(PERCENT)
    path = write(motion_text(leg, PERCENT))
    assert "knee" in read_reference(path, "walk", SPEED).angles


def test_noise_does_not_count_cycles(write, leg):
    noisy = {name: curve + 3.0 * (-1.0) ** PERCENT for name, curve in leg.items()}
    found = read_reference(write(motion_text(noisy, PERCENT)), "walk", SPEED)
    assert set(found.angles) == {"hip", "knee", "ankle"}


STRIKES = {
    "one": ([0.5], "strikes 0.5 given; at least two times in s are needed, each later"),
    "falling": (
        [0.9, 0.1],
        "strikes 0.9, 0.1 given; at least two times in s are needed",
    ),
    "equal": ([0.5, 0.5], "strikes 0.5, 0.5 given; at least two times in s are needed"),
    "no number": ([0.1, float("nan")], "strikes 0.1, nan given; at least two times"),
    "early": (
        [-0.1, 1.0],
        "the file lasts from 0 to 1 s, and strikes must lie between.",
    ),
    "late": ([0.0, 1.1], "the file lasts from 0 to 1 s, and strikes must lie between."),
    "close": ([0.5, 0.55], "the cycle from 0.5 to 0.55 s has 6 rows; at least 10 are"),
}


@pytest.mark.parametrize("kind", STRIKES)
def test_impossible_strikes_are_refused(write, leg, kind):
    strikes, sentence = STRIKES[kind]
    path = write(motion_text(leg, PERCENT / 100.0))
    assert sentence in refusal(path, strikes)


def test_a_motion_without_known_angles_is_refused(write):
    path = write(motion_text({"elbow_flex_r": PERCENT}, PERCENT))
    assert refusal(path) == (
        "no angle in it is known. At least one of these columns is needed:"
        " hip_flexion_r, knee_angle_r, ankle_angle_r (or _l). Found: elbow_flex_r."
    )


def test_a_gap_in_a_motion_is_refused(write, leg):
    leg["knee_angle_r"][7] = np.nan
    assert refusal(write(motion_text(leg, PERCENT))) == (
        "line 15, column 'knee_angle_r': nan given; it must be a finite number."
    )
    leg["knee_angle_r"][7] = 5.0
    path = write(motion_text(leg | {"other": PERCENT * np.nan}, PERCENT))
    assert "knee" in read_reference(path, "walk", SPEED).angles


def test_a_header_with_the_wrong_unit_is_refused(write, leg):
    text = motion_text(leg, PERCENT)
    hip = leg["hip_flexion_r"][0]
    assert refusal(write(text.replace("=yes", "=no"))) == (
        f"line 8, column 'hip_flexion_r': {hip:g} radians given; that is no person's"
        " angle, which lies between -180 and 180 degrees: check inDegrees in the"
        " header."
    )
    text = motion_text(leg, PERCENT, in_degrees=False)
    assert refusal(write(text.replace("=no", "=yes"))) == (
        "no angle is larger than 1.1: these look like radians. Give degrees; an"
        " OpenSim file says inDegrees in its header."
    )


@pytest.mark.parametrize(("word", "unit"), [("yes", "degrees"), ("no", "radians")])
def test_an_absurd_angle_is_refused(write, word, unit):
    knee = np.zeros(101)
    knee[7] = -1e308
    text = motion_text({"knee_angle_r": knee}, PERCENT).replace("=yes", f"={word}")
    assert refusal(write(text)) == (
        f"line 15, column 'knee_angle_r': -1e+308 {unit} given; that is no person's"
        " angle, which lies between -180 and 180 degrees: check inDegrees in the"
        " header."
    )


def test_an_absurd_pelvis_is_refused(write, leg):
    leg["pelvis_tilt"] = np.full(101, 170.0)
    assert refusal(write(motion_text(leg, PERCENT))).endswith(
        " degrees found for thigh and foot; that is no person's angle, which lies"
        " between -180 and 180 degrees: check pelvis_tilt."
    )
