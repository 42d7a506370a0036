"""Segment lengths of a person who stands still, from where markers are.

Joint centres: the middle of the inner and the outer marker where both are, else the
outer one; of the hip, by Harrington et al. 2007 from the four markers of the pelvis.
"""

from collections.abc import Mapping

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats

SIDES = ("left", "right")
NEEDED = ("knee", "ankle", "heel", "toe")
# m, that a segment of a person has; else units or names are wrong.
PLAUSIBLE = {"thigh": (0.15, 0.65), "shank": (0.15, 0.65), "foot": (0.08, 0.4)}


def segment_lengths(places: Mapping[str, Floats]) -> dict[str, float]:
    """Thigh, shank, height of the ankle, heel and ball [m], half width of the hips.

    Args:
        places: (3,) m by landmark, such as right_heel; x forward, y left, z up.

    Raises:
        InputError: a marker is missing, or no person has such lengths.
    """
    for side in SIDES:
        for part in NEEDED:
            if f"{side}_{part}" not in places:
                raise InputError(
                    f"no marker of the {side} {part} was found; segment lengths need"
                    f" {', '.join(NEEDED)} of both sides. Known here:"
                    f" {', '.join(sorted(places))}."
                )
    hips = _hips(places)
    found = [_of_side(places, side, hips.get(side)) for side in SIDES]
    names = [name for name in found[0] if name in found[1]]
    lengths = {name: float(np.mean([one[name] for one in found])) for name in names}
    if len(hips) == len(SIDES):
        across = float(np.linalg.norm(hips["left"] - hips["right"]))
        lengths["hip_half_width"] = 0.5 * across
    for name, (least, most) in PLAUSIBLE.items():
        length = lengths.get(name, least)
        if not least <= length <= most:
            raise InputError(
                f"a {name} of {length:.3g} m is no person's ({least:g} to {most:g} m):"
                " are markers named as they are placed, and lengths in the unit that"
                " the file says?"
            )
    lengths.pop("foot")
    return lengths


def _of_side(
    places: Mapping[str, Floats], side: str, hip: Floats | None
) -> dict[str, float]:
    knee, ankle = _joint(places, side, "knee"), _joint(places, side, "ankle")
    heel, toe = places[f"{side}_heel"], places[f"{side}_toe"]
    along = toe - heel
    along = np.array([along[0], along[1], 0.0])
    foot = float(np.linalg.norm(along))
    forward = along / foot if foot > 0.0 else along
    found = {
        "shank": float(np.linalg.norm(knee - ankle)),
        "ankle_height": float(ankle[2]),
        "heel": float((ankle - heel) @ forward),
        "foot": foot,
    }
    if hip is not None:
        found["thigh"] = float(np.linalg.norm(hip - knee))
    return found


def _joint(places: Mapping[str, Floats], side: str, joint: str) -> Floats:
    outer, inner = places[f"{side}_{joint}"], places.get(f"{side}_inner_{joint}")
    return outer if inner is None else 0.5 * (outer + inner)


def _hips(places: Mapping[str, Floats]) -> dict[str, Floats]:
    """Hip joint centres by side (Harrington et al. 2007); none without the pelvis."""
    names = [f"{side}_{part}" for part in ("asis", "psis") for side in SIDES]
    rear = places.get("sacrum")
    if "left_psis" in places and "right_psis" in places:
        rear = 0.5 * (places["left_psis"] + places["right_psis"])
    if rear is None or any(name not in places for name in names[:2]):
        return {}
    left, right = places["left_asis"], places["right_asis"]
    front = 0.5 * (left + right)
    width = float(np.linalg.norm(left - right))
    depth = float(np.linalg.norm(front - rear))
    leftward = (left - right) / width
    forward = (front - rear) / depth
    forward = forward - (forward @ leftward) * leftward
    forward /= np.linalg.norm(forward)
    up = np.cross(forward, leftward)
    out = 0.33 * width + 0.0073
    middle = front + (-0.24 * depth - 0.0099) * forward + (-0.30 * width - 0.0109) * up
    return {"left": middle + out * leftward, "right": middle - out * leftward}
