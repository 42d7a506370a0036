"""What is wanted of a motion: frames, the part, a loop, a skeleton."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gaitsmith.errors import InputError
from gaitsmith.export.clip import resampled, times_at, trimmed
from gaitsmith.export.cycle import DENSE, closed
from gaitsmith.export.motion import Filming, Motion, Staging
from gaitsmith.simulation.outcome import Outcome

FASTEST = 240.0  # Hz, of an animation


@dataclass(frozen=True)
class Shot:
    """How a motion is to be exported; by default as it was recorded."""

    rate: float
    """Hz, of the frames."""
    is_exact: bool = False
    """Whether frames may lie between time steps, to have that rate exactly."""
    trim: tuple[float, float] | None = None
    """s, of the simulation."""
    is_loop: bool = False
    strides: int | None = None
    """Of a loop; None: as few as repeat."""
    staging: Staging = field(default_factory=Staging)
    filming: Filming = field(default_factory=Filming)


def taken(record: Callable[[float], Motion], steps: float, shot: Shot) -> Motion:
    """The motion of a shot.

    Args:
        record: simulates, and records at about so many Hz.
        steps: Hz, of the simulation's time steps.
        shot: what is wanted.

    Raises:
        InputError: it cannot be had: no loop, nothing in the part, no such skeleton.
    """
    _check(shot)
    is_between = shot.is_exact and abs(math.remainder(steps, shot.rate)) > 1e-6
    is_dense = shot.is_loop or is_between
    motion = record(max(DENSE, 2.0 * shot.rate) if is_dense else shot.rate)
    if shot.trim is not None:
        motion = trimmed(motion, *shot.trim)
    if shot.is_loop:
        is_cut = shot.trim is not None
        if motion.rollout.outcome is not Outcome.COMPLETED and not is_cut:
            raise InputError(
                f"--loop: {motion.rollout.sentence} What falls does not repeat; take"
                " a part before it with --trim START:END."
            )
        motion = closed(motion, shot.rate, shot.strides)
    elif is_between:
        motion = resampled(motion, times_at(motion, shot.rate))
    return replace(motion, staging=shot.staging, filming=shot.filming)


def _check(shot: Shot) -> None:
    scale, trim = shot.staging.scale, shot.trim
    if not (math.isfinite(scale) and scale > 0.0):
        raise InputError(f"--scale {scale:g}: give units per metre, such as 100.")
    if trim is not None and not 0.0 <= trim[0] < trim[1]:
        raise InputError(
            f"--trim {trim[0]:g}:{trim[1]:g}: give START:END in seconds, such as 2:5."
        )
    if shot.is_loop and not 1.0 <= shot.rate <= FASTEST:
        raise InputError(
            f"--rate {shot.rate:g}: a loop has from 1 to {FASTEST:g} frames a second."
        )
