"""A gait in the figures that clinics use: profile score, deviations, symmetry, match.

The gait variable score of a curve is its RMS distance from the mean of people over the
cycle; those of all curves are the movement analysis profile, and the RMS of them is the
gait profile score (Baker et al. 2009), where 1.6 degrees is the least difference that
matters (Baker et al. 2012). Clinics take nine variables; here are those that both the
body and the reference have.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from gaitsmith.gait.analysis import GaitAnalysis, SidedCurve
from gaitsmith.gait.cycles import MeanCurve
from gaitsmith.gait.human import Band
from gaitsmith.gait.reference import Reference
from gaitsmith.kernels.records import Floats

PROFILE = ("hip", "knee", "ankle")
CLINICS_VARIABLES = 9
LEAST_DIFFERENCE = 1.6  # degrees of the profile score that matter
SIDES = ("left", "right")
BEYOND = 2.0  # standard deviations: outside of 95 of 100 people, point by point
LEAST_SPAN = 3  # per cent of the cycle; shorter ones are not told


@dataclass(frozen=True)
class Deviation:
    """A part of the cycle in which a curve is beyond two standard deviations."""

    curve: str
    side: str
    first: int
    last: int
    """Per cent of the cycle."""
    mean: float
    """Standard deviations; more than people +."""

    @property
    def sentence(self) -> str:
        """In words."""
        return (
            f"{self.curve} {self.side}: {self.first} to {self.last} %,"
            f" {self.mean:+.1f} SD"
        )


@dataclass(frozen=True)
class Symmetry:
    """A figure of both legs."""

    name: str
    unit: str
    left: float
    right: float

    @property
    def index(self) -> float:
        """Left less right, per cent of their mean (Robinson et al. 1987)."""
        mean = 0.5 * (abs(self.left) + abs(self.right))
        return 100.0 * (self.left - self.right) / mean if mean > 0.0 else 0.0


@dataclass(frozen=True)
class Clinic:
    """What a clinic's report says in numbers."""

    profile: Mapping[str, Mapping[str, float]]
    """Degrees RMS by variable and side; of a foot without a cycle, nothing."""
    deviations: tuple[Deviation, ...]
    symmetry: tuple[Symmetry, ...]
    match: Mapping[str, float]
    """Per cent, by curve and on average ("all"); see `match_of`."""
    reference: str
    notes: tuple[str, ...]

    def profile_score(self, side: str = "") -> float:
        """Degrees RMS of all variables; of one side, or of both."""
        found = [
            score
            for sides in self.profile.values()
            for name, score in sides.items()
            if side in ("", name)
        ]
        return float(np.sqrt(np.mean(np.square(found)))) if found else float("nan")

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        return {
            "gait_profile_score": self.profile_score(),
            **{f"gait_profile_score_{one}": self.profile_score(one) for one in SIDES},
            "movement_analysis_profile": {k: dict(v) for k, v in self.profile.items()},
            "match": dict(self.match),
            "symmetry": {
                one.name: {"left": one.left, "right": one.right, "index": one.index}
                for one in self.symmetry
            },
            "deviations": [vars(one) for one in self.deviations],
            "reference": self.reference,
            "notes": list(self.notes),
        }


def clinic_of(analysis: GaitAnalysis, reference: Reference) -> Clinic:
    """The figures of a gait beside a reference."""
    names = [name for name in PROFILE if name in analysis.angles]
    names = [name for name in names if name in reference.angles]
    pairs = {name: (analysis.angles[name], reference.angles[name]) for name in names}
    return Clinic(
        profile={name: _scores(*pair) for name, pair in pairs.items()},
        deviations=tuple(_deviations(pairs)),
        symmetry=symmetry_of(analysis),
        match=_match(analysis, reference),
        reference=reference.name,
        notes=(
            f"The profile is of {len(names)} variables ({', '.join(names)} flexion, as"
            f" the reference has them), not of a clinic's {CLINICS_VARIABLES}: compare"
            " scores with each other, not with published ones.",
            *reference.notes,
        ),
    )


def sides_of(curve: SidedCurve) -> Iterator[tuple[str, MeanCurve]]:
    """The curves of the sides that have one."""
    for side in SIDES:
        found: MeanCurve | None = getattr(curve, side)
        if found is not None:
            yield side, found


def variable_score(curve: Floats, band: Band) -> float:
    """RMS distance from people's mean, in the curve's unit."""
    return float(np.sqrt(np.mean((curve - band.mean)[:-1] ** 2)))


def match_of(curve: Floats, band: Band) -> float:
    """SCONE's match, per cent: 100 (1 - mean excess beyond 1 SD / band's width).

    The width is that of the band, two standard deviations, on average over the cycle.
    """
    excess = np.maximum(np.abs(curve - band.mean) - band.sd, 0.0)[:-1]
    width = 2.0 * float(np.mean(band.sd[:-1]))
    return 100.0 * max(0.0, 1.0 - float(np.mean(excess)) / width)


def spans_beyond(z: Floats, least: int = LEAST_SPAN) -> list[tuple[int, int]]:
    """First and last of the points that are beyond, on one side, one after another.

    Args:
        z: (101,) standard deviations from people's mean.
        least: points; shorter spans are left out.
    """
    sign = np.where(np.abs(z) > BEYOND, np.sign(z), 0.0)
    edges = np.flatnonzero(np.diff(sign, prepend=0.0, append=0.0))
    found = [(a, b - 1) for a, b in pairwise(edges)]
    return [(int(a), int(b)) for a, b in found if sign[a] and b - a + 1 >= least]


def _scores(curve: SidedCurve, band: Band) -> dict[str, float]:
    return {side: variable_score(one.mean, band) for side, one in sides_of(curve)}


def _deviations(
    pairs: Mapping[str, tuple[SidedCurve, Band]],
) -> Iterator[Deviation]:
    for name, (curve, band) in pairs.items():
        for side, one in sides_of(curve):
            z = (one.mean - band.mean) / band.sd
            for first, last in spans_beyond(z):
                mean = float(np.mean(z[first : last + 1]))
                yield Deviation(name, side, first, last, mean)


def _match(analysis: GaitAnalysis, reference: Reference) -> dict[str, float]:
    found: dict[str, float] = {}
    for word, curves, bands in (
        ("angle", analysis.angles, reference.angles),
        ("moment", analysis.moments, reference.moments),
        ("force", analysis.forces, reference.forces),
    ):
        for name in curves.keys() & bands.keys() if word != "angle" else PROFILE:
            if name in curves and name in bands:
                match = match_of(curves[name].both.mean, bands[name])
                found[f"{name} {word}"] = match
    found = dict(sorted(found.items(), key=lambda one: one[0].split()[::-1]))
    return {**found, "all": float(np.mean(list(found.values())))} if found else {}


def symmetry_of(analysis: GaitAnalysis) -> tuple[Symmetry, ...]:
    """Steps, ranges, peaks of both legs; of a gait with one leg's cycles, few."""
    summary = analysis.summary
    found = [
        ("stance", "of the stride", summary.stance_shares),
        ("step length", "m", summary.step_lengths),
        *(
            (f"{name} range", "degrees", _each(curve, np.ptp))
            for name, curve in analysis.angles.items()
            if name in PROFILE
        ),
        *(
            (f"peak {name} power", "W/kg", _each(analysis.powers[name], np.max))
            for name in ("hip", "ankle")
            if name in analysis.powers
        ),
        *(
            (
                "peak vertical force",
                "body weights",
                _each(analysis.forces[name], np.max),
            )
            for name in ("vertical",)
            if name in analysis.forces
        ),
    ]
    return tuple(
        Symmetry(name, unit, float(pair[0]), float(pair[1]))
        for name, unit, pair in found
        if pair[0] is not None and pair[1] is not None
    )


def _each(curve: SidedCurve, of: Any) -> Sequence[float | None]:
    found = dict(sides_of(curve))
    return [float(of(found[side].mean)) if side in found else None for side in SIDES]
