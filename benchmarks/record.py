"""Measures the core and adds a row to history.csv.

python benchmarks/record.py "what changed"

Times differ between machines and moments; compare the ratios, on a quiet machine.
"""

import csv
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from gaitsmith.benchmark import measure_speed
from gaitsmith.runs.job import provenance
from gaitsmith.workflows import load_solution, with_setting

HISTORY = Path(__file__).parent / "history.csv"


def main() -> None:
    """One row: date, commit, machine, figures, remark."""
    walker = with_setting(load_solution("simbicon/walk"), duration=4.0, rate=2400.0)
    speed = measure_speed(walker)
    one, eight = speed.lane_us.values()
    figures = {
        "closed_loop_us": one,
        "raw_step_us": speed.raw_step_us,
        "ratio": speed.ratio,
        "realtime_factor": speed.realtime_factor,
        "thread_speedup": speed.thread_speedup,
        "rate": speed.rate,
        "eight_lanes_us": eight,
        "speedup": speed.speedup,
    }
    facts = provenance("benchmark")
    row = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": facts["commit"][:12],
        "machine": f"{platform.machine()}, {facts['processors']} cores",
        **{name: f"{value:.3f}" for name, value in figures.items()},
        "remark": sys.argv[1] if len(sys.argv) > 1 else "",
    }
    is_new = not HISTORY.exists()
    with HISTORY.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, row, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(row)
    print(row)


if __name__ == "__main__":
    main()
