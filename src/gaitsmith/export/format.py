"""File formats by suffix, ours and those that plug-ins bring."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from gaitsmith.export.motion import Motion
from gaitsmith.kernels.compilation import expect_arguments
from gaitsmith.plugins import PluginError, Registry, ask_author, takes_name
from gaitsmith.runs.files import write_atomically

Content = TypeVar("Content", bound=Callable[[Motion], str | bytes])
Watch = Callable[[int, int], None]  # frames drawn so far, frames in all
Writer = Callable[[Motion, Path, Watch | None], None]
SMOOTH = 60.0  # Hz


class FileKind(Enum):
    """What can be asked of a file."""

    DATA = "what was simulated"
    PICTURES = "pictures"
    ANIMATION = "an animated skeleton"


@dataclass(frozen=True)
class Format:
    """One kind of file."""

    words: str
    frame_rate: float
    """Hz, when nothing else is asked for; 0: the file holds the body, no motion."""
    write: Writer
    """Writes all of the file, or nothing."""
    kind: FileKind = FileKind.DATA
    has_alpha: bool = False
    """Whether pictures can be transparent."""


FORMATS: Registry[Format] = Registry("export format")


@takes_name
def export_format(
    suffix: str, words: str, frame_rate: float = SMOOTH, kind: FileKind = FileKind.DATA
) -> Callable[[Content], Content]:
    """Register a function that turns a motion into the content of a file.

    Args:
        suffix: of such files, with its dot.
        words: what kind of file it is.
        frame_rate: Hz, unless another is asked for; 0: it holds no motion.
        kind: what can be asked of it; an animation gets loops and skeletons.
    """

    def register(content: Content) -> Content:
        def write(motion: Motion, path: Path, _: Watch | None) -> None:
            made: object = ask_author(content, motion)
            if not isinstance(made, str | bytes):
                raise PluginError(
                    f"{FORMATS.origin(suffix)}: format '{suffix}' gave {made!r}; it"
                    " must give text or bytes."
                )
            write_atomically(path, made)

        expect_arguments(content, "motion")
        if not suffix.startswith("."):
            raise ValueError(f"the suffix '{suffix}' must begin with a point.")
        FORMATS.add(suffix, Format(words, frame_rate, write, kind), content)
        return content

    return register
