"""Lengths of muscles as polynomials of joint angles, as PredSim has them.

All monomials up to a degree, in angles that are scaled to -1 to 1 over the range of
gait, are fitted by least squares to lengths and moment arms of sampled poses. The
degree is the least that comes near enough.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.muscle_polynomials import powers
from gaitsmith.kernels.records import Floats
from gaitsmith.linear_algebra import on_one_thread
from gaitsmith.opensim.gait_range import gait_range
from gaitsmith.opensim.model import Joint, Model, Muscle
from gaitsmith.opensim.paths import Lengths, Poses, measure, touched

NEAR_ENOUGH = 0.001  # m, of every moment arm of a sample
MOST_DEGREES = {1: 9, 2: 8, 3: 6, 4: 5}  # by the number of joints
MOST_DEGREE = 4  # of more joints
NO_ARM = 1e-4  # m: a muscle with smaller arms everywhere does not cross a joint
PER_TERM, FEWEST = 4, 200  # samples
DIGITS = 9  # of what is stored


class Fit(NamedTuple):
    """One muscle's length [m] as a polynomial of its coordinates."""

    coordinates: tuple[str, ...]
    degree: int
    coefficients: Floats  # of the monomials of `powers`, in scaled coordinates
    worst_arm: float  # m, over the samples
    worst_length: float  # m


def monomials(x: Floats, exponents: np.ndarray) -> tuple[Floats, Floats]:
    """Their values (n, terms) at (n, count), and slopes (count, n, terms)."""
    degree = int(np.max(np.sum(exponents, axis=1), initial=0))
    raised = x[None] ** np.arange(degree + 1)[:, None, None]  # (powers, n, count)
    lowered = np.zeros_like(raised)
    lowered[1:] = np.arange(1, degree + 1)[:, None, None] * raised[:-1]
    columns = range(x.shape[1])
    values = np.prod([raised[exponents[:, c], :, c] for c in columns], axis=0).T
    slopes = [
        np.prod(
            [(lowered if c == d else raised)[exponents[:, c], :, c] for c in columns],
            axis=0,
        ).T
        for d in columns
    ]
    return values, np.array(slopes)


def spanned(model: Model, muscle: Muscle) -> tuple[str, ...]:
    """Free coordinates of the joints between the bodies that a path touches."""
    ways = [model.way(body) for body in sorted(touched(muscle))]
    shared = {joint.name for joint in ways[0]}.intersection(
        *({joint.name for joint in way} for way in ways[1:])
    )
    between: dict[str, Joint] = {
        joint.name: joint for way in ways for joint in way if joint.name not in shared
    }
    found = [name for joint in between.values() for name in model.leaders(joint)]
    for point in muscle.points:
        names = [name for name, _ in point.moves]
        names += [point.condition.coordinate] if point.condition else []
        found += [leader for name in names if (leader := model.leader(name))]
    return tuple(dict.fromkeys(found))


def sampled(model: Model, names: Sequence[str], count: int, seed: int = 0) -> Floats:
    """(count, names) poses spread evenly over the range of gait, corners included."""
    from scipy.stats import qmc

    low, high = np.array([gait_range(model.coordinates[n]) for n in names]).T
    if len(names) == 1:
        share = np.linspace(0.0, 1.0, count)[:, None]
    else:
        share = qmc.Halton(len(names), rng=seed).random(count)
        corners = np.array(np.meshgrid(*[(0.0, 1.0)] * len(names)))
        share = np.concatenate([share, corners.reshape(len(names), -1).T])
    return low + share * (high - low)


def scaled(model: Model, names: Sequence[str], values: Floats) -> Floats:
    """Coordinates, (n, names), such that the range of gait is -1 to 1."""
    low, high = np.array([gait_range(model.coordinates[n]) for n in names]).T
    return (values - 0.5 * (low + high)) / (0.5 * (high - low))


def fit_muscles(model: Model) -> dict[str, Fit]:
    """A fit for each muscle; those of the same coordinates share their poses."""
    sets: dict[tuple[str, ...], list[Muscle]] = {}
    for muscle in model.muscles:
        sets.setdefault(spanned(model, muscle), []).append(muscle)
    found: dict[str, Fit] = {}
    for names, muscles in sets.items():
        if names:
            found |= _fit_set(model, names, muscles)
    return {m.name: found[m.name] for m in model.muscles if m.name in found}


def _fit_set(
    model: Model, names: tuple[str, ...], muscles: list[Muscle]
) -> dict[str, Fit]:
    degree = MOST_DEGREES.get(len(names), MOST_DEGREE)
    count = max(FEWEST, PER_TERM * len(powers(len(names), degree)))
    values = sampled(model, names, count)
    poses = Poses(model, dict(zip(names, values.T, strict=True)), names, muscles)
    found = {}
    for muscle in muscles:
        lengths = measure(poses, muscle)
        crossed = np.flatnonzero(np.max(np.abs(lengths.arms), axis=0) > NO_ARM)
        if not len(crossed):
            continue
        mine = tuple(names[i] for i in crossed)
        kept = Lengths(lengths.length, lengths.arms[:, crossed])
        found[muscle.name] = fit(model, mine, values[:, crossed], kept)
    return found


def fit(model: Model, names: tuple[str, ...], values: Floats, given: Lengths) -> Fit:
    """The polynomial of least degree that is near enough to samples, or the best."""
    x = scaled(model, names, values)
    low, high = np.array([gait_range(model.coordinates[n]) for n in names]).T
    half = 0.5 * (high - low)
    right = np.concatenate([given.length, *(-given.arms * half).T])
    # Arms count in metres beside lengths: rows of slopes are divided by the scale.
    weight = np.concatenate([np.ones(len(x)), np.repeat(1.0 / half, len(x))])
    best: Fit | None = None
    for degree in range(1, MOST_DEGREES.get(len(names), MOST_DEGREE) + 1):
        at, slopes = monomials(x, powers(len(names), degree))
        rows = np.concatenate([at, *slopes])
        with on_one_thread():
            found = np.linalg.lstsq(
                weight[:, None] * rows, weight * right, rcond=1e-10
            )[0]
        found = np.array([float(f"{value:.{DIGITS}g}") for value in found])
        arms = -np.einsum("cnt,t->nc", slopes, found) / half
        best = Fit(
            names,
            degree,
            found,
            float(np.max(np.abs(arms - given.arms))),
            float(np.max(np.abs(at @ found - given.length))),
        )
        if best.worst_arm < NEAR_ENOUGH:
            break
    assert best is not None, "there is a degree to try"
    return best
