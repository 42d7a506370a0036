"""Reads a C3D file in a process of its own, and prints what it holds as arrays.

`python -m gaitsmith.measured.c3d_child FILE MEMORY SECONDS`: ezc3d is compiled code,
which a damaged file may crash, or ask for more memory than there is. Such a file ends
this process and nothing else. The answer is one .npz archive of plain numbers.
"""

import io
import json
import sys
from typing import Any

import numpy as np

TOO_LARGE, DAMAGED = 3, 4  # exit codes


def main() -> None:
    """Print the contents of the file that the command line names."""
    path, memory, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    _limit(memory, seconds)
    try:
        archive = _archive(path)
    except MemoryError:
        sys.exit(TOO_LARGE)
    except Exception as error:
        print(str(error)[:500], file=sys.stderr)
        sys.exit(DAMAGED)
    sys.stdout.buffer.write(archive)


def _limit(memory: int, seconds: int) -> None:
    """No more bytes and seconds than that, where a system knows how."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            continue  # the system allows less already, or lacks this limit


def _archive(path: str) -> bytes:
    """What the file holds as .npz; texts are JSON in bytes."""
    import ezc3d

    file: Any = ezc3d.c3d(path)
    parameters, data = file["parameters"], file["data"]
    points = np.array(data["points"][:3], dtype=float)  # (3, points, frames)
    residuals = np.array(data["meta_points"]["residuals"][0], dtype=float)
    if residuals.shape == points.shape[1:]:
        points[:, residuals < 0.0] = np.nan  # what no camera saw
    words = {
        "labels": _texts(parameters, "POINT", "LABELS"),
        "unit": _texts(parameters, "POINT", "UNITS")[:1],
        "analog_labels": _texts(parameters, "ANALOG", "LABELS"),
        "event_labels": _texts(parameters, "EVENT", "LABELS"),
        "event_contexts": _texts(parameters, "EVENT", "CONTEXTS"),
        "trouble": [],
    }
    arrays: dict[str, np.ndarray] = {
        "points": points,
        "is_big_endian": np.array([_is_big_endian(path)]),
        "rate": np.array([float(file["header"]["points"]["frame_rate"])]),
        "first_frame": np.array([int(file["header"]["points"]["first_frame"])]),
        "analogs": np.array(data["analogs"][0], dtype=float),  # (channels, frames)
        "analog_rate": _numbers(parameters, "ANALOG", "RATE")[:1],
        "event_times": _numbers(parameters, "EVENT", "TIMES"),
    }
    try:
        plates: Any = ezc3d.c3d(path, extract_forceplat_data=True)["data"]["platform"]
    except Exception as error:
        words["trouble"].append(f"force plates are not read: {str(error)[:200]}")
        plates = []
    for number, plate in enumerate(plates):
        arrays[f"force_{number}"] = np.array(plate["force"], dtype=float)
        arrays[f"place_{number}"] = np.array(plate["center_of_pressure"], dtype=float)
        words[f"plate_{number}"] = [plate["unit_force"], plate["unit_position"]]
    arrays["words"] = np.frombuffer(json.dumps(words).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # pyright: ignore[reportArgumentType]
    return buffer.getvalue()


def _is_big_endian(path: str) -> bool:
    """Whether a SGI (MIPS) machine wrote the file: byte 4 of its parameters."""
    with open(path, "rb") as file:
        file.seek((file.read(1)[0] - 1) * 512 + 3)
        return file.read(1) == b"\x56"


def _texts(parameters: Any, group: str, name: str) -> list[str]:
    """Values of a parameter and of those that go on with it: LABELS, LABELS2, ..."""
    found: list[str] = []
    numbered = [name, *(f"{name}{i}" for i in range(2, 100))]
    for one in numbered:
        if group not in parameters or one not in parameters[group]:
            break
        found += [str(text).strip() for text in parameters[group][one]["value"]]
    return found


def _numbers(parameters: Any, group: str, name: str) -> np.ndarray:
    if group not in parameters or name not in parameters[group]:
        return np.zeros(0)
    return np.array(parameters[group][name]["value"], dtype=float)


if __name__ == "__main__":
    main()
