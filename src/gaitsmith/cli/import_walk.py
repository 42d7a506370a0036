"""gaitsmith import: a laboratory's files of a walk become curves over the cycle."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaitsmith.cli.console import aligned, print_result
from gaitsmith.cli.options import AsJson, Strikes, times_of

if TYPE_CHECKING:
    from gaitsmith.measured.walk import MeasuredGait


def import_walk(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Of one trial: .c3d, .trc markers, OpenSim .mot and .sto (angles,"
            " moments, ground forces), .csv.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(help="The .csv file to write, for --reference and for follow."),
    ] = None,
    static: Annotated[
        Path | None,
        typer.Option(
            help="Markers of the same person, standing still (.trc, .c3d): joint angles"
            " follow from the walk's markers.",
        ),
    ] = None,
    strikes: Strikes = "",
    mass: Annotated[
        float | None,
        typer.Option(
            min=1.0, max=500.0, help="kg.", show_default="by the ground forces"
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Read files of a measured walk: strikes and curves."""
    from gaitsmith.errors import InputError
    from gaitsmith.measured.percent_table import as_percent_table
    from gaitsmith.measured.walk_file import read_gait
    from gaitsmith.runs.files import require_place, write_atomically

    if output is not None:
        if output.suffix.lower() != ".csv":
            raise InputError(f"{output}: what is written is a .csv file; name one.")
        require_place(output)
    found = read_gait(files, times_of(strikes), mass, static=static)
    if output is not None:
        write_atomically(output, as_percent_table(found))
    lines = _lines(found)
    if output is not None:
        lines.append(f"Written: {output}")
    print_result(json, _result(found, output), *lines)


def _result(found: "MeasuredGait", output: Path | None) -> dict[str, Any]:
    left, right = found.strikes
    return {
        "curves": {
            key: {
                side: None if (one := getattr(curve, side)) is None else one.num_cycles
                for side in ("left", "right")
            }
            for key, curve in found.curves.items()
        },
        "strikes": {"left": left, "right": right},
        "stride_time": found.stride_time,
        "speed": found.speed,
        "mass": found.mass,
        "notes": found.notes,
        "output": None if output is None else str(output),
    }


def _lines(found: "MeasuredGait") -> list[str]:
    """What was found, for people."""
    known = [
        f"strides of {found.stride_time:.3f} s" if found.stride_time else "",
        f"{found.speed:.2f} m/s" if found.speed else "",
        f"{found.mass:.1f} kg" if found.mass else "",
    ]
    lines = [", ".join(filter(None, known))] if any(known) else []
    for side, times in zip(("left", "right"), found.strikes, strict=True):
        if times:
            shown = ", ".join(f"{time:.3f}" for time in times)
            lines.append(f"{side} foot strikes at {shown} s")
    rows = [("curve", "cycles left", "right", "least", "largest", "SD over cycles")]
    for key, curve in found.curves.items():
        left, right = (
            "-" if one is None else str(one.num_cycles)
            for one in (curve.left, curve.right)
        )
        mean = curve.both.mean
        spread = f"{curve.both.sd.mean():.2g}" if curve.both.num_cycles > 1 else "-"
        rows.append(
            (key, left, right, f"{mean.min():.3g}", f"{mean.max():.3g}", spread)
        )
    return [*lines, *aligned(rows), *(f"note: {note}" for note in found.notes)]
