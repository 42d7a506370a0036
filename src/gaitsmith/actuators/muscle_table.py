"""The eight muscles of a leg, and both legs' muscles for a body (docs/muscles.md).

Sources: Geyer & Herr 2010 with the parameters that Geyer published with the program
(2006); the rectus femoris, which that model lacks, from Song & Geyer 2015. Wang et al.
2012 use the same eight; their own table was in a supplement that we have not seen.
Fibre types are those of Yamaguchi's survey (1990) as a port of Wang's laws to a robot
uses them.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.muscle import (
    ACTIVATION_TIME,
    LEAST_EXCITATION,
    equilibrate_muscles,
)
from gaitsmith.kernels.muscle_curves import PARALLEL_STRAIN, TENDON_STRAIN
from gaitsmith.kernels.muscle_path import LENGTHENING
from gaitsmith.kernels.records import (
    ANDERSON,
    ANKLE,
    HIP,
    KNEE,
    Floats,
    Muscles,
    MuscleState,
)

REFERENCE_HEIGHT = 1.80  # m, of the body that the table is for (Wang et al. 2012)
REFERENCE_MASS = 70.0  # kg
SPECIFIC_TENSION = 250_000.0  # Pa, force per cross-section of muscle (OpenSim, SCONE)
MUSCLE_DENSITY = 1059.7  # kg/m3 (OpenSim, SCONE)
NUM_JOINTS = 3
SIDES = ("left", "right")


@dataclass(frozen=True)
class SpannedJoint:
    """How a muscle crosses a joint; angles as in `muscle_path`, in degrees.

    `arm` [m] is the greatest one, negative if the muscle flexes the hip or the knee or
    lifts the foot. `scale` 0 makes it the same at all angles.
    """

    joint: int
    arm: float
    reference: float
    pennation: float
    angle_of_max: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True)
class MuscleRow:
    """One muscle of the reference body."""

    name: str
    max_force: float  # N
    optimal_length: float  # m
    max_velocity: float  # optimal lengths per second
    slack_length: float  # m
    slow_fraction: float
    crossings: tuple[SpannedJoint, ...]


class Tendon(Declaration):
    """What makes one muscle's tendon another than the table's."""

    strain: Annotated[float, Field(gt=0, le=0.5)] = TENDON_STRAIN
    """At the greatest isometric force."""
    slack_length: Annotated[float, Field(gt=0)] | None = None
    """m, of the reference body; left out: the table's. The whole muscle stays as long
    in every pose, so a shorter tendon leaves longer fibres."""


class Contracture(Declaration):
    """What makes a muscle short and stiff: it pulls when it is stretched, unasked."""

    length: Annotated[float, Field(gt=0.5, le=1)] = 1.0
    """Of the tendon's slack, as a share of the healthy one; the whole muscle stays as
    long in every pose, so its fibres are stretched."""
    passive_strain: Annotated[float, Field(gt=0.05, le=1)] = PARALLEL_STRAIN
    """Of the fibres beyond their optimal length, at which they pull with the max
    isometric force without being active; less than 0.56: stiff."""


# The arm of RF at the knee falls from 0.06 m at 15 degrees to 0.04 m at 135 degrees of
# flexion (Song & Geyer 2015): cos(s (135 - 15)) = 0.04 / 0.06, so s = 0.4016. With the
# plain cosine of the other muscles it would vanish at 105 degrees.
RF_SCALE = math.acos(0.04 / 0.06) / math.radians(135.0 - 15.0)

# fmt: off
MUSCLE_TABLE: tuple[MuscleRow, ...] = (
    MuscleRow("SOL", 4000.0, 0.04,  6.0, 0.26, 0.81, (
        SpannedJoint(ANKLE, 0.05, reference=-10.0, pennation=0.5, angle_of_max=20.0),
    )),
    MuscleRow("TA",   800.0, 0.06, 12.0, 0.24, 0.70, (
        SpannedJoint(ANKLE, -0.04, reference=20.0, pennation=0.7, angle_of_max=-10.0),
    )),
    MuscleRow("GAS", 1500.0, 0.05, 12.0, 0.40, 0.54, (
        SpannedJoint(KNEE, -0.05, reference=15.0, pennation=0.7, angle_of_max=40.0),
        SpannedJoint(ANKLE, 0.05, reference=-10.0, pennation=0.7, angle_of_max=20.0),
    )),
    MuscleRow("VAS", 6000.0, 0.08, 12.0, 0.23, 0.50, (
        SpannedJoint(KNEE, 0.06, reference=55.0, pennation=0.7, angle_of_max=15.0),
    )),
    MuscleRow("HAM", 3000.0, 0.10, 12.0, 0.31, 0.44, (
        SpannedJoint(HIP, 0.08, reference=25.0, pennation=0.7, scale=0.0),
        SpannedJoint(KNEE, -0.05, reference=0.0, pennation=0.7, angle_of_max=0.0),
    )),
    MuscleRow("RF",  1200.0, 0.08, 12.0, 0.35, 0.45, (
        SpannedJoint(HIP, -0.08, reference=10.0, pennation=0.3, scale=0.0),
        SpannedJoint(KNEE, 0.06, reference=55.0, pennation=0.5, angle_of_max=15.0,
                 scale=RF_SCALE),
    )),
    MuscleRow("GLU", 1500.0, 0.11, 12.0, 0.13, 0.50, (
        SpannedJoint(HIP, 0.10, reference=30.0, pennation=0.5, scale=0.0),
    )),
    MuscleRow("HFL", 2000.0, 0.11, 12.0, 0.10, 0.50, (
        SpannedJoint(HIP, -0.10, reference=0.0, pennation=0.5, scale=0.0),
    )),
)
# fmt: on
MUSCLE_NAMES = tuple(row.name for row in MUSCLE_TABLE)
MUSCLE_WORDS = {
    "SOL": "soleus",
    "TA": "tibialis anterior",
    "GAS": "gastrocnemius",
    "VAS": "vasti",
    "HAM": "hamstrings",
    "RF": "rectus femoris",
    "GLU": "glutei",
    "HFL": "hip flexors",
}


MUSCLE_LABELS = tuple(
    f"{side}_{word.replace(' ', '_')}"
    for side in SIDES
    for word in MUSCLE_WORDS.values()
)
"""Full names of all muscles, such as left_soleus, in the order of the records."""


def build_muscles(
    height: float = REFERENCE_HEIGHT,
    mass: float = REFERENCE_MASS,
    strength: Mapping[str, float] | None = None,
    activation_time: float = ACTIVATION_TIME,
    energy_model: int = ANDERSON,
    without: Collection[str] = (),
    tendons: Mapping[str, Tendon] | None = None,
    contractures: Mapping[str, Contracture] | None = None,
) -> Muscles:
    """The muscles of both legs of a body.

    Fibres, tendons and moment arms grow with the height. Forces grow with the mass, so
    that joint torque / (mass x height) is the same for all bodies: what gravity asks
    of a joint grows so, and one set of reflexes fits them all. Forces by cross-section
    (mass^(2/3)) would be truer to animals, and leave big characters too weak for it.

    Args:
        height: m.
        mass: kg, of the whole body.
        strength: Factors on the max isometric forces, such as {"SOL": 0.25}; a name
            like "left_SOL" is of one leg only. A weak muscle is thin, so it is lighter.
        activation_time: s, of activation behind excitation; 0: at once.
        energy_model: ANDERSON or BHARGAVA, whose model of metabolic power counts.
        without: Names of muscles that are left out: they have no force and no mass.
        tendons: Of the muscles named, both legs' or one's, other tendons.
        contractures: Of the muscles named, both legs' or one's, how short and stiff.
    """
    size = _positive("height", height) / REFERENCE_HEIGHT
    force = _positive("mass", mass) / REFERENCE_MASS
    factors = _strength_factors(strength or {})
    column = {
        key: np.array([getattr(row, key) for row in MUSCLE_TABLE])
        for key in (
            "max_force",
            "optimal_length",
            "max_velocity",
            "slack_length",
            "slow_fraction",
        )
    }
    shape = (len(MUSCLE_TABLE), NUM_JOINTS)
    arm, angle_of_max, reference = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    scale, pennation = np.zeros(shape), np.zeros(shape)
    for muscle, row in enumerate(MUSCLE_TABLE):
        for crossing in row.crossings:
            place = muscle, crossing.joint
            arm[place] = size * crossing.arm
            angle_of_max[place] = math.radians(crossing.angle_of_max)
            reference[place] = math.radians(crossing.reference)
            scale[place] = crossing.scale
            pennation[place] = crossing.pennation
    optimal = size * column["optimal_length"]
    slack = size * column["slack_length"]
    # At the reference angles a muscle is optimal + slack length long: what `moment_arm`
    # integrates up to there is taken off beforehand.
    turned = scale * (reference - angle_of_max)
    swept = arm * np.where(
        scale == 0.0, reference, np.sin(turned) / np.where(scale == 0.0, 1.0, scale)
    )
    base = optimal + slack - np.sum(np.array(LENGTHENING) * pennation * swept, axis=1)
    max_force = factors * force * column["max_force"]
    for name in without:
        max_force[muscle_places(name)] = 0.0
    slack, strain = _both(slack), np.full(max_force.shape, TENDON_STRAIN)
    for name, tendon in (tendons or {}).items():
        place = muscle_places(name)
        strain[place] = tendon.strain
        if tendon.slack_length is not None:
            slack[place] = size * tendon.slack_length
    passive = np.full(max_force.shape, PARALLEL_STRAIN)
    for name, contracture in (contractures or {}).items():
        place = muscle_places(name)
        slack[place] *= contracture.length
        passive[place] = contracture.passive_strain
    return Muscles(
        max_force=max_force,
        optimal_length=_both(optimal),
        max_velocity=_both(column["max_velocity"]),
        slack_length=slack,
        reference_strain=strain,
        passive_strain=passive,
        base_length=_both(base),
        arm=_both(arm),
        angle_of_max=_both(angle_of_max),
        arm_scale=_both(scale),
        pennation=_both(pennation),
        mass=MUSCLE_DENSITY * max_force / SPECIFIC_TENSION * optimal,
        slow_fraction=_both(column["slow_fraction"]),
        activation_time=activation_time,
        energy_model=energy_model,
    )


def muscles_at_rest(
    muscles: Muscles, angles: Floats, activation: float = LEAST_EXCITATION
) -> MuscleState:
    """A new state of the muscles: at rest in a pose.

    Args:
        muscles: Both legs' muscles.
        angles: (2, 3) rad, hip flexion, knee flexion, plantarflexion of each leg.
        activation: Of every muscle.
    """
    state = empty_muscle_state(muscles)
    equilibrate_muscles(muscles, angles, activation, state)
    return state


def empty_muscle_state(muscles: Muscles) -> MuscleState:
    """Room for what the muscles do."""
    shape = muscles.max_force.shape
    return MuscleState(
        max_force=muscles.max_force,
        optimal_length=muscles.optimal_length,
        excitation=np.zeros(shape),
        activation=np.zeros(shape),
        length=np.zeros(shape),
        arm=np.zeros((*shape, NUM_JOINTS)),
        fiber_length=np.zeros(shape),
        fiber_velocity=np.zeros(shape),
        force=np.zeros(shape),
        active_force=np.zeros(shape),
        torque=np.zeros((len(SIDES), NUM_JOINTS)),
    )


def _both(values: Floats) -> Floats:
    """The same for the left and the right leg."""
    return np.stack([values, values])


def _positive(name: str, value: float) -> float:
    if not (math.isfinite(value) and value > 0.0):
        raise InputError(f"muscles: {name} is {value:g}; it must be above 0.")
    return value


def muscle_name(name: str) -> str:
    """The short name of a muscle, of both legs ("SOL") or one ("left_SOL").

    Full names such as "soleus", "left_tibialis_anterior" are understood, too.
    """
    side, _, rest = name.partition("_")
    of_leg = side in SIDES
    wanted = (rest if of_leg else name).replace("_", " ")
    for short, word in MUSCLE_WORDS.items():
        if wanted.lower() in (short.lower(), word):
            return f"{side}_{short}" if of_leg else short
    words = [word.replace(" ", "_") for word in MUSCLE_WORDS.values()]
    known = unknown_name("muscle", rest if of_leg else name, (*MUSCLE_NAMES, *words))
    raise ValueError(f"{known} For one leg, put left_ or right_ before a name.")


def _strength_factors(strength: Mapping[str, float]) -> Floats:
    """(2, muscles) factors on the max isometric forces."""
    factors = np.ones((len(SIDES), len(MUSCLE_NAMES)))
    for name, factor in strength.items():
        _positive(f"strength of {name}", factor)
        factors[muscle_places(name)] *= factor
    return factors


def muscle_places(name: str) -> tuple[list[int], int]:
    """Legs and column of a muscle of both legs or of one in the records."""
    try:
        side, _, short = muscle_name(name).rpartition("_")
    except ValueError as error:
        raise InputError(str(error)) from None
    return [SIDES.index(side)] if side else [0, 1], MUSCLE_NAMES.index(short)
