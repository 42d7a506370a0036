"""gaitsmith compare: two gaits, such as with and without a device."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gaitsmith.cli.console import aligned, print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, SolutionName, completed_by, solutions

if TYPE_CHECKING:
    from gaitsmith.effects import Effect
    from gaitsmith.report.sections import Cell, Section


def _devices() -> list[str]:
    from gaitsmith.characters.devices import device_files

    return list(device_files())


def compare(
    before: SolutionName,
    after: Annotated[
        str,
        typer.Argument(
            help="Another one, such as a search with the device.",
            show_default="the first one, changed by --device and --set",
            autocompletion=completed_by(solutions),
        ),
    ] = "",
    device: Annotated[
        list[str] | None,
        typer.Option(
            "--device",
            metavar="NAME|FILE.toml",
            help="Put on the second one: a name of list devices, or a file.",
            autocompletion=completed_by(_devices),
        ),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Replace a value of the second one.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Also write a page that compares them."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Compare two gaits: energy muscle by muscle, moments, devices."""
    from gaitsmith.effects import effect
    from gaitsmith.errors import InputError
    from gaitsmith.gait.cycles import NoStepsError
    from gaitsmith.report.effect_section import effect_sections
    from gaitsmith.report.several_page import write_several
    from gaitsmith.runs.files import require_place
    from gaitsmith.workflows import load_solution, with_changes

    made = [*(f"device={one}" for one in device or ()), *(changes or ())]
    if not after and not made:
        raise InputError(
            "compare: give a second solution, or what is changed: --device NAME or"
            " --set KEY=VALUE."
        )
    if output:
        require_place(output)
    first = load_solution(before)
    second = with_changes(load_solution(after or before), made)
    names = before, _name_of(before, after, device or (), changes or ())
    announce_compiling(first.problem)
    announce_compiling(second.problem)
    try:
        found = effect(first, second)
    except NoStepsError as error:
        if not device:
            raise
        raise NoStepsError(
            f"{error} A gait must be searched with what it wears: gaitsmith optimize"
            f" X --set start_from={before} --set device=NAME."
        ) from None
    sections = effect_sections(names, found)
    if output:
        pair = dict(zip(names, (first, second), strict=True))
        write_several(pair, output, lead=sections)
    print_result(
        json,
        {"names": list(names), **found.as_dict()}
        | ({"report": str(output)} if output else {}),
        *_lines(names, found, sections),
        *([f"\nOpen this page: {output.resolve()}"] if output else []),
    )


def _name_of(
    before: str, after: str, devices: "list[str] | tuple[()]", changes: object
) -> str:
    worn = [Path(one).stem for one in devices]
    words = " and ".join(worn)
    if after and after != before:
        return f"{after} with {words}" if words else after
    return f"with {words}" if words else "changed"


def _lines(
    names: tuple[str, str], found: "Effect", sections: "tuple[Section, ...]"
) -> list[str]:
    """The tables as text."""
    from gaitsmith.report.sections import Table

    steps = [
        f"{name}: {one.steps['speed']:.2f} m/s, steps of {one.steps['step_length']:.2f}"
        f" m, {one.steps['cadence']:.0f} a minute"
        for name, one in zip(names, (found.before, found.after), strict=True)
    ]
    lines = steps
    for one in sections:
        if isinstance(one, Table):
            rows = [tuple(map(_text, row)) for row in (one.columns, *one.rows)]
            lines += ["", one.title, *aligned(rows)]
    return lines


def _text(cell: "Cell") -> str:
    return "" if cell is None else str(cell)
