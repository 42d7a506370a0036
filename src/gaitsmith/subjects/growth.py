"""How bodies are proportioned from the age of 4 on, and how strong they are.

Lengths: the legs' part of the height is that of the sitting height ratio's complement,
as in the charts of Fredriks et al. 2005 and Hawkes et al. 2020 (rounded to half a per
cent), the head's that of Snyder et al. 1977; the trunk takes what is left. Masses: how
the share of a segment differs from that at 18, by the regressions over age of Jensen
1986 (limbs) and 1989 (head); the trunk takes what is left. Both are put on the
proportions of adults: Winter's lengths, de Leva's 1996 masses. docs/subject.md.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np

from gaitsmith.characters.spec import MassFractions, Proportions

Sex = Literal["female", "male"]
GROWN = 18.0  # years
AGES = (4.0, 6.0, 8.0, 10.0, 12.0, 14.0, GROWN)
# Sitting height, of the height; boys and girls together.
SITTING = (0.560, 0.545, 0.535, 0.525, 0.520, 0.515, 0.520)
# Head, from chin to vertex, of the height, beside that of adults.
HEAD = (1.33, 1.23, 1.17, 1.12, 1.06, 1.03, 1.0)
# Share of the body's mass: a + b age + c age^2 (Jensen).
HEAD_MASS = (0.27881, -0.021152, 0.00053168)
LIMB_MASS = {
    "thigh": (0.06634, 0.00364),
    "shank": (0.03809, 0.00122),
    "foot": (0.01870, 0.00015),
    "upper_arm": (0.02200, 0.00084),
    "forearm": (0.02105, 0.00012),  # with the hand
}
FEMALE = MassFractions(
    head=0.0668,
    torso=0.3010,
    pelvis=0.1247,
    upper_arm=0.0255,
    forearm=0.0194,
    thigh=0.1478,
    shank=0.0481,
    foot=0.0101,
    toes=0.0028,
)
# Max isometric forces fall by a hundredth a year from here on: 30 % less at 70, as in
# the older adults of Thelen 2003.
STRONG_UNTIL, WEAKER = 40.0, 0.01  # years; per year


def proportions(age: float, known: Mapping[str, float] | None = None) -> Proportions:
    """Lengths as fractions of the height at an age [years].

    Args:
        age: years.
        known: fractions that were measured; the trunk takes what they leave.
    """
    adult = Proportions()
    legs = (1.0 - _at(age, SITTING)) / (1.0 - SITTING[-1])
    head = adult.head * _at(age, HEAD)
    leg_parts = {
        name: getattr(adult, name) * legs
        for name in ("ankle_height", "shank", "thigh", "heel", "ball", "toes")
    }
    leg_parts |= known or {}
    below = sum(leg_parts[name] for name in ("ankle_height", "shank", "thigh"))
    trunk = (1.0 - below - head) / (1.0 - LEG_SHARE - adult.head)
    return adult.model_copy(
        update={
            **leg_parts,
            "head": head,
            "pelvis": adult.pelvis * trunk,
            "torso": adult.torso * trunk,
            "shoulder_height": adult.shoulder_height * trunk,
        }
    )


def mass_fractions(age: float, sex: Sex = "male") -> MassFractions:
    """Masses as fractions of the whole at an age [years]."""
    adult = FEMALE if sex == "female" else MassFractions()
    head = adult.head * _head_mass(age) / _head_mass(GROWN)
    limbs = {
        name: getattr(adult, name) * _limb_mass(name, age) / _limb_mass(name, GROWN)
        for name in LIMB_MASS
    }
    limbs["toes"] = adult.toes * limbs["foot"] / adult.foot
    trunk = 1.0 - head - 2.0 * sum(limbs.values())
    share = trunk / (adult.torso + adult.pelvis)
    return adult.model_copy(
        update={
            "head": head,
            **limbs,
            "torso": adult.torso * share,
            "pelvis": adult.pelvis * share,
        }
    )


def strength(age: float) -> float:
    """Of all muscles, as a share of a young adult's with the same mass."""
    return 1.0 - WEAKER * max(0.0, age - STRONG_UNTIL)


def leg_length(lengths: Proportions) -> float:
    """Hip joint above the ground, as a fraction of the height."""
    return lengths.ankle_height + lengths.shank + lengths.thigh


LEG_SHARE = leg_length(Proportions())  # of adults


def _at(age: float, column: tuple[float, ...]) -> float:
    return float(np.interp(age, AGES, column))


def _head_mass(age: float) -> float:
    a, b, c = HEAD_MASS
    age = min(age, GROWN)
    return a + b * age + c * age**2


def _limb_mass(name: str, age: float) -> float:
    a, b = LIMB_MASS[name]
    return a + b * min(age, GROWN)
