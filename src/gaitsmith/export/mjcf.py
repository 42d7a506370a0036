"""The character as an MJCF file that stands on a floor in plain MuJoCo.

Read back as an own model it is the same character: floor, motors and what collides with
what make no difference to the simulation here.
"""

from typing import Any

import mujoco

from gaitsmith.characters.character import GRAVITY, Character

FLOOR_SIZE = (0.0, 0.0, 0.05)  # endless; the last number is the spacing of its grid
FLOOR_COLOR = (0.8, 0.82, 0.84, 1.0)


def model_text(character: Character) -> str:
    """The model, complete in itself, with gravity, a floor and a motor per hinge.

    A motor's control is its torque in N m. As in the simulation here, the body's parts
    touch the ground but not each other.
    """
    spec = mujoco.MjSpec.from_string(character.model_xml)
    spec.option.gravity = (0.0, 0.0, -GRAVITY)
    spec.option.disableflags = 0
    spec.option.enableflags = 0
    root = spec.worldbody.first_body()
    root.pos = character.model.body_pos[1]  # own models have been put on the ground
    for body in spec.bodies[1:]:
        for geom in body.geoms:
            geom.conaffinity = 0
    plane = mujoco.mjtGeom.mjGEOM_PLANE
    spec.worldbody.add_geom(type=plane, size=FLOOR_SIZE, rgba=FLOOR_COLOR)
    _add_motors(spec, character)
    spec.compile()  # the text is complete only then
    return spec.to_xml()


def _add_motors(spec: Any, character: Character) -> None:
    for hinge in character.roles.hinges:
        if spec.joint(hinge.name) is not None:  # a joint may be without a name
            spec.add_actuator(
                name=hinge.name, target=hinge.name, trntype=mujoco.mjtTrn.mjTRN_JOINT
            )
