"""A person's pelvis and legs as a chain of segments, from a trial of who stands still.

The pelvis carries the thighs on ball joints, a thigh its shank on a hinge, a shank its
foot on a ball joint. Every place is that of the static trial: a segment's motion is how
it is displaced from there. Joint centres: the middle of the inner and the outer marker
where both are, else the outer one; of the hip, by Harrington et al. 2007 from the
pelvis's markers.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import listed
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.landmarks import SIDES as LETTERS, landmark_of
from gaitsmith.measured.static import StaticTrial

SIDES = ("left", "right")
PELVIS = "pelvis"
LEG = ("thigh", "shank", "foot")
SEGMENTS = (PELVIS, *(f"{side}_{part}" for side in SIDES for part in LEG))
# Skin slides over the trochanter, so its marker is of no segment.
OF_LANDMARK: Mapping[str, str] = {
    **dict.fromkeys(("asis", "psis"), PELVIS),
    **dict.fromkeys(("knee", "inner_knee"), "thigh"),
    **dict.fromkeys(("ankle", "inner_ankle"), "shank"),
    **dict.fromkeys(("heel", "toe", "outer_toe", "inner_toe"), "foot"),
}
# Markers that are no landmarks, on plates or wands: RTHI, R.Thigh.Upper, LTIB, L_sk2.
ON_SEGMENT = re.compile(
    r"^(left|right|l|r)(?:(?P<thigh>th(?![ou])|fem)|(?P<shank>ti|sh?k|shan)"
    r"|(?P<foot>mid|foot|met))"
)
FEWEST = {PELVIS: 3, "thigh": 1, "shank": 1, "foot": 1}  # markers, to tell its place


@dataclass(frozen=True)
class Leg:
    """Of one side; places in m, of the static trial."""

    hip: Floats  # (3,)
    knee: Floats  # (3,)
    ankle: Floats  # (3,)
    knee_axis: Floats  # (3,) to the left
    foot: Floats  # (3,) level, from the heel to the toe


@dataclass(frozen=True)
class Skeleton:
    """Segments with their markers."""

    legs: tuple[Leg, Leg]
    markers: Mapping[str, str]
    """The segment of each marker."""
    places: Mapping[str, Floats]  # (3,) m, of each marker
    name: str
    """Of the file."""

    def of(self, segment: str) -> list[str]:
        """The markers of a segment."""
        return [marker for marker, on in self.markers.items() if on == segment]


def segment_of(marker: str) -> str | None:
    """Such as "right_thigh" for R.Thigh.Upper or RKNE; None: not known."""
    landmark = landmark_of(marker)
    if landmark == "sacrum":
        return PELVIS
    if landmark:
        side, _, part = landmark.partition("_")
        on = OF_LANDMARK.get(part)
        return on if on is None or on == PELVIS else f"{side}_{on}"
    plain = re.sub(r"[^a-z0-9]", "", marker.rpartition(":")[2].lower())
    if match := ON_SEGMENT.match(plain):
        side = SIDES[LEFT] if match[1] in LETTERS["left"] else SIDES[RIGHT]
        return f"{side}_{match.lastgroup}"
    return None


def skeleton_of(static: StaticTrial) -> Skeleton:
    """The chain of who stands still.

    Raises:
        InputError: a marker is missing that tells a joint.
    """
    places = {name: static.places[m] for name, m in static.landmarks.items()}
    needed = [f"{side}_{part}" for side in SIDES for part in ("knee", "ankle")]
    needed += [f"{side}_{part}" for side in SIDES for part in ("heel", "toe")]
    if lacking := [name for name in needed if name not in places]:
        raise InputError(
            f"{static.name} has no marker of {listed(lacking)}; joints cannot be told."
        )
    hips = hip_centres(places)
    if len(hips) < len(SIDES):
        raise InputError(
            f"{static.name}: hip joints are told by markers of both front spines of the"
            " pelvis and of its back (RASI, LASI, RPSI, LPSI or SACR); one is missing."
        )
    left, right = (_leg(places, side, hips[side]) for side in SIDES)
    markers = {m: on for m in static.places if (on := segment_of(m)) is not None}
    here = {marker: static.places[marker] for marker in markers}
    return Skeleton((left, right), markers, here, static.name)


def _leg(places: Mapping[str, Floats], side: str, hip: Floats) -> Leg:
    inner = places.get(f"{side}_inner_knee")
    if inner is None:
        axis = np.array([0.0, 1.0, 0.0])
    else:
        inward = inner - places[f"{side}_knee"]
        axis = inward if side == "right" else -inward
    toward_toe = places[f"{side}_toe"] - places[f"{side}_heel"]
    foot = np.array([toward_toe[0], toward_toe[1], 0.0])
    return Leg(
        hip=hip,
        knee=joint_centre(places, side, "knee"),
        ankle=joint_centre(places, side, "ankle"),
        knee_axis=axis / np.linalg.norm(axis),
        foot=foot / np.linalg.norm(foot),
    )


def joint_centre(places: Mapping[str, Floats], side: str, joint: str) -> Floats:
    """(3,) m, of knee or ankle."""
    outer, inner = places[f"{side}_{joint}"], places.get(f"{side}_inner_{joint}")
    return outer if inner is None else 0.5 * (outer + inner)


def hip_centres(places: Mapping[str, Floats]) -> dict[str, Floats]:
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
