"""gaitsmith perform: a take, done by a character, as a file for other programs."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.asked import Asked, RootMotion, Scale, Skeleton
from gaitsmith.cli.console import EXIT_FAILED, command_line, notes, print_result
from gaitsmith.cli.filming import (
    CameraName,
    ContactSheet,
    FilmingOptions,
    PictureSize,
    Plain,
    Transparent,
)
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes

if TYPE_CHECKING:
    from gaitsmith.export.motion import Motion
    from gaitsmith.takes.performance import Performance
    from gaitsmith.takes.performer import Performer

PAGE = ".html"
FAILED_RATE, FAILED_SECONDS, FAILED_PICTURES = 240.0, 1.6, 6  # Hz, s, of a fall


def perform(
    take: Annotated[Path, typer.Argument(help="A .toml file.")],
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where the motion goes: .html (a page), or any suffix that `export`"
            " knows. Left out: it is only told how it went.",
        ),
    ] = None,
    frame_rate: Annotated[
        float | None,
        typer.Option(
            "--rate", help="Frames a second, Hz.", show_default="as of `export`"
        ),
    ] = None,
    root_motion: RootMotion = False,
    skeleton: Skeleton = None,
    scale: Scale = None,
    camera: CameraName = None,
    size: PictureSize = None,
    transparent: Transparent = False,
    plain: Plain = False,
    contact_sheet: ContactSheet = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Do what a take asks for: walk a path, at speeds, over gaps.

    What cannot be done is said before it starts; where it fails, when and why, with a
    picture beside the file that is then not written.
    """
    from gaitsmith.takes.beforehand import prepare
    from gaitsmith.takes.performer import Performer
    from gaitsmith.takes.repertoire import repertoire_of
    from gaitsmith.takes.take import read_take
    from gaitsmith.takes.way import way_through

    filming = FilmingOptions(camera, size, transparent, plain, contact_sheet)
    asked = Asked(None, False, None, False, root_motion, skeleton, scale, filming)
    write = _writer(to, asked, frame_rate)
    wanted = read_take(take, changes or ())
    with notes().status("Reading") as status:
        tell: Callable[[str], None] = status.update
        repertoire = repertoire_of(wanted, tell, announce_compiling)
        way = way_through(wanted.path, wanted.corner)
        if to is not None and to.suffix.lower() != PAGE:
            asked.check_skeleton(repertoire.character)
        prepared = prepare(wanted, repertoire, way, tell)

        def performer() -> Performer:
            return Performer(wanted, repertoire, way, prepared)

        began = time.perf_counter()
        performance, lines = write(performer, _progress(began, tell))
        picture = None
        if not performance.arrived:
            tell("Drawing where it failed")
            performance = performer().perform(FAILED_RATE)
            picture = _draw_failure(performance, to or Path(wanted.name))
    result = performance.as_dict() | {
        "file": str(to) if to and performance.arrived else None,
        "picture": picture and str(picture),
        "dismissed": list(repertoire.dismissed),
    }
    if performance.arrived:
        lines += [f"{to} written."] if to else []
    else:
        lines = [f"{to} is not written."] if to else []
        lines += [f"{picture} shows it."] if picture else []
    told = [
        f"{one.time:6.2f} s, {one.along:5.1f} m: {one.words}"
        for one in performance.happenings
    ]
    print_result(json, result, performance.sentence, *told, *lines)
    if not performance.arrived:
        raise typer.Exit(EXIT_FAILED)


Perform = Callable[[], "Performer"]
Progress = Callable[[float, float], None]
Write = Callable[[Perform, Progress], "tuple[Performance, list[str]]"]


def _writer(to: Path | None, asked: Asked, frame_rate: float | None) -> Write:
    """What performs and writes; refuses a target that cannot be written."""
    from gaitsmith.runs.files import require_place

    if to is None:
        return lambda performer, watch: (performer().perform(0.0, watch), [])
    if to.suffix.lower() == PAGE:
        require_place(to)
        return lambda performer, watch: _page(to, performer, watch)
    from gaitsmith.export import formats

    formats.require_target(to)
    shot = asked.shot(to, formats.format_of(to), frame_rate)

    def write(performer: Perform, watch: Progress) -> "tuple[Performance, list[str]]":
        from gaitsmith.export.shot import taken

        done: list[Performance] = []

        def record(rate: float) -> "Motion":
            done.append(performer().perform(rate, watch))
            return _motion(done[-1])

        steps = performer().setting.rate
        motion = taken(record, steps, shot)
        if done[-1].arrived:
            beside = formats.export_motion(motion, to, watch)
            return done[-1], [f"{path} written beside it." for path in beside]
        return done[-1], []

    return write


def _motion(performance: "Performance") -> "Motion":
    from gaitsmith.export.motion import Motion

    setting, rollout = performance.setting, performance.rollout
    return Motion(performance.take.name, performance.character, setting, rollout)


def _page(
    to: Path, performer: Perform, watch: Progress
) -> "tuple[Performance, list[str]]":
    from gaitsmith.report.take_page import write_take_page
    from gaitsmith.scene.replay import FRAME_RATE

    performance = performer().perform(FRAME_RATE, watch)
    if performance.arrived:
        name = f"{performance.take.name}.toml"
        write_take_page(to, performance, command_line("perform", name, to=to.name))
    return performance, []


def _draw_failure(performance: "Performance", to: Path) -> Path:
    """The last moments before it ended, as a sheet beside the file."""
    from dataclasses import replace

    from gaitsmith.export.clip import trimmed
    from gaitsmith.export.motion import Filming
    from gaitsmith.export.pictures import write_pictures

    motion = _motion(performance)
    last = float(motion.recording.time[-1])
    part = trimmed(motion, max(last - FAILED_SECONDS, 0.0), last)
    path = to.with_name(f"{to.stem}.failed.png")
    write_pictures(replace(part, filming=Filming(sheet=FAILED_PICTURES)), path)
    return path


def _progress(began: float, tell: Callable[[str], None]) -> Progress:
    """How far it is, and how long the rest will take."""

    def watch(done: float, total: float) -> None:
        share = min(max(done / max(total, 1e-9), 1e-3), 1.0)
        rest = (time.perf_counter() - began) * (1.0 / share - 1.0)
        tell(f"{done:.1f} of {total:.1f}; about {rest:.0f} s left")

    return watch
