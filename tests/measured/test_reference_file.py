from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait import human
from gaitsmith.gait.fidelity import fidelity
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import Reference, human_reference
from gaitsmith.measured import walk_file
from gaitsmith.measured.reference_file import read_reference

PERCENT = np.arange(101.0)
SPEED = 1.25
BORROWED = (
    "own.csv does not say how people differ in {}: the spread is that between people"
    " walking at 1.25 m/s."
)


@pytest.fixture
def people() -> Reference:
    return human_reference("walk", SPEED)


@pytest.fixture
def write(tmp_path):
    """Write columns as a CSV file, or any text."""

    def write(
        content: Mapping[str, object] | str | bytes, name: str = "own.csv"
    ) -> Path:
        path = tmp_path / name
        if isinstance(content, Mapping):
            rows = np.array(list(np.broadcast_arrays(*content.values()))).T
            lines = [
                ",".join(content),
                *(",".join(map(repr, r)) for r in rows.tolist()),
            ]
            content = "\n".join(lines) + "\n"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def columns_of(bands: Mapping[str, Band], suffix: str = "") -> dict[str, np.ndarray]:
    parts = {}
    for name, band in bands.items():
        parts |= {f"{name}{suffix}_mean": band.mean, f"{name}{suffix}_sd": band.sd}
    return parts


def refusal(path: Path, *arguments, gait: str = "walk", speed: float = SPEED) -> str:
    with pytest.raises(InputError) as error:
        read_reference(path, gait, speed, *arguments)
    return str(error.value).removeprefix(f"{path}: ")


def test_people_written_to_a_file_and_read_back_are_the_same(write, people):
    path = write(
        {"percent": PERCENT}
        | columns_of(people.angles)
        | columns_of(people.moments, "_moment")
        | columns_of(people.forces)
    )
    found = read_reference(path, "walk", SPEED)
    assert found.name == "own.csv"
    assert found.notes == ()
    for part in ("angles", "moments", "forces"):
        own, theirs = getattr(found, part), getattr(people, part)
        assert list(own) == list(theirs)
        for name, band in own.items():
            assert fidelity(theirs[name].mean, band).standard_score == 0.0
            above = theirs[name].mean + theirs[name].sd
            assert fidelity(above, band).standard_score == pytest.approx(1.0)
    assert np.max(found.angles["knee"].mean) == pytest.approx(62.8, abs=0.1)
    assert np.min(found.angles["ankle"].mean) == pytest.approx(-13.9, abs=0.1)


def test_half_as_many_rows_give_nearly_the_same(write, people):
    path = write(
        {"percent": PERCENT[::2]}
        | {name: curve[::2] for name, curve in columns_of(people.angles).items()}
    )
    for name, band in read_reference(path, "walk", SPEED).angles.items():
        assert band.mean.shape == band.sd.shape == (101,)
        assert band.mean == pytest.approx(people.angles[name].mean, abs=0.5)
        assert band.mean[::2] == pytest.approx(people.angles[name].mean[::2])
        assert fidelity(people.angles[name].mean, band).standard_score < 0.02


def test_rows_need_not_be_evenly_spaced(write):
    path = write("percent,knee\n0,0\n10,20\n100,0\n")
    mean = read_reference(path, "walk", SPEED).angles["knee"].mean
    assert mean[[0, 5, 10, 55, 100]] == pytest.approx(np.array([0, 10, 20, 10, 0]))


def test_a_missing_spread_is_borrowed_and_said(write, people):
    means = {"percent": PERCENT, "knee": people.angles["knee"].mean}
    path = write(means | {"vertical_mean": people.forces["vertical"].mean})
    found = read_reference(path, "walk", SPEED)
    assert found.angles["knee"].sd.tolist() == people.angles["knee"].sd.tolist()
    assert found.forces["vertical"].sd.tolist() == people.forces["vertical"].sd.tolist()
    assert found.moments == {}
    assert found.notes == (BORROWED.format("knee, vertical"),)


def test_beyond_peoples_speeds_the_borrowed_spread_says_so(write, people):
    path = write({"percent": PERCENT, "knee": people.angles["knee"].mean})
    notes = read_reference(path, "walk", 2.2).notes
    assert notes[-1] == human.angles("walk", 2.2)["knee"].note
    assert len(notes) == 2


def test_a_curve_without_any_spread_is_left_out(write, people):
    thigh = {"percent": PERCENT, "thigh_mean": people.angles["thigh"].mean}
    path = write(thigh | {"knee": people.angles["knee"].mean})
    found = read_reference(path, "run", 3.0)
    assert list(found.angles) == ["knee"]
    assert (
        "thigh left out: own.csv does not say how people differ, and the spread between"
        " people running at 3 m/s is not known."
    ) in found.notes
    assert refusal(write(thigh), gait="run", speed=3.0) == (
        "the spread between people running at 3 m/s is not known for thigh: add it, as"
        " in a column thigh_sd."
    )


def test_between_two_speeds_of_the_file_mean_and_spread_are_interpolated(write):
    rows = ["speed,percent,knee_mean,knee_sd"]
    rows += [
        f"{v},{p},{k},{s}" for v, k, s in ((1.5, 40, 8), (1, 20, 4)) for p in (0, 100)
    ]
    path = write("\n".join(rows))
    found = read_reference(path, "walk", 1.2)
    assert found.angles["knee"].mean == pytest.approx(np.full(101, 28.0))
    assert found.angles["knee"].sd == pytest.approx(np.full(101, 5.6))
    assert found.notes == ()
    beyond = read_reference(path, "walk", 1.7)
    assert beyond.angles["knee"].mean == pytest.approx(np.full(101, 40.0))
    assert beyond.notes == ("the file is of 1 to 1.5 m/s; this is 1.5, not 1.7 m/s.",)
    assert beyond.angles["knee"].note == beyond.notes[0]


def test_one_speed_of_the_file_stands_in_for_another_and_says_so(write):
    path = write("speed,percent,knee_mean,knee_sd\n1.3,0,9,5\n1.3,100,9,5\n")
    assert read_reference(path, "walk", 1.26).notes == ()
    found = read_reference(path, "walk", 1.0)
    assert found.notes == ("the file is of 1.3 m/s, not of 1 m/s.",)


def test_the_spread_of_moments_and_forces_may_vanish(write, people):
    moment, force = people.moments["ankle"].mean, people.forces["vertical"].mean
    path = write(
        {"percent": PERCENT}
        | {"ankle_moment_mean": moment, "ankle_moment_sd": 0.0}
        | {"vertical_mean": force, "vertical_sd": 0.0}
    )
    found = read_reference(path, "walk", SPEED)
    assert set(found.moments["ankle"].sd) == {human.LEAST_MOMENT_SD}
    assert set(found.forces["vertical"].sd) == {human.LEAST_FORCE_SD}


def test_a_typing_error_in_a_name_is_told(write):
    path = write("percent,knee,hip_men,n,who\n0,9,1,24,\n100,9,1,24,me\n")
    notes = read_reference(path, "walk", SPEED).notes
    assert notes[:2] == (
        "column 'hip_men' is not known and not used: did you mean 'hip_mean'?",
        "columns that are not known and not used: n, who.",
    )


def test_names_in_capitals_quotes_and_empty_columns_do_no_harm(write):
    head = '\ufeff"Percent",,, Knee_Mean ,KNEE_SD,,\r\n'
    text = head + '0,,,9,"5",,\r\n\r\n100,,,9,5,,\r\n,,\r\n'
    band = read_reference(write(text), "walk", SPEED).angles["knee"]
    assert set(band.mean) == {9.0}
    assert set(band.sd) == {5.0}


def test_a_column_of_row_numbers_is_no_comment(write):
    path = write("#,percent,knee\n1,0,9\n2,100,9\n")
    assert set(read_reference(path, "walk", SPEED).angles["knee"].mean) == {9.0}


def test_names_from_strangers_are_shown_on_one_short_line(write):
    names = ['"a\nb\x1b[2J"', "x" * 99, *(f"c{i}" for i in range(30))]
    path = write(f"{','.join(names)}\n{','.join('0' for _ in names)}\n")
    others = ", ".join(f"c{i}" for i in range(18))
    assert refusal(path) == (
        f"the column 'percent' is missing. Found: a?b?[2j, {'x' * 57}..., {others} and"
        " 12 more."
    )


def test_a_curve_with_turned_signs_is_told(write, people):
    path = write(
        {"percent": PERCENT}
        | {"knee_mean": -people.angles["knee"].mean, "knee_sd": 5.0}
        | {"hip_mean": people.angles["hip"].mean, "hip_sd": 5.0}
        | {"hip_moment_mean": -people.moments["hip"].mean, "hip_moment_sd": 0.2}
    )
    assert read_reference(path, "walk", SPEED).notes == (
        "knee goes against people's (correlation -1.00): check its sign; hip and knee"
        " flexion, dorsiflexion, thigh forward and toes up are +.",
        "hip_moment goes against people's (correlation -1.00): check its sign; hip"
        " extension, knee extension and plantarflexion are +.",
    )


def test_a_curve_that_ends_elsewhere_than_it_began_is_told(write):
    path = write("percent,hip_mean,hip_sd\n0,30,5\n100,-10,5\n")
    assert read_reference(path, "walk", SPEED).notes[0] == (
        "the hip begins at 30 and ends at -10 degrees: 100 % is the next strike of the"
        " same foot. Check this."
    )


COMMENTED = (
    "line 1 begins with '#'; line 1 must hold the names of the columns, without '#'."
)
WRONG = {
    "empty": ("", "the file is empty."),
    "only commas": (",,\n,,\n", "the file is empty."),
    "binary": (b"PK\x03\x04\x00\x00", "this is not UTF-8 text; save it as plain text."),
    "UTF-16": (
        "percent,hip\n0,1\n".encode("utf-16"),
        "this is not UTF-8 text; save it as plain text.",
    ),
    "semicolons": (
        "percent;hip\n0;1,5\n100;1,5\n",
        "columns are separated by semicolons; use commas, and points for decimals.",
    ),
    "tabs": (
        "percent\thip\tknee\n0\t1\t5\n100\t1\t5\n",
        "columns are separated by tabs; use commas, and points for decimals.",
    ),
    "spaces": (
        "percent hip\n0 1\n100 1\n",
        "one column found: percent hip. Columns must be separated by commas, and"
        " decimals by points.",
    ),
    "a comment": ("# walking, knee\npercent,hip\n0,1\n100,1\n", COMMENTED),
    "names in a comment": ("# percent,hip\n0,1\n100,1\n", COMMENTED),
    "no percent": (
        "time,hip\n0,1\n1,1\n",
        "there is no curve in it. At least one of these columns is needed: thigh_right,"
        " hip_right, knee_right, ankle_right, foot_right, hip_moment_right,"
        " knee_moment_right, ankle_moment_right, vertical_right, fore_aft_right,"
        " medio_lateral_right (or _left). Found: time, hip.",
    ),
    "no curve": (
        "percent,knee_men,elbow\n0,1,2\n100,1,2\n",
        "there is no curve in it. At least one of these columns is needed: thigh_mean,"
        " hip_mean, knee_mean, ankle_mean, foot_mean, hip_moment_mean,"
        " knee_moment_mean, ankle_moment_mean, vertical_mean, fore_aft_mean,"
        " medio_lateral_mean. Found: percent, knee_men, elbow. Column 'knee_men' is not"
        " known and not used: did you mean 'knee_mean'? Columns that are not known and"
        " not used: elbow.",
    ),
    "spread without mean": (
        "percent,knee_men,knee_sd\n0,1,2\n100,1,2\n",
        "the column 'knee_mean' is missing, but 'knee_sd' is there. Found: percent,"
        " knee_men, knee_sd.",
    ),
    "twice": (
        "percent,knee,Knee,percent\n0,1,2,0\n",
        "these columns are there twice: percent, knee.",
    ),
    "the same curve twice": (
        "percent,knee,knee_mean\n0,1,2\n100,1,2\n",
        "'knee_mean' and 'knee' name the same curve: keep one.",
    ),
    "no rows": ("percent,knee\n", "there is no row of numbers under the names."),
    "one row": (
        "percent,knee\n0,1\n",
        "rows of numbers: 1; at least 2 are needed, and percent must rise from 0 to"
        " 100.",
    ),
    "one row of a speed": (
        "speed,percent,knee\n1,0,1\n2,100,1\n",
        "rows of numbers for each speed: 1; at least 2 are needed, and percent must"
        " rise from 0 to 100.",
    ),
    "no number": (
        "percent,knee\n0,1\n50,stiff\n100,1\n",
        "line 3, column 'knee': \"stiff\" given; it must be a finite number such as"
        " 12.5.",
    ),
    "a long cell": (
        f"percent,knee\n0,{'x' * 999}\n",
        f"line 2, column 'knee': \"{'x' * 56}... given; it must be a finite number such"
        " as 12.5.",
    ),
    "NaN": (
        "percent,knee\n0,1\n50,NaN\n100,1\n",
        "line 3, column 'knee': \"NaN\" given; it must be a finite number such as"
        " 12.5.",
    ),
    "an empty cell": (
        "percent,knee\n0,1\n50\n100,1\n",
        "line 3, column 'knee': \"\" given; it must be a finite number such as 12.5.",
    ),
    "too many cells": (
        "percent,knee\n0,12,5\n",
        "line 2: 3 values given for 2 columns.",
    ),
    "an open quote": (
        'percent,knee\n0,"1\n100,1\n',
        "line 3: no CSV: unexpected end of data.",
    ),
    "wrong order": (
        "percent,knee\n0,1\n60,1\n50,1\n100,1\n",
        "line 4, column 'percent': 50 given; 60 came before, and percent must rise from"
        " 0 to 100.",
    ),
    "a speed twice": (
        "speed,percent,knee\n1,0,9\n1,100,9\n1,0,9\n1,100,9\n",
        "line 4, column 'percent': 0 given; 100 came before, and percent must rise from"
        " 0 to 100 for each speed.",
    ),
    "begins late": (
        "percent,knee\n1,1\n100,1\n",
        "line 2, column 'percent': 1 given; percent must rise from 0 to 100.",
    ),
    "shares for percent": (
        "percent,knee\n0,9\n0.5,9\n1,9\n",
        "line 4, column 'percent': 1 given; percent must rise from 0 to 100.",
    ),
    "no spread": (
        "percent,knee_mean,knee_sd\n0,9,4\n50,9,0\n100,9,4\n",
        "line 3, column 'knee_sd': 0 given; a standard deviation must lie between 0.1"
        " and 180 degrees.",
    ),
    "a tiny spread": (
        "percent,knee_mean,knee_sd\n0,9,0.1\n50,9,1e-300\n100,9,4\n",
        "line 3, column 'knee_sd': 1e-300 given; a standard deviation must lie between"
        " 0.1 and 180 degrees.",
    ),
    "a huge spread": (
        "percent,ankle_moment,ankle_moment_sd\n0,1,0.1\n100,1,1e308\n",
        "line 3, column 'ankle_moment_sd': 1e+308 given; a standard deviation must lie"
        " between 0 and 10 N m/kg.",
    ),
    "a negative spread": (
        "percent,vertical_mean,vertical_sd\n0,1,0\n50,1,-0.1\n100,1,0\n",
        "line 3, column 'vertical_sd': -0.1 given; a standard deviation must lie"
        " between 0 and 10 body weights.",
    ),
    "no speed": (
        "speed,percent,knee\n0,0,9\n0,100,9\n",
        "line 2, column 'speed': 0 given; a speed in m/s must be more than 0.",
    ),
    "radians": (
        "percent,knee,vertical\n0,0.1,1\n50,1.1,1\n100,0.1,1\n",
        "no angle is larger than 1.1: these look like radians. Give degrees; an"
        " OpenSim file says inDegrees in its header.",
    ),
    "thousands": (
        "percent,knee\n0,1\n50,620\n100,1\n",
        "line 3, column 'knee': 620 given; that is no person's angle, which lies"
        " between -180 and 180 degrees.",
    ),
    "nonsense": (
        "percent,knee\n0,-1e308\n50,1e308\n100,1\n",
        "line 2, column 'knee': -1e+308 given; that is no person's angle, which lies"
        " between -180 and 180 degrees.",
    ),
    "N m": (
        "percent,ankle_moment\n0,0\n50,-110\n100,1\n",
        "line 3, column 'ankle_moment': -110 given; that is no person's moment, which"
        " lies between -10 and 10 N m/kg: divide N m by the body's mass in kg.",
    ),
    "N": (
        "percent,vertical\n0,0\n50,700\n100,0\n",
        "line 3, column 'vertical': 700 given; that is no person's ground force, which"
        " lies between -10 and 10 body weights: divide N by the body's weight in N.",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_table_is_refused_by_name(write, kind):
    content, sentence = WRONG[kind]
    assert refusal(write(content)) == sentence


def test_other_files_are_refused(tmp_path, write, monkeypatch):
    assert refusal(tmp_path / "none.csv") == "there is no such file."
    wanted = "a reference must be a .csv, .mot, .sto, .trc or .c3d file."
    assert refusal(write("percent,knee\n", "own.txt")) == wanted
    assert "no gait of people is called 'hop'" in refusal(
        tmp_path / "x.csv", gait="hop"
    )
    path = write("percent,knee\n0,9\n100,9\n")
    assert refusal(path, [0.0, 1.0]).startswith("strikes are for files over time;")
    monkeypatch.setitem(walk_file.LARGEST, ".csv", 1_000_000)
    huge = write("percent,knee\n" + "0,9\n" * 300_000)
    assert refusal(huge) == "the file is too large: more than 1 MB."
