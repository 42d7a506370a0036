"""gaitsmith export: a motion or a body as a file for other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import notes, print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes, SolutionOrStart
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.export.motion import Motion

SAME_RATE = 0.01  # share of a frame rate that nobody needs to be told about


def export(
    solution: SolutionOrStart,
    to: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="Its suffix says what it is: .bvh, .glb (glTF), .mot (OpenSim"
            " coordinates), .sto (OpenSim forces), .csv, .mp4, .gif, or .xml (the body"
            " for MuJoCo).",
        ),
    ],
    duration: Annotated[
        float | None, typer.Option(help="s", show_default="the solution's own")
    ] = None,
    frame_rate: Annotated[
        float | None,
        typer.Option(
            help="Hz; frames are a whole number of time steps apart, and the true rate"
            " is told.",
            show_default="60; .mot, .sto, .csv: 100; .mp4: 30; .gif: 25",
        ),
    ] = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Write a motion or a body as a file for other programs."""
    from gaitsmith import workflows
    from gaitsmith.export import formats

    formats.require_target(to)
    kind = formats.format_of(to)
    found = workflows.solution_or_start(solution, changes or ())
    if not kind.frame_rate:
        _refuse_motion_options(to, duration, frame_rate)
        formats.export_model(found.problem.character, to)
        _tell(to, kind.words, None, json)
        return
    if duration is not None:
        found = workflows.with_setting(found, duration=duration)
    rate = kind.frame_rate if frame_rate is None else frame_rate
    formats.require_frames(rate, found.problem.setting)
    announce_compiling(found.problem)
    motion = formats.motion_of(found, frame_rate=rate)
    if frame_rate is not None:
        _tell_other_rate(motion, frame_rate)
    if motion.rollout.seconds < motion.rollout.duration:
        notes().print(f"{motion.rollout.sentence} The file ends there.", markup=False)
    with notes().status("Writing") as status:
        formats.export_motion(
            motion,
            to,
            lambda drawn, frames: status.update(f"Drawing frame {drawn} of {frames}"),
        )
    _tell(to, kind.words, motion, json)


def _refuse_motion_options(
    to: Path, duration: float | None, frame_rate: float | None
) -> None:
    for option, value in (("--duration", duration), ("--frame-rate", frame_rate)):
        if value is not None:
            raise InputError(
                f"{option} {value:g}: {to.name} holds the body, not its motion; leave"
                f" {option} out."
            )


def _tell_other_rate(motion: "Motion", asked: float) -> None:
    """Say so if the frame rate is clearly not the one that was asked for [Hz]."""
    true = motion.recording.frame_rate
    if abs(true - asked) > SAME_RATE * asked:
        notes().print(
            f"The frame rate is {true:.4g} Hz instead of {asked:g} Hz: frames are a"
            f" whole number of time steps of 1/{motion.setting.rate:g} s apart.",
            markup=False,
            soft_wrap=True,
        )


def _tell(to: Path, words: str, motion: "Motion | None", as_json: bool) -> None:
    frames, frame_rate, seconds, outcome = 0, None, None, None
    details = words
    if motion is not None:
        rollout = motion.rollout
        frames, frame_rate = len(motion.recording.time), motion.recording.frame_rate
        seconds, outcome = rollout.seconds, rollout.outcome.word
        details += f": {frames} frames at {frame_rate:.4g} Hz, {seconds:.4g} s"
    result = {
        "file": str(to),
        "format": words,
        "frames": frames,
        "frame_rate": frame_rate,
        "duration": seconds,
        "outcome": outcome,
    }
    print_result(as_json, result, f"{to} written; {details}")
