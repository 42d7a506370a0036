"""The parts a report page is made of, below the moving view.

Every part is plain data with a title; `section_html` is the one place that turns them
into markup, and escapes all of their text.
"""

import math
from dataclasses import dataclass
from html import escape

from gaitsmith.report.inline_svg import inline_svg

Cell = str | int | float | None
"""What a table holds: text as it is, numbers formatted here, None for "no value"."""


_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_DASHES = {"--": "6 3", "-.": "8 3 2 3", ":": "2 3"}
"""Line styles of the drawings as SVG writes them."""

_TALL = 24
"""A table with more rows than this scrolls in its place, so that the rest is found."""


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


@dataclass(frozen=True)
class Figure:
    """An SVG drawing with a caption; the drawing must be still, without scripts."""

    title: str
    svg: str
    caption: str = ""


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


@dataclass(frozen=True)
class Panels:
    """Small drawings that share their keys.

    As many stand beside each other as there is room for: legible on a phone, too.
    """

    title: str
    panels: tuple[Panel, ...]
    keys: tuple[Key, ...] = ()
    caption: str = ""


@dataclass(frozen=True)
class Command:
    """One shell command and what it is for."""

    line: str
    purpose: str = ""


@dataclass(frozen=True)
class Commands:
    """Shell commands, each with a button that copies it."""

    title: str
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Facts:
    """Names and values, one below the other."""

    title: str
    facts: tuple[tuple[str, Cell], ...]


@dataclass(frozen=True)
class Paragraph:
    """Running text; an empty line begins a new paragraph."""

    title: str
    text: str


Section = Table | Figure | Panels | Commands | Facts | Paragraph


def section_html(section: Section, number: int) -> str:
    """One section as HTML; the number makes its element names unique on the page."""
    match section:
        case Table():
            body = _table_html(section)
        case Figure():
            body = _figure_html(section, f"figure{number}-")
        case Panels():
            body = _panels_html(section, f"figure{number}-")
        case Commands():
            body = "\n".join(_command_html(command) for command in section.commands)
        case Facts():
            body = f"<dl>{facts_html(section.facts)}</dl>"
        case Paragraph():
            parts = (part.strip() for part in section.text.split("\n\n"))
            body = "".join(f"<p>{escape(part)}</p>" for part in parts if part)
    return (
        f'<section class="section" aria-labelledby="section{number}">\n'
        f'<h2 id="section{number}">{escape(section.title)}</h2>\n'
        f"<div>{body}</div>\n</section>"
    )


def facts_html(facts: tuple[tuple[str, Cell], ...], *, grouped: bool = False) -> str:
    """The inside of a definition list; `grouped` wraps each pair in a div."""
    pairs = (
        f"<dt>{escape(name)}</dt><dd>{escape(_cell_text(value))}</dd>"
        for name, value in facts
    )
    return "".join(f"<div>{pair}</div>" if grouped else pair for pair in pairs)


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


def _table_html(table: Table) -> str:
    classes = [
        ' class="number"' if _is_numeric(table, column) else ""
        for column in range(len(table.columns))
    ]
    head = "".join(
        f'<th scope="col"{css}>{escape(name)}</th>'
        for name, css in zip(table.columns, classes, strict=True)
    )
    body = "\n".join(
        "<tr>"
        + "".join(
            f"<td{css}>{escape(_cell_text(cell))}</td>"
            for cell, css in zip(row, classes, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    note = f"<figcaption>{escape(table.note)}</figcaption>" if table.note else ""
    tall = " tall" if len(table.rows) > _TALL else ""
    # Focusable, so that the keyboard can scroll a table larger than its place.
    return (
        f'<figure><div class="scrolls{tall}" tabindex="0" role="region" '
        f'aria-label="{escape(table.title)}"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n"
        f"</table></div>{note}</figure>"
    )


def _is_numeric(table: Table, column: int) -> bool:
    cells = [row[column] for row in table.rows if row[column] is not None]
    return bool(cells) and all(isinstance(cell, int | float) for cell in cells)


def _figure_html(figure: Figure, id_prefix: str) -> str:
    drawing = inline_svg(figure.svg, id_prefix=id_prefix, label=figure.title)
    caption = (
        f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    )
    return f"<figure>{drawing}{caption}</figure>"


def _panels_html(section: Panels, id_prefix: str) -> str:
    keys = "".join(f"<li>{_swatch_html(k)}{escape(k.name)}</li>" for k in section.keys)
    legend = f'<ul class="keys-of-colors">{keys}</ul>' if keys else ""
    panels = "".join(
        "<figure>"
        f"<figcaption>{escape(panel.title)}</figcaption>"
        + inline_svg(panel.svg, id_prefix=f"{id_prefix}{number}-", label=panel.title)
        + "</figure>"
        for number, panel in enumerate(section.panels, start=1)
    )
    note = f'<p class="note">{escape(section.caption)}</p>' if section.caption else ""
    return f'{legend}<div class="panels">{panels}</div>{note}'


def _swatch_html(key: Key) -> str:
    """A short piece of the line, or of the area, that the key stands for."""
    style = (
        'stroke-width="9" opacity="0.4"'
        if key.stroke == "band"
        else (f'stroke-width="2.5" stroke-dasharray="{_DASHES.get(key.stroke, "")}"')
    )
    return (
        '<svg viewBox="0 0 26 10" width="26" height="10" aria-hidden="true">'
        f'<path d="M0 5H26" stroke="{escape(key.color)}" {style}/></svg>'
    )


def _command_html(command: Command) -> str:
    purpose = f"<p>{escape(command.purpose)}</p>" if command.purpose else ""
    label = escape(f"Copy: {command.line}")
    return (
        f'<div class="command">{purpose}<div><pre tabindex="0"><code>'
        f"{escape(command.line)}</code></pre>"
        f'<button type="button" data-copy hidden aria-label="{label}">'
        f'<span aria-live="polite">Copy</span></button></div></div>'
    )
