"""Hill-type muscles with elastic tendons (Wang et al. 2012, section 3.1).

What one muscle does is in `kernels.muscle`; which muscles there are in `muscle_table`.
Copy this file to make a muscle model of one's own: a named tuple with `legs`, what it
does in a time step, how it starts, and the table by which a character asks for it.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field, field_validator

from gaitsmith.actuators.actuator import actuates, equilibrates
from gaitsmith.actuators.legs import (
    MuscledLegs,
    muscled_legs,
    pull_legs,
    sense_angles,
)
from gaitsmith.actuators.muscle_model import MuscleModelSpec, muscle_model
from gaitsmith.actuators.muscle_table import (
    NUM_JOINTS,
    Contracture,
    Tendon,
    build_muscles,
    muscle_name,
    muscle_places,
    muscles_at_rest,
)
from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError
from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.muscle import (
    ACTIVATION_TIME,
    LEAST_EXCITATION,
    equilibrate_muscles,
    step_muscles,
)
from gaitsmith.kernels.records import ANDERSON, BHARGAVA, Muscles

ENERGY_MODELS = {"anderson": ANDERSON, "bhargava": BHARGAVA}
COM_SHARE = 0.56  # height of the centre of mass, of the height


class HillMuscles(NamedTuple):
    """The muscles of both legs."""

    legs: MuscledLegs


@actuates(HillMuscles, lanes=True)
@compiled
def contract(actuator, senses, actuation_out):
    """Step all muscles to the present pose; their torques and costs."""
    legs = actuator.legs
    sense_angles(legs, senses.body)
    step_muscles(legs.muscles, legs.angles, senses.dt, legs.state)
    pull_legs(legs, senses, actuation_out)


@equilibrates(HillMuscles)
@compiled
def rest(actuator, senses):
    """All muscles at rest in the start's pose."""
    legs = actuator.legs
    sense_angles(legs, senses.body)
    equilibrate_muscles(legs.muscles, legs.angles, LEAST_EXCITATION, legs.state)


class HillSpec(MuscleModelSpec):
    """The table [character.muscles] with model = "hill"."""

    strength: Mapping[str, Annotated[float, Field(gt=0, le=10)]] = Field(default={})
    """Factor of a muscle's max isometric force, such as { soleus = 0.25,
    left_gastrocnemius = 0.25 }; short names such as SOL will do."""
    without: tuple[str, ...] = ()
    """Muscles that the body lacks."""
    tendons: Mapping[str, Tendon] = Field(default={})
    """Other tendons than the table's, such as { soleus = { strain = 0.10 } }."""
    contractures: Mapping[str, Contracture] | None = None
    """Short and stiff muscles, such as { left_hamstrings = { length = 0.93 } }."""
    activation_dynamics: bool = True
    """False: muscles are as active as they are excited (of the paper's ablation)."""
    energy: Literal["anderson", "bhargava"] = "anderson"
    """Whose model counts what the muscles cost: Anderson 1999, as in the paper, or
    Bhargava et al. 2004."""
    height: Annotated[float, Field(gt=0)] | None = None
    """m, of the body that the muscles are made for; by default, this body's."""
    mass: Annotated[float, Field(gt=0)] | None = None
    """kg, of the body that the muscles are made for; by default, this body's."""

    @field_validator("strength", "tendons", "contractures")
    @classmethod
    def _are_muscles(cls, table: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        return table and {muscle_name(name): value for name, value in table.items()}

    @field_validator("without")
    @classmethod
    def _are_known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(muscle_name(name) for name in names)


@muscle_model("hill", HillSpec)
def hill_muscles(character: Character, spec: HillSpec) -> HillMuscles:
    """Sixteen Hill-type muscles with elastic tendons on two legs."""
    muscles = build_muscles(
        spec.height or body_height(character),
        spec.mass or character.mass,
        spec.strength,
        ACTIVATION_TIME if spec.activation_dynamics else 0.0,
        ENERGY_MODELS[spec.energy],
        spec.without,
        spec.tendons,
        spec.contractures,
    )
    if spec.contractures:
        require_standing(muscles, spec.contractures, character.name)
    return HillMuscles(muscled_legs(character, muscles))


def require_standing(muscles: Muscles, named: Collection[str], who: str) -> None:
    """Refuse contractures whose muscles would fell a body that stands.

    In the standing pose a resting muscle of these must pull with less than its max
    isometric force.
    """
    state = muscles_at_rest(muscles, np.zeros((2, NUM_JOINTS)))
    for name in named:
        places, muscle = muscle_places(name)
        pull = max(
            state.force[s, muscle] / muscles.max_force[s, muscle] for s in places
        )
        if pull >= 1.0:
            raise InputError(
                f"character.muscles.contractures.{name}: with so short a muscle"
                f" '{who}' cannot stand: at rest and upright it would pull with"
                f" {pull:.1f} times its max isometric force; give a length nearer to 1"
                " or a larger passive_strain."
            )


def body_height(character: Character) -> float:
    """Of a body without a declared height: that of people with such legs [m]."""
    declared = getattr(character.spec, "height", None)
    return declared or float(character.standing_com[2]) / COM_SHARE
