"""Segment lengths of a person who stands still, from where markers are.

Joint centres are those of `measured.skeleton`.
"""

from collections.abc import Mapping

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats
from gaitsmith.measured.skeleton import SIDES, hip_centres, joint_centre

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
    hips = hip_centres(places)
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
    knee, ankle = (joint_centre(places, side, joint) for joint in ("knee", "ankle"))
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
