"""glTF: the drawn character in motion, with the ground, in one binary file.

Metres, y up, walking along z. Each bone is a node with its body's solids; the nodes
hang on each other as the bones do, and one animation moves them.
"""

from importlib.metadata import version
from typing import Any

import numpy as np

from gaitsmith.export.gltf_file import GltfFile
from gaitsmith.export.gltf_meshes import MeshList, bone_surfaces, ground_surface
from gaitsmith.export.motion import Motion
from gaitsmith.export.skeleton import (
    Bone,
    BoneMotion,
    bone_motion,
    bones_of,
    children_of,
)
from gaitsmith.scene.replay import scene_of


def glb_bytes(motion: Motion) -> bytes:
    """The whole motion as a binary glTF 2.0 file, complete in itself."""
    bones = bones_of(motion.character)
    moved = bone_motion(motion, bones)
    scene = scene_of(motion.name, motion.character, motion.setting, motion.rollout)
    file = GltfFile(f"gaitsmith {version('gaitsmith')}")
    meshes = MeshList(file)
    surfaces = bone_surfaces(motion.character, bones, scene.shapes)
    for number, bone in enumerate(bones):
        node = _node(bones, number)
        if number in surfaces:
            node["mesh"] = meshes.number_of(bone.name, surfaces[number])
        file.add("nodes", node)
    roots = [0]
    if ground := ground_surface(scene):
        node = {"name": "Ground", "mesh": meshes.number_of("Ground", ground)}
        roots.append(file.add("nodes", node))
    file.document["scene"] = file.add("scenes", {"name": motion.name, "nodes": roots})
    _add_animation(file, motion.name, bones, moved)
    return file.to_bytes()


def _node(bones: tuple[Bone, ...], number: int) -> dict[str, Any]:
    """A bone in the standing pose, where it is not turned."""
    bone = bones[number]
    above = np.zeros(3) if bone.parent is None else bones[bone.parent].place
    node = {"name": bone.name, "translation": (bone.place - above).tolist()}
    children = children_of(bones, number)
    return node | ({"children": children} if children else {})


def _add_animation(
    file: GltfFile, name: str, bones: tuple[Bone, ...], moved: BoneMotion
) -> None:
    """The root's way, and the turns of all bones that can turn."""
    time = file.add_numbers(moved.time)
    tracks = [(0, "translation", moved.root)]
    tracks += [
        (number, "rotation", moved.turns[:, number])
        for number, bone in enumerate(bones)
        if bone.parent is None or bone.hinges
    ]
    file.add(
        "animations",
        {
            "name": name,
            "samplers": [
                {"input": time, "output": file.add_numbers(values)}
                for _, _, values in tracks
            ],
            "channels": [
                {"sampler": sampler, "target": {"node": node, "path": path}}
                for sampler, (node, path, _) in enumerate(tracks)
            ],
        },
    )
