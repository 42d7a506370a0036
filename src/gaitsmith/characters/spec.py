"""What a character file may say; every length and mass is checked when it is read."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, model_validator

from gaitsmith.declarations import Declaration, InOrder, ZeroToInfinity

Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(gt=0, lt=1)]
LENGTH_TOLERANCE = 0.01  # of the height
MASS_TOLERANCE = 0.005  # of the mass


class GroundSpec(Declaration):
    """Constants of the spring-damper ground under this character's feet."""

    stiffness: Positive = 75_000.0
    """N/m per contact point (Wang et al. 2009)."""
    heel_stiffness: Positive | None = None
    """N/m per contact point behind the ankle; left out: as all."""
    toe_stiffness: Positive | None = None
    """N/m per contact point of the toes; left out: as all."""
    damping: Annotated[float, Field(ge=0)] = 2_000.0
    """N s/m per contact point (Wang et al. 2009)."""
    friction: ZeroToInfinity = 0.8
    """Coulomb's coefficient; inf for feet that never slip."""


class JointStopSpec(Declaration):
    """Soft stops at the ends of the joint ranges."""

    stiffness: Annotated[float, Field(ge=0)] = 800.0
    """N m/rad."""
    damping: Annotated[float, Field(ge=0)] = 20.0
    """N m s/rad, beyond the end of the range only."""


class BodySpec(Declaration):
    """What every kind of character declares."""

    kind: Literal["humanoid", "planar", "mjcf"]
    """Left out of a file: mjcf if it names a model, else humanoid."""
    name: str = ""
    """Set from the file's name when left out."""
    description: str = ""
    ground: GroundSpec = GroundSpec()
    joint_stop: JointStopSpec = JointStopSpec()
    muscles: Mapping[str, Any] | None = None
    """The legs' muscles: { model = "hill" } and what that model can be told; see
    `actuators`. Left out: motors only."""
    devices: Mapping[str, Any] | None = None
    """[devices.NAME] tables: what it wears and carries; see `device_spec`."""
    fallen_below: Positive | None = None
    """m; lower than this above the ground, the centre of mass counts as fallen.
    Left out: three quarters of its height in the standing pose."""


class Proportions(Declaration):
    """Lengths as fractions of the height (Winter; Drillis & Contini)."""

    ankle_height: Share = 0.039
    shank: Share = 0.246
    thigh: Share = 0.245
    pelvis: Share = 0.100
    """Hip joints to back joint."""
    torso: Share = 0.246
    """Back joint to neck joint."""
    head: Share = 0.124
    """Neck joint to vertex."""
    upper_arm: Share = 0.186
    forearm: Share = 0.146
    hand: Share = 0.108
    shoulder_height: Share = 0.170
    """Shoulder above back joint."""
    shoulder_half_width: Share = 0.107
    hip_half_width: Share = 0.053
    heel: Share = 0.030
    """Heel behind ankle."""
    ball: Share = 0.070
    """Toe joint ahead of ankle."""
    toes: Share = 0.036
    foot_width: Share = 0.055

    @model_validator(mode="after")
    def _adds_up(self) -> "Proportions":
        stacked = (
            self.ankle_height
            + self.shank
            + self.thigh
            + self.pelvis
            + self.torso
            + self.head
        )
        if abs(stacked - 1.0) > LENGTH_TOLERANCE:
            raise ValueError(
                "ankle_height + shank + thigh + pelvis + torso + head add up to"
                f" {stacked:.4g} of the height; they must add up to 1."
            )
        if self.shoulder_height > self.torso:
            raise ValueError(
                f"shoulder_height {self.shoulder_height} is above the neck joint; it"
                f" must be at most the torso's {self.torso}."
            )
        return self


class MassFractions(Declaration):
    """Masses as fractions of the whole (de Leva 1996, male); limbs once a side."""

    head: Share = 0.0694
    torso: Share = 0.3229
    pelvis: Share = 0.1117
    upper_arm: Share = 0.0271
    forearm: Share = 0.0223
    """With the hand, which is welded to it."""
    thigh: Share = 0.1416
    shank: Share = 0.0433
    foot: Share = 0.0107
    toes: Share = 0.0030

    @model_validator(mode="after")
    def _adds_up(self) -> "MassFractions":
        once = self.head + self.torso + self.pelvis
        twice = self.upper_arm + self.forearm + self.thigh + self.shank
        total = once + 2.0 * (twice + self.foot + self.toes)
        if abs(total - 1.0) > MASS_TOLERANCE:
            raise ValueError(
                f"head + torso + pelvis + 2 x (all limbs) add up to {total:.4g} of the"
                " mass; they must add up to 1."
            )
        return self


class HumanoidSpec(BodySpec):
    """A body from height, mass and proportions, with the 30 joint axes of wang2009."""

    height: Annotated[float, Field(ge=0.2, le=20.0)]
    """m."""
    mass: Annotated[float, Field(ge=0.1, le=100_000.0)]
    """kg."""
    has_toes: bool = True
    """False: one stiff foot, as in SIMBICON."""
    round_feet: bool = False
    """Stand on cylinders at heel, ball and tip of the toes, which roll (wang2012),
    instead of on the corners of boxes."""
    proportions: Proportions = Proportions()
    mass_fractions: MassFractions = MassFractions()
    left_leg_shorter: Annotated[float, Field(ge=-0.1, le=0.1)] | None = None
    """m, by which thigh and shank of the left leg are shorter together; left out: legs
    are equal."""


class LinkSpec(Declaration):
    """One link of a planar body, hanging from its upper joint."""

    mass: Positive
    """kg."""
    inertia: Positive
    """kg m2 about the centre of mass."""
    length: Positive
    """m."""
    center: tuple[float, float]
    """m, of mass, (forward, up) from the upper joint; of the torso, from the hip."""


class PlanarFootSpec(Declaration):
    """The foot of a planar body: two points, heel and toe."""

    mass: Positive
    """kg."""
    inertia: Positive
    """kg m2 about the centre of mass."""
    center: tuple[float, float]
    """m, of mass, (forward, up) from the ankle."""
    heel: tuple[float, float]
    """m, (forward, up) from the ankle."""
    toe: tuple[float, float]
    """m, (forward, up) from the ankle."""

    @model_validator(mode="after")
    def _points_forward(self) -> "PlanarFootSpec":
        if not self.heel[0] < self.toe[0]:
            raise ValueError(
                f"the heel at {self.heel[0]} m must be behind the toe at"
                f" {self.toe[0]} m."
            )
        return self


class PlanarSpec(BodySpec):
    """A seven-link biped that lives in the sagittal plane."""

    torso: LinkSpec
    thigh: LinkSpec
    shank: LinkSpec
    foot: PlanarFootSpec
    hip_range: Annotated[tuple[float, float], InOrder]
    """rad, P-convention: (forward-most, rear-most)."""
    knee_range: Annotated[tuple[float, float], InOrder]
    """rad, P-convention: positive as people's knees bend, negative as birds' do."""


# The axes that the hinges of each joint turn about, in their order.
JOINT_AXES = {"hip": "yxz", "knee": "y", "ankle": "yx", "toe": "y"}


class LegRoles(Declaration):
    """Which joints of an own model make up one leg."""

    hip: tuple[str, ...]
    """One (y), two (y, x) or three (y, x, z) hinges, from the pelvis outward."""
    knee: str | None = None
    """Left out: the leg is stiff from hip to ankle."""
    ankle: tuple[str, ...] = ()
    """One (y) or two (y, x) hinges; left out: the leg ends in its foot, such as a
    point."""
    toe: str | None = None

    @property
    def joints(self) -> dict[str, tuple[str, ...]]:
        """Names of the hinges of every joint, from the pelvis down."""
        knee, toe = ((name,) if name else () for name in (self.knee, self.toe))
        return {"hip": self.hip, "knee": knee, "ankle": self.ankle, "toe": toe}

    def hinge_axes(self) -> list[tuple[str, str]]:
        """Its hinges' names, and the axis that each turns about."""
        return [
            pair
            for part, names in self.joints.items()
            for pair in zip(names, JOINT_AXES[part], strict=False)
        ]


class RolesSpec(Declaration):
    """Which part of an own model plays which role.

    Every other key is a leg: `left` and `right`, or `front_left` and so on. Names that
    differ in the words left and right only are a pair.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, LegRoles] = Field(init=False)  # pyright: ignore[reportIncompatibleVariableOverride] - as pydantic wants it

    pelvis: str
    """Body that carries the hips, such as the root of the tree."""
    trunk: str | None = None
    """Body that pushes act on; the pelvis when left out."""
    head: str | None = None
    others: Mapping[str, str] | None = None
    """Joints that are no leg's, by what laws call them, such as { back_x =
    "lumbar_bending", left_elbow_y = "elbow_flex_l" }."""

    @model_validator(mode="before")
    @classmethod
    def _has_legs(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        others = {key: v for key, v in values.items() if key not in cls.model_fields}
        for key, leg in others.items():
            if not isinstance(leg, Mapping | LegRoles):
                raise ValueError(
                    f"'{key}' is no key of this table. Known here: pelvis, trunk, head,"
                    " and a table for each leg, such as [roles.left]."
                )
        if not others:
            raise ValueError(
                "no leg given; add a table for each, such as [roles.left] and"
                " [roles.right]."
            )
        return values

    @classmethod
    def of(
        cls,
        pelvis: str,
        legs: Mapping[str, LegRoles],
        trunk: str | None = None,
        head: str | None = None,
    ) -> "RolesSpec":
        """The roles of a body that is built here."""
        named = {"pelvis": pelvis, "trunk": trunk, "head": head, **legs}
        return cls.model_validate(named)

    @property
    def legs(self) -> dict[str, LegRoles]:
        """By name, in the order of the alphabet: left before right."""
        found = self.__pydantic_extra__
        return {name: found[name] for name in sorted(found)}

    def hinge_axes(self) -> list[tuple[str, str]]:
        """Joints of all legs, and the axis, x, y or z, that each turns about."""
        return [pair for leg in self.legs.values() for pair in leg.hinge_axes()]


class ModelFileSpec(BodySpec):
    """An own MJCF file, and who is who in it."""

    model_file: str = ""
    """Path of the MJCF file, relative to the character's file."""
    model_xml: str = ""
    """The MJCF itself, where a file is not at hand (in stored solutions)."""
    mass: Positive | None = None
    """kg; if given, the model's masses must add up to it."""
    notes: tuple[str, ...] | None = None
    """Sentences on what is other than in the model that this one was made from."""
    roles: RolesSpec | None = None
    """Left out: guessed from names and geometry."""

    @model_validator(mode="after")
    def _has_one_model(self) -> "ModelFileSpec":
        if bool(self.model_file) == bool(self.model_xml):
            raise ValueError("give model_file, the path of an MJCF file.")
        return self


SPECS: dict[str, type[BodySpec]] = {
    "humanoid": HumanoidSpec,
    "planar": PlanarSpec,
    "mjcf": ModelFileSpec,
}
