"""Who is asked for: one person, checked, and the body that stands for them."""

import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES, muscle_name
from gaitsmith.characters.spec import MassFractions, Proportions
from gaitsmith.declarations import Declaration, Line
from gaitsmith.errors import unknown_name
from gaitsmith.subjects.growth import (
    GROWN,
    Sex,
    leg_length,
    mass_fractions,
    proportions,
    strength,
)

GRAVITY = 9.81  # m/s2
REFERENCE_HEIGHT = 1.80  # m, of the shipped walkers
BUILDS = (10.0, 60.0)  # kg/m2, mass over squared height
TALLEST_CHILD = (0.85, 0.07)  # m; m per year: far above the 97th percentile
SMALLEST_CHILD = (0.62, 0.047)  # far below the third
MEASURED = ("ankle_height", "shank", "thigh", "heel", "hip_half_width")
TRUNKS = (0.15, 0.35)  # back joint to neck joint, of the height
LONGEST_STEP, SHORTEST_STEP = 1.3, 0.15  # s, m, of a step of the shipped walkers

Factor = Annotated[float, Field(ge=0.05, le=3)]


class Subject(Declaration):
    """One person, and how they are to walk."""

    height: Annotated[float, Field(ge=0.9, le=2.3)]
    """m."""
    mass: Annotated[float, Field(ge=10, le=250)]
    """kg."""
    speed: Annotated[float, Field(gt=0.3, le=2.2)] | None = None
    """m/s; left out: at the Froude number of adults' usual speed."""
    age: Annotated[float, Field(ge=4, le=100)] = 30.0
    """years."""
    sex: Sex = "male"
    """Whose masses of the segments the body has; see `growth`."""
    strength: Mapping[str, Factor] = Field(default={})
    """Factor on a muscle's max isometric force, such as { left_soleus = 0.4 }."""
    load: Annotated[float, Field(ge=0, le=80)] = 0.0
    """kg, carried at the centre of the trunk; the muscles are those of `mass`."""
    slope: Annotated[float, Field(ge=-20, le=20)] = 0.0
    """degrees, of the ground; uphill +."""
    lengths: Mapping[str, float] = Field(default={})
    """Segment lengths [m] that were measured; see `markers`."""
    sides: Literal["equal", "free"] = "equal"
    """Whether the legs' control may differ; a body that is not even needs it."""
    changes: Mapping[str, Any] = Field(default={})
    """Changes of the experiment by key, as in --set."""
    title: Line = ""
    """What to call it; left out: by its numbers."""

    @field_validator("strength")
    @classmethod
    def _are_muscles(cls, table: Mapping[str, float]) -> Mapping[str, float]:
        return {muscle_name(name): value for name, value in table.items()}

    @model_validator(mode="after")
    def _can_be(self) -> "Subject":
        build = self.mass / self.height**2
        if not BUILDS[0] <= build <= BUILDS[1]:
            light, heavy = (one * self.height**2 for one in BUILDS)
            raise ValueError(
                f"mass: {self.mass:g} kg at {self.height:g} m make {build:.0f} kg/m2;"
                f" people of this height weigh {light:.0f} to {heavy:.0f} kg."
            )
        low, high = (
            start + growth * self.age
            for start, growth in (SMALLEST_CHILD, TALLEST_CHILD)
        )
        if self.age < GROWN and not low <= self.height <= high:
            raise ValueError(
                f"height: {self.height:g} m at the age of {self.age:g}; children of"
                f" this age are {low:.2f} to {high:.2f} m tall."
            )
        for name in self.lengths:
            if name not in MEASURED:
                raise ValueError(str(unknown_name("length", name, MEASURED)))
        trunk = self.proportions.torso
        if not TRUNKS[0] < trunk < TRUNKS[1]:
            raise ValueError(
                f"lengths: with legs of {self.leg:.2f} m at {self.height:g} m the trunk"
                f" would be {trunk:.2f} of the height; are lengths and height of one"
                " person, and both in metres?"
            )
        if self.age >= GROWN and self.height < 1.2:
            raise ValueError(
                f"height: {self.height:g} m; for a child of this height give its age."
            )
        return self

    @property
    def proportions(self) -> Proportions:
        """Lengths as fractions of the height, by age and as far as they are known."""
        known = {name: length / self.height for name, length in self.lengths.items()}
        return proportions(self.age, known)

    @property
    def leg(self) -> float:
        """Hip joint above the ground [m]."""
        return self.height * leg_length(self.proportions)

    @property
    def wanted_speed(self) -> float:
        """m/s."""
        return self.speed or USUAL_SPEED * math.sqrt(self.leg / USUAL_LEG)

    @property
    def name(self) -> str:
        """What it is called."""
        if self.title:
            return self.title
        age = f", {self.age:g} years" if self.age < GROWN or self.age > 60 else ""
        return f"{self.height:g} m, {self.mass:g} kg{age}, {self.wanted_speed:.3g} m/s"


USUAL_LEG = REFERENCE_HEIGHT * leg_length(proportions(GROWN))  # m
USUAL_SPEED = 1.25  # m/s, of a person with such legs


def body_of(subject: Subject, based_on: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a character file for a person.

    Args:
        subject: who it is.
        based_on: a humanoid's self-contained values, whose soles and muscles it has.
    """
    theirs = Proportions(**based_on["proportions"])
    size = subject.leg / (based_on["height"] * leg_length(theirs))
    weight = subject.mass / (based_on["muscles"].get("mass") or based_on["mass"])
    muscles = {
        **based_on["muscles"],
        # Fibres and arms are as long as the legs ask for, not the head.
        "height": REFERENCE_HEIGHT * subject.leg / USUAL_LEG,
        "mass": subject.mass,
        "strength": _strengths(subject),
    }
    return {
        **based_on,
        "name": "subject",
        "description": f"{subject.height:g} m, {subject.mass:g} kg, sixteen muscles",
        "height": subject.height,
        "mass": subject.mass + subject.load,
        "proportions": subject.proportions.model_dump(),
        "mass_fractions": _loaded(subject).model_dump(),
        # Soles and joints give way by the same share of the leg, under its own weight.
        "ground": _scaled(based_on["ground"], weight / size, weight / math.sqrt(size)),
        "joint_stop": _scaled(
            based_on["joint_stop"], weight * size, weight * size**1.5
        ),
        "muscles": muscles,
    }


def _loaded(subject: Subject) -> MassFractions:
    """The masses with the load in the trunk, as fractions of both."""
    own = mass_fractions(subject.age, subject.sex)
    share = subject.mass / (subject.mass + subject.load)
    parts = {name: share * value for name, value in own.model_dump().items()}
    return MassFractions(**{**parts, "torso": parts["torso"] + 1.0 - share})


def _scaled(
    table: Mapping[str, float], spring: float, damper: float
) -> dict[str, float]:
    factors = {"damping": damper, "friction": 1.0}
    return {key: value * factors.get(key, spring) for key, value in table.items()}


def _strengths(subject: Subject) -> dict[str, float]:
    """By muscle: what age leaves, times what is asked for; of a leg's, by both."""
    left = strength(subject.age)
    found = dict.fromkeys(MUSCLE_NAMES, left) if left < 1.0 else {}
    for name, factor in subject.strength.items():
        found[name] = factor * found.get(name, 1.0)
    return found
