"""The parts a report page is made of, below the moving view.

Every part is plain data with a title, and knows its markup, in which all of its text is
escaped.
"""

import math
from dataclasses import dataclass
from html import escape
from typing import Protocol
from urllib.parse import quote
from xml.etree import ElementTree

Cell = str | int | float | None
"""What a table holds: text as it is, numbers formatted here, None for "no value"."""


_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_DASHES = {"--": "6 3", "-.": "8 3 2 3", ":": "2 3"}
"""Line styles of the drawings as SVG writes them."""

_TALL = 24
"""A table with more rows than this scrolls in its place, so that the rest is found."""


class Section(Protocol):
    """A part of the page."""

    @property
    def title(self) -> str:
        """Its heading."""
        ...

    def body(self, prefix: str) -> str:
        """What stands below the title, as HTML; `prefix`: of its element names."""
        ...


@dataclass(frozen=True)
class Table:
    """Rows under named columns; columns of numbers are set flush right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse rows of the wrong length."""
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.title!r}: row {number} has {len(row)} cells, "
                    f"the table has {len(self.columns)} columns."
                )

    def body(self, prefix: str) -> str:
        """A table that scrolls if it is larger than its place."""
        styles = [
            ' class="number"' if self._is_numeric(column) else ""
            for column in range(len(self.columns))
        ]

        def row_html(tag: str, cells: tuple[Cell, ...]) -> str:
            name = tag.partition(" ")[0]
            parts = (
                f"<{tag}{style}>{escape(_cell_text(cell))}</{name}>"
                for cell, style in zip(cells, styles, strict=True)
            )
            return f"<tr>{''.join(parts)}</tr>"

        head = row_html('th scope="col"', self.columns)
        rows = "\n".join(row_html("td", row) for row in self.rows)
        tall = " tall" if len(self.rows) > _TALL else ""
        # Focusable, so that the keyboard can scroll it.
        return (
            f'<figure><div class="scrolls{tall}" tabindex="0" role="region" '
            f'aria-label="{escape(self.title)}"><table>\n'
            f"<thead>{head}</thead>\n"
            f"<tbody>\n{rows}\n</tbody>\n</table></div>"
            f"{_element('figcaption', self.note)}</figure>"
        )

    def _is_numeric(self, column: int) -> bool:
        cells = [row[column] for row in self.rows if row[column] is not None]
        return bool(cells) and all(isinstance(cell, int | float) for cell in cells)


@dataclass(frozen=True)
class Figure:
    """An SVG drawing with a caption; the drawing must be still, without scripts."""

    title: str
    svg: str
    caption: str = ""

    def body(self, prefix: str) -> str:
        """The drawing over its caption."""
        drawing = inline_svg(self.svg, id_prefix=prefix, label=self.title)
        return f"<figure>{drawing}{_element('figcaption', self.caption)}</figure>"


@dataclass(frozen=True)
class Panel:
    """One of several small SVG drawings."""

    title: str
    svg: str


@dataclass(frozen=True)
class Key:
    """What a colour stands for."""

    name: str
    color: str
    """Written #rrggbb."""
    stroke: str = "-"
    """As a line is drawn: "-", "--", "-." or ":"; "band" for a shaded area."""

    def html(self) -> str:
        """A short piece of the line, or of the area, and what it stands for."""
        style = (
            'stroke-width="9" opacity="0.4"'
            if self.stroke == "band"
            else f'stroke-width="2.5" stroke-dasharray="{_DASHES.get(self.stroke, "")}"'
        )
        return (
            '<li><svg viewBox="0 0 26 10" width="26" height="10" aria-hidden="true">'
            f'<path d="M0 5H26" stroke="{escape(self.color)}" {style}/></svg>'
            f"{escape(self.name)}</li>"
        )


@dataclass(frozen=True)
class Panels:
    """Small drawings that share their keys.

    As many stand beside each other as there is room for: legible on a phone, too.
    """

    title: str
    panels: tuple[Panel, ...]
    keys: tuple[Key, ...] = ()
    caption: str = ""

    def body(self, prefix: str) -> str:
        """The keys, the drawings under their titles, and the caption."""
        keys = "".join(key.html() for key in self.keys)
        legend = f'<ul class="keys-of-colors">{keys}</ul>' if keys else ""
        panels = "".join(
            f"<figure>{_element('figcaption', panel.title)}"
            + inline_svg(panel.svg, id_prefix=f"{prefix}{number}-", label=panel.title)
            + "</figure>"
            for number, panel in enumerate(self.panels, start=1)
        )
        note = _element('p class="note"', self.caption)
        return f'{legend}<div class="panels">{panels}</div>{note}'


@dataclass(frozen=True)
class ShellCommand:
    """One shell command and what it is for."""

    line: str
    purpose: str = ""


@dataclass(frozen=True)
class Commands:
    """Shell commands, each with a button that copies it."""

    title: str
    commands: tuple[ShellCommand, ...]

    def body(self, prefix: str) -> str:
        """One command below the other."""
        return "\n".join(
            f'<div class="command">{_element("p", command.purpose)}<div>'
            f'<pre tabindex="0"><code>{escape(command.line)}</code></pre>'
            '<button type="button" data-copy hidden '
            f'aria-label="{escape(f"Copy: {command.line}")}">'
            '<span aria-live="polite">Copy</span></button></div></div>'
            for command in self.commands
        )


@dataclass(frozen=True)
class Links:
    """Files beside the page, by what is written and where they are."""

    title: str
    links: tuple[tuple[str, str], ...]

    def body(self, prefix: str) -> str:
        """One beside the other."""
        items = (
            f'<a href="{escape(quote(place))}" download>{escape(text)}</a>'
            for text, place in self.links
        )
        return f"<p>{' · '.join(items)}</p>"


@dataclass(frozen=True)
class Facts:
    """Names and values, one below the other."""

    title: str
    facts: tuple[tuple[str, Cell], ...]

    def body(self, prefix: str) -> str:
        """A list of definitions."""
        return f"<dl>{facts_html(self.facts)}</dl>"


@dataclass(frozen=True)
class Paragraph:
    """Running text; an empty line begins a new paragraph."""

    title: str
    text: str

    def body(self, prefix: str) -> str:
        """The paragraphs."""
        parts = self.text.split("\n\n")
        return "".join(_element("p", part.strip()) for part in parts)


def section_html(section: Section, number: int) -> str:
    """One section as HTML; the number makes its element names unique on the page."""
    return (
        f'<section class="section" aria-labelledby="section{number}">\n'
        f'<h2 id="section{number}">{escape(section.title)}</h2>\n'
        f"<div>{section.body(f'figure{number}-')}</div>\n</section>"
    )


def facts_html(facts: tuple[tuple[str, Cell], ...], *, grouped: bool = False) -> str:
    """The inside of a definition list; `grouped` wraps each pair in a div."""
    pairs = (
        f"<dt>{escape(name)}</dt><dd>{escape(_cell_text(value))}</dd>"
        for name, value in facts
    )
    return "".join(f"<div>{pair}</div>" if grouped else pair for pair in pairs)


def sentence(note: str) -> str:
    """A note as running text."""
    return note[:1].upper() + note[1:]


def _element(tag: str, text: str) -> str:
    """Text in an element, or nothing without text; the tag may have attributes."""
    return f"<{tag}>{escape(text)}</{tag.partition(' ')[0]}>" if text else ""


def _cell_text(cell: Cell) -> str:
    match cell:
        case None:
            return "\N{EN DASH}"
        case float():
            return _number_text(cell)
        case _:
            return str(cell)


def _number_text(value: float) -> str:
    """A number to four digits, as people write it: 0.0123, 348600, 1.2 × 10⁻⁵."""
    if not math.isfinite(value):
        return str(value)
    mantissa, _, exponent = f"{value:.3e}".partition("e")
    power = int(exponent)
    if value == 0 or -4 <= power < 6:
        text = f"{float(f'{value:.4g}') + 0.0:.{max(3 - power, 0)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{float(mantissa):g} × 10{str(power).translate(_SUPERSCRIPTS)}"
    # The typographic minus is as wide as a digit, a hyphen is not.
    return text.replace("-", "\N{MINUS SIGN}")


def inline_svg(svg: str, *, id_prefix: str, label: str) -> str:
    """The drawing as an <svg> element to embed in HTML.

    Args:
        svg: A whole SVG document of our own; see `drawing.svg_text`.
        id_prefix: Put before every name in the drawing, so that two drawings on one
            page do not refer to each other's parts.
        label: Read aloud in place of the drawing.
    """
    root = ElementTree.fromstring(svg)
    for parent in root.iter():
        parent.tag = _local(parent.tag)
        for child in list(parent):
            if _local(child.tag) == "metadata":  # says who made the file
                parent.remove(child)
        attributes = [(_local(key), value) for key, value in parent.attrib.items()]
        parent.attrib.clear()
        for key, value in attributes:
            parent.set(key, _prefixed(key, value, id_prefix))
    root.set("role", "img")
    root.set("aria-label", label)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _local(name: str) -> str:
    """Without its namespace: HTML knows SVG's elements by their bare names."""
    return name.rpartition("}")[2]


def _prefixed(key: str, value: str, prefix: str) -> str:
    if key == "id":
        return prefix + value
    if key == "href":
        return value.replace("#", f"#{prefix}", 1)
    return value.replace("url(#", f"url(#{prefix}")
