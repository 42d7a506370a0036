"""Options that say how pictures of a motion are taken."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.errors import InputError, unknown_name

if TYPE_CHECKING:
    from gaitsmith.export.format import Format
    from gaitsmith.export.motion import Filming

CameraName = Annotated[
    str | None,
    typer.Option(
        metavar="companion|side|front|three-quarter|follow|orbit",
        help="From where pictures are taken.",
        show_default="companion",
    ),
]
PictureSize = Annotated[
    str | None,
    typer.Option(
        metavar="WIDTHxHEIGHT|720p|1080p|1440p|4k",
        help="Of pictures.",
        show_default="960x540; .gif, contact sheet: 480x270",
    ),
]
Transparent = Annotated[
    bool,
    typer.Option(
        "--transparent", help="The character and its shadow on nothing; .webm, .png."
    ),
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Pictures without forces and lettering.")
]
ContactSheet = Annotated[
    int | None,
    typer.Option(
        "--contact-sheet",
        min=1,
        max=400,
        metavar="N",
        help="So many moments on one .png, instead of a folder of all frames.",
    ),
]

SIZES = {
    "720p": (1280, 720),
    "1080p": (1920, 1080),
    "1440p": (2560, 1440),
    "4k": (3840, 2160),
}
SMALLEST, LARGEST = 64, 4096  # pixels


@dataclass(frozen=True)
class FilmingOptions:
    """What was asked for; None stands for the default."""

    camera: str | None = None
    size: str | None = None
    transparent: bool = False
    plain: bool = False
    contact_sheet: int | None = None

    @property
    def given(self) -> dict[str, object]:
        """The options that were given, by their names."""
        values = {
            "--camera": self.camera,
            "--size": self.size,
            "--transparent": self.transparent or None,
            "--plain": self.plain or None,
            "--contact-sheet": self.contact_sheet,
        }
        return {key: value for key, value in values.items() if value is not None}

    def resolved(self, to: Path, kind: "Format") -> "Filming":
        """How pictures are taken; refuses what the file cannot hold."""
        from gaitsmith.export.motion import Filming
        from gaitsmith.export.pictures import (
            is_sequence,
            require_free,
            sequence_folder,
        )
        from gaitsmith.scene.camera import COMPANION, VIEWPOINTS

        name = self.camera or COMPANION
        if name not in VIEWPOINTS:
            raise unknown_name("camera", name, VIEWPOINTS, "--camera")
        if self.transparent and not kind.has_alpha:
            raise InputError(
                f"--transparent: {to.name} cannot be; write a .webm or a .png."
            )
        if self.contact_sheet is not None and to.suffix.lower() != ".png":
            raise InputError(f"--contact-sheet: {to.name} must end in .png.")
        filming = Filming(
            camera=name,
            size=None if self.size is None else parse_size(self.size),
            is_transparent=self.transparent,
            is_plain=self.plain,
            sheet=self.contact_sheet,
        )
        if is_sequence(to, filming):
            require_free(sequence_folder(to))
        return filming


def parse_size(text: str) -> tuple[int, int]:
    """Read WIDTHxHEIGHT or a usual name: width and height [pixels]."""
    if text.lower() in SIZES:
        return SIZES[text.lower()]
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if found is None:
        raise InputError(
            f"--size {text}: write WIDTHxHEIGHT, such as 1920x1080, or one of"
            f" {', '.join(SIZES)}."
        )
    width, height = int(found[1]), int(found[2])
    for one in (width, height):
        if not SMALLEST <= one <= LARGEST or one % 2:
            raise InputError(
                f"--size {text}: both must be even, from {SMALLEST} to {LARGEST}"
                " pixels."
            )
    return width, height
