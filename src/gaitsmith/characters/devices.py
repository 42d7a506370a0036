"""Devices that a character wears: read from its tables, found on its body."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np

from gaitsmith.characters.device_spec import (
    KINDS,
    BodyWeightSupport,
    DeviceSpec,
    JointDevice,
    Mass,
)
from gaitsmith.characters.roles import Hinge, Leg, Roles
from gaitsmith.declarations import declare, read_toml
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import Floats

if TYPE_CHECKING:
    from gaitsmith.characters.character import Character

FOLDER = Path(__file__).parent / "device_catalogue"
MOST = 20  # devices on a body
DENSITY = 8_000.0  # kg/m3, of a load: iron
GRAVITY = 9.81  # m/s2
LEG_JOINTS = ("hip", "knee", "ankle", "toe")
LEG_PARTS = ("thigh", "shank", "foot", "toes")

Devices = Mapping[str, DeviceSpec]


@dataclass(frozen=True)
class OnJoint:
    """A device on one joint."""

    name: str
    spec: JointDevice
    hinge: Hinge
    leg: int  # whose strikes and stance it goes by; -1: none
    sign: float  # -1: on the right, about an axis that the mirror turns round


@dataclass(frozen=True)
class Load:
    """A mass on one body."""

    body: int
    mass: float  # kg
    place: Floats  # (3,) m, from the body's centre of mass, in its frame


def device_files() -> dict[str, Path]:
    """Devices that ship with gaitsmith, by name."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.toml"))}


def read_devices(name_or_file: str) -> dict[str, Any]:
    """The tables of a device that ships, or of a .toml file like these."""
    path = Path(name_or_file)
    if path.suffix != ".toml":
        known = device_files()
        if name_or_file not in known:
            raise unknown_name("device", name_or_file, known)
        path = known[name_or_file]
    found = read_toml(path)
    tables = found.get("devices")
    others = found.keys() - {"description", "devices"}
    if not isinstance(tables, dict) or not tables or others:
        raise InputError(
            f"{path}: give a description and tables such as [devices.left_ankle]"
            f"{', not ' + ', '.join(sorted(others)) if others else ''}."
        )
    devices_of(tables, str(path))
    return tables


def devices_of(tables: Mapping[str, Any] | None, source: str) -> Devices:
    """The devices that tables declare; every number is checked.

    Args:
        tables: by name.
        source: where they stand, for error messages.
    """
    found: dict[str, DeviceSpec] = {}
    if len(tables or ()) > MOST:
        raise InputError(
            f"{source}: devices: {len(tables or ())} of them; a body wears at most"
            f" {MOST}."
        )
    for name, table in (tables or {}).items():
        key = f"devices.{name}"
        if not name.isidentifier():
            raise InputError(f"{source}: {key}: write its name in letters and _.")
        if not isinstance(table, Mapping):
            raise InputError(f'{source}: {key}: give a table, such as kind = "spring".')
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            raise unknown_name(
                "kind of device", str(kind), KINDS, f"{source}: {key}.kind"
            )
        found[name] = declare(KINDS[kind], table, source, key)
        for number, ends in found[name].bounds.items():
            for end in ends:  # each must be a value that may be given
                declare(KINDS[kind], {**table, number: float(end)}, source, key)
            value = getattr(found[name], number)
            if number in found[name].free and not ends[0] <= value <= ends[1]:
                raise InputError(
                    f"{source}: {key}.{number}: {value:g} is outside of its bounds"
                    f" {ends[0]:g} to {ends[1]:g}."
                )
    return found


def on_joints(devices: Devices, roles: Roles, source: str = "") -> tuple[OnJoint, ...]:
    """The devices that turn joints, one for each joint."""
    return tuple(
        one
        for name, spec in devices.items()
        if isinstance(spec, JointDevice)
        for one in _on_joint(name, spec, roles, f"{source}: devices.{name}.joint")
    )


def loads_of(
    devices: Devices, character: "Character", source: str = ""
) -> tuple[Load, ...]:
    """The masses, one for each body; refused if they are more than who carries them."""
    found = []
    for name, spec in devices.items():
        if not isinstance(spec, Mass):
            continue
        mass = spec.mass * spec.scale_of("mass", character.mass)
        forward, outward, up = spec.place
        where = f"{source}: devices.{name}.body"
        for body, sign in _bodies(spec.body, spec.side, character, where):
            standing = character.standing_orientation[body]
            place = standing.T @ np.array([forward, sign * outward, up])
            found.append(Load(body, mass, place))
    total = sum(load.mass for load in found)
    if total > character.mass:
        raise InputError(
            f"{source}: devices: loads of {total:g} kg on a body of"
            f" {character.mass:g} kg; give at most its own mass."
        )
    return tuple(found)


def supports_of(
    character: "Character", source: str = ""
) -> tuple[tuple[int, float], ...]:
    """Bodies that are held from above, and the force up on each [N]."""
    found = []
    for name, spec in character.devices.items():
        if isinstance(spec, BodyWeightSupport):
            body = character.roles.trunk
            if spec.body:
                where = f"{source}: devices.{name}.body"
                ((body, _),) = _bodies(spec.body, spec.side, character, where)[:1]
            found.append((body, spec.share * character.weight))
    return tuple(found)


def load_model(model: mujoco.MjModel, loads: tuple[Load, ...]) -> None:
    """Put loads, small iron balls, on the bodies of a model."""
    for load in loads:
        if load.mass == 0.0:
            continue
        body, own = load.body, float(model.body_mass[load.body])
        total = own + load.mass
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, model.body_iquat[body])
        axes = turn.reshape(3, 3)
        radius = (0.75 * load.mass / (np.pi * DENSITY)) ** (1.0 / 3.0)
        # Both about their common centre of mass.
        inertia = (
            axes @ np.diag(model.body_inertia[body]) @ axes.T
            + 0.4 * load.mass * radius**2 * np.eye(3)
            + own * load.mass / total * _about(load.place)
        )
        values, vectors, quaternion = np.zeros(3), np.zeros(9), np.zeros(4)
        mujoco.mju_eig3(values, vectors, quaternion, inertia.ravel())
        model.body_ipos[body] += load.mass / total * load.place
        model.body_inertia[body], model.body_iquat[body] = values, quaternion
        model.body_mass[body] = total
    if loads:
        mujoco.mj_setConst(model, mujoco.MjData(model))


def _about(place: Floats) -> Floats:
    """(3, 3) inertia of a unit mass at a place, about the origin."""
    return float(place @ place) * np.eye(3) - np.outer(place, place)


def _sides(roles: Roles, side: str) -> Iterator[tuple[int, Leg]]:
    """Legs that are meant, with their numbers."""
    for number, leg in enumerate(roles.legs):
        if side == "both" or side in leg.name.split("_"):
            yield number, leg


def _hinge_of(leg: Leg, joint: str) -> Hinge | None:
    """A leg's joint by its plain name, or by its axis, such as ankle_x."""
    plain = {
        "hip": leg.hip[0],
        "knee": leg.knee,
        "ankle": leg.ankle[0] if leg.ankle else None,
        "toe": leg.toe,
    }
    if joint in plain:
        return plain[joint]
    return next((h for h in leg.hinges if h.role == f"{leg.name}_{joint}"), None)


def _on_joint(
    name: str, spec: JointDevice, roles: Roles, where: str
) -> Iterator[OnJoint]:
    found = [
        (number, hinge)
        for number, leg in _sides(roles, spec.side)
        if (hinge := _hinge_of(leg, spec.joint))
    ]
    others = {hinge.role: hinge for hinge in roles.hinges}
    if not found and spec.joint in others:
        hinge = others[spec.joint]
        legs = [hinge in leg.hinges for leg in roles.legs]
        found = [(legs.index(True) if any(legs) else -1, hinge)]
    if not found:
        known = dict.fromkeys((*LEG_JOINTS, *others))
        raise unknown_name("joint", spec.joint, known, where)
    for leg, hinge in found:
        if leg < 0 and (
            spec.kind == "torque_profile" or getattr(spec, "when", "always") != "always"
        ):
            raise InputError(
                f"{where}: '{spec.joint}' is no leg's joint, and a {spec.kind} goes by"
                " the steps of a leg."
            )
        if leg < 0 and spec.replaces:
            raise InputError(
                f"{where}: '{spec.joint}' is no leg's joint, and replaces names a leg's"
                " muscles."
            )
        is_turned = "right" in hinge.role.split("_") and hinge.role[-2:] in ("_x", "_z")
        yield OnJoint(name, spec, hinge, leg, -1.0 if is_turned else 1.0)


def _bodies(
    part: str, side: str, character: "Character", where: str
) -> list[tuple[int, float]]:
    """Bodies that a name means, each with the sign of what is outward there."""
    roles = character.roles
    if part in LEG_PARTS:
        hinges = {"shank": "knee", "toes": "toe"}
        found = []
        for _, leg in _sides(roles, side):
            hinge = _hinge_of(leg, hinges.get(part, "hip"))
            body = {"thigh": leg.thigh, "foot": leg.foot}.get(
                part, hinge.body if hinge else None
            )
            if body is not None:
                found.append((body, -1.0 if "right" in leg.name.split("_") else 1.0))
        if found:
            return found
    middle = {"trunk": roles.trunk, "pelvis": roles.pelvis, "head": roles.head}
    if middle.get(part) is not None:
        return [(int(middle[part] or 0), 1.0)]
    names = [character.body_name(body) for body in range(1, character.model.nbody)]
    if part not in names:
        raise unknown_name("body", part, {*names, *LEG_PARTS, "trunk", "pelvis"}, where)
    return [(names.index(part) + 1, 1.0)]
