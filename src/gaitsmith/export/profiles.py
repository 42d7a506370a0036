"""Skeletons by the names that programs know their bones by.

| name | known to | arms at rest |
|---|---|---|
| gaitsmith | our own: the joints of the simulation, and any creature's | level (T) |
| mixamo | Mixamo and most retargeting tools; the root is ours | T |
| ue5 | Unreal Engine 5: Manny and Quinn | 45 degrees down (A) |
| vrm | VRM 1.0: names of the humanoid bone map | T |
| godot | Godot 4: SkeletonProfileHumanoid | T |
"""

from dataclasses import dataclass

from gaitsmith.errors import unknown_name

SIDES = ("Left", "Right")
T_POSE, A_POSE = 0.0, 45.0  # degrees, of the arms below the horizontal


@dataclass(frozen=True)
class Profile:
    """Names from the root outward; those of limbs have a place for the side."""

    root: str
    hips: str
    spine: tuple[str, ...]
    neck: tuple[str, ...]
    head: str
    arm: tuple[str, str, str, str]
    """Shoulder, upper arm, forearm, hand."""
    leg: tuple[str, str, str, str]
    """Thigh, shank, foot, toes."""
    arms_down: float = T_POSE
    """degrees, at rest."""
    is_open: bool = False
    """Whether bodies may lack bones."""

    def sided(self, pattern: str, side: str) -> str:
        """A limb's name, of `SIDES`."""
        return pattern.format(Side=side, side=side.lower(), s=side[0].lower())


PROFILES = {
    "gaitsmith": Profile(
        "Root", "Hips", ("Spine",), ("Neck",), "Head",
        ("{Side}Shoulder", "{Side}Arm", "{Side}ForeArm", "{Side}Hand"),
        ("{Side}UpLeg", "{Side}Leg", "{Side}Foot", "{Side}ToeBase"),
        is_open=True,
    ),
    "mixamo": Profile(
        "mixamorig:Root", "mixamorig:Hips",
        ("mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2"),
        ("mixamorig:Neck",), "mixamorig:Head",
        (
            "mixamorig:{Side}Shoulder", "mixamorig:{Side}Arm",
            "mixamorig:{Side}ForeArm", "mixamorig:{Side}Hand",
        ),
        (
            "mixamorig:{Side}UpLeg", "mixamorig:{Side}Leg",
            "mixamorig:{Side}Foot", "mixamorig:{Side}ToeBase",
        ),
    ),
    "ue5": Profile(
        "root", "pelvis",
        ("spine_01", "spine_02", "spine_03", "spine_04", "spine_05"),
        ("neck_01", "neck_02"), "head",
        ("clavicle_{s}", "upperarm_{s}", "lowerarm_{s}", "hand_{s}"),
        ("thigh_{s}", "calf_{s}", "foot_{s}", "ball_{s}"),
        arms_down=A_POSE,
    ),
    "vrm": Profile(
        "root", "hips", ("spine", "chest", "upperChest"), ("neck",), "head",
        ("{side}Shoulder", "{side}UpperArm", "{side}LowerArm", "{side}Hand"),
        ("{side}UpperLeg", "{side}LowerLeg", "{side}Foot", "{side}Toes"),
    ),
    "godot": Profile(
        "Root", "Hips", ("Spine", "Chest", "UpperChest"), ("Neck",), "Head",
        ("{Side}Shoulder", "{Side}UpperArm", "{Side}LowerArm", "{Side}Hand"),
        ("{Side}UpperLeg", "{Side}LowerLeg", "{Side}Foot", "{Side}Toes"),
    ),
}  # fmt: skip


def profile_of(name: str) -> Profile:
    """The profile of that name."""
    if name not in PROFILES:
        raise unknown_name("skeleton", name, PROFILES, "--skeleton")
    return PROFILES[name]
