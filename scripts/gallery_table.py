"""Outcome, speed, step length and score of every gallery solution, as CSV.

    python scripts/gallery_table.py gallery.csv           # of this checkout
    python scripts/gallery_table.py after.csv --compare before.csv --page page.md

Through the command line's JSON only, so that two versions of gaitsmith can be compared:
run it in a checkout of each. With `--compare`, exit code 1 tells that a printed digit
differs; `--made` takes the table as it is, `--page` writes both as one.
"""

import argparse
import contextlib
import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

Table = dict[str, dict[str, str]]
COLUMNS = ("name", "outcome", "seconds", "speed", "step_length", "total", "z_score")


def answer(*words: str) -> dict[str, Any]:
    """What a command prints as JSON; empty if it refuses."""
    from gaitsmith.cli.main import main as gaitsmith

    told = io.StringIO()
    sys.argv = ["gaitsmith", *words, "--json"]
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(io.StringIO()):
        try:
            gaitsmith()
        except SystemExit as end:
            return {} if end.code else json.loads(told.getvalue())
    return json.loads(told.getvalue())


def row_of(name: str) -> dict[str, str]:
    """One solution, rounded to the digits that tables print."""
    simulated, scored = answer("simulate", name), answer("score", name)
    z_score = scored.get("standard_score", {}).get("average")
    return {
        "name": name,
        "outcome": simulated["outcome"],
        "seconds": f"{simulated['simulated_seconds']:.2f}",
        "speed": f"{simulated['speed']:.3f}",
        "step_length": f"{simulated['step_length']:.3f}",
        "total": f"{simulated['total']:.4g}",
        "z_score": "" if z_score is None else f"{z_score:.2f}",
    }


def write_table(to: Path, only: str) -> None:
    """Simulate and score every solution whose name contains `only`."""
    names = [entry["name"] for entry in answer("list")["gallery"]]
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for name in names:
            if only in name:
                writer.writerow(row_of(name))
                file.flush()


def page_of(before: Table, after: Table, commits: list[str]) -> str:
    """Both tables as one: what differs is shown as `before -> after`."""
    known = [name for name in after if name in before]
    same = sum(before[name] == after[name] for name in known)
    lines = [
        "# The gallery before and after the core was opened",
        "",
        f"Every solution that the gallery had at commits {commits[0]} (one rollout at a"
        f" time, the engine's own dynamics) and {commits[1]} (lanes, our own): {same}"
        f" of {len(known)} are the same to the printed digits; of the others, both are"
        " shown. Seconds are simulated, speed in m/s, step length in m; the total is"
        " the objective, the z score the mean over joints. Made by"
        " `python scripts/gallery_table.py`, run in a checkout of each.",
        "",
        f"| {' | '.join(COLUMNS)} |".replace("_", " "),
        "|---" * len(COLUMNS) + "|",
    ]
    for name in known:
        old, new = before[name], after[name]
        cells = [
            new[key] if old[key] == new[key] else f"{old[key]} -> {new[key]}"
            for key in COLUMNS[1:]
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the table; compare it with another one if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("to", type=Path)
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--made", action="store_true", help="it is there already")
    parser.add_argument("--commits", nargs=2, default=["then", "now"])
    parser.add_argument("--page", type=Path, help="Markdown, with --compare")
    parser.add_argument("--only", default="", help="names that contain this")
    given = parser.parse_args()
    if not given.made:
        write_table(given.to, given.only)
    if given.compare is None:
        return 0
    before, after = (
        {row["name"]: row for row in csv.DictReader(path.open(encoding="utf-8"))}
        for path in (given.compare, given.to)
    )
    different = [name for name in after if before.get(name) != after[name]]
    for name in different:
        print(f"{name}: before {before.get(name)}, now {after[name]}")
    print(f"{len(after) - len(different)} of {len(after)} are the same.")
    if given.page:
        given.page.write_text(page_of(before, after, given.commits), encoding="utf-8")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
