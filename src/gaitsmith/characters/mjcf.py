"""Reads an MJCF file, brings it into the form that is simulated, and says what changed.

A model that has only bodies, joints and shapes, with angles that count from its pose
and legs that turn as the P-convention wants, stays as it is, to the last bit. Any other
one is written anew (`rebuilding`), after a look at what cannot be simulated at all.
"""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import mujoco
import numpy as np

from gaitsmith.characters.rebuilding import MESH, rebuilt
from gaitsmith.characters.role_guess import ALIGNED, guess_roles
from gaitsmith.characters.shapes import posed
from gaitsmith.characters.spec import ModelFileSpec, RolesSpec
from gaitsmith.characters.trial_reading import try_to_read
from gaitsmith.characters.unsupported import (
    FREE,
    HINGE,
    SLIDE,
    moving_roots,
    refuse_unsupported,
)
from gaitsmith.declarations import read_text
from gaitsmith.errors import InputError

DIRECTIONS = {"x": 0, "y": 1, "z": 2}
SKEW = 0.9998  # cosine of one degree: what is said to be askew
LARGEST_MODEL = 50_000_000  # bytes of XML
NO_NUMBER = re.compile(r"""\w+\s*=\s*["'][-+.\deE\s]*\b(nan|inf)\b[^"']*["']""", re.I)
# To other files, or a few words that become a great many parts.
REFERENCE = re.compile(
    r"<\s*(include|model|plugin|flexcomp|composite|replicate|texture|hfield|size)\b"
    r"|\b(\w*file\w*)\s*="
)
ROUNDING = 1e-9  # rad or m
PARTS = {  # what is left out, by the field that has it: one, several
    "actuators": ("actuator", "actuators"),
    "sensors": ("sensor", "sensors"),
    "keys": ("keyframe", "keyframes"),
    "tendons": ("tendon without effect", "tendons without effect"),
    "cameras": ("camera", "cameras"),
    "lights": ("light", "lights"),
    "pairs": ("contact pair", "contact pairs"),
    "excludes": ("contact exclusion", "contact exclusions"),
    "skins": ("skin", "skins"),
    "hfields": ("height field", "height fields"),
    "materials": ("material", "materials"),
    "textures": ("texture", "textures"),
}


class OwnModel(NamedTuple):
    """A model of the user's own, ready to be compiled."""

    spec: mujoco.MjSpec
    roles: RolesSpec
    notes: tuple[str, ...]  # what is other than in the user's file


def read_model(spec: ModelFileSpec, folder: Path, source: str) -> OwnModel:
    """The own model, from the text that is stored: what is read back is the same."""
    # Its warnings would go to standard output, and into a file where one works.
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda _: None)
    try:
        return _read_model(spec, folder, source)
    except (ValueError, mujoco.FatalError) as error:  # of the engine, or of a name
        reason = " ".join(str(error).split())
        raise InputError(f"{source}: this model cannot be read: {reason}") from None
    finally:
        mujoco.set_mju_user_warning(before)


def _read_model(spec: ModelFileSpec, folder: Path, source: str) -> OwnModel:
    given = _read(spec, folder, source)
    if spec.roles is None:
        _name_all(given)
    model = _compiled(given, source)  # the text is complete only then
    refuse_unsupported(model, source)
    roles = spec.roles or guess_roles(model, source)
    turned = _turned_joints(model, roles)
    notes = _notes(given, model, roles, turned)
    if turned or _needs_rebuilding(given, model):
        given = rebuilt(model, turned)
        _compiled(given, source)
    return OwnModel(mujoco.MjSpec.from_string(given.to_xml()), roles, notes)


def _read(spec: ModelFileSpec, folder: Path, source: str) -> mujoco.MjSpec:
    path = folder / spec.model_file
    if not spec.model_file:
        place = f"{source}: model_xml"
        _refuse_references(spec.model_xml, place)
    else:
        place = source if str(path) == source else f"{source}: model_file: {path}"
        if not path.is_file():
            raise InputError(f"{place}: there is no such file.")
    text = read_text(path, LARGEST_MODEL) if spec.model_file else spec.model_xml
    if wrong := NO_NUMBER.search(text):
        raise InputError(f"{place}: {wrong.group(0)} is no finite number.")
    if spec.model_file:
        try_to_read(path, text, place)
    try:
        if spec.model_file:
            return mujoco.MjSpec.from_file(str(path))
        return mujoco.MjSpec.from_string(spec.model_xml)
    except (ValueError, OSError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{place}: {reason}") from None


def _compiled(spec: mujoco.MjSpec, source: str) -> mujoco.MjModel:
    try:
        with warnings.catch_warnings():  # on what the engine may not know any more
            warnings.simplefilter("ignore")
            return spec.compile()
    except (ValueError, OSError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"{source}: this body cannot be built: {reason}") from None


def _refuse_references(xml: str, place: str) -> None:
    """A stored model may come from a stranger: it must not reach for other files."""
    found = REFERENCE.search(xml)
    if found:
        raise InputError(
            f"{place}: a stored model must be complete in itself, but this one has"
            f" '{found.group(1) or found.group(2)}'."
        )


def _name_all(spec: mujoco.MjSpec) -> None:
    """Give every part a name that roles can use."""
    bodies = {body.name for body in spec.bodies}
    joints = {joint.name for joint in spec.joints}
    for number, body in enumerate(spec.bodies):
        if not body.name:
            body.name = _unused(f"body{number}", bodies)
        for joint in body.joints:
            if not joint.name and body.parent is not spec.worldbody:
                joint.name = _unused(f"{body.name}_joint", joints)


def _unused(name: str, taken: set[str]) -> str:
    number, unique = 1, name
    while unique in taken:
        number += 1
        unique = f"{name}{number}"
    taken.add(unique)
    return unique


def _turned_joints(model: mujoco.MjModel, roles: RolesSpec) -> list[int]:
    """Joints of legs, and of a planar root, that point against the world's axes."""
    data = posed(model)
    turned = [joint for joint, _, along in _leg_axes(model, roles) if along < -ALIGNED]
    (root,) = moving_roots(model)
    for joint in np.flatnonzero(model.jnt_bodyid == root):
        axis = data.xaxis[joint]
        if model.jnt_type[joint] != FREE and axis[np.argmax(np.abs(axis))] < 0.0:
            turned.append(int(joint))
    return turned


def _needs_rebuilding(spec: mujoco.MjSpec, model: mujoco.MjModel) -> bool:
    has_others = any(len(getattr(spec, field)) for field in (*PARTS, "meshes"))
    return has_others or bool(
        _scenery(model) or _referenced(model) or _is_swapped_root(model)
    )


def _is_swapped_root(model: mujoco.MjModel) -> bool:
    """Whether a planar root slides along z before it does so along x."""
    (root,) = moving_roots(model)
    joints = np.flatnonzero(model.jnt_bodyid == root)
    is_planar = model.jnt_type[joints[:2]].tolist() == [SLIDE, SLIDE]
    return is_planar and bool(abs(model.jnt_axis[joints[0], 2]) > 0.5)


def _scenery(model: mujoco.MjModel) -> list[str]:
    """Shapes of the world and of bodies that stand fixed in it."""
    (root,) = moving_roots(model)
    still = [g for g, b in enumerate(model.geom_bodyid) if model.body_rootid[b] != root]
    return [model.geom(geom).name or "unnamed" for geom in still]


def _referenced(model: mujoco.MjModel) -> list[str]:
    """Hinges and slides whose position in the model's pose is not zero."""
    is_single = np.isin(model.jnt_type, (HINGE, SLIDE))
    return [
        model.joint(int(joint)).name
        for joint in np.flatnonzero(is_single)
        if abs(model.qpos0[model.jnt_qposadr[joint]]) > ROUNDING
    ]


def _notes(
    spec: mujoco.MjSpec, model: mujoco.MjModel, roles: RolesSpec, turned: list[int]
) -> tuple[str, ...]:
    """Sentences on what is other than in the file."""
    left_out = [
        f"{count} {words[count > 1]}"
        for field, words in PARTS.items()
        if (count := len(getattr(spec, field)))
    ]
    if scenery := _scenery(model):
        left_out.append(f"{len(scenery)} of the world's shapes ({', '.join(scenery)})")
    names = [model.joint(joint).name for joint in turned]
    skew = _skew(model, roles)
    meshes = int(np.count_nonzero(model.geom_type == MESH))
    texts = {
        "left out of the simulation": left_out,
        "axes turned round, with their ranges": names,
        "zero is now the pose of the file": _referenced(model),
        "axes askew": skew,
        "drawn as their bounding boxes": [f"{meshes} meshes"] if meshes else [],
    }
    return tuple(f"{text}: {', '.join(said)}." for text, said in texts.items() if said)


def _skew(model: mujoco.MjModel, roles: RolesSpec) -> list[str]:
    return [
        f"{model.joint(joint).name} ({np.degrees(np.arccos(abs(along))):.0f} degrees"
        f" from {letter})"
        for joint, letter, along in _leg_axes(model, roles)
        if ALIGNED <= abs(along) < SKEW
    ]


def _leg_axes(
    model: mujoco.MjModel, roles: RolesSpec
) -> Iterator[tuple[int, str, float]]:
    """Hinges of legs: their numbers, the axes they should turn about, and cosines."""
    directions = posed(model).xaxis
    for name, letter in roles.hinge_axes():
        joint = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
        if joint >= 0:  # others are refused later
            yield joint, letter, float(directions[joint, DIRECTIONS[letter]])
