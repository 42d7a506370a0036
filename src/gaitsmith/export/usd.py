"""USD: a skinned character on one armature (UsdSkel), in motion.

Metres, y up, facing z. The parts are those of the glTF file: the same bones at rest,
the same skin. Translations, rotations and scales are sampled alike, in every frame, as
Blender wants it, and one animation is bound.
"""

import importlib.util
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.export.gltf import oriented
from gaitsmith.export.gltf_meshes import linear_light
from gaitsmith.export.motion import Motion
from gaitsmith.export.rig import Rig, rig_of
from gaitsmith.export.rig_motion import HIPS, ROOT, RigMotion, rig_motion
from gaitsmith.export.skin import Skin, skin_of
from gaitsmith.kernels.records import Floats

Stage = Any  # of usd-core, which has no types
ROOT_PATH = "/Character"


def usd_bytes(motion: Motion) -> bytes:
    """The whole motion as a binary USD file, complete in itself."""
    if importlib.util.find_spec("pxr") is None:
        raise InputError(
            ".usd needs usd-core, which is not installed; install it with:"
            " pip install 'gaitsmith[usd]'"
        )
    from pxr import Usd

    rig = rig_of(motion.character, motion.staging.skeleton)
    with tempfile.TemporaryDirectory(prefix="gaitsmith-") as folder:
        file = Path(folder) / "motion.usdc"
        stage = Usd.Stage.CreateNew(str(file))
        _fill(stage, motion, rig)
        stage.GetRootLayer().Save()
        del stage
        return file.read_bytes()


def _fill(stage: Stage, motion: Motion, rig: Rig) -> None:
    from pxr import UsdGeom, UsdSkel

    scale = motion.staging.scale
    rate = motion.recording.frame_rate or 1.0
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0 / scale)
    stage.SetFramesPerSecond(rate)
    stage.SetTimeCodesPerSecond(rate)
    stage.SetStartTimeCode(0)
    stage.SetEndTimeCode(len(motion.recording.time) - 1)
    root = UsdSkel.Root.Define(stage, ROOT_PATH)
    stage.SetDefaultPrim(root.GetPrim())
    joints = joint_paths(rig)
    skeleton = _skeleton(stage, rig, joints, scale)
    _animation(stage, rig, rig_motion(motion, rig), joints, scale)
    binding = UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
    binding.CreateAnimationSourceRel().SetTargets([f"{ROOT_PATH}/Motion"])
    skin = skin_of(motion.character, rig)
    if len(skin.points):
        _mesh(stage, skin, skeleton, scale)


def joint_paths(rig: Rig) -> list[str]:
    """Bones as paths from the root; what no name in USD may have becomes `_`."""
    paths: list[str] = []
    for bone in rig.bones:
        above = "" if bone.parent is None else f"{paths[bone.parent]}/"
        paths.append(above + bone.name.replace(":", "_"))
    return paths


def _skeleton(stage: Stage, rig: Rig, joints: list[str], scale: float) -> Any:
    from pxr import Gf, UsdSkel

    turns = rig.orientations()
    binds, rests = [], []
    for bone, turn in zip(rig.bones, turns, strict=True):
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = turn.as_matrix(), scale * bone.place
        # USD multiplies rows from the left.
        binds.append(matrix)
        above = np.eye(4) if bone.parent is None else binds[bone.parent]
        rests.append(np.linalg.inv(above) @ matrix)
    skeleton = UsdSkel.Skeleton.Define(stage, f"{ROOT_PATH}/Skeleton")
    skeleton.CreateJointsAttr(joints)
    skeleton.CreateBindTransformsAttr([Gf.Matrix4d(m.T.tolist()) for m in binds])
    skeleton.CreateRestTransformsAttr([Gf.Matrix4d(m.T.tolist()) for m in rests])
    return skeleton


def _animation(
    stage: Stage, rig: Rig, moved: RigMotion, joints: list[str], scale: float
) -> None:
    from pxr import UsdSkel, Vt

    frames = len(moved.time)
    turns = rig.orientations()
    places = np.zeros((frames, len(joints), 3))
    rotations = np.zeros((frames, len(joints), 4))
    for number, bone in enumerate(rig.bones):
        rotations[:, number] = oriented(rig, moved, number)
        if bone.parent is not None:
            arm = scale * (bone.place - rig.bones[bone.parent].place)
            places[:, number] = turns[bone.parent].inv().apply(arm)
    places[:, ROOT] = scale * moved.root
    places[:, HIPS] = turns[ROOT].inv().apply(scale * moved.hips)
    animation = UsdSkel.Animation.Define(stage, f"{ROOT_PATH}/Motion")
    animation.CreateJointsAttr(joints)
    translations = animation.CreateTranslationsAttr()
    quaternions = animation.CreateRotationsAttr()
    scales = animation.CreateScalesAttr()
    ones = Vt.Vec3hArray.FromNumpy(np.ones((len(joints), 3), dtype=np.float16))
    for frame in range(frames):
        place = np.ascontiguousarray(places[frame], dtype=np.float32)
        translations.Set(Vt.Vec3fArray.FromNumpy(place), frame)
        turn = np.ascontiguousarray(rotations[frame], dtype=np.float32)
        quaternions.Set(Vt.QuatfArray.FromNumpy(turn), frame)
        scales.Set(ones, frame)


def _mesh(stage: Stage, skin: Skin, skeleton: Any, scale: float) -> None:
    from pxr import Sdf, UsdGeom, UsdShade, UsdSkel, Vt

    mesh = UsdGeom.Mesh.Define(stage, f"{ROOT_PATH}/Body")
    corners = np.concatenate(list(skin.corners.values()))
    mesh.CreatePointsAttr(_vectors(scale * skin.points))
    mesh.CreateNormalsAttr(_vectors(skin.normals))
    mesh.SetNormalsInterpolation(UsdGeom.Tokens.vertex)
    mesh.CreateFaceVertexCountsAttr([3] * len(corners))
    mesh.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(_whole(corners.ravel())))
    mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
    low, high = scale * skin.points.min(axis=0), scale * skin.points.max(axis=0)
    mesh.CreateExtentAttr(_vectors(np.array([low, high])))
    binding = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    binding.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    width = skin.bones.shape[1]
    bones = Vt.IntArray.FromNumpy(_whole(skin.bones.ravel()))
    binding.CreateJointIndicesPrimvar(False, width).Set(bones)
    weights = Vt.FloatArray.FromNumpy(skin.weights.ravel().astype(np.float32))
    binding.CreateJointWeightsPrimvar(False, width).Set(weights)
    first = 0
    for number, (color, part) in enumerate(skin.corners.items()):
        path = f"{ROOT_PATH}/Materials/Color{color.removeprefix('#')}"
        material = UsdShade.Material.Define(stage, path)
        shader = UsdShade.Shader.Define(stage, f"{path}/Shader")
        shader.CreateIdAttr("UsdPreviewSurface")
        kind = Sdf.ValueTypeNames.Color3f
        shader.CreateInput("diffuseColor", kind).Set(tuple(linear_light(color)))
        shader.CreateInput("roughness", Sdf.ValueTypeNames.Float).Set(0.8)
        surface = shader.ConnectableAPI()
        material.CreateSurfaceOutput().ConnectToSource(surface, "surface")
        faces = Vt.IntArray.FromNumpy(_whole(np.arange(first, first + len(part))))
        subset = UsdGeom.Subset.CreateGeomSubset(
            mesh, f"Part{number}", UsdGeom.Tokens.face, faces, "materialBind"
        )
        UsdShade.MaterialBindingAPI.Apply(subset.GetPrim()).Bind(material)
        first += len(part)


def _vectors(array: Floats) -> Any:
    from pxr import Vt

    return Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(array, dtype=np.float32))


def _whole(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array, dtype=np.int32)
