"""The page of a reproduction: what we measure beside what was published."""

import platform
import textwrap
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from gaitsmith.report.build import SHOWN_SECONDS, show, views
from gaitsmith.report.drawing import (
    INK,
    draw_band,
    fitting,
    looks,
    new_drawing,
    plain_legend,
    style_axes,
    svg_text,
)
from gaitsmith.report.page import PageContent, render_page
from gaitsmith.report.push_plot import push_figures
from gaitsmith.report.sections import (
    Commands,
    Figure,
    Paragraph,
    Section,
    ShellCommand,
    Table,
)
from gaitsmith.reproduction.comparison import Cell, Comparison, CurvePlot, cell_text
from gaitsmith.runs.files import write_atomically

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

_LIBRARIES = ("gaitsmith", "mujoco-core", "numba", "numpy")

# Signs, since colours are lost in print and on some readers.
_MARKS = {"yes": "✓ yes", "no": "✘ no"}
_NO_VALUE = "\N{EN DASH}"
_FIGURE_SPACE = "\N{FIGURE SPACE}"  # as wide as a digit

# Narrow, so that little is scaled down on a phone.
_WIDTH, _HEIGHT, _HEIGHT_PER_NAME = 5.2, 2.7, 0.24  # inch
_NAME_LENGTH = 52  # letters, longer names continue on the next line
_BAND_NAME = "people, mean ± 1 standard deviation"


_Looks = Mapping[str, tuple[str, str]]  # colour and stroke by name


def write_comparison(comparison: Comparison, command: str, path: Path) -> Path:
    """Simulate the exhibits and write the page; returns where.

    Args:
        comparison: what the page shows.
        command: that makes the comparison, for the reader to copy.
        path: of the page; its folder must exist. All of it is written, or nothing.
    """
    content = PageContent(
        title=comparison.title,
        subtitle=comparison.verdict,
        lead=(
            _table(comparison),
            *_notes(comparison),
            *_plots(comparison),
            *push_figures(comparison.pushes),
        ),
        views=views(
            show(one.label, one.solution, SHOWN_SECONDS).scene
            for one in comparison.exhibits
        ),
        sections=(Commands("Reproduce it", (ShellCommand(command),)),),
        footer=(
            *((name, version(name)) for name in _LIBRARIES),
            ("python", platform.python_version()),
        ),
    )
    write_atomically(path, render_page(content))
    return path


def _table(comparison: Comparison) -> Table:
    columns = [
        _column_texts([row[i] for row in comparison.rows])
        for i in range(len(comparison.columns))
    ]
    notes: list[str] = []
    for verdict in _verdicts(comparison, columns):
        name = comparison.columns[verdict] if len(comparison.judged) > 1 else "reached"
        notes.append(_verdict_note(name, columns[0], columns[verdict]))
        columns[verdict] = [_MARKS.get(text, text) for text in columns[verdict]]
    rows = tuple(zip(*columns, strict=True))
    return Table("Comparison", comparison.columns, rows, " ".join(notes))


def _notes(comparison: Comparison) -> tuple[Section, ...]:
    if not comparison.notes:
        return ()
    return (Paragraph("Notes", "\n\n".join(comparison.notes)),)


def _verdicts(comparison: Comparison, columns: list[list[str]]) -> list[int]:
    """Columns that are marked: those that the table names, or the last that fits."""
    if comparison.judged:
        return [comparison.columns.index(name) for name in comparison.judged]
    return [i for i, texts in enumerate(columns) if _is_verdict(texts)][-1:]


def _is_verdict(texts: list[str]) -> bool:
    """Whether a column says yes or no and nothing else."""
    said = {text for text in texts if text != _NO_VALUE}
    return bool(said) and said <= set(_MARKS)


def _verdict_note(column: str, names: list[str], verdicts: list[str]) -> str:
    """In words, since on a phone the verdicts are beyond the edge of a wide table."""
    pairs = list(zip(names, verdicts, strict=True))
    missed = [name.strip(_FIGURE_SPACE) for name, said in pairs if said == "no"]
    said = [verdict for verdict in verdicts if verdict in _MARKS]
    reached = f"✓ {column}: {verdicts.count('yes')} of {len(said)}."
    return reached + (f" ✘ not {column}: {', '.join(missed)}." if missed else "")


def _column_texts(cells: list[Cell]) -> list[str]:
    """Numbers as `Comparison` prints them, one point below the other."""
    texts = list(map(_text, cells))
    widths = [
        len(text)
        for cell, text in zip(cells, texts, strict=True)
        if isinstance(cell, int | float)
    ]
    return [
        text
        if isinstance(cell, str)
        else text.rjust(max(widths, default=0), _FIGURE_SPACE)
        for cell, text in zip(cells, texts, strict=True)
    ]


def _text(cell: Cell) -> str:
    if cell is None:
        return _NO_VALUE
    if isinstance(cell, str):
        return cell
    # The typographic minus is as wide as a digit, a hyphen is not.
    return cell_text(cell).replace("-", "\N{MINUS SIGN}")


def _plots(comparison: Comparison) -> tuple[Section, ...]:
    """A name looks the same in every plot, and has its colour of the push plot."""
    lines = (line for plot in comparison.plots for line in plot.lines)
    compared = (line.label for line in lines if not line.is_reference)
    look = looks(dict.fromkeys((*comparison.pushes, *compared)))
    return tuple(Figure(plot.title, _plot_svg(plot, look)) for plot in comparison.plots)


def _plot_svg(plot: CurvePlot, look: _Looks) -> str:
    """The curves as an SVG document without background, with text kept as text.

    The reference is drawn in the ink of the page around it, dark on light or light on
    dark. The same input always gives the same document.
    """
    with new_drawing(_WIDTH, _HEIGHT, font_size=11.5) as drawing:
        axes = drawing.subplots()
        style_axes(axes, plot.x_label, plot.y_label)
        axes.margins(x=0)
        keys = _draw(axes, plot, look)
        names = [textwrap.fill(fitting(name), _NAME_LENGTH) for name, _ in keys]
        num_rows = sum(name.count("\n") + 1 for name in names)
        drawing.set_size_inches(_WIDTH, _HEIGHT + num_rows * _HEIGHT_PER_NAME)
        plain_legend(drawing, [key for _, key in keys], names)
        return svg_text(drawing)


def _draw(axes: "Axes", plot: CurvePlot, look: _Looks) -> list[tuple[str, "Artist"]]:
    """Draw band and lines; returns names and keys, the reference first."""
    references: list[tuple[str, Artist]] = []
    others: list[tuple[str, Artist]] = []
    for line in plot.lines:
        (curve,) = axes.plot(plot.x if line.x is None else line.x, line.y)
        if line.is_reference:
            curve.set(color=INK, linewidth=3.4, zorder=2)
            references.append((line.label, curve))
        else:
            color, stroke = look[line.label]
            curve.set(color=color, linestyle=stroke, linewidth=2.0, zorder=3)
            if line.x is not None:
                curve.set(marker="o", markersize=7.0, linestyle="none")
            others.append((line.label, curve))
    band: list[tuple[str, Artist]] = []
    if plot.band is not None:
        mean, deviation = plot.band
        shade = draw_band(axes, plot.x, mean, deviation)
        band.append((_BAND_NAME, shade))
    return [*references, *others, *band]
