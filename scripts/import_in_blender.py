"""What Blender makes of an exported file, as JSON; runs under the Python that has bpy.

    python scripts/import_in_blender.py walk.glb [picture.png FRAME ...]

Places are those of the simulation: x ahead, y left, z up, in metres. With a picture,
the named frames (or `rest`) are rendered beside each other by Cycles on the processor.
"""

import contextlib
import json
import math
import os
import sys

import bpy
import mathutils

# Blender's character faces -y; the simulation's walks along x.
TO_SIMULATION = mathutils.Matrix(((0, -1, 0), (1, 0, 0), (0, 0, 1)))
WIDTH, HEIGHT = 300, 400  # pixels of a frame


def import_file(path: str) -> None:
    """An empty scene with the file's contents; frames are those of the file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = RATE
    if path.endswith((".glb", ".vrm")):
        bpy.ops.import_scene.gltf(filepath=path)
    elif path.endswith(".bvh"):
        bpy.ops.import_anim.bvh(filepath=path, update_scene_fps=True)
    else:
        bpy.ops.wm.usd_import(filepath=path)


def place(vector: mathutils.Vector) -> list[float]:
    """A place in the axes of the simulation [m]."""
    return list(TO_SIMULATION @ vector)


def poses(armature: bpy.types.Object) -> dict[str, list]:
    """Joint, and turn as a quaternion, of every bone in the current frame."""
    return {
        bone.name: [
            place((armature.matrix_world @ bone.matrix).translation),
            list((armature.matrix_world @ bone.matrix).to_quaternion()),
        ]
        for bone in armature.pose.bones
    }


def report(path: str) -> dict:
    """All that the file is, in numbers."""
    scene = bpy.context.scene
    armatures = [one for one in bpy.data.objects if one.type == "ARMATURE"]
    meshes = [one for one in bpy.data.objects if one.type == "MESH"]
    armature = armatures[0]
    (action,) = bpy.data.actions
    first, last = (round(frame) for frame in action.frame_range)
    frames = []
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        frames.append(poses(armature))
    armature.data.pose_position = "REST"
    bpy.context.view_layer.update()
    rest = {
        bone.name: [
            place(armature.matrix_world @ bone.head_local),
            place(armature.matrix_world @ bone.tail_local),
            bone.parent.name if bone.parent else None,
        ]
        for bone in armature.data.bones
    }
    armature.data.pose_position = "POSE"
    return {
        "file": os.path.basename(path),
        "blender": bpy.app.version_string,
        "armatures": len(armatures),
        "skinned": [
            one.name
            for one in meshes
            if any(m.type == "ARMATURE" for m in one.modifiers)
        ],
        "actions": len(bpy.data.actions),
        "rest": rest,
        "frames": frames,
    }


def render(picture: str, wanted: list[str]) -> None:
    """Frames beside each other, from ahead and to the left."""
    import numpy as np

    scene = bpy.context.scene
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 12
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    world = scene.world = bpy.data.worlds.new("World")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.6, 0.66, 1.0)
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 1.6, (0.6, 0.3, 0.9)
    eye = bpy.data.objects.new("Eye", bpy.data.cameras.new("Eye"))
    for one in (sun, eye):
        scene.collection.objects.link(one)
    if "Ground" not in bpy.data.objects:
        bpy.ops.mesh.primitive_plane_add(size=40.0)
    scene.camera = eye
    tails = [armature.matrix_world @ bone.tail_local for bone in armature.data.bones]
    size = max(tail.z for tail in tails)
    pictures = []
    for word in wanted:
        armature.data.pose_position = "REST" if word == "rest" else "POSE"
        frame, _, view = word.partition("@")
        scene.frame_set(0 if word == "rest" else int(frame))
        bpy.context.view_layer.update()
        hips = armature.matrix_world @ armature.pose.bones[1].head
        aim = mathutils.Vector((hips.x, hips.y, 0.5 * size))
        angle = math.radians(float(view or (0.0 if word == "rest" else 55.0)))
        way = mathutils.Vector((math.sin(angle), -math.cos(angle), 0.16))
        eye.location = aim + 1.95 * size * way
        eye.rotation_euler = (aim - eye.location).to_track_quat("-Z", "Y").to_euler()
        file = f"{picture}.part.png"
        scene.render.filepath = file
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(file)
        pictures.append(np.array(image.pixels[:]).reshape(HEIGHT, WIDTH, 4))
        bpy.data.images.remove(image)
        os.remove(file)
    sheet = np.concatenate(pictures, axis=1)
    image = bpy.data.images.new("Sheet", sheet.shape[1], HEIGHT)
    image.pixels = sheet.ravel().tolist()
    image.filepath_raw, image.file_format = picture, "PNG"
    image.save()


RATE = int(os.environ.get("RATE", "60"))  # Hz, of the file

if __name__ == "__main__":
    given, *rest = sys.argv[1:]
    with contextlib.redirect_stdout(sys.stderr):
        import_file(os.path.abspath(given))
        found = report(given)
        if rest:
            render(os.path.abspath(rest[0]), rest[1:])
    print(json.dumps(found))
