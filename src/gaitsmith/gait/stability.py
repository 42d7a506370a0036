"""Whether a body can be kept from falling: Hof's extrapolated centre of mass.

XcoM = x + v / w0 with w0 = sqrt(g / l): where the centre of mass x, with velocity v,
would come to rest over a foot as an inverted pendulum of length l. The margin of
stability is how far inside the base of support it is (Hof, Gazendam & Sinke 2005, "The
condition for dynamic stability", J Biomech 38, 1-8).

A walk falls forward from foot to foot: its margin ahead is negative in every step (Hof
2008). So a loss of balance is a margin below what this gait usually has.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gaitsmith.characters.character import FALLEN_FRACTION, GRAVITY, Character
from gaitsmith.gait.footing import Footing
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.simulation.recording import Recording

USUAL_SHARE = 0.5  # of the time up to the fall, in which a gait is as usual
FALLING_TIME = 2.0  # s before the end; what was unusual earlier was survived
RECOVERY = 0.2  # s; who is back for longer had not lost balance
END = 0.1  # s
TURNED = 0.5  # s before now; later, a body may have been turned by what makes it fall
UNUSUAL = 0.05  # m beyond the usual range
TOUCHING = 1e-3  # of the weight, on a point that is a part of the base of support
Side = Literal["forward", "backward", "left", "right"]
SIDES: dict[Side, float] = {
    "forward": 0.0,
    "left": math.pi / 2.0,
    "backward": math.pi,
    "right": -math.pi / 2.0,
}  # rad from the heading


def pendulum_length(character: Character) -> float:
    """m, height of the centre of mass in the standing pose."""
    return character.fallen_below / FALLEN_FRACTION


def headings(character: Character, recording: Recording) -> Floats:
    """(frames,) rad, where the body is headed, left positive.

    The mean direction of the pelvis over the last second but a part of it: whoever
    falls is turned, but fell from the way that it went.
    """
    pelvis, time = character.roles.pelvis, recording.time
    poses = body_poses(character, recording)
    forward = poses.direction(pelvis, character.standing_forward(pelvis))[:, :2]
    summed = np.concatenate([np.zeros((1, 2)), np.cumsum(forward, axis=0)])
    first = np.searchsorted(time, np.maximum(time - 1.0, 0.0))
    last = np.maximum(np.searchsorted(time, time - TURNED), first + 1)
    mean = summed[last] - summed[first]
    return np.arctan2(mean[:, 1], mean[:, 0])


def extrapolated_com(character: Character, recording: Recording) -> Floats:
    """(frames, 2) m, XcoM on the ground."""
    com = recording.com[:, :2]
    if len(com) < 2:
        return com.copy()
    velocity = np.gradient(com, axis=0) * recording.frame_rate
    return com + velocity * math.sqrt(pendulum_length(character) / GRAVITY)


@dataclass(frozen=True)
class Loss:
    """Where and when balance is lost."""

    side: Side
    frame: int | None
    """From here on XcoM is further out than it usually is; None: it never is."""
    excess: float
    """m, by which it went further out than it usually does."""


def loss_of_balance(
    character: Character, recording: Recording, footing: Footing, heading: Floats
) -> Loss | None:
    """The side on which XcoM is outside at the end, and since when it is too far out.

    Of several sides, the one on which it went furthest beyond what is usual. Usual is
    what it is in the first half of the time; above the base of support nobody has lost
    balance. None: at the end it is inside on all sides.

    Args:
        character: who was recorded.
        recording: of it.
        footing: of the recording.
        heading: (frames,) rad, where the body points.
    """
    xcom, time = extrapolated_com(character, recording), recording.time
    first = time <= USUAL_SHARE * time[-1]
    falling = ~first & (time >= time[-1] - FALLING_TIME)
    at_end = time >= time[-1] - END
    found: list[Loss] = []
    for side, angle in SIDES.items():
        if character.is_planar and side in ("left", "right"):
            continue
        margin = margin_toward(xcom, recording, footing, heading + angle)
        if np.min(margin[at_end]) < 0.0:
            excess = min(float(np.min(margin[first])), 0.0) - margin
            beyond = np.flatnonzero(falling & (excess > UNUSUAL))
            most = float(np.max(excess[falling], initial=-np.inf))
            found.append(Loss(side, _last_stretch(beyond, time), most))
    return max(found, key=lambda loss: loss.excess, default=None)


def _last_stretch(frames: Integers, time: Floats) -> int | None:
    """The first of the last frames that are not apart; None: there are none."""
    if not len(frames):
        return None
    breaks = np.flatnonzero(np.diff(time[frames]) > RECOVERY)
    return int(frames[breaks[-1] + 1 if len(breaks) else 0])


def margin_toward(
    xcom: Floats, recording: Recording, footing: Footing, angle: Floats
) -> Floats:
    """(frames,) m that XcoM is inside the base of support, on one side of it.

    In flight nothing carries: what was before stays.

    Args:
        xcom: (frames, 2) m.
        recording: whose contact points are the base of support.
        footing: of the same recording.
        angle: (frames,) rad, direction towards that side in the world.
    """
    way = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    carries = recording.contact_force[:, :, 2] > TOUCHING * footing.weight
    reach = np.einsum("fpi,fi->fp", recording.contact_position[:, :, :2], way)
    edge = np.where(carries, reach, -np.inf).max(axis=1)
    margin = edge - np.einsum("fi,fi->f", xcom, way)
    known = np.flatnonzero(np.isfinite(margin))
    if not len(known):
        return np.zeros(len(margin))
    last = np.searchsorted(known, np.arange(len(margin)), side="right") - 1
    return margin[known[np.maximum(last, 0)]]
