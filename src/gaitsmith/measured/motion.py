"""Joint angles, joint moments and ground forces of OpenSim's .mot and .sto files."""

from collections.abc import Mapping

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.reference import ANGLES
from gaitsmith.gait.table_file import ColumnFile, listed, read_storage
from gaitsmith.kernels.records import Floats
from gaitsmith.measured.emg import activity
from gaitsmith.measured.plates import plates_of_table
from gaitsmith.measured.walk import Recorded, Series, Sided

COORDINATES = {"hip": "hip_flexion", "knee": "knee_angle", "ankle": "ankle_angle"}
LETTERS = ("l", "r")  # left, right
PELVIS = "pelvis_tilt"


def read_motion(text: str) -> Recorded:
    """What a .mot or .sto file holds of a walk.

    Args:
        text: with some of hip_flexion_r, knee_angle_r, ankle_angle_r (thigh and foot
            follow if pelvis_tilt is there), of the same with _moment, or of ground
            forces; of either leg or both.

    Raises:
        InputError: the file has none of these.
    """
    table = read_storage(text)
    time = table.columns["time"]
    labels = {_coordinate(label): label for label in table.names[1:]}
    sides: Sided = ({}, {})
    notes: list[str] = []
    for side, letter in zip(sides, LETTERS, strict=True):
        for joint, name in COORDINATES.items():
            if (label := labels.get(f"{name}_{letter}")) is not None:
                side[joint] = _degrees(table, label)
    is_turned = _turn_knees(sides, notes)
    if PELVIS in labels and any("hip" in side for side in sides):
        notes += _add_thigh_and_foot(sides, _degrees(table, labels[PELVIS]))
    names = tuple(COORDINATES.values())
    if wrong := [name for name in table.twice if name.startswith(names)]:
        raise InputError(f"these columns are there twice: {listed(wrong)}.")
    if table.twice:
        notes.append(f"left out, as they are there twice: {listed(table.twice)}.")
    emg = activity(time, {x: table.columns[labels[x]] for x in labels})
    moments, plates = _moments(table, labels), plates_of_table(table)
    if not any(sides) and not any(moments) and not plates and emg is None:
        names = ", ".join(f"{name}_r" for name in COORDINATES.values())
        raise InputError(
            "no angle in it is known. At least one of these columns is needed:"
            f" {names} (or _l). Found: {listed(labels)}."
        )
    return Recorded(
        series=(
            *((Series(time, sides),) if any(sides) else ()),
            *([emg] if emg else []),
        ),
        per_body=(Series(time, moments),) if any(moments) else (),
        plates=plates,
        bends_backward=is_turned,
        notes=tuple(notes),
    )


def _coordinate(label: str) -> str:
    """knee_angle_r of /jointset/knee_r/knee_angle_r/value; other labels stay."""
    parts = label.split("/")
    return parts[-2] if len(parts) > 1 and parts[-1] == "value" else label


def _degrees(table: ColumnFile, label: str) -> Floats:
    values = table.columns[label]
    table.refuse(label, ~np.isfinite(values), "it must be a finite number")
    per_degree, unit = (
        (1.0, "degrees") if table.in_degrees else (np.pi / 180, "radians")
    )
    too_large = np.abs(values) > ANGLES.largest * per_degree
    remedy = ": check inDegrees in the header"
    table.refuse(label, too_large, ANGLES.limits + remedy, f" {unit}")
    return values if table.in_degrees else np.degrees(values)


def _turn_knees(sides: Sided, notes: list[str]) -> bool | None:
    """A knee bends one way: whether the file counts that as negative, as gait2392."""
    knees = [side["knee"] for side in sides if "knee" in side]
    if not knees:
        return None
    if np.mean(knees) >= 0.0:
        return False
    for side in sides:
        if "knee" in side:
            side["knee"] = -side["knee"]
    letter = LETTERS["knee" in sides[1]]
    name = f"{COORDINATES['knee']}_{letter}"
    notes.append(f"{name} counts flexion as negative: its sign was turned.")
    return True


def _add_thigh_and_foot(sides: Sided, pelvis: Floats) -> list[str]:
    """Against the vertical and the horizontal.

    OpenSim's models turn pelvis and hip about the same axis, which points to the right:
    to lean the pelvis backward and to flex the hip both bring the thigh forward.
    """
    derived: dict[str, None] = {}
    for side in sides:
        if "hip" not in side:
            continue
        added = {"thigh": side["hip"] + pelvis}
        if {"knee", "ankle"} <= set(side):
            added["foot"] = added["thigh"] - side["knee"] + side["ankle"]
        side.update(added)
        derived |= dict.fromkeys(added)
        size = max(np.max(np.abs(angle)) for angle in added.values())
        if size > ANGLES.largest:
            raise InputError(
                f"{size:.3g} degrees found for {' and '.join(added)}; {ANGLES.limits}:"
                f" check {PELVIS}."
            )
    return [
        f"{' and '.join(derived)} derived from the joints and {PELVIS}, which is taken"
        " for positive when the pelvis leans backward, as in OpenSim's models."
    ]


def _moments(table: ColumnFile, labels: Mapping[str, str]) -> Sided:
    """Of inverse dynamics [N m], as the file counts them."""
    sides: Sided = ({}, {})
    for side, letter in zip(sides, LETTERS, strict=True):
        for joint, name in COORDINATES.items():
            label = labels.get(f"{name}_{letter}_moment")
            if label is not None:
                values = table.columns[label]
                table.refuse(label, ~np.isfinite(values), "it must be a finite number")
                side[f"{joint}_moment"] = values
    return sides
