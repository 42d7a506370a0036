"""What is reached and what is not: tables that are kept, and the pages made of them.

    python scripts/reached_pages.py                             # the pages, made anew
    python scripts/reached_pages.py --keep yin2007/gaits ...    # run these tables first
    python scripts/reached_pages.py --keep yin2007              # all tables of a paper

A kept table is docs/results/PAPER/NAME.json: its rows, and what made them. The pages
docs/reached/PAPER.md and the table in README.md follow from these files alone.
"""

import argparse
import json
import math
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gaitsmith.reproduction.comparison import Comparison, cell_text
from gaitsmith.reproduction.findings import NOT_RUN
from gaitsmith.reproduction.tables import TABLES

ROOT = Path(__file__).parents[1]
MADE_OF = ("src", "gallery", "experiments", "skills")
RESULTS = ROOT / "docs" / "results"
README = ROOT / "README.md"
BEGIN = "<!-- made by scripts/reached_pages.py: begin -->\n"
END = "<!-- end -->\n"
PAPERS = {
    "yin2007": "Yin, Loken & van de Panne 2007",
    "vandepanne1995": "van de Panne & Lamouret 1995",
    "coros2008": "Coros, Beaudoin, Yin & van de Panne 2008",
    "wang2009": "Wang, Fleet & Hertzmann 2009",
    "wang2012": "Wang, Hamner, Delp & Koltun 2012",
}
# In README, in this order, if they are kept.
HIGHLIGHTS = (
    "wang2009/features",
    "wang2009/simbicon-energy",
    "wang2009/push",
    "wang2009/push-trained",
    "wang2009/slopes",
    "wang2009/body-shapes",
    "wang2012/table1",
    "wang2012/running",
    "wang2012/robust-walk",
    "wang2012/robust-run",
    "vandepanne1995/trials",
    "coros2008/stones",
    "coros2008/stress",
    "coros2008/stones-3d",
    "coros2008/path",
    "coros2008/latency",
    "yin2007/gaits",
    "yin2007/pushes",
    "demo/success-rate",
)
WORDS = """
Every row has three parts: the figure that the paper prints; what the paper's method
came to, run here with the paper's settings; and what ours came to, with every way in
which it differs. One criterion (column "asked") judges the paper's method and ours,
each by itself. Where the paper has a figure, that is what is asked; where it has
words, or a dash, the criterion is ours. Where nothing is asked, a row is only told.
Counts such as "3 of 5" are of rows that are judged. What fell with one of its seeds
is not reached.
"""
OLDER = "This table does not yet tell the paper's method and ours apart."

Kept = Mapping[str, Any]
"""What is in a file of docs/results."""


def file_of(name: str) -> Path:
    """Where a table is kept."""
    return RESULTS / f"{name}.json"


def kept_tables() -> dict[str, Kept]:
    """All of them, by name."""
    files = sorted(RESULTS.glob("*/*.json"))
    found = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    return {table["name"]: table for table in found}


def keep(name: str, table: Comparison, seconds: float) -> None:
    """Write a table to its file, with what made it."""
    facts = {
        "name": name,
        "command": f"gaitsmith reproduce {name}",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "version": version("gaitsmith"),
        "commit": commit(),
        "seconds": round(seconds),
        "title": table.title,
        "verdict": table.verdict,
        "notes": table.notes,
        "judged": table.judged,
        "columns": table.columns,
        "cells": table.rows,
        "findings": table.records,
    }
    file = file_of(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json_text(finite(facts)), encoding="utf-8")


def json_text(facts: Mapping[str, Any]) -> str:
    """An object with a line for each of its keys, and for each row of its lists."""

    def text(value: Any) -> str:
        if isinstance(value, list) and any(isinstance(x, list | dict) for x in value):
            return "[\n  " + ",\n  ".join(map(text, value)) + "\n ]"
        return json.dumps(value, ensure_ascii=False, allow_nan=False)

    lines = (f" {json.dumps(key)}: {text(value)}" for key, value in facts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def commit() -> str:
    """The last one that changed what results depend on; "+" if there are changes."""
    git = ("git", "-C", str(ROOT))
    last, now = (
        subprocess.run(
            (*git, *words, "--", *MADE_OF), capture_output=True, text=True, check=True
        ).stdout.strip()
        for words in (("log", "-1", "--format=%h", "--abbrev=10"), ("status", "-s"))
    )
    return f"{last}+" if now else last


def finite(value: Any) -> Any:
    """The same with None for what JSON cannot say."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [finite(part) for part in value]
    return value


def pages(kept: Mapping[str, Kept]) -> dict[Path, str]:
    """Every generated file and its text."""
    folder = ROOT / "docs" / "reached"
    made = {
        folder / f"{paper}.md": paper_page(paper, tables_of(paper), kept)
        for paper in PAPERS
    }
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return made | {README: f"{before}{BEGIN}{highlights(kept)}{END}{after}"}


def paper_page(paper: str, names: Sequence[str], kept: Mapping[str, Kept]) -> str:
    """What is reached of a paper, and what is not."""
    there = [kept[name] for name in names if name in kept]
    gone = [name for name in names if name not in kept]
    parts = [
        f"# {paper}: what is reached and what is not",
        f"{PAPERS[paper]}. Made by `scripts/reached_pages.py` of what is kept in"
        f" `docs/results/{paper}`.",
        WORDS.strip(),
        markdown_table(
            ("table", "paper's method here", "ours", "run"),
            [(link(one), *verdicts(one), one["date"]) for one in there],
        ),
    ]
    missed = [
        f"- {short(one['name'])}: {words}" for one in there for words in missing(one)
    ]
    if missed:
        parts += ["## Not reached", "\n".join(missed)]
    if gone:
        commands = "\n".join(f"- `gaitsmith reproduce {name}`" for name in gone)
        parts += ["## Not run since tables are kept", commands]
    for one in there:
        parts += section(one)
    return "\n\n".join(parts) + "\n"


def section(one: Kept) -> Iterator[str]:
    """A table with all that is said of it."""
    yield f"## {short(one['name'])}"
    yield f"{one['title']}."
    yield markdown_table(one["columns"], [map(cell_text, row) for row in one["cells"]])
    yield from one["notes"]
    if one["verdict"]:
        yield one["verdict"]
    if not one["findings"]:
        yield OLDER
    made = f"{one['date']}, version {one['version']}, commit {one['commit']}"
    yield f"`{one['command']}`, {made}, {one['seconds']} s."


def verdicts(one: Kept) -> tuple[str, str]:
    """How many rows the paper's method reaches here, and how many ours."""
    if not one["findings"]:
        column, said = judged(one)
        return "–", f"{column}: {counted(said)}" if said else "–"
    rows = [row for row in one["findings"] if row["asked"] is not None]
    ours = [row["reached_by_ours"] for row in rows if row["ours_differs_in"]]
    return counted([row["reached"] for row in rows]), counted(ours) if ours else "–"


def counted(verdicts: Sequence[bool | None]) -> str:
    """3 of 5, 1 not run."""
    known = [verdict for verdict in verdicts if verdict is not None]
    if not known:
        return NOT_RUN if verdicts else "–"
    gone = len(verdicts) - len(known)
    words = f"{known.count(True)} of {len(known)}"
    return f"{words}, {gone} {NOT_RUN}" if gone else words


def judged(one: Kept) -> tuple[str, list[bool]]:
    """The verdicts of a table without findings: its last column of yes and no."""
    columns = list(zip(*one["cells"], strict=True))
    for name, cells in reversed(list(zip(one["columns"], columns, strict=True))):
        said = [cell for cell in cells if cell is not None]
        if said and set(said) <= {"yes", "no"}:
            return name, [cell == "yes" for cell in said]
    return "", []


def missing(one: Kept) -> Iterator[str]:
    """In words, the rows that are not reached."""
    for row in one["findings"]:
        who = [
            f"{words} {told}"
            for key, words, told in (
                ("reached", "by the paper's method here", figure(row, "published")),
                ("reached_by_ours", "by ours", figure(row, "ours")),
            )
            if row[key] is False
        ]
        if who:
            asked = f"asked {row['asked']}"
            yield f"{row['what']}, paper {row['paper']}, {asked}: {', '.join(who)}"
    name, _ = judged(one) if not one["findings"] else ("", [])
    if name:
        column = one["columns"].index(name)
        rows = [cell_text(row[0]) for row in one["cells"] if row[column] == "no"]
        if rows:
            yield f'"{name}" is not true of {", ".join(rows)}'


def figure(row: Mapping[str, Any], who: str) -> str:
    """A mean with its spread, in brackets."""
    mean, spread = row[f"{who}_mean"], row[f"{who}_std"]
    words = "nothing measured" if mean is None else f"{mean:.4g}"
    return f"({words})" if spread is None else f"({words} ± {spread:.2g})"


def highlights(kept: Mapping[str, Kept]) -> str:
    """README's table."""
    rows = [
        (linked_paper(name), plain_title(kept[name]), *verdicts(kept[name]))
        for name in HIGHLIGHTS
        if name in kept
    ]
    columns = ("table", "what is judged", "paper's method here", "ours")
    return markdown_table(columns, rows) + "\n"


def linked_paper(name: str) -> str:
    """The table's name, as a link to its section of the paper's page."""
    paper, _, table = name.partition("/")
    return f"[{name}](docs/reached/{paper}.md#{table})"


def plain_title(one: Kept) -> str:
    """Its title without the paper's name, which stands beside it."""
    paper = one["name"].partition("/")[0]
    title = one["title"].removeprefix(f"{paper}: ").removeprefix(f"{paper}, ")
    return title[0].upper() + title[1:]


def tables_of(paper: str) -> list[str]:
    """All that can be made."""
    return [name for name in TABLES if name.startswith(f"{paper}/")]


def short(name: str) -> str:
    """Without its paper."""
    return name.partition("/")[2]


def link(one: Kept) -> str:
    """To its section."""
    name = short(one["name"])
    return f"[{name}](#{name})"


def markdown_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Cells as text; a bar in one is no border."""
    lines = [list(columns), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    escaped = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


def main() -> None:
    """Keep what is asked for, and write every page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", nargs="+", default=(), metavar="PAPER[/NAME]")
    parser.add_argument("--workers", type=int, default=None)
    given = parser.parse_args()
    wanted = [
        name
        for asked in given.keep
        for name in ((asked,) if "/" in asked else tables_of(asked))
    ]
    for name in wanted:
        began = time.monotonic()
        table = TABLES.find(name)(print, given.workers)
        keep(name, table, time.monotonic() - began)
        print(table)
    for file, text in pages(kept_tables()).items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
