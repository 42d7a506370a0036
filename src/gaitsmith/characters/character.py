"""A character: a checked model, its roles, and where it stands."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from gaitsmith.characters.contact_points import (
    contact_points,
    point_places,
    untouched_parts,
)
from gaitsmith.characters.device_spec import DeviceSpec
from gaitsmith.characters.devices import (
    OnJoint,
    devices_of,
    load_model,
    loads_of,
    on_joints,
    supports_of,
)
from gaitsmith.characters.humanoid import build_humanoid, humanoid_roles
from gaitsmith.characters.mjcf import read_model
from gaitsmith.characters.planar import build_planar, planar_roles
from gaitsmith.characters.registered import CHARACTERS, declared_by_plugin
from gaitsmith.characters.roles import Roles, resolve_roles
from gaitsmith.characters.shapes import height_spans, posed
from gaitsmith.characters.spec import (
    SPECS,
    BodySpec,
    HumanoidSpec,
    ModelFileSpec,
    PlanarSpec,
    RolesSpec,
)
from gaitsmith.characters.tree import tree_of
from gaitsmith.declarations import declare, merged, read_toml
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import ContactPoints, Floats, Tree

CATALOGUE_FOLDER = Path(__file__).parent / "catalogue"
GRAVITY = 9.81  # m/s2
REFERENCE_MASS = 70.0  # kg; gains of published controllers are for about this mass
MASS_TOLERANCE = 0.005  # of the declared mass
MODEL_ENDINGS = (".xml", ".osim")  # of files in MJCF, and of OpenSim
FALLEN_FRACTION = 0.75  # of the standing height of the centre of mass


@dataclass(frozen=True)
class Character:
    """A body that can be simulated; never changed once built, so threads share it."""

    name: str
    spec: BodySpec
    model: mujoco.MjModel
    roles: Roles
    points: ContactPoints
    standing_com: Floats  # (3,) m, in the standing pose
    standing_orientation: Floats  # (bodies, 3, 3) body to world, in the standing pose
    mass: float  # kg, of the body without what it wears or carries
    fallen_below: float  # m
    model_xml: str  # the model as MJCF, without includes and without devices
    notes: tuple[str, ...] = ()  # sentences on what differs from the user's model
    devices: Mapping[str, DeviceSpec] = field(default_factory=dict)
    """What it wears, carries and is held by."""
    on_joints: tuple[OnJoint, ...] = ()
    """Those devices that turn joints, one for each joint."""

    @cached_property
    def tree(self) -> Tree:
        """The kinematic tree as compiled code wants it."""
        return tree_of(self.model)

    @cached_property
    def _of_threads(self) -> threading.local:
        return threading.local()

    @property
    def engine_data(self) -> mujoco.MjData:
        """The engine's state for computing poses; one for each thread, left anyhow."""
        own = self._of_threads
        if not hasattr(own, "data"):
            own.data = mujoco.MjData(self.model)
        return own.data

    @property
    def is_planar(self) -> bool:
        """Whether it lives in the sagittal plane."""
        return self.model.nv - len(self.roles.hinges) == 3

    @property
    def gain_scale(self) -> float:
        """Servo gains grow with mass (Wang et al. 2009, section 5)."""
        return self.mass / REFERENCE_MASS

    def standing_up(self, body: int) -> tuple[float, float, float]:
        """The vertical as seen from `body` in the standing pose: its own up axis."""
        x, y, z = (float(part) for part in self.standing_orientation[body, 2])
        return x, y, z

    def standing_forward(self, body: int) -> tuple[float, float, float]:
        """The direction ahead as seen from `body` in the standing pose."""
        x, y, z = (float(part) for part in self.standing_orientation[body, 0])
        return x, y, z

    def ankle_offset(self, side: int) -> tuple[float, float, float]:
        """Where the ankle joint is in the foot's frame [m].

        Without an ankle, the middle of the points that the leg stands on.
        """
        ankle = self.roles.legs[side].ankle
        place = (
            self.model.jnt_pos[ankle[-1].joint]
            if ankle
            else np.mean(self.points.offset[self.points.side == side], axis=0)
        )
        x, y, z = (float(part) for part in place)
        return x, y, z

    @property
    def height(self) -> float:
        """m, from the soles to the highest shape of the standing body."""
        data = posed(self.model)
        return float(np.max(height_spans(self.model, data)[:, 1]))

    def __reduce__(self) -> tuple[Any, ...]:
        """To other processes it goes as what declares it, and is built anew there."""
        return _built_again, (json.dumps(self_contained(self)),)

    def __repr__(self) -> str:
        """In a line."""
        joints, legs = len(self.roles.hinges), len(self.roles.legs)
        muscles = "" if self.spec.muscles is None else ", muscles"
        return (
            f"Character {self.name!r}: {self.mass:.4g} kg, {legs} legs, {joints}"
            f" joints{muscles}"
        )

    def without_muscles(self) -> "Character":
        """The torque twin: the same body with a motor at every joint."""
        if self.spec.muscles is None:
            return self
        return replace(self, spec=self.spec.model_copy(update={"muscles": None}))

    @property
    def weight(self) -> float:
        """N, without loads."""
        return self.mass * GRAVITY

    @property
    def carried_mass(self) -> float:
        """kg, of loads."""
        return float(np.sum(self.model.body_mass)) - self.mass

    def body_name(self, body: int) -> str:
        """Name of a body by its index."""
        return mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_BODY, body)

    def body_index(self, name: str, where: str = "") -> int:
        """Index of a body by its name."""
        found = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_BODY, name)
        if found < 1:
            names = [self.body_name(body) for body in range(1, self.model.nbody)]
            raise unknown_name("body", name, names, where)
        return found


def catalogue() -> dict[str, Path]:
    """Names of the characters that ship with gaitsmith, and their files."""
    return {file.stem: file for file in sorted(CATALOGUE_FOLDER.glob("*.toml"))}


def load_character(name_or_file: str | Path, where: str = "") -> Character:
    """A character of the catalogue or of a plug-in, or one from a file of the user's.

    Args:
        name_or_file: a name such as "stocky", the path of a .toml file, or the path of
            an .xml file in MJCF or an .osim file, whose roles are guessed.
        where: the file that asks for it, for the error message.
    """
    path = Path(name_or_file)
    values, source, folder = _contents(str(name_or_file), where)
    return character_from_values(values, source, path.stem, folder)


def character_from_values(
    values: dict[str, Any], source: str, name: str, folder: Path
) -> Character:
    """The character that the contents of a TOML file declare.

    With `based_on = "NAME"` they say only what differs from another one.
    """
    values, folder = _with_base(values, source, folder, [])
    if "opensim_file" in values:
        values = _from_opensim(values, source, folder)
    is_model = "model_file" in values or "model_xml" in values
    kind = values.get("kind", "mjcf" if is_model else "humanoid")
    if not isinstance(kind, str) or kind not in SPECS:
        raise unknown_name("kind of character", str(kind), SPECS, f"{source}: kind")
    if kind == "humanoid" and not {"height", "mass"} & values.keys():
        known = values.get("name") in {*catalogue(), *CHARACTERS}
        base = values["name"] if known else "adult"
        raise InputError(
            f"{source}: height and mass are missing; give both, or based_on ="
            f' "{base}" to take over what is not said.'
        )
    spec = declare(SPECS[kind], {"name": name, **values, "kind": kind}, source)
    return build_character(spec, source, folder)


def _contents(name_or_file: str, where: str) -> tuple[dict[str, Any], str, Path]:
    """What a character file says, who says so, and what paths in it are relative to."""
    path = Path(name_or_file)
    if path.suffix in MODEL_ENDINGS:
        key = "opensim_file" if path.suffix == ".osim" else "model_file"
        return {key: path.name}, str(path), path.parent
    if path.suffix != ".toml":
        if name_or_file in CHARACTERS:
            source = str(CHARACTERS.origin(name_or_file))
            return declared_by_plugin(name_or_file), source, Path()
        known = catalogue()
        if name_or_file not in known:
            raise unknown_name("character", name_or_file, [*known, *CHARACTERS], where)
        path = known[name_or_file]
    return {"name": path.stem, **read_toml(path)}, str(path), path.parent


def _with_base(
    values: dict[str, Any], source: str, folder: Path, chain: list[str]
) -> tuple[dict[str, Any], Path]:
    """What `based_on` says with `values` over it, and the folder of its model."""
    if "based_on" not in values:
        return values, folder
    own = {**values}
    base = str(own.pop("based_on"))
    if base in chain:
        raise InputError(f"{source}: based_on: '{base}' is based on itself.")
    place = str(folder / base) if base.endswith((".toml", *MODEL_ENDINGS)) else base
    found, its_source, its_folder = _contents(place, f"{source}: based_on")
    found, its_folder = _with_base(found, its_source, its_folder, [*chain, base])
    is_ours = {"model_file", "opensim_file"} & own.keys()
    return merged(found, own), folder if is_ours else its_folder


def _from_opensim(values: dict[str, Any], source: str, folder: Path) -> dict[str, Any]:
    """The contents of a character file with the model of an .osim file in it."""
    from gaitsmith.opensim.conversion import character_of
    from gaitsmith.opensim.spec import OpensimSpec

    spec = declare(OpensimSpec, values, source)
    others = {k: v for k, v in values.items() if k not in OpensimSpec.model_fields}
    return merged(character_of(spec, folder / spec.opensim_file), others)


def self_contained(character: Character) -> dict[str, Any]:
    """What a file must say to build the same character anywhere."""
    values = character.spec.model_dump(exclude_none=True)
    if isinstance(character.spec, ModelFileSpec):
        del values["model_file"]
        values["model_xml"] = character.model_xml
    return values


@lru_cache(maxsize=8)
def _built_again(text: str) -> Character:
    values = json.loads(text)
    return character_from_values(values, values["name"], values["name"], Path())


def build_character(spec: BodySpec, source: str, folder: Path) -> Character:
    """Compile, resolve and check the body that `spec` declares."""
    match spec:
        case HumanoidSpec():
            return _checked(spec, build_humanoid(spec), humanoid_roles(spec), source)
        case PlanarSpec():
            return _checked(spec, build_planar(spec), planar_roles(), source)
        case ModelFileSpec():
            own = read_model(spec, folder, source)
            known = spec.model_copy(update={"roles": own.roles})
            notes = (*(spec.notes or ()), *own.notes)
            return _checked(known, own.spec, own.roles, source, notes)
        case _:
            raise TypeError(f"no builder for {type(spec).__name__}")


def _checked(
    spec: BodySpec,
    model_spec: mujoco.MjSpec,
    roles_spec: RolesSpec,
    source: str,
    notes: tuple[str, ...] = (),
) -> Character:
    try:
        model = model_spec.compile()
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{source}: this body cannot be built: {reason}") from None
    # The world is ours: gravity as on earth, nothing switched off or on by the file.
    model.opt.gravity[:] = (0.0, 0.0, -GRAVITY)
    model.opt.disableflags = 0
    model.opt.enableflags = 0
    roles = resolve_roles(model, roles_spec, source)
    points = contact_points(model, roles, source)
    if isinstance(spec, ModelFileSpec):
        _put_on_ground(model, points)
    mass = float(np.sum(model.body_mass))
    declared = spec.mass if isinstance(spec, ModelFileSpec) else None
    if declared is not None and abs(mass - declared) > MASS_TOLERANCE * declared:
        raise InputError(
            f"{source}: mass: {declared} kg declared, but the masses of the model add"
            f" up to {mass:.4g} kg."
        )
    data = posed(model)
    mujoco.mj_comPos(model, data)
    standing_com = np.array(data.subtree_com[1])
    fallen_below = spec.fallen_below or FALLEN_FRACTION * standing_com[2]
    if fallen_below >= standing_com[2]:
        raise InputError(
            f"{source}: fallen_below: {fallen_below} m is not below the centre of mass"
            f" of the standing body, {standing_com[2]:.3f} m."
        )
    devices = devices_of(spec.devices, source)
    built = Character(
        name=spec.name,
        spec=spec,
        model=model,
        roles=roles,
        points=points,
        standing_com=standing_com,
        standing_orientation=np.array(data.xmat).reshape(-1, 3, 3),
        mass=mass,
        fallen_below=float(fallen_below),
        model_xml=model_spec.to_xml(),
        notes=(*notes, *_contact_notes(model, points)),
        devices=devices,
        on_joints=on_joints(devices, roles, source),
    )
    # What a body is like (muscles, gains, start) does not change by what it carries.
    load_model(model, loads_of(devices, built, source))
    supports_of(built, source)  # can be found, or complains
    return built


def _contact_notes(model: mujoco.MjModel, points: ContactPoints) -> tuple[str, ...]:
    """What the user of this body had better know."""
    passing = untouched_parts(model, points)
    if not passing:
        return ()
    names = ", ".join(passing)
    return (f"only feet touch the ground; these parts pass through it: {names}.",)


def _put_on_ground(model: mujoco.MjModel, points: ContactPoints) -> None:
    """Raise or lower the model's root so that its soles are at z = 0."""
    data = posed(model)
    lowest = float(np.min(point_places(points, data)[:, 2]))
    model.body_pos[1, 2] -= lowest
    if model.jnt_type[0] == mujoco.mjtJoint.mjJNT_FREE:
        model.qpos0[2] -= lowest
