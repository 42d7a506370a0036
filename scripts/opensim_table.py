"""How far our muscles are from OpenSim's own, as a table for docs/opensim.md.

    python scripts/opensim_oracle.py MODEL.osim build/NAME.csv 40 r
    python scripts/opensim_table.py MODEL.osim build/NAME.csv

Worst moment arm and length of both sides over the poses of the file, of the
polynomials that are simulated.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from gaitsmith.kernels.muscle_polynomials import powers
from gaitsmith.opensim.fits import monomials, scaled
from gaitsmith.opensim.gait_range import gait_range
from gaitsmith.opensim.groups import guess_group, stem_of
from gaitsmith.opensim.taking import fits_of, take

MILLIMETRES = 1000.0


def main() -> None:
    """Print one model's table."""
    path, told = (Path(given) for given in sys.argv[1:3])
    rows = list(csv.DictReader(told.read_text().splitlines()))
    count = 1 + max(int(row["pose"]) for row in rows)
    values = defaultdict(lambda: np.zeros(count))
    for row in rows:
        values[row["kind"], row["name"], row["of"]][int(row["pose"])] = float(
            row["value"]
        )
    coordinates = take(path).model.coordinates
    found: dict[str, tuple[str, int, int, float, float]] = {}
    for name, fit in fits_of(path).items():
        if ("length", name, "") not in values:
            continue
        pose = np.array([values["angle", c, ""] for c in fit.coordinates]).T
        at, slopes = monomials(
            scaled(take(path).model, fit.coordinates, pose),
            powers(len(fit.coordinates), fit.degree),
        )
        half = [0.5 * np.ptp(gait_range(coordinates[c])) for c in fit.coordinates]
        arms = -np.einsum("cnt,t->nc", slopes, fit.coefficients) / half
        true = np.array([values["arm", name, c] for c in fit.coordinates]).T
        length = at @ fit.coefficients - values["length", name, ""]
        worst = [float(np.max(np.abs(x))) for x in (arms - true, length)]
        before = found.get(stem_of(name), ("", 0, 0, 0.0, 0.0))
        found[stem_of(name)] = (
            guess_group(name) or "–",
            len(fit.coordinates),
            fit.degree,
            max(worst[0], before[3]),
            max(worst[1], before[4]),
        )
    print(f"| {path.stem} | driven as | joints | degree | arm, mm | length, mm |")
    print("|---|---|---|---|---|---|")
    for name, (group, joints, degree, arm, length) in found.items():
        errors = f"{MILLIMETRES * arm:.1f} | {MILLIMETRES * length:.1f}"
        print(f"| {name} | {group} | {joints} | {degree} | {errors} |")


if __name__ == "__main__":
    main()
