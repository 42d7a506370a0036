"""The mirror of left and right: whether a body has it, and what angles become in it."""

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.characters.roles import AXIS_TOLERANCE, Hinge
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats

RANGE_TOLERANCE = 1e-6  # rad; a file's last digit
PLACE_TOLERANCE = 1e-3  # m; what rounding in a drawn model may do
MASS_TOLERANCE = 1e-3  # of the mass


def opposite(role: str) -> str:
    """The role on the other side; a midline joint's is its own."""
    swapped = {"left": "right", "right": "left"}
    return "_".join(swapped.get(word, word) for word in role.split("_"))


def is_on(side: str, role: str) -> bool:
    """Whether a role is one of the "left" or the "right" side."""
    return side in role.split("_")


def mirror_signs(character: Character) -> dict[str, float]:
    """By which factor each role's angle changes in the mirror of left and right.

    A rotation is an axial vector: in the mirror of the sagittal plane its part about y
    stays, and those about x and z turn round. The mirror image of angle q about axis a
    is therefore q about (-a_x, a_y, -a_z), or -q about the opposite of that. With equal
    axes on both sides: pitch stays, roll and yaw change sign (outward roll is + on the
    left, - on the right).

    Raises:
        InputError: the sides are no mirror images of each other in the zero pose. What
            is compared: joints with their axes and ranges, masses and centres of mass
            of the bodies that they move.
    """
    data = mujoco.MjData(character.model)
    mujoco.mj_kinematics(character.model, data)
    by_role = {hinge.role: hinge for hinge in character.roles.hinges}
    signs = {}
    for role, hinge in by_role.items():
        other = by_role.get(opposite(role))
        if other is None:
            raise _refusal(character, f"has '{role}' but no '{opposite(role)}'")
        sign = _sign(data, hinge, other)
        if sign is None:
            raise _not_images(
                character, f"turns '{role}' and '{other.role}' about axes"
            )
        mirrored = sorted(sign * end for end in hinge.turn)
        if not np.allclose(mirrored, other.turn, rtol=0.0, atol=RANGE_TOLERANCE):
            raise _not_images(character, f"has ranges of '{role}' and '{other.role}'")
        _check_bodies(character, data, hinge.body, other.body)
        _check_places(character, data, hinge, other)
        signs[role] = sign
    return signs


def _sign(data: mujoco.MjData, hinge: Hinge, other: Hinge) -> float | None:
    """Of the angle's mirror image; None if the axes do not mirror each other."""
    image = np.array([-1.0, 1.0, -1.0]) * data.xaxis[hinge.joint]
    for sign in (1.0, -1.0):
        if np.linalg.norm(image - sign * data.xaxis[other.joint]) < AXIS_TOLERANCE:
            return sign
    return None


def _check_bodies(
    character: Character, data: mujoco.MjData, body: int, other: int
) -> None:
    """Refuse bodies of other masses, or with centres of mass at other places."""
    model = character.model
    names = f"'{model.body(body).name}' and '{model.body(other).name}'"
    masses = model.body_mass[[body, other]]
    if not np.isclose(*masses, rtol=MASS_TOLERANCE, atol=0.0):
        raise _not_images(character, f"gives {names} masses")
    image = _image(character, data, data.xipos[body])
    if np.linalg.norm(image - data.xipos[other]) > PLACE_TOLERANCE:
        raise _not_images(character, f"puts {names} at places")


def _check_places(
    character: Character, data: mujoco.MjData, hinge: Hinge, other: Hinge
) -> None:
    """Refuse axes beside each other's images, wherever along them the joints are."""
    apart = _image(character, data, data.xanchor[hinge.joint])
    apart -= data.xanchor[other.joint]
    if np.linalg.norm(np.cross(apart, data.xaxis[other.joint])) > PLACE_TOLERANCE:
        names = f"'{hinge.role}' and '{other.role}'"
        raise _not_images(character, f"turns {names} about axes at places")


def _image(character: Character, data: mujoco.MjData, place: Floats) -> Floats:
    """(3,) m: a place in the mirror of the pelvis's sagittal plane."""
    plane = data.xpos[character.roles.pelvis, 1]
    return np.array([place[0], 2.0 * plane - place[1], place[2]])


def _not_images(character: Character, what: str) -> InputError:
    return _refusal(character, f"{what} that are no mirror images")


def _refusal(character: Character, what: str) -> InputError:
    return InputError(
        f"symmetric: character '{character.name}' {what}; use symmetric = false for"
        " this body."
    )
