"""glTF: a skinned character on one armature, in motion, in one binary file.

Metres, y up, facing z. The node of the character carries the root bone and the skin;
bones rest as the profile of the skeleton wants it, and one animation moves them. The
ground is a node of its own. Contacts of the feet are in the animation's extras. A file
for VRM also says which bone is which part of a human.
"""

from importlib.metadata import version
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.export.foot_events import events_table
from gaitsmith.export.gltf_file import GltfFile
from gaitsmith.export.gltf_meshes import MeshList, ground_surface
from gaitsmith.export.motion import Motion, RootTravel
from gaitsmith.export.rig import Rig, rig_of
from gaitsmith.export.rig_motion import HIPS, ROOT, RigMotion, rig_motion
from gaitsmith.export.skin import Skin, skin_of
from gaitsmith.kernels.records import Floats
from gaitsmith.scene.replay import scene_of

STILL = 1e-9  # of a quaternion or a place
FIRST = 1  # node of the first bone; the character's own is before it


def glb_bytes(motion: Motion) -> bytes:
    """The whole motion as a binary glTF 2.0 file, complete in itself."""
    rig = rig_of(motion.character, motion.staging.skeleton)
    moved = rig_motion(motion, rig)
    file = GltfFile(f"gaitsmith {version('gaitsmith')}")
    meshes = MeshList(file)
    scale = motion.staging.scale
    file.add("nodes", {"name": motion.character.name, "children": [FIRST]})
    for node in _bone_nodes(rig, scale):
        file.add("nodes", node)
    skin, roots = skin_of(motion.character, rig), [0]
    if len(skin.points):
        roots.append(_add_skin(file, meshes, rig, skin, scale))
    if motion.cycle is None and motion.staging.travel is not RootTravel.IN_PLACE:
        scene = scene_of(motion.name, motion.character, motion.setting, motion.rollout)
        if ground := ground_surface(scene, scale):
            node = {"name": "Ground", "mesh": meshes.number_of("Ground", ground)}
            roots.append(file.add("nodes", node))
    file.document["scene"] = file.add("scenes", {"name": motion.name, "nodes": roots})
    _add_animation(file, motion, rig, moved)
    if motion.staging.skeleton == "vrm":
        _declare_vrm(file, motion, rig)
    return file.to_bytes()


def _bone_nodes(rig: Rig, scale: float) -> list[dict[str, Any]]:
    """Every bone at rest, as its parent sees it."""
    turns = rig.orientations()
    nodes = []
    for number, bone in enumerate(rig.bones):
        place, turn = bone.place, turns[number]
        if bone.parent is not None:
            back = turns[bone.parent].inv()
            place = back.apply(place - rig.bones[bone.parent].place)
            turn = back * turn
        node: dict[str, Any] = {
            "name": bone.name,
            "translation": (scale * place).tolist(),
            "rotation": turn.as_quat().tolist(),
        }
        if children := rig.children(number):
            node["children"] = [FIRST + child for child in children]
        nodes.append(node)
    return nodes


def _add_skin(
    file: GltfFile, meshes: MeshList, rig: Rig, skin: Skin, scale: float
) -> int:
    """The node of the skin, which hangs on the bones only."""
    attributes = {
        "POSITION": file.add_points(scale * skin.points),
        "NORMAL": file.add_points(skin.normals),
        "JOINTS_0": file.add_joints(skin.bones),
        "WEIGHTS_0": file.add_points(skin.weights),
    }
    parts = [
        {
            "attributes": attributes,
            "indices": file.add_corners(corners),
            "material": meshes.material(color),
        }
        for color, corners in skin.corners.items()
    ]
    binding = {
        "inverseBindMatrices": file.add_numbers(_inverse_binds(rig, scale)),
        "joints": [FIRST + number for number in range(len(rig.bones))],
        "skeleton": FIRST,
    }
    node = {
        "name": "Body",
        "mesh": file.add("meshes", {"name": "Body", "primitives": parts}),
        "skin": file.add("skins", binding),
    }
    return file.add("nodes", node)


def _inverse_binds(rig: Rig, scale: float) -> Floats:
    """(bones, 16) from the skin at rest to each bone, column by column."""
    binds = np.tile(np.eye(4), (len(rig.bones), 1, 1))
    turns = rig.orientations().inv()
    places = np.array([bone.place for bone in rig.bones])
    binds[:, :3, :3] = turns.as_matrix()
    binds[:, :3, 3] = -scale * turns.apply(places)
    return binds.transpose(0, 2, 1).reshape(-1, 16)


def oriented(rig: Rig, moved: RigMotion, number: int) -> Floats:
    """(frames, 4) turns of a bone against its parent, both along their bones."""
    turns, parent = rig.orientations(), rig.bones[number].parent
    turn = Rotation.from_quat(moved.turns[:, number]) * turns[number]
    turn = turn if parent is None else turns[parent].inv() * turn
    found = turn.as_quat()
    flips = np.sum(found[1:] * found[:-1], axis=-1) < 0.0
    found[1:] *= np.cumprod(np.where(flips, -1.0, 1.0))[:, None]
    return found


def _add_animation(file: GltfFile, motion: Motion, rig: Rig, moved: RigMotion) -> None:
    """The ways of root and hips, and the turns of all bones."""
    scale, back = motion.staging.scale, rig.orientations()[ROOT].inv()
    tracks = [
        (number, "rotation", oriented(rig, moved, number))
        for number in range(len(rig.bones))
    ]
    tracks.append((HIPS, "translation", back.apply(scale * moved.hips)))
    tracks.append((ROOT, "translation", scale * moved.root))
    moving = [
        track
        for track in tracks
        if track[0] == HIPS or np.ptp(track[2], axis=0).max() > STILL
    ]
    time = file.add_numbers(moved.time)
    file.add(
        "animations",
        {
            "name": motion.name,
            "samplers": [
                {"input": time, "output": file.add_numbers(values)}
                for _, _, values in moving
            ],
            "channels": [
                {"sampler": sampler, "target": {"node": FIRST + node, "path": path}}
                for sampler, (node, path, _) in enumerate(moving)
            ],
            "extras": events_table(motion),
        },
    )


def _declare_vrm(file: GltfFile, motion: Motion, rig: Rig) -> None:
    """Which node is which bone of VRM 1.0's humanoid."""
    names = [bone.name for bone in rig.bones]
    bones = {name: {"node": FIRST + n} for n, name in enumerate(names) if n != ROOT}
    meta = {
        "name": f"{motion.character.name}, {motion.name}",
        "authors": ["gaitsmith"],
        "licenseUrl": "https://vrm.dev/licenses/1.0/",
    }
    file.document["extensionsUsed"] = ["VRMC_vrm"]
    file.document["extensions"] = {
        "VRMC_vrm": {
            "specVersion": "1.0",
            "meta": meta,
            "humanoid": {"humanBones": bones},
        }
    }
