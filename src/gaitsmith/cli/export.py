"""gaitsmith export: a motion or a body as a file for other programs."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.asked import (
    Asked,
    RootMotion,
    Scale,
    Skeleton,
    refuse_options,
)
from gaitsmith.cli.console import notes, print_result
from gaitsmith.cli.crossings import CrossingOptions, ready_to_cross
from gaitsmith.cli.filming import (
    CameraName,
    ContactSheet,
    FilmingOptions,
    PictureSize,
    Plain,
    Transparent,
)
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes, SolutionOrStart
from gaitsmith.cli.setting_options import (
    COURSES,
    AsPublished,
    Duration,
    Friction,
    Headings,
    Horizon,
    ModelName,
    Noise,
    NoiseSeed,
    PlannerName,
    Pushes,
    Slope,
    in_setting,
)
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.characters.character import Character
    from gaitsmith.export.motion import Motion
    from gaitsmith.runs.solution import Solution

SAME_RATE = 0.01  # share of a frame rate that nobody needs to be told about


def export(
    solution: SolutionOrStart,
    to: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="Its suffix says what it is: .bvh, .glb (glTF), .usd, .mot (OpenSim"
            " coordinates), .sto (OpenSim forces), .csv, .mp4, .webm, .gif, .png, or"
            " .xml (the body for MuJoCo).",
        ),
    ],
    duration: Duration = None,
    frame_rate: Annotated[
        float | None,
        typer.Option(
            "--rate",
            "--frame-rate",
            help="Frames a second, Hz.",
            show_default="60; .mot, .sto, .csv: 100; .mp4, .webm, .png: 30; .gif: 25",
        ),
    ] = None,
    trim: Annotated[
        str | None,
        typer.Option(metavar="START:END", help="Only this part of it, s."),
    ] = None,
    loop: Annotated[
        bool, typer.Option("--loop", help="Strides that repeat, closed exactly.")
    ] = False,
    strides: Annotated[
        int | None,
        typer.Option(
            min=1, help="Of a loop.", show_default="as few as repeat, at most 4"
        ),
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="On the spot; of a loop, the default.")
    ] = False,
    root_motion: RootMotion = False,
    skeleton: Skeleton = None,
    scale: Scale = None,
    camera: CameraName = None,
    size: PictureSize = None,
    transparent: Transparent = False,
    plain: Plain = False,
    contact_sheet: ContactSheet = None,
    slope: Slope = None,
    friction: Friction = None,
    push: Pushes = None,
    heading: Headings = None,
    noise: Noise = None,
    seed: NoiseSeed = None,
    terrain: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help=f"What a trained skill is to cross, or a gait to walk on. {COURSES}",
        ),
    ] = None,
    planner: PlannerName = None,
    model: ModelName = None,
    as_published: AsPublished = False,
    horizon: Horizon = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Write a motion or a body as a file for other programs."""
    from gaitsmith import workflows
    from gaitsmith.export import formats
    from gaitsmith.export.shot import taken

    formats.require_target(to)
    kind = formats.format_of(to)
    filming = FilmingOptions(camera, size, transparent, plain, contact_sheet)
    asked = Asked(trim, loop, strides, in_place, root_motion, skeleton, scale, filming)
    if not kind.frame_rate:
        refuse_options(
            to, {"--duration": duration, "--rate": frame_rate, **asked.given}
        )
        found = workflows.solution_or_start(solution, changes or ())
        formats.export_model(found.problem.character, to)
        _tell(to, kind.words, None, (), json)
        return
    shot = asked.shot(to, kind, frame_rate)
    setting = {
        "--duration": duration,
        "--slope": slope,
        "--friction": friction,
        "--heading": heading,
        "--noise": noise,
    }
    planning = CrossingOptions(
        planner, model, as_published, horizon, push, seed, changes
    )
    if terrain is not None and _is_skill(solution):
        given = next((key for key, value in setting.items() if value is not None), None)
        if given:
            raise InputError(f"{given}: this does not go with a skill that crosses.")
        walker = _crossing_of(solution, terrain, planning)
    else:
        if planner or model or horizon or as_published:
            raise InputError(
                "--planner, --model, --as-published and --horizon go with a trained"
                " skill and --terrain."
            )
        found = workflows.solution_or_start(solution, changes or ())
        found = in_setting(
            found,
            slope,
            push,
            heading,
            seed,
            terrain,
            duration=duration,
            friction=friction,
            motor_noise=noise,
        )
        formats.require_frames(shot.rate, found.problem.setting)
        walker = _gait_of(found)
    asked.check_skeleton(walker.character)
    motion = taken(walker.record, walker.steps, shot)
    if frame_rate is not None:
        _tell_other_rate(motion, frame_rate)
    if motion.cycle is None and motion.rollout.seconds < motion.rollout.duration:
        notes().print(f"{motion.rollout.sentence} The file ends there.", markup=False)
    with notes().status("Writing") as status:
        beside = formats.export_motion(
            motion,
            to,
            lambda drawn, frames: status.update(f"Drawing frame {drawn} of {frames}"),
        )
    _tell(to, kind.words, motion, beside, json)


@dataclass(frozen=True)
class _Walker:
    """Whoever is recorded."""

    character: "Character"
    steps: float  # Hz
    record: "Callable[[float], Motion]"


def _gait_of(found: "Solution") -> _Walker:
    from gaitsmith.export import formats

    def record(rate: float) -> "Motion":
        announce_compiling(problem)
        return formats.motion_of(found, frame_rate=rate)

    problem = found.problem
    return _Walker(problem.character, problem.setting.rate, record)


def _is_skill(name: str) -> bool:
    from gaitsmith.skills.skill import SKILL_FILE, trained_skills

    return name in trained_skills() or (Path(name) / SKILL_FILE).is_file()


def _crossing_of(name: str, terrain: str, options: CrossingOptions) -> _Walker:
    """A skill on its course."""
    from gaitsmith.export.motion import Motion
    from gaitsmith.planning.crossing import cross

    def record(rate: float) -> Motion:
        announce_compiling(skill.plan.base.problem)
        with notes().status("Crossing") as status:
            crossing = cross(
                runner,
                frame_rate=rate,
                watch=lambda _: status.update(f"Step {len(runner.steps)}"),
            )
        rollout = simulation.result()
        if crossing.is_completed:
            rollout = replace(
                rollout, outcome=crossing.outcome, duration=rollout.seconds
            )
        character = runner.walker.character
        return Motion(skill.name, character, simulation.setting, rollout)

    skill, runner = ready_to_cross(name, terrain, options)
    simulation = runner.walker.simulation
    return _Walker(runner.walker.character, simulation.setting.rate, record)


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


def _tell(
    to: Path,
    words: str,
    motion: "Motion | None",
    beside: tuple[Path, ...],
    as_json: bool,
) -> None:
    from gaitsmith.export.pictures import is_sequence, sequence_folder

    frames, frame_rate, seconds, outcome, loop = 0, None, None, None, None
    details, lines = words, [f"{path} written beside it" for path in beside]
    if motion is not None and is_sequence(to, motion.filming):
        to = sequence_folder(to)
    if motion is not None:
        from gaitsmith.export.foot_events import loop_table

        rollout = motion.rollout
        frames, frame_rate = len(motion.recording.time), motion.recording.frame_rate
        seconds, outcome = rollout.seconds, rollout.outcome.word
        details += f": {frames} frames at {frame_rate:.4g} Hz, {seconds:.4g} s"
        loop = loop_table(motion)
        lines += [_loop_sentence(motion)] if motion.cycle is not None else []
    result = {
        "file": str(to),
        "format": words,
        "frames": frames,
        "frame_rate": frame_rate,
        "duration": seconds,
        "outcome": outcome,
        "beside": [str(path) for path in beside],
        "loop": loop,
    }
    print_result(as_json, result, f"{to} written; {details}", *lines)


def _loop_sentence(motion: "Motion") -> str:
    """What the loop is, and what closing it took."""
    cycle = motion.cycle
    if cycle is None:
        return ""
    seconds = motion.rollout.seconds
    strides = "1 stride" if cycle.strides == 1 else f"{cycle.strides} strides"
    return (
        f"A loop of {strides} at {cycle.way / seconds:.2f} m/s; its last frame is its"
        f" first. Closing it changed angles by at most {math.degrees(cycle.bend):.2f}"
        f" degrees and the root by {1000.0 * cycle.shift:.1f} mm; feet that slid by"
        f" {1000.0 * cycle.slip:.1f} mm at most were pinned; time was stretched by"
        f" {100.0 * (seconds / cycle.seconds - 1.0):+.2f} %."
    )
