"""Who is who in a model of OpenSim: legs, trunk, arms; and where its feet stand."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.opensim.body import SOLE, FootPoint, Standing, letter
from gaitsmith.opensim.hinges import ModelHinge, ModelLink
from gaitsmith.opensim.model import GROUND, Model

LOW = 0.25  # of the height of the root: what ends this low ends a leg
BALL_SIDE, TOE_SIDE, HEEL_SIDE = 0.03, 0.02, 0.015  # m, from the middle of the foot
HEEL = -0.005  # m, of the heel's points from the origin of the foot
TOE_LENGTH = 0.36  # of the way from heel to ball (proportions of people)
CALLED = (
    ("acromial|shoulder|arm_", "shoulder"),
    ("elbow", "elbow"),
    ("pro_sup", "forearm"),
)
BACK = re.compile(r"lumbar|back|torso|pelvis")


class BodyChain(NamedTuple):
    """Bodies below the root, from the top."""

    bodies: tuple[str, ...]
    hinges: tuple[tuple[str, str, ModelHinge], ...]  # body, axis letter, hinge


def chains(links: Mapping[str, ModelLink], pose: Standing) -> list[BodyChain]:
    """One for each body that carries no other."""
    parents = {link.parent for link in links.values()}
    found = []
    for leaf in links:
        if leaf in parents:
            continue
        way = [leaf]
        while links[way[0]].parent != GROUND:
            way.insert(0, links[way[0]].parent)
        hinges = tuple(
            (body, letter(hinge, body, pose)[0], hinge)
            for body in way[1:]
            for hinge in links[body].hinges
        )
        found.append(BodyChain(tuple(way[1:]), hinges))
    return found


def legs_of(links: Mapping[str, ModelLink], pose: Standing) -> dict[str, BodyChain]:
    """Left and right: the longest chains that end low.

    Raises:
        InputError: there are not two such chains, one on each side.
    """
    root = next(iter(links))
    low = min(place[1] for place in pose.place.values())
    limit = low + LOW * (pose.place[root][1] - low)
    ways = [c for c in chains(links, pose) if pose.place[c.bodies[-1]][1] <= limit]
    found: dict[str, BodyChain] = {}
    for side, sign in (("left", -1.0), ("right", 1.0)):
        mine = [way for way in ways if sign * pose.place[way.bodies[-1]][2] > 0.0]
        if not mine:
            raise InputError(f"no {side} leg was found: no body of that side ends low")
        found[side] = max(mine, key=lambda way: len(way.bodies))
    return found


def leg_roles(side: str, chain: BodyChain) -> dict[str, Any]:
    """Hinges by joint: hip y, x, z; knee y; ankle y, x; toe y."""
    left = list(chain.hinges)

    def take(letters: str, body: str = "") -> list[str]:
        names = []
        for wanted in letters:
            if left and left[0][1] == wanted and (not body or left[0][0] == body):
                names.append(left.pop(0)[2].coordinate)
            else:
                break
        return names

    hip = take("yxz", left[0][0] if left else "")
    knee, ankle = take("y"), take("yx")
    toe = take("y") if ankle else []
    if not hip or left:
        given = ", ".join(f"{h.coordinate} ({axis})" for _, axis, h in chain.hinges)
        raise InputError(
            f"the {side} leg's hinges are {given or 'none'}; a leg has a hip (y, x, z),"
            " a knee (y), an ankle (y, x) and toes (y), in this order"
        )
    found: dict[str, Any] = {"hip": hip}
    found |= {"knee": knee[0]} if knee else {}
    found |= {"ankle": ankle} if ankle else {}
    return found | ({"toe": toe[0]} if toe else {})


def roles_of(
    model: Model, links: Mapping[str, ModelLink], pose: Standing
) -> dict[str, Any]:
    """The table [roles] of a character file."""
    legs = legs_of(links, pose)
    in_legs = {body for chain in legs.values() for body in chain.bodies}
    root = next(iter(links))
    rest = [body for body in links if body not in in_legs and body != root]
    trunk = max(rest, key=lambda body: model.bodies[body].mass, default=root)
    others = {}
    for body in rest:
        side = "left_" if pose.place[body][2] < -0.02 else "right_"
        side = side if abs(pose.place[body][2]) > 0.02 else ""
        for hinge in links[body].hinges:
            part = _part(hinge.coordinate)
            role = f"{side}{part}_{letter(hinge, body, pose)[0]}"
            if part and role not in others:
                others[role] = hinge.coordinate
    head = [body for body in rest if re.search("head|skull", body.lower())]
    roles: dict[str, Any] = {"pelvis": root, "trunk": trunk}
    roles |= {"head": head[0]} if head else {}
    roles |= {"others": others} if others else {}
    return roles | {side: leg_roles(side, chain) for side, chain in legs.items()}


def _part(name: str) -> str:
    """What a joint that is no leg's is called here; empty: as in the file."""
    for pattern, part in CALLED:
        if re.search(pattern, name.lower()):
            return part
    return "back" if BACK.search(name.lower()) else ""


def guess_feet(links: Mapping[str, ModelLink], pose: Standing) -> tuple[FootPoint, ...]:
    """Heel, ball and tip of the toes of both feet, two points each.

    The last two bodies of a leg are the foot, whose origin is its heel as in the models
    of Stanford, and the toes. A leg that ends in one body stands on points around it.
    """
    found = []
    for chain in legs_of(links, pose).values():
        *_, foot, toes = ("", *chain.bodies)
        if not foot:
            raise InputError(f"the leg that ends in '{toes}' has no foot")
        ball = links[toes].place
        length = float(np.linalg.norm(ball))
        places = [(foot, np.array([HEEL, 0.0, z])) for z in (-HEEL_SIDE, HEEL_SIDE)]
        places += [
            (foot, np.array([ball[0], 0.0, ball[2] + z]))
            for z in (-BALL_SIDE, BALL_SIDE)
        ]
        tip = np.array([TOE_LENGTH * length, -ball[1], 0.0])  # as high as the heel
        places += [(toes, tip + np.array([0.0, 0.0, z])) for z in (-TOE_SIDE, TOE_SIDE)]
        found += [FootPoint(body, place, SOLE) for body, place in places]
    return tuple(found)
