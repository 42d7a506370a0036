"""What long-running scripts have found, added up in one file; makes the docs' tables.

    python scripts/promises.py

Mutants, kills, fuzzing and soaks add a line to `RESULTS` for each thing that was done,
whenever they are run; this writes the sums into docs/promises.md.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs" / "results" / "promises.jsonl"
PAGE = ROOT / "docs" / "promises.md"
BEGIN, END = "<!-- {}: made by scripts/promises.py -->", "<!-- end -->"
Row = dict[str, Any]


def add_up(results: Path | None, promise: str, **row: Any) -> None:
    """Add a line of what was done."""
    results = results or RESULTS
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"promise": promise, **row}) + "\n")


def rows_of(promise: str, results: Path = RESULTS) -> list[Row]:
    """All that was done for a promise, in order."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return [row for row in map(json.loads, lines) if row["promise"] == promise]


def _sums(rows: Iterable[Row], key: str, *columns: str) -> dict[str, Row]:
    """Sums of columns by what is in another."""
    found: dict[str, Row] = defaultdict(lambda: dict.fromkeys(columns, 0))
    for row in rows:
        sums = found[row[key]]
        for name in columns:
            sums[name] += row.get(name, 0)
    return found


def _spaced(number: float) -> str:
    """A whole number in groups of three digits."""
    return f"{round(number):,}".replace(",", " ")


def _table(header: str, rows: Iterable[Iterable[object]]) -> str:
    line = "| --- " * header.count("|") + "|"
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([f"| {header}", line, *lines]) if lines else "Not run yet."


def fuzzing() -> str:
    """Files read, by kind."""
    sums = _sums(rows_of("fuzz"), "kind", "files", "found")
    ordered = sorted(sums.items(), key=lambda item: -item[1]["files"])
    rows = [(kind, _spaced(s["files"]), s["found"] or "") for kind, s in ordered]
    total = _spaced(sum(s["files"] for s in sums.values()))
    return _table(
        "kind | files | not told well, since this is counted |",
        [*rows, ("all", total, sum(s["found"] for s in sums.values()))],
    )


def kills() -> str:
    """Kills, by job and workers."""
    rows = [
        row | {"what": f"{row['job']}, {row['on']}"}
        for row in rows_of("kills")
        if row.get("by", "kill") == "kill"
    ]
    sums = _sums(rows, "what", "kills", "ends", "wrong")
    table = [(k, s["kills"], s["ends"], s["wrong"]) for k, s in sorted(sums.items())]
    total = [sum(column) for column in list(zip(*table, strict=True))[1:]]
    return _table(
        "job | kills | jobs that ended | other bytes, or something left |",
        [*table, ("all", *total)],
    )


def troubles() -> str:
    """Other troubles of jobs, by kind."""
    rows = [row for row in rows_of("kills") if row.get("by", "kill") != "kill"]
    sums = _sums(rows, "by", "kills", "ends", "wrong")
    jobs = {by: sorted({row["job"] for row in rows if row["by"] == by}) for by in sums}
    return _table(
        "trouble | jobs | times | jobs that ended | wrong |",
        [
            (by, ", ".join(jobs[by]), s["kills"], s["ends"], s["wrong"])
            for by, s in sorted(sums.items())
        ],
    )


def floods() -> str:
    """Live pages that were treated badly."""
    rows = rows_of("floods")
    return _table(
        "page | rounds | slowest answer, s | Ctrl-C, s | MB, at first and after each |",
        [
            (
                *(row["page"], row["rounds"], row["answer"], row["ending"]),
                ", ".join(map(str, row["megabytes"])),
            )
            for row in rows
        ],
    )


def mutants() -> str:
    """Mutants, by layer; the last verdict of each counts."""
    last = {row["mutant"]: row for row in rows_of("mutants")}
    found: dict[str, list[str]] = defaultdict(list)
    for row in last.values():
        found[row["layer"]].append(row["verdict"])
        found["all"].append(row["verdict"])
    order = sorted(found, key=lambda layer: layer == "all")
    rows = []
    for layer in order:
        verdicts = found[layer]
        caught = verdicts.count("caught")
        slow = verdicts.count("too slow")
        share = f"{caught / len(verdicts):.0%}"
        rows.append(
            (layer, len(verdicts), caught, slow, len(verdicts) - caught - slow, share)
        )
    return _table("layer | mutants | caught | too slow | not noticed | caught |", rows)


def walking() -> str:
    """Long walks, by gait."""
    if not (rows := rows_of("walking")):
        return _table("", [])
    table = [
        (
            f"`{r['gait']}`",
            _spaced(r["simulated"]),
            _spaced(r["metres"]),
            f"{r['held']} of 8",
            r["megabytes"],
        )
        for r in rows
    ]
    total = (
        _spaced(sum(row[name] for row in rows)) for name in ("simulated", "metres")
    )
    return _table(
        "gait | s | m | never fell | MB added |", [*table, ("all", *total, "", "")]
    )


def numbers() -> str:
    """Rollouts with random numbers."""
    names = ("rollouts", "completed", "fell", "diverged")
    rows = rows_of("numbers")
    sums = [sum(row[name] for row in rows) for name in names]
    slowest = max((row["slowest"] for row in rows), default=0.0)
    seeds = ", ".join(sorted({str(row["seed"]) for row in rows}))
    return _table(
        "rollouts | completed | fell | diverged | seeds | slowest eight, s |",
        [(*map(_spaced, sums), seeds, f"{slowest:g}")] if rows else [],
    )


TABLES = (fuzzing, kills, troubles, mutants, floods, walking, numbers)


def main() -> None:
    """Put the tables where the page has room for them."""
    text = PAGE.read_text(encoding="utf-8")
    for table in TABLES:
        begin = BEGIN.format(table.__name__)
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(END)
        text = f"{before}{begin}\n{table()}\n{END}{after}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
