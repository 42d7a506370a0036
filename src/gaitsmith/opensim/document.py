"""An .osim file as a tree of plain text: XML of strangers, read without its tricks.

No document types, so no entities and nothing that is fetched from elsewhere; a limit to
the size and to the depth. What is read is never run.
"""

import xml.etree.ElementTree as Xml
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats

LARGEST_MODEL = 20_000_000  # bytes; full-body models have less than 4
DEEPEST = 64  # elements inside each other; models have less than 20
OLDEST_VERSION = 40_000  # of the format; in older ones joints are parts of bodies


class _RefusedError(Exception):
    """What a file of this kind never has."""


class _PlainTree(Xml.TreeBuilder):
    """Refuses what can be misused while it is being read."""

    depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _RefusedError(f"more than {DEEPEST} elements are inside each other")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(tag)

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise _RefusedError("it has a document type, which could bring in other files")


def read_document(path: Path) -> Element:
    """The element `Model` of an .osim file."""
    text = read_text(path, LARGEST_MODEL)
    try:
        root = Xml.fromstring(text, Xml.XMLParser(target=_PlainTree()))
    except Xml.ParseError as error:
        raise InputError(f"{path}: this is not XML: {error}.") from None
    except _RefusedError as error:
        raise InputError(f"{path}: this is no model of OpenSim: {error}.") from None
    model = root.find("Model")
    if root.tag != "OpenSimDocument" or model is None:
        raise InputError(
            f"{path}: this is no model of OpenSim: it must have an OpenSimDocument with"
            " a Model."
        )
    version = root.get("Version", "")
    if not version.isdigit() or int(version) < OLDEST_VERSION:
        raise InputError(
            f"{path}: this is of version '{version}' of the format; open it in OpenSim"
            f" 4 and save it, which makes it {OLDEST_VERSION} or newer."
        )
    return model


def parts(element: Element | None, group: str) -> list[Element]:
    """What a set such as `BodySet` has, without its groups; a missing one has none."""
    found = None if element is None else element.find(f"{group}/objects")
    return [] if found is None else list(found)


def name_of(element: Element) -> str:
    """Its name, or its kind where it has none."""
    return element.get("name") or element.tag


def text_of(element: Element, key: str, default: str = "") -> str:
    """The text of a property."""
    found = element.findtext(key)
    return default if found is None else found.strip()


def last_name(path: str) -> str:
    """The part that a path such as /bodyset/pelvis ends in."""
    return path.rstrip("/").rpartition("/")[2]


def is_true(element: Element, key: str, default: bool = False) -> bool:
    """A property that is true or false."""
    return text_of(element, key, str(default)).lower() == "true"


def numbers(element: Element, key: str, count: int | None = None) -> Floats | None:
    """The finite numbers of a property; None where it is missing.

    Args:
        element: that has the property.
        key: its name.
        count: how many there must be.
    """
    text = element.findtext(key)
    if text is None:
        return None
    try:
        found = np.array([float(word) for word in text.split()])
    except ValueError:
        found = np.array([np.nan])
    if not np.all(np.isfinite(found)) or (count is not None and len(found) != count):
        wanted = "finite numbers" if count is None else f"{count} finite numbers"
        given = text.strip()[:40]
        raise InputError(
            f"{element.tag} '{name_of(element)}': {key}: '{given}' given; it must be"
            f" {wanted}."
        )
    return found


def vector(element: Element, key: str) -> Floats:
    """Three numbers; zeros where the property is missing."""
    found = numbers(element, key, 3)
    return np.zeros(3) if found is None else found


def number(element: Element, key: str, default: float) -> float:
    """One number."""
    found = numbers(element, key, 1)
    return default if found is None else float(found[0])
