"""The table [muscles] of a character that comes from a model of OpenSim."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from gaitsmith.kernels.muscle_polynomials import powers
from gaitsmith.opensim.fits import Fit
from gaitsmith.opensim.gait_range import gait_range
from gaitsmith.opensim.groups import GROUPS, guess_group, side_of, stem_of
from gaitsmith.opensim.model import Muscle
from gaitsmith.opensim.taking import Taken


def groups_of(muscles: Iterable[Muscle], said: Mapping[str, str]) -> dict[str, str]:
    """By muscle, what laws excite it as; what is not said is guessed."""
    return {m.name: said.get(m.name, guess_group(m.name)) for m in muscles}


def muscle_table(
    taken: Taken, fits: Mapping[str, Fit], groups: Mapping[str, str]
) -> dict[str, Any]:
    """Muscles and their polynomials, in the angles of our hinges."""
    slopes, ranges, rows = taken.slopes(), {}, []
    for muscle in taken.model.muscles:
        if muscle.name not in fits or not side_of(muscle.name):
            continue
        fit = fits[muscle.name]
        for name in fit.coordinates:
            ends = np.array(gait_range(taken.model.coordinates[name])) * slopes[name]
            ranges[name] = [float(np.min(ends)), float(np.max(ends))]
        # Our fibres lie along their tendons: strength and length count along them.
        cosine = float(np.cos(muscle.pennation))
        row = {
            "name": muscle.name,
            "side": side_of(muscle.name),
            "group": groups[muscle.name],
            "max_force": muscle.max_force * cosine,
            "optimal_length": muscle.optimal_length * cosine,
            "slack_length": muscle.slack_length,
            "max_velocity": muscle.max_velocity,
            "joints": list(fit.coordinates),
            "degree": fit.degree,
            "coefficients": _in_hinges(fit, slopes),
        }
        if muscle.tendon_strain > 0.0:
            row["strain"] = muscle.tendon_strain
        rows.append(row)
    return {"model": "fitted", "ranges": ranges, "paths": rows}


def _in_hinges(fit: Fit, slopes: Mapping[str, float]) -> list[float]:
    """Coefficients in scaled angles of our hinges: some turn the other way."""
    signs = np.sign([slopes[name] for name in fit.coordinates])
    turned = np.prod(signs ** powers(len(signs), fit.degree), axis=1)
    return [float(value) for value in turned * fit.coefficients]


def muscle_notes(
    taken: Taken,
    fits: Mapping[str, Fit],
    groups: Mapping[str, str],
    rows: Iterable[Mapping[str, Any]],
) -> list[str]:
    """What excites what, how near the fits are, and who does nothing."""
    there = [str(row["name"]) for row in rows]
    by_group = {
        group: dict.fromkeys(stem_of(name) for name in there if groups[name] == group)
        for group, _ in GROUPS
    }
    said = [f"{' + '.join(names)} -> {g}" for g, names in by_group.items() if names]
    alone = dict.fromkeys(stem_of(name) for name in there if not groups[name])
    if alone:
        said.append(f"passive: {', '.join(alone)}")
    notes = [f"what laws excite as what (key groups): {'; '.join(said)}."]
    worst = max((fits[name].worst_arm for name in there), default=0.0)
    notes.append(
        f"moment arms are polynomials, within {1000.0 * worst:.1f} mm of the paths over"
        " the range of gait."
    )
    idle = [m.name for m in taken.model.muscles if m.name not in there]
    if idle:
        notes.append(
            "muscles that cross no free joint, or have no side in their names, left"
            f" out: {', '.join(idle)}."
        )
    return notes
