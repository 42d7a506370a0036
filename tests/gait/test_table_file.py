from pathlib import Path

import numpy as np
import pytest

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.gait import table_file
from gaitsmith.gait.table_file import ColumnFile, as_csv, as_storage, naming, read_csv
from gaitsmith.measured.reference_file import read_reference

VERSION_1 = """Coordinates
version=1
nRows=3
nColumns=3
inDegrees=yes

Units are S.I. units (second, meters, Newtons, ...)
endheader
time\thip_flexion_r\tknee_angle_r
      0.00000000\t     10.00000000\t    -20.00000000
      0.10000000\t     11.50000000\t    -21.00000000
      0.20000000\t     13.00000000\t    -22.00000000
"""
VERSION_3 = """DataType=double
version=3
OpenSimVersion=4.5
endheader
time\t/jointset/hip_r/hip_flexion_r/value\t/jointset/knee_r/knee_angle_r/value
0\t0.1\tnan
0.1\t0.2\t0.3
"""
SIMM = """name walk
datacolumns 3
datarows 2
range 0.0 0.1

endheader
time hip_flexion_r knee_angle_r
0.0 10 -20
0.1 11 -21
"""


def read_storage(path: Path) -> ColumnFile:
    return table_file.read_storage(read_text(path))


@pytest.fixture
def write(tmp_path):
    def write(content: str | bytes, name: str = "walk.mot") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_a_motion_of_version_1_is_read(write):
    found = read_storage(write(VERSION_1))
    assert found.columns["time"].tolist() == [0.0, 0.1, 0.2]
    assert found.columns["hip_flexion_r"].tolist() == [10.0, 11.5, 13.0]
    assert found.columns["knee_angle_r"].tolist() == [-20.0, -21.0, -22.0]
    assert list(found.columns) == ["time", "hip_flexion_r", "knee_angle_r"]
    assert found.in_degrees
    assert found.lines == (10, 11, 12)


def test_a_storage_of_version_3_is_in_radians_if_nothing_is_said(write):
    found = read_storage(write(VERSION_3, "states.sto"))
    assert not found.in_degrees
    assert found.columns["/jointset/hip_r/hip_flexion_r/value"].tolist() == [0.1, 0.2]
    assert np.isnan(found.columns["/jointset/knee_r/knee_angle_r/value"][0])


def test_a_simm_motion_is_in_degrees(write):
    found = read_storage(write(SIMM))
    assert found.in_degrees
    assert found.columns["knee_angle_r"].tolist() == [-20.0, -21.0]


def test_the_header_says_whether_angles_are_in_degrees(write):
    assert not read_storage(write(VERSION_1.replace("=yes", "=no"))).in_degrees
    assert read_storage(write(VERSION_1.replace("inDegrees=yes", "inDegrees = Yes")))
    said = VERSION_3.replace("endheader", "inDegrees=yes\nendheader")
    assert read_storage(write(said)).in_degrees


def test_windows_line_ends_trailing_tabs_and_empty_rows_do_no_harm(write):
    plain = read_storage(write(VERSION_1))
    # As spreadsheets leave it: every line filled up with tabs.
    untidy = VERSION_1.replace("\n", "\t\t\r\n") + "\t\t\r\n\t\r\n"
    found = read_storage(write(b"\xef\xbb\xbf" + untidy.encode()))
    assert found.in_degrees
    assert {k: v.tolist() for k, v in found.columns.items()} == {
        k: v.tolist() for k, v in plain.columns.items()
    }


def test_labels_between_tabs_may_hold_spaces(write):
    found = read_storage(write("a\nendheader\ntime\tmy knee\n0\t1\n1\t2\n"))
    assert found.columns["my knee"].tolist() == [1.0, 2.0]


@pytest.mark.parametrize("name", ["motion.mot", "table.sto"])
def test_what_opensim_writes_is_read(tmp_path, write, name):
    opensim = pytest.importorskip("opensim")
    opensim.Logger.setLevelString("Off")
    path = tmp_path / name
    if path.suffix == ".mot":
        storage = opensim.Storage(str(write(VERSION_1, "source.mot")))
        storage.printResult(storage, path.stem, str(tmp_path), -1, path.suffix)
        assert "version=1" in path.read_text("utf-8")
    else:
        table = opensim.TimeSeriesTable(str(write(VERSION_1, "source.mot")))
        opensim.STOFileAdapter.write(table, str(path))
        assert "version=3" in path.read_text("utf-8")
    found = read_storage(path)
    assert found.in_degrees
    assert found.columns["time"] == pytest.approx(np.array([0.0, 0.1, 0.2]))
    assert found.columns["hip_flexion_r"] == pytest.approx(np.array([10, 11.5, 13]))


@pytest.mark.parametrize("text", [VERSION_1, VERSION_3, SIMM])
def test_degrees_are_taken_as_opensim_takes_them(write, text):
    opensim = pytest.importorskip("opensim")
    opensim.Logger.setLevelString("Off")
    path = write(text.replace("nan", "0"))
    assert opensim.Storage(str(path)).isInDegrees() == read_storage(path).in_degrees


WRONG = {
    "empty": ("", "the file is empty."),
    "blank": (" \n\t\n", "the file is empty."),
    "binary": (b"\x00\x01\x02" * 9, "this is not UTF-8 text; save it as plain text."),
    "latin-1": (
        "M\xfcller\nendheader\n".encode("latin-1"),
        "this is not UTF-8 text; save it as plain text.",
    ),
    "another text": (
        "percent,hip\n0,1\n",
        "this is no OpenSim file: no line of it says 'endheader'.",
    ),
    "nothing after the header": (
        "x\nversion=1\nendheader\n\n",
        "no line with names of columns after the header.",
    ),
    "no time": (
        VERSION_1.replace("time\t", "zeit\t"),
        "the first column must be 'time'; found: zeit, hip_flexion_r, knee_angle_r.",
    ),
    "cut short": (
        VERSION_1.rsplit("      0.2", 1)[0],
        'the header says "3" rows, but there are 2: the file is cut short, or its nRows'
        " is wrong.",
    ),
    "SIMM, cut short": (
        SIMM.rsplit("0.1 11", 1)[0],
        'the header says "2" rows, but there are 1: the file is cut short, or its nRows'
        " is wrong.",
    ),
    "one row": (
        "x\nendheader\ntime\tknee_angle_r\n0\t1\n",
        "rows of numbers: 1; at least 2 are needed.",
    ),
    "a value is missing": (
        VERSION_1.replace("\t    -21.00000000", ""),
        "line 11: 2 values given for 3 columns.",
    ),
    "no number": (
        VERSION_1.replace("-21.00000000", "-21,00000000"),
        "line 11, column 'knee_angle_r': \"-21,00000000\" given; it must be a number"
        " such as 12.5.",
    ),
    "digits with underscores": (
        VERSION_1.replace("-21.00000000", "-2_1"),
        "line 11, column 'knee_angle_r': \"-2_1\" given; it must be a number such as"
        " 12.5.",
    ),
    "time falls": (
        VERSION_1.replace("0.20000000", "0.05000000"),
        "line 12, column 'time': 0.05 given; time must not fall from row to row.",
    ),
    "no time at all": (
        VERSION_1.replace("0.20000000", "nan"),
        "line 12, column 'time': nan given; time must not fall from row to row.",
    ),
    "degrees, perhaps": (
        VERSION_1.replace("=yes", "=perhaps"),
        'inDegrees="perhaps" given; it must be yes or no.',
    ),
    "vectors": (
        VERSION_3.replace("double", "Vec3"),
        "DataType=vec3 is not read, only DataType=double.",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_file_is_refused_by_name(write, kind):
    content, sentence = WRONG[kind]
    path = write(content)
    with pytest.raises(InputError) as error:
        text = read_text(path)
        with naming(path):
            table_file.read_storage(text)
    assert str(error.value) == f"{path}: {sentence}"


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"none\.mot: there is no such file\.$"):
        read_storage(tmp_path / "none.mot")
    (tmp_path / "folder.mot").mkdir()
    with pytest.raises(InputError, match=r"this is a folder, not a file\.$"):
        read_storage(tmp_path / "folder.mot")


def test_a_huge_file_is_refused(write):
    huge = write(VERSION_1 + "0" * 50_000_000)
    with pytest.raises(InputError, match=r"the file is too large: more than 50 MB\.$"):
        read_reference(huge, "walk", 1.2)


@pytest.mark.parametrize("in_degrees", [True, False])
def test_what_is_written_is_read_back(write, in_degrees):
    columns = {"time": np.array([0.0, 0.1]), "my knee": np.array([-0.0, 1 / 3])}
    text = as_storage("a = b", columns, in_degrees)
    assert text.startswith("a _ b\nversion=1\n")
    assert "\n0\t0\n" in text
    found = read_storage(write(text))
    assert found.in_degrees is in_degrees
    assert found.columns["my_knee"] == pytest.approx(columns["my knee"], rel=1e-9)
    found = read_csv(as_csv(columns), {"my knee"})
    assert found.columns["my knee"] == pytest.approx(columns["my knee"], rel=1e-9)
    assert list(found.columns) == ["my knee"]


def test_columns_of_the_same_name_are_left_out_and_named():
    table = table_file.read_storage(VERSION_1.replace("knee_angle_r", "hip_flexion_r"))
    assert table.twice == ("hip_flexion_r",)
    assert list(table.columns) == ["time"]
