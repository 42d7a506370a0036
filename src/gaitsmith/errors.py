"""What can go wrong, as seen by the user.

    GaitsmithError            anything we say in one clear sentence
    |-- InputError            the input was wrong: file, key, value, what would be right
    `-- WorkFailedError       the input was right, but the work could not be done

The command line turns the first kind into exit code 2 and the second into exit code 1.
A candidate that falls or explodes is no error: it is an outcome, see `simulation`.
"""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_MESSAGE = 6000  # characters
MOST_NAMES = 40  # that a message lists


def readable(text: str) -> str:
    """A text from anywhere, fit for a terminal: it cannot steer it, nor flood it."""
    more = len(text) - LONGEST_MESSAGE
    shown = printable(text[:LONGEST_MESSAGE])[:LONGEST_MESSAGE]
    return f"{shown} ... ({more} more characters)" if more > 0 else shown


def printable(text: str) -> str:
    """A text that cannot steer a terminal.

    What does not print (control characters, marks of the writing direction) is shown
    by its code; line breaks stay.
    """
    if text.replace("\n", "").isprintable():
        return text
    return "".join(
        one if one.isprintable() or one in "\n\xa0" else ascii(one)[1:-1]
        for one in text
    )


class GaitsmithError(Exception):
    """Base of all errors that are explained to the user."""

    def __str__(self) -> str:
        """The sentence; what it quotes from a file cannot steer a terminal."""
        return readable(super().__str__())


class InputError(GaitsmithError):
    """Something the user gave is wrong; the message says what would be right."""


class WorkFailedError(GaitsmithError):
    """The work failed although the input was right (a full disk, a lost worker)."""


def unknown_name(
    kind: str, name: str, known: Iterable[str], where: str = ""
) -> InputError:
    """Error for a name that does not exist, with the nearest one and those that do."""
    names = sorted(known)
    place = f"{where}: " if where else ""
    near = get_close_matches(name, names, n=1) or _same_ending(name, names)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    others = len(names) - MOST_NAMES
    listed = ", ".join(names[:MOST_NAMES])
    listed += f" and {others} more" if others > 0 else ""
    known_names = f" Known: {listed}." if names else ""
    return InputError(f"{place}no {kind} is called '{name}'.{hint}{known_names}")


def _same_ending(name: str, names: list[str]) -> list[str]:
    """Names such as wang2009/stocky that end nearly as `name` does."""
    endings = {one.rpartition("/")[2]: one for one in reversed(names)}
    near = get_close_matches(name.rpartition("/")[2], endings, n=1)
    return [endings[one] for one in near]
