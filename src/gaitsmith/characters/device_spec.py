"""What a table [character.devices.NAME] may say: springs, dampers, torques, loads.

Angles are in degrees and, like torques, positive as the joint's own (P-convention): an
ankle points its toes down, a knee bends, a hip swings its leg back.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, field_validator, model_validator

from gaitsmith.declarations import Declaration, InOrder, Line
from gaitsmith.errors import unknown_name

NonNegative = Annotated[float, Field(ge=0)]
Degrees = Annotated[float, Field(ge=-180, le=180)]
When = Literal["stance", "swing"]
Pulls = Literal["both", "positive", "negative"]
CLOSED = 1e-6  # of a share; what the ends of a cycle may differ by


class DeviceSpec(Declaration):
    """What every device says."""

    NUMBERS: ClassVar[tuple[str, ...]] = ()
    """Keys that may be searched for, in the order in which compiled code has them."""
    SIZE: ClassVar[str] = ""
    """The key that `per_kg` is about."""
    UNITS: ClassVar[Mapping[str, str]] = {
        "stiffness": "N m/rad",
        "damping": "N m s/rad",
        "torque": "N m",
        "rest": "degrees",
        "deadzone": "degrees",
        "shift": "%",
    }

    kind: str
    """A name of `gaitsmith list devices`, second part."""
    description: Line = ""
    side: Literal["both", "left", "right"] = "both"
    """On which legs, or parts of legs."""
    per_kg: bool = False
    """Whether stiffness, damping, torque or mass are per kg of who wears it."""
    bounds: Mapping[str, Annotated[tuple[float, float], InOrder]] = Field(default={})
    """Of numbers that may be searched for, such as { stiffness = [0, 400] }."""
    free: tuple[str, ...] = ()
    """Those that are searched for with the gait, such as ["stiffness"]."""

    @field_validator("bounds", "free")
    @classmethod
    def _can_be_free(cls, given: Any) -> Any:
        for name in given:
            if name not in cls.NUMBERS:
                words = "number that can be searched for"
                raise ValueError(str(unknown_name(words, name, cls.NUMBERS)))
        return given

    @model_validator(mode="after")
    def _has_bounds(self) -> Self:
        for name in self.free:
            if name not in self.bounds:
                raise ValueError(
                    f"{name} is free and has no bounds; add, for example, bounds ="
                    f" {{ {name} = [0.0, 400.0] }}."
                )
        return self

    def scale_of(self, key: str, mass: float) -> float:
        """Factor of a number for who has this mass [kg]."""
        return mass if self.per_kg and key == self.SIZE else 1.0


class JointDevice(DeviceSpec):
    """A device that turns a joint."""

    joint: str
    """hip, knee, ankle or toe (their bending), an axis such as ankle_x, or a joint's
    own name such as back_y."""
    replaces: tuple[str, ...] = ()
    """Muscles that the leg with the device lacks, such as ["soleus"]."""


class Spring(JointDevice):
    """A spring across a joint."""

    NUMBERS = ("stiffness", "rest", "deadzone")
    SIZE = "stiffness"

    stiffness: Annotated[float, Field(ge=0, le=20_000)]
    """N m/rad."""
    rest: Degrees = 0.0
    """degrees, where it is slack."""
    deadzone: Annotated[float, Field(ge=0, le=180)] = 0.0
    """degrees to either side of `rest` in which it is slack."""
    pulls: Pulls = "both"
    """Which way it can turn the joint; a cable pulls one way."""


class ClutchedSpring(JointDevice):
    """A spring that a clutch engages while its foot stands, or swings.

    It engages where the joint is then, and takes up slack like a ratchet, so that
    it gives back what it took and no more. What is left in it when the clutch lets go
    is lost.
    """

    NUMBERS = ("stiffness",)
    SIZE = "stiffness"

    stiffness: Annotated[float, Field(ge=0, le=20_000)]
    """N m/rad."""
    pulls: Pulls = "positive"
    """Which way it can turn the joint; "both" has no ratchet."""
    when: When = "stance"
    """Of its leg."""


class Damper(JointDevice):
    """A damper across a joint."""

    NUMBERS = ("damping",)
    SIZE = "damping"

    damping: Annotated[float, Field(ge=0, le=1_000)]
    """N m s/rad."""
    when: Literal["always", "stance", "swing"] = "always"
    """Of its leg."""


class TorqueProfile(JointDevice):
    """A motor that turns a joint by a curve over the stride, from strike to strike.

    The stride is taken to last as long as the one before; until there was one, nothing
    is done.
    """

    NUMBERS = ("torque", "shift")
    SIZE = "torque"

    torque: Annotated[float, Field(ge=-500, le=500)]
    """N m, at 1 of the curve."""
    points: Annotated[
        tuple[tuple[float, float], ...], Field(min_length=3, max_length=50)
    ]
    """[% of the stride, share of the torque], straight between them; from 0 to 100 %,
    where it must be as it began."""
    shift: Annotated[float, Field(ge=-50, le=50)] = 0.0
    """% of the stride that it comes later."""

    @field_validator("points")
    @classmethod
    def _closes(
        cls, points: tuple[tuple[float, float], ...]
    ) -> tuple[tuple[float, float], ...]:
        times = [time for time, _ in points]
        if (times[0], times[-1]) != (0.0, 100.0) or sorted(set(times)) != times:
            raise ValueError(
                "the stride goes from 0 to 100 %: the first point must be at 0, the"
                " last at 100, and each after the one before."
            )
        first, last = points[0][1], points[-1][1]
        if abs(first - last) > CLOSED:
            raise ValueError(
                f"the curve does not close: it is {first:g} at 0 % and {last:g} at 100"
                " %; give both ends the same share."
            )
        return points


class Mass(DeviceSpec):
    """A load on a part of the body."""

    SIZE = "mass"

    body: str
    """trunk, pelvis, head, thigh, shank, foot or toes, or a body's own name."""
    mass: NonNegative
    """kg; on each side, of a part that has two."""
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """m forward, outward (in the middle: left) and up from the part's centre of mass,
    in the standing pose."""


class BodyWeightSupport(DeviceSpec):
    """A constant force up on the trunk: a part of the weight that is carried.

    It comes from outside: beside gravity, the ground, pushes and the guide, it is the
    only one that does.
    """

    share: Annotated[float, Field(ge=0, le=0.95)]
    """Of the weight of who walks, without loads."""
    body: str = ""
    """What is held, at its centre of mass; left out: the trunk."""


KINDS: dict[str, type[DeviceSpec]] = {
    "spring": Spring,
    "clutched_spring": ClutchedSpring,
    "damper": Damper,
    "torque_profile": TorqueProfile,
    "mass": Mass,
    "body_weight_support": BodyWeightSupport,
}
