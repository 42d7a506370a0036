"""What a C3D file holds: markers, angles of the laboratory, plates, muscles, events.

The file is read by `c3d_child` in a process of its own, within limits of memory and
time. Needs `ezc3d`: pip install gaitsmith[c3d].
"""

import io
import json
import math
import os
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import listed, naming
from gaitsmith.kernels.records import Floats
from gaitsmith.measured import c3d_child
from gaitsmith.measured.emg import activity
from gaitsmith.measured.markers import UNITS, Markers, upright_markers
from gaitsmith.measured.plates import Plate
from gaitsmith.measured.strikes import filled
from gaitsmith.measured.walk import Recorded, Series, Sided

LARGEST = 200_000_000  # bytes of a file
MOST_MEMORY = 4_000_000_000  # bytes
MOST_SECONDS = 60
BLOCK = 512  # bytes
MOST_FRAMES = 65535  # that a header can tell
FIRST_BYTES = b"\x50"  # the second byte of every C3D file
# Plug-in Gait and its like write what they compute as points, beside the markers.
COMPUTED = ("Angles", "Moment", "Power", "Force", "GroundReaction", "CentreOfMass")
FORCE_UNITS = {"N": 1.0, "kN": 1000.0, "": 1.0}


@dataclass(frozen=True)
class C3d:
    """Everything of a file that is used here."""

    time: Floats  # (frames,) s, of points
    markers: Markers | None
    computed: Mapping[str, Floats]  # (frames, 3) by label: LKneeAngles, in its own unit
    plates: tuple[Plate, ...]
    analog_time: Floats  # (samples,) s
    analogs: Mapping[str, Floats]  # (samples,) by label
    strikes: tuple[tuple[float, ...], tuple[float, ...]]  # s, of left and right; given
    notes: tuple[str, ...]


def read_c3d(path: Path) -> C3d:
    """The contents of a C3D file in our axes, in metres and newtons.

    Raises:
        InputError: the file is missing or damaged, or what it says cannot be right.
    """
    arrays, words = _contents(path)
    with naming(path):
        return _c3d(arrays, words)


def _contents(path: Path) -> tuple[dict[str, np.ndarray], dict[str, list[str]]]:
    """What the child process found."""
    try:
        with path.open("rb") as file:
            start = file.read(BLOCK)
        size = path.stat().st_size
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    if start[1:2] != FIRST_BYTES:
        raise InputError(f"{path}: this is no C3D file.")
    if size > LARGEST:
        raise InputError(
            f"{path}: the file is too large: more than {LARGEST // 1_000_000} MB."
        )
    if find_spec("ezc3d") is None:
        raise InputError(
            f"{path}: C3D files are read by ezc3d: pip install 'gaitsmith[c3d]'."
        )
    command = [sys.executable, "-m", c3d_child.__name__, str(path.absolute())]
    try:
        done = subprocess.run(
            [*command, str(MOST_MEMORY), str(MOST_SECONDS)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=2.0 * MOST_SECONDS,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONSAFEPATH": "1"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise InputError(
            f"{path}: it takes longer than {2 * MOST_SECONDS} s to read: damaged?"
        ) from None
    if done.returncode == c3d_child.TOO_LARGE:
        raise InputError(
            f"{path}: it asks for more than {MOST_MEMORY // 1_000_000} MB of memory:"
            " the file is damaged, or too large."
        )
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()
        reason = f": {why[-1][:200]}" if why and done.returncode > 0 else ""
        raise InputError(f"{path}: this C3D file is damaged or cut short{reason}.")
    with np.load(io.BytesIO(done.stdout)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    declared, found = _num_frames(start), arrays["points"].shape[2]
    if found < declared < MOST_FRAMES and not arrays.pop("is_big_endian")[0]:
        raise InputError(
            f"{path}: it is cut short: {found} of the {declared} frames that it says."
        )
    return arrays, json.loads(arrays.pop("words").tobytes())


def _num_frames(header: bytes) -> int:
    """That the header says: words 4 and 5 are the first and the last frame."""
    first, last = struct.unpack_from("<HH", header.ljust(BLOCK, b"\0"), 6)
    return last - first + 1


def _c3d(arrays: Mapping[str, np.ndarray], words: Mapping[str, Any]) -> C3d:
    labels, points = words["labels"], arrays["points"]
    rate = float(arrays["rate"][0])
    if not (math.isfinite(rate) and rate > 0.0):
        raise InputError(f"POINT:RATE {rate:g} given; it must be more than 0 Hz.")
    if twice := [name for name in dict.fromkeys(labels) if labels.count(name) > 1]:
        raise InputError(f"these points are there twice: {listed(twice)}.")
    frames = points.shape[2]
    time = (int(arrays["first_frame"][0]) + np.arange(frames)) / rate
    by_label = {
        label: points[:, k].T
        for k, label in enumerate(labels[: points.shape[1]])
        if label and not label.startswith("*")  # of nobody, by Vicon's custom
    }
    computed = {k: x for k, x in by_label.items() if _is_computed(k)}
    raw = {k: x for k, x in by_label.items() if k not in computed}
    unit = (words["unit"] or ["mm"])[0].lower()
    is_seen = any(np.any(np.isfinite(x)) for x in raw.values())
    markers = upright_markers(time, raw, unit) if is_seen else None
    analogs = arrays["analogs"]
    per_second = arrays["analog_rate"]
    analog_rate = float(per_second[0]) if len(per_second) else rate
    samples = analogs.shape[1]
    analog_time = time[:1] + np.arange(samples) / max(analog_rate, 1e-9)
    return C3d(
        time=time,
        markers=markers,
        computed=computed,
        plates=_plates(arrays, words, analog_time, markers, unit),
        analog_time=analog_time,
        analogs=dict(zip(words["analog_labels"], analogs, strict=False)),
        strikes=_given_strikes(arrays["event_times"], words),
        notes=(*(markers.notes if markers else ()), *words["trouble"]),
    )


def _is_computed(label: str) -> bool:
    return any(word in label for word in COMPUTED)


def _plates(
    arrays: Mapping[str, np.ndarray],
    words: Mapping[str, Any],
    time: Floats,
    markers: Markers | None,
    unit: str,
) -> tuple[Plate, ...]:
    """Forces in our axes; a file without markers has z up, as most laboratories do."""
    turn = markers.turn if markers else np.eye(3)
    found: list[Plate] = []
    for number in range(sum(name.startswith("force_") for name in arrays)):
        force, place = arrays[f"force_{number}"], arrays[f"place_{number}"]
        unit_of_force, unit_of_place = words[f"plate_{number}"]
        if unit_of_force not in FORCE_UNITS:
            raise InputError(f"force plate {number + 1} in {unit_of_force!r}; use N.")
        if np.isnan(force).all(axis=1).any():
            raise InputError(
                f"force plate {number + 1}: its forces are no numbers; check its"
                " corners and its channels."
            )
        length = UNITS.get((unit_of_place or unit).lower(), 0.001)
        found.append(
            Plate(
                f"plate {number + 1}",
                time[: force.shape[1]],
                force.T @ turn.T * FORCE_UNITS[unit_of_force],
                place.T @ turn.T * length,
            )
        )
    return tuple(found)


def _given_strikes(
    times: np.ndarray, words: Mapping[str, Sequence[str]]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Events "Foot Strike" of "Left" and "Right" [s]; times are minutes and seconds."""
    labels, contexts = words["event_labels"], words["event_contexts"]
    table = times.reshape(2, -1) if times.size and times.ndim == 2 else np.zeros((2, 0))
    seconds = 60.0 * table[0] + table[1]
    found: dict[str, list[float]] = {"left": [], "right": []}
    for label, context, at in zip(labels, contexts, seconds, strict=False):
        side = found.get(context.lower())
        if side is not None and label.lower().replace("-", " ") in (
            "foot strike",
            "heel strike",
            "initial contact",
        ):
            side.append(float(at))
    return tuple(sorted(found["left"])), tuple(sorted(found["right"]))


# Plug-in Gait's outputs: label, which of its three numbers, our key, and what turns it
# into our unit and sign. Angles are in degrees, moments in N mm per kg of body mass.
OUTPUTS = (
    ("HipAngles", 0, "hip", 1.0),
    ("KneeAngles", 0, "knee", 1.0),
    ("AnkleAngles", 0, "ankle", 1.0),
    ("HipMoment", 0, "hip_moment", 0.001),
    ("KneeMoment", 0, "knee_moment", 0.001),
    ("AnkleMoment", 0, "ankle_moment", 0.001),
)


def walk_of_c3d(path: Path) -> Recorded:
    """A walk from a C3D file: markers, plates, events, and what Plug-in Gait computed.

    Raises:
        InputError: the file is wrong, or nothing in it tells a walk.
    """
    trial = read_c3d(path)
    with naming(path):
        sides: Sided = ({}, {})
        by_name = {label.rpartition(":")[2]: x for label, x in trial.computed.items()}
        for own, letter in zip(sides, "LR", strict=True):
            for label, part, key, factor in OUTPUTS:
                values = by_name.get(letter + label)
                if values is None:
                    continue
                whole = filled(trial.time, values[:, part])
                if whole is not None:
                    own[key] = factor * whole
        emg = activity(trial.analog_time, trial.analogs)
        if trial.markers is None and not any(sides) and not trial.plates:
            raise InputError(
                "there is no marker in it, no force plate, and no angle of Plug-in"
                " Gait."
            )
        return Recorded(
            series=(
                *((Series(trial.time, sides),) if any(sides) else ()),
                *([emg] if emg else []),
            ),
            plates=trial.plates,
            markers=trial.markers,
            strikes=trial.strikes,
            notes=trial.notes,
        )
