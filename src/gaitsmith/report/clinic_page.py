"""A clinic's report: two printed pages of A4, in one file that opens offline."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gaitsmith.assessment import Assessment
from gaitsmith.gait.clinic import LEAST_DIFFERENCE, SIDES, Clinic, clinic_of, sides_of
from gaitsmith.gait.human import gait_parameters
from gaitsmith.gait.reference import Reference
from gaitsmith.report.drawing import (
    AXIS_COLOR,
    COLORS,
    STROKES,
    draw_band,
    new_drawing,
    style_axes,
    svg_text,
)
from gaitsmith.report.gait_figures import SECTIONS, Quantity
from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.solution import Solution

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Rows of curves on the second page: part of the analysis, and how many quantities.
CURVES = (("angles", 3), ("moments", 3), ("powers", 3), ("forces", 3))
PERCENT = np.linspace(0.0, 100.0, 101)
STYLE = """
@page { size: A4; margin: 12mm }
:root { --ink: #1b2026 }
* { box-sizing: border-box }
body { font: 9.5pt/1.35 system-ui, sans-serif; color: var(--ink); margin: 0 auto;
  max-width: 186mm }
section { break-after: page; padding-top: 2mm }
section:last-of-type { break-after: auto }
h1 { font-size: 15pt; margin: 0 0 1mm } h2 { font-size: 10.5pt; margin: 4mm 0 1mm }
p { margin: 0 0 1.5mm } .quiet { color: #5b6570; font-size: 8.5pt }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 6mm }
.big { font-size: 20pt; font-weight: 600 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: 0.6mm 1.5mm; border-bottom: 0.2mm solid #d5dade }
td + td, th + th { text-align: right }
svg { width: 100%; height: auto; display: block }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_clinic(solution: Solution, measured: Assessment, path: Path) -> Path:
    """Write the two pages of a solution's gait; returns where."""
    write_atomically(path, clinic_html(solution, measured))
    return path


def clinic_html(solution: Solution, measured: Assessment) -> str:
    """The two pages as one HTML document; all names are text."""
    name = solution.name
    clinic = clinic_of(measured.analysis, measured.score.reference)
    body = solution.problem.character
    known = solution.sturdiness
    facts = (
        f"{body.name}: {body.mass:.4g} kg; {measured.analysis.summary.speed:.2f} m/s,"
        f" mean of {measured.analysis.summary.num_cycles} strides, simulated."
        f" {known.sentence if known else ''}"
    )
    notes = " ".join(_sentence(note) for note in clinic.notes)
    first = (
        f"<h1>{escape(name)}</h1><p>{escape(facts)}</p>"
        f'<p class="quiet">Compared with {escape(clinic.reference)}.</p>'
        f'<div class="two"><div>{_profile(clinic)}</div><div>{_steps(measured)}</div>'
        f"</div>{_bars(clinic)}"
        f'<div class="two"><div>{_symmetry(clinic)}</div><div>{_deviations(clinic)}'
        f'</div></div><p class="quiet">{escape(notes)}</p>'
    )
    second = (
        f"<h2>Over the gait cycle</h2>{_curves(measured)}"
        '<p class="quiet">Left: full blue line; right: broken orange line; grey: the'
        " reference, one standard deviation to both sides of its mean. Moments, powers"
        " and forces are smoothed at 15 Hz.</p>"
        f'<p class="quiet">gaitsmith {escape(version("gaitsmith"))}, seed'
        f" {solution.provenance.seed}. A simulation, no measurement of a patient.</p>"
    )
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(name)}</title><style>{STYLE}</style></head><body>"
        f"<section>{first}</section><section>{second}</section></body></html>\n"
    )


def _sentence(note: str) -> str:
    return note[:1].upper() + note[1:].rstrip(".") + "."


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(c)}</{tag}>' for c in cells)}</tr>"

    lines = "".join(row("td", cells) for cells in rows)
    return f"<h2>{escape(title)}</h2><table>{row('th', head)}{lines}</table>"


def _profile(clinic: Clinic) -> str:
    score = clinic.profile_score
    match = clinic.match.get("all")
    return (
        "<h2>Gait profile score</h2>"
        f'<p><span class="big">{score():.1f}°</span> left {score("left"):.1f}°, right'
        f" {score('right'):.1f}°</p>"
        f'<p class="quiet">RMS over {len(clinic.profile)} variables of both sides. A'
        f" difference of {LEAST_DIFFERENCE} degrees matters (Baker 2012).</p>"
        + (f"<p>Match with the band: <b>{match:.0f} %</b></p>" if match else "")
    )


def _steps(measured: Assessment) -> str:
    summary = measured.analysis.summary
    people = gait_parameters(
        measured.analysis.gait, summary.speed, measured.score.reference.size
    )

    def theirs(key: str) -> str:
        figure = people.get(key)
        return f"{figure.mean:.3g} ± {figure.sd:.2g}" if figure else ""

    rows = [
        ("speed [m/s]", f"{summary.speed:.2f}", ""),
        ("cadence [steps/min]", f"{summary.cadence:.0f}", theirs("cadence")),
        ("step length [m]", f"{summary.step_length:.2f}", theirs("step_length")),
        ("step width [m]", f"{summary.step_width:.2f}", ""),
        ("stance [of stride]", f"{summary.duty_factor:.2f}", theirs("stance_share")),
        ("double support", f"{summary.double_support_share:.2f}", ""),
    ]
    spent = measured.metabolism
    if spent:
        cost = next(iter(spent.people.values()))
        text = f"{spent.per_distance:.2f}"
        rows.append(("cost [J/kg/m]", text, f"{cost.per_distance:.2f}"))
    return _table("Steps", ("", "this gait", "people"), rows)


def _bars(clinic: Clinic) -> str:
    """The movement analysis profile."""
    names = list(clinic.profile)
    with new_drawing(7.3, 1.7, 8.5) as drawing:
        axes = drawing.subplots()
        style_axes(axes, "", "degrees RMS")
        place = np.arange(len(names) + 1)
        for number, side in enumerate(SIDES):
            values = [clinic.profile[name].get(side, 0.0) for name in names]
            values.append(clinic.profile_score(side))
            axes.bar(
                place + 0.19 * (2 * number - 1), values, 0.36, color=COLORS[number]
            )
        axes.set_xticks(place, [*(f"{name} flexion" for name in names), "all (GPS)"])
        drawing_text = svg_text(drawing)
    return (
        "<h2>Movement analysis profile: left (blue) and right</h2>"
        f"{_inline(drawing_text)}"
    )


def _symmetry(clinic: Clinic) -> str:
    return _table(
        "Symmetry",
        ("", "left", "right", "index"),
        (
            (
                f"{one.name} [{one.unit}]",
                f"{one.left:.3g}",
                f"{one.right:.3g}",
                f"{round(one.index):+d} %",
            )
            for one in clinic.symmetry
        ),
    )


def _deviations(clinic: Clinic) -> str:
    found = [(one.sentence,) for one in clinic.deviations]
    none = [("None of three per cent of the cycle or more.",)]
    return _table(
        "Beyond two standard deviations, point by point", ("",), found or none
    )


def _curves(measured: Assessment) -> str:
    with new_drawing(7.3, 8.8, 7.5) as drawing:
        grid = drawing.subplots(len(CURVES), 3)
        for row, (part, count) in zip(grid, CURVES, strict=True):
            for axes, quantity in zip(
                row, SECTIONS[part].quantities[:count], strict=True
            ):
                _curve(axes, measured, part, quantity)
        text = svg_text(drawing)
    return _inline(text)


def _curve(axes: "Axes", measured: Assessment, part: str, quantity: Quantity) -> None:
    style_axes(axes, "", quantity.unit)
    axes.set_title(quantity.title, fontsize=8, parse_math=False)
    axes.margins(x=0)
    reference: Reference = measured.score.reference
    band = getattr(reference, part, {}).get(quantity.name)
    if band is not None:
        draw_band(axes, PERCENT, band.mean, band.sd)
        axes.plot(PERCENT, band.mean, color=AXIS_COLOR, linewidth=1.0)
    curve = getattr(measured.analysis, part).get(quantity.name)
    if curve is None:
        return
    for number, (_, one) in enumerate(sides_of(curve)):
        axes.plot(
            PERCENT, one.mean, STROKES[number], color=COLORS[number], linewidth=1.5
        )


def _inline(svg: str) -> str:
    """The drawing without its document's head."""
    return svg[svg.index("<svg") :]
