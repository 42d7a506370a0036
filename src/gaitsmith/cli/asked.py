"""What is asked of a motion on the command line: how it is cut, staged and filmed."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.filming import FilmingOptions
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.characters.character import Character
    from gaitsmith.export.format import Format
    from gaitsmith.export.shot import Shot

RootMotion = Annotated[
    bool,
    typer.Option("--root-motion", help="The root bone carries the way, on the ground."),
]
Skeleton = Annotated[
    str | None,
    typer.Option(
        metavar="gaitsmith|mixamo|ue5|vrm|godot",
        help="Names, bones and rest pose.",
        show_default="gaitsmith",
    ),
]
Scale = Annotated[
    float | None, typer.Option(help="Units of length per metre.", show_default="1")
]
STAGED = (
    "--trim",
    "--loop",
    "--strides",
    "--in-place",
    "--root-motion",
    "--skeleton",
    "--scale",
)
DEFAULT_SKELETON = "gaitsmith"


@dataclass(frozen=True)
class Asked:
    """The options that say how a motion is cut, staged and filmed."""

    trim: str | None
    loop: bool
    strides: int | None
    in_place: bool
    root_motion: bool
    skeleton: str | None
    scale: float | None
    filming: FilmingOptions

    @property
    def given(self) -> "dict[str, object]":
        """The options that were given, by their names."""
        values = {
            "--trim": self.trim,
            "--loop": self.loop or None,
            "--strides": self.strides,
            "--in-place": self.in_place or None,
            "--root-motion": self.root_motion or None,
            "--skeleton": self.skeleton,
            "--scale": self.scale,
            **self.filming.given,
        }
        return {key: value for key, value in values.items() if value is not None}

    def shot(self, to: Path, kind: "Format", frame_rate: float | None) -> "Shot":
        """What is wanted of the motion; refuses what the file cannot hold."""
        from gaitsmith.export.format import FileKind
        from gaitsmith.export.motion import RootTravel, Staging
        from gaitsmith.export.shot import Shot

        takes = {
            FileKind.DATA: ("--trim",),
            FileKind.PICTURES: ("--trim", "--loop", "--strides", *self.filming.given),
            FileKind.ANIMATION: STAGED,
        }
        other = {k: v for k, v in self.given.items() if k not in takes[kind.kind]}
        refuse_options(to, other)
        if self.in_place and self.root_motion:
            raise InputError("--in-place and --root-motion: give one of them.")
        if self.strides is not None and not self.loop:
            raise InputError("--strides goes with --loop.")
        travel = RootTravel.WORLD
        if self.in_place or self.loop:
            travel = RootTravel.IN_PLACE
        if self.root_motion:
            travel = RootTravel.ROOT
        scale = 1.0 if self.scale is None else self.scale
        return Shot(
            rate=kind.frame_rate if frame_rate is None else frame_rate,
            is_exact=kind.kind is FileKind.ANIMATION,
            trim=None if self.trim is None else _parse_trim(self.trim),
            is_loop=self.loop,
            strides=self.strides,
            staging=Staging(self.skeleton or DEFAULT_SKELETON, travel, scale),
            filming=self.filming.resolved(to, kind),
        )

    def check_skeleton(self, character: "Character") -> None:
        """Refuse a skeleton that the body cannot fill, before it is simulated."""
        from gaitsmith.export.rig import rig_of

        rig_of(character, self.skeleton or DEFAULT_SKELETON)


def _parse_trim(text: str) -> tuple[float, float]:
    start, _, end = text.partition(":")
    try:
        return float(start or 0.0), float(end or math.inf)
    except ValueError:
        raise InputError(
            f"--trim {text}: write START:END in seconds, such as 2:5."
        ) from None


def refuse_options(to: Path, options: "dict[str, object]") -> None:
    """Refuse options that mean nothing for a file."""
    for option, value in options.items():
        if value is not None:
            words = f"{option} {value:g}" if isinstance(value, float) else option
            raise InputError(f"{words}: {_holds(to)}; leave {option} out.")


def _holds(to: Path) -> str:
    from gaitsmith.export.formats import format_of

    kind = format_of(to)
    if not kind.frame_rate:
        return f"{to.name} holds the body, not its motion"
    return f"{to.name} holds {kind.kind.value}"
