"""What bones are called: as retargeting tools expect it, where roles tell."""

import re
from collections.abc import Iterable

from gaitsmith.characters.character import Character

ARM = re.compile(r"(left|right)_(shoulder|elbow|wrist)(_[xyz])?")
ARM_BONES = {"shoulder": "Arm", "elbow": "ForeArm", "wrist": "Hand"}


def body_bone_names(character: Character) -> dict[int, str]:
    """A name for the bone of every body: Hips, LeftUpLeg, ..., or the body's own."""
    names = {
        body: character.body_name(body) or f"body{body}"
        for body in range(1, character.model.nbody)
    }
    return names | _standard_names(character)


def unique_names(names: Iterable[str]) -> list[str]:
    """The names without spaces and special characters, each only once."""
    found: list[str] = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9_]+", "_", name)
        unique, number = plain, 1
        while unique in found:
            number += 1
            unique = f"{plain}_{number}"
        found.append(unique)
    return found


def _standard_names(character: Character) -> dict[int, str]:
    roles = character.roles
    names = {roles.head: "Head"} if roles.head is not None else {}
    names |= {roles.trunk: "Spine", roles.pelvis: "Hips"}
    for leg in roles.legs:
        side = leg.name.title().replace("_", "")
        names |= {leg.foot: f"{side}Foot"} if leg.ankle else {}
        names |= {leg.knee.body: f"{side}Leg"} if leg.knee else {}
        names |= {leg.thigh: f"{side}UpLeg"}
        names |= {leg.toe.body: f"{side}ToeBase"} if leg.toe else {}
    for hinge in roles.others:
        if found := ARM.fullmatch(hinge.role):
            names[hinge.body] = found[1].capitalize() + ARM_BONES[found[2]]
    return names
