"""Which file formats there are; the suffix of a file decides."""

import math
from dataclasses import replace
from pathlib import Path

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.export.bvh import bvh_text
from gaitsmith.export.foot_events import events_table, notifies_csv
from gaitsmith.export.format import (
    FORMATS,
    SMOOTH,
    FileKind,
    Format,
    Watch,
    export_format,
)
from gaitsmith.export.gltf import glb_bytes
from gaitsmith.export.mjcf import model_text
from gaitsmith.export.motion import Motion
from gaitsmith.export.opensim import mot_text, sto_text
from gaitsmith.export.pictures import write_pictures
from gaitsmith.export.table import csv_text
from gaitsmith.export.usd import usd_bytes
from gaitsmith.export.video import write_video
from gaitsmith.runs.files import require_place, to_json, write_atomically
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.setting import Setting
from gaitsmith.workflows import simulate, with_setting

MEASURED, FILMED = 100.0, 30.0  # Hz
GIF_RATE = 25.0  # Hz, of every GIF: its pictures last a whole number of 1/100 s

export_format(".bvh", "BVH motion capture", kind=FileKind.ANIMATION)(bvh_text)
export_format(".glb", "glTF animation", kind=FileKind.ANIMATION)(glb_bytes)
export_format(".usd", "USD animation", kind=FileKind.ANIMATION)(usd_bytes)
export_format(".mot", "OpenSim coordinates", MEASURED)(mot_text)
export_format(".sto", "OpenSim forces and moments", MEASURED)(sto_text)
export_format(".csv", "table", MEASURED)(csv_text)
_video = Format("video", FILMED, write_video, FileKind.PICTURES)
_gif = Format("animated picture", GIF_RATE, write_video, FileKind.PICTURES)
FORMATS.add(".mp4", _video, write_video)
FORMATS.add(".webm", replace(_video, has_alpha=True), write_video)
FORMATS.add(".gif", _gif, write_video)
_stills = Format("still pictures", FILMED, write_pictures, FileKind.PICTURES, True)
FORMATS.add(".png", _stills, write_pictures)


@export_format(".xml", "MuJoCo model", 0.0)
def _model(motion: Motion) -> str:
    return model_text(motion.character)


def format_of(path: Path) -> Format:
    """The format that a file's suffix stands for, in small or capital letters."""
    suffix = path.suffix.lower()
    return FORMATS.find(suffix, str(path))


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


def export_motion(
    motion: Motion, path: Path, watch: Watch | None = None
) -> tuple[Path, ...]:
    """Write a motion to a file whose suffix says what it is; all of it, or nothing.

    Args:
        motion: see `motion_of`.
        path: its suffix is one of `FORMATS`.
        watch: called while a video is drawn.

    Returns:
        The files beside it, with what it has no place for.
    """
    require_target(path)
    beside = _beside(motion, path)
    format_of(path).write(motion, path, watch)
    for other, text in beside.items():
        write_atomically(other, text)
    return tuple(beside)


def _beside(motion: Motion, path: Path) -> dict[Path, str]:
    """Strikes and lifts, for formats and programs that read them from a file."""
    if format_of(path).kind is not FileKind.ANIMATION:
        return {}
    texts: dict[Path, str] = {}
    if path.suffix.lower() != ".glb":
        texts[path.with_suffix(".events.json")] = to_json(events_table(motion))
    if motion.staging.skeleton == "ue5":
        texts[path.with_suffix(".notifies.csv")] = notifies_csv(motion)
    return texts


def export_model(character: Character, path: Path) -> None:
    """Write the body alone, which needs no simulation."""
    require_target(path)
    write_atomically(path, model_text(character))
