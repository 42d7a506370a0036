"""Builds the 36-axis body of Wang et al. 2009 from height, mass and proportions.

Fifteen links, thirty joint axes, free root. Every body's frame is parallel to the
world's in the standing pose; hinges follow the P-convention (x forward, y left, z up).
Shapes are for the eye and for the feet's contact points; masses and inertias are set
explicitly.
"""

import math
from dataclasses import dataclass
from typing import Any

import mujoco

from gaitsmith.characters.spec import HumanoidSpec, LegRoles, Proportions, RolesSpec

Triple = tuple[float, float, float]
Color = tuple[float, float, float, float]
MjsBody = Any  # bodies of an MjSpec; the engine has no types for them

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
SIDES = {"left": 1.0, "right": -1.0}

# Joint ranges [rad], P-convention, left side (after published 30-axis models).
RANGES = {
    "back_y": (-0.35, 0.5),
    "back_x": (-0.35, 0.35),
    "back_z": (-0.5, 0.5),
    "neck_y": (-0.6, 0.8),
    "neck_x": (-0.6, 0.6),
    "neck_z": (-1.2, 1.2),
    "shoulder_y": (-2.8, 1.4),
    "shoulder_x": (-0.3, 1.5),
    "shoulder_z": (-0.8, 0.8),
    "elbow_y": (-2.4, 0.0),
    "elbow_z": (-1.2, 1.2),
    "hip_y": (-2.0, 0.8),
    "hip_x": (-0.5, 0.5),
    "hip_z": (-0.7, 0.7),
    "knee_y": (0.0, 2.5),
    "ankle_y": (-0.7, 0.9),
    "ankle_x": (-0.4, 0.4),
    "toe_y": (-1.2, 0.6),
}
# Rotor inertia [kg m2] of a 70 kg, 1.65 m body; keeps light links well conditioned.
ARMATURE = {"ankle": 0.02, "toe": 0.005}
DEFAULT_ARMATURE = 0.01

SKIN = (0.85, 0.64, 0.52, 1.0)
SHIRT = (0.25, 0.45, 0.6, 1.0)
TROUSERS = (0.28, 0.3, 0.38, 1.0)
SHOES = (0.75, 0.33, 0.24, 1.0)


@dataclass(frozen=True)
class Link:
    """Mass properties of one link; z is its long axis."""

    mass: float  # kg
    center: tuple[float, float, float]  # m, from the proximal joint
    radii: tuple[float, float, float]  # of gyration about x, y, z, m


def links(spec: HumanoidSpec) -> dict[str, Link]:
    """Masses [kg], centres and radii of gyration [m] of the links (de Leva 1996)."""
    p, f, h, m = spec.proportions, spec.mass_fractions, spec.height, spec.mass

    def link(fraction: float, center: Triple, length: float, radii: Triple) -> Link:
        x, y, z = (part * h for part in center)
        a, b, c = (radius * length * h for radius in radii)
        return Link(fraction * m, (x, y, z), (a, b, c))

    # The published centres are for default lengths; they move with the link's own
    # length.
    stretch = {k: getattr(p, k) / getattr(Proportions(), k) for k in ("head", "torso")}
    arm_length = (p.forearm + p.hand) / (Proportions().forearm + Proportions().hand)
    sole_middle = (p.ball - p.heel) / 2.0
    foot_mass, foot_middle = f.foot, sole_middle
    if not spec.has_toes:
        foot_mass, foot_middle = f.foot + f.toes, (p.ball + p.toes - p.heel) / 2.0
    return {
        "head": link(
            f.head, (0, 0, 0.055 * stretch["head"]), p.head, (0.36, 0.376, 0.31)
        ),
        "torso": link(
            f.torso, (0, 0, 0.115 * stretch["torso"]), p.torso, (0.33, 0.31, 0.26)
        ),
        "pelvis": link(f.pelvis, (0, 0, 0.5 * p.pelvis), p.pelvis, (0.50, 0.45, 0.55)),
        "upper_arm": link(
            f.upper_arm,
            (0, 0, -0.577 * p.upper_arm),
            p.upper_arm,
            (0.285, 0.269, 0.158),
        ),
        "forearm": link(
            f.forearm,
            (0, 0, -0.100 * arm_length),
            0.20 * arm_length,
            (0.33, 0.32, 0.10),
        ),
        "thigh": link(
            f.thigh, (0, 0, -0.4095 * p.thigh), p.thigh, (0.329, 0.329, 0.149)
        ),
        "shank": link(
            f.shank, (0, 0, -0.4395 * p.shank), p.shank, (0.251, 0.246, 0.102)
        ),
        "foot": link(
            foot_mass,
            (foot_middle, 0, -0.55 * p.ankle_height),
            p.heel + p.ball + (0.0 if spec.has_toes else p.toes),
            (0.25, 0.30, 0.30),
        ),
        "toes": link(f.toes, (0.5 * p.toes, 0, 0), p.toes, (0.40, 0.35, 0.45)),
    }


class HumanoidBuilder:
    """Adds bodies to an MjSpec, one limb at a time."""

    def __init__(self, spec: HumanoidSpec) -> None:
        """Prepare the link table and the girth of the drawn shapes."""
        self.spec = spec
        self.links = links(spec)
        # Volume follows mass: radii grow with the square root of mass per height.
        # Rotor inertia follows the links', so that small bodies stay bodies.
        self.inertia_scale = spec.mass * spec.height**2 / (70.0 * 1.65**2)
        self.girth = math.sqrt(spec.mass / spec.height / (70.0 / 1.65))

    def metres(self, fraction: float) -> float:
        """A fraction of the height in metres."""
        return fraction * self.spec.height

    def add_body(
        self,
        parent: MjsBody,
        name: str,
        link: str,
        position: Triple,
        joint: str,
        axes: str,
    ) -> MjsBody:
        """A body with its hinges, in order from the parent outward."""
        body = parent.add_body(name=name, pos=position)
        properties = self.links[link]
        body.explicitinertial = True
        body.mass = properties.mass
        body.ipos = properties.center
        body.inertia = [properties.mass * radius**2 for radius in properties.radii]
        first = name.partition("_")[0]
        side = first if first in SIDES else ""
        for axis in axes:
            lower, upper = RANGES[f"{joint}_{axis}"]
            if side == "right" and axis in "xz":
                lower, upper = -upper, -lower
            body.add_joint(
                name="_".join(part for part in (side, joint, axis) if part),
                type=mujoco.mjtJoint.mjJNT_HINGE,
                axis=AXES[axis],
                range=(lower, upper),
                limited=mujoco.mjtLimited.mjLIMITED_TRUE,
                armature=ARMATURE.get(joint, DEFAULT_ARMATURE) * self.inertia_scale,
            )
        return body

    def capsule(
        self, body: MjsBody, top: Triple, bottom: Triple, radius: float, color: Color
    ) -> None:
        """A limb drawn from one point to another; radius [m] at 70 kg, 1.65 m."""
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=[*top, *bottom],
            size=[radius * self.girth, 0, 0],
            rgba=color,
        )

    def solid(
        self,
        body: MjsBody,
        kind: int,
        center: Triple,
        size: Triple,
        color: Color,
        touches: bool = True,
    ) -> None:
        """A box or an ellipsoid with half extents `size` [m]."""
        body.add_geom(
            type=kind, pos=center, size=size, rgba=color, contype=int(touches)
        )

    def build(self) -> mujoco.MjSpec:
        """The whole body, standing with its soles on z = 0."""
        p, m = self.spec.proportions, self.metres
        model = mujoco.MjSpec()
        model.modelname = self.spec.name
        model.compiler.degree = False
        hip_height = m(p.ankle_height + p.shank + p.thigh)
        world, place = model.worldbody, (0, 0, hip_height)
        pelvis = self.add_body(world, "pelvis", "pelvis", place, "root", "")
        pelvis.add_freejoint(name="root")
        half_width = m(p.hip_half_width)
        ellipsoid = mujoco.mjtGeom.mjGEOM_ELLIPSOID
        self.solid(
            pelvis,
            ellipsoid,
            (0, 0, m(0.45 * p.pelvis)),
            (0.105 * self.girth, half_width + 0.075 * self.girth, m(0.75 * p.pelvis)),
            TROUSERS,
        )
        torso = self.add_body(
            pelvis, "torso", "torso", (0, 0, m(p.pelvis)), "back", "yxz"
        )
        shoulder = m(p.shoulder_half_width)
        self.solid(
            torso,
            ellipsoid,
            (0, 0, m(0.52 * p.torso)),
            (0.115 * self.girth, shoulder * 0.8, m(0.62 * p.torso)),
            SHIRT,
        )
        head = self.add_body(torso, "head", "head", (0, 0, m(p.torso)), "neck", "yxz")
        self.capsule(
            head, (0, 0, -m(0.1 * p.head)), (0, 0, m(0.4 * p.head)), 0.05, SKIN
        )
        self.solid(
            head,
            ellipsoid,
            (0.008, 0, m(0.55 * p.head)),
            (m(0.40 * p.head), m(0.33 * p.head), m(0.47 * p.head)),
            SKIN,
        )
        for side, sign in SIDES.items():
            self.add_arm(torso, side, sign * shoulder)
            self.add_leg(pelvis, side, sign * half_width)
        return model

    def add_arm(self, torso: MjsBody, side: str, offset: float) -> None:
        """Upper arm, and forearm with the hand welded to it."""
        p, m = self.spec.proportions, self.metres
        upper = self.add_body(
            torso,
            f"{side}_upper_arm",
            "upper_arm",
            (0, offset, m(p.shoulder_height)),
            "shoulder",
            "yxz",
        )
        end = (0, 0, -m(p.upper_arm))
        self.capsule(upper, (0, 0, 0), end, 0.044, SHIRT)
        lower = self.add_body(upper, f"{side}_forearm", "forearm", end, "elbow", "yz")
        self.capsule(lower, (0, 0, 0), (0, 0, -m(p.forearm)), 0.034, SKIN)
        self.solid(
            lower,
            mujoco.mjtGeom.mjGEOM_ELLIPSOID,
            (0, 0, -m(p.forearm + 0.45 * p.hand)),
            (0.038 * self.girth, 0.02 * self.girth, m(0.5 * p.hand)),
            SKIN,
        )

    def add_leg(self, pelvis: MjsBody, side: str, offset: float) -> None:
        """Thigh, shank, foot and, if the body has them, toes."""
        p, m = self.spec.proportions, self.metres
        # What a leg is shorter by, its thigh and shank are, each in proportion.
        shorter = (self.spec.left_leg_shorter or 0.0) if side == "left" else 0.0
        left_over = 1.0 - shorter / m(p.thigh + p.shank)
        thigh = self.add_body(
            pelvis, f"{side}_thigh", "thigh", (0, offset, 0), "hip", "yxz"
        )
        knee = (0, 0, -left_over * m(p.thigh))
        self.capsule(thigh, (0, 0, 0), knee, 0.072, TROUSERS)
        shank = self.add_body(thigh, f"{side}_shank", "shank", knee, "knee", "y")
        ankle = (0, 0, -left_over * m(p.shank))
        self.capsule(shank, (0, 0, 0), ankle, 0.046, TROUSERS)
        foot = self.add_body(shank, f"{side}_foot", "foot", ankle, "ankle", "yx")
        box = mujoco.mjtGeom.mjGEOM_BOX
        front = m(p.ball) if self.spec.has_toes else m(p.ball + p.toes)
        # Heights of the boxes: 0.050 and 0.025 m for a 1.65 m body.
        foot_height, toe_height = m(0.050 / 1.65), m(0.025 / 1.65)
        half = (front + m(p.heel)) / 2.0
        sole = -m(p.ankle_height)
        stands_on_boxes = not self.spec.round_feet
        self.solid(
            foot,
            box,
            (front - half, 0, sole + foot_height / 2.0),
            (half, m(p.foot_width) / 2.0, foot_height / 2.0),
            SHOES,
            stands_on_boxes,
        )
        if self.spec.round_feet:
            heel, ball = foot_height / 2.0, toe_height / 2.0
            self.roller(foot, heel - m(p.heel), sole + heel, heel)
            self.roller(foot, front - ball, sole + ball, ball)
        if self.spec.has_toes:
            hinge = (m(p.ball), 0, sole + toe_height / 2.0)
            toes = self.add_body(foot, f"{side}_toes", "toes", hinge, "toe", "y")
            self.solid(
                toes,
                box,
                (m(p.toes) / 2.0, 0, 0),
                (m(p.toes) / 2.0, m(p.foot_width) / 2.0, toe_height / 2.0),
                SHOES,
                stands_on_boxes,
            )
            if self.spec.round_feet:
                self.roller(toes, m(p.toes) - toe_height / 2.0, 0.0, toe_height / 2.0)

    def roller(self, body: MjsBody, x: float, z: float, radius: float) -> None:
        """A cylinder across the foot that it stands on; its place and radius in m."""
        half = self.metres(self.spec.proportions.foot_width) / 2.0 - radius
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=[x, -half, z, x, half, z],
            size=[radius, 0, 0],
            rgba=SHOES,
        )


def build_humanoid(spec: HumanoidSpec) -> mujoco.MjSpec:
    """The body of `spec` as an MjSpec, not yet compiled."""
    return HumanoidBuilder(spec).build()


def humanoid_roles(spec: HumanoidSpec) -> RolesSpec:
    """Who is who in a body of `build_humanoid`."""

    def leg(side: str) -> LegRoles:
        return LegRoles(
            hip=(f"{side}_hip_y", f"{side}_hip_x", f"{side}_hip_z"),
            knee=f"{side}_knee_y",
            ankle=(f"{side}_ankle_y", f"{side}_ankle_x"),
            toe=f"{side}_toe_y" if spec.has_toes else None,
        )

    legs = {side: leg(side) for side in SIDES}
    return RolesSpec.of("pelvis", legs, trunk="torso", head="head")
