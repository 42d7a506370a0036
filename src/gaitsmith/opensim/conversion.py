"""A model of OpenSim as the contents of a character file."""

from pathlib import Path
from typing import Any

import numpy as np

from gaitsmith.errors import InputError, unknown_name
from gaitsmith.opensim.body import FootPoint, mjcf
from gaitsmith.opensim.muscles import groups_of, muscle_notes, muscle_table
from gaitsmith.opensim.roles import guess_feet, roles_of
from gaitsmith.opensim.spec import OpensimSpec
from gaitsmith.opensim.taking import Taken, fits_of, take

GROUP_WORDS = ("", "SOL", "TA", "GAS", "VAS", "HAM", "RF", "GLU", "HFL")


def character_of(spec: OpensimSpec, path: Path) -> dict[str, Any]:
    """What a character file says of the body, its roles and its muscles.

    Args:
        spec: what the user says.
        path: of the .osim file.
    """
    taken = take(path, spec.locks)
    feet = _feet(spec, path, taken)
    found: dict[str, Any] = {
        "model_xml": mjcf(taken.model, taken.links, taken.is_planar, feet),
        "roles": _roles(spec, path, taken),
        "description": f"from {path.name} of OpenSim",
    }
    notes = _joint_notes(taken)
    if not spec.feet:
        notes.append(
            f"the feet stand on {len(feet)} points that are guessed (key feet)."
        )
    if taken.model.passed_over:
        notes.append(f"left out: {', '.join(taken.model.passed_over)}.")
    if taken.model.muscles and not spec.motors:
        groups = _groups(spec, path, taken)
        fits = fits_of(path, spec.locks)
        found["muscles"] = muscle_table(taken, fits, groups)
        notes += muscle_notes(taken, fits, groups, found["muscles"]["paths"])
    return {**found, "notes": notes}


def declared(spec: OpensimSpec, path: Path) -> dict[str, Any]:
    """What a character file may change of what was guessed."""
    taken = take(path, spec.locks)
    return {
        "opensim_file": path.name,
        "feet": [
            {"body": p.body, "place": [float(x) for x in p.place], "radius": p.radius}
            for p in _feet(spec, path, taken)
        ],
        "groups": _groups(spec, path, taken),
        "roles": _roles(spec, path, taken),
    }


def _roles(spec: OpensimSpec, path: Path, taken: Taken) -> Any:
    try:
        return spec.roles or roles_of(taken.model, taken.links, taken.pose)
    except InputError as error:
        raise InputError(f"{path}: {error}; say [roles] in a character file.") from None


def _feet(spec: OpensimSpec, path: Path, taken: Taken) -> tuple[FootPoint, ...]:
    for point in spec.feet:
        if point.body not in taken.links:
            raise unknown_name("body", point.body, taken.links, f"{path}: feet")
    if spec.feet:
        return tuple(FootPoint(p.body, np.array(p.place), p.radius) for p in spec.feet)
    try:
        return guess_feet(taken.links, taken.pose)
    except InputError as error:
        raise InputError(
            f"{path}: {error}; say [[feet]] in a character file."
        ) from None


def _groups(spec: OpensimSpec, path: Path, taken: Taken) -> dict[str, str]:
    names = [muscle.name for muscle in taken.model.muscles]
    for name, group in spec.groups.items():
        if name not in names:
            raise unknown_name("muscle", name, names, f"{path}: groups")
        if group not in GROUP_WORDS:
            raise unknown_name("group", group, GROUP_WORDS, f"{path}: groups.{name}")
    return groups_of(taken.model.muscles, spec.groups)


def _joint_notes(taken: Taken) -> list[str]:
    names = {joint.child.body: joint.name for joint in taken.model.joints}
    said = []
    for link in taken.links.values():
        off = f", up to {1000.0 * link.worst:.1f} mm and"
        off += f" {np.degrees(link.worst_turn):.1f} degrees off"
        if link.how:
            told = off if link.worst > 0.0 else ""
            said.append(f"{names[link.body]} ({link.how}{told})")
    return [f"joints that were reduced: {'; '.join(said)}."] if said else []
