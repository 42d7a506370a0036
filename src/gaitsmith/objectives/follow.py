"""Term `follow`: how far a gait is from curves of a person that a user measured.

For any law: the motion is recorded, cut at the strikes of the feet, and its mean curves
over the cycle are compared with those of the file, each side with its own.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Drive
from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.gait.analysis import smoothed
from gaitsmith.gait.cycles import (
    SETTLING_TIME,
    Cycle,
    NoStepsError,
    complete_cycles,
    stretched,
)
from gaitsmith.gait.events import events_of
from gaitsmith.gait.human import VERBS
from gaitsmith.gait.kinematics import joint_angles, kinematics_of
from gaitsmith.gait.kinetics import MOMENTS, joint_moments, kinetics_of
from gaitsmith.gait.reference import (
    ANGLES,
    FORCES,
    MOMENTS as MOMENT_KIND,
    human_reference,
)
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.reference_file import reference_of
from gaitsmith.measured.walk_file import TYPICAL_SPEED, read_gait
from gaitsmith.objectives.term import TermOptions, term
from gaitsmith.simulation.measures import Measures
from gaitsmith.simulation.recording import Recording

RATE = 100.0  # Hz of the recording
DIGITS = 4  # of stored curves; what is compared is what is stored
NO_CYCLE = {"sd": 20.0, "degrees": 200.0}  # the value of who takes no two steps
SPREAD_OF_ACTIVITY = 0.1  # of the largest; electrodes do not tell it better
NEEDS_POSES = ("thigh", "foot", *FORCES.names)
Curve = tuple[float, ...]  # 101 values


class FollowCurve(Declaration):
    """A curve over 0, 1, ... 100 % of the cycle, in the units of a reference file."""

    both: Curve
    sd: Curve
    left: Curve = ()
    right: Curve = ()


class FollowOptions(TermOptions):
    """Whose curves are followed."""

    file: str = ""
    """.csv, .mot, .sto, .c3d or .trc, see `gaitsmith import`."""
    static: str = ""
    """Markers of the same person, who stands still: joint angles follow from them."""
    strikes: tuple[float, ...] = ()
    """s, of the right foot; left out: as the file says, or found."""
    mass: Annotated[float, Field(gt=0)] | None = None
    """kg, that moments and forces of the file are divided by."""
    gait: Literal["walk", "run"] = "walk"
    """Of people, whose spread is the unit where the file has none."""
    speed: Annotated[float, Field(gt=0)] | None = None
    """m/s, of those people; left out: the file's, or 1.25."""
    variables: Mapping[str, Annotated[float, Field(ge=0)]] = Field(default={})
    """Weights by curve, such as knee or ankle_moment; left out: hip, knee and ankle."""
    unit: Literal["sd", "degrees"] = "sd"
    """Of the value: standard deviations between people, or degrees."""
    since: Annotated[float, Field(ge=0)] = SETTLING_TIME
    """s at the start that are left out."""
    curves: Mapping[str, FollowCurve] = Field(default={})
    """What was read of the file."""

    @classmethod
    def prepared(cls, table: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """The table with the curves of its file, so that it is not needed again."""
        if table.get("curves") or not isinstance(table.get("file"), str):
            return table
        path = folder / table["file"]
        standing = table.get("static")
        static = folder / standing if isinstance(standing, str) and standing else None
        found = {"file": path.name, "curves": _read(path, static, table)}
        return {**table, **found, **({"static": static.name} if static else {})}

    @property
    def human_data(self) -> str:
        """Whose curves."""
        return self.file or "curves of a person"

    @cached_property
    def weights(self) -> dict[str, float]:
        """By curve, those that count."""
        given = {key: float(x) for key, x in self.variables.items() if x > 0.0}
        joints = ("hip", "knee", "ankle")
        return given or {key: 1.0 for key in joints if key in self.curves}

    @cached_property
    def wanted(self) -> dict[str, tuple[Floats, Floats, Floats]]:
        """(100,) mean of left and of right, and spread, by curve that counts."""
        found = {key: self.curves[key] for key in self.weights}
        return {
            key: tuple(
                np.array(part or one.both)[:-1]
                for part in (one.left, one.right, one.sd)
            )
            for key, one in found.items()
        }  # pyright: ignore[reportReturnType]


def _read(path: Path, static: Path | None, table: Mapping[str, Any]) -> dict[str, Any]:
    """The curves of a file, with the spread between people."""
    gait = table.get("gait", "walk")
    speed = table.get("speed")
    if gait not in VERBS:
        raise unknown_name("gait of people", str(gait), VERBS)
    strikes = tuple(table.get("strikes", ()))
    mass = table.get("mass")
    found = read_gait([path], strikes, mass, speed or TYPICAL_SPEED, static)
    people = human_reference(gait, speed or found.speed or TYPICAL_SPEED)
    reference = reference_of(path.name, found, people)
    curves: dict[str, Any] = {}
    for key, band in reference.bands().items():
        sides = {
            side: mean[key]
            for side, mean in zip(("left", "right"), reference.sides, strict=True)
            if key in mean
        }
        curves[key] = _rounded({"both": band.mean, "sd": band.sd, **sides})
    for key, curve in found.curves.items():
        if key in MUSCLE_NAMES:
            parts = {"left": curve.left, "right": curve.right, "both": curve.both}
            means = {part: x.mean for part, x in parts.items() if x is not None}
            spread = np.full_like(curve.both.mean, SPREAD_OF_ACTIVITY)
            curves[key] = _rounded({**means, "sd": spread})
    return curves


def _rounded(parts: Mapping[str, Floats]) -> dict[str, Curve]:
    return {
        part: tuple(round(float(x), DIGITS) + 0.0 for x in values)
        for part, values in parts.items()
    }


def _check(character: Character, _drive: Drive, options: FollowOptions) -> None:
    if not options.curves:
        raise InputError("say which curves: file = 'walk.mot'.")
    if len(character.roles.legs) != 2:
        raise InputError("gait cycles are those of two legs; this body has others.")
    for key in options.weights:
        if key not in options.curves:
            raise unknown_name(f"curve of {options.human_data}", key, options.curves)
        if options.unit == "degrees" and key not in ANGLES.names:
            raise InputError(f"{key} is no angle: give unit = 'sd'.")
    if not options.weights:
        raise InputError(
            "no curve counts: hip, knee and ankle are followed unless variables say"
            f" otherwise; in {options.human_data} are {', '.join(options.curves)}."
        )
    if lacking := [key for key in options.weights if not _has(character, key)]:
        raise InputError(
            f"variables: character '{character.name}' has no {', '.join(lacking)};"
            " leave it out."
        )
    lengths = {
        len(part)
        for one in options.curves.values()
        for part in (one.both, one.sd, one.left, one.right)
        if part
    }
    if lengths != {101}:
        raise InputError("curves: each must have 101 values.")


def _has(character: Character, key: str) -> bool:
    if key in MUSCLE_NAMES:
        muscles = muscles_of(character, "character.muscles")
        place = MUSCLE_NAMES.index(key)
        return muscles is not None and bool(np.any(muscles.max_force[:, place] > 0.0))
    if key in FORCES.names:
        return key != "medio_lateral" or not character.is_planar
    joint = key.removesuffix("_moment")
    roles = {hinge.role for hinge in character.roles.hinges}
    return joint not in MOMENTS or f"left_{joint}_y" in roles


@term("follow", weight=10.0, unit="SD", options=FollowOptions, check=_check,
      recording_rate=RATE)  # fmt: skip
def follow(
    _measures: Measures,
    options: FollowOptions,
    recording: Recording,
    character: Character,
) -> float:
    """Unlike a person: mean distance from the curves of a file, in SD or degrees.

    sum w mean |x - m| / sd / sum w over the variables, with x the mean curve of the
    left or of the right, m that of the file, sd the spread between people or 1 degree.
    """
    worst = NO_CYCLE[options.unit]
    recording = _at_rate(recording)
    try:
        cycles = complete_cycles(events_of(character, recording), options.since)
    except NoStepsError:
        return worst
    sides = _histories(character, recording, options.wanted)
    total = 0.0
    for key, (*means, spread) in options.wanted.items():
        unit = spread if options.unit == "sd" else 1.0
        off = [
            np.mean(np.abs(x - means[side]) / unit)
            for side in (LEFT, RIGHT)
            if (x := _mean(sides[side][key], cycles, side)) is not None
        ]
        total += options.weights[key] * float(np.mean(off))
    return total / sum(options.weights.values())


def _at_rate(recording: Recording) -> Recording:
    """What a search would have recorded, so that a finer recording scores the same."""
    stride = max(1, round(recording.frame_rate / RATE))
    return Recording(**{name: x[::stride] for name, x in recording.arrays().items()})


def _mean(curve: Floats, cycles: tuple[Cycle, ...], side: int) -> Floats | None:
    """(100,) mean over the cycles of a side; None: it has none."""
    mine = [stretched(curve, cycle)[:-1] for cycle in cycles if cycle.side == side]
    return np.mean(mine, axis=0) if mine else None


def _histories(
    character: Character, recording: Recording, keys: Mapping[str, Any]
) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """(frames,) of left and right by key, as the gait analysis computes them."""
    rate = recording.frame_rate
    sides = (
        joint_angles(character, recording, LEFT),
        joint_angles(character, recording, RIGHT),
    )
    if any(key.endswith(MOMENT_KIND.suffix) for key in keys):
        for side, moments in zip(
            sides, joint_moments(character, recording), strict=True
        ):
            side.update({f"{k}_moment": smoothed(x, rate) for k, x in moments.items()})
    if any(key in NEEDS_POSES for key in keys):
        kinematics = kinematics_of(character, recording)
        kinetics = kinetics_of(character, recording, kinematics.heading)
        for side, angles, forces in zip(
            sides, kinematics.sides, kinetics.forces, strict=True
        ):
            side.update(angles)
            side.update({k: smoothed(x, rate) for k, x in forces.items()})
    for leg, side in enumerate(sides):
        side.update(_activity(recording, leg))
    return sides


def _activity(recording: Recording, leg: int) -> Iterator[tuple[str, Floats]]:
    """Each muscle's activation as a share of its largest, as electrodes tell it."""
    for place in range(recording.activation.shape[2]):
        values = recording.activation[:, leg, place]
        yield MUSCLE_NAMES[place], values / max(float(np.max(values)), 1e-9)
