"""Binary glTF files, read back by other people's readers.

Long because bones, meshes and ground are read back from the same few files.
"""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import mujoco
import numpy as np
import pygltflib
import pytest
import trimesh

from gaitsmith.errors import WorkFailedError
from gaitsmith.export.gltf import glb_bytes
from gaitsmith.export.gltf_file import GltfFile
from gaitsmith.export.motion import Motion
from gaitsmith.gait.events import events_of
from gaitsmith.scene.scene import Shape
from gaitsmith.scene.triangles import solid_triangles
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import Segment, TerrainSpec

# From the simulation's axes (ahead, left, up) to the file's (left, up, ahead).
TO_FILE = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
NEAR = 1e-4  # m
SAME_TRAVEL = 1e-3  # m
ARRAYS = {5126: np.float32, 5123: np.uint16, 5125: np.uint32}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}

# Which body each node carries.
HUMANOID = {"Hips": "pelvis", "Spine": "torso"} | {
    f"{side}{bone}": f"{side.lower()}_{body}"
    for side in ("Left", "Right")
    for bone, body in (
        ("UpLeg", "thigh"),
        ("Leg", "shank"),
        ("Foot", "foot"),
        ("ToeBase", "toes"),
        ("Arm", "upper_arm"),
        ("ForeArm", "forearm"),
    )
}
PLANAR = {"Spine": "torso"} | {
    f"{side}{bone}": f"{side.lower()}_{body}"
    for side in ("Left", "Right")
    for bone, body in (("UpLeg", "thigh"), ("Leg", "shank"), ("Foot", "foot"))
}
ODD = {"Hips": "my pelvis", "Spine": "chest", "antenna": "antenna"} | {
    f"{side}{bone}": f"{side.lower()} {body}"
    for side in ("Left", "Right")
    for bone, body in (("UpLeg", "thigh"), ("Leg", "shank"), ("Foot", "foot"))
}
ODD |= {"left_hip": "left hip", "right_hip": "right hip"}
SIMPLETON = {"Hips": "torso", "Spine": "torso"} | {
    f"{side}{bone}": f"{side.lower()}_{body}"
    for side in ("Left", "Right")
    for bone, body in (("UpLeg", "thigh"), ("Leg", "shank"))
}
MOTIONS = [
    ("stocky_walk", HUMANOID),
    ("planar_walk", PLANAR),
    ("odd_gymnastics", ODD),
    ("simpleton_walk", SIMPLETON),
]


@dataclass
class Track:
    """World poses of a node."""

    position: np.ndarray  # (frames, 3)
    rotation: np.ndarray  # (frames, 3, 3)

    def after(self, parent: "Track") -> "Track":
        moved = np.einsum("fij,fj->fi", parent.rotation, self.position)
        return Track(parent.position + moved, parent.rotation @ self.rotation)


def numbers(file: pygltflib.GLTF2, accessor: int) -> np.ndarray:
    entry = file.accessors[accessor]
    view = file.bufferViews[entry.bufferView]
    kind, width = ARRAYS[entry.componentType], WIDTHS[entry.type]
    start = (view.byteOffset or 0) + (entry.byteOffset or 0)
    array = np.frombuffer(file.binary_blob(), kind, entry.count * width, start)
    return array.reshape(entry.count, width)


def matrices(quaternions: np.ndarray) -> np.ndarray:
    """(frames, 3, 3) rotations of (frames, 4) quaternions x y z w."""
    x, y, z, w = quaternions.T.astype(float)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def channels(
    file: pygltflib.GLTF2,
) -> Iterator[tuple[int, str, np.ndarray, np.ndarray]]:
    """Node, path, times and values of every channel of the only animation."""
    (animation,) = file.animations
    for channel in animation.channels:
        sampler = animation.samplers[channel.sampler]
        assert sampler.interpolation in (None, "LINEAR")
        time, values = (numbers(file, n) for n in (sampler.input, sampler.output))
        assert len(time) == len(values)
        yield channel.target.node, channel.target.path, time[:, 0], values


def tracks(file: pygltflib.GLTF2, is_moving: bool = True) -> dict[str, Track]:
    """World poses of all nodes, animated or (one frame) at rest."""
    moves = {(n, p): values for n, p, _, values in channels(file) if is_moving}
    frames = len(next(iter(moves.values()))) if moves else 1
    found: dict[str, Track] = {}

    def visit(number: int, parent: Track | None) -> None:
        node = file.nodes[number]
        assert node.matrix is None
        assert node.scale is None
        rest = np.tile(node.translation or [0.0, 0.0, 0.0], (frames, 1))
        turn = np.tile(node.rotation or [0.0, 0.0, 0.0, 1.0], (frames, 1))
        track = Track(
            moves.get((number, "translation"), rest),
            matrices(moves.get((number, "rotation"), turn)),
        )
        found[node.name] = track if parent is None else track.after(parent)
        for child in node.children or []:
            visit(child, found[node.name])

    for root in file.scenes[file.scene].nodes:
        visit(root, None)
    assert len(found) == len(file.nodes)
    return found


def body_tracks(motion: Motion, qpos: np.ndarray) -> dict[str, Track]:
    """Poses of all bodies as the engine has them, in the file's axes."""
    model = motion.character.model
    data = mujoco.MjData(model)
    places, turns = [], []
    for pose in qpos:
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        places.append(data.xpos @ TO_FILE.T)
        turns.append(TO_FILE @ data.xmat.reshape(-1, 3, 3) @ TO_FILE.T)
    position, rotation = np.array(places), np.array(turns)
    return {
        model.body(body).name: Track(position[:, body], rotation[:, body])
        for body in range(model.nbody)
    }


def read(data: bytes) -> pygltflib.GLTF2:
    return pygltflib.GLTF2.load_from_bytes(data)


@pytest.mark.parametrize(("name", "nodes"), MOTIONS)
def test_nodes_move_as_the_bodies_of_the_engine_do(request, name: str, nodes: dict):
    motion = request.getfixturevalue(name)
    model = motion.character.model
    moving = tracks(read(glb_bytes(motion)))
    bodies = body_tracks(motion, motion.recording.qpos)
    for node, body in nodes.items():
        mine, its = moving[node], bodies[body]
        joints = np.flatnonzero(model.jnt_bodyid == model.body(body).id)
        hinge = (
            len(joints) and model.jnt_type[joints[-1]] == mujoco.mjtJoint.mjJNT_HINGE
        )
        joint = TO_FILE @ model.jnt_pos[joints[-1]] if hinge else np.zeros(3)
        np.testing.assert_allclose(
            mine.position,
            its.position + its.rotation @ joint,
            atol=NEAR,
            err_msg=node,
        )
        # A node may be turned against its body, but always in the same way.
        against = its.rotation.swapaxes(1, 2) @ mine.rotation
        np.testing.assert_allclose(
            against, np.tile(against[:1], (len(against), 1, 1)), atol=1e-5, err_msg=node
        )


def test_the_rest_pose_is_a_t_with_its_root_on_the_ground(stocky_walk: Motion):
    rest = tracks(read(glb_bytes(stocky_walk)), is_moving=False)
    places = {name: track.position[0] for name, track in rest.items()}
    np.testing.assert_allclose(places["Root"], np.zeros(3), atol=1e-6)
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        shoulder, hand = places[f"{side}Arm"], places[f"{side}Hand"]
        np.testing.assert_allclose(hand[1:], shoulder[1:], atol=1e-6)
        assert sign * (hand - shoulder)[0] > 0.5
        assert places[f"{side}Foot"][1] == pytest.approx(0.039 * 1.65)
    # Bones lie along their nodes' y axes.
    knee = places["LeftLeg"] - places["LeftUpLeg"]
    along = rest["LeftUpLeg"].rotation[0][:, 1]
    np.testing.assert_allclose(along, knee / np.linalg.norm(knee), atol=1e-6)


def surfaces(
    file: pygltflib.GLTF2, mesh: int
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Points, normals and corners of each part of a mesh."""
    for part in file.meshes[mesh].primitives:
        yield (
            numbers(file, part.attributes.POSITION),
            numbers(file, part.attributes.NORMAL),
            numbers(file, part.indices).reshape(-1, 3),
        )


def is_seen_from_outside(
    points: np.ndarray, normals: np.ndarray, corners: np.ndarray
) -> bool:
    """Whether all triangles face where their normals point, and use all points."""
    a, b, c = np.moveaxis(points[corners].astype(float), 1, 0)
    facing = np.cross(b - a, c - a)
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    agreement = np.einsum("ti,tci->tc", facing, normals[corners])
    lengths = np.linalg.norm(normals, axis=1)
    is_complete = set(corners.reshape(-1)) == set(range(len(points)))
    return is_complete and agreement.min() > 0.7 and np.allclose(lengths, 1.0)


def test_quaternions_are_unit_and_take_the_short_way(odd_gymnastics: Motion, posed):
    qpos = odd_gymnastics.recording.qpos.copy()
    qpos[::2, 3:7] *= -1.0  # says the same
    motion = posed(odd_gymnastics.character, qpos)
    rotations = [
        values.astype(float)
        for _, path, _, values in channels(read(glb_bytes(motion)))
        if path == "rotation"
    ]
    # Root, and what nothing turns, stay; two hinges that meet turn one node.
    assert len(rotations) == 1 + 12 - 2
    for values in rotations:
        np.testing.assert_allclose(np.linalg.norm(values, axis=1), 1.0, atol=1e-6)
        assert np.all(np.sum(values[1:] * values[:-1], axis=1) > 0.0)


def test_times_are_those_of_the_recording(stocky_walk: Motion):
    file = read(glb_bytes(stocky_walk))
    assert file.animations[0].name == "wang2009/stocky"
    for _, _, time, _ in channels(file):
        np.testing.assert_allclose(time, stocky_walk.recording.time, atol=1e-6)


def test_feet_slide_no_more_than_in_the_simulation(stocky_walk: Motion):
    character, recording = stocky_walk.character, stocky_walk.recording
    nodes = tracks(read(glb_bytes(stocky_walk)))
    bodies = body_tracks(stocky_walk, recording.qpos)
    events = events_of(character, recording)
    for side, name in enumerate(("left", "right")):
        node = nodes[f"{name.capitalize()}Foot"]
        points, body = character.points, bodies[f"{name}_foot"]
        mine = points.body == character.roles.legs[side].foot
        heel = np.flatnonzero(mine & points.is_heel)[0]
        turned = body.rotation[0].T @ node.rotation[0]
        arm = turned.T @ (TO_FILE @ points.offset[heel])
        sole = node.position + node.rotation @ arm
        for start, end in events.feet[side].stances:
            for found, wanted in (
                (node.position, bodies[f"{name}_foot"].position),
                (sole, recording.contact_position[:, heel] @ TO_FILE.T),
            ):
                difference = travel(found[start:end]) - travel(wanted[start:end])
                assert abs(difference) < SAME_TRAVEL


def travel(places: np.ndarray) -> float:
    """m, the horizontal way along (frames, 3) places."""
    return float(np.linalg.norm(np.diff(places[:, [0, 2]], axis=0), axis=1).sum())


def test_another_reader_sees_a_person_that_stands_on_the_ground(stocky_walk: Motion):
    scene: Any = trimesh.load(io.BytesIO(glb_bytes(stocky_walk)), file_type="glb")
    assert {"Hips", "LeftFoot", "Ground"} <= set(scene.graph.nodes)
    scene.delete_geometry("Ground")
    lowest, highest = scene.bounds
    assert highest[1] - lowest[1] == pytest.approx(1.65, abs=0.01)
    assert lowest[1] == pytest.approx(0.0, abs=1e-3)


def test_the_file_is_well_formed_and_small(stocky_walk: Motion):
    data = glb_bytes(stocky_walk)
    assert len(data) < 2_000_000
    assert len(data) % 4 == 0
    file = read(data)
    assert file.asset.version == "2.0"
    assert file.asset.generator.startswith("gaitsmith ")
    assert [buffer.uri for buffer in file.buffers] == [None]
    for number, accessor in enumerate(file.accessors):
        view = file.bufferViews[accessor.bufferView]
        assert view.byteOffset % 4 == 0
        values = numbers(file, number)
        assert np.isfinite(values).all()
        np.testing.assert_array_equal(np.float32(accessor.min), values.min(axis=0))
        np.testing.assert_array_equal(np.float32(accessor.max), values.max(axis=0))


def test_blocks_of_numbers_begin_at_whole_words_and_fit_large_meshes():
    file = GltfFile("a test")
    file.add_corners(np.array([[0, 1, 2]]))  # six bytes
    file.add_corners(np.array([[0, 1, 70_000]]))
    first, second = file.document["accessors"]
    assert file.document["bufferViews"][1]["byteOffset"] == 8
    assert first["componentType"] == 5123
    assert second["componentType"] == 5125
    assert second["max"] == [70_000]


def test_colors_are_amounts_of_light(stocky_walk: Motion):
    file = read(glb_bytes(stocky_walk))
    (material,) = [one for one in file.materials if one.name == "#407399"]
    # 0x40, 0x73 and 0x99 of 255 on a screen, by the curve of sRGB.
    color = material.pbrMetallicRoughness.baseColorFactor
    assert color == pytest.approx([0.0513, 0.1714, 0.3185, 1.0], abs=1e-3)


def test_the_ground_is_a_node_of_its_own_and_has_the_terrain(planar_walk: Motion):
    ramp = Segment(x=1.0, height=0.2, slope=10.0)
    terrain = TerrainSpec(segments=(ramp,), gaps=((2.0, 2.5),))
    setting = Setting(terrain=terrain)
    file = read(glb_bytes(replace(planar_walk, setting=setting)))
    (number,) = [n for n, node in enumerate(file.nodes) if node.name == "Ground"]
    assert number in file.scenes[0].nodes
    assert file.nodes[number].children in (None, [])
    (points, normals, corners), walls = surfaces(file, file.nodes[number].mesh)
    assert len(corners) == 2 * 3  # before the step, up to the gap, beyond it
    assert is_seen_from_outside(*walls)
    assert set(walls[0][:, 2].round(4).tolist()) >= {1.0, 2.0, 2.5}
    heights = {round(float(z), 4): float(y) for _, y, z in points[4:]}
    slope = math.tan(math.radians(10.0))
    assert heights[1.0] == pytest.approx(0.2)
    assert heights[2.0] == pytest.approx(0.2 + slope)
    assert heights[2.5] == pytest.approx(0.2 + 1.5 * slope)
    assert is_seen_from_outside(points, normals, corners)
    assert np.all(normals[:, 1] > 0.9)


def test_crevasses_are_left_out_of_the_ground(stocky_walk: Motion):
    hole = {"center": (3.0, 0.2), "heading": 30.0, "width": 0.5, "length": 2.0}
    covered = []
    for holes in ((), (hole,)):
        setting = Setting(terrain=TerrainSpec(crevasses=holes))
        file = read(glb_bytes(replace(stocky_walk, setting=setting)))
        (node,) = [node for node in file.nodes if node.name == "Ground"]
        (points, normals, corners), *walls = surfaces(file, node.mesh)
        assert len(walls) == len(holes)
        covered.append(trimesh.Trimesh(points, corners).area)
        assert is_seen_from_outside(points, normals, corners)
    assert covered[0] - covered[1] == pytest.approx(0.5 * 2.0, rel=1e-3)


def test_a_walk_above_a_gap_has_no_ground(planar_walk: Motion):
    setting = Setting(terrain=TerrainSpec(gaps=((-1000.0, 1000.0),)))
    file = read(glb_bytes(replace(planar_walk, setting=setting)))
    assert "Ground" not in {node.name for node in file.nodes}


SOLIDS = [
    ("sphere", (0.3,), 4 / 3 * math.pi * 0.3**3),
    ("ellipsoid", (0.1, 0.2, 0.4), 4 / 3 * math.pi * 0.1 * 0.2 * 0.4),
    ("capsule", (0.1, 0.4), math.pi * 0.1**2 * (0.8 + 4 / 3 * 0.1)),
    ("cylinder", (0.1, 0.4), math.pi * 0.1**2 * 0.8),
    ("box", (0.1, 0.2, 0.4), 8 * 0.1 * 0.2 * 0.4),
]


@pytest.mark.parametrize(("kind", "size", "volume"), SOLIDS)
def test_solids_are_closed_and_look_outward(kind: str, size: tuple, volume: float):
    shape = Shape(1, kind, size, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), "#000000")
    points, normals, corners = solid_triangles(shape)
    mesh = trimesh.Trimesh(points, corners)
    mesh.merge_vertices(merge_norm=True, merge_tex=True)
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(volume, rel=0.03)
    assert is_seen_from_outside(points, normals, corners)


def test_what_is_no_number_is_never_written(stocky_walk: Motion):
    recording = stocky_walk.recording
    qpos = recording.qpos.copy()
    qpos[30, 9] = np.inf
    rollout = replace(stocky_walk.rollout, recording=replace(recording, qpos=qpos))
    with pytest.raises(WorkFailedError, match=r"the pose at 0\.5 s is no number"):
        glb_bytes(replace(stocky_walk, rollout=rollout))
