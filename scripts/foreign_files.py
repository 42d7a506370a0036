"""Files of other programs, small and right, for scripts/loaders.py to spoil."""

import contextlib
import importlib
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from gaitsmith.gait.reference import human_reference
from gaitsmith.gait.table_file import as_csv, as_storage
from gaitsmith.measured import c3d_child
from gaitsmith.measured.marker_file import read_markers

ROOT = Path(__file__).resolve().parents[1]


def opensim_models() -> list[bytes]:
    """The small model of the tests."""
    place = ROOT / "tests" / "opensim" / "conftest.py"
    spec = importlib.util.spec_from_file_location("small_models", place)
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [module.tiny_model().encode()]


def walks() -> list[bytes]:
    """Angles and forces over time, with columns named by joint and side."""
    time = np.linspace(0.0, 3.3, 331)
    cycle = np.linspace(0.0, 3.0, 331)
    people = human_reference("walk", 1.25)
    columns: dict[str, Any] = {"time": time}
    for joint in ("hip", "knee", "ankle"):
        curve = people.angles[joint].mean
        for side, lead in (("left", 0.5), ("right", 0.0)):
            phase = 100.0 * ((cycle + lead) % 1.0)
            columns[f"{joint}_{side}"] = np.interp(phase, np.arange(101.0), curve)
    for side, lead in (("left", 0.5), ("right", 0.0)):
        is_down = (cycle + lead) % 1.0 < 0.6
        columns[f"vertical_force_{side}"] = np.where(is_down, 700.0, 0.0)
    return [as_csv(columns).encode()]


def tables() -> list[bytes]:
    """Curves over the cycle."""
    people = human_reference("walk", 1.25)
    percent = np.linspace(0.0, 100.0, 101)
    columns = {"percent": percent}
    for key, band in people.angles.items():
        columns |= {f"{key}_mean": band.mean, f"{key}_sd": band.sd}
    return [as_csv(columns).encode()]


def motions() -> list[bytes]:
    """Angles over time, as OpenSim stores them."""
    people = human_reference("walk", 1.25)
    columns = {"time": np.linspace(0.0, 1.1, 101)}
    for key, name in (("hip", "hip_flexion"), ("knee", "knee_angle")):
        columns |= {f"{name}_{side}": people.angles[key].mean for side in "rl"}
    return [as_storage("walk", columns, degrees).encode() for degrees in (True, False)]


# Heights [mm] of markers; letters tell the side.
MARKERS = {"LASI": 1000, "RASI": 1000, "LKNE": 500, "RKNE": 500}
MARKERS |= {"LANK": 100, "RANK": 100, "LHEE": 50, "RHEE": 50}
FRAMES = 20  # of the examples


def _places(frame: int) -> np.ndarray:
    """(markers, 3) mm, of somebody who slides along x."""
    return np.array(
        [
            (10.0 * frame, 100.0 if x[0] == "L" else -100.0, z)
            for x, z in MARKERS.items()
        ]
    )


def markers() -> list[bytes]:
    """A .trc file."""
    names = "\t\t\t".join(MARKERS)
    parts = "\t".join(f"{x}{k + 1}" for k in range(len(MARKERS)) for x in "XYZ")
    rows = [
        "\t".join(map(str, [k + 1, k / 100, *_places(k).ravel()]))
        for k in range(FRAMES)
    ]
    lines = [
        "PathFileType\t4\t(X/Y/Z)\town.trc",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits",
        f"100\t100\t{FRAMES}\t{len(MARKERS)}\tmm",
        f"Frame#\tTime\t{names}",
        f"\t\t{parts}",
        "",
        *rows,
    ]
    return ["\n".join(lines).encode()]


def c3d_files() -> list[bytes]:
    """A .c3d file."""
    import ezc3d

    file = ezc3d.c3d()
    file["parameters"]["POINT"]["UNITS"]["value"] = ["mm"]
    file["parameters"]["POINT"]["RATE"]["value"] = [100.0]
    file["parameters"]["POINT"]["LABELS"]["value"] = list(MARKERS)
    points = np.ones((4, len(MARKERS), FRAMES))
    points[:3] = np.stack([_places(k).T for k in range(FRAMES)], axis=2)
    file["data"]["points"] = points
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.c3d"
        file.write(str(path))
        return [path.read_bytes()]


def read_c3d_here(path: Path) -> object:
    """As `read_markers` does; the process that reads it is forked, not begun anew.

    It has everything loaded, so a thousand times as many files can be read.
    """
    original = subprocess.run
    subprocess.run = _forked
    try:
        return read_markers(path)
    finally:
        subprocess.run = original


def _forked(command: list[str], **_: Any) -> "subprocess.CompletedProcess[bytes]":
    """What `c3d_child` answers in a child of this process, with its own limits."""
    importlib.import_module("ezc3d")  # before the fork
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as wrong:
        child = os.fork()
        if not child:
            code = 1
            with contextlib.suppress(BaseException):
                sys.settrace(None)
                os.dup2(wrong.fileno(), 2)
                sys.stdout = io.TextIOWrapper(said, write_through=True)
                sys.stderr = io.TextIOWrapper(wrong, write_through=True)
                sys.argv = command[2:]
                code = 0
                try:
                    c3d_child.main()
                except SystemExit as ended:
                    code = ended.code if isinstance(ended.code, int) else 1
                sys.stdout.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        said.seek(0)
        wrong.seek(0)
        code = os.waitstatus_to_exitcode(status)
        return subprocess.CompletedProcess(command, code, said.read(), wrong.read())
