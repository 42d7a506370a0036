"""A walk as it was measured, over time, and over the cycle.

Whatever file it comes from, a walk is `Series` of both legs over time (`Recorded`), and
then, cut at the strikes, curves over the cycle (`MeasuredGait`), in the names, units
and signs of `gait.reference`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from gaitsmith.gait.analysis import SidedCurve
from gaitsmith.gait.cycles import NUM_POINTS, MeanCurve, averaged
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.plates import Plate

Sided = tuple[dict[str, Floats], dict[str, Floats]]  # left and right, by key
Spans = Sequence[tuple[float, float]]  # s, begin and end of each cycle


@dataclass(frozen=True)
class Series:
    """Quantities of both legs, sampled together."""

    time: Floats  # (samples,) s
    sides: Sided  # (samples,) each, by key: knee, hip_moment, SOL

    def covers(self, span: tuple[float, float]) -> bool:
        """Whether a cycle is in it, up to a sample."""
        step = float(self.time[1] - self.time[0]) if len(self.time) > 1 else 0.0
        begin, end = span
        return self.time[0] - step <= begin and end <= self.time[-1] + step


@dataclass(frozen=True)
class Recorded:
    """What files hold of a walk, before it is cut into cycles."""

    series: tuple[Series, ...] = ()
    per_body: tuple[Series, ...] = ()
    """Moments [N m], still to be divided by a mass, with the signs of OpenSim."""
    bends_backward: bool | None = None
    """Whether the files count a knee's flexion as negative; None: they do not tell."""
    plates: tuple[Plate, ...] = ()
    markers: Markers | None = None
    strikes: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """s, of left and right, that the files say."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class MeasuredGait:
    """Curves over 0, 1, ... 100 % of the cycle, by key: hip, hip_moment, vertical, SOL.

    Units and signs are those of `gait.reference.KINDS`; of a muscle, its activity as a
    share of its largest.
    """

    curves: Mapping[str, SidedCurve]
    """Their spread is that of the cycles."""
    spreads: Mapping[str, Floats] = field(default_factory=dict)
    """(101,) between people; of files that have it."""
    notes: tuple[str, ...] = ()
    speed_note: str = ""
    """Why these are not quite the curves of the speed; empty if they are."""
    speed: float | None = None
    """m/s; None: not known."""
    mass: float | None = None
    """kg; None: not known."""
    stride_time: float | None = None
    """s, from a foot's strike to its next one."""
    strikes: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """s, of left and right."""

    @property
    def means(self) -> dict[str, Floats]:
        """(101,) by key, of both sides."""
        return {key: curve.both.mean for key, curve in self.curves.items()}


def spans_of(strikes: Sequence[float]) -> Spans:
    """The cycles between strikes of one foot."""
    return list(pairwise(strikes))


def cut(series: Sequence[Series], spans: tuple[Spans, Spans]) -> dict[str, SidedCurve]:
    """Every quantity over the cycle: by side, and pooled.

    Args:
        series: a cycle that one does not cover is left out of it.
        spans: s, the cycles of left and right.
    """
    cycles: dict[str, tuple[list[Floats], list[Floats]]] = {}
    for one in series:
        for side in (LEFT, RIGHT):
            for span in spans[side]:
                if one.covers(span):
                    places = np.linspace(*span, NUM_POINTS)
                    for key, values in one.sides[side].items():
                        found = cycles.setdefault(key, ([], []))
                        found[side].append(np.interp(places, one.time, values))
    return {key: sided(left, right) for key, (left, right) in cycles.items()}


def sided(left: Sequence[Floats], right: Sequence[Floats]) -> SidedCurve:
    """A quantity from its (101,) cycles; at least one."""
    means: list[MeanCurve | None] = [averaged(x) if x else None for x in (left, right)]
    return SidedCurve(means[LEFT], means[RIGHT], averaged([*left, *right]))
