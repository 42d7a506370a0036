"""Names to addresses, resolved once and checked once.

Control laws and measurements know a body by its roles: pelvis, trunk, head, and legs
with hip, knee, ankle and perhaps toe. Everything here is an integer address.
"""

import math
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from gaitsmith.characters.shapes import posed
from gaitsmith.characters.spec import JOINT_AXES, LegRoles, RolesSpec
from gaitsmith.errors import InputError

HINGE_DIRECTIONS = {"y": (0.0, 1.0, 0.0), "x": (1.0, 0.0, 0.0), "z": (0.0, 0.0, 1.0)}
AXIS_TOLERANCE = 0.02  # length of the difference of two unit vectors
# Cosine of the most that an axis may lean: people's feet turn in about an axis that is
# 42 degrees from forward.
ASKEW = math.cos(math.radians(45.0))


@dataclass(frozen=True)
class Hinge:
    """One joint axis."""

    name: str
    joint: int
    position: int  # address in qpos
    axis: int  # address in qvel
    body: int  # the body it moves
    role: str  # such as left_knee_y; of joints that are no leg's, their name
    range: tuple[float, float]  # rad; infinite without a stop

    @property
    def turn(self) -> tuple[float, float]:
        """Range [rad]; of one without stops, once around at most."""
        lower, upper = self.range
        return max(lower, -math.pi), min(upper, math.pi)


@dataclass(frozen=True)
class Leg:
    """The joints and bodies of one leg, from the pelvis down."""

    name: str  # such as left, front_right
    hip: tuple[Hinge, ...]  # y, or y, x, or y, x, z
    knee: Hinge | None
    ankle: tuple[Hinge, ...]  # none, or y, or y, x
    toe: Hinge | None

    @property
    def thigh(self) -> int:
        """Body moved by the hip."""
        return self.hip[-1].body

    @property
    def foot(self) -> int:
        """Body that stands on the ground: below the ankle, or the last of the leg."""
        return self.hinges_to_foot[-1].body

    @property
    def hinges_to_foot(self) -> tuple[Hinge, ...]:
        """All but the toe's, from the pelvis down."""
        return (*self.hip, *((self.knee,) if self.knee else ()), *self.ankle)

    @property
    def hinges(self) -> tuple[Hinge, ...]:
        """All of them, from the pelvis down."""
        return (*self.hinges_to_foot, *((self.toe,) if self.toe else ()))


@dataclass(frozen=True)
class Roles:
    """Who is who."""

    root: int  # the body that floats: free, or in the plane
    pelvis: int  # the body that carries the hips
    trunk: int
    head: int | None
    legs: tuple[Leg, ...]  # sorted by name: left, right
    others: tuple[Hinge, ...]  # back, neck, arms, ...: all hinges that are no leg's

    @property
    def hinges(self) -> tuple[Hinge, ...]:
        """Every hinge of the character, in the engine's order."""
        found = [*self.others, *(hinge for leg in self.legs for hinge in leg.hinges)]
        return tuple(sorted(found, key=lambda hinge: hinge.axis))


def resolve_roles(model: mujoco.MjModel, spec: RolesSpec, source: str) -> Roles:
    """Look up every name of `spec` in the model; refuse what is missing or askew."""
    look = _Lookup(model, source)
    pelvis = look.body("roles.pelvis", spec.pelvis)
    root = int(model.body_rootid[pelvis])
    look.require_root(root)
    legs = tuple(look.leg(name, leg) for name, leg in spec.legs.items())
    for number, leg in enumerate(legs):
        look.require_chain(leg.name, pelvis, leg)
        for other in legs[:number]:
            if leg.thigh == other.thigh:
                raise InputError(
                    f"{source}: roles.{leg.name}.hip: joint '{leg.hip[0].name}' is the"
                    f" {other.name} leg's; each leg needs its own joints."
                )
    in_legs = {hinge.axis for leg in legs for hinge in leg.hinges}
    called = {name: role for role, name in (spec.others or {}).items()}
    for name, role in called.items():
        look.hinge(f"roles.others.{role}", name, role)
    others = tuple(
        replace(hinge, role=called.get(hinge.name, hinge.role))
        for joint in range(model.njnt)
        if model.jnt_bodyid[joint] != root and model.jnt_dofadr[joint] not in in_legs
        for hinge in (look.hinge_of_joint(joint),)
    )
    return Roles(
        root=root,
        pelvis=pelvis,
        trunk=look.body("roles.trunk", spec.trunk) if spec.trunk else pelvis,
        head=look.body("roles.head", spec.head) if spec.head else None,
        legs=legs,
        others=others,
    )


class _Lookup:
    """Finds names in a model, and complains with the names that the model has."""

    def __init__(self, model: mujoco.MjModel, source: str) -> None:
        self.model, self.source = model, source
        data = posed(model)
        self.directions = np.array(data.xaxis)

    def _find(
        self, kind: int, key: str, name: str, count: int, words: tuple[str, str]
    ) -> int:
        found = mujoco.mj_name2id(self.model, kind, name)
        if found < 0 or name == "world":
            names = [mujoco.mj_id2name(self.model, kind, i) for i in range(count)]
            known = ", ".join(n for n in names if n and n != "world")
            raise InputError(
                f"{self.source}: {key}: the model has no {words[0]} '{name}'."
                f" Its {words[1]}: {known}."
            )
        return found

    def body(self, key: str, name: str) -> int:
        kind = mujoco.mjtObj.mjOBJ_BODY
        return self._find(kind, key, name, self.model.nbody, ("body", "bodies"))

    def hinge(self, key: str, name: str, role: str) -> Hinge:
        kind = mujoco.mjtObj.mjOBJ_JOINT
        joint = self._find(kind, key, name, self.model.njnt, ("joint", "joints"))
        hinge = self.hinge_of_joint(joint)
        direction = role[-1]
        wanted = np.array(HINGE_DIRECTIONS[direction])
        given = self.directions[joint]
        if given @ wanted < ASKEW:
            raise InputError(
                f"{self.source}: {key}: joint '{name}' turns about"
                f" {np.round(given, 3).tolist()}; it must turn about the world's"
                f" {direction} axis {wanted.tolist()} (x forward, y left, z up)."
            )
        return replace(hinge, role=role)

    def hinge_of_joint(self, joint: int) -> Hinge:
        model = self.model
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, joint) or f"#{joint}"
        if model.jnt_type[joint] != mujoco.mjtJoint.mjJNT_HINGE:
            raise InputError(
                f"{self.source}: joint '{name}' is no hinge; below the root, only"
                " hinges can be driven."
            )
        lower, upper = -np.inf, np.inf
        if model.jnt_limited[joint]:
            lower, upper = model.jnt_range[joint]
        return Hinge(
            name=name,
            joint=joint,
            position=int(model.jnt_qposadr[joint]),
            axis=int(model.jnt_dofadr[joint]),
            body=int(model.jnt_bodyid[joint]),
            role=name,
            range=(float(lower), float(upper)),
        )

    def leg(self, side: str, roles: LegRoles) -> Leg:
        key = f"roles.{side}"
        for part, lengths, axes in (
            ("hip", (1, 2, 3), "1 (y), 2 (y, x) or 3 (y, x, z)"),
            ("ankle", (0, 1, 2), "none, 1 (y) or 2 (y, x)"),
        ):
            count = len(roles.joints[part])
            if count not in lengths:
                raise InputError(
                    f"{self.source}: {key}.{part}: {count} hinges given; it has {axes}."
                )
        found = {
            part: tuple(
                self.hinge(f"{key}.{part}", name, f"{side}_{part}_{axis}")
                for name, axis in zip(names, JOINT_AXES[part], strict=False)
            )
            for part, names in roles.joints.items()
        }
        (knee,), (toe,) = (found[part] or (None,) for part in ("knee", "toe"))
        return Leg(
            name=side, hip=found["hip"], knee=knee, ankle=found["ankle"], toe=toe
        )

    def require_root(self, root: int) -> None:
        """Refuse a root that cannot move freely, in space or in the sagittal plane."""
        model = self.model
        kinds = mujoco.mjtJoint
        first, count = model.body_jntadr[root], model.body_jntnum[root]
        joints = range(first, first + count)
        found = [int(model.jnt_type[joint]) for joint in joints]
        if found == [kinds.mjJNT_FREE]:
            return
        planar = [kinds.mjJNT_SLIDE, kinds.mjJNT_SLIDE, kinds.mjJNT_HINGE]
        wanted = [HINGE_DIRECTIONS[axis] for axis in "xzy"]
        if found != planar or not np.allclose(
            self.directions[list(joints)], wanted, atol=AXIS_TOLERANCE
        ):
            raise InputError(
                f"{self.source}: the root '{model.body(root).name}' cannot move"
                " freely; give it a freejoint, or, to stay in the sagittal plane, a"
                " slide along x, a slide along z and a hinge about y, in this order."
            )

    def require_chain(self, side: str, pelvis: int, leg: Leg) -> None:
        """Refuse joints that do not follow each other from the pelvis down."""
        upper, above = pelvis, ""
        for hinge in leg.hinges:
            part = hinge.role.removeprefix(f"{side}_").partition("_")[0]
            is_same = part == above and hinge.body == upper
            if not is_same and not self._hangs_below(hinge.body, upper):
                raise InputError(
                    f"{self.source}: roles.{side}.{part}: joint '{hinge.name}' is not"
                    f" below '{self.model.body(upper).name}'; a leg goes from the"
                    " pelvis down: hip, knee, ankle, toe."
                )
            upper, above = hinge.body, part

    def _hangs_below(self, body: int, upper: int) -> bool:
        while body > 0:
            body = int(self.model.body_parentid[body])
            if body == upper:
                return True
        return False
