"""From a recording to a scene that can be drawn."""

import math
from collections.abc import Iterable

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.scene.device_shapes import device_shapes
from gaitsmith.scene.ground import GroundShape
from gaitsmith.scene.muscle_lines import has_force, muscle_lines
from gaitsmith.scene.scene import Push, Scene, Shape
from gaitsmith.simulation.disturbances import push_record
from gaitsmith.simulation.rollout import Rollout
from gaitsmith.simulation.setting import Setting

FRAME_RATE = 60.0  # Hz, of recordings made to be looked at
KINDS = {
    mujoco.mjtGeom.mjGEOM_CAPSULE: ("capsule", 2),
    mujoco.mjtGeom.mjGEOM_BOX: ("box", 3),
    mujoco.mjtGeom.mjGEOM_SPHERE: ("sphere", 1),
    mujoco.mjtGeom.mjGEOM_ELLIPSOID: ("ellipsoid", 3),
    mujoco.mjtGeom.mjGEOM_CYLINDER: ("cylinder", 2),
}


def scene_of(
    label: str, character: Character, setting: Setting, rollout: Rollout
) -> Scene:
    """The scene of a rollout that was recorded."""
    recording = rollout.recording
    if recording is None or len(recording.time) == 0:
        raise ValueError("the rollout was not recorded")
    poses = body_poses(character, recording)
    shapes, muscles = shapes_of(character), rollout.muscles
    return Scene(
        label=label,
        caption=rollout.sentence,
        frame_rate=recording.frame_rate or FRAME_RATE,
        shapes=shapes,
        positions=poses.position,
        orientations=poses.quaternion,
        com=recording.com,
        ground=GroundShape.of(setting.terrain),
        contact_positions=recording.contact_position,
        contact_forces=recording.contact_force,
        pushes=_pushes(character, setting),
        muscles=muscle_lines(character, muscles, body_shapes_of(character))
        if muscles
        else (),
        activations=(recording.activation[:, has_force(muscles)] if muscles else None),
    )


def shapes_of(character: Character) -> tuple[Shape, ...]:
    """The visible solids of a character and its devices, each with its body."""
    return *body_shapes_of(character), *device_shapes(character)


def body_shapes_of(character: Character) -> tuple[Shape, ...]:
    """The visible solids of a character, each with the body it is fixed to."""
    model = character.model
    shapes = []
    for geom in range(model.ngeom):
        kind = KINDS.get(mujoco.mjtGeom(int(model.geom_type[geom])))
        if (
            kind is None
            or model.geom_bodyid[geom] == 0
            or model.geom_rgba[geom, 3] == 0
        ):
            continue
        word, num_sizes = kind
        red, green, blue = (round(255 * part) for part in model.geom_rgba[geom, :3])
        w, *xyz = model.geom_quat[geom]
        shapes.append(
            Shape(
                body=int(model.geom_bodyid[geom]),
                kind=word,
                size=tuple(float(part) for part in model.geom_size[geom, :num_sizes]),
                position=_triple(model.geom_pos[geom]),
                orientation=(float(w), *_triple(xyz)),
                color=f"#{red:02x}{green:02x}{blue:02x}",
            )
        )
    return tuple(shapes)


def _triple(vector: Iterable[float]) -> tuple[float, float, float]:
    x, y, z = (float(part) for part in vector)
    return x, y, z


def _pushes(character: Character, setting: Setting) -> tuple[Push, ...]:
    """Every push that acts during the rollout; a repeated one is drawn each time."""
    record = push_record(setting.pushes, character)
    found = []
    for body, start, duration, every, force in zip(*record, strict=True):
        lasts = min(float(duration), setting.duration)  # some never end
        times = [start]
        if math.isfinite(every):
            times = list(np.arange(start, setting.duration, every))
        found += [Push(float(t), lasts, _triple(force), int(body)) for t in times]
    return tuple(found)
