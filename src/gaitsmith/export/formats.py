"""Which file formats there are; the suffix of a file decides."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError, WorkFailedError, unknown_name
from gaitsmith.export.bvh import bvh_text
from gaitsmith.export.gltf import glb_bytes
from gaitsmith.export.mjcf import model_text
from gaitsmith.export.motion import Motion
from gaitsmith.export.opensim import mot_text, sto_text
from gaitsmith.export.table import csv_text
from gaitsmith.export.video import write_video
from gaitsmith.runs.files import require_place, write_atomically
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.setting import Setting
from gaitsmith.workflows import simulate, with_setting

Watch = Callable[[int, int], None]  # frames drawn so far, frames in all
Writer = Callable[[Motion, Path, Watch | None], None]

SMOOTH, MEASURED, FILMED = 60.0, 100.0, 30.0  # Hz
GIF_RATE = 25.0  # Hz, of every GIF: its pictures last a whole number of 1/100 s


@dataclass(frozen=True)
class Format:
    """One kind of file."""

    words: str
    frame_rate: float
    """Hz, when nothing else is asked for; 0: the file holds the body, no motion."""
    write: Writer
    """Writes all of the file, or nothing."""


def _written(content: Callable[[Motion], str | bytes]) -> Writer:
    """A writer of content that is made at once."""

    def write(motion: Motion, path: Path, _: Watch | None) -> None:
        write_atomically(path, content(motion))

    return write


FORMATS = {
    ".bvh": Format("BVH motion capture", SMOOTH, _written(bvh_text)),
    ".glb": Format("glTF animation", SMOOTH, _written(glb_bytes)),
    ".mot": Format("OpenSim coordinates", MEASURED, _written(mot_text)),
    ".sto": Format("OpenSim forces and moments", MEASURED, _written(sto_text)),
    ".csv": Format("table", MEASURED, _written(csv_text)),
    ".xml": Format(
        "MuJoCo model", 0.0, _written(lambda motion: model_text(motion.character))
    ),
    ".mp4": Format("video", FILMED, write_video),
    ".gif": Format("animated picture", GIF_RATE, write_video),
}


def format_of(path: Path) -> Format:
    """The format that a file's suffix stands for, in small or capital letters."""
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise unknown_name("export format", path.suffix, FORMATS, str(path))
    return FORMATS[suffix]


def require_target(path: Path) -> None:
    """Refuse a file that cannot be written, before the long work is done."""
    format_of(path)
    require_place(path)


def motion_of(
    solution: Solution, duration: float | None = None, frame_rate: float = SMOOTH
) -> Motion:
    """Simulate a solution and record it.

    Args:
        solution: see `load_solution`.
        duration: s; left out: the solution's own.
        frame_rate: Hz; frames are a whole number of time steps apart, so that the
            true rate may be another, see `Recording.frame_rate`.
    """
    changed = (
        solution if duration is None else with_setting(solution, duration=duration)
    )
    problem = changed.problem
    require_frames(frame_rate, problem.setting)
    rollout = simulate(changed, frame_rate=frame_rate).rollout
    if rollout.recording is None or len(rollout.recording.time) < 2:
        raise WorkFailedError(f"{solution.name}: {rollout.sentence} No motion is left.")
    return Motion(solution.name, problem.character, problem.setting, rollout)


def require_frames(frame_rate: float, setting: Setting) -> None:
    """Refuse a frame rate [Hz] at which a whole rollout has less than two frames."""
    if setting.num_steps < 2:
        raise InputError(
            f"duration: {setting.duration:g} s given; that is a single time step at"
            f" {setting.rate:g} Hz, and a motion needs at least two."
        )
    # A frame shows the start of a time step, so that the end of the last one has none.
    # Time steps between frames are rounded, hence the half.
    most_steps = setting.num_steps - 0.5
    is_rate = math.isfinite(frame_rate) and frame_rate > 0.0
    if not (is_rate and setting.rate / frame_rate < most_steps):
        lowest = setting.rate / (setting.num_steps - 1)
        raise InputError(
            f"frame rate: {frame_rate} Hz given; it must be a finite number of at least"
            f" {math.ceil(lowest * 1000.0) / 1000.0:g} Hz, or {setting.duration:g} s"
            " would have no second frame."
        )


def export_motion(motion: Motion, path: Path, watch: Watch | None = None) -> None:
    """Write a motion to a file whose suffix says what it is; all of it, or nothing.

    Args:
        motion: see `motion_of`.
        path: its suffix is one of `FORMATS`.
        watch: called while a video is drawn.
    """
    require_target(path)
    format_of(path).write(motion, path, watch)


def export_model(character: Character, path: Path) -> None:
    """Write the body alone, which needs no simulation."""
    require_target(path)
    write_atomically(path, model_text(character))
