"""People's curves as the pattern that term `likeness` compares a motion with."""

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.gait.human import running_angles, walking_angles
from gaitsmith.gait.kinematics import ANATOMICAL_SIGN, SIDES
from gaitsmith.kernels.tally import Pattern
from gaitsmith.objectives.terms import LikenessOptions

JOINTS = ("hip", "knee", "ankle")
RIGHT_LATER = 0.5  # of a cycle


def likeness_pattern(character: Character, options: LikenessOptions) -> Pattern:
    """People's mean angles [rad] in the P-convention, for the joints that count.

    Raises:
        InputError: no joint of the character has a weight.
    """
    measured = walking_angles if options.gait == "walk" else running_angles
    bands = measured(options.speed)
    hinges = {hinge.role: hinge for hinge in character.roles.hinges}
    weights = {joint: float(getattr(options, joint)) for joint in JOINTS}
    found = [
        (hinge.position, weights[joint], start, joint)
        for start, side in zip((0.0, RIGHT_LATER), SIDES, strict=True)
        for joint in JOINTS
        if weights[joint] and (hinge := hinges.get(f"{side}_{joint}_y"))
    ]
    if not found:
        own = [joint for joint in JOINTS if f"{SIDES[0]}_{joint}_y" in hinges]
        raise InputError(
            f"hip, knee, ankle: the weights of all joints that character"
            f" '{character.name}' has of these ({', '.join(own)}) are 0; give one a"
            " weight."
        )
    return Pattern(
        position=np.array([position for position, *_ in found], dtype=np.int64),
        weight=np.array([weight for _, weight, *_ in found]),
        start=np.array([options.start + later for *_, later, _ in found]),
        angle=np.array(
            [ANATOMICAL_SIGN[j] * np.radians(bands[j].mean) for *_, j in found]
        ),
    )
