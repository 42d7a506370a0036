"""A study as tables: a row a cell, a row a group, and the times."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gaitsmith.runs.files import write_atomically
from gaitsmith.runs.folder import RunFolder
from gaitsmith.studies.found import Found
from gaitsmith.studies.grid import Study, text_of
from gaitsmith.studies.summary import summaries

RESULTS_FILE, SUMMARY_FILE, TIMES_FILE = "results.csv", "summary.csv", "times.csv"
PARQUET_FILE = "results.parquet"
NO_PARQUET = (
    f"{PARQUET_FILE} was not written, since pyarrow is not installed: pip install"
    " 'gaitsmith[parquet]', then gaitsmith report {folder}"
)
Row = dict[str, Any]


def rows_of(found: Iterable[Found]) -> list[Row]:
    """A row a cell; what one cell lacks is None."""
    rows: list[Row] = [
        {
            "cell": one.cell.number,
            **one.cell.values,
            "success": one.is_success,
            "why_not": one.why,
            "stop_reason": one.stop_reason,
            **one.numbers,
        }
        for one in found
    ]
    columns = dict.fromkeys(column for row in rows for column in row)
    return [{column: row.get(column) for column in columns} for row in rows]


def write_tables(folder: Path, study: Study, found: Sequence[Found]) -> None:
    """Write all tables of as much as is done."""
    write_atomically(folder / RESULTS_FILE, as_csv(rows_of(found)))
    groups = [one.as_dict() for one in summaries(study, found)]
    write_atomically(folder / SUMMARY_FILE, as_csv(groups))
    write_atomically(folder / TIMES_FILE, as_csv(_times(folder, study, found)))


def _times(folder: Path, study: Study, found: Iterable[Found]) -> list[Row]:
    rows: list[Row] = []
    for one in found:
        progress = RunFolder(folder / study.folder(one.cell)).read_progress()
        seconds = progress[-1].seconds if progress else None
        rows.append({"cell": one.cell.number, "search_seconds": seconds})
    return rows


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows with all columns that any of them has; numbers keep every digit."""
    columns = dict.fromkeys(column for row in rows for column in row)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return text.getvalue()


def write_parquet(folder: Path, found: Sequence[Found]) -> str:
    """Write the rows as Parquet; returns why not, in a sentence, or nothing."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return NO_PARQUET.format(folder=folder)
    rows = rows_of(found)
    columns = {name: _of_one_kind([row[name] for row in rows]) for name in rows[0]}
    buffer = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(columns), buffer)
    write_atomically(folder / PARQUET_FILE, buffer.getvalue().to_pybytes())
    return ""


def _of_one_kind(values: Sequence[Any]) -> list[Any]:
    """Numbers, flags or texts; what is mixed becomes text."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} or kinds == {bool}:
        return [float(v) if v is not None and float in kinds else v for v in values]
    return [None if value is None else text_of(value) for value in values]


def _cell(value: Any) -> str:
    """True and false as other programs write them; nothing for what is not known."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return (
        text_of(value) if isinstance(value, Mapping | list | tuple) else repr_of(value)
    )


def repr_of(value: Any) -> str:
    """Every digit of a number; a text as it is."""
    return repr(value) if isinstance(value, float) else str(value)
