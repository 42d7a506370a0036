"""When muscles are on, and how like two activities over the cycle are."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from gaitsmith.gait.fidelity import correlation
from gaitsmith.kernels.records import Flags, Floats

ON = 0.2  # of its largest, from which on a muscle is on; below is noise of electrodes


@dataclass(frozen=True)
class Activity:
    """A muscle's activity beside that of a person's electrodes."""

    correlation: float
    """Of the envelopes: shape and timing, not size."""
    agree: float
    """Share of the cycle in which both are on, or both off."""
    on: tuple[tuple[int, int], ...]
    """Per cent of the cycle, from on to off, of each burst."""
    person_on: tuple[tuple[int, int], ...]

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return asdict(self)


def compared(activity: Floats, person: Floats) -> Activity:
    """Compare two (101,) curves, each on where it is above a fifth of its largest."""
    ours, theirs = (
        x[:-1] >= ON * max(float(np.max(x)), 1e-9) for x in (activity, person)
    )
    return Activity(
        correlation(activity[:-1], person[:-1]),
        float(np.mean(ours == theirs)),
        tuple(bursts(ours)),
        tuple(bursts(theirs)),
    )


def compared_by_muscle(
    activities: Mapping[str, Floats], person: Mapping[str, Floats]
) -> dict[str, Activity]:
    """`compared` of all muscles that both have."""
    return {
        muscle: compared(activities[muscle], curve)
        for muscle, curve in person.items()
        if muscle in activities
    }


def bursts(is_on: Flags) -> list[tuple[int, int]]:
    """From when to when [%] something is on, in the order of their beginnings."""
    if is_on.all():
        return [(0, 100)]
    change = np.diff(np.concatenate([is_on[-1:], is_on]).astype(int))
    begins, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1)
    # A burst over the strike ends in the next cycle.
    return [
        (int(b), int(min(ends, key=lambda end: (end - b) % 100)) or 100) for b in begins
    ]
