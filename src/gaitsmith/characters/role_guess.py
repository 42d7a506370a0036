"""Who is who in a model without roles, guessed from its names and geometry.

Legs are the chains that end lowest. Along each, the first hinge about y is the hip, the
second the knee, the third the ankle, the fourth the toe; hinges about x and z belong to
the hip or the ankle that they are next to. Left and right are told by y, or by name.
"""

import re
from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.characters.rebuilding import is_solid
from gaitsmith.characters.shapes import height_spans, posed
from gaitsmith.characters.spec import LegRoles, RolesSpec
from gaitsmith.characters.unsupported import HINGE, moving_roots
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats

NEAR_GROUND = 0.1  # of the body's height: what ends this low is a foot
LOW_JOINT = 0.25  # of the hip's height: a second hinge this low is an ankle, no knee
ALIGNED = float(np.cos(np.radians(30.0)))  # of a hinge with the axis it turns about
SIDEWAYS = 0.01  # of the body's height, off the middle
LEFT_WORD = re.compile(r"left|(^|[^a-z])l([^a-z]|$)", re.IGNORECASE)
TRUNK_WORD = re.compile(r"torso|trunk|chest|thorax", re.IGNORECASE)
HEAD_WORD = re.compile(r"head|skull", re.IGNORECASE)
PAIRS = {1: ("",), 2: ("front_", "hind_"), 3: ("front_", "middle_", "hind_")}
NO_LEGS = (
    "no legs were found (chains that end near the ground, with a hinge about y); write"
    " a character file with model_file and [roles], see docs/how-to/own-character.md."
)


@dataclass(frozen=True)
class _Chain:
    """A leg: the moving bodies below the part that legs share, from the top."""

    bodies: tuple[int, ...]
    joints: LegRoles
    place: Floats  # (3,) m, of its foot


def axis_letter(direction: Floats) -> str:
    """The world axis, x, y or z, that a hinge turns about; "" if about none."""
    largest = int(np.argmax(np.abs(direction)))
    return "xyz"[largest] if abs(direction[largest]) >= ALIGNED else ""


def guess_roles(model: mujoco.MjModel, source: str) -> RolesSpec:
    """The roles of a compiled model, in the pose of its file."""
    data = posed(model)
    (root,) = moving_roots(model)
    mine = np.array([int(model.body_rootid[b]) == root for b in model.geom_bodyid])
    spans = height_spans(model, data)
    ends = spans[mine]
    if not len(ends):
        raise InputError(f"{source}: {NO_LEGS}")
    height = float(np.max(ends[:, 1]) - np.min(ends[:, 0]))
    ground = float(np.min(ends[:, 0]))
    ways = [_way(model, foot, root) for foot in _feet(model, spans, mine, height)]
    tried = [_chain(model, data, way, ways, ground) for way in ways]
    chains = [chain for chain in tried if chain is not None]
    if not chains:
        raise InputError(f"{source}: {NO_LEGS}")
    legs = _named(model, chains, SIDEWAYS * height)
    in_legs = {body for chain in chains for body in chain.bodies}
    rest = [
        body
        for body in range(1, model.nbody)
        if int(model.body_rootid[body]) == root
        and int(model.body_weldid[body]) not in in_legs
    ]
    pelvis = _shared(ways)
    name = {body: model.body(body).name for body in rest}
    trunks = [body for body in rest if TRUNK_WORD.search(name[body])] or rest
    trunk = max(trunks, key=lambda body: float(model.body_mass[body]))
    head = _head(model, spans, [body for body in rest if body not in (trunk, pelvis)])
    return RolesSpec.of(
        name[pelvis],
        legs,
        trunk=None if trunk == pelvis else name[trunk],
        head=None if head is None else name[head],
    )


def _feet(
    model: mujoco.MjModel, spans: Floats, mine: np.ndarray, height: float
) -> list[int]:
    """Moving bodies that end near the ground, and carry none that does."""
    solid = np.array([is_solid(model, geom) for geom in range(model.ngeom)]) & mine
    counted = solid if np.any(solid) else mine
    ground = float(np.min(spans[counted, 0]))
    is_low = counted & (spans[:, 0] <= ground + NEAR_GROUND * height)
    low = {int(model.body_weldid[body]) for body in model.geom_bodyid[is_low]}
    above = {way for body in low for way in _way(model, body, 0)[:-1]}
    return sorted(low - above - {0})


def _way(model: mujoco.MjModel, body: int, top: int) -> tuple[int, ...]:
    """Moving bodies from `top` down to `body`."""
    found = [body]
    while found[-1] not in (top, 0):
        found.append(int(model.body_weldid[model.body_parentid[found[-1]]]))
    return tuple(reversed(found))


def _shared(ways: list[tuple[int, ...]]) -> int:
    """The lowest body that all ways pass through."""
    common = set(ways[0]).intersection(*ways[1:])
    if len(ways) == 1:
        common = {ways[0][0]}
    return max(common, key=ways[0].index)


def _chain(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    way: tuple[int, ...],
    ways: list[tuple[int, ...]],
    ground: float,
) -> _Chain | None:
    others = {body for other in ways if other != way for body in other}
    own = tuple(body for body in way if body not in others)
    if len(ways) == 1:
        own = way[1:]  # all but the root
    hinges = [
        joint
        for body in own
        for joint in range(model.njnt)
        if model.jnt_bodyid[joint] == body and model.jnt_type[joint] == HINGE
    ]
    joints = _leg_roles(model, data, hinges, ground)
    foot = np.array(data.xpos[own[-1]]) if own else np.zeros(3)
    return None if joints is None else _Chain(own, joints, foot)


def _leg_roles(
    model: mujoco.MjModel, data: mujoco.MjData, hinges: list[int], ground: float
) -> LegRoles | None:
    letters = {joint: axis_letter(data.xaxis[joint]) for joint in hinges}
    pitching = [joint for joint in hinges if letters[joint] == "y"]
    if not pitching:
        return None
    hip, *lower = pitching[:4]
    heights = data.xanchor[:, 2] - ground
    if len(lower) == 1 and heights[lower[0]] < LOW_JOINT * heights[hip]:
        knee, ankle, toe = None, lower[0], None
    else:
        knee, ankle, toe = (*lower, None, None, None)[:3]

    def name(joint: int) -> str:
        return model.joint(joint).name

    def beside(pitch: int, letter: str) -> list[str]:
        """The hinge about another axis that is nearer to this pitch than to others."""
        near = [
            joint
            for joint in hinges
            if letters[joint] == letter
            and min(pitching, key=lambda p: _apart(data, joint, p)) == pitch
        ]
        return [name(joint) for joint in near[:1]]

    roll = beside(hip, "x")
    return LegRoles(
        hip=(name(hip), *roll, *(beside(hip, "z") if roll else ())),
        knee=None if knee is None else name(knee),
        ankle=() if ankle is None else (name(ankle), *beside(ankle, "x")),
        toe=None if toe is None else name(toe),
    )


def _apart(data: mujoco.MjData, joint: int, other: int) -> float:
    return float(np.linalg.norm(data.xanchor[joint] - data.xanchor[other]))


def _head(model: mujoco.MjModel, spans: Floats, bodies: list[int]) -> int | None:
    """The body that is called so, or else the highest one; none may be higher."""
    named = [body for body in bodies if HEAD_WORD.search(model.body(body).name)]
    tops = {
        body: float(np.max(spans[model.geom_bodyid == body, 1], initial=-np.inf))
        for body in range(1, model.nbody)
    }
    highest = max(tops, key=lambda body: tops[body])
    if named:
        return named[0]
    return highest if highest in bodies else None


def _named(
    model: mujoco.MjModel, chains: list[_Chain], sideways: float
) -> dict[str, LegRoles]:
    """Left and right, from front to hind; legs that make no pairs, by their feet."""
    left = [chain for chain in chains if _is_left(model, chain, sideways)]
    right = [chain for chain in chains if chain not in left]
    if len(chains) == 2 and len(left) != 1:  # in the plane, and no name tells
        left, right = chains[:1], chains[1:]
        front, hind = sorted(chains, key=lambda chain: -float(chain.place[0]))
        if front.place[0] - hind.place[0] > sideways:
            return {"front": front.joints, "hind": hind.joints}
    if len(left) != len(right) or len(left) not in PAIRS:
        names = [model.body(chain.bodies[-1]).name for chain in chains]
        # A walk on the head has a leg that is called so.
        free = [f"{x}_leg" if x in RolesSpec.model_fields else x for x in names]
        return {name: c.joints for name, c in zip(free, chains, strict=True)}
    found = {}
    for side, mine in (("left", left), ("right", right)):
        ordered = sorted(mine, key=lambda chain: -float(chain.place[0]))
        for prefix, chain in zip(PAIRS[len(mine)], ordered, strict=True):
            found[f"{prefix}{side}"] = chain.joints
    return found


def _is_left(model: mujoco.MjModel, chain: _Chain, sideways: float) -> bool:
    if abs(chain.place[1]) > sideways:
        return bool(chain.place[1] > 0.0)
    names = [model.body(body).name for body in chain.bodies]
    return any(LEFT_WORD.search(name) for name in names)
